// Gives a name to what was just made, where the application asks for one: in the dialog that has opened, or in the field that has the keyboard.
import type { Control, WindowInfo } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { isFrontDialog, stopsAt } from '../matching/dialogs.ts'
import { plainLabel, readableName } from '../matching/label.ts'
import type { Clause, ClauseOf } from './clauses.ts'
import { fieldFor, fieldsOf } from './finding.ts'
import { shortName } from './matching.ts'
import { ITEMS } from './menus.ts'
import { act, call, enter, fail, lastStep, waitsIn, press, waitOr, type Move, type Scene } from './moves.ts'
import { outcomeOf, type TrailStep } from './progress.ts'

const FOR_NAME = /\b(?:name|title|label|called|bezeichnung|titel|nom|titre|nombre|título)\b|名称|名字|标题/iu
/** Buttons that carry out what a dialog asks for, the plainest last. */
const CONFIRMING = [
  'Create',
  'Add',
  'Done',
  'Save',
  'Erstellen',
  'Hinzufügen',
  'Fertig',
  'Speichern',
  'OK',
  '创建',
  '添加',
  '完成',
  '保存',
  '确定',
]

/** Controls and keys that this clause presses by itself. */
export const PRESSED_IN_NAMING = [...CONFIRMING, 'Enter'] as const

/** How often is waited for a dialog to close by Enter. */
const MOST_WAITS = 2

/** Whether the last act met nothing, because its control was gone. */
const wasGone = ({ step }: TrailStep): boolean => step.actions.every(({ status }) => status !== 'success')

export function giveName({ text }: ClauseOf<'name'>, scene: Scene, before?: Clause): Move {
  const dialog = scene.windows.find(isFrontDialog)
  const last = lastStep(scene)
  // Enter has closed the dialog before its button could be pressed.
  if (last?.phase === 'press' && !dialog && wasGone(last)) return { do: 'done' }
  const outcome = last ? outcomeOf(last.step) : null
  if (outcome?.ok === false) return fail(outcome.reason)
  if (last?.phase === 'press')
    return dialog && hasName(text, scene) ? waitOr(scene, stopsAt(dialog)) : { do: 'done' }
  // A slow application closes its dialog a moment later.
  if (last?.phase === 'fill' && dialog && waitsIn(scene) < MOST_WAITS) return waitOr(scene, '')
  if (last?.phase === 'fill') return dialog ? confirm(text, dialog, scene) : { do: 'done' }
  const field = fieldForName(scene)
  if (field) return act(enter(field, text), `The ${shortName(field)} takes the name.`, 'fill')
  const item = openItem(scene, before)
  return item
    ? act([call('type_text', { text, enter: true })], `The ${shortName(item)} takes the name.`, 'fill')
    : waitOr(scene, 'Nothing here asks for a name.')
}

/**
 * The item that was just made and is called after its kind, where nothing tells that it has the keyboard: GTK 3 does not tell of the field
 * that opens in a row.
 */
function openItem({ controls, windows }: Scene, before: Clause | undefined): Control | null {
  const names = before?.kind === 'named item' ? before.names : []
  const isTaken = windows.some(isFrontDialog) || controls.some(({ states }) => states.includes('focused'))
  const [only, ...others] = controls.filter(
    (control) =>
      ITEMS.has(control.role) &&
      control.states.includes('selected') &&
      names.some((name) => sameLabel(name, readableName(control))),
  )
  return only && others.length === 0 && !isTaken ? only : null
}

/** The field that is called so in the dialog in front, else the one with the keyboard, else the only one; without a dialog the one with the keyboard. */
function fieldForName(scene: Scene): Control | null {
  const fields = fieldsOf(scene).filter(({ role }) => role !== 'spinner')
  const focused = fields.find(({ states }) => states.includes('focused'))
  if (!scene.windows.some(isFrontDialog)) return focused ?? null
  const [only, ...others] = fields
  return fieldFor(FOR_NAME, fields, scene) ?? focused ?? (others.length === 0 ? (only ?? null) : null)
}

const hasName = (text: string, scene: Scene): boolean => fieldsOf(scene).some(({ value }) => value === text)

/** Presses the button of a dialog that Enter has not closed, as long as its field still has the name. */
function confirm(text: string, dialog: WindowInfo, scene: Scene): Move {
  if (!hasName(text, scene)) return { do: 'done' }
  const buttons = scene.controls.filter(
    ({ role, states, window_id }) =>
      role === 'button' && window_id === dialog.id && !states.includes('disabled'),
  )
  const [button] = CONFIRMING.flatMap(
    (name) => buttons.find((each) => plainLabel(name) === plainLabel(readableName(each))) ?? [],
  )
  return button
    ? act([press(button)], `The ${shortName(button)} is meant.`, 'press')
    : waitOr(scene, stopsAt(dialog))
}
