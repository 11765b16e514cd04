// Keeps the seed's GlobalState of a run in step with its events: the files follow the stream soon after, whatever the strategy.
// The planner itself writes its subtasks and screenshots, which it also reads.
import { join } from 'node:path'
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import { messageOf } from '../core/errors.ts'
import type { GlobalState, Node } from '../core/global-state.ts'
import type { Logger } from '../core/logger.ts'
import { resultWords } from '../../src-preload/contract/words.ts'
import type { RunFolder } from './run-folder.ts'

/** Agents that plan for the whole request; an AppAgent plans only for its subtask. */
const PLANNERS: ReadonlySet<string> = new Set(['HostAgent', 'LinuxAgent', 'OperatorAgent'])
const FAILED: ReadonlySet<string> = new Set(['FAIL', 'ERROR'])
const HEADING = /^##\s+/

export class StateFollower {
  readonly #state: GlobalState
  readonly #folder: RunFolder
  readonly #logger: Logger
  #work: Promise<void> = Promise.resolve()
  #writesItself = false
  #picture: string | null = null

  /** Makes every state file of the seed. */
  constructor(state: GlobalState, folder: RunFolder, logger: Logger) {
    this.#state = state
    this.#folder = folder
    this.#logger = logger
    this.#then(() => state.writeMissing())
  }

  hear(event: SessionEvent): void {
    if (event.type === 'run_started') this.#writesItself = event.strategy === 'planner'
    if (event.type === 'round_started') this.#then(() => this.#state.setTu(event.request))
    if (!this.#writesItself) this.#follow(event)
  }

  /** Resolves when the files contain all events so far. */
  async settled(): Promise<void> {
    await this.#work
  }

  #follow(event: SessionEvent): void {
    switch (event.type) {
      case 'round_started':
        this.#then(async () => {
          await this.#state.setCompletedSubtasks([])
          await this.#state.setFailedSubtasks([])
          await this.#state.setRemainingSubtasks([])
        })
        return
      case 'observed':
        this.#picture = event.picture?.path ?? null
        return
      // The picture is certainly on the disk only now.
      case 'step_finished':
        if (this.#picture !== null) this.#show(this.#picture)
        this.#picture = null
        return
      case 'decided':
        if (PLANNERS.has(event.agent)) this.#then(() => this.#state.setRemainingSubtasks(remainingOf(event)))
        return
      case 'subtask_finished':
        this.#then(() => this.#end(event))
        return
      case 'round_finished':
        if (event.status === 'FINISH') this.#then(() => this.#state.setRemainingSubtasks([]))
        return
      default:
    }
  }

  #show(path: string): void {
    this.#then(() => this.#state.setScreenshotFile(join(this.#folder.path, path)))
  }

  #end({ subtask, status, result }: EventOf<'subtask_finished'>): Promise<void> {
    const node: Node = { name: subtask, info: resultWords(result) }
    return FAILED.has(status) ? this.#state.addFailedSubtask(node) : this.#state.addCompletedSubtask(node)
  }

  /** Does work in order. A file that can't be written is no failure, because the stream contains everything. */
  #then(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).then(
      () => {},
      (error: unknown) => this.#logger.warn({ run: this.#folder.name }, `GlobalState: ${messageOf(error)}`),
    )
  }
}

/** Returns the next steps, without the present one. */
const remainingOf = ({ plan, subtask }: EventOf<'decided'>): Node[] =>
  plan
    .map((entry) => entry.replace(HEADING, '').trim())
    .filter((name) => name !== '' && name !== subtask)
    .map((name) => ({ name, info: '' }))
