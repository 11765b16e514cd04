// Opens a folder that a view shows, and sees that it is open before anything else is done: what is pasted would go to the wrong one.
import { sameLabel } from '../matching/agreement.ts'
import { readableName } from '../matching/label.ts'
import type { ClauseOf } from './clauses.ts'
import { shortName } from './matching.ts'
import { ITEMS } from './menus.ts'
import {
  act,
  call,
  fail,
  lastStep,
  on,
  waitOr,
  waitsIn,
  withControl,
  withoutMissed,
  type Move,
  type Scene,
} from './moves.ts'
import { readPhrase } from './phrases.ts'
import { outcomeOf } from './progress.ts'
import { isFileManager } from '../safety/applications.ts'
import { inQuotes } from '../../src-preload/contract/quotes.ts'

/** How often is waited for the folder's own items before it is opened once more. */
const MOST_WAITS = 2

/** Whether the title of a file manager names the folder that it shows: “Backup - Thunar”, “/home/ada/Backup”. */
const isTitled = (name: string, title: string): boolean =>
  [title, ...title.split(/\s[-–—|]\s/)].some((part) => sameLabel(name, part.split('/').at(-1) ?? ''))

export function enterFolder({ control }: ClauseOf<'click'>, current: Scene): Move {
  const scene = { ...current, trail: withoutMissed(current.trail) }
  const { controls, window, trail } = scene
  const last = lastStep(scene)
  const outcome = last ? outcomeOf(last.step) : null
  if (outcome?.ok === false) return fail(outcome.reason)
  const open = (phase: 'plain' | 'again'): Move =>
    withControl(control, 'click', scene, (found) =>
      act(
        [call('click_input', { ...on(found), button: 'left', double: true })],
        `The ${shortName(found)} is meant.`,
        phase,
      ),
    )
  if (!trail.some(({ phase }) => phase === 'plain')) return open('plain')
  const name = readPhrase(control)[0]?.name ?? control
  const isShown = controls.some(
    (each) => ITEMS.has(each.role) && each.window_id === window?.id && sameLabel(name, readableName(each)),
  )
  // Elsewhere a folder stays in sight when it is open: one of mails, or of bookmarks.
  if (window === null || !isFileManager(window.process_name)) return { do: 'done' }
  if (!isShown || isTitled(name, window.title)) return { do: 'done' }
  if (waitsIn(scene) < MOST_WAITS) return waitOr(scene, '')
  return trail.some(({ phase }) => phase === 'again')
    ? fail(`The folder ${inQuotes(name)} has not opened.`)
    : open('again')
}
