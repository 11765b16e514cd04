// Gives one run its part of the memory: what it is reminded of, and what it leaves behind.
import { z } from 'zod'
import type { Config } from '../../src-preload/contract/config.ts'
import { MEMORY_KINDS, type MemoryKind } from '../../src-preload/contract/memory.ts'
import { systemClock } from '../core/clock.ts'
import type { Context } from '../core/context.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { PersonAnswers } from '../memory/answers.ts'
import type { MemoryStore } from '../memory/client.ts'
import { drawExperience, isOneSubtask, type Drawn, type Verdict } from '../memory/experience.ts'
import { Following } from '../memory/following.ts'
import type { AnswerPort, MemoryPort } from '../memory/port.ts'
import type { NewMemory } from '../memory/record.ts'
import { Retriever } from '../memory/retrieve.ts'
import { summaryQuestion, withSummary } from '../memory/summary.ts'
import { askAndTell, type Asked } from '../models/ask-and-tell.ts'
import type { Model } from '../models/model.ts'
import { isOverCost, type CostAccount } from '../core/cost.ts'

/** The most subtasks of one run that a model puts into words; with more, the verified steps are enough. */
const MAX_SUMMARIES = 12

export interface RunMemoryOptions {
  store: MemoryStore
  config: Config
  run: string
  model: Model
  sink: EventSink
  logger: Logger
  mask: <T>(value: T) => T
}

/** Dispose it before the journal: background work ends then, or is given up with the run. */
export class RunMemory implements AsyncDisposable {
  readonly #options: RunMemoryOptions
  readonly #retriever: Retriever
  readonly #following: Following
  readonly #answers: PersonAnswers
  #context: Context | null = null

  constructor(options: RunMemoryOptions) {
    this.#options = options
    const { store, model, sink, logger, config, run, mask } = options
    const { budget, limit, use_customization } = config.memory
    const kinds: readonly MemoryKind[] = use_customization
      ? MEMORY_KINDS
      : MEMORY_KINDS.filter((kind) => kind !== 'question_answer')
    const account = this.#account
    this.#retriever = new Retriever({ store, model, sink, account, logger, budget, limit, kinds })
    this.#following = new Following(this.#retriever)
    this.#answers = new PersonAnswers({ store, logger, run, mask })
  }

  /** Counts the memory's cost as a cost of this session from now on. */
  countIn(context: Context): void {
    this.#context = context
  }

  get #account(): CostAccount {
    const context = () => this.#context
    const ceiling = this.#options.config.system.cost_ceiling
    return {
      add: (cost) => context()?.addCost(cost),
      get isOver() {
        const paying = context()
        return paying !== null && isOverCost(paying, ceiling)
      },
    }
  }

  /** The ports for agents; empty where a person has turned the memory off. */
  get port(): { memories?: MemoryPort; answers?: AnswerPort } {
    const { enabled, use_customization } = this.#options.config.memory
    return {
      ...(enabled ? { memories: this.#following } : {}),
      ...(use_customization ? { answers: this.#answers } : {}),
    }
  }

  /** Counts whether the run's memories have helped; `verdict` is null where it was not judged. */
  readonly settle = (context: Context, verdict: Verdict | null): void =>
    this.#following.settle(verdict, isOneSubtask(context))

  /** Tells whether there is anything to remember. */
  readonly has = (context: Context): boolean =>
    this.#drawn(context, null).length > 0 || this.#answers.records().length > 0

  /** Returns the number of memories that were made or updated. */
  readonly save = async (context: Context, verdict: Verdict | null, run: RunControl): Promise<number> => {
    const drawn = this.#drawn(context, verdict)
    return this.keep([...(await this.#worded(drawn, context, run)), ...this.#answers.records()], run)
  }

  /** Saves only the person's answers, for runs that keep everything else in another way. */
  readonly saveAnswers = (run: RunControl): Promise<number> => this.keep(this.#answers.records(), run)

  /** Returns the number of memories that were made or updated. */
  readonly keep = async (records: NewMemory[], run: RunControl): Promise<number> => {
    if (records.length === 0) return 0
    const saved = await run.race(this.#options.store.ask('save', { records }))
    this.#retriever.embedBacklog(run)
    return new Set(saved.map(({ id }) => id)).size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // If a run was stopped or broke down, only its agents' own reports count.
    this.#following.settle(null, false)
    await this.#retriever.settled()
  }

  #drawn(context: Context, verdict: Verdict | null): Drawn[] {
    const { run, mask } = this.#options
    return drawExperience({ context, run, mask, verdict })
  }

  /** Lets a model put the memories into words; without a model, or if its words do not match the verified steps, they stay as they are. */
  async #worded(drawn: readonly Drawn[], context: Context, run: RunControl): Promise<NewMemory[]> {
    const { model, config } = this.#options
    if (model.nameOf('experience') === 'offline') return drawn.map(({ memory }) => memory)
    const memories: NewMemory[] = []
    let asked = 0
    for (const one of drawn) {
      const isPaid = !isOverCost(context, config.system.cost_ceiling)
      const worded = one.acts.length > 0 && isPaid && asked++ < MAX_SUMMARIES
      memories.push(worded ? await this.#wordedOne(one, context, run) : one.memory)
    }
    return memories
  }

  async #wordedOne(drawn: Drawn, context: Context, run: RunControl): Promise<NewMemory> {
    const { model, sink, logger, mask } = this.#options
    const str_input = summaryQuestion(drawn)
    const request = {
      role: 'experience' as const,
      input: { kind: 'tool' as const, str_input, pictures: [], tools: [] },
      schema: z.string(),
    }
    const paid = ({ cost }: Asked) => context.addCost(cost)
    try {
      const said = await askAndTell(request, { model, sink, clock: systemClock, paid }, run)
      const made = withSummary(drawn, mask(said.reply), `${said.provider}/${said.model}`)
      if ('memory' in made) return made.memory
      logger.warn(`The summary of “${drawn.memory.title}” is not kept: ${made.fault}.`)
    } catch (error) {
      if (error instanceof StoppedError) throw error
      logger.warn(`“${drawn.memory.title}” is kept as its steps: ${messageOf(error)}`)
    }
    return drawn.memory
  }
}
