// What `texts` reads of real applications where more is in a page, document or list than is in sight.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DrivenDesktop } from '../testing/driven-desktop.ts'

const paragraphs = Array.from({ length: 80 }, (_, index) => `<p>Paragraph ${index + 1} of <b>many</b>.</p>`)
const PAGE = `<!doctype html><meta charset="utf-8"><title>Tides</title><h1>Tides</h1>
<p>See <a href="#end">the end</a> first, it is 8 € cheaper.</p>
<form><label>Code <input value="entered-by-the-person"></label><label>PIN <input type="password" value="4711"></label></form>
${paragraphs.join('')}
<table><tr><th>Name</th><th>City</th></tr><tr><td>Jürgen Groß</td><td>Köln</td></tr></table>
<div style="display:none">not shown to anybody</div><p id="end">The last line.</p>`

const paragraph = (index: number) => `<text:p>Line ${index + 1} of the letter.</text:p>`
const LETTER = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${Array.from({ length: 20 }, (_, index) => paragraph(index)).join('')}</office:text></office:body></office:document>`

let opened: DrivenDesktop | null = null
async function start(name: string, file: string, text: string): Promise<DrivenDesktop> {
  opened = await DrivenDesktop.start('texts')
  const path = join(opened.folder, file)
  writeFileSync(path, text)
  await opened.open(name, [path])
  return opened
}
afterEach(async () => {
  await opened?.[Symbol.asyncDispose]()
  opened = null
})

test('chromium: a page is read whole, links and tables in their places, but no field of it', async () => {
  const desktop = await start('chromium', 'tides.html', PAGE)
  await desktop.control('text', 'Paragraph 1 of')
  const { id } = await desktop.control('web page', 'Tides')
  const text = String(await desktop.get('texts', { id }))
  const lines = text.split('\n')
  expect(lines.slice(0, 2)).toEqual(['Tides', 'See the end first, it is 8 € cheaper.'])
  for (const index of [1, 40, 80]) expect(lines).toContain(`Paragraph ${index} of many.`)
  expect(lines.slice(-3)).toEqual(['Name\tCity', 'Jürgen Groß\tKöln', 'The last line.'])
  expect(text).not.toMatch(/entered-by|4711|not shown/)
  expect(await desktop.get('texts', { id, from: text.length - 14 })).toBe('The last line.')
})

test('chromium: a page that was left is neither read nor clicked, though it is kept and says that it is showing', async () => {
  // A page from a file is not kept.
  const server = createServer((request, reply) => {
    const [here, there] = request.url === '/b' ? ['Second', 'a'] : ['First', 'b']
    reply.setHeader('content-type', 'text/html')
    reply.end(`<title>Shop</title><h1>${here}</h1><a href="/${there}">To ${there}</a>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    opened = await DrivenDesktop.start('left')
    const { port } = server.address() as AddressInfo
    await opened.open('chromium', [`http://127.0.0.1:${port}/a`])
    const link = await opened.target('link', 'To b')
    const { id } = await opened.control('web page', 'Shop')
    await opened.act('click_input', link)
    await opened.control('link', 'To a')
    await expect(opened.get('texts', { id })).rejects.toThrow(/no control/)
    await expect(opened.get('click_input', link)).rejects.toThrow(/no control/)
  } finally {
    server.close()
  }
})

test('LibreOffice Writer: a document is read with the paragraphs that are in sight', async () => {
  const desktop = await start('LibreOffice Writer', 'letter.fodt', LETTER)
  await desktop.control('edit', '')
  const { id } = await desktop.control('document', '')
  const lines = String(await desktop.get('texts', { id })).split('\n')
  expect(lines).toEqual(Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of the letter.`))
})
