// Lists the words for kinds of control, in the languages of most prompts, models and commands.
import type { ControlRole } from '../core/desktop.ts'
import { isUnspaced, wordsAt } from './words.ts'

export interface Kind {
  /** The word as written, folded. */
  word: string
  roles: readonly ControlRole[]
  /** Roles that people also call by this word, if there is none of the kind. */
  loosely: readonly ControlRole[]
}

/**
 * A `command` names little but its control, so any noun for a kind counts. A `description` is a sentence, so only unambiguous words count,
 * and words for a special field count as a kind, which in a command are its name.
 */
export type Reading = 'command' | 'description'

type Row = [words: string[], roles: ControlRole[], loosely?: ControlRole[], only?: Reading]

const ROWS: Row[] = [
  [['push button'], ['button']],
  [['toggle button'], ['toggle button'], ['button']],
  [['radio button', 'radio box', 'radio', '单选按钮', '单选'], ['radio button']],
  [['check box', 'checkbox', 'tick box', '复选框', 'kontrollkästchen'], ['check box'], ['switch']],
  [['switch', 'toggle', '开关', 'schalter'], ['switch', 'toggle button', 'check box']],
  [['button', '按钮', 'schaltfläche', 'bouton', 'botón'], ['button', 'toggle button'], ['radio button', 'switch']],
  [['key'], ['button', 'toggle button'], [], 'command'],
  [['password field', 'password box', '密码框'], ['password']],
  [['password'], ['password'], [], 'command'],
  [['text field', 'text box', 'textbox', 'text area', '输入框', '文本框', '搜索框', 'eingabefeld'], ['edit', 'document', 'password'], ['combo box', 'spinner']],
  [['search field'], ['edit', 'combo box']],
  [['search bar', 'search box', 'address bar', 'edit'], ['edit', 'document', 'password', 'combo box', 'spinner'], [], 'description'],
  [['field', 'input', 'feld', 'champ', 'campo'], ['edit', 'password', 'combo box', 'spinner', 'document']],
  [['entry'], ['edit', 'password', 'combo box', 'document', 'spinner'], ['list item', 'menu item']],
  [['combo box', 'combobox', '下拉框', '下拉列表'], ['combo box']],
  [['drop-down', 'dropdown'], ['combo box'], ['menu']],
  [['box'], ['check box', 'edit', 'combo box', 'list', 'spinner', 'password', 'group'], [], 'command'],
  [['menu item', 'menu entry', '菜单项'], ['menu item'], ['menu']],
  [['menu', '菜单', 'menü'], ['menu'], ['menu item', 'combo box', 'button', 'toggle button']],
  [['list item'], ['list item']],
  [['item'], ['list item', 'menu item', 'tree item', 'row', 'cell', 'image'], [], 'command'],
  [['option'], ['list item', 'menu item', 'radio button', 'check box'], [], 'command'],
  [['tab', '标签页', '选项卡'], ['tab'], ['radio button', 'toggle button', 'list item']],
  [['link', '链接', 'lien', 'enlace'], ['link']],
  [['list'], ['list', 'table', 'tree', 'combo box'], [], 'command'],
  [['tree'], ['tree'], [], 'command'],
  [['table'], ['table'], [], 'command'],
  [['cell', '单元格', 'zelle'], ['cell']],
  [['row'], ['row', 'tree item', 'list item']],
  [['column', 'header'], ['header'], [], 'command'],
  [['slider', '滑块'], ['slider']],
  [['spinner', 'spin box', 'spin button'], ['spinner']],
  [['heading', '标题'], ['heading'], ['header', 'edit']],
  [['paragraph', 'absatz', '段落'], ['edit', 'text'], ['heading', 'document'], 'description'],
  [['label', '标签'], ['text', 'heading']],
  [['text'], ['text', 'document', 'edit', 'heading'], [], 'command'],
  [['title'], ['heading', 'text'], [], 'command'],
  [['icon'], ['image', 'list item', 'button'], [], 'command'],
  [['image', 'picture'], ['image'], [], 'command'],
  [['folder', 'directory', 'file'], ['list item', 'tree item', 'cell', 'row', 'image'], [], 'command'],
  [['document', 'editor', 'text view', '文档', '编辑区'], ['document', 'edit'], ['web page']],
  [['page'], ['web page', 'document', 'tab'], [], 'command'],
  [['status bar', 'status line', 'status message', 'status text', 'status'], ['status bar'], [], 'command'],
  [['tool bar'], ['tool bar'], [], 'command'],
] // prettier-ignore

const kindsFor = (reading: Reading): Kind[] =>
  ROWS.filter(([, , , only]) => only === undefined || only === reading)
    .flatMap(([words, roles, loosely = []]) => words.map((word) => ({ word, roles, loosely })))
    .toSorted((a, b) => b.word.length - a.word.length)

const IN_COMMANDS = kindsFor('command')
const IN_DESCRIPTIONS = kindsFor('description')

const NAMES: ReadonlySet<string> = new Set(IN_DESCRIPTIONS.flatMap(({ word }) => [word, ...word.split(' ')]))

/** Tells whether a folded name is also a word for a kind of control: “Edit”, “Tab”, “Text”. */
export const isKindWord = (name: string): boolean => NAMES.has(name)

/** Finds the kind that a folded description names last, by its longest word; null where it names none. */
export function kindIn(text: string): Kind | null {
  let best: { kind: Kind; end: number } | null = null
  for (const kind of IN_DESCRIPTIONS) {
    const at = wordsAt(text, kind.word)
    // In “the search field of the list”, the last noun before the place is the head; a longer word contains a shorter one.
    if (at >= 0 && (best === null || at + kind.word.length > best.end))
      best = { kind, end: at + kind.word.length }
  }
  return best?.kind ?? null
}

/** Finds where the first word for a kind stands in a folded description; -1 where there is none. */
export function kindAt(text: string): number {
  const places = IN_DESCRIPTIONS.map(({ word }) => wordsAt(text, word)).filter((at) => at >= 0)
  return places.length === 0 ? -1 : Math.min(...places)
}

/**
 * Takes the word for a kind from the end of a control's name in a command, else from its beginning: “the Page tab” is a tab. Null where
 * there is none.
 */
export function takeKind(text: string): { rest: string; kind: Kind } | null {
  const lower = text.toLowerCase()
  const last = IN_COMMANDS.find(
    ({ word }) => lower === word || lower.endsWith((isUnspaced(word) ? '' : ' ') + word),
  )
  if (last) return { rest: text.slice(0, -last.word.length).trim(), kind: last }
  return takeFirstKind(text)
}

/** Takes the kind before a name, whose own last word may be one, too: “link Next page”. */
export function takeFirstKind(text: string): { rest: string; kind: Kind } | null {
  const lower = text.toLowerCase()
  const first = IN_COMMANDS.find(({ word }) => lower.startsWith(`${word} `))
  return first ? { rest: text.slice(first.word.length).trim(), kind: first } : null
}

/** Keeps those of the kind; if there is none, those that people also call so. */
export function ofKind<T extends { role: ControlRole }>(items: readonly T[], kind: Kind): T[] {
  const named = items.filter(({ role }) => kind.roles.includes(role))
  return named.length > 0 ? named : items.filter(({ role }) => kind.loosely.includes(role))
}
