// Leaves out of a record what came to nothing, since the dialog in which it was done was left without doing what it proposes.
import type { ActionRecord } from '../models/input.ts'
import { chordsOf } from '../safety/keys.ts'
import { LEAVING } from '../safety/vocabulary.ts'

const OPENED = /\bdialog\b.*\b(?:opened|in front|to the front)\b/i

/** What is behind the role in `button “Cancel”`. */
const labelOf = (target: string | null): string =>
  /^(?:button|link|menu item) “(.*)”$/.exec(target ?? '')?.[1] ?? ''

const isLeaving = ({ function: name, arguments: { keys }, target }: ActionRecord): boolean =>
  (name === 'keyboard_input' &&
    typeof keys === 'string' &&
    chordsOf(keys).every(({ key }) => key === 'escape')) ||
  (name === 'click_input' && (LEAVING.test(labelOf(target)) || RESETTING.test(labelOf(target))))
const RESETTING = /^(?:reset|clear(?: form| all)?|decline|previous|zurücksetzen|ablehnen|重置|拒绝)$/iu

/** Whether it may have done what a dialog proposes: a button, or Enter. */
const carriesOut = ({ function: name, arguments: { keys, enter, text }, target }: ActionRecord): boolean =>
  enter === true ||
  (typeof text === 'string' && /\n/.test(text)) ||
  (typeof keys === 'string' && chordsOf(keys).some(({ key }) => key === 'enter' || key === 'return')) ||
  (name === 'click_input' && (target ?? '').startsWith('button '))

/** Gives the acts without those that left something, and without what was done in a dialog that was left so. */
export function withoutLeft(actions: readonly ActionRecord[]): ActionRecord[] {
  const kept: ActionRecord[] = []
  for (const action of actions) {
    if (!isLeaving(action)) {
      kept.push(action)
      continue
    }
    const opener = kept.findLastIndex(({ evidence }) => OPENED.test(evidence ?? ''))
    if (opener !== -1 && !kept.slice(opener + 1).some(carriesOut)) kept.splice(opener)
  }
  return kept
}
