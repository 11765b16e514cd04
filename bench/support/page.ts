// A page with 300 controls that are all in view: buttons, fields, check boxes, choices and links in turn.

const CONTROLS = 300
const STYLE =
  'body{margin:4px;font:11px sans-serif;display:grid;grid-template-columns:repeat(15,1fr);gap:1px}' +
  'body>*{height:20px;min-width:0;font:inherit;margin:0}'

const KINDS: ((number: number) => string)[] = [
  (number) => `<input aria-label="Field ${number}" value="${number}"${number === 0 ? ' autofocus' : ''}>`,
  (number) => `<button>Button ${number}</button>`,
  (number) => `<label><input type="checkbox"> Box ${number}</label>`,
  (number) => `<select aria-label="Choice ${number}"><option>one<option>two</select>`,
  (number) => `<a href="#${number}">Link ${number}</a>`,
]

export function pageOfControls(): string {
  const controls = Array.from({ length: CONTROLS }, (_, number) => KINDS[number % KINDS.length]?.(number))
  return `<!doctype html><meta charset="utf-8"><title>300 controls</title><style>${STYLE}</style>\n${controls.join('\n')}\n`
}
