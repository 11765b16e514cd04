// Listens to what an application tells of its changes, as long as somebody watches one of its windows.
import type { RunControl } from '../../../core/run-control.ts'
import type { Ref } from '../native/core-foundation.ts'
import { endObserver, makeObserver, runObservers } from '../native/observers.ts'
import { tellOf } from './ask.ts'
import { faultOf } from './facts.ts'
import { fairTime } from '../../fair-time.ts'

/** What an application tells of all its elements (AXNotificationConstants.h). */
const TOLD = [
  'AXFocusedUIElementChanged',
  'AXFocusedWindowChanged',
  'AXWindowCreated',
  'AXSheetCreated',
  'AXMenuOpened',
  'AXMenuClosed',
  'AXCreated',
  'AXUIElementDestroyed',
  'AXLayoutChanged',
  'AXValueChanged',
  'AXTitleChanged',
  'AXSelectedTextChanged',
  'AXSelectedChildrenChanged',
  'AXSelectedRowsChanged',
  'AXRowCountChanged',
]

export interface Observing extends Disposable {
  /** Milliseconds (monotonic clock of the process) of the last change that it told of, null for none. */
  last(): number | null
}

/** Null where the application tells nothing, or does not answer. */
export async function observe(pid: number, application: Ref, run: RunControl): Promise<Observing | null> {
  let last: number | null = null
  const observer = makeObserver(pid, () => {
    last = fairTime()
  })
  if (observer === null) return null
  for (const name of TOLD) {
    // One that does not answer would let each of the others wait.
    if (faultOf(await tellOf(observer, application, name, run)) !== 'silent') continue
    endObserver(observer)
    return null
  }
  return {
    last() {
      runObservers()
      return last
    },
    [Symbol.dispose]: () => endObserver(observer),
  }
}
