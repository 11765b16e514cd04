// What becomes of a task of a batch whose run was cut short: it is taken as ended, goes on, begins again, or waits for a person.
import { stepsOf, type ActionView, type RunView } from '../../src-preload/contract/run-view.ts'
import { isDesktopAlive } from '../platform/virtual/start.ts'
import { readRun } from '../recorder/runs.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { readKept, readResumption } from '../session/kept-resumption.ts'
import { isKnown } from '../session/resumption.ts'

export type TakeUp =
  /** Its work had ended, and only that (or the evaluation) was not written down any more. */
  | { kind: 'ended'; view: RunView }
  /** Its desktop lives, and every act is known to have happened or not. */
  | { kind: 'continues' }
  /** Nothing that outlives its desktop was begun. */
  | { kind: 'fresh' }
  /** `view`: as far as it came; null where that is not known. */
  | { kind: 'interrupted'; why: string; view: RunView | null }

/** As the record of a task names it; without a home it is in this one. */
interface NamedRun {
  run: string
  home?: string | undefined
}

/** Null where it is not in `home`, which is DESKHAND_HOME: one of the same name there is another one. */
export async function findRun(
  home: string,
  { run, home: where = home }: NamedRun,
): Promise<RunFolder | null> {
  return where === home ? RunFolder.find(home, run).catch(() => null) : null
}

/** What is left of a task's run; what it has done is not known where that is not in `home`. */
export async function leftOf(home: string, named: NamedRun): Promise<TakeUp> {
  const folder = await findRun(home, named)
  if (folder) return takeUp(home, folder)
  const { run, home: where = home } = named
  const elsewhere = where === home ? ' any more' : `, but in ${where}`
  return {
    kind: 'interrupted',
    why: `What its run “${run}” has done is not known: that is not in ${home}${elsewhere}.`,
    view: null,
  }
}

/** `home` is DESKHAND_HOME. Nothing is changed. */
export async function takeUp(home: string, folder: RunFolder): Promise<TakeUp> {
  if (await folder.isOwned())
    return { kind: 'interrupted', why: 'A program still carries it out.', view: null }
  const before = await readKept(folder)
  const own = await readRun(folder)
  const view = { ...own, continues: own.continues ?? before?.run ?? null }
  // It was closed after a crash: by a person, or by a batch that was itself killed before it could begin it again.
  const closed = view.reason === 'lost' && view.status === 'stopped'
  if (view.finished_at !== null && !closed) return { kind: 'ended', view }
  const last = view.rounds.at(-1)
  if (last && last.status !== null) {
    const status = last.status === 'FINISH' ? 'completed' : 'failed'
    return { kind: 'ended', view: { ...view, status, result: last.result, error: last.error } }
  }
  if (!mayLast(view)) return { kind: 'fresh' }
  if (closed) return { kind: 'interrupted', why: view.error ?? 'It was closed.', view }
  const resumption = await readResumption(folder, view)
  if (!isKnown(resumption)) {
    return { kind: 'interrupted', why: `Deskhand ended in the middle of this: ${resumption.unknown}.`, view }
  }
  const lives = resumption.display === 'host' || (await isDesktopAlive(home, folder.name))
  if (lives) return { kind: 'continues' }
  return {
    kind: 'interrupted',
    why: 'Its desktop is gone, and what it had saved or sent is not known.',
    view,
  }
}

/** Acts that only look, choose or open. */
const LEAVES_NOTHING = new Set([
  'launch_application',
  'select_application_window',
  'texts',
  'wait',
  'wait_for_control',
])
/** An act after which another machine can begin anew: where its desktop goes away with it, nothing is left. */
export const onlyOpens = (toolName: string): boolean => LEAVES_NOTHING.has(toolName)

/** Acts whose text is in an application’s memory alone, unless an Enter is in it. */
const TYPES = new Set(['type_text', 'set_edit_text'])

/** Keys that only go somewhere or choose. */
const GOES = /^((ctrl|shift)\+)*(home|end|left|right|up|down|page_?up|page_?down|prior|next)$|^ctrl\+a$/i

/**
 * Whether something was begun that may still be there: all but what is known not to be. Text that was typed is gone with a
 * virtual desktop, not with the person's own. A run goes on from another only where that has done something that lasts.
 */
export function mayLast(view: RunView): boolean {
  if (view.continues !== null) return true
  const stays = view.display?.kind !== 'virtual'
  const acts = stepsOf(view).flatMap(({ actions }) => actions)
  return acts.some((act) => act.status !== 'waiting' && !leavesNothing(act, stays))
}

function leavesNothing(
  { tool_name, parameters: { text, enter, keys } }: ActionView,
  stays: boolean,
): boolean {
  if (tool_name === 'keyboard_input') return typeof keys === 'string' && GOES.test(keys)
  if (TYPES.has(tool_name))
    return !stays && enter !== true && typeof text === 'string' && !/[\r\n]/.test(text)
  return LEAVES_NOTHING.has(tool_name)
}
