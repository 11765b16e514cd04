// Declares what makes an application tell of its changes: AXObserver of AXUIElement.h, and CFRunLoop.h. What is told waits at a run
// loop of this thread, which runs only while somebody asks.
import { koffi, pointerOf, pointerPlace } from '../../native/library.ts'
import { AX_ERROR } from './accessibility.ts'
import { makeText, release, type Ref } from './core-foundation.ts'
import { asideFn, fn } from './frameworks.ts'

const CALLBACK =
  'void AXObserverCallback(intptr_t observer, intptr_t element, intptr_t notification, intptr_t reference)'
/** The most that is handled at once: what changes for ever shall hold nobody up. */
const MAX_HANDLED = 200
/** kCFRunLoopRunHandledSource. */
const HANDLED = 4

const create = fn<(pid: number, callback: Ref, into: BigInt64Array) => number>(
  'services',
  'int32_t AXObserverCreate(int32_t pid, intptr_t callback, _Out_ int64_t *into)',
)
const sourceOf = fn<(observer: Ref) => unknown>(
  'services',
  'intptr_t AXObserverGetRunLoopSource(intptr_t observer)',
)
const currentLoop = fn<() => unknown>('foundation', 'intptr_t CFRunLoopGetCurrent()')
const addSource = fn<(loop: Ref, source: Ref, mode: Ref) => void>(
  'foundation',
  'void CFRunLoopAddSource(intptr_t loop, intptr_t source, intptr_t mode)',
)
const removeSource = fn<(loop: Ref, source: Ref, mode: Ref) => void>(
  'foundation',
  'void CFRunLoopRemoveSource(intptr_t loop, intptr_t source, intptr_t mode)',
)
const runOnce = fn<(mode: Ref, seconds: number, afterOne: number) => number>(
  'foundation',
  'int32_t CFRunLoopRunInMode(intptr_t mode, double seconds, uint8_t afterOne)',
)
/** Asks the application. */
export const addNotification = asideFn<
  (observer: Ref, element: Ref, name: Ref, reference: Ref) => Promise<number>
>(
  'services',
  'int32_t AXObserverAddNotification(intptr_t observer, intptr_t element, intptr_t name, intptr_t reference)',
)

/** A mode of its own: nothing but observers is run. */
const MODE = 'app.deskhand.observing'

/** Observer → who hears of it. */
const heard = new Map<Ref, () => void>()
let callback: Ref | null = null

/** Makes an observer of an application; null where the system gives none. `hear` is called in `runObservers`. */
export function makeObserver(pid: number, hear: () => void): Ref | null {
  if (callback === null) {
    const { pointer, proto, register } = koffi()
    const told = (observer: unknown) => heard.get(pointerOf(observer))?.()
    callback = pointerOf(register(told, pointer(proto(CALLBACK))))
  }
  const into = pointerPlace()
  if (create(pid, callback, into) !== AX_ERROR.none) return null
  const observer = into[0] ?? 0n
  heard.set(observer, hear)
  withMode((mode) => addSource(pointerOf(currentLoop()), pointerOf(sourceOf(observer)), mode))
  return observer
}

export function endObserver(observer: Ref): void {
  heard.delete(observer)
  withMode((mode) => removeSource(pointerOf(currentLoop()), pointerOf(sourceOf(observer)), mode))
  release(observer)
}

/** Lets all observers hear what they were told, and waits for nothing. */
export const runObservers = (): void =>
  withMode((mode) => {
    for (let handled = 0; handled < MAX_HANDLED && runOnce(mode, 0, 1) === HANDLED;) handled++
  })

function withMode(use: (mode: Ref) => void): void {
  const mode = makeText(MODE)
  try {
    use(mode)
  } finally {
    release(mode)
  }
}
