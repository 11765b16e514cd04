// Finds “Save As…” in the menus: it opens the first menus one after the other, and reads them.
import type { Control } from '../core/desktop.ts'
import { readableName } from '../matching/label.ts'
import { readingsOf } from '../matching/labels-in-english.ts'
import { isSaveAs } from '../matching/save-as.ts'
import { isSaveLabel } from '../matching/saving.ts'
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
      ? scene.controls.find((control) => control.role === 'menu item' && meansSaveAs(control, scene))
      : undefined
  return item ? act([press(item)], `The ${shortName(item)} is there.`, 'item') : null
}

const meansSaveAs = (control: Control, { english }: Scene): boolean =>
  readingsOf(readableName(control), english).some(isSaveAs)

/** Whether a step of the phase `item` has only closed the last menu, because none has it. */
export const isNoItem = ({ actions }: StepRecord): boolean =>
  actions.every(({ function: name }) => name !== 'click_input')

const openedNames = ({ trail }: Scene): unknown[] =>
  trail.filter(({ phase }) => phase === 'menu').map(({ step }) => step.actions.at(-1)?.arguments['name'])

/** The submenu “Save” of the menu that was opened, which has the ways to save (Frescobaldi); null where it has none, or it was opened. */
function savingSubmenu(scene: Scene): Control | null {
  const opened = openedNames(scene)
  const [only, ...others] = scene.controls.filter(
    ({ role, name, states }) =>
      role === 'menu' &&
      readingsOf(name, scene.english).some(isSaveLabel) &&
      !states.includes('disabled') &&
      !opened.includes(name),
  )
  return opened.length > 0 && only && others.length === 0 ? only : null
}

/** Opens the next menu that may have it, and closes the last one; null where no menu can be read. */
export function openNextMenu(scene: Scene): Move | null {
  const tops = menusOf(scene)
  if (tops.length === 0) return null
  const names = openedNames(scene)
  const inner = savingSubmenu(scene)
  if (inner) return act([press(inner)], `“Save As” may be in the ${shortName(inner)}.`, 'menu')
  const isTop = (name: unknown) => typeof name !== 'string' || tops.some((top) => top.name === name)
  const opened = names.filter(isTop).length
  // Of a menu and its submenu, each has an Escape of its own.
  const depth = names.length === 0 ? 0 : isTop(names.at(-1)) ? 1 : 2
  const close = Array.from({ length: depth }, () => call('keyboard_input', { keys: 'Escape' }))
  const next = opened < MOST_MENUS ? tops[opened] : undefined
  if (!next) return act(close, 'No menu that was opened has it.', 'item')
  return act([...close, press(next)], `“Save As” may be in the ${shortName(next)}.`, 'menu')
}
