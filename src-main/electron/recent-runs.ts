// Keeps the newest runs of the history, for the menu of the tray: reads them once, then updates them by what every window gets.
import { historyCalls } from '../../src-preload/contract/calls/history.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import type { Connection } from '../bridge/router.ts'
import { drop } from '../core/control-flow.ts'

const MAX_KEPT = 10

export class RecentRuns {
  #runs: RunSummary[] = []
  readonly #changed: () => void

  constructor(connect: (push: (push: Push) => void) => Connection, changed: () => void) {
    this.#changed = changed
    const connection = connect((push) => this.#hear(push))
    drop(
      connection.call('list_runs', {}).then((answer) => {
        const { data } = historyCalls.list_runs.output.safeParse(answer.ok ? answer.value : null)
        // A run that was pushed meanwhile is newer than the listed one.
        const known = new Set(this.#runs.map(({ run }) => run))
        this.#keep([...this.#runs, ...(data?.runs ?? []).filter(({ run }) => !known.has(run))])
      }),
    )
  }

  /** The newest first. */
  get all(): readonly RunSummary[] {
    return this.#runs
  }

  #hear(push: Push): void {
    if (push.push === 'run') {
      this.#keep([push.summary, ...this.#runs.filter(({ run }) => run !== push.summary.run)])
    } else if (push.push === 'run_deleted') {
      this.#keep(this.#runs.filter(({ run }) => run !== push.run))
    }
  }

  #keep(runs: RunSummary[]): void {
    this.#runs = runs.toSorted((a, b) => b.started_at - a.started_at).slice(0, MAX_KEPT)
    this.#changed()
  }
}
