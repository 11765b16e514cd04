// Makes a window for tests, which knows what must be done when it is gone.
import type { Caller } from '../handler.ts'

export interface TestCaller extends Caller {
  readonly works: Set<() => void>
}

export function testCaller(push: Caller['push'] = () => {}): TestCaller {
  const works = new Set<() => void>()
  const onGone = (work: () => void) => {
    works.add(work)
    return { [Symbol.dispose]: () => works.delete(work) }
  }
  return { id: 'w', push, onGone, works }
}
