// Sends Enter to the field that the act before it has filled, as it goes where a person types.
import type { Observation } from '../core/desktop.ts'
import type { ActionRecord } from '../models/input.ts'
import type { DecidedAction } from './decision.ts'

const ENTER = /^\s*(?:enter|return)\s*$/i
const FILLS: ReadonlySet<string> = new Set(['set_edit_text'])

/**
 * Names the field for an Enter without one. A toolkit fills a field without giving it the keyboard (GTK), so that Enter would go to what
 * had it before. In a text of several lines it stays a line break where the caret is.
 */
export function entering(
  action: DecidedAction,
  before: ActionRecord | undefined,
  { controls }: Observation,
): DecidedAction {
  const { keys, id, on } = action.arguments
  const isEnter = action.function === 'keyboard_input' && typeof keys === 'string' && ENTER.test(keys)
  if (!isEnter || (id !== undefined && id !== null && id !== '') || on === 'desktop') return action
  if (!before || !FILLS.has(before.function) || before.status !== 'success') return action
  const field = controls.find((control) => control.id === String(before.arguments['id']))
  if (!field || field.role !== 'edit' || field.states.includes('multiline')) return action
  return { ...action, arguments: { ...action.arguments, id: field.id, name: field.name } }
}
