// Commands on the widgets that pages draw themselves, each of which tells in its title what it was made to be.
import { answers, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>Test page</title><body style="font:16px sans-serif">'

const row = (title: string, body: string, command: string, expected: RegExp): Row => ({
  title: `chromium: ${title}`,
  program: 'chromium',
  files: { 'page.html': `${PAGE}${body}` },
  command: `open "~/page.html" with chromium, ${command}`,
  oracle: windowCalled(expected),
})

const says = (word: string, value = 'this.value'): string => `document.title='${word} '+${value}`

const SLIDER = `<div role="slider" tabindex="0" aria-label="Brightness" aria-valuemin="0" aria-valuemax="10" aria-valuenow="3"
  style="width:200px;height:20px;background:#ccc" onkeydown="let v=+this.getAttribute('aria-valuenow');if(event.key=='ArrowRight')v++;
  if(event.key=='ArrowLeft')v--;this.setAttribute('aria-valuenow',v);document.title='bright '+v"></div>`

const COUNTRIES = `<label id="l">Country</label><div role="combobox" aria-labelledby="l" aria-expanded="false" tabindex="0" id="c"
  onclick="b.hidden=!b.hidden;this.setAttribute('aria-expanded',!b.hidden)">Choose…</div><ul id="b" role="listbox" hidden>${[
    'Austria',
    'Croatia',
    'Denmark',
  ]
    .map(
      (name) =>
        `<li role="option" onclick="b.hidden=true;c.textContent='${name}';document.title='country ${name}'">${name}</li>`,
    )
    .join('')}</ul>`

const EDITED = ['Ann', 'Bob', 'Cem']
  .map((name) => `<tr><td>${name}<td><button onclick="document.title='edit ${name}'">Edit</button>`)
  .join('')

const STREET = (name: string): string =>
  `<fieldset><legend>${name}</legend><label>Street <input oninput="${says(name)}"></label></fieldset>`

const SIZES = ['Small', 'Medium', 'Large']
  .map(
    (size) => `<label><input type="radio" name="s" onchange="document.title='size ${size}'">${size}</label>`,
  )
  .join('')

const NICKNAME = `<x-f></x-f><script>customElements.define('x-f',class extends HTMLElement{constructor(){super();
  const r=this.attachShadow({mode:'open'});r.innerHTML='<label>Nickname <input></label><button>Go on</button>';
  r.querySelector('button').onclick=()=>document.title='nick '+r.querySelector('input').value}})</script>`

const SHIRTS = `<ul role="listbox" tabindex="0" aria-label="Size">${['S', 'M', 'XL']
  .map(
    (size) =>
      `<li role="option" onclick="this.setAttribute('aria-selected',true);document.title='size ${size}'">${size}`,
  )
  .join('')}</ul>`

const PROFILE = `<button onclick="d.showModal()">Edit profile</button><dialog id="d" aria-label="Profile">
  <label>Nickname <input id="k" value="old"></label><label>Role <select id="r"><option>Reader<option>Editor</select></label>
  <label><input id="c" type="checkbox"> Public</label>
  <button onclick="document.title=[k.value,r.value,c.checked];d.close()">Done</button></dialog>`
const FILLED = 'click "Edit profile", set Nickname to "ada", set Role to Editor, check Public, click Done'

export const WIDGETS: readonly Row[] = [
  row(
    'a date is set in its parts',
    `<label>Birthday <input type="date" onchange="${says('date')}"></label>`,
    'set Birthday to 2001-02-03',
    /date 2001-02-03/,
  ),
  row(
    'a month is set in its parts',
    `<label>Month <input type="month" onchange="${says('month')}"></label>`,
    'set Month to 2027-05',
    /month 2027-05/,
  ),
  row(
    'a range is set',
    `<label>Volume <input type="range" value="20" oninput="${says('volume')}"></label>`,
    'set Volume to 70',
    /volume 70/,
  ),
  row('a slider that the page draws is moved by its keys', SLIDER, 'set Brightness to 6', /bright 6/),
  row('an item of a list that the page draws', COUNTRIES, 'select Croatia from Country', /country Croatia/),
  row(
    'a table is sorted by a button in its header',
    `<table><thead><tr><th>Name<th><button onclick="document.title='by age'">Age</button></thead><tr><td>Ann<td>37</table>`,
    'click Age',
    /by age/,
  ),
  row(
    'of buttons with one name the one in a row',
    `<table>${EDITED}</table>`,
    'click the Edit button in the row of Bob',
    /edit Bob/,
  ),
  row(
    'of fields with one name the one in a group',
    STREET('Billing') + STREET('Shipping'),
    'type "Elm 1" into Street in Shipping',
    /Shipping Elm 1/,
  ),
  row('a radio button is selected', SIZES, 'select Large', /size Large/),
  row(
    'a group is set to a radio button',
    `<fieldset><legend>Size</legend>${SIZES}</fieldset>`,
    'set Size to Medium',
    /size Medium/,
  ),
  row(
    'a field is emptied',
    `<label>Topic <input value="old" oninput="document.title='['+this.value+']'"></label>`,
    'clear Topic',
    /^\[\]/,
  ),
  row(
    'lines are typed into an editor of the page',
    `<div contenteditable aria-label="Body" role="textbox" style="min-height:50px" oninput="document.title=this.innerText.replaceAll('\\n','|')"></div>`,
    'type "one" into Body, press Enter, type "two"',
    /^one\|+two/,
  ),
  row(
    'a field in a frame',
    `<iframe srcdoc="<label>Comment <input oninput=&quot;parent.document.title='c '+this.value&quot;></label>"></iframe>`,
    'type "fine" into Comment',
    /^c fine/,
  ),
  row('a field in a shadow tree', NICKNAME, 'type "Bo" into Nickname, click "Go on"', /nick Bo/),
  row(
    'a form in a dialog of the page',
    `<button onclick="d.showModal()">New contact</button><dialog id="d"><label>Name <input id="n"></label>
    <button onclick="document.title='saved '+n.value;d.close()">Keep contact</button></dialog>`,
    'click "New contact", type "Ada" into Name, click "Keep contact"',
    /saved Ada/,
  ),
  row(
    'a question for a text is answered',
    `<button onclick="document.title='said '+prompt('Your name?')">Greet</button>`,
    'click Greet, type "Ada", click OK',
    /said Ada/,
  ),
  row(
    'an item of a menu that the page draws',
    `<button aria-haspopup="menu" onclick="m.hidden=!m.hidden">Actions</button><ul id="m" role="menu" hidden>
    <li role="menuitem" tabindex="-1" onclick="document.title='twice'">Duplicate</li></ul>`,
    'choose Actions > Duplicate',
    /twice/,
  ),
  row(
    'a switch of the page is turned on',
    `<button role="switch" aria-checked="false" onclick="this.setAttribute('aria-checked',true);document.title='dark'">Dark mode</button>`,
    'turn on Dark mode',
    /dark/,
  ),
  row(
    'a Chinese form is filled',
    `<label>姓名 <input id="v"></label><label>城市 <select id="n"><option>上海<option>北京</select></label>
    <button onclick="document.title=v.value+n.value">确定</button>`,
    'type "王芳" into 姓名, set 城市 to 北京, click 确定',
    /王芳北京/,
  ),
  {
    ...row(
      'the field for searching is the page’s',
      `<label>Search <input type="search" oninput="${says('sought')}"></label>`,
      'type "tea" into the search field',
      /sought tea/,
    ),
  },
  {
    ...row(
      'what a folded part shows is read',
      `<details><summary>Opening hours</summary><p>Mon to Fri</p></details>`,
      'click "Opening hours", read "Mon to Fri"',
      /Test page/,
    ),
    oracle: answers(/^Mon to Fri/),
  },
  row(
    'a button that is only a sign is clicked by its tip',
    `<button title="Mark as done" onclick="document.title='marked'">✓</button><button title="Archive">🗄</button>`,
    'click "Mark as done"',
    /marked/,
  ),
  row(
    'a word without quotes is typed',
    `<label>Name <input oninput="${says('name')}"></label>`,
    'click Name, type hello',
    /name hello/,
  ),
  row(
    'a text is put into a field, and a button is pressed',
    `<label>Name <input id="n"></label><button onclick="document.title='hi '+n.value">Greet</button>`,
    'put "Ada" into Name, press the Greet button',
    /hi Ada/,
  ),
  row('an item of a list that has no box of its own', SHIRTS, 'select XL from Size', /size XL/),
  row('the fields of a dialog are filled in', PROFILE, FILLED, /^ada,Editor,true/),
]
