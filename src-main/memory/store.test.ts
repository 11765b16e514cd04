import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../core/errors.ts'
import type { NewMemory } from './record.ts'
import { Store } from './store.ts'

const home = mkdtempSync(join(tmpdir(), 'deskhand-memory-'))
const opened: Store[] = []
let files = 0
const path = () => join(home, `${files++}.db`)
function open(at = path(), options = {}): Store {
  const store = new Store(at, options)
  opened.push(store)
  return store
}
afterEach(() => {
  for (const store of opened.splice(0)) store[Symbol.dispose]()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const experience = (key: string, more: Partial<NewMemory> = {}): NewMemory => ({
  kind: 'experience',
  title: key,
  key,
  text: `How: ${key}`,
  ...more,
})
const titles = (found: { memory: { title: string } }[]) => found.map(({ memory }) => memory.title)
const search = (store: Store, text: string, more = {}) =>
  store.search({ text, limit: 10, relevant: true, ...more })

describe('text search', () => {
  it.each([
    ['export the sheet as PDF', 'Export a sheet as PDF'],
    ['exporting sheets', 'Export a sheet as PDF'],
    ['保存为表格', '把文本保存为表格'],
    ['打开计算器', '用计算器计算总和，先打开它'],
    ['Größe ändern', 'Die Größe des Bildes ändern'],
    ['ｅｘｐｏｒｔ sheet', 'Export a sheet as PDF'],
    ['テキストを保存', 'テキストを保存する'],
  ])('finds for “%s”: %s', (asked, title) => {
    const store = open()
    store.save(
      [
        'Export a sheet as PDF',
        '把文本保存为表格',
        '用计算器计算总和，先打开它',
        'Die Größe des Bildes ändern',
        'テキストを保存する',
        'Send a letter',
      ].map((key) => experience(key)),
    )
    expect(titles(search(store, asked))).toEqual([title])
  })

  it('takes nothing in a text for syntax', () => {
    const store = open()
    store.save([experience('press the button')])
    for (const text of ['"', 'a" OR "b', 'key:press', 'NEAR(press button)', '*', '', '\0', '-- ;', '(((']) {
      expect(() => search(store, text)).not.toThrow()
    }
  })

  it('gives nothing that shares only everyday words with what was asked', () => {
    const store = open()
    store.save([experience('open the file of the report and print it')])
    expect(search(store, 'please add the numbers of my shopping list')).toEqual([])
  })

  it('leaves out memories of other applications, not those of none', () => {
    const store = open()
    store.save([
      experience('save the table', { applications: ['soffice.bin', 'Calc'] }),
      experience('save the table quickly', { applications: ['gnumeric'] }),
      experience('save the table anywhere'),
    ])
    expect(titles(search(store, 'save the table', { applications: ['CALC'] })).toSorted()).toEqual([
      'save the table',
      'save the table anywhere',
    ])
  })
})

it('finds what was learned for an application under another of its names', () => {
  const store = open()
  store.save([
    experience('save the table as csv', { applications: ['LibreOffice'] }),
    experience('save the table as a csv file', { applications: ['LibreOffice Writer'] }),
  ])
  const applications = ['soffice.bin', 'LibreOffice Calc']
  expect(titles(search(store, 'save the table as csv', { applications }))).toEqual(['save the table as csv'])
})

const toward = (x: number, y: number, model = 'm') => ({ model, values: [x, y, 0] })

describe.each([
  ['sqlite-vec', true],
  ['a plain scan', false],
])('vectors, searched by %s', (_name, native) => {
  it('are fused with the words, and filtered like them', () => {
    const store = open(path(), { native })
    expect(store.native).toBe(native)
    store.save(
      [
        experience('compute a sum', { applications: ['galculator'] }),
        experience('write a letter'),
        experience('add numbers up'),
      ],
      [toward(1, 0), toward(0, 1), toward(0.9, 0.1)],
    )
    const vector = toward(1, 0.05)
    expect(titles(search(store, 'add numbers', { vector }))).toEqual(['add numbers up', 'compute a sum'])
    expect(titles(search(store, 'xyz', { vector, applications: ['calc'] }))).toEqual(['add numbers up'])
    expect(titles(search(store, 'xyz', { vector, kinds: ['document'] }))).toEqual([])
  })

  it('of two models, or of two lengths, are never compared', () => {
    const store = open(path(), { native })
    store.save([experience('one'), experience('two')], [toward(1, 0, 'a'), { model: 'b', values: [1, 0] }])
    expect(titles(search(store, '?', { vector: toward(1, 0, 'a') }))).toEqual(['one'])
    expect(titles(search(store, '?', { vector: toward(1, 0, 'b') }))).toEqual([])
    expect(titles(search(store, '?', { vector: { model: 'b', values: [1, 0] } }))).toEqual(['two'])
  })

  it('go with their memory: when it is forgotten, or says something else', () => {
    const store = open(path(), { native })
    const [one, two] = store.save([experience('one'), experience('two')], [toward(1, 0), toward(1, 0)])
    store.forget([one!.id])
    store.edit(two!.id, { text: 'another' })
    expect(search(store, '?', { vector: toward(1, 0) })).toEqual([])
    expect(store.withoutVector('m', 10).map(({ title }) => title)).toEqual(['two'])
    store.setVectors([
      { id: two!.id, vector: toward(1, 0) },
      { id: 999, vector: toward(1, 0) },
    ])
    expect(titles(search(store, '?', { vector: toward(1, 0) }))).toEqual(['two'])
  })
})

it('a program without sqlite-vec and one with it share a file', () => {
  const at = path()
  const plain = open(at, { native: false })
  const native = open(at)
  native.save([experience('one')], [toward(1, 0)])
  plain.save([experience('two')], [toward(0.9, 0)])
  native[Symbol.dispose]()
  opened.splice(opened.indexOf(native), 1)
  expect(titles(search(open(at), '?', { vector: toward(1, 0) })).toSorted()).toEqual(['one', 'two'])
})

it('in a large store the rare words of a question find what they stand for, and common ones alone still find', () => {
  const store = open()
  const many = Array.from({ length: 5200 }, (_, index) =>
    experience(`table number${index}`, { kind: 'document' }),
  )
  store.save([...many, experience('export the tables as csv'), experience('exporting tables')])
  expect(titles(search(store, 'tables exported')).toSorted()).toEqual([
    'export the tables as csv',
    'exporting tables',
  ])
  expect(search(store, 'table')).toHaveLength(10)
})

describe('what followed', () => {
  it('lets a memory sink below those that helped, and in the end be given no more', () => {
    const store = open()
    const [first, second] = store.save([
      experience('save table as csv'),
      experience('save table as csv file'),
    ])
    store.followed([first!.id], 'failed')
    store.followed([second!.id], 'helped')
    expect(titles(search(store, 'save table as csv'))).toEqual([
      'save table as csv file',
      'save table as csv',
    ])
    store.followed([first!.id], 'failed')
    store.followed([first!.id], 'failed')
    expect(titles(search(store, 'save table as csv'))).toEqual(['save table as csv file'])
    store.pin(first!.id, true)
    expect(titles(search(store, 'save table as csv'))).toContain('save table as csv')
  })

  const sunk = (store: Store): number => {
    const [one] = store.save([experience('save the table as csv')])
    for (const _ of [1, 2, 3]) store.followed([one!.id], 'failed')
    expect(search(store, 'save the table as csv')).toEqual([])
    return one!.id
  }
  const seen = { run: 'later', step: null, file: null }

  it.each([
    ['a run has shown it anew', { source: seen }],
    ['a run has shown a better way', { source: seen, text: 'better' }],
    ['it was imported in other words', { tips: 'Press Ctrl+S.' }],
  ])('lets what has sunk come back once %s', (_what, more) => {
    const store = open()
    const id = sunk(store)
    expect(store.save([experience('save the table as csv', more)])).toEqual([{ id, merged: true }])
    expect(titles(search(store, 'save the table as csv'))).toEqual(['save the table as csv'])
  })

  it('lets what has sunk come back once a person has put it right, and not for being imported once more', () => {
    const store = open()
    const id = sunk(store)
    store.save([experience('save the table as csv')])
    expect(search(store, 'save the table as csv')).toEqual([])
    store.edit(id, { text: 'File, Save as' })
    expect(titles(search(store, 'save the table as csv'))).toEqual(['save the table as csv'])
  })
})

describe('saving', () => {
  it('merges what says nearly the same, and keeps its counts', () => {
    const store = open()
    const [first] = store.save([experience('Save the table as PDF', { applications: ['Calc'] })])
    store.followed([first!.id], 'helped')
    const [again] = store.save([
      experience('save the table as PDF.', { applications: ['calc'], text: 'better' }),
    ])
    expect(again).toEqual({ id: first!.id, merged: true })
    expect(store.get(first!.id)).toMatchObject({ text: 'better', helped: 1 })
  })

  it.each([
    ['another number', { key: 'type 13 into the cell' }],
    ['another order', { key: 'copy B over A' }],
    ['another application', { applications: ['gedit'] }],
    ['another outcome', { outcome: 'did_not_work' as const }],
    ['another kind', { kind: 'narrative' as const }],
  ])('does not merge %s', (_what, more) => {
    const store = open()
    store.save([experience('type 12 into the cell'), experience('copy A over B')])
    expect(store.save([experience('type 12 into the cell', more)])).toMatchObject([{ merged: false }])
  })

  it('does not merge what is said at length of something else', () => {
    const store = open()
    const asked = (month: string) =>
      `Open the workbook of the year, add up the numbers of every branch, write the sum below them and save it for ${month}`
    store.save([experience(asked('March'))])
    expect(store.save([experience(asked('April'))])).toMatchObject([{ merged: false }])
    expect(store.save([experience(`${asked('March')}, then`)])).toMatchObject([{ merged: true }])
  })

  it('takes the pieces of a long text without headings, each once', () => {
    const store = open()
    const pieces = Array.from({ length: 1200 }, (_, index) => ({
      ...experience('log.txt', { kind: 'document', applications: ['a'] }),
      text: `${index % 1000} ${'lorem ipsum '.repeat(60)}`,
      source: { run: null, step: null, file: '/log.txt' },
    }))
    const ids = store.replaceDocuments(['/log.txt'], 'a', pieces).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1000)
    const again = store.replaceDocuments(['/log.txt'], 'a', pieces.slice(0, 10))
    expect(again.every(({ merged }) => !merged)).toBe(true)
    expect(store.list({ search: '', kind: null, application: null, offset: 0, limit: 1 }).total).toBe(10)
  }, 20_000)

  it('leaves what a person has changed or pinned as it is', () => {
    const store = open()
    const [one] = store.save([experience('save the table')])
    store.edit(one!.id, { text: 'my own words' })
    store.save([experience('save the table', { text: 'other' })])
    expect(store.get(one!.id)).toMatchObject({ text: 'my own words', edited: true })
  })

  it('keeps all of several records or none', () => {
    const store = open()
    const bad = { ...experience('b'), kind: 'nonsense' } as unknown as NewMemory
    expect(() => store.save([experience('a'), bad])).toThrow()
    expect(store.list({ search: '', kind: null, application: null, offset: 0, limit: 10 }).total).toBe(0)
  })

  it('is seen at once by another connection, and two can write in turn', () => {
    const at = path()
    const one = open(at)
    const other = open(at)
    for (let index = 0; index < 20; index++) {
      one.save([experience(`one ${index}`)])
      other.save([experience(`other ${index}`)])
    }
    expect(one.list({ search: '', kind: null, application: null, offset: 0, limit: 100 }).total).toBe(40)
  })
})

describe('a list', () => {
  it('has pages, filters, words and the applications that there are', () => {
    const store = open()
    store.save([
      experience('save the table', { applications: ['Calc'] }),
      experience('write a letter', { applications: ['Writer'], kind: 'episodic' }),
    ])
    const list = (more = {}) =>
      store.list({ search: '', kind: null, application: null, offset: 0, limit: 10, ...more })
    expect(list()).toMatchObject({ total: 2, applications: ['Calc', 'Writer'] })
    expect(list({ search: 'letter' }).memories.map(({ title }) => title)).toEqual(['write a letter'])
    expect(list({ search: '…' }).total).toBe(0)
    expect(list({ search: 'lett' }).memories.map(({ title }) => title)).toEqual(['write a letter'])
    expect(list({ kind: 'episodic' }).total).toBe(1)
    expect(list({ application: 'calc' }).total).toBe(1)
    expect(list({ offset: 1 }).memories).toHaveLength(1)
  })

  it('finds by a single character of a script without spaces', () => {
    const store = open()
    store.save([experience('保存为表格'), experience('打开Excel计算器')])
    for (const [search, title] of [
      ['表', '保存为表格'],
      ['格', '保存为表格'],
      ['器', '打开Excel计算器'],
      ['计算', '打开Excel计算器'],
    ] as const) {
      const found = store.list({ search, kind: null, application: null, offset: 0, limit: 10 })
      expect(found.memories.map((one) => one.title)).toEqual([title])
    }
  })
})

describe('a file', () => {
  it('of a later version is refused, and left as it is', () => {
    const at = path()
    open(at).save([experience('kept')])
    opened.splice(0).forEach((store) => store[Symbol.dispose]())
    const db = new SqliteDatabase(at)
    db.pragma('user_version = 99')
    db.close()
    expect(() => new Store(at)).toThrow(/later version/)
    const again = new SqliteDatabase(at)
    expect(again.prepare('SELECT title FROM memories').pluck().get()).toBe('kept')
    again.close()
  })

  it('that can not be had is named, with what to do', () => {
    const folder = join(home, 'memory.db')
    mkdirSync(folder)
    const advice = /can't be used: .* Set DESKHAND_HOME to a folder that you may write\./
    expect(() => new Store(folder)).toThrow(UserError)
    expect(() => new Store(folder)).toThrow(advice)
    const taken = join(home, 'taken')
    writeFileSync(taken, '')
    expect(() => new Store(join(taken, 'memory.db'))).toThrow(advice)
  })

  it.runIf(process.platform !== 'win32')('is for nobody else to read', () => {
    const at = path()
    open(at).save([experience('private')])
    const modes = ['', '-wal', '-shm'].map((part) => (statSync(`${at}${part}`).mode & 0o777).toString(8))
    expect(modes).toEqual(['600', '600', '600'])
  })

  it('that is broken is put aside with a message, and a new one begun', () => {
    const at = path()
    writeFileSync(at, 'this is no database '.repeat(500))
    const store = open(at)
    expect(store.notice).toMatch(/put aside/)
    store.save([experience('new')])
    const name = at.slice(home.length + 1)
    expect(readdirSync(home).some((file) => file.startsWith(`${name}.broken-`))).toBe(true)
  })
})
