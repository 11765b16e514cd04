// Plays a window without a screen: calls the bridge in memory, keeps the views of the runs that it watches, and waits for what
// they show.
import { BridgeError } from '../../../src-preload/contract/bridge.ts'
import type { CallName } from '../../../src-preload/contract/call-names.ts'
import type { CallInput, CallOutput } from '../../../src-preload/contract/calls.ts'
import type { Push } from '../../../src-preload/contract/pushes.ts'
import {
  emptyRunView,
  openQuestion,
  reduceRunView,
  type QuestionView,
  type RunView,
} from '../../../src-preload/contract/run-view.ts'
import type { Connection, Router } from '../router.ts'

/** The part of a router that this needs: that of a program's bridge, or of a test. */
type Connects = Pick<Router, 'connect'>

export class MemoryWindow implements Disposable {
  readonly pushes: Push[] = []
  readonly #connection: Connection
  readonly #views = new Map<string, RunView>()
  readonly #waiting = new Set<() => void>()

  constructor(router: Connects) {
    this.#connection = router.connect((push) => {
      this.pushes.push(push)
      if (push.push === 'event') {
        this.#views.set(push.run, reduceRunView(this.view(push.run), push.event))
      }
      for (const look of this.#waiting) look()
    })
  }

  /** Throws BridgeError, as a real window does. */
  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const envelope = await this.#connection.call(name, input)
    if (!envelope.ok) throw new BridgeError(envelope.fault)
    return envelope.value as CallOutput<N>
  }

  view(run: string): RunView {
    return this.#views.get(run) ?? emptyRunView()
  }

  async watch(run: string): Promise<void> {
    const { events } = await this.call('watch_run', { run, after: this.view(run).seq })
    this.#views.set(run, events.reduce(reduceRunView, this.view(run)))
    for (const look of this.#waiting) look()
  }

  /** Returns the view of a run as soon as `is` holds; fails with the run's view when it does not hold within the time. */
  until(run: string, is: (view: RunView) => boolean, withinMs = 60_000): Promise<RunView> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const view = this.view(run)
        if (!is(view)) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(view)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        const { status, error, warnings, rounds } = this.view(run)
        const steps = rounds.flatMap((round) => round.steps.map((step) => step.actions))
        reject(new Error(`Never so: ${JSON.stringify({ status, error, warnings, steps }, null, 1)}`))
      }, withinMs)
      this.#waiting.add(look)
      look()
    })
  }

  /** Returns the question of this kind as soon as it is open; `before` is an older one to skip. */
  async question(run: string, kind: QuestionView['kind'], before = ''): Promise<QuestionView> {
    const isIt = (open: QuestionView | null) => open?.kind === kind && open.question !== before
    const view = await this.until(run, (seen) => isIt(openQuestion(seen)))
    const open = openQuestion(view)
    if (!open) throw new Error('No question is open.')
    return open
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]()
  }
}
