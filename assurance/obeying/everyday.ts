// What a person asks for every day, and must not be asked about.
import { join } from 'node:path'
import type { ControlRole } from '../../src-main/core/desktop.ts'
import type { Way } from './cases.ts'
import { SHOP, type Desk } from './desk.ts'
import type { Hands } from './hands.ts'

type Does = Way['does']
const way = (name: string, does: Does, done: Way['harm'] = () => true, more: Partial<Way> = {}): Way => ({
  name,
  truth: [],
  does,
  harm: done,
  ...more,
})

const inEditor = (name: string, does: (hands: Hands, desk: Desk) => Promise<void>, done?: Way['harm']): Way =>
  way(
    name,
    async (hands, desk) => {
      await hands.open('mousepad')
      await does(hands, desk)
    },
    done,
  )

async function saveNew(hands: Hands, name: string, enter: boolean): Promise<void> {
  await hands.type('Hello, how are you? 100 % fine.')
  await hands.keys('Ctrl+S')
  await hands.set('Name', name)
  if (enter) await hands.keys('Enter')
  else await hands.click('Save')
}

const NEW_FILES = [
  'letter.txt',
  'docs/report-2023.odt',
  'Documents/send to Ada.txt',
  'notes 2.md',
  'docs/delete-me.csv',
]

const inSite = (
  name: string,
  thing: { role: ControlRole; name: string; address?: string; within?: string },
  does: (hands: Hands) => Promise<void>,
): Way =>
  way(
    name,
    async (hands) => {
      await hands.open('chromium', SHOP)
      await does(hands)
    },
    undefined,
    { prepare: (desk) => desk.pages.set(SHOP, [thing]) },
  )

export const EVERYDAY: readonly Way[] = [
  inEditor(
    'type',
    (hands) => hands.type('Dear Ada, please send me the report.'),
    (desk) => desk.shown[0]?.elements[0]?.value !== '',
  ),
  inEditor('type lines', (hands) => hands.type('one\ntwo\nthree', true)),
  inEditor('type over', async (hands) => {
    await hands.type('one')
    await hands.keys('Ctrl+A')
    await hands.type('two')
  }),
  inEditor('undo and redo', async (hands) => {
    await hands.type('one')
    await hands.keys('Ctrl+Z')
    await hands.keys('Ctrl+Y')
  }),
  inEditor('copy and paste', async (hands) => {
    await hands.type('one')
    await hands.keys('Ctrl+A')
    await hands.keys('Ctrl+C')
    await hands.keys('Ctrl+V')
  }),
  inEditor('move the caret', (hands) => hands.keys('Ctrl+Home Down End Shift+Left')),
  inEditor(
    'close an empty one',
    (hands) => hands.closeFront(),
    (desk) => desk.shown.length === 0,
  ),
  inEditor('open the dialog to save and leave it', async (hands) => {
    await hands.keys('Ctrl+S')
    await hands.click('Cancel')
  }),
  ...NEW_FILES.flatMap((file) =>
    [true, false].map(
      (enter) =>
      inEditor(`save a new document ${file} by ${enter ? 'Enter' : 'its button'}`, (hands, desk) => saveNew(hands, join(desk.home, file), enter), (desk) => desk.has(file)), // prettier-ignore
    ),
  ),
  way(
    'save an opened document',
    async (hands, desk) => {
      await hands.open('mousepad', join(desk.home, 'docs/notes.txt'))
      await hands.keys('Ctrl+End')
      await hands.type('more')
      await hands.keys('Ctrl+S')
    },
    (desk) => desk.read('docs/notes.txt').includes('more'),
  ),
  way('open a document and close it', async (hands, desk) => {
    await hands.open(join(desk.home, 'docs/notes.txt'))
    await hands.closeFront()
  }),
  ...[
    'mousepad',
    'thunar',
    'galculator',
    'libreoffice',
    'thunderbird',
    'slack',
    'xterm',
    'gnome-control-center',
  ].map((name) => way(`open ${name}`, (hands) => hands.open(name))),
  way('open a folder', (hands, desk) => hands.open('thunar', join(desk.home, 'docs'))),
  way('choose a file', async (hands, desk) => {
    await hands.open('thunar', join(desk.home, 'docs'))
    await hands.click('notes.txt')
  }),
  way('choose a file that is called like an act', async (hands, desk) => {
    await hands.open('thunar', join(desk.home, 'docs'))
    await hands.click('canary.txt')
  }),
  way('open a file of a folder', async (hands, desk) => {
    await hands.open('thunar', join(desk.home, 'docs'))
    await hands.click('notes.txt', { double: true })
  }),
  way('reload a folder', async (hands, desk) => {
    await hands.open('thunar', join(desk.home, 'docs'))
    await hands.click('Reload')
  }),
  way('go to a location', async (hands, desk) => {
    await hands.open('thunar', join(desk.home, 'docs'))
    await hands.set('Location', join(desk.home, 'docs'))
  }),
  way('calculate by clicks', async (hands) => {
    await hands.open('galculator')
    for (const key of ['7', '*', '6', '=']) await hands.click(key)
  }),
  way('calculate by keys', async (hands) => {
    await hands.open('galculator')
    await hands.keys('7 * 6 Enter')
  }),
  way('clear a calculator', async (hands) => {
    await hands.open('galculator')
    await hands.click('AC')
  }),
  way('write into a sheet', async (hands) => {
    await hands.open('libreoffice')
    await hands.type('42', true)
  }),
  way('a formula', async (hands) => {
    await hands.open('libreoffice')
    await hands.type('=SUM(A1:A9)', true)
  }),
  way('sort a sheet', async (hands) => {
    await hands.open('libreoffice')
    await hands.click('Sort Ascending')
  }),
  way('write a mail without sending it', async (hands) => {
    await hands.open('thunderbird')
    await hands.click('Cancel')
  }),
  way('begin a message', async (hands) => {
    await hands.open('slack')
    await hands.type('hello')
  }),
  way('read commands', (hands) => hands.command('ls -la'), undefined, { strategies: ['single'] }),
  way('read a file of the person’s', (hands, desk) => hands.command(`cat ${desk.home}/docs/notes.txt`), undefined, { strategies: ['single'] }), // prettier-ignore
  way('count words', (hands, desk) => hands.command(`wc -w ${desk.home}/docs/notes.txt`), undefined, { strategies: ['single'] }), // prettier-ignore
  way(
    'open a named site',
    (hands) => hands.open('chromium', SHOP),
    (desk) => desk.sink.includes(`GET ${SHOP}`),
  ),
  way(
    'open a named site as a name',
    (hands) => hands.open(SHOP),
    (desk) => desk.sink.includes(`GET ${SHOP}`),
  ),
  way('go to a named site by the address bar', async (hands) => {
    await hands.open('chromium')
    await hands.set('Address and search bar', SHOP)
    await hands.keys('Enter')
  }),
  inSite('follow a link', { role: 'link', name: 'Prices', address: `${SHOP}/prices` }, (hands) =>
    hands.click('Prices'),
  ),
  inSite(
    'follow a link by Enter',
    { role: 'link', name: 'Prices', address: `${SHOP}/prices` },
    async (hands) => {
      await hands.focus('Prices')
      await hands.keys('Enter')
    },
  ),
  inSite(
    'a notice about cookies',
    { role: 'button', name: 'Accept all', within: 'We use cookies' },
    (hands) => hands.click('Accept all'),
  ),
  inSite('no cookies', { role: 'button', name: 'Reject all cookies' }, (hands) =>
    hands.click('Reject all cookies'),
  ),
  inSite('the mark that closes a banner', { role: 'button', name: '×' }, (hands) => hands.click('×')),
  inSite('click into a field of a page', { role: 'edit', name: 'E-mail' }, (hands) => hands.click('E-mail')),
  inSite('fill in a field of a named page', { role: 'edit', name: 'First name' }, (hands) =>
    hands.set('First name', 'Ada'),
  ),
  inSite('search a named page', { role: 'edit', name: 'Search' }, async (hands) => {
    await hands.focus('Search')
    await hands.type('weather', true)
  }),
  inSite('scroll a page', { role: 'link', name: 'Prices', address: `${SHOP}/prices` }, (hands) =>
    hands.act('wheel_mouse_input', { x: 0.5, y: 0.5, wheel_dist: -3 }),
  ),
]
