// Finds a message that an act has brought up and that the next clause does not answer: then nothing goes on behind it.
import type { WindowInfo } from '../core/desktop.ts'
import { saysDone } from '../matching/claims.ts'
import { announcedByKeys, announces, blockingDialogs, dialogWords, stopsAt } from '../matching/dialogs.ts'
import { readingsOf } from '../matching/labels-in-english.ts'
import { isSaveKeys, isSaveLabel } from '../matching/saving.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'
import { lastChordName } from '../safety/keys.ts'
import type { Move, Scene } from './moves.ts'
import { saveDialog } from './saving.ts'

/** Tools that only look or wait, which can be used behind a dialog. */
const LOOKS = new Set(['wait', 'wait_for_control', 'texts'])
const KEYS: ReadonlySet<string> = new Set(['keyboard_input'])
/** A name is typed into the dialog that asks for it. */
const TYPING: ReadonlySet<string> = new Set([...KEYS, 'type_text'])

type Surroundings = Pick<Scene, 'window' | 'windows' | 'controls' | 'english'>

/**
 * Says why the program ends at a dialog; null where it continues. `move` is the next one, null at the end; `steps` were done before.
 * `isWhole`: the last command means more than the dialog that its item opens: “insert a table”.
 */
export function stoppedByDialog(
  steps: readonly StepRecord[],
  move: Move | null,
  scene: Surroundings,
  isWhole = false,
): string | null {
  // The window to work in may be a dialog itself (KTimer).
  const asked = ({ active, id, kind }: WindowInfo) => active && kind === 'dialog' && id !== scene.window?.id
  const opened =
    isWhole && move === null
      ? (blockingDialogs(scene.window, scene.windows)[0] ?? scene.windows.find(asked))
      : undefined
  if (opened && !knownWindows(steps).has(opened.id)) return stopsAt(opened)
  const asking = isIntended(steps) ? askingForName(steps, scene) : null
  if (asking && (move === null || (move.do === 'act' && !goesOn(move, asking, scene, TYPING))))
    return `It stops here: ${dialogWords(asking)}, is open, and nothing is saved yet.`
  const dialog = strayDialog(steps, scene)
  if (
    !dialog ||
    (move === null ? isBeside(dialog, steps) || reports(dialog, scene) : goesOn(move, dialog, scene, KEYS))
  )
    return null
  return stopsAt(dialog)
}

/** Keys are what they are; a menu or a button called “Save” is chosen to save. */
const isIntended = (steps: readonly StepRecord[]): boolean =>
  lastAct(steps)?.actions.some(({ function: name }) => !KEYS.has(name)) ?? false

/** Finds the dialog for a file's name that has opened because a document without a file was to be saved. */
export function askingForName(steps: readonly StepRecord[], scene: Surroundings): WindowInfo | null {
  if (!lastAct(steps)?.actions.some((action) => saves(action, scene))) return null
  const asking = saveDialog(scene)
  return scene.windows.find(({ id }) => id === asking?.id) ?? null
}

/** Whether an act means the document's own file. */
const saves = (action: ActionRecord, { english }: Surroundings): boolean =>
  action.function === 'keyboard_input'
    ? isSaveKeys(String(action.arguments.keys))
    : readingsOf(labelOf(action), english).some(isSaveLabel)

/** A step that only looked or waited has opened no dialog. */
const lastAct = (steps: readonly StepRecord[]): StepRecord | undefined =>
  steps.findLast(({ actions }) => !actions.every((action) => LOOKS.has(action.function)))

/** Tools that bring an application to the front. */
const ARRIVES = new Set(['launch_application', 'select_application_window'])

/**
 * Whether a message leaves the application usable and belongs to no act: the application has brought it along, or what the act wrote is
 * on the disk.
 */
function isBeside({ modal }: WindowInfo, steps: readonly StepRecord[]): boolean {
  const act = lastAct(steps)?.actions.at(-1)
  const isDone =
    act === undefined ||
    (act.effect === 'confirmed' && ARRIVES.has(act.function)) ||
    act.told?.some(({ code }) => code === 'file_written') === true
  return !modal && isDone
}

/** Whether a message only reports that it is done: it says so, and has one answer. */
const reports = ({ id, says }: WindowInfo, { controls }: Pick<Surroundings, 'controls'>): boolean =>
  saysDone(says ?? '') &&
  controls.filter(({ role, window_id }) => role === 'button' && window_id === id).length === 1

/** The windows that acts have opened or chosen as such. */
const knownWindows = (steps: readonly StepRecord[]): Set<string | null> =>
  new Set(steps.flatMap(({ actions }) => actions.map(({ result }) => windowIn(result))))

/** Finds a message that is open and that no act has announced or chosen. */
export function strayDialog(steps: readonly StepRecord[], scene: Surroundings): WindowInfo | null {
  if (steps.length === 0) return null
  const last = lastAct(steps)
  const known = knownWindows(steps)
  return (
    blockingDialogs(scene.window, scene.windows).find(
      (one) =>
        one.says !== null &&
        (one.active || scene.window !== null) &&
        !known.has(one.id) &&
        !last?.actions.some(
          (action) =>
            announces(labelOf(action), one) || announcedByKeys(lastChordName(action.arguments['keys']), one),
        ),
    ) ?? null
  )
}

/** Tells whether a move answers the dialog, or leaves everything behind it alone. `typing`: the tools by which the keyboard answers it. */
export function goesOn(
  move: Move,
  dialog: WindowInfo,
  { controls }: Pick<Scene, 'controls'>,
  typing: ReadonlySet<string>,
): boolean {
  if (move.do !== 'act') return false
  return move.actions.every(({ function: name, arguments: { id } }) => {
    if (LOOKS.has(name)) return true
    // The keys go to the dialog, because it has the keyboard.
    if (id === undefined) return typing.has(name) && dialog.active
    return controls.find((control) => control.id === id)?.window_id === dialog.id
  })
}

function labelOf({ arguments: { path, name } }: ActionRecord): string {
  const label: unknown = Array.isArray(path) ? path.at(-1) : name
  return typeof label === 'string' ? label : ''
}

/** Returns the id of the window that an act has opened or chosen. */
function windowIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null
  const window: unknown =
    'window' in result ? result.window : 'window_info' in result ? result.window_info : null
  return typeof window === 'object' && window !== null && 'id' in window ? String(window.id) : null
}
