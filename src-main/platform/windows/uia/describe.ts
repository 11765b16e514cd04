// Translates the words of UI Automation (control types, states of patterns) to those of Deskhand, once for all toolkits.
import type { ControlRole, ControlState } from '../../../core/desktop.ts'
import type { PlatformElement } from '../../platform.ts'
import { toPort } from '../line-ends.ts'
import { handleOf, rectOf } from '../window-list.ts'
import type { Patterns, Properties } from './properties.ts'

/** UTF-16 units of a text in a tree. */
const MAX_VALUE = 2000

const FIRST_CONTROL_TYPE = 50_000
/** Index = control type − 50,000. */
const ROLES: readonly ControlRole[] = [
  'button', 'group', 'check box', 'combo box', 'edit', 'link', 'image', 'list item', 'list', 'menu', // 0 button … 9 menu
  'menu bar', 'menu item', 'progress bar', 'radio button', 'scroll bar', 'slider', 'spinner', 'status bar', 'tab list', 'tab', // 10 menu bar … 19 tab item
  'text', 'tool bar', 'text', 'tree', 'tree item', 'group', 'group', 'other', 'table', 'row', // 20 text … 29 data item
  'document', 'button', 'window', 'group', 'group', 'header', 'table', 'group', 'separator', 'group', // 30 document … 39 semantic zoom
  'tool bar',
] // prettier-ignore

export const CONTROL_TYPE = { titleBar: 50_037 } as const

/** Toolkits whose documents are pages. */
const BROWSERS = /^(Chrome|Gecko|InternetExplorer|MicrosoftEdge)$/
const CHECKED: readonly ControlState[] = ['unchecked', 'checked', 'mixed']
/** Collapsed, expanded, partly expanded; 3 means that nothing is inside. */
const EXPANDED: readonly (ControlState | undefined)[] = ['collapsed', 'expanded', 'expanded']
const WRITABLE = new Set<ControlRole>(['edit', 'password', 'document', 'spinner'])

function roleOf({ controlType, password, framework, modal, patterns }: Properties): ControlRole {
  const role = ROLES[controlType - FIRST_CONTROL_TYPE] ?? 'other'
  if (role === 'edit' && password) return 'password'
  if (role === 'button' && patterns.toggle !== null) return 'toggle button'
  if (role === 'document' && BROWSERS.test(framework)) return 'web page'
  if (role === 'row' && patterns.gridItem) return 'cell'
  if (role === 'window' && modal) return 'dialog'
  return role
}

function statesOf(
  role: ControlRole,
  { focused, enabled, required, modal, patterns }: Properties,
): ControlState[] {
  const states: ControlState[] = []
  const { toggle, selectionItem, expandCollapse, value } = patterns
  if (focused) states.push('focused')
  if (toggle !== null) states.push(CHECKED[toggle] ?? 'unchecked')
  else if (role === 'radio button' && selectionItem !== null)
    states.push(selectionItem ? 'checked' : 'unchecked')
  if (selectionItem === true) states.push('selected')
  const expanded = expandCollapse === null ? undefined : EXPANDED[expandCollapse]
  if (expanded !== undefined) states.push(expanded)
  if (!enabled) states.push('disabled')
  if (WRITABLE.has(role) || (role === 'combo box' && value))
    states.push(isWritable(patterns) ? 'editable' : 'readonly')
  if (required) states.push('required')
  if (modal) states.push('modal')
  return states
}

/**
 * A control with no value, or one that can't be set, may still take keys, so only a control that reports itself read-only is not writable.
 */
const isWritable = ({ value, text, rangeValue }: Patterns): boolean =>
  value ? !value.readOnly : text || rangeValue?.readOnly === false

function actionsOf({ invoke, toggle, expandCollapse, selectionItem, legacy }: Patterns): string[] {
  const actions: string[] = []
  if (invoke) actions.push('click')
  if (toggle !== null) actions.push('toggle')
  if (expandCollapse === 0) actions.push('expand')
  if (expandCollapse === 1 || expandCollapse === 2) actions.push('collapse')
  if (selectionItem !== null) actions.push('select')
  if (actions.length === 0 && legacy !== null && legacy !== '') actions.push('default')
  return actions
}

function valueOf(role: ControlRole, { value, rangeValue }: Patterns): string | null {
  if (role === 'password') return null
  if (rangeValue && role !== 'edit') return String(rangeValue.value)
  // A printed text has its content as its name, so its value would repeat it.
  if (!value || role === 'text') return null
  return toPort(value.text.slice(0, MAX_VALUE))
}

interface Place {
  ref: string
  parent: string | null
  depth: number
  /** The top-level window. */
  top: bigint
}

export function describe(found: Properties, { ref, parent, depth, top }: Place): PlatformElement {
  const role = roleOf(found)
  const { patterns } = found
  return {
    ref,
    role,
    name: found.name,
    value: valueOf(role, patterns),
    description: found.help === '' ? null : found.help,
    states: statesOf(role, found),
    bounds: rectOf(found.bounds),
    actions: actionsOf(patterns),
    parent,
    depth,
    editableText:
      patterns.value !== null && !patterns.value.readOnly && (WRITABLE.has(role) || role === 'combo box'),
    window: handleOf(top),
    ...(found.automationId === '' ? {} : { automationId: found.automationId }),
    ...(found.className === '' ? {} : { className: found.className }),
    ...(found.framework === '' ? {} : { framework: found.framework }),
  }
}
