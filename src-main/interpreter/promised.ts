// Waits for the dialog or bar that an item promises by its “…”, before a text is typed that is meant for it.
import { isAsking, TYPED_INTO, waitOr, type Move, type Scene } from './moves.ts'

/** Acts that change nothing, and so stand between an act and what it has opened. */
const LOOKS: ReadonlySet<string> = new Set(['wait', 'wait_for_control', 'texts', 'select_application_window'])
const PRESSES: ReadonlySet<string> = new Set(['click_input', 'choose_menu'])
const PROMISES = /(?:…|\.{3})\s*$/

/**
 * Null where nothing was promised, or something takes a text. Nautilus shows its dialog for a new folder late, and takes what is typed before
 * as a search.
 */
export function promised(scene: Scene): Move | null {
  const { controls, history = [] } = scene
  const last = history.flatMap(({ actions }) => actions).findLast(({ function: name }) => !LOOKS.has(name))
  if (!last || !PRESSES.has(last.function) || last.status !== 'success') return null
  const { name, path } = last.arguments
  const item: unknown = Array.isArray(path) ? path.at(-1) : name
  const hasOpened = last.told?.some(
    ({ code, parameters }) => code === 'opened' && parameters['kind'] !== 'popup',
  )
  if (typeof item !== 'string' || !PROMISES.test(item) || hasOpened === true || isAsking(scene)) return null
  const isTaken = controls.some(({ role, states }) => TYPED_INTO.has(role) && states.includes('focused'))
  return isTaken ? null : waitOr(scene, `Nothing that takes a text has opened by “${item}”.`)
}
