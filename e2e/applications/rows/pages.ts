// Pages in browsers: forms, headings, tables, long lists, questions of the page.
import { all, answers, nothingCalled, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

const NAMED = `<title>Form</title><label>Name <input oninput="document.title='name='+this.value"></label>`

/** A page whose controls tell in its title what was done to them. */
const BOOKING = `<!doctype html><meta charset="utf-8"><title>Form</title><script>const t=(k,v)=>document.title=k+'='+v</script>
<h1>Book a room</h1>
<label>Name <input oninput="t('name',this.value)"></label>
<label>Guests <input type="number" value="1" oninput="t('guests',this.value)"></label>
<label>Arrival <input type="date" onchange="t('arrival',this.value)"></label>
<label>Time <input type="time" onchange="t('time',this.value)"></label>
<label>Room <select onchange="t('room',this.value)">${Array.from({ length: 60 }, (_, index) => `<option>Room ${index + 1}</option>`).join('')}</select></label>
<label><input type="checkbox" onchange="t('breakfast',this.checked)">Breakfast</label>
<textarea aria-label="Wishes" oninput="t('wishes',this.value.replaceAll('\\n','/'))"></textarea>
<div role="tablist"><button role="tab" aria-selected="true">Room</button><button role="tab" onclick="t('tab','price')">Price</button></div>
<a href="#" onclick="t('link','terms')">Terms and conditions</a>
<button onclick="t('button','more')">Show more</button>
<p>Total: <output aria-label="Total">120 €</output></p>`

const form = (browser: string, what: string, command: string, oracle: RegExp | Row['oracle']): Row => ({
  title: `${browser}: ${what}`,
  program: browser,
  files: { 'form.html': BOOKING },
  command: `open "~/form.html" with ${browser}, ${command}`,
  oracle: oracle instanceof RegExp ? windowCalled(oracle) : oracle,
})

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

/** A page whose controls tell in its title what was done to them. */
const SHOP = `<!doctype html><meta charset="utf-8"><title>Shop</title><script>const t=(k,v)=>document.title=k+'='+v</script>
<label>Volume <input type="range" value="20" oninput="t('volume',this.value)"></label>
<label><input type="radio" onchange="t('ship','express')">Express</label>
<details ontoggle="t('details',this.open)"><summary>More details</summary></details>
<button role="switch" aria-checked="false" onclick="this.ariaChecked='true';t('night','on')">Night mode</button>
<div role="combobox" tabindex="0" aria-label="Country" aria-expanded="false" aria-controls="countries"
 onclick="countries.hidden=false;this.ariaExpanded='true'">Choose…</div>
<ul role="listbox" id="countries" hidden>${['Austria', 'Japan']
  .map(
    (name) =>
      `<li role="option" onclick="document.querySelector('[role=combobox]').textContent='${name}';countries.hidden=true;t('country','${name}')">${name}</li>`,
  )
  .join('')}</ul>
<table><tr onclick="t('row','pear')"><td>Pear</td><td>5</td></tr></table>`

const shop = (what: string, command: string, title: RegExp): Row => ({
  title: `chromium: ${what}`,
  program: 'chromium',
  files: { 'shop.html': SHOP },
  command: `open "~/shop.html", ${command}`,
  oracle: windowCalled(title),
})

export const PAGES: readonly Row[] = [
  {
    title: 'falkon: a field of a page is filled',
    program: 'falkon',
    files: { 'form.html': NAMED },
    command: 'open "~/form.html" with falkon, type "Ada" into Name',
    oracle: windowCalled(/name=Ada/),
  },
  {
    title: 'epiphany: a field of a page is filled',
    program: 'epiphany-browser',
    files: { 'form.html': NAMED },
    command: 'open "~/form.html" with epiphany, type "Ada" into Name',
    oracle: windowCalled(/name=Ada/),
  },
  {
    title: 'konqueror: a field of a page is filled',
    program: 'konqueror',
    files: { 'form.html': NAMED },
    command: 'open "~/form.html" with konqueror, type "Ada" into Name',
    oracle: windowCalled(/name=Ada/),
  },
  form('firefox-esr', 'a field is filled', 'type "Ada" into Name', /name=Ada/),
  form('firefox-esr', 'a number is set', 'set Guests to 4', /guests=4/),
  form('firefox-esr', 'an item of a long list is selected', 'select "Room 48" from Room', /room=Room 48/),
  form('firefox-esr', 'a box is checked', 'check Breakfast', /breakfast=true/),
  {
    ...form(
      'firefox-esr',
      'a date whose parts say nothing is told',
      'set Arrival to "2027-03-14"',
      () => 'done',
    ),
    told: /made of parts/,
    oracle: nothingCalled(/arrival=/),
  },
  form('firefox-esr', 'a tab of the page is clicked', 'click Price', /tab=price/),
  form('firefox-esr', 'a value is read', 'read Total', answers(/120 €/)),
  form('chromium', 'a number field is set', 'set Guests to 4', /guests=4\b/),
  form('chromium', 'a date is set', 'set Arrival to "2027-03-14"', /arrival=2027-03-14/),
  form('chromium', 'a time is set', 'set Time to "14:30"', /time=14:30/),
  form('chromium', 'a link is clicked', 'click "Terms and conditions"', /link=terms/),
  form('chromium', 'lines are typed into a text area', 'type "one\ntwo" into Wishes', /wishes=one\/two/),
  {
    title: 'netsurf: a page is opened by its address',
    program: 'netsurf-gtk',
    files: {
      'form.html': '<title>First</title><a href="b.html">Second</a>',
      'b.html': '<title>Second page</title>x',
    },
    command: 'open netsurf, press Ctrl+L, type "file://{home}/b.html", press Enter',
    oracle: windowCalled(/Second page/),
  },
  {
    title: 'dillo: a page is opened',
    program: 'dillo',
    files: { 'b.html': '<title>Second page</title>x' },
    command: 'open "~/b.html" with dillo',
    oracle: windowCalled(/Second page/),
  },
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
  shop('a slider is set', 'set Volume to 70', /volume=70/),
  shop('a radio button is checked', 'check Express', /ship=express/),
  shop('a part that is folded is opened', 'click "More details"', /details=true/),
  shop('a switch is turned on', 'turn on "Night mode"', /night=on/),
  shop('an item is chosen in a list that the page draws', 'choose Japan in Country', /country=Japan/),
  shop('a row of a table is clicked', 'click Pear', /row=pear/),
]
