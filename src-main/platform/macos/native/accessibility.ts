// Declares the functions of the Accessibility API: AXUIElement.h, AXValue.h and AXError.h of HIServices. Those that ask another
// program run aside; each waits for the messaging time-out at most.
import { pointerOf } from '../../native/library.ts'
import { isOf, type Range, type Ref } from './core-foundation.ts'
import { asideFn, fn } from './frameworks.ts'

/** AXError.h. */
export const AX_ERROR = {
  none: 0,
  failure: -25_200,
  illegalArgument: -25_201,
  invalidElement: -25_202,
  cannotComplete: -25_204,
  attributeUnsupported: -25_205,
  actionUnsupported: -25_206,
  notImplemented: -25_208,
  apiDisabled: -25_211,
  noValue: -25_212,
  parameterUnsupported: -25_213,
} as const

/** AXValueType of AXValue.h. */
const VALUE = { point: 1, size: 2, rect: 3, range: 4 } as const

export const isTrusted = fn<() => boolean>('services', 'bool AXIsProcessTrusted()')
const createApplication = fn<(pid: number) => unknown>(
  'services',
  'intptr_t AXUIElementCreateApplication(int32_t pid)',
)
const createSystemWide = fn<() => unknown>('services', 'intptr_t AXUIElementCreateSystemWide()')
const setTimeoutOf = fn<(element: Ref, seconds: number) => number>(
  'services',
  'int32_t AXUIElementSetMessagingTimeout(intptr_t element, float seconds)',
)
const elementType = fn<() => unknown>('services', 'uint64_t AXUIElementGetTypeID()')
const valueTypeId = fn<() => unknown>('services', 'uint64_t AXValueGetTypeID()')
const valueGet = fn<(value: Ref, type: number, into: Float64Array) => boolean>(
  'services',
  'bool AXValueGetValue(intptr_t value, uint32_t type, _Out_ double *into)',
)
const rangeCreate = fn<(type: number, from: BigInt64Array) => unknown>(
  'services',
  'intptr_t AXValueCreate(uint32_t type, int64_t *from)',
)
/** Not in a header, but exported since 10.5: the only way from an element to its window of the window server. */
const windowOfElement = fn<(element: Ref, window: Uint32Array) => number>(
  'services',
  'int32_t _AXUIElementGetWindow(intptr_t element, _Out_ uint32_t *window)',
)
const pidOfElement = fn<(element: Ref, pid: Int32Array) => number>(
  'services',
  'int32_t AXUIElementGetPid(intptr_t element, _Out_ int32_t *pid)',
)

type Into = BigInt64Array
export const copyAttribute = asideFn<(element: Ref, name: Ref, into: Into) => Promise<number>>(
  'services',
  'int32_t AXUIElementCopyAttributeValue(intptr_t element, intptr_t name, _Out_ int64_t *into)',
)
/** Without options each attribute that fails has an AXValue with its error in the array. */
export const copyAttributes = asideFn<
  (element: Ref, names: Ref, options: number, into: Into) => Promise<number>
>(
  'services',
  'int32_t AXUIElementCopyMultipleAttributeValues(intptr_t element, intptr_t names, uint32_t options, _Out_ int64_t *into)',
)
export const copyMembers = asideFn<
  (element: Ref, name: Ref, from: number, max: number, into: Into) => Promise<number>
>(
  'services',
  'int32_t AXUIElementCopyAttributeValues(intptr_t element, intptr_t name, int64_t from, int64_t max, _Out_ int64_t *into)',
)
export const copyParameterized = asideFn<
  (element: Ref, name: Ref, parameter: Ref, into: Into) => Promise<number>
>(
  'services',
  'int32_t AXUIElementCopyParameterizedAttributeValue(intptr_t element, intptr_t name, intptr_t parameter, _Out_ int64_t *into)',
)
export const copyActions = asideFn<(element: Ref, into: Into) => Promise<number>>(
  'services',
  'int32_t AXUIElementCopyActionNames(intptr_t element, _Out_ int64_t *into)',
)
export const copyAtPoint = asideFn<(application: Ref, x: number, y: number, into: Into) => Promise<number>>(
  'services',
  'int32_t AXUIElementCopyElementAtPosition(intptr_t application, float x, float y, _Out_ int64_t *into)',
)
export const isSettable = asideFn<(element: Ref, name: Ref, into: Uint8Array) => Promise<number>>(
  'services',
  'int32_t AXUIElementIsAttributeSettable(intptr_t element, intptr_t name, _Out_ uint8_t *into)',
)
export const setAttribute = asideFn<(element: Ref, name: Ref, value: Ref) => Promise<number>>(
  'services',
  'int32_t AXUIElementSetAttributeValue(intptr_t element, intptr_t name, intptr_t value)',
)
export const performAction = asideFn<(element: Ref, action: Ref) => Promise<number>>(
  'services',
  'int32_t AXUIElementPerformAction(intptr_t element, intptr_t action)',
)

export const applicationElement = (pid: number): Ref => pointerOf(createApplication(pid))
export const systemElement = (): Ref => pointerOf(createSystemWide())

/** Of the element of the whole system it is the time-out of every element of this program. */
export const limitMessages = (element: Ref, seconds: number): void => void setTimeoutOf(element, seconds)

export const isElement = (ref: Ref): boolean => isOf(ref, elementType)

/** Gives the id of the window that an element is in, or is; null where the system does not say. */
export function windowIdOf(element: Ref): number | null {
  const window = new Uint32Array(1)
  return windowOfElement(element, window) === AX_ERROR.none ? (window[0] ?? null) : null
}

export function pidOf(element: Ref): number | null {
  const pid = new Int32Array(1)
  return pidOfElement(element, pid) === AX_ERROR.none ? (pid[0] ?? null) : null
}

function doublesIn(ref: Ref, type: number, count: number): number[] | null {
  if (!isOf(ref, valueTypeId)) return null
  const into = new Float64Array(count)
  return valueGet(ref, type, into) ? Array.from(into) : null
}

export function pointIn(ref: Ref): { x: number; y: number } | null {
  const [x, y] = doublesIn(ref, VALUE.point, 2) ?? []
  return x === undefined || y === undefined ? null : { x, y }
}

export function sizeIn(ref: Ref): { width: number; height: number } | null {
  const [width, height] = doublesIn(ref, VALUE.size, 2) ?? []
  return width === undefined || height === undefined ? null : { width, height }
}

export function rectIn(ref: Ref): { x: number; y: number; width: number; height: number } | null {
  const [x, y, width, height] = doublesIn(ref, VALUE.rect, 4) ?? []
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null
  return { x, y, width, height }
}

export const makeRange = ({ location, length }: Range): Ref =>
  pointerOf(rangeCreate(VALUE.range, new BigInt64Array([BigInt(location), BigInt(length)])))
