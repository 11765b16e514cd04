// Lists the acting tools of the built-in servers as an AppAgent gets them, for tests of prompts.
import type { MCPToolInfo } from '../../core/command.ts'
import { testTool } from './inputs.ts'

const BUTTON = '"left"|"middle"|"right"'.replaceAll('"', '')

const APP_UI_EXECUTOR: [signature: string, description: string][] = [
  [
    `click_input(id: string, name: string, button: ${BUTTON}="left", double: boolean=false, num_clicks: integer=1, key_hold: string=null)`,
    'Clicks a control of the last observation; by its accessibility action where it has one.',
  ],
  [
    `click_on_coordinates(x: number, y: number, button: ${BUTTON}="left", double: boolean=false, num_clicks: integer=1, key_hold: string=null)`,
    'Clicks a point given as fractions 0..1 of the chosen window. For what no control is listed for.',
  ],
  [
    `drag_on_coordinates(start_x: number, start_y: number, end_x: number, end_y: number, button: ${BUTTON}="left", duration: number=0, key_hold: string=null)`,
    'Drags from one point to another, both as fractions 0..1 of the chosen window.',
  ],
  [
    'set_edit_text(id: string, name: string, text: string, clear_current_text: boolean=false)',
    'Puts text into an edit: at its end, or instead of what it holds with clear_current_text.',
  ],
  [
    'type_text(text: string, enter: boolean=false)',
    'Types into whatever has the keyboard, such as a cell of a sheet or a terminal; then Enter if wanted.',
  ],
  [
    'keyboard_input(keys: string, key_hold: string=null, id: string=null, name: string=null, control_focus: boolean=true)',
    'Presses keys: `Ctrl+S`, `Enter`, several separated by spaces. Focuses the control first when one is given.',
  ],
  [
    'wheel_mouse_input(id: string, name: string, wheel_dist: integer, horizontal: boolean=false)',
    'Scrolls; positive is up, or left.',
  ],
  ['select_item(id: string, name: string)', 'Selects an item of a list, combo box, tab list or tree.'],
  [
    'select_text(starting_phrase: string, ending_phrase: string="", id: string=null, name: string)',
    'Selects text from one phrase to another.',
  ],
  ['set_toggle(id: string, name: string, checked: boolean)', 'Checks or unchecks a box or switch.'],
  [
    'choose_menu(path: string[])',
    'Opens the menus of a path and chooses the last item: ["File", "Save As"].',
  ],
  ['texts(id: string, name: string)', 'Reads the whole text of a control.'],
  [
    'wait_for_control(name: string, role: string=null, seconds: number=30)',
    'Waits until a control of this name is there.',
  ],
  ['wait(seconds: number)', 'Waits, 0..300 seconds.'],
  ['summary(text: string)', 'Notes down what was seen, for the steps to come.'],
]

const COMMAND_LINE_EXECUTOR: [signature: string, description: string][] = [
  ['run_shell(bash_command: string)', 'Launches an application by its name or command. No shell.'],
]

export const APP_AGENT_TOOLS: MCPToolInfo[] = [
  ...APP_UI_EXECUTOR.map(([signature, description]) => testTool(signature, description)),
  ...COMMAND_LINE_EXECUTOR.map(([signature, description]) =>
    testTool(signature, description, 'CommandLineExecutor'),
  ),
]
