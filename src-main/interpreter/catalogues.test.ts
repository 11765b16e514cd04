import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Catalogues, labelsIn, languagesOf } from './catalogues.ts'

/** Writes a catalogue as `msgfmt` does, in either order of bytes. */
function catalogueOf(labels: Record<string, string>, isLittle = true): Buffer {
  const entries = Object.entries(labels)
  const texts = [...entries.map(([original]) => original), ...entries.map(([, translated]) => translated)]
  const tables = 28
  let at = tables + 16 * entries.length
  const head = Buffer.alloc(at)
  const put = (value: number, offset: number) =>
    isLittle ? head.writeUInt32LE(value, offset) : head.writeUInt32BE(value, offset)
  put(0x950412de, 0)
  put(entries.length, 8)
  put(tables, 12)
  put(tables + 8 * entries.length, 16)
  const parts = texts.map((text, index) => {
    const bytes = Buffer.from(`${text}\0`)
    put(bytes.length - 1, tables + 8 * index)
    put(at, tables + 8 * index + 4)
    at += bytes.length
    return bytes
  })
  return Buffer.concat([head, ...parts])
}

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'catalogues-'))
  await mkdir(join(root, 'de', 'LC_MESSAGES'), { recursive: true })
  const write = (domain: string, labels: Record<string, string>) =>
    writeFile(join(root, 'de', 'LC_MESSAGES', `${domain}.mo`), catalogueOf(labels))
  await write('packer', {
    'Create _Folder…': '_Ordner erstellen …',
    _New: '_Neu',
    _Archive: '_Archiv',
    'menu\u0004Show _Hidden Files': '_Verborgene Dateien anzeigen',
    'Could not open %s': '%s geht nicht auf',
  })
  await write('gtk30', { _Copy: '_Kopieren' })
  await write('other', { 'Create _Folder…': 'Falsch' })
})
afterAll(() => rm(root, { recursive: true }))

const translated = async (label: string, process_name = 'org.example.Packer') =>
  (await new Catalogues(['de_DE', 'de'], root).of({ process_name, application: 'Archives' }))(label)

test.each([
  ['Create folder', ['ordner erstellen']],
  ['Show hidden files', ['verborgene dateien anzeigen']],
  ['New archive', ['neu archiv']],
  ['Copy', ['kopieren']],
  ['Could not open %s', []],
  ['Paste', []],
])(
  'a label is called as the catalogues of the application and its toolkit have it: %s',
  async (label, expected) => {
    expect(await translated(label)).toEqual(expected)
  },
)

test('an application without a catalogue has only those of the toolkits', async () => {
  expect(await translated('Create folder', 'painter')).toEqual([])
  expect(await translated('Copy', 'painter')).toEqual(['kopieren'])
})

test('catalogues have either order of bytes, and what is none has no label', () => {
  for (const isLittle of [true, false])
    expect(labelsIn(catalogueOf({ _Save: '_Speichern' }, isLittle)).get('save')).toEqual(['speichern'])
  expect(labelsIn(Buffer.from('no catalogue, but long enough to be one')).size).toBe(0)
  const cut = catalogueOf({ _Save: '_Speichern' }).subarray(0, 60)
  expect(() => labelsIn(cut)).not.toThrow()
})

test.each([
  [{ LANG: 'de_DE.UTF-8' }, ['de_DE', 'de']],
  [{ LANG: 'de_AT.UTF-8', LANGUAGE: 'fr:de' }, ['fr', 'de', 'de_AT']],
  [{ LANG: 'C.UTF-8', LANGUAGE: 'de' }, []],
  [{ LANG: 'en_GB.UTF-8' }, []],
  [{ LC_ALL: 'zh_CN.UTF-8', LANG: 'en_US.UTF-8' }, ['zh_CN', 'zh']],
  [{}, []],
])('of the variables %j the languages are %j', (env, expected) => {
  expect(languagesOf(env)).toEqual(expected)
})
