// Leaves what may be a password out of what the record shows of texts that an agent has decided to type.
import type { Control } from '../core/desktop.ts'
import type { DecidedAction } from './decision.ts'

/** Replaces a text whose field is not known yet; the record of the act has the text, unless it is a password. */
export const NOT_YET_TOLD = '…'
/** Arguments with typed text. */
const TYPED = ['text', 'keys'] as const

interface ToldActions {
  actions: DecidedAction[]
  /** Texts for known password fields. */
  passwords: string[]
}

/** `controls`: those that the agent saw for its decision. */
export function toldActions(actions: readonly DecidedAction[], controls: readonly Control[]): ToldActions {
  const passwords: string[] = []
  const told = actions.map((action) => {
    const typed = TYPED.flatMap((name) => {
      const text = action.arguments[name]
      return typeof text === 'string' ? [{ name, text }] : []
    })
    const target = targetOf(action, controls)
    if (typed.length === 0 || (target && target.role !== 'password')) return action
    if (target) passwords.push(...typed.map(({ text }) => text))
    const hidden = Object.fromEntries(typed.map(({ name }) => [name, NOT_YET_TOLD]))
    return { ...action, arguments: { ...action.arguments, ...hidden } }
  })
  return { actions: told, passwords }
}

/** Finds the control that the act names; without an id, the focused one. */
function targetOf({ arguments: { id } }: DecidedAction, controls: readonly Control[]): Control | null {
  const named = id === undefined || id === null ? null : `${id as string | number}`
  const found = controls.find((one) => (named === null ? one.states.includes('focused') : one.id === named))
  return found ?? null
}
