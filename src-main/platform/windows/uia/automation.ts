// Connects to UI Automation and asks it for elements, each with all that is listed of it already read (one cache request for a
// whole subtree, one for a single element).
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { call, createObject, release, S_OK, type ComObject } from '../native/com.ts'
import { pointerPlace } from '../../native/library.ts'
import { ask, type Answer } from './aside.ts'
import { Events } from './events.ts'
import {
  AUTOMATION,
  CLSID_AUTOMATION,
  ELEMENT,
  IID_AUTOMATION,
  REQUEST,
  SCOPE,
  WALKER,
} from './interfaces.ts'
import { CACHED } from './properties.ts'

/** Milliseconds after which the system gives up an application: to reach it, and to get its answer. */
const CONNECTION_MS = 1000
const TRANSACTION_MS = 5000

const OBJECT = '_Out_ int64_t *object'

/** Null where the system does not give it. */
function objectAt(object: ComObject, place: number): ComObject | null {
  const given = pointerPlace()
  return call(object, place, OBJECT, given) === S_OK ? (given[0] ?? 0n) : null
}

export class Automation {
  readonly events: Events
  readonly #automation: ComObject
  readonly #walker: ComObject
  readonly #subtree: ComObject
  readonly #single: ComObject

  private constructor(automation: ComObject, walker: ComObject, subtree: ComObject, single: ComObject) {
    this.events = new Events(automation)
    this.#automation = automation
    this.#walker = walker
    this.#subtree = subtree
    this.#single = single
  }

  /** Null where the system has no UI Automation, or one that can't give trees. */
  static connect(): Automation | null {
    const automation = createObject(CLSID_AUTOMATION, IID_AUTOMATION)
    if (automation === null) return null
    // Not every system has these settings; without them all works, but more slowly when an application hangs.
    call(automation, AUTOMATION.putAutoSetFocus, 'int32_t on', 0)
    call(automation, AUTOMATION.putConnectionTimeout, 'uint32_t ms', CONNECTION_MS)
    call(automation, AUTOMATION.putTransactionTimeout, 'uint32_t ms', TRANSACTION_MS)
    const walker = objectAt(automation, AUTOMATION.controlViewWalker)
    const subtree = requestOf(automation, SCOPE.subtree)
    const single = requestOf(automation, SCOPE.element)
    if (walker !== null && subtree !== null && single !== null)
      return new Automation(automation, walker, subtree, single)
    for (const object of [walker, subtree, single, automation]) release(object ?? 0n)
    return null
  }

  /** Gives the element of a window, `whole` with all that is in it; `answered` is called when the window has answered, also too late. */
  ofWindow(
    window: bigint,
    whole: boolean,
    ms: number,
    run: RunControl,
    answered?: () => void,
  ): Promise<Answer> {
    const request = whole ? this.#subtree : this.#single
    const place = AUTOMATION.elementFromWindowCached
    const question: [number, string, bigint, bigint] = [
      place,
      'intptr_t window, int64_t request',
      window,
      request,
    ]
    return ask(this.#automation, question, ms, run, answered)
  }

  atPoint({ x, y }: ScreenPoint, ms: number, run: RunControl): Promise<Answer> {
    // A POINT that is passed by value is one number of 64 bits.
    const packed =
      (BigInt.asUintN(32, BigInt(Math.round(y))) << 32n) | BigInt.asUintN(32, BigInt(Math.round(x)))
    const place = AUTOMATION.elementFromPointCached
    const point = BigInt.asIntN(64, packed)
    return ask(this.#automation, [place, 'int64_t point, int64_t request', point, this.#single], ms, run)
  }

  withFocus(ms: number, run: RunControl): Promise<Answer> {
    return ask(this.#automation, [AUTOMATION.focusedElementCached, 'int64_t request', this.#single], ms, run)
  }

  /** Gives another element as seen from this one: none is an answer with the object 0n. */
  step(from: ComObject, way: keyof typeof WALKER, ms: number, run: RunControl): Promise<Answer> {
    return ask(this.#walker, [WALKER[way], 'int64_t from, int64_t request', from, this.#single], ms, run)
  }

  /** Reads an element anew. */
  again(element: ComObject, ms: number, run: RunControl): Promise<Answer> {
    return ask(element, [ELEMENT.updatedCache, 'int64_t request', this.#single], ms, run)
  }

  dispose(): void {
    this.events.dispose()
    for (const object of [this.#single, this.#subtree, this.#walker, this.#automation]) release(object)
  }
}

function requestOf(automation: ComObject, scope: number): ComObject | null {
  const request = objectAt(automation, AUTOMATION.createCacheRequest)
  if (request === null) return null
  const view = objectAt(automation, AUTOMATION.controlViewCondition)
  const isSet =
    view !== null &&
    CACHED.every((id) => call(request, REQUEST.addProperty, 'int32_t id', id) === S_OK) &&
    call(request, REQUEST.putTreeScope, 'int32_t scope', scope) === S_OK &&
    call(request, REQUEST.putTreeFilter, 'int64_t condition', view) === S_OK
  release(view ?? 0n)
  if (isSet) return request
  release(request)
  return null
}
