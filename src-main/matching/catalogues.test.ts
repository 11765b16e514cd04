import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelsIn, labelsInQt, labelsInRegistries, namesInRegistry } from './catalogue-files.ts'
import { Catalogues, languagesOf } from './catalogues.ts'

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
  const folder = join(root, 'locale', 'de', 'LC_MESSAGES')
  await mkdir(folder, { recursive: true })
  const write = (domain: string, labels: Record<string, string>) =>
    writeFile(join(folder, `${domain}.mo`), catalogueOf(labels))
  await write('packer', {
    'Create _Folder…': '_Ordner erstellen …',
    _New: '_Neu',
    _Archive: '_Archiv',
    _Delete: '_Löschen',
    'menu\u0004Show _Hidden Files': '_Verborgene Dateien anzeigen',
    'Could not open %s': '%s geht nicht auf',
  })
  await write('gtk30', { _Copy: '_Kopieren', _Clear: '_Löschen', _Erase: '_Radieren' })
  await write('other', { 'Create _Folder…': 'Falsch' })
})
afterAll(() => rm(root, { recursive: true }))

const wordsOf = (process_name: string) =>
  new Catalogues(['de_DE', 'de'], { share: root, office: join(root, 'office') }).wordsOf({
    process_name,
    application: 'Archives',
  })
const translated = async (label: string, process_name = 'org.example.Packer') =>
  (await wordsOf(process_name)).translate(label)

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

test('a program and its catalogue belong together whatever version each has in its name', async () => {
  for (const program of ['packer', 'packer-2.10', 'packer3'])
    expect(await translated('Create folder', program)).toEqual(['ordner erstellen'])
  expect(await translated('Create folder', 'pack-2.10')).toEqual([])
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

/** Writes a catalogue as `lrelease` does: messages with their translation, English text and context. */
function qtCatalogueOf(labels: Record<string, string>): Buffer {
  const part = (tag: number, bytes: Buffer): Buffer => {
    const head = Buffer.alloc(5)
    head.writeUInt8(tag)
    head.writeUInt32BE(bytes.length, 1)
    return Buffer.concat([head, bytes])
  }
  const messages = Object.entries(labels).map(([original, translated]) =>
    Buffer.concat([
      part(3, Buffer.from(translated, 'utf16le').swap16()),
      part(3, Buffer.from('second form', 'utf16le').swap16()),
      Buffer.from([5, 1, 2, 3, 4]),
      part(8, Buffer.from('a comment')),
      part(6, Buffer.from(original)),
      part(7, Buffer.from('MainWindow')),
      Buffer.from([1]),
    ]),
  )
  const magic = Buffer.from('3cb86418caef9c95cd211cbf60a1bddd', 'hex')
  return Buffer.concat([magic, part(0x42, Buffer.alloc(8)), part(0x69, Buffer.concat(messages))])
}

test('a catalogue of Qt has the labels of its program, and those of Qt beside them', async () => {
  const own = join(root, 'focus', 'translations')
  await mkdir(own, { recursive: true })
  await mkdir(join(root, 'qt6', 'translations'), { recursive: true })
  await writeFile(join(own, 'focus_de.qm'), qtCatalogueOf({ 'Save &As...': 'Speichern &unter …' }))
  await writeFile(join(own, 'focus_fr.qm'), qtCatalogueOf({ 'Save &As...': 'Enregistrer &sous…' }))
  await writeFile(join(root, 'qt6/translations/qtbase_de.qm'), qtCatalogueOf({ Discard: 'Verwerfen' }))
  expect(await translated('Save as', 'focus')).toEqual(['speichern unter'])
  expect(await translated('Save as', 'other')).not.toContain('speichern unter')
  expect(await translated('Discard', 'other')).toEqual(['verwerfen'])
  expect(labelsInQt(Buffer.from('no catalogue, but long enough to be one')).size).toBe(0)
  const whole = qtCatalogueOf({ Save: 'Speichern' })
  for (let length = 0; length < whole.length; length++)
    expect(() => labelsInQt(whole.subarray(0, length))).not.toThrow()
})

const registryOf = (language: string, label: string) => `<?xml version="1.0"?>
<oor:data xmlns:oor="http://openoffice.org/2001/registry">
  <oor:component-data oor:name="GenericCommands" oor:package="org.openoffice.Office.UI">
    <node oor:name="UserInterface"><node oor:name=".uno:SaveAs" oor:op="replace">
      <prop oor:name="Properties"><value>1</value></prop><prop oor:name="Empty"/>
      <prop oor:name="Label" oor:type="xs:string"><value xml:lang="${language}">${label}</value></prop>
    </node></node>
  </oor:component-data>
</oor:data>`

test('the menus of LibreOffice are called as its registry says', async () => {
  const registry = join(root, 'office', 'share', 'registry')
  await mkdir(join(registry, 'res'), { recursive: true })
  await writeFile(join(registry, 'main.xcd'), registryOf('en-US', 'Save ~As...'))
  await writeFile(join(registry, 'res', 'registry_de.xcd'), registryOf('de', 'Speichern ~unter&#x2026;'))
  expect(await translated('Save as', 'soffice.bin')).toEqual(['speichern unter'])
  expect((await wordsOf('soffice.bin')).english('Speichern unter…')).toEqual(['save as'])
  // What stands elsewhere in the registry is called otherwise.
  const elsewhere = namesInRegistry(registryOf('de', 'Anders').replace('.uno:SaveAs', '.uno:Save'), 'de')
  const english = namesInRegistry(registryOf('en-US', 'Save As'), 'en-US')
  expect(labelsInRegistries([english], elsewhere).size).toBe(0)
})

test('what the application itself says of a label counts before a toolkit', async () => {
  const { english, translate } = await wordsOf('packer')
  expect(english('_Löschen')).toEqual(['delete'])
  expect(translate('Clear')).toEqual([])
  expect(translate('Erase')).toEqual(['radieren'])
  expect((await wordsOf('painter')).english('Löschen')).toEqual(['clear'])
})
