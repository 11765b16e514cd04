// Makes the pictures of old runs smaller where that is set: for a short while after each run, so that no program waits for it at its end.
import type { Config } from '../../src-preload/contract/config.ts'
import { messageOf } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import type { KeptRuns } from './kept-runs.ts'

/** Milliseconds after each run; the next run goes on with what is left. */
const WITHIN_MS = 2_000

export class OldPictures {
  readonly #runs: Pick<KeptRuns, 'thin'>
  #work: Promise<void> | null = null

  constructor(runs: Pick<KeptRuns, 'thin'>) {
    this.#runs = runs
  }

  thin({ config, logger }: { config: Config; logger: Logger }): void {
    const days = config.system.thin_pictures_after
    if (days === null) return
    this.#work ??= this.#thin(days, logger).finally(() => {
      this.#work = null
    })
  }

  async settled(): Promise<void> {
    await this.#work
  }

  async #thin(days: number, logger: Logger): Promise<void> {
    using run = new RunControl({ timeoutMs: WITHIN_MS, name: 'Making old pictures smaller' })
    try {
      await this.#runs.thin(days, run)
    } catch (error) {
      if (!run.stopped) logger.warn(`Old pictures stay as they are: ${messageOf(error)}`)
    }
  }
}
