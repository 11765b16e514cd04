// Works on real documents in LibreOffice, without and with a window. The oracles read the files by unzip and pdftotext, not by the office.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endGroup } from '../../core/process-group.ts'
import { RunControl } from '../../core/run-control.ts'
import { startVirtualDesktop } from '../../platform/virtual/start.ts'
import type { VirtualDesktop } from '../../platform/virtual-desktop.ts'
import { connectTo } from '../testing/in-memory.ts'
import { META } from '../tool-reply.ts'
import { build } from './document-executor.ts'
import { openOffice } from './office.ts'
import { openDocument } from './document.ts'
import { setPages } from './pages.ts'
import { insertTable, insertText } from './texts.ts'

const execute = promisify(execFile)
const run = new RunControl()
const started: number[] = []
const host = { own: (pid: number) => started.push(pid), disown: () => {} }
let folder: string
let home: string
let desktop: VirtualDesktop
let call: Awaited<ReturnType<typeof connectTo>>['call']

const at = (name: string) => join(home, name)
const part = async (file: string, name: string) => (await execute('unzip', ['-p', at(file), name])).stdout
/** The cells of a sheet in an .xlsx file as Excel would read them: address → formula or value. */
async function cellsOf(file: string, number = 1): Promise<Record<string, string>> {
  const shared = [
    ...(await part(file, 'xl/sharedStrings.xml')).matchAll(/<si>.*?<t[^>]*>([^<]*)<\/t>.*?<\/si>/gs),
  ]
  const sheet = await part(file, `xl/worksheets/sheet${number}.xml`)
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(?:<f[^>]*>([^<]*)<\/f>)?<v>([^<]*)<\/v>/g)]
  return Object.fromEntries(
    cells.map(([, name, more = '', formula, value = '']) => {
      const text = /t="s"/.test(more) ? (shared[Number(value)]?.[1] ?? '') : value
      return [name, formula === undefined ? text : `=${formula} → ${text}`]
    }),
  )
}

async function act(name: string, parameters: Record<string, unknown>, admitted = true) {
  const answer = await call(name, parameters, { meta: { [META.admitted]: admitted } })
  const [first] = answer.content
  const result = answer.structuredContent?.['result'] as Record<string, unknown> | undefined
  const verified = result?.['verified'] as { effect: string; evidence: string } | undefined
  return { failed: answer.isError === true, text: first?.type === 'text' ? first.text : '', result, verified }
}
async function done(name: string, parameters: Record<string, unknown>) {
  const { text, failed, result, verified } = await act(name, parameters)
  if (failed) throw new Error(`${name}: ${text}`)
  if (verified) expect(verified, verified.evidence).toMatchObject({ effect: 'confirmed' })
  return result ?? {}
}
const read = async (path: string | null) => String((await done('read_document', { path }))['text'])

/** Takes the last step of the window's document back, as its Undo does; returns the name of the step. */
async function undone(): Promise<string> {
  using office = await openOffice({ env: desktop.env, host: null, signal: run.signal })
  const model = await (await office?.service('com.sun.star.frame.Desktop'))?.object('getCurrentComponent')
  const undo = await model?.object('getUndoManager')
  const name = String(await undo?.value('getCurrentUndoActionTitle'))
  await undo?.value('undo')
  return name
}

/** What the window's text looks like in a PDF file of it, and its styles. */
async function look(file: string): Promise<string> {
  await done('save_as', { path: file, file_dir: home, file_name: 'look', file_ext: '.pdf', replace: true })
  const [text, about] = await Promise.all([
    execute('pdftotext', [at('look.pdf'), '-']),
    execute('pdfinfo', [at('look.pdf')]),
  ])
  const words = text.stdout.split(/\s+/).join(' ')
  return [words, /Page size:.*/.exec(about.stdout)?.[0], await read(null)].join('\n')
}

/** Red, green and blue of the first pixel of a picture with eight bits a colour: no filter of its row changes that. */
async function firstPixel(file: string): Promise<number[]> {
  const bytes = await readFile(at(file))
  const data: Buffer[] = []
  for (let begin = 8; begin < bytes.length; begin += 12 + bytes.readUInt32BE(begin)) {
    const isData = bytes.toString('latin1', begin + 4, begin + 8) === 'IDAT'
    if (isData) data.push(bytes.subarray(begin + 8, begin + 8 + bytes.readUInt32BE(begin)))
  }
  return [...inflateSync(Buffer.concat(data)).subarray(1, 4)]
}

/** Opens a document in the office of the windows, and waits until it can be read there. */
async function shownInWindow(file: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'shown')}`
  const words = [profile, '--norestore', '--nologo', at(file)]
  const office = spawn('soffice', words, { env: desktop.env, stdio: 'ignore', detached: true })
  started.push(office.pid ?? 0)
  await expect
    .poll(async () => (await act('read_document', {})).text, { timeout: 90_000, interval: 500 })
    .toContain(file)
}

/** Shows a slide of the window's presentation, from 0. */
async function shownSlide(index: number): Promise<void> {
  using office = await openOffice({ env: desktop.env, host: null, signal: run.signal })
  const model = await (await office?.service('com.sun.star.frame.Desktop'))?.object('getCurrentComponent')
  const slide = await (await model?.object('getDrawPages'))?.object('getByIndex', index)
  await (await model?.object('getCurrentController'))?.value('setCurrentPage', slide)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-documents-'))
  desktop = await startVirtualDesktop(
    { home: folder, runId: 'documents', width: 1280, height: 800, homeMode: 'private', log: () => {} },
    run,
  )
  home = desktop.env['HOME'] ?? folder
  await mkdir(home, { recursive: true })
  call = (await connectTo(build({ env: desktop.env, applications: {}, desktop: 'virtual' }, host))).call
  await writeFile(at('fruit.csv'), 'name,amount\napple,10\npear,20\nfig,12\n')
})
afterAll(async () => {
  for (const pid of started) endGroup(pid)
  await desktop[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('sheets without a window', () => {
  test('a CSV file becomes a workbook, gets a row with a formula, and is read whole', async () => {
    await done('save_as', { path: 'fruit.csv', file_ext: 'xlsx' })
    const written = await done('set_cells', {
      path: 'fruit.xlsx',
      range: 'A5',
      values: [['Total', '=SUM(B2:B4)']],
    })
    expect(written).toMatchObject({ saved: true, range: 'A5:B5', computed: { B5: 42 } })
    expect(await cellsOf('fruit.xlsx')).toMatchObject({ A5: 'Total', B2: '10', B5: '=SUM(B2:B4) → 42' })
    expect(await read('fruit.xlsx')).toContain('| 5 | Total | 42 {=SUM(B2:B4)} |')
    expect(await readFile(at('fruit.csv'), 'utf8')).not.toContain('Total')
  })

  test('a sheet that is not there is made behind the others, and may compute from them', async () => {
    await done('set_cells', { path: 'year.xlsx', range: 'A1', values: [[2], [3]] })
    const values = [['=SUM(Sheet1.A1:A2)']]
    expect(
      await done('set_cells', { path: 'year.xlsx', sheet_name: 'Annual', range: 'B2', values }),
    ).toMatchObject({ sheet: 'Annual', new_sheet: true, computed: { B2: 5 } })
    expect(
      await done('set_cells', { path: 'year.xlsx', range: 'Annual!C2', values: [['x']] }),
    ).not.toHaveProperty('new_sheet')
    expect(await read('year.xlsx')).toMatch(/Sheet1[^]*Annual[^]*\| 2 \|.* x \|/)
  })

  test('dates, codes, texts and truth values arrive as what they are, and commas part arguments', async () => {
    const values = [['2026-01-05', '007', '=IF(A1>1,"a,b",2)', true, 1.5, null]]
    expect(await done('set_cells', { path: 'kinds.xlsx', range: 'A1', values })).toMatchObject({
      computed: { C1: 'a,b' },
    })
    expect(await cellsOf('kinds.xlsx')).toMatchObject({ A1: '46027', B1: '007', E1: '1.5' })
    expect((await cellsOf('kinds.xlsx'))['C1']).toContain('a,b')
  })

  test('a formula with an error is contradicted, and a wrong shape writes nothing', async () => {
    const wrong = await act('set_cells', { path: 'kinds.xlsx', range: 'A3', values: [['=NOPE(A1)']] })
    expect(wrong.verified).toMatchObject({ effect: 'contradicted', evidence: expect.stringContaining('A3') })
    const shape = await act('set_cells', { path: 'kinds.xlsx', range: 'A5:B6', values: [['x']] })
    expect(shape).toMatchObject({ failed: true, text: expect.stringContaining('has 2 rows of 2 cells') })
    expect(await cellsOf('kinds.xlsx')).not.toHaveProperty('A5')
  })

  test('cells are formatted: font, colours, number format, place and width', async () => {
    const values = [['Name', 'Amount'], ['Fig', 1234.5]]
    await done('set_cells', { path: 'look.xlsx', range: 'A1', values })
    await done('format_cells', { path: 'look.xlsx', range: 'A1:B1', bold: true, italic: true, background: 'FFFFCC', color: '#112233', align: 'center', width: 4 })
    await done('format_cells', { path: 'look.xlsx', range: 'Sheet1!B2', number_format: '#,##0.00 "EUR"', wrap: true, font_size: 14 })
    const styles = await part('look.xlsx', 'xl/styles.xml')
    for (const told of [/<b val="true"\/>/, /<i val="true"\/>/, /FFFFFFCC/, /FF112233/, /horizontal="center"/, /formatCode="#,##0\.00&quot; EUR&quot;"/, /wrapText="true"/, /<sz val="14"\/>/])
      expect(styles).toMatch(told)
    expect(await part('look.xlsx', 'xl/worksheets/sheet1.xml')).toMatch(/<col [^>]*customWidth="true"[^>]* width="17\./)
    expect((await act('format_cells', { path: 'look.xlsx', range: 'A1', color: 'red' })).text).toContain('no colour')
    expect((await act('format_cells', { path: 'look.xlsx', range: 'A1' })).text).toContain('Say what to set')
  }) // prettier-ignore

  test('insert_excel_table, sort_range, reorder_columns, get_range_values and table2markdown', async () => {
    const table = [['Product', 'Revenue', 'Twice'], ['Fig', 7, '=B2*2'], ['Pear', 99, '=B3*2'], ['Apple', 12, '=B4*2']]
    await done('insert_excel_table', { path: 'sales.ods', table, sheet_name: 1, start_row: 1, start_col: 1 })
    expect(await done('sort_range', { path: 'sales.ods', by: 'Revenue', descending: true })).toMatchObject({ first_row: ['Pear', 99, 198] })
    const order = await part('sales.ods', 'content.xml')
    expect(order.indexOf('Pear')).toBeLessThan(order.indexOf('Apple'))
    expect(order.indexOf('Apple')).toBeLessThan(order.indexOf('Fig'))
    await done('reorder_columns', { path: 'sales.ods', desired_order: ['Twice', 'Product'] })
    expect(await done('get_range_values', { path: 'sales.ods', start_row: 1, start_col: 1 })).toEqual({
      range: 'A1:C4',
      values: [['Twice', 'Product', 'Revenue'], [198, 'Pear', 99], [24, 'Apple', 12], [14, 'Fig', 7]],
    }) // prettier-ignore
    expect(await done('table2markdown', { path: 'sales.ods', sheet_name: 'Sheet1' })).toMatchObject({
      text: '| Twice | Product | Revenue |\n| --- | --- | --- |\n| 198 | Pear | 99 |\n| 24 | Apple | 12 |\n| 14 | Fig | 7 |',
    })
  }) // prettier-ignore
})

describe('texts, slides and PDF files without a window', () => {
  test('a text is made, changed by its words, and exported', async () => {
    await done('insert_text', { path: 'letter.docx', text: 'Dear ACME team', style: null })
    await done('insert_text', { path: 'letter.docx', text: 'We thank ACME for all. 你好\nYours' })
    await done('insert_text', { path: 'letter.docx', text: 'Chapter', style: 'Heading 1', after: 'Dear ACME' })
    expect(await done('replace_text', { path: 'letter.docx', find: 'ACME', replace_by: 'Globex' })).toMatchObject({ replaced: 2 })
    await done('set_font', { path: 'letter.docx', text: 'Dear Globex team', bold: true, font_size: 20 })
    await done('insert_table', { path: 'letter.docx', rows: 2, columns: 2, values: [['x', 'y'], ['1', '2']] })
    await done('insert_table', { path: 'letter.docx', rows: 2, columns: 2, values: [['x', 'y'], ['1', '2']] })
    await done('insert_text', { path: 'letter.docx', text: 'Yours' })
    const xml = await part('letter.docx', 'word/document.xml')
    expect([xml.match(/<w:tbl>/g)?.length, xml.match(/>Yours</g)?.length]).toEqual([2, 2])
    expect(xml).not.toContain('ACME')
    expect(xml).toMatch(/<w:b\/>(?:(?!<\/w:r>).)*Dear Globex team/s)
    expect(xml).toMatch(/<w:sz w:val="40"\/>(?:(?!<\/w:r>).)*Dear Globex team/s)
    expect(xml).toMatch(/<w:tbl>.*>x<.*>y<.*>1<.*>2<.*<\/w:tbl>/s)
    expect(await read('letter.docx')).toMatch(/^Dear Globex team\n# Chapter\nWe thank Globex for all\. 你好\nYours\n\n\| x \| y \|/)
    await done('save_as', { path: 'letter.docx', file_name: 'letter.pdf' })
    expect((await execute('pdftotext', [at('letter.pdf'), '-'])).stdout).toContain('We thank Globex for all. 你好')
    const pdf = { text: expect.stringMatching(/^--- page 1 of 1 ---\nDear Globex team/) }
    expect(await done('extract_pdf_text', { pdf_path: '~/letter.pdf' })).toMatchObject(pdf)
    expect(await done('list_pdfs_in_directory', { directory_path: '~' })).toEqual([at('letter.pdf')])
    expect(String((await done('extract_all_pdfs_text', { directory_path: '~' }))['text'])).toContain('Yours')
  }) // prettier-ignore

  test('a table goes behind the paragraph with a phrase, and stays apart from a table there', async () => {
    await done('insert_text', { path: 'places.docx', text: 'First\nBetween here\nLast' })
    for (const value of ['lower', 'upper'])
      await done('insert_table', { path: 'places.docx', rows: 1, columns: 1, values: [[value]], after: 'Between' })
    await done('insert_table', { path: 'places.docx', rows: 1, columns: 1, values: [['end']], after: 'Last' })
    await done('insert_table', { path: 'places.docx', rows: 1, columns: 1, values: [['inner']], after: 'lower' })
    expect(await act('insert_table', { path: 'places.docx', rows: 1, columns: 1, after: 'Nowhere' })).toMatchObject({ failed: true, text: expect.stringContaining('has no “Nowhere”') })
    const xml = await part('places.docx', 'word/document.xml')
    expect(await read('places.docx')).toContain('| lower inner |\n| --- |\n\nLast\n\n| end |')
    expect(xml).toMatch(/First.*Between here.*<w:tbl>.*upper.*<\/w:tbl><w:p>.*<w:tbl>.*lower.*<\/w:tbl>.*Last/s)
  }) // prettier-ignore

  test('a phrase that stands in several paragraphs means the one that is it, and else none', async () => {
    await done('insert_text', { path: 'twice.docx', text: 'Costs and costs: Costs\nThe Costs grow\nEnd' })
    expect(await act('insert_text', { path: 'twice.docx', text: 'new', after: 'Costs' })).toMatchObject({
      failed: true,
      text: expect.stringContaining('“Costs” stands in 2 paragraphs: “Costs and costs: Costs”; “The Costs grow”.'),
    })
    await done('insert_text', { path: 'twice.docx', text: 'Costs', after: 'The Costs' })
    await done('insert_text', { path: 'twice.docx', text: 'behind it', after: 'Costs' })
    await done('insert_text', { path: 'twice.docx', text: 'at first', after: 'and costs' })
    expect(await read('twice.docx')).toBe('Costs and costs: Costs\nat first\nThe Costs grow\nCosts\nbehind it\nEnd')
  }) // prettier-ignore

  test('what does not stand behind its phrase, or no longer, is contradicted', async () => {
    await done('insert_text', { path: 'moved.odt', text: 'First\n\nSecond\nThird' })
    await using document = await openDocument(at('moved.odt'), { env: desktop.env, host, signal: run.signal })
    const text = await insertText(document, { text: '\nnew\n\nlines', after: 'First', style: null })
    const table = await insertTable(document, { rows: 1, columns: 1, values: [['cell']], after: 'Second' })
    const checked = async () => [(await text.check(document, false)).holds, (await table.check(document, false)).holds]
    expect(await checked()).toEqual([true, true])
    for (const after of ['First', 'Second']) await insertText(document, { text: `not ${after}`, after, style: null })
    expect(await checked()).toEqual([false, false])
  }) // prettier-ignore

  test('a text gets headings, their table, a footer with numbers and other pages', async () => {
    await done('insert_text', { path: 'report.docx', text: 'Report\nIntro\nSome words.\nResults\nMore words.' })
    expect(await act('insert_contents', { path: 'report.docx' })).toMatchObject({ failed: true, text: expect.stringContaining('has no headings') })
    await done('set_paragraphs', { path: 'report.docx', texts: ['Intro', 'Results'], style: 'Heading 1' })
    await done('set_paragraphs', { path: 'report.docx', texts: ['Report'], align: 'center' })
    expect(await done('insert_contents', { path: 'report.docx', after: 'Report' })).toMatchObject({ headings: 2 })
    await done('set_pages', { path: 'report.docx', header: 'ACME', footer: 'Page {page} of {pages}', margin: 1.5, orientation: 'landscape' })
    const xml = await part('report.docx', 'word/document.xml')
    expect(xml.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(2)
    expect(xml).toMatch(/<w:jc w:val="center"\/>(?:(?!<\/w:p>).)*Report/s)
    expect(xml).toMatch(/Report.*TOC .*Intro.*Results.*Some words/s)
    expect(xml).toMatch(/<w:pgSz (?=[^>]*w:orient="landscape")/)
    expect(xml).toMatch(/<w:pgMar (?=[^>]*w:left="85[01]")/)
    const [footer, header] = await Promise.all(['footer1', 'header1'].map((name) => part('report.docx', `word/${name}.xml`)))
    expect(footer).toMatch(/Page .*PAGE.* of .*NUMPAGES/s)
    expect(header).toContain('ACME')
    await done('set_pages', { path: 'report.docx', header: '', format: 'A5', orientation: 'portrait' })
    const changed = await part('report.docx', 'word/document.xml')
    expect(changed).not.toContain('headerReference')
    expect(changed).toMatch(/<w:pgSz w:w="839[01]" w:h="1190[56]"/)
    expect(await act('set_paragraphs', { path: 'report.docx', texts: ['Intro'], style: 'Nonsense' })).toMatchObject({ failed: true, text: expect.stringContaining('no paragraph style') })
    expect((await act('set_pages', { path: 'report.docx' })).text).toContain('Say what to set')
    expect(await act('set_pages', { path: 'report.docx', format: 'B9' })).toMatchObject({ failed: true, text: expect.stringContaining('There are A3,') })
  }) // prettier-ignore

  test.each(['docx', 'odt'])('paragraphs have the styles of their names in a .%s file', async (ending) => {
    const path = `styles.${ending}`
    const styles = ['Title', 'Subtitle', 'Heading 2', 'Text body', 'Quotations', 'Preformatted Text', 'List']
    await done('insert_text', { path, text: styles.map((style) => `Of ${style}`).join('\n') })
    for (const style of styles) await done('set_paragraphs', { path, texts: [`Of ${style}`], style })
  })

  test('a footer with the number of all pages is none with the number of the page', async () => {
    await done('insert_text', { path: 'footer.odt', text: 'First' })
    await using document = await openDocument(at('footer.odt'), {
      env: desktop.env,
      host,
      signal: run.signal,
    })
    const layout = { header: null, margin: null, format: null, orientation: null }
    const wanted = await setPages(document, { ...layout, footer: '{page}' })
    expect(await wanted.check(document, false)).toMatchObject({ holds: true })
    await setPages(document, { ...layout, footer: '{pages}' })
    expect(await wanted.check(document, false)).toMatchObject({ holds: false })
  })

  test('nothing that a document names is fetched, whatever it is', async () => {
    const asked: string[] = []
    await using server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('x')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const page = `<link rel="stylesheet" href="${url}/style.css"><p>Hello</p><img src="${url}/picture.png">`
    await writeFile(at('page.html'), `<html><body>${page}</body></html>`)
    expect(await read(at('page.html'))).toContain('Hello')
    await done('save_as', { path: at('page.html'), file_name: 'page.pdf' })
    expect(asked).toEqual([])
  })

  test('slides get titles, text and a background', async () => {
    const slides = [{ title: 'Why' }, { title: 'How', text: 'one\ntwo' }, { title: 'What' }]
    await done('add_slides', { path: 'plan.pptx', slides })
    await done('set_background_color', { path: 'plan.pptx', color: '#ff8800', slide_index: [2] })
    const pages = await Promise.all([1, 2, 3].map((number) => part('plan.pptx', `ppt/slides/slide${number}.xml`)))
    expect(pages.map((xml) => [...xml.matchAll(/<a:t>([^<]*)/g)].map(([, text]) => text))).toEqual([['Why'], ['How', 'one', 'two'], ['What']])
    expect(pages.map((xml) => /<p:bg>.*ff8800/is.test(xml))).toEqual([false, true, false])
    expect(await read('plan.pptx')).toBe('## Slide 1\n# Why\n\n## Slide 2\n# How\none\ntwo\n\n## Slide 3\n# What')
    await done('add_slides', { path: 'plan.pptx', slides: [{ title: 'Who' }, { title: 'When' }], after: 1 })
    expect((await read('plan.pptx')).match(/(?<=^# ).*/gm)).toEqual(['Why', 'Who', 'When', 'How', 'What'])
    expect(await act('add_slides', { path: 'plan.pptx', slides: [{ title: 'More' }], after: 9 })).toMatchObject({ failed: true, text: expect.stringContaining('no slide 9') })
  }) // prettier-ignore

  test('nothing is replaced unasked, made of an unknown kind, or done without the gate', async () => {
    expect(await act('save_as', { path: 'fruit.csv', file_ext: '.xlsx' })).toMatchObject({ failed: true, text: expect.stringContaining('is there already') })
    expect(await act('set_cells', { path: 'new.txt', range: 'A1', values: [[1]] })).toMatchObject({ failed: true, text: expect.stringContaining('has to end in') })
    expect(await act('set_cells', { path: 'letter.docx', range: 'A1', values: [[1]] })).toMatchObject({ failed: true, text: expect.stringContaining('is a text document') })
    expect(await act('set_cells', { path: 'fruit.xlsx', range: 'A1', values: [[1]] }, false)).toMatchObject({ failed: true })
    expect(await act('set_cells', { range: 'A1', values: [[1]] })).toMatchObject({ failed: true, text: expect.stringContaining('No document is open') })
  }) // prettier-ignore
})

describe('a document in a window', () => {
  test('is changed there, can be taken back by one Undo, and is saved where that is asked', async () => {
    await done('insert_excel_table', {
      path: 'shown.ods',
      table: [
        ['a', 1],
        ['b', 2],
      ],
      sheet_name: 1,
      start_row: 1,
      start_col: 1,
    })
    await shownInWindow('shown.ods')
    const written = await done('set_cells', { range: 'A3', values: [['Sum', '=SUM(B1:B2)']] })
    expect(written).toMatchObject({ saved: false, document: at('shown.ods'), computed: { B3: 3 } })
    expect(await part('shown.ods', 'content.xml')).not.toContain('Sum')
    expect(await read(null)).toContain('| 3 | Sum | 3 {=SUM(B1:B2)} |')
    expect(await done('select_table_range', { start_row: 1, start_col: 1 })).toMatchObject({
      selected: 'A1:B3',
    })
    expect(
      await done('select_table_range', { start_row: 2, start_col: 2, end_row: 2, end_col: 2 }),
    ).toMatchObject({
      selected: 'B2',
    })
    expect(await undone()).toBe('Deskhand: set cells')
    expect(await read(null)).not.toContain('Sum')
    await done('set_cells', { path: 'shown.ods', range: 'A3', values: [['End', 5]], save: true })
    expect(await part('shown.ods', 'content.xml')).toContain('End')
  })

  test('is saved as a new file by its path alone, and is that file from then on', async () => {
    await done('save_as', { path: '~/again.ods' })
    expect(await part('again.ods', 'content.xml')).toContain('End')
    const more = { range: 'A4', values: [['More']], save: true }
    // The gate can't judge a file that only the window knows.
    expect(await act('set_cells', more)).toMatchObject({ failed: true, text: expect.stringContaining('only saved where you name it') })
    expect(await read(null)).not.toContain('More')
    expect(await done('set_cells', { ...more, path: '~/again.ods' })).toMatchObject({ document: at('again.ods') })
    expect(await act('save_as', { path: '~/shown.ods', file_name: 'again.ods' })).toMatchObject({ failed: true, text: expect.stringContaining('is there already') })
  }) // prettier-ignore

  test('a block of 600 cells is taken back whole', async () => {
    const values = Array.from({ length: 30 }, (_, row) =>
      Array.from({ length: 20 }, (__, column) => row * 20 + column),
    )
    const before = await read(null)
    await done('set_cells', { range: 'D1:W30', values })
    expect(await read(null)).toContain('| 599 |')
    await undone()
    expect(await read(null)).toBe(before)
  })

  test('pages, styles and contents of a text are changed there, and each is taken back by one Undo', async () => {
    await done('insert_text', { path: 'shown.odt', text: 'Report\nIntro\nSome words.' })
    await shownInWindow('shown.odt')
    const told = await done('set_pages', { header: 'ACME', footer: '{page}' })
    expect(told).toMatchObject({ undo: expect.stringContaining('can’t take it back') })
    const steps: [string, Record<string, unknown>][] = [
      ['set_paragraphs', { texts: ['Intro'], style: 'Heading 1' }],
      [
        'set_pages',
        { footer: 'Page {page} of {pages}', margin: 1.5, format: 'A5', orientation: 'landscape' },
      ],
      ['set_pages', { header: 'Bees', margin: 2.5 }],
      ['insert_contents', {}],
    ]
    const looks: string[] = []
    for (const [name, parameters] of steps) {
      looks.push(await look('shown.odt'))
      await done(name, parameters)
    }
    expect(new Set([...looks, await look('shown.odt')]).size).toBe(steps.length + 1)
    for (const [name] of steps.toReversed()) {
      expect(await undone()).toBe(`Deskhand: ${name.replaceAll('_', ' ')}`)
      expect(await look('shown.odt')).toBe(looks.pop())
    }
  })

  test('of a presentation the slide that is shown is saved alone, and its background is seen', async () => {
    await done('add_slides', {
      path: 'shown.odp',
      slides: ['One', 'Two', 'Three'].map((title) => ({ title })),
    })
    await shownInWindow('shown.odp')
    await shownSlide(1)
    await done('set_background_color', { color: '00ff00', slide_index: [2] })
    await done('save_as', { file_name: 'two', file_ext: '.pdf', file_dir: home, current_slide_only: true })
    expect((await execute('pdftotext', [at('two.pdf'), '-'])).stdout.trim()).toBe('Two')
    await done('save_as', { file_name: 'two', file_ext: '.png', file_dir: home, current_slide_only: true })
    expect(await firstPixel('two.png')).toEqual([0, 255, 0])
  })

  test('of which nobody has named the file is not saved where programs start', async () => {
    await writeFile(at('.bash_login'), '# mine\n')
    await shownInWindow('.bash_login')
    const line = { text: 'touch pwned' }
    const refused = { failed: true, text: expect.stringContaining('only saved where you name it') }
    expect(await act('insert_text', { ...line, save: true })).toMatchObject(refused)
    expect(await readFile(at('.bash_login'), 'utf8')).toBe('# mine\n')
    // Named, it is the gate's to ask.
    await done('insert_text', { ...line, save: true, path: '~/.bash_login' })
    expect(await readFile(at('.bash_login'), 'utf8')).toContain('touch pwned')
  })
})
