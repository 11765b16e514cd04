// Finds “Save As…” in the menus: it opens the first menus one after the other, and reads them.
import { readableName } from '../matching/label.ts'
import { isSaveAs } from '../matching/save-as.ts'
import { shortName } from './matching.ts'
import { menusOf } from './menus.ts'
import { act, call, press, type Move, type Scene } from './moves.ts'
import type { StepRecord } from '../models/input.ts'

/** Files are in the first menu, whatever it is called; before it, there may be one for the window or the application. */
const MOST_MENUS = 3
const menusOpened = ({ trail }: Scene): number => trail.filter(({ phase }) => phase === 'menu').length

/** Chooses the item in the menu that was opened for it; null where it is not there. */
export function chooseSaveAs(scene: Scene): Move | null {
  const item =
    menusOpened(scene) > 0
      ? scene.controls.find((control) => control.role === 'menu item' && isSaveAs(readableName(control)))
      : undefined
  return item ? act([press(item)], `The ${shortName(item)} is there.`, 'item') : null
}

/** Whether a step of the phase `item` has only closed the last menu, because none has it. */
export const isNoItem = ({ actions }: StepRecord): boolean =>
  actions.every(({ function: name }) => name !== 'click_input')

/** Opens the next menu that may have it, and closes the last one; null where no menu can be read. */
export function openNextMenu(scene: Scene): Move | null {
  const opened = menusOpened(scene)
  const tops = menusOf(scene)
  if (tops.length === 0) return null
  const close = opened === 0 ? [] : [call('keyboard_input', { keys: 'Escape' })]
  const next = opened < MOST_MENUS ? tops[opened] : undefined
  if (!next) return act(close, 'No menu that was opened has it.', 'item')
  return act([...close, press(next)], `“Save As” may be in the ${shortName(next)}.`, 'menu')
}
