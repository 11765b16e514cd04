// Makes an object of COM that others call, from any of their threads. Each such call waits until the thread of JavaScript carries it
// out, so that thread must not wait in a call that tells others to call.
import { koffi, pointerOf } from '../../native/library.ts'
import { S_OK, type ComObject } from './com.ts'
import { peek } from './memory.ts'

const IID_SIZE = 16
const E_NOINTERFACE = 0x8000_4002 | 0
const POINTER = 8

/** Methods in the order in which an interface of a handler has them. */
const METHODS = [
  'int32_t __stdcall HandlerQuery(intptr_t self, intptr_t id, intptr_t given)',
  'uint32_t __stdcall HandlerKeep(intptr_t self)',
  'uint32_t __stdcall HandlerRelease(intptr_t self)',
  // What comes after the sender differs and is not read: on 64-bit Windows the caller cleans up.
  'int32_t __stdcall HandlerCall(intptr_t self, intptr_t sender)',
] as const

/**
 * Makes a handler that has these interfaces, each with one method of its own, and calls `called` for each of their calls. It lives as long
 * as the process, because the system may hold on to it after it was taken away. Call it once.
 */
export function makeHandler(interfaces: readonly Buffer[], called: () => void): ComObject {
  const { address, alloc, encode, pointer, proto, register } = koffi()
  const query = (self: bigint, id: bigint, given: bigint): number => {
    const wanted = peek(pointerOf(id), IID_SIZE)
    const has = interfaces.some((one) => one.equals(wanted))
    encode(pointerOf(given), 'int64_t', has ? pointerOf(self) : 0n)
    return has ? S_OK : E_NOINTERFACE
  }
  const count = (): number => 1
  const call = (): number => {
    called()
    return S_OK
  }
  const methods = [query, count, count, call].map((does, at) =>
    pointerOf(register(does, pointer(proto(METHODS[at] ?? '')))),
  )
  // The object is a pointer to its table of methods, which follows it.
  const object = pointerOf(address(alloc('int64_t', 1 + methods.length)))
  for (const [at, value] of [object + BigInt(POINTER), ...methods].entries())
    encode(object + BigInt(at * POINTER), 'int64_t', value)
  return object
}
