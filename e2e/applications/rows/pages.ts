// Pages in Chromium: forms, headings, tables, long lists, questions of the page.
import { all, answers, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

const page = (title: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><body style="font:16px sans-serif">${body}`

const row = (
  title: string,
  body: string,
  command: string,
  more: Pick<Row, 'oracle'> & Partial<Row>,
): Row => ({
  title: `chromium: ${title}`,
  program: 'chromium',
  files: { 'page.html': page('Test page', body) },
  command: `open "~/page.html", ${command}`,
  ...more,
})

const FAR_LIST = `<ul style="height:200px;overflow:auto">${Array.from({ length: 300 }, (_, n) => `<li><button onclick="document.title='chose ${n + 1}'">Entry ${n + 1}</button>`).join('')}</ul>`

export const PAGES: readonly Row[] = [
  row('a heading is read', '<h1>Big news</h1><p>Something has happened.</p>', 'read heading', {
    oracle: answers(/^Big news$/),
    fast: true,
  }),
  row(
    'a cell of a table is clicked',
    '<table border><tr><th>Name<th>Age<tr><td>Ann<td onclick="document.title=\'clicked 37\'">37</table>',
    'click 37',
    { oracle: windowCalled(/clicked 37/) },
  ),
  row(
    'a field is called by its placeholder',
    '<input placeholder="Search the shop" oninput="document.title=\'typed \'+this.value">',
    'type "socks" into "Search the shop"',
    { oracle: windowCalled(/typed socks/), fast: true },
  ),
  row(
    'a button far down is scrolled to',
    `<p style="height:3000px">Top<p><button onclick="document.title='pressed'">Far below</button>`,
    'click "Far below"',
    { oracle: windowCalled(/pressed/) },
  ),
  row('an entry far down in a list is clicked', FAR_LIST, 'click "Entry 250" button', {
    oracle: windowCalled(/chose 250/),
  }),
  row(
    'an item of a long list is selected',
    `<label>Year <select onchange="document.title='year '+this.value">${Array.from({ length: 120 }, (_, n) => `<option>${1900 + n}`).join('')}</select></label>`,
    'select 1987 from Year',
    { oracle: windowCalled(/year 1987/) },
  ),
  row(
    'a question of the page is answered',
    `<button onclick="document.title=confirm('Really?')?'yes':'no'">Ask me</button>`,
    'click "Ask me", click OK',
    { oracle: windowCalled(/^yes/) },
  ),
  row(
    'a box with its label beside it is checked',
    `<p><input type="checkbox" id="a" onchange="document.title='news '+this.checked"><label for="a">Send me news</label>`,
    'check "Send me news"',
    { oracle: windowCalled(/news true/) },
  ),
  row(
    'a number and a date are set',
    `<label>Amount <input type="number" value="1" oninput="document.title='amount '+this.value"></label>`,
    'set Amount to 25',
    { oracle: windowCalled(/amount 25/) },
  ),
  row(
    'the address bar leads to another page',
    '<p>First',
    'type "file://{home}/other.html" into "Address and search bar", press Enter, read heading',
    {
      files: { 'page.html': page('Test page', '<p>First'), 'other.html': page('Other', '<h1>Second</h1>') },
      oracle: all(answers(/^Second$/), windowCalled(/Other/)),
    },
  ),
  row(
    'a text area takes lines',
    `<label>Message <textarea oninput="document.title='has '+this.value.replaceAll('\\n','|')"></textarea></label>`,
    'type "one" into Message, press Enter, type "two" into Message',
    { oracle: windowCalled(/^has one\|two/) },
  ),
]
