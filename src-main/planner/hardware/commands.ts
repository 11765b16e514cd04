// Turns the seed's actions into acts of this project's tools, so that the gate sees real targets and every effect is verified.
import { missingCaseError } from '../../core/control-flow.ts'
import type { Control, ControlRole, Observation, WindowInfo } from '../../core/desktop.ts'
import { screenPoint, screenToWindow, screenRect } from '../../core/geometry.ts'
import type { DecidedAction } from '../../agents/decision.ts'
import type { Action, ActionOf } from './action.ts'
import { GroundFault } from '../grounding/fault.ts'
import type { TextSpan } from '../grounding/tree-text.ts'
import { controlAt, type Grounded, type PointField } from '../grounding/grounding.ts'

/** The observation that an action is carried out on. */
export interface Seen {
  observation: Observation
  /** The controls at its points; if left out, the point is hit-tested. */
  targets?: Grounded['targets']
  /** The text to select, if it is in the tree. */
  span?: Grounded['span']
}

/** Roles that contain places of their own which the tree does not list. */
const AREAS: ReadonlySet<ControlRole> = new Set([
  'application', 'window', 'dialog', 'document', 'list', 'menu bar', 'tab list', 'tree', 'table', 'tool bar', 'status bar',
  'text', 'image', 'group', 'web page', 'slider', 'scroll bar', 'other',
]) // prettier-ignore

/** The longest single wait of the tool `wait`, in seconds. */
const MAX_WAIT_SECONDS = 300
/** Roles whose text is entered and checked as a whole. A click into a spinner may hit the buttons that count it up and down. */
const FIELDS: ReadonlySet<string> = new Set(['edit', 'password', 'document', 'spinner'])

const act = (name: string, args: Record<string, unknown>): DecidedAction => ({
  function: name,
  arguments: args,
  status: 'CONTINUE',
})
const press = (keys: string): DecidedAction => act('keyboard_input', { keys })
const target = ({ id, name }: Control) => ({ id, name })

/** Gives the acts of an action, in order; none for an action that is no act on the desktop. Throws GroundFault with what to do instead. */
export function commandsOf(action: Action, seen: Seen): DecidedAction[] {
  switch (action.type) {
    case 'Click':
      return click(action, seen)
    case 'SwitchApp':
      return [switchTo(action.app_code, seen.observation)]
    case 'Open':
      return [open(action)]
    case 'TypeText':
      return typeText(action, seen)
    case 'Drag':
      return [drag(action, action.hold_keys, seen)]
    case 'HighlightTextSpan':
      return [seen.span ? selectText(seen.span) : drag(action, [], seen)]
    case 'Scroll':
      return [scroll(action, seen)]
    case 'Hotkey':
      return [press(chord(action.keys))]
    case 'HoldAndPress':
      return [
        act('keyboard_input', {
          keys: action.press_keys.map((key) => chord([key])).join(' '),
          key_hold: held(action.hold_keys),
        }),
      ]
    case 'Wait':
      return waits(action.seconds).map((seconds) => act('wait', { seconds }))
    case 'Tool':
      return [act(action.name, action.arguments)]
    case 'SaveToKnowledge':
    case 'Done':
    case 'Fail':
    case 'Screenshot':
      return []
    default:
      return missingCaseError(action)
  }
}

const open = ({ app_or_filename: name, application }: ActionOf<'Open'>): DecidedAction =>
  act('launch_application', application === null ? { name } : { name: application, arguments: [name] })

const selectText = ({ control, ...phrases }: TextSpan): DecidedAction =>
  act('select_text', { ...phrases, ...(control ? { id: control.id, name: control.name } : {}) })

/** Joins keys without a blank, which would separate two chords. */
const chord = (keys: readonly string[]): string =>
  keys.map((key) => (key === ' ' ? 'Space' : key.trim())).join('+')

const held = (keys: readonly string[] | null): string | null => (keys && keys.length > 0 ? chord(keys) : null)

const waits = (seconds: number): number[] =>
  seconds <= MAX_WAIT_SECONDS ? [seconds] : [MAX_WAIT_SECONDS, ...waits(seconds - MAX_WAIT_SECONDS)]

const controlOf = (field: PointField, point: readonly [number, number], seen: Seen): Control | null =>
  seen.targets?.[field] ?? controlAt(point, seen.observation)

/** Finds the control to click. An area is clicked at the point itself, because what is drawn there is not in its middle. */
function clicked(field: PointField, point: readonly [number, number], seen: Seen): Control | null {
  const named = seen.targets?.[field]
  if (named) return named
  const control = controlAt(point, seen.observation)
  return control && !AREAS.has(control.role) ? control : null
}

function click(action: ActionOf<'Click'>, seen: Seen): DecidedAction[] {
  const { button_type: button, num_clicks, hold_keys } = action
  const how = { button, num_clicks, key_hold: held(hold_keys) }
  const control = clicked('xy', action.xy, seen)
  if (control) return [act('click_input', { ...target(control), ...how })]
  return [act('click_on_coordinates', { ...fractions(action.xy, seen), ...how })]
}

function typeText(action: ActionOf<'TypeText'>, seen: Seen): DecidedAction[] {
  const { text, overwrite, enter, xy } = action
  const all = overwrite ? [press('Ctrl+A')] : []
  // An empty text is typed as Delete, because typing nothing would leave the selection.
  const typed = text === '' ? (overwrite ? [press('Delete')] : []) : [act('type_text', { text, enter })]
  const last = text === '' && enter ? [press('Enter')] : []
  if (xy === null) return [...all, ...typed, ...last]
  const control = controlOf('xy', xy, seen)
  if (control && FIELDS.has(control.role)) {
    const set = act('set_edit_text', { ...target(control), text, clear_current_text: overwrite })
    return [set, ...(enter ? [act('keyboard_input', { keys: 'Enter', ...target(control) })] : [])]
  }
  const aim = clicked('xy', xy, seen)
  const focus = aim ? act('click_input', target(aim)) : act('click_on_coordinates', fractions(xy, seen))
  return [focus, ...all, ...typed, ...last]
}

function drag(
  { start, end }: { start: readonly [number, number]; end: readonly [number, number] },
  holdKeys: readonly string[],
  seen: Seen,
): DecidedAction {
  const from = fractions(start, seen)
  const to = fractions(end, seen)
  return act('drag_on_coordinates', {
    start_x: from.x,
    start_y: from.y,
    end_x: to.x,
    end_y: to.y,
    key_hold: held(holdKeys),
  })
}

function scroll(action: ActionOf<'Scroll'>, seen: Seen): DecidedAction {
  const turned = { wheel_dist: action.clicks, ...(action.vertical ? {} : { horizontal: true }) }
  const control = controlOf('xy', action.xy, seen)
  return act('wheel_mouse_input', { ...(control ? target(control) : fractions(action.xy, seen)), ...turned })
}

/** Converts a point of the screen to fractions of the chosen window's picture. Throws GroundFault for one outside it. */
function fractions([px, py]: readonly [number, number], { observation: { window, picture } }: Seen) {
  if (!window) throw new GroundFault('No window is chosen: open or switch to the application first.')
  const shown = picture?.bounds ?? window.bounds
  const { x, y } = screenToWindow(screenPoint(px, py), screenRect(shown))
  const { width, height } = shown
  if (x < 0 || y < 0 || x >= width || y >= height)
    throw new GroundFault(`The point ${px},${py} is outside of the window “${window.title}”.`)
  return { x: x / width, y: y / height }
}

const spelled = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Tells whether a text is long enough: a few letters occur in many names, but two characters of a script without letters are a word. */
const isTelling = (wanted: string): boolean =>
  wanted.length > 2 ||
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}$/u.test(wanted)

/** Chooses, of several windows of one application, the front one; `windows` has the front one first. */
function switchTo(code: string, { windows }: Observation): DecidedAction {
  const wanted = spelled(code)
  const normal = windows.filter(({ kind }) => kind !== 'popup')
  const called = ({ id, application, process_name, title }: WindowInfo) => [
    [title, id].map(spelled),
    [application, process_name].map(spelled),
  ]
  const exact = [0, 1].flatMap((rank) => normal.filter((each) => called(each)[rank]?.includes(wanted)))
  const within = normal.filter(({ title, application }) =>
    [title, application].some((name) => isTelling(wanted) && spelled(name).includes(wanted)),
  )
  const found = exact[0] ?? within[0]
  if (found) return act('select_application_window', { id: found.id, name: found.title })
  const names = [...new Set(normal.map(({ application }) => application))]
  throw new GroundFault(
    `“${code}” is not open. ${names.length > 0 ? `Open are: ${names.join(', ')}.` : 'Nothing is open.'} Use agent.open(…) to start it.`,
  )
}
