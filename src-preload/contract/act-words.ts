// Splits an act into a verb and its target. The program names acts in English; in other languages the verb is translated and the
// quoted names, which are the application's own, follow it.
import type { ActionView } from './run-view.ts'

export interface ActWords {
  verb: string
  rest: string
}

/** Tools that have a verb in `acts.*` of the locales. */
const TOOLS = [
  'click_input',
  'click_on_coordinates',
  'drag_on_coordinates',
  'move_on_coordinates',
  'set_edit_text',
  'type_text',
  'keyboard_input',
  'wheel_mouse_input',
  'select_item',
  'select_text',
  'set_toggle',
  'choose_menu',
  'texts',
  'wait_for_control',
  'wait',
  'summary',
  'select_application_window',
  'launch_application',
  'close_application_window',
  'set_window_state',
  'run_shell',
  'execute_command',
  'get_system_info',
  'read_output',
  'list_folder',
  'read_file',
  'copy_files',
  'move_files',
  'rename_files',
  'make_folder',
  'trash_files',
  'run_code',
  'read_document',
  'table2markdown',
  'get_range_values',
  'extract_pdf_text',
  'list_pdfs_in_directory',
  'extract_all_pdfs_text',
  'set_cells',
  'insert_excel_table',
  'format_cells',
  'sort_range',
  'reorder_columns',
  'select_table_range',
  'set_font',
  'replace_text',
  'insert_text',
  'insert_table',
  'set_paragraphs',
  'set_pages',
  'insert_contents',
  'select_paragraph',
  'select_table',
  'add_slides',
  'set_background_color',
  'save_as',
] as const
export type Tool = (typeof TOOLS)[number]
export const isTool = (name: string): name is Tool => (TOOLS as readonly string[]).includes(name)

/** How the words of an act begin where its tool alone does not tell what it does → its verb in `acts.*`. */
const SPECIAL_VERBS = {
  'Double-click': 'double_click',
  'Triple-click': 'triple_click',
  'Right-click': 'right_click',
  'Middle-click': 'middle_click',
  'Replace the text of': 'replace_text_of',
  Check: 'check',
  Uncheck: 'uncheck',
  Maximize: 'maximize',
  Minimize: 'minimize',
  Restore: 'restore',
  'Scroll up': 'scroll_up',
  'Scroll down': 'scroll_down',
  'Scroll left': 'scroll_left',
  'Scroll right': 'scroll_right',
} as const
type SpecialVerb = (typeof SPECIAL_VERBS)[keyof typeof SPECIAL_VERBS]

/** What `acts.*` of the locales has a verb for. */
export type ActVerb = Tool | SpecialVerb
export type VerbOf = (act: ActVerb) => string

const TWO_WORDS = ['Go to', 'Wait for', 'Point at']

/** Splits the words of an act: `Click` and `button “7” in “galculator”`. */
export function splitWords(words: string): ActWords {
  const two = TWO_WORDS.find((verb) => words.startsWith(`${verb} `))
  const space = two?.length ?? words.indexOf(' ')
  return space < 0 ? { verb: words, rest: '' } : { verb: words.slice(0, space), rest: words.slice(space + 1) }
}

export function actWords(
  action: Pick<ActionView, 'tool_name' | 'words' | 'parameters'>,
  translate: VerbOf | null,
): ActWords {
  const { tool_name, words, parameters } = action
  if (translate === null || !isTool(tool_name)) return splitWords(words)
  const special = Object.entries(SPECIAL_VERBS).find(([start]) => words.startsWith(`${start} `))
  const rest = saidParts(tool_name, words, textOf(parameters.seconds))
  return { verb: translate(special?.[1] ?? tool_name), rest: rest.join(' · ') }
}

/** Stands for keys and texts that are not shown. */
const HIDDEN = '•••'

/** Gives what reads the same in every language: keys, names, numbers, places. */
function saidParts(tool: Tool, words: string, seconds: string): string[] {
  const names = [...words.matchAll(/“[^”]*”/g)].map(([name]) => name)
  if (tool === 'wait') return [`${seconds} s`]
  if (tool === 'keyboard_input') {
    const keys = /^Press (.+?)(?: \(“| on | in “| while “|$)/.exec(words)?.[1]
    return [keys === undefined || keys === 'hidden keys' ? HIDDEN : keys, ...names]
  }
  const unquoted = words.replaceAll(/“[^”]*”/g, '“”')
  const places = unquoted.match(/\(-?[\d.]+, -?[\d.]+\)/g) ?? []
  const hidden = unquoted.includes('a hidden text') ? [HIDDEN] : []
  const enter = /^Type .* and Enter/.test(unquoted) ? ['Enter'] : []
  const typed = tool === 'type_text' && hidden.length === 0 ? names.slice(0, 1) : []
  const where = places.length === 0 ? [] : [places.join(' → ')]
  return [...hidden, ...typed, ...enter, ...where, ...names.slice(typed.length)]
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
