// The same engine on four toolkits: GTK 4, Qt 5, LibreOffice and a page in Chromium. The judge is never Deskhand.
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { place, runIn, startRun, story, type Place } from './support/deskhand.ts'
import { watchMemory } from './support/memory.ts'

const exec = promisify(execFile)
/** Bytes of Deskhand's own programs, whatever they look at. */
const MAX_MEMORY = 500 * 1024 * 1024

const run = async (where: Place, request: string, more: string[] = []) => {
  const done = await runIn(where, request, [...more])
  expect(done.code, `${done.stderr}\n${story(done.events)}`).toBe(0)
  return done
}

test('gnome-calculator (GTK 4) computes what it is told to', async () => {
  await using where = await place()
  const { last } = await run(
    where,
    'open gnome-calculator, click 9, click "×", click 8, click "=", read display',
  )
  expect(String(last?.result)).toMatch(/\b72\b/)
})

test('featherpad (Qt 5) writes a text to a file', async () => {
  await using where = await place()
  const text = 'naïve café 你好 😀 !@#$%^&*()'
  await run(where, `open featherpad, type "${text}", save as "~/qt.txt"`)
  expect((await readFile(join(where.home, 'qt.txt'), 'utf8')).trimEnd()).toBe(text)
})

test('LibreOffice Calc takes cells and saves them as xlsx and as csv; its two thousand million cells cost Deskhand no more than any window', async () => {
  await using where = await place()
  const request =
    'open LibreOffice Calc, press Ctrl+Home, type "Fruit", press Tab, type "Number", press Enter, type "Äpfel 你好", press Tab, type "42", press Enter, save as "~/t.xlsx", save as "~/t.csv"'
  const running = startRun(where, request)
  using memory = watchMemory(running.child.pid ?? 0)
  const { code } = await running.ended
  expect(code, `${running.stderr()}\n${story(running.events)}`).toBe(0)
  expect(memory.seen.most).toBeGreaterThan(0)
  expect(memory.seen.most).toBeLessThan(MAX_MEMORY)
  expect((await readFile(join(where.home, 't.csv'), 'utf8')).trim().split('\n')).toEqual([
    'Fruit,Number',
    'Äpfel 你好,42',
  ])
  // An xlsx is a zip of XML: the texts are among the shared strings, the number in the sheet.
  const read = async (part: string) =>
    (
      await exec('python3', [
        '-c',
        'import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))',
        join(where.home, 't.xlsx'),
        part,
      ])
    ).stdout
  const strings = await read('xl/sharedStrings.xml')
  // A cell with two scripts is stored as runs.
  const texts = strings
    .split('</si>')
    .map((item) => [...item.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((part) => part[1]).join(''))
  expect(texts).toContain('Äpfel 你好')
  expect(texts).toContain('Fruit')
  expect(await read('xl/worksheets/sheet1.xml')).toContain('<v>42</v>')
})

const FORM = `<!doctype html><meta charset="utf-8"><title>Order form</title>
<form method="post" action="/sent" style="display:grid;gap:12px;max-width:400px;font:16px sans-serif">
<label>Your name <input name="name"></label>
<label>Country <select name="country"><option>Austria</option><option>Japan</option><option>Kenya</option></select></label>
<label><input type="checkbox" name="news" value="yes"> Send me news</label>
<button>Submit order</button></form>`

test('a form in Chromium is filled in and sent', async () => {
  await using where = await place()
  const sent: string[] = []
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method !== 'POST') {
      response.end(FORM)
      return
    }
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      sent.push(body)
      response.end('<!doctype html><title>Thanks</title><h1>Order received</h1>')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const page = join(where.home, 'order.html')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await writeFile(page, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`)
    const { events } = await run(
      where,
      'open "~/order.html", wait for "Your name" field, type "Zoë Müller 你好" in "Your name" field, select Japan in Country, check "Send me news", click "Submit order" button, wait for "Order received"',
      ['--yes-to', 'send'],
    )
    expect(sent.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
      { name: 'Zoë Müller 你好', country: 'Japan', news: 'yes' },
    ])
    // Without that word of the person it would have been asked about.
    const sending = events.filter(
      (event) => event.type === 'gate_decided' && event.categories.includes('send'),
    )
    expect(sending, story(events)).not.toEqual([])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
