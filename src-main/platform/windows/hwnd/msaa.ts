// Uses Microsoft Active Accessibility of one window: reads whether it has the keyboard, gives it the keyboard, does its default
// action.
import {
  call,
  guid,
  numberVariant,
  emptyVariant,
  release,
  S_OK,
  takeVariant,
  type ComObject,
} from '../native/com.ts'
import { native, pointerPlace } from '../../native/library.ts'

const OBJID_CLIENT = 0xffff_fffc
const IID_ACCESSIBLE = guid('618736e0-3c3d-11cf-810c-00aa00389b71')
/** Places of IAccessible's methods (oleacc.h). */
const STATE = 14
const SELECT = 21
const SELF = 0
const TAKE_FOCUS = 1
const STATE_FOCUSED = 4

const objectFromWindow = native<(window: bigint, which: number, id: Buffer, object: BigInt64Array) => number>(
  'oleacc.dll',
  'int32_t __stdcall AccessibleObjectFromWindow(intptr_t window, uint32_t which, uint8_t *id, _Out_ int64_t *object)',
)

function withAccessible<T>(window: bigint, use: (object: ComObject) => T): T | null {
  const object = pointerPlace()
  if (objectFromWindow(window, OBJID_CLIENT, IID_ACCESSIBLE, object) >>> 0 !== S_OK) return null
  try {
    return use(object[0] ?? 0n)
  } finally {
    release(object[0] ?? 0n)
  }
}

export const hasKeyboard = (window: bigint): boolean =>
  withAccessible(window, (object) => {
    const state = emptyVariant()
    const told = call(object, STATE, 'uint8_t *child, _Inout_ uint8_t *state', numberVariant(SELF), state)
    return told === S_OK && (Number(takeVariant(state) ?? 0) & STATE_FOCUSED) !== 0
  }) ?? false

/** Gives a control the keyboard. False where it does not take it; the caller checks afterwards. */
export const takeKeyboard = (window: bigint): boolean =>
  withAccessible(
    window,
    (object) =>
      call(object, SELECT, 'int32_t flags, uint8_t *child', TAKE_FOCUS, numberVariant(SELF)) === S_OK,
  ) ?? false
