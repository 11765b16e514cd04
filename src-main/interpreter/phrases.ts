// What a person calls a control by: a name, role words, position words, in every reading that makes sense.
import type { ControlRole } from '../core/desktop.ts'
import { hasQuoted, putBack, putBackQuoted, takeQuotes } from './quotes.ts'

export interface Phrase {
  /** Null when it is called by its role alone: `the second button`. */
  name: string | null
  /** Any role when null. */
  roles: readonly ControlRole[] | null
  /** 1 is the first; -1 is the last. */
  position: number | null
  /** The place where a program shows its result. */
  display: boolean
}

const ROLE_WORDS: Record<string, readonly ControlRole[]> = {
  'push button': ['button'],
  'toggle button': ['toggle button', 'button'],
  'radio button': ['radio button'],
  button: ['button', 'toggle button', 'radio button', 'switch'],
  key: ['button', 'toggle button'],
  'text field': ['edit', 'document', 'password'],
  'text box': ['edit', 'document', 'password'],
  'text area': ['document', 'edit'],
  'search field': ['edit', 'combo box'],
  'password field': ['password'],
  field: ['edit', 'password', 'combo box', 'spinner', 'document'],
  entry: ['edit', 'password', 'combo box', 'list item', 'menu item'],
  input: ['edit', 'password', 'combo box', 'spinner'],
  editor: ['document', 'edit'],
  document: ['document', 'edit', 'web page'],
  'check box': ['check box', 'switch'],
  checkbox: ['check box', 'switch'],
  'tick box': ['check box'],
  'radio box': ['radio button'],
  switch: ['switch', 'toggle button', 'check box'],
  toggle: ['switch', 'toggle button', 'check box'],
  'combo box': ['combo box'],
  'drop-down': ['combo box', 'menu'],
  dropdown: ['combo box', 'menu'],
  box: ['check box', 'edit', 'combo box', 'list', 'spinner', 'password', 'group'],
  'menu item': ['menu item'],
  menu: ['menu', 'combo box', 'button', 'toggle button'],
  item: ['list item', 'menu item', 'tree item', 'row', 'cell'],
  option: ['list item', 'menu item', 'radio button', 'check box'],
  link: ['link'],
  tab: ['tab'],
  list: ['list', 'table', 'tree', 'combo box'],
  tree: ['tree'],
  table: ['table'],
  row: ['row', 'list item', 'tree item'],
  column: ['header'],
  header: ['header'],
  heading: ['heading', 'header'],
  cell: ['cell'],
  slider: ['slider'],
  spinner: ['spinner'],
  icon: ['image', 'list item', 'button'],
  image: ['image'],
  picture: ['image'],
  label: ['text', 'heading'],
  text: ['text', 'document', 'edit', 'heading'],
  title: ['heading', 'text'],
  page: ['web page', 'document', 'tab'],
  'status bar': ['status bar'],
  'tool bar': ['tool bar'],
  password: ['password'],
}
const ROLES = Object.keys(ROLE_WORDS).sort((a, b) => b.length - a.length)

const ORDINALS: Record<string, number> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  last: -1,
}

/** Names for the place where a program shows what it has found. */
const DISPLAY = /^(?:display|screen|result|results|output|calculator display|answer)$/i

const positionOf = (word: string): number | null => {
  const numbered = /^(\d{1,3})(?:st|nd|rd|th)$/i.exec(word)
  const number = numbered ? Number(numbered[1]) : 0
  return ORDINALS[word.toLowerCase()] ?? (number > 0 ? number : null)
}

/** Takes a role word from an end of the text. */
function takeRole(text: string): { rest: string; roles: readonly ControlRole[] } | null {
  const lower = text.toLowerCase()
  for (const role of ROLES) {
    const roles = ROLE_WORDS[role] ?? []
    if (lower === role) return { rest: '', roles }
    if (lower.endsWith(` ${role}`)) return { rest: text.slice(0, -role.length).trim(), roles }
    if (lower.startsWith(`${role} `)) return { rest: text.slice(role.length).trim(), roles }
  }
  return null
}

function takePosition(text: string): { rest: string; position: number } | null {
  const words = text.split(/\s+/)
  const [first = ''] = words
  const position = positionOf(first)
  return position === null ? null : { rest: words.slice(1).join(' '), position }
}

const withoutArticle = (text: string): string => text.replace(/^(?:the|a|an|my)\s+/i, '').trim()

function readQuoted(text: string, texts: string[]) {
  const name = putBack(/\uE000\d+\uE000/.exec(text)?.[0] ?? '', texts)
  const around = withoutArticle(
    text
      .replace(/\uE000\d+\uE000/, ' ')
      .replace(/\b(?:named|called|labell?ed)\b/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const positioned = takePosition(around)
  const left = withoutArticle(positioned?.rest ?? around)
  const role = takeRole(left)
  return { name, role, positioned, left: (role?.rest ?? left).trim() }
}

/** What stands around a quoted name and is neither a role nor a position: it would be passed over. Null when there is none. */
export function strayWords(written: string): string | null {
  const { text, texts } = takeQuotes(written.trim())
  if (!hasQuoted(text)) return null
  const { left } = readQuoted(text, texts)
  return left === '' ? null : putBackQuoted(left, texts)
}

/**
 * All readings, the most literal first: a field may be called “First name”, a button “Menu”. What is in quotes is the
 * name and nothing else.
 */
export function readPhrase(written: string): Phrase[] {
  const { text, texts } = takeQuotes(written.trim())
  if (hasQuoted(text)) {
    const { name, role, positioned } = readQuoted(text, texts)
    return [{ name, roles: role?.roles ?? null, position: positioned?.position ?? null, display: false }]
  }
  const bare = withoutArticle(text.replace(/\s+/g, ' '))
  const readings: Phrase[] = [{ name: bare, roles: null, position: null, display: DISPLAY.test(bare) }]
  const add = (rest: string, roles: Phrase['roles'], position: Phrase['position']) => {
    const name = withoutArticle(rest).replace(/^(?:named|called|labell?ed)\s+|\s+(?:named|called)$/gi, '')
    readings.push({ name: name === '' ? null : name, roles, position, display: DISPLAY.test(name) })
  }
  const role = takeRole(bare)
  if (role) add(role.rest, role.roles, null)
  const positioned = takePosition(bare)
  if (positioned) {
    const rest = withoutArticle(positioned.rest)
    const of = takeRole(rest)
    if (of) add(of.rest, of.roles, positioned.position)
    add(rest, null, positioned.position)
  }
  return readings.filter((reading) => reading.name !== null || reading.roles !== null)
}
