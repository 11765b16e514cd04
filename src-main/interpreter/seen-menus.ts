// Chooses from the menus of a window that shows no controls, by the texts on its picture: each is clicked in turn.
import { SEEN_TEXT } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { inQuotes } from '../../src-preload/contract/quotes.ts'
import { act, choose, fail, press, waitOr, type Move, type Scene } from './moves.ts'
import { outcomeOf } from './progress.ts'

/** Whether nothing but the picture tells of what a window has. */
export const isOnlySeen = ({ controls }: Pick<Scene, 'controls'>): boolean =>
  controls.length > 0 && controls.every(({ description }) => description === SEEN_TEXT)

export function chooseSeen(path: readonly string[], scene: Scene): Move {
  const chosen = scene.trail.filter(({ phase }) => phase === 'menu')
  const last = chosen.at(-1)
  const outcome = last ? outcomeOf(last.step) : null
  if (outcome?.ok === false) return fail(outcome.reason)
  const next = path[chosen.length]
  if (next === undefined) return { do: 'done' }
  const called = scene.controls.filter(({ name }) => sameLabel(next, name))
  // What has opened lies in a window of its own, over a text that may be called the same.
  const opened = called.filter(({ window_id }) => window_id !== scene.window?.id)
  const found = chosen.length > 0 && opened.length > 0 ? opened : called
  if (found.length === 0) return waitOr(scene, `There is no text ${inQuotes(next)} on the picture.`)
  return choose(next, found, scene, (text) => act([press(text)], 'Its text is on the picture.', 'menu'))
}
