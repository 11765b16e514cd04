// Listens to what UI Automation tells of changes: in one window its structure and the properties of its controls; everywhere the
// keyboard that goes to another control, and windows that open.
import { RunControl } from '../../../core/run-control.ts'
import { aside, isBusy } from '../../native/aside.ts'
import { callAside, guid, release, retain, type ComObject } from '../native/com.ts'
import { makeHandler } from '../native/handler.ts'
import { isWindow } from '../native/user32.ts'
import { ask } from './aside.ts'
import { AUTOMATION, HANDLERS, PROPERTY, SCOPE, WINDOW_OPENED } from './interfaces.ts'
import { fairTime } from '../../fair-time.ts'

/** Milliseconds that an application may take to begin or end telling. */
const BEGIN_MS = 400
/** More events than these in this time, in milliseconds, come from something that changes for ever: its window is not listened to. */
const FLOOD = { events: 500, ms: 5000 } as const

const IID_UNKNOWN = guid('00000000-0000-0000-c000-000000000046')
/** Properties that an act may change and no picture may show. */
const TOLD = new Int32Array([
  PROPERTY.name,
  PROPERTY.value,
  PROPERTY.number,
  PROPERTY.isEnabled,
  PROPERTY.toggleState,
  PROPERTY.expandState,
  PROPERTY.isSelected,
])

/** The one handler of this process, and who hears of its calls. */
let handler: ComObject | null = null
const heard = new Set<() => void>()
const theHandler = (): ComObject =>
  (handler ??= makeHandler([IID_UNKNOWN, ...Object.values(HANDLERS)], () => {
    for (const hear of heard) hear()
  }))

/** Where a handler is added: the element, all that is in it, no cache. */
const WHOLE = 'int64_t element, int32_t scope, int64_t request, int64_t handler'
type Call = [place: number, signature?: string, ...args: unknown[]]

interface Attended {
  window: bigint
  element: ComObject
}

export class Events {
  readonly #automation: ComObject
  #last: number | null = null
  #attended: Attended | null = null
  #isListeningEverywhere = false
  #flood = { since: 0, count: 0 }
  /** Windows with something that changes for ever. */
  readonly #noisy = new Set<bigint>()
  readonly #hear = () => this.#told()

  constructor(automation: ComObject) {
    this.#automation = automation
    heard.add(this.#hear)
  }

  /** Milliseconds (monotonic clock of the process) of the last event, null for none. */
  get last(): number | null {
    return this.#last
  }

  /** Whether nothing has to be done to hear of this window all that can be heard. */
  isAttending(window: bigint): boolean {
    return this.#attended?.window === window || this.#noisy.has(window)
  }

  /** Listens to the window of this element from now on, and no longer to another one. Keeps the element. */
  async attend(window: bigint, element: ComObject, run: RunControl): Promise<void> {
    if (!this.#isListeningEverywhere) {
      this.#isListeningEverywhere = true
      await this.#listenEverywhere(run)
    }
    void this.#leave()
    for (const old of this.#noisy) if (!isWindow(old)) this.#noisy.delete(old)
    retain(element)
    this.#attended = { window, element }
    this.#flood = { since: fairTime(), count: 0 }
    const whole: [bigint, number, bigint, bigint] = [element, SCOPE.subtree, 0n, theHandler()]
    await this.#say([AUTOMATION.addStructureHandler, WHOLE, ...whole], run, element)
    const properties = `${WHOLE}, int32_t *ids, int32_t count`
    await this.#say([AUTOMATION.addPropertyHandler, properties, ...whole, TOLD, TOLD.length], run, element)
  }

  /** Hears no more. What is still under way goes on aside. */
  dispose(): void {
    heard.delete(this.#hear)
    void this.#leave([[AUTOMATION.removeAllHandlers]])
  }

  #told(): void {
    const now = fairTime()
    this.#last = now
    if (now - this.#flood.since > FLOOD.ms) this.#flood = { since: now, count: 0 }
    if (++this.#flood.count < FLOOD.events || !this.#attended) return
    this.#noisy.add(this.#attended.window)
    void this.#leave()
  }

  async #listenEverywhere(run: RunControl): Promise<void> {
    await this.#say([AUTOMATION.addFocusHandler, 'int64_t request, int64_t handler', 0n, theHandler()], run)
    const root = await ask(this.#automation, [AUTOMATION.rootElement, ''], BEGIN_MS, run)
    if (!root || root.object === 0n) return
    const opened = [WINDOW_OPENED, root.object, SCOPE.subtree, 0n, theHandler()]
    await this.#say([AUTOMATION.addEventHandler, `int32_t event, ${WHOLE}`, ...opened], run, root.object)
    release(root.object)
  }

  /** Listens no longer to the window, if there is one; says `more` then. */
  async #leave(more: Call[] = []): Promise<void> {
    const { element } = this.#attended ?? {}
    this.#attended = null
    const ends = [AUTOMATION.removeStructureHandler, AUTOMATION.removePropertyHandler].map((place): Call => [
      place,
      'int64_t element, int64_t handler',
      element,
      theHandler(),
    ])
    using run = new RunControl()
    // Its owner may release it meanwhile.
    retain(this.#automation)
    for (const call of [...(element === undefined ? [] : ends), ...more]) await this.#say(call, run, element)
    release(element ?? 0n)
    release(this.#automation)
  }

  /** Waits for an answer as long as it may take; a system that can't do it only tells nothing. */
  async #say(call: Call, run: RunControl, element: ComObject = 0n): Promise<void> {
    if (isBusy()) return
    if (element !== 0n) retain(element)
    // A call that takes longer still needs its element.
    const done = callAside(this.#automation, ...call).finally(() => release(element))
    await aside(done, BEGIN_MS, run)
  }
}
