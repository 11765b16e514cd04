// Reads the cached properties of an element. Nothing here asks another process.
import { call, emptyVariant, S_OK, takeText, takeVariant, type ComObject } from '../native/com.ts'
import { pointerPlace } from '../../native/library.ts'
import type { Edges } from '../native/user32.ts'
import { ELEMENT, PROPERTY } from './interfaces.ts'

/** All that the cache of an element is filled with. */
export const CACHED: readonly number[] = Object.values(PROPERTY)

const text = pointerPlace()
const number = new Int32Array(2)
const rect = new Int32Array(4)
const variant = emptyVariant()

/** Empty where the provider gives no text. */
function textAt(element: ComObject, place: number): string {
  text[0] = 0n
  return call(element, place, '_Out_ int64_t *text', text) === S_OK ? takeText(text[0] ?? 0n) : ''
}

/** Null where the provider gives no number. */
function numberAt(element: ComObject, place: number): number | null {
  return call(element, place, '_Out_ int32_t *number', number) === S_OK ? (number[0] ?? 0) : null
}

const isTrue = (element: ComObject, place: number): boolean => (numberAt(element, place) ?? 0) !== 0

function property(element: ComObject, id: number): string | number | boolean | null {
  variant.fill(0)
  const code = call(element, ELEMENT.cachedProperty, 'int32_t id, _Inout_ uint8_t *value', id, variant)
  return code === S_OK ? takeVariant(variant) : null
}

const has = (element: ComObject, id: number): boolean => property(element, id) === true

/** The abilities that an element reports. */
export interface Patterns {
  invoke: boolean
  value: { text: string; readOnly: boolean } | null
  toggle: number | null
  /** Whether it is selected. */
  selectionItem: boolean | null
  expandCollapse: number | null
  rangeValue: { value: number; readOnly: boolean } | null
  scrollItem: boolean
  text: boolean
  gridItem: boolean
  /** The name of its default action in Active Accessibility, empty for none. */
  legacy: string | null
  /** A stand-in for an entry that its list has not made yet: it can do nothing else before it is realised. */
  virtualized: boolean
}

export interface Properties {
  /** Empty where the provider gives none. */
  runtimeId: string
  controlType: number
  name: string
  help: string
  automationId: string
  className: string
  framework: string
  bounds: Edges
  focused: boolean
  enabled: boolean
  password: boolean
  offscreen: boolean
  required: boolean
  modal: boolean
  /** The window that the element is, 0 where it is none. */
  window: bigint
  patterns: Patterns
}

/** The properties that decide whether an element is listed. */
export type Place = Pick<Properties, 'controlType' | 'offscreen' | 'bounds' | 'window'>

export function readPlace(element: ComObject): Place {
  rect.fill(0)
  const placed = call(element, ELEMENT.cachedBounds, '_Out_ int32_t *bounds', rect) === S_OK
  const [left = 0, top = 0, right = 0, bottom = 0] = placed ? rect : []
  text[0] = 0n
  const told = call(element, ELEMENT.cachedWindow, '_Out_ int64_t *text', text) === S_OK
  return {
    controlType: numberAt(element, ELEMENT.cachedControlType) ?? 0,
    offscreen: isTrue(element, ELEMENT.cachedIsOffscreen),
    bounds: { left, top, right, bottom },
    window: told ? (text[0] ?? 0n) : 0n,
  }
}

export function readProperties(element: ComObject, place = readPlace(element)): Properties {
  const password = isTrue(element, ELEMENT.cachedIsPassword)
  return {
    ...place,
    runtimeId: String(property(element, PROPERTY.runtimeId) ?? ''),
    name: textAt(element, ELEMENT.cachedName),
    help: textAt(element, ELEMENT.cachedHelpText),
    automationId: textAt(element, ELEMENT.cachedAutomationId),
    className: textAt(element, ELEMENT.cachedClassName),
    framework: textAt(element, ELEMENT.cachedFrameworkId),
    focused: isTrue(element, ELEMENT.cachedHasFocus),
    enabled: isTrue(element, ELEMENT.cachedIsEnabled),
    password,
    required: isTrue(element, ELEMENT.cachedIsRequired),
    modal: has(element, PROPERTY.isModal),
    patterns: readPatterns(element, password),
  }
}

function readPatterns(element: ComObject, isPassword: boolean): Patterns {
  const state = (pattern: number, value: number): number | null =>
    has(element, pattern) ? Number(property(element, value) ?? 0) : null
  return {
    invoke: has(element, PROPERTY.hasInvoke),
    // The text of a password is never read.
    value: has(element, PROPERTY.hasValue)
      ? {
          text: isPassword ? '' : String(property(element, PROPERTY.value) ?? ''),
          readOnly: has(element, PROPERTY.valueIsReadOnly),
        }
      : null,
    toggle: state(PROPERTY.hasToggle, PROPERTY.toggleState),
    selectionItem: has(element, PROPERTY.hasSelectionItem) ? has(element, PROPERTY.isSelected) : null,
    expandCollapse: state(PROPERTY.hasExpandCollapse, PROPERTY.expandState),
    rangeValue: has(element, PROPERTY.hasRangeValue)
      ? {
          value: Number(property(element, PROPERTY.number) ?? 0),
          readOnly: has(element, PROPERTY.numberIsReadOnly),
        }
      : null,
    scrollItem: has(element, PROPERTY.hasScrollItem),
    text: has(element, PROPERTY.hasText),
    gridItem: has(element, PROPERTY.hasGridItem),
    legacy: has(element, PROPERTY.hasLegacy) ? String(property(element, PROPERTY.legacyAction) ?? '') : null,
    virtualized: has(element, PROPERTY.isVirtualized),
  }
}

/** Reads between which numbers its value may be. */
export const rangeOf = (element: ComObject): { minimum: number; maximum: number } => ({
  minimum: Number(property(element, PROPERTY.minimum) ?? Number.NaN),
  maximum: Number(property(element, PROPERTY.maximum) ?? Number.NaN),
})
