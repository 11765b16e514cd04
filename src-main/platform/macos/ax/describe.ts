// Translates what macOS says of an element to the words of Deskhand, once for all toolkits.
import type { ControlRole, ControlState } from '../../../core/desktop.ts'
import { screenRect } from '../../../core/geometry.ts'
import type { PlatformElement } from '../../platform.ts'
import type { Facts } from './facts.ts'

const MAX_VALUE = 2000
const CHECKED: readonly ControlState[] = ['unchecked', 'checked', 'mixed']
const CHECKS = new Set<ControlRole>(['check box', 'radio button', 'switch', 'toggle button'])
const NUMBERS = new Set<ControlRole>(['slider', 'spinner', 'progress bar', 'scroll bar'])
const FIELDS = new Set<ControlRole>(['edit', 'password', 'combo box'])
/** Texts that show what they are: their value is their name. */
const SHOWN = new Set<ControlRole>(['text', 'heading'])
/** Action of macOS → the word that the other systems have for it. */
const ACTIONS: Record<string, string> = {
  AXPress: 'click', AXShowMenu: 'menu', AXIncrement: 'increment', AXDecrement: 'decrement', AXConfirm: 'confirm', AXCancel: 'cancel',
  AXPick: 'pick', AXRaise: 'raise', AXOpen: 'open', AXDelete: 'delete', AXScrollToVisible: 'scroll',
} // prettier-ignore

/** Gives the action of macOS for a word, as an element lists it. */
export const actionNamed = (word: string, actions: readonly string[]): string | null =>
  actions.find((action) => action === word || ACTIONS[action] === word) ?? null

/** An application may add actions, whose names are whole sentences; those are left out. */
export const wordsOf = (actions: readonly string[]): string[] =>
  actions.flatMap((action) => ACTIONS[action] ?? [])

function statesOf(role: ControlRole, facts: Facts, isDefault: boolean): ControlState[] {
  const states: ControlState[] = []
  const { value, axRole } = facts
  const number = typeof value === 'number' ? value : null
  const opens = axRole === 'AXDisclosureTriangle'
  if (facts.focused) states.push('focused')
  if (opens) states.push(number === 1 ? 'expanded' : 'collapsed')
  else if (CHECKS.has(role) && number !== null) states.push(CHECKED[number] ?? 'unchecked')
  if (facts.selected || (role === 'tab' && number === 1)) states.push('selected')
  if (!opens && facts.expanded !== null) states.push(facts.expanded ? 'expanded' : 'collapsed')
  if (!facts.enabled) states.push('disabled')
  if (FIELDS.has(role) && axRole !== 'AXPopUpButton') states.push(facts.settable ? 'editable' : 'readonly')
  if (facts.multiline && role === 'edit') states.push('multiline')
  if (facts.required) states.push('required')
  if (facts.invalid) states.push('invalid')
  if (facts.busy) states.push('busy')
  if (facts.modal || axRole === 'AXSheet') states.push('modal')
  if (isDefault) states.push('default')
  return states
}

function valueOf(role: ControlRole, { value }: Facts): string | null {
  if (value === null || role === 'password' || SHOWN.has(role)) return null
  if (typeof value === 'number') return NUMBERS.has(role) ? String(value) : null
  return value.slice(0, MAX_VALUE)
}

function nameOf(role: ControlRole, { name, value, placeholder }: Facts): string {
  if (SHOWN.has(role) && typeof value === 'string' && value !== '') return value
  return name === '' ? placeholder : name
}

export interface Place {
  ref: string
  parent: string | null
  depth: number
  window: string
  isDefault: boolean
}

export function describe(facts: Facts, { ref, parent, depth, window, isDefault }: Place): PlatformElement {
  const { role, writes } = facts.kind
  const isText = role !== 'slider' && role !== 'spinner'
  return {
    ref,
    role,
    name: nameOf(role, facts),
    value: valueOf(role, facts),
    description: facts.help === '' ? null : facts.help,
    states: statesOf(role, facts, isDefault),
    bounds: rounded(facts.bounds),
    actions: wordsOf(facts.actions),
    parent,
    depth,
    editableText: writes && isText && facts.settable,
    window,
    ...(facts.identifier === '' ? {} : { automationId: facts.identifier }),
    className: facts.axSubrole === '' ? facts.axRole : `${facts.axRole}/${facts.axSubrole}`,
  }
}

/** Points may have fractions on a screen with a scale. */
export const rounded = ({ x, y, width, height }: Facts['bounds']) =>
  screenRect({
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  })
