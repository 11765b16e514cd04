// Calls the functions of user32 that describe windows and send them messages. Functions that some systems carry out in the kernel
// and that hang there when called through a foreign stack are left to the input library (`input-library.ts`).
import { koffi, native, pointerOf } from '../../native/library.ts'
import { fromWide } from './memory.ts'

const dll = 'user32.dll'
const MAX_TITLE = 1024
/** Milliseconds that a window may take to answer a message. */
export const MESSAGE_MS = 800
const SMTO_ABORT_IF_HUNG = 2

const getWindowText = native<(window: bigint, text: Buffer, length: number) => number>(
  dll,
  'int __stdcall GetWindowTextW(intptr_t window, _Out_ uint8_t *text, int length)',
)
const getClassName = native<(window: bigint, text: Buffer, length: number) => number>(
  dll,
  'int __stdcall GetClassNameW(intptr_t window, _Out_ uint8_t *text, int length)',
)
const getWindowRect = native<(window: bigint, rect: Int32Array) => boolean>(
  dll,
  'bool __stdcall GetWindowRect(intptr_t window, _Out_ int32_t *rect)',
)
const getClientRect = native<(window: bigint, rect: Int32Array) => boolean>(
  dll,
  'bool __stdcall GetClientRect(intptr_t window, _Out_ int32_t *rect)',
)
const mapWindowPoints = native<(from: bigint, to: bigint, points: Int32Array, count: number) => number>(
  dll,
  'int __stdcall MapWindowPoints(intptr_t from, intptr_t to, _Inout_ int32_t *points, uint32_t count)',
)
const getWindowThreadProcessId = native<(window: bigint, pid: Uint32Array) => number>(
  dll,
  'uint32_t __stdcall GetWindowThreadProcessId(intptr_t window, _Out_ uint32_t *pid)',
)
const sendMessageTimeout = native<
  (
    window: bigint,
    message: number,
    wide: bigint,
    long: bigint | Buffer,
    flags: number,
    ms: number,
    result: BigInt64Array,
  ) => unknown
>(
  dll,
  'intptr_t __stdcall SendMessageTimeoutW(intptr_t window, uint32_t message, uintptr_t wide, intptr_t long, uint32_t flags, uint32_t ms, _Out_ int64_t *result)',
)
const sendTextTimeout = native<typeof sendMessageTimeout>(
  dll,
  'intptr_t __stdcall SendMessageTimeoutW(intptr_t window, uint32_t message, uintptr_t wide, _Inout_ uint8_t *text, uint32_t flags, uint32_t ms, _Out_ int64_t *result)',
)
export const isWindow = native<(window: bigint) => boolean>(dll, 'bool __stdcall IsWindow(intptr_t window)')
export const isWindowVisible = native<(window: bigint) => boolean>(
  dll,
  'bool __stdcall IsWindowVisible(intptr_t window)',
)
export const isWindowEnabled = native<(window: bigint) => boolean>(
  dll,
  'bool __stdcall IsWindowEnabled(intptr_t window)',
)
export const isZoomed = native<(window: bigint) => boolean>(dll, 'bool __stdcall IsZoomed(intptr_t window)')
export const isIconic = native<(window: bigint) => boolean>(dll, 'bool __stdcall IsIconic(intptr_t window)')
const getWindow = native<(window: bigint, which: number) => unknown>(
  dll,
  'intptr_t __stdcall GetWindow(intptr_t window, uint32_t which)',
)
const getWindowLong = native<(window: bigint, index: number) => unknown>(
  dll,
  'intptr_t __stdcall GetWindowLongPtrW(intptr_t window, int index)',
)
export const getDlgCtrlId = native<(window: bigint) => number>(
  dll,
  'int __stdcall GetDlgCtrlID(intptr_t window)',
)

let enumerate: ((callback: unknown, parameter: number) => boolean) | null = null

/** Lists top-level windows, front to back. */
export function topLevelWindows(): bigint[] {
  const callback = 'EnumWindowsCallback'
  if (!enumerate) {
    koffi().proto(`bool __stdcall ${callback}(intptr_t window, intptr_t parameter)`)
    enumerate = native(dll, `bool __stdcall EnumWindows(${callback} *callback, intptr_t parameter)`)
  }
  const found: bigint[] = []
  const registered = koffi().register((window: number | bigint) => {
    found.push(pointerOf(window))
    return true
  }, `${callback} *`)
  try {
    enumerate(registered, 0)
  } finally {
    koffi().unregister(registered)
  }
  return found
}

const text = (read: typeof getWindowText, window: bigint): string => {
  const buffer = Buffer.alloc(MAX_TITLE * 2)
  return fromWide(buffer, read(window, buffer, MAX_TITLE))
}
export const titleOf = (window: bigint): string => text(getWindowText, window)
export const classOf = (window: bigint): string => text(getClassName, window)

export function processOf(window: bigint): number {
  const pid = new Uint32Array(1)
  getWindowThreadProcessId(window, pid)
  return pid[0] ?? 0
}

export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}
const edges = ([left = 0, top = 0, right = 0, bottom = 0]: Int32Array): Edges => ({
  left,
  top,
  right,
  bottom,
})

/** Gives the edges of a window with its frame. */
export function outerEdges(window: bigint): Edges {
  const rect = new Int32Array(4)
  getWindowRect(window, rect)
  return edges(rect)
}

/** Gives the edges of its client area, on the screen. */
export function clientEdges(window: bigint): Edges {
  const rect = new Int32Array(4)
  getClientRect(window, rect)
  mapWindowPoints(window, 0n, rect, 2)
  return edges(rect)
}

const GW = { next: 2, owner: 4, child: 5 } as const
export const relative = (window: bigint, which: keyof typeof GW): bigint =>
  pointerOf(getWindow(window, GW[which]))

export function* childrenOf(window: bigint): Generator<bigint> {
  for (let child = relative(window, 'child'); child !== 0n; child = relative(child, 'next')) yield child
}

const GWL_STYLE = -16
const GWL_EXSTYLE = -20
export const styleOf = (window: bigint): bigint => pointerOf(getWindowLong(window, GWL_STYLE))
const GWLP_HWNDPARENT = -8
const WS_CHILD = 0x4000_0000n
/** Gives the window that a child window is in. */
export const parentOf = (window: bigint): bigint => pointerOf(getWindowLong(window, GWLP_HWNDPARENT))

/** Gives the top-level window that it is in, or is. */
export function rootOf(window: bigint): bigint {
  let top = window
  while ((styleOf(top) & WS_CHILD) !== 0n && parentOf(top) !== 0n) top = parentOf(top)
  return top
}
export const extendedStyleOf = (window: bigint): bigint => pointerOf(getWindowLong(window, GWL_EXSTYLE))

/** Gives what the window answers; null when it does not answer in time, which does not mean that the request has failed. */
export function send(window: bigint, message: number, wide = 0n, long = 0n): bigint | null {
  const result = new BigInt64Array(1)
  const answered = sendMessageTimeout(window, message, wide, long, SMTO_ABORT_IF_HUNG, MESSAGE_MS, result)
  return pointerOf(answered) === 0n ? null : (result[0] ?? 0n)
}

/** Does the same for a message that takes or gives a text. */
export function sendText(window: bigint, message: number, wide: bigint, buffer: Buffer): bigint | null {
  const result = new BigInt64Array(1)
  const answered = sendTextTimeout(window, message, wide, buffer, SMTO_ABORT_IF_HUNG, MESSAGE_MS, result)
  return pointerOf(answered) === 0n ? null : (result[0] ?? 0n)
}
