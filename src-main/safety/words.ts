// Writes acts in plain words, for the question to a person and for the record. Never shows the text of a password.
import { SEEN_TEXT } from '../core/desktop.ts'
import type { Control, TargetDescription, WindowInfo } from '../core/desktop.ts'
import { clicksOf, heldOf } from '../core/pointer-parameters.ts'
import { systemWord } from '../core/system.ts'
import { sameLabel } from '../matching/agreement.ts'
import { readableName } from '../matching/label.ts'
import { keysOn, type KeyPlace } from '../matching/system-keys.ts'

const LONGEST = 80

/**
 * Writes one short sentence without a full stop: `Click button “Export” in “PDF Options”`. Never throws: parameters that do not
 * fit their tool are left out.
 */
export function describeAct(
  tool_name: string,
  parameters: Record<string, unknown>,
  target: TargetDescription,
): string {
  const sentence = SENTENCES[tool_name]
  if (!sentence) return `Use ${tool_name || 'no tool'}${place(target)}`
  return sentence(parameters, target)
}

type Sentence = (parameters: Record<string, unknown>, target: TargetDescription) => string

const STATE_WORDS: Record<string, string> = {
  maximized: 'Maximize',
  minimized: 'Minimize',
  normal: 'Restore',
}

const SENTENCES: Record<string, Sentence> = {
  click_input: (p, t) => `${clickWord(p)} ${controlWords(t, text(p.name))}${place(t)}${holding(p)}`,
  click_on_coordinates: (p, t) => `${clickWord(p)} ${controlWords(t, '')}${place(t)}${holding(p)}`,
  drag_on_coordinates: (p, t) =>
    `Drag from (${fraction(p.start_x)}, ${fraction(p.start_y)}) to (${fraction(p.end_x)}, ${fraction(p.end_y)})${place(t)}${holding(p)}`,
  move_on_coordinates: (_p, t) => `Point at ${controlWords(t, '')}${place(t)}`,
  set_edit_text: (p, t) =>
    p.clear_current_text === true
      ? `Replace the text of ${controlWords(t, text(p.name))} by ${typed(p.text, t)}${place(t)}`
      : `Type ${typed(p.text, t)} into ${controlWords(t, text(p.name))}${place(t)}`,
  type_text: (p, t) =>
    `Type ${typed(p.text, t)}${p.enter === true ? ' and Enter' : ''}${t.control ? ` into ${controlWords(t, '')}` : ''}${place(t)}`,
  keyboard_input: (p, t) =>
    `Press ${keys(p.keys, t)}${called(t)}${t.control ? ` on ${controlWords(t, '')}` : ''}${place(t)}${holding(p)}`,
  wheel_mouse_input: (p, t) =>
    `Scroll ${WAYS[p.horizontal === true ? 1 : 0]?.[Number(p.wheel_dist) < 0 ? 1 : 0] ?? ''} in ${controlWords(t, text(p.name))}${place(t)}${holding(p)}`,
  select_item: (p, t) => {
    const item = text(p.name)
    const isHolder =
      t.control &&
      item !== '' &&
      !sameLabel(item, t.control.name) &&
      !sameLabel(item, readableName(t.control))
    return `Select ${isHolder ? `${quoted(item)} in ` : ''}${controlWords(t, item)}${place(t)}`
  },
  select_text: (p, t) =>
    `Select ${[p.starting_phrase, p.ending_phrase].map(text).filter(Boolean).map(quoted).join(' to ')} in ${controlWords(t, text(p.name))}${place(t)}`,
  set_toggle: (p, t) =>
    `${p.checked === false ? 'Uncheck' : 'Check'} ${controlWords(t, text(p.name))}${place(t)}`,
  choose_menu: (p, t) => `Choose ${quoted(menuPath(p.path).join(' > '))} from the menu${place(t)}`,
  texts: (p, t) => `Read ${controlWords(t, text(p.name))}${place(t)}`,
  wait_for_control: (p) => `Wait for ${quoted(text(p.name))}`,
  wait: (p) => `Wait ${text(p.seconds)} s`,
  summary: () => 'Note what was seen',
  select_application_window: (p, t) => `Go to ${windowWords(t.window, text(p.name))}`,
  launch_application: (p, t) => `Open ${quoted(text(p.name) || (t.text ?? ''))}${argumentWords(p.arguments)}`,
  close_application_window: (p, t) => `Close ${windowWords(t.window, text(p.name))}`,
  set_window_state: (p, t) =>
    `${STATE_WORDS[text(p.state)] ?? 'Set the size of'} ${windowWords(t.window, text(p.name))}`,
  run_shell: (p, t) => `Open ${quoted(text(p.bash_command) || (t.text ?? ''))}`,
  execute_command: (p, t) => `Run the command ${quoted(text(p.command) || (t.text ?? ''))}`,
  list_folder: (p) => `List ${quoted(text(p.path) || '~')}`,
  read_file: (p) => `Read the file ${quoted(text(p.path))}`,
  copy_files: (p) => `Copy ${filesWords(p.files)} to ${quoted(text(p.to))}`,
  move_files: (p) => `Move ${filesWords(p.files)} to ${quoted(text(p.to))}`,
  rename_files: (p) => `Rename ${renameWords(p.names)} in ${quoted(text(p.folder))}`,
  make_folder: (p) => `Make the folder ${quoted(text(p.path))}`,
  trash_files: (p) => `Put ${filesWords(p.files)} to the trash`,
  run_code: (p) => codeWords(p),
  read_document: (p) => `Read ${documentWords(p)}`,
  table2markdown: (p) => `Read a sheet of ${documentWords(p)}`,
  get_range_values: (p) => `Read cells of ${documentWords(p)}`,
  extract_pdf_text: (p) => `Read ${quoted(text(p.pdf_path))}`,
  list_pdfs_in_directory: (p) => `List the PDF files of ${quoted(text(p.directory_path))}`,
  extract_all_pdfs_text: (p) => `Read the PDF files of ${quoted(text(p.directory_path))}`,
  set_cells: (p) => `Write ${cellWords(p.values)} from ${quoted(text(p.range))} on in ${documentWords(p)}`,
  insert_excel_table: (p) => `Write ${cellWords(p.table)} in ${documentWords(p)}`,
  format_cells: (p) => `Format ${quoted(text(p.range))} in ${documentWords(p)}`,
  sort_range: (p) => `Sort ${text(p.range) || 'the rows'} by ${quoted(text(p.by))} in ${documentWords(p)}`,
  reorder_columns: (p) =>
    `Order the columns ${menuPath(p.desired_order).map(quoted).join(', ')} in ${documentWords(p)}`,
  select_table_range: (p) => `Select cells of ${documentWords(p)}`,
  set_font: (p) => `Format ${text(p.text) ? quoted(text(p.text)) : 'the selection'} in ${documentWords(p)}`,
  replace_text: (p) =>
    `Replace ${quoted(text(p.find))} by ${quoted(text(p.replace_by))} in ${documentWords(p)}`,
  insert_text: (p) => `Insert ${quoted(text(p.text))} in ${documentWords(p)}`,
  insert_table: (p) => `Insert a table of ${text(p.rows)} × ${text(p.columns)} in ${documentWords(p)}`,
  set_paragraphs: (p) => `Format ${menuPath(p.texts).map(quoted).join(', ')} in ${documentWords(p)}`,
  set_pages: (p) => `Lay out the pages of ${documentWords(p)}`,
  insert_contents: (p) => `Insert a table of contents in ${documentWords(p)}`,
  select_paragraph: () => 'Select paragraphs',
  select_table: (p) => `Select the table ${text(p.number)}`,
  add_slides: (p) => `Add ${Array.isArray(p.slides) ? p.slides.length : 0} slides in ${documentWords(p)}`,
  set_background_color: (p) => `Set the background ${quoted(text(p.color))} in ${documentWords(p)}`,
  save_as: (p) => `Save ${documentWords(p)}${savedWords(p) === '' ? '' : ` as ${quoted(savedWords(p))}`}`,
  read_output: (p) => `Read more of the output ${quoted(text(p.output))}`,
  get_system_info: () => 'Read what this system is',
}

/** Writes `button “7”`; names a control without a name by its kind alone. */
export function controlWords(target: TargetDescription, fallback: string): string {
  const { control, point } = target
  if (control) return named(control)
  if (fallback) return quoted(fallback)
  if (point) return `the point (${Math.round(point.x)}, ${Math.round(point.y)})`
  return 'something unknown'
}

/** Roles of accessibility trees that people call otherwise. */
const PLAIN: Partial<Record<Control['role'], string>> = {
  edit: 'field',
  password: 'password field',
  'toggle button': 'button',
}

function named(control: Control): string {
  const role = control.description === SEEN_TEXT ? 'text' : (PLAIN[control.role] ?? control.role)
  const name = readableName(control)
  if (name) return `${role} ${quoted(name)}`
  if (control.role === 'document' || (control.role === 'edit' && control.states.includes('multiline')))
    return 'the text area'
  if (control.role === 'edit') return 'a text field'
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role} without a name`
}

const windowWords = (window: WindowInfo | null, fallback: string): string =>
  quoted(window?.title ? window.title : fallback || 'an unknown window')

function place({ window }: TargetDescription): string {
  if (!window) return ''
  return ` in ${quoted(window.title || window.application || window.process_name)}`
}

function clickWord(parameters: Record<string, unknown>): string {
  const button = text(parameters.button) || 'left'
  const word = button === 'left' ? 'Click' : button === 'right' ? 'Right-click' : 'Middle-click'
  const times = clicksOf(parameters)
  return times > 1 ? `${times === 2 ? 'Double' : 'Triple'}-${word.toLowerCase()}` : word
}

const WAYS = [
  ['up', 'down'],
  ['left', 'right'],
]
const holding = (parameters: Record<string, unknown>): string =>
  heldOf(parameters) === '' ? '' : ` while ${quoted(heldOf(parameters))} is held`

const isSecret = (target: TargetDescription) => target.control?.role === 'password'
const typed = (value: unknown, target: TargetDescription): string =>
  isSecret(target) ? 'a hidden text' : quoted(text(value))
const placeOfKeys = ({ terminal, control }: TargetDescription): KeyPlace =>
  terminal ? 'terminal' : control?.role === 'edit' || control?.role === 'document' ? 'text' : 'other'
/** Hides keys into a password field, because they are its text. */
const keys = (value: unknown, target: TargetDescription): string =>
  isSecret(target) && !/^(Enter|Return|Tab|Escape)$/i.test(text(value))
    ? 'hidden keys'
    : keysOn(systemWord(), text(value), placeOfKeys(target)).slice(0, LONGEST)

/** ` (“File > Save All”)`: what the keys call. */
const called = ({ calls = [] }: TargetDescription): string => {
  const items = calls.filter(({ opens }) => !opens).map(({ item }) => quoted(item.join(' > ')))
  return items.length === 0 ? '' : ` (${items.join(', ')})`
}

const argumentWords = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? ` with ${quoted(value.map(text).join(' '))}` : ''

/** `“a.txt”`; `3 files (“a.txt”, “b.txt” …)`. */
function filesWords(value: unknown): string {
  const files = Array.isArray(value) ? value.map(text) : []
  if (files.length < 2) return quoted(files[0] ?? '')
  const more = files.length > 2 ? ' …' : ''
  return `${files.length} files (${files.slice(0, 2).map(quoted).join(', ')}${more})`
}

/** `Run a Python script, read “a.csv”, save “b.csv”`. */
function codeWords({ language, files, results }: Record<string, unknown>): string {
  const reads = Array.isArray(files) && files.length > 0 ? `, read ${filesWords(files)}` : ''
  const kept = Array.isArray(results) ? results.map((each: { to?: unknown }) => text(each.to)) : []
  const saves = kept.length > 0 ? `, save ${filesWords(kept)}` : ''
  return `Run a ${language === 'javascript' ? 'JavaScript' : 'Python'} script${reads}${saves}`
}

const documentWords = (p: Record<string, unknown>): string =>
  text(p.path) === '' ? 'the document in front' : quoted(text(p.path))

/** `“=SUM(B2:B4)”`; `6 cells (“Total”, “42” …)`. */
function cellWords(value: unknown): string {
  const cells = Array.isArray(value) ? value.flat().map(text) : []
  if (cells.length < 2) return quoted(cells[0] ?? '')
  const [first, ...rest] = cells.filter((cell) => cell !== '').map(quoted)
  const formula = rest.find((cell) => cell.startsWith('“=')) ?? rest[0]
  const told = [first, formula].filter((cell) => cell !== undefined).join(', ')
  return `${cells.length} cells (${told}${cells.length > 2 ? ' …' : ''})`
}

function savedWords(p: Record<string, unknown>): string {
  const [folder, name, ending] = [text(p.file_dir), text(p.file_name), text(p.file_ext)]
  const file = ending === '' || name.endsWith(ending) ? name : `${name}${ending.replace(/^\.?/, '.')}`
  return folder === '' ? file : `${folder.replace(/\/$/, '')}/${file}`
}

function renameWords(value: unknown): string {
  const names = Array.isArray(value)
    ? (value as unknown[]).map((each) => (each ?? {}) as Record<string, unknown>)
    : []
  const [first] = names
  if (names.length !== 1) return filesWords(names.map(({ from }) => text(from)))
  return `${quoted(text(first?.from))} to ${quoted(text(first?.to))}`
}

export const menuPath = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : [])
const fraction = (value: unknown): string => (typeof value === 'number' ? value.toFixed(2) : '?')
const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

/** Writes on one line. Marks that change the direction of writing could make a name look like another one. */
const inOneLine = (value: string): string =>
  value
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ⏎ ')
    .trim()

/** Writes on one line, cut to a length that can be read in a question. */
export function short(value: string): string {
  const line = inOneLine(value)
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

/** Cuts in front of the end, which says what a path or a host is: `…/.bashrc`, `paypal.com….evil.example`. */
export function shortPlace(value: string): string {
  const line = inOneLine(value)
  const end = LONGEST - 20
  return line.length > LONGEST ? `${line.slice(0, 19)}…${line.slice(-end)}` : line
}

/** Puts a value in typographic quotes. It gets plain ones itself, so that a label can't end the quote and go on as the sentence. */
export const quoted = (value: string): string => `“${short(value).replace(/[“”„]/g, '"')}”`

/** Names the first of some files, and how many more there are. */
export const fileWords = (paths: readonly string[] = []): string =>
  `${quoted(paths[0] ?? '')}${paths.length > 1 ? ` and ${paths.length - 1} more` : ''}`
