import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectTo } from '../testing/in-memory.ts'
import { META } from '../tool-reply.ts'
import { build } from './file-executor.ts'
import { homeTrash, systemTrash, type Trash } from './trash.ts'

let home: string
const trashed: string[] = []
const trash: Trash = (paths) => {
  trashed.push(...paths)
  return Promise.resolve()
}
const at = (name: string) => join(home, name)
const put = (name: string, text = name) => writeFile(at(name), text)

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deskhand-files-'))
  trashed.length = 0
})
afterEach(() => rm(home, { recursive: true }))

async function call(name: string, parameters: Record<string, unknown>, admitted = true) {
  const server = build({ env: { HOME: home }, applications: {}, desktop: 'virtual' }, null, trash)
  const answer = await (
    await connectTo(server)
  ).call(name, parameters, { meta: { [META.admitted]: admitted } })
  const [first] = answer.content
  return {
    failed: answer.isError === true,
    text: first?.type === 'text' ? first.text : '',
    result: answer.structuredContent?.['result'] as Record<string, unknown>,
  }
}

describe('list_folder', () => {
  test('tells names, kinds and sizes, and names below the home folder count', async () => {
    await mkdir(at('Reports'))
    await put('Reports/a.txt', '12345')
    await symlink('/etc/passwd', at('Reports/link'))
    await mkdir(at('Reports/old'))
    const { result } = await call('list_folder', { path: 'Reports' })
    expect(result).toEqual({
      folder: at('Reports'),
      entries: [
        { name: 'a.txt', kind: 'file', size: 5, changed: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) },
        { name: 'link', kind: 'link', changed: expect.any(String) },
        { name: 'old', kind: 'folder', changed: expect.any(String) },
      ],
    }) // prettier-ignore
  })

  test('finds by a pattern, in the folders below where that is asked', async () => {
    await mkdir(at('a/b/.hidden'), { recursive: true })
    for (const name of ['x.PDF', 'a/y.pdf', 'a/b/z.pdf', 'a/b/.hidden/no.pdf', 'a/w.txt']) await put(name)
    const namesOf = async (parameters: Record<string, unknown>) =>
      (
        (await call('list_folder', { path: '~', matching: '*.pdf', ...parameters })).result['entries'] as {
          name: string
        }[]
      ).map(({ name }) => name)
    expect(await namesOf({})).toEqual(['x.PDF'])
    expect(await namesOf({ deep: true })).toEqual(['x.PDF', 'a/y.pdf', 'a/b/z.pdf'])
  })

  test('says how many more there are', async () => {
    await Promise.all(Array.from({ length: 203 }, (_, index) => put(`f${index}`)))
    const { result } = await call('list_folder', {})
    expect(result['entries']).toHaveLength(200)
    expect(result['more']).toContain('3 more')
  })

  test.each([
    ['missing', 'There is no'],
    ['file', 'is a file'],
  ])('%s: says why it can’t', async (path, why) => {
    await put('file')
    expect(await call('list_folder', { path })).toMatchObject({
      failed: true,
      text: expect.stringContaining(why),
    })
  })
})

describe('read_file', () => {
  test('tells where the last line ends without a line break, as a line behind it would join it', async () => {
    await writeFile(at('open.txt'), '17\n25')
    await writeFile(at('closed.txt'), '17\n25\n')
    expect((await call('read_file', { path: 'open.txt' })).result).toMatchObject({
      text: '17\n25',
      last_line: 'ends without a line break',
    })
    expect((await call('read_file', { path: 'closed.txt' })).result).not.toHaveProperty('last_line')
  })

  test('reads page by page until the end', async () => {
    const lines = Array.from({ length: 450 }, (_, index) => `line ${index + 1} naïve 你好`)
    await put('long.txt', `${lines.join('\r\n')}\r\n`)
    const read: string[] = []
    for (let from = 1; ;) {
      const { result } = await call('read_file', { path: at('long.txt'), from_line: from })
      const page = String(result['text']).split('\n')
      read.push(...page)
      const rest = /from_line=(\d+)/.exec(JSON.stringify(result['rest'] ?? ''))
      if (!rest) break
      from = Number(rest[1])
    }
    expect(read).toEqual(lines)
  })

  test('gets past a line that is longer than a page', async () => {
    await put('wide.txt', `${'x'.repeat(20_000)}\nend`)
    const first = (await call('read_file', { path: 'wide.txt' })).result
    expect(String(first['text']).length).toBeLessThan(7000)
    expect(first['rest']).toBe('Go on with from_line=2.')
    expect((await call('read_file', { path: 'wide.txt', from_line: 2 })).result['text']).toBe('end')
  })

  test('refuses what is no text', async () => {
    await writeFile(at('picture.png'), Buffer.from([137, 80, 0, 1]))
    expect(await call('read_file', { path: 'picture.png' })).toMatchObject({
      failed: true,
      text: expect.stringContaining('is no text'),
    })
  })
})

describe('copying and moving', () => {
  test('several files go into a folder, one to a new name', async () => {
    await mkdir(at('to'))
    await put('a')
    await put('b')
    expect((await call('copy_files', { files: ['a', 'b'], to: 'to' })).result).toEqual({
      copied: [at('to/a'), at('to/b')],
    })
    expect((await call('move_files', { files: ['a'], to: 'to/c' })).result).toEqual({ moved: [at('to/c')] })
    expect((await readdir(at('to'))).toSorted()).toEqual(['a', 'b', 'c'])
    expect((await readdir(home)).toSorted()).toEqual(['b', 'to'])
    expect(await readFile(at('to/c'), 'utf8')).toBe('a')
  })

  test.each(['copy_files', 'move_files'])(
    '%s: what goes into a folder that is not there makes it',
    async (name) => {
      await put('a')
      await put('b')
      expect((await call(name, { files: ['a', 'b'], to: 'new/deep' })).failed).toBe(false)
      expect((await readdir(at('new/deep'))).toSorted()).toEqual(['a', 'b'])
      await put('c')
      expect((await call(name, { files: ['c'], to: 'other/' })).failed).toBe(false)
      expect(await readdir(at('other'))).toEqual(['c'])
    },
  )

  test('a folder goes with all that is in it, and a link stays a link', async () => {
    await mkdir(at('one/in'), { recursive: true })
    await put('one/in/x')
    await symlink('/etc/passwd', at('one/link'))
    await call('copy_files', { files: ['one'], to: 'two' })
    expect(await readFile(at('two/in/x'), 'utf8')).toBe('one/in/x')
    expect(await readlink(at('two/link'))).toBe('/etc/passwd')
  })

  const TRANSFERS = ['copy_files', 'move_files']
  test.each(TRANSFERS)('%s: what is there is replaced only where that is wanted', async (name) => {
    await put('a', 'new')
    await put('b', 'old')
    const refused = await call(name, { files: ['a'], to: 'b' })
    expect(refused).toMatchObject({ failed: true, text: expect.stringContaining('is there already') })
    expect(await readFile(at('b'), 'utf8')).toBe('old')
    expect((await call(name, { files: ['a'], to: 'b', replace: true })).failed).toBe(false)
    expect(await readFile(at('b'), 'utf8')).toBe('new')
  })

  test.each([
    [{ files: ['a', 'missing'], to: 'to' }, 'There is no'],
    [{ files: ['to'], to: 'to/in' }, 'into itself'],
    [{ files: ['~'], to: '/tmp' }, 'is the home folder'],
    [{ files: ['/'], to: '/tmp/x' }, 'is the home folder or holds it'],
    [{ files: ['a', 'sub/a'], to: 'to' }, 'would both become'],
    [{ files: ['to'], to: 'sub/a/' }, 'is a file: nothing can go into it'],
  ])('nothing is begun of %j', async (parameters, why) => {
    await mkdir(at('to'))
    await mkdir(at('sub'))
    await put('a')
    await put('sub/a')
    for (const name of TRANSFERS) {
      expect(await call(name, parameters)).toMatchObject({ failed: true, text: expect.stringContaining(why) })
    }
    expect((await readdir(home)).toSorted()).toEqual(['a', 'sub', 'to'])
    expect(await readdir(at('to'))).toEqual([])
  })
})

describe('rename_files', () => {
  test('renames many, also those that change their names with each other', async () => {
    for (const name of ['1', '2', '3']) await put(name)
    const names = [
      { from: '1', to: '2' },
      { from: '2', to: '1' },
      { from: '3', to: 'three.txt' },
    ]
    expect((await call('rename_files', { folder: '~', names })).failed).toBe(false)
    expect((await readdir(home)).toSorted()).toEqual(['1', '2', 'three.txt'])
    expect(await readFile(at('1'), 'utf8')).toBe('2')
    expect(await readFile(at('2'), 'utf8')).toBe('1')
  })

  test.each(['sub/x', '..', 'taken'])('renames nothing where one can’t become %s', async (to) => {
    for (const name of ['a', 'b', 'taken']) await put(name)
    await mkdir(at('sub'))
    const names = [
      { from: 'a', to: 'A' },
      { from: 'b', to },
    ]
    expect((await call('rename_files', { folder: home, names })).failed).toBe(true)
    expect((await readdir(home)).toSorted()).toEqual(['a', 'b', 'sub', 'taken'])
  })
})

test('make_folder makes those above it too, and one that is there is no failure', async () => {
  for (const _ of [1, 2]) expect((await call('make_folder', { path: '~/x/y' })).failed).toBe(false)
  expect(await readdir(at('x'))).toEqual(['y'])
})

describe('trash_files', () => {
  test('moves nothing on Windows, whose bin it can not use', async () => {
    await put('a')
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    const toTrash = systemTrash({ HOME: home })
    vi.restoreAllMocks()
    await expect(toTrash([at('a')])).rejects.toThrow('Nothing was done.')
    expect(await readdir(home)).toEqual(['a'])
  })

  test('hands over whole paths, and nothing when one is missing', async () => {
    await put('a')
    expect((await call('trash_files', { files: ['a', 'b'] })).failed).toBe(true)
    expect(trashed).toEqual([])
    expect((await call('trash_files', { files: ['a'] })).failed).toBe(false)
    expect(trashed).toEqual([at('a')])
  })

  test('in the trash each has a name of its own and where it came from', async () => {
    const toTrash = homeTrash({ HOME: home })
    for (const text of ['first', 'second']) {
      await put('ä [1].txt', text)
      await toTrash([at('ä [1].txt')])
    }
    expect(await readdir(home)).toEqual(['.local'])
    const inTrash = (name: string) => at(`.local/share/Trash/${name}`)
    expect((await readdir(inTrash('files'))).toSorted()).toEqual(['ä [1].2.txt', 'ä [1].txt'])
    expect(await readFile(inTrash('files/ä [1].2.txt'), 'utf8')).toBe('second')
    expect(await readFile(inTrash('info/ä [1].2.txt.trashinfo'), 'utf8')).toMatch(
      new RegExp(
        `^\\[Trash Info\\]\nPath=${home}/%C3%A4%20%5B1%5D\\.txt\nDeletionDate=\\d{4}(-\\d\\d){2}T(\\d\\d:?){3}\n$`,
      ),
    )
  })

  test('what can’t be moved there leaves no note in the trash', async () => {
    const toTrash = homeTrash({ HOME: home, XDG_DATA_HOME: at('data') })
    await expect(toTrash([at('missing')])).rejects.toThrow('ENOENT')
    expect(await readdir(at('data/Trash/info'))).toEqual([])
  })
})

test.each(['copy_files', 'move_files', 'rename_files', 'make_folder', 'trash_files'])(
  '%s does nothing that the gate has not let through',
  async (name) => {
    await put('a')
    const parameters = {
      copy_files: { files: ['a'], to: 'b' },
      move_files: { files: ['a'], to: 'b' },
      rename_files: { folder: '~', names: [{ from: 'a', to: 'b' }] },
      make_folder: { path: 'b' },
      trash_files: { files: ['a'] },
    }
    expect(await call(name, parameters[name as keyof typeof parameters], false)).toMatchObject({
      failed: true,
      text: expect.stringContaining('nobody was asked'),
    })
    expect(await readdir(home)).toEqual(['a'])
    expect(trashed).toEqual([])
  },
)
