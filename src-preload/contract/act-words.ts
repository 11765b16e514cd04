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

export type VerbOf = (tool: Tool) => string

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
  const names = [...words.matchAll(/“[^”]*”/g)].map(([name]) => name)
  const said =
    tool_name === 'keyboard_input'
      ? [textOf(parameters.keys), ...names]
      : tool_name === 'wait'
        ? [`${textOf(parameters.seconds)} s`]
        : names
  return { verb: translate(tool_name), rest: said.filter((part) => part !== '').join(' · ') }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
