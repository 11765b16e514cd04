import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { UserError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { InProcessMemory } from '../testing/in-process.ts'
import { piecesOf, sectionsOf } from './chunks.ts'
import { learnDocuments } from './learn.ts'

let home: string
let folder: string
let store: InProcessMemory
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-learn-'))
  folder = join(home, 'docs')
  mkdirSync(folder)
  store = new InProcessMemory(join(home, 'memory.db'))
})
afterEach(() => {
  store[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})
const file = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
const learn = (application = 'Calc') => learnDocuments(store, { path: folder, application }, new RunControl())
const all = () => store.ask('page', { kinds: ['document'], after: 0, limit: 1000 })

/** A page with one line of text, written by hand. */
function pdf(text: string): string {
  const stream = `BT /F1 12 Tf 20 200 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let out = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = out.length
    out += `${index + 1} 0 obj${object} endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = out.length
  return `${out}xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Size 6/Root 1 0 R>>startxref\n${start}\n%%EOF`
}

describe('a folder of documents', () => {
  it('forgets what files that are gone had taught, and nothing else', async () => {
    mkdirSync(join(folder, 'old'))
    for (const name of ['a.md', 'b.md', 'c.md', 'old/d.md']) file(name, `# ${name}\nSomething of ${name}.`)
    await learn()
    await learn('Writer')
    const pinned = (await all()).find(({ title, applications }) => title === 'b.md' && applications[0] === 'Calc')
    await store.ask('pin', { id: pinned?.id ?? 0, pinned: true })
    await store.ask('save', { records: [{ kind: 'document', applications: ['Calc'], title: 'e', key: 'e', text: 'e', source: { run: null, step: null, file: join(home, 'docs-of-another/e.md') } }] })
    for (const name of ['b.md', 'c.md', 'old']) rmSync(join(folder, name), { recursive: true })
    expect(await learn()).toMatchObject({ files: 1, gone: 3 })
    const left = async (name: string) => (await all()).filter(({ applications }) => applications[0] === name).map(({ title }) => title).toSorted()
    expect(await left('Calc')).toEqual(['a.md', 'b.md', 'e'])
    expect(await left('Writer')).toEqual(['a.md', 'b.md', 'c.md', 'old/d.md'])
    // An empty folder may be the place of a disk that is not there.
    rmSync(join(folder, 'a.md'))
    await expect(learn()).rejects.toBeInstanceOf(UserError)
    expect(await left('Calc')).toEqual(['a.md', 'b.md', 'e'])
  }) // prettier-ignore

  it('is learned with its headings, sources and application: Markdown, HTML, PDF, text and UFO’s help', async () => {
    file(
      'a.md',
      `# Calc\n## Export\n${'Choose File, then Export as PDF. '.repeat(10)}\n## Charts\n${'Insert, Chart. '.repeat(20)}`,
    )
    file('b.html', '<nav>menu</nav><h1>Sorting</h1><p>Data &gt; <b>Sort</b></p><script>evil()</script>')
    file('c.pdf', pdf('Pivot tables are under Insert.'))
    file('d.txt', 'Plain words.')
    file(
      'e.json',
      JSON.stringify({
        application: 'calc',
        request: 'Freeze a row',
        guidance: ['Click row 2', 'View, Freeze'],
      }),
    )
    file('f.bin', 'ignored')
    expect(await learn()).toEqual({
      files: 5,
      memories: 6,
      gone: 0,
      skipped: [],
      others: new Map([['.bin', 1]]),
    })
    const memories = await all()
    expect(memories.map(({ title }) => title)).toEqual([
      'Calc › Export',
      'Calc › Charts',
      'Sorting',
      'c.pdf › Page 1',
      'd.txt',
      'Freeze a row',
    ])
    const text = JSON.stringify(memories)
    for (const words of ['Data > Sort', 'Pivot tables are under Insert.', 'Click row 2\\nView, Freeze']) {
      expect(text).toContain(words)
    }
    expect(text).not.toMatch(/evil|menu/)
    expect(memories[0]).toMatchObject({ applications: ['Calc'], source: { file: join(folder, 'a.md') } })
  })

  it('learned again takes its own place, but not that of another application', async () => {
    file('a.txt', 'The first words.')
    await learn()
    await learn('Writer')
    file('a.txt', 'Other words.')
    await learn()
    expect((await all()).map(({ applications, text }) => [applications[0], text])).toEqual([
      ['Writer', 'The first words.'],
      ['Calc', 'Other words.'],
    ])
  })

  it('skips what can’t be read, says why, and goes on', async () => {
    file('a.pdf', 'no pdf')
    file('b.json', '{"some": "json"}')
    file('c.txt', Uint8Array.of(0xc3, 0x28))
    file('d.txt', '')
    file('e.txt', 'Good.')
    const { files, skipped } = await learn()
    expect(files).toBe(1)
    expect(skipped.map(({ why }) => why)).toEqual([
      expect.stringContaining('no PDF'),
      expect.stringContaining('no help document'),
      expect.stringContaining('UTF-8'),
      expect.stringContaining('no text'),
    ])
  })

  it('counts what it has learned, not what it has read: pieces that say the same are one', async () => {
    file('a.txt', 'word '.repeat(20_000))
    const { memories } = await learn()
    expect(memories).toBe((await all()).length)
  })

  it('ends with the first file that the memory can not take', async () => {
    file('a.txt', 'Words.')
    file('b.txt', 'Words.')
    const full = { ask: () => Promise.reject(new UserError('The disk is full.')) }
    const learning = learnDocuments(full, { path: folder, application: 'Calc' }, new RunControl())
    await expect(learning).rejects.toThrow('The disk is full.')
  })

  it('wants to know the application', async () => {
    file('a.txt', 'Words.')
    await expect(learn(' ')).rejects.toThrow('Name the application')
  })

  it('with nothing in it is refused, and links are not followed', async () => {
    writeFileSync(join(home, 'secret.txt'), 'elsewhere')
    symlinkSync(join(home, 'secret.txt'), join(folder, 'link.txt'))
    symlinkSync(folder, join(folder, 'around'))
    await expect(learn()).rejects.toThrow(/nothing that can be learned/)
  })
})

describe('a text', () => {
  it('is cut into pieces that fit, and nothing of it is lost', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'b ', '\n', '\n\n', '. ', '。', '字', '😀', 'word '),
          maxLength: 400,
        }),
        (text) => {
          const pieces = piecesOf(text, 50)
          expect(pieces.every((piece) => Array.from(piece).length <= 50)).toBe(true)
          expect(pieces.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
        },
      ),
    )
  })

  it('has no headings within its code', () => {
    expect(sectionsOf('# A\n```\n# no\n```\ntext\n### B\nend')).toEqual([
      { headings: ['A'], text: '```\n# no\n```\ntext' },
      { headings: ['A', 'B'], text: 'end' },
    ])
  })
})
