// Offers `deskhand/client`: starts requests from a Node program or a test, gives their events, answers their questions and stops
// them.
import process from 'node:process'
import manifest from '../../package.json' with { type: 'json' }
import type { CallInput } from '../../src-preload/contract/calls.ts'
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import {
  emptyRunView,
  lastOutcome,
  reduceRunView,
  type Outcome,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import { openBridge, type BridgeClient, type OpenBridge } from '../bridge/client.ts'

export type { Outcome, PersonAnswer, RunView, SessionEvent }
export type Question = EventOf<'question_asked'>

export interface OpenOptions {
  /** The environment, by default this program's; its DESKHAND_HOME says where the data is. */
  env?: NodeJS.ProcessEnv
  /** Takes the log: lines of JSON. Without it, the log is dropped. */
  log?: (line: string) => void
  /** How the bridge is opened; for tests. */
  openBridge?: OpenBridge
}

/** A request, or a plan, and how it is carried out. */
export interface StartOptions extends Pick<
  CallInput<'start_run'>,
  'display' | 'strategy' | 'mode' | 'models' | 'plan' | 'task' | 'max_step' | 'yes_to'
> {
  /** What should be done; missing where there is a plan. */
  request?: string
  /**
   * Answers questions of the gate and of the agents. Without it nobody is there: a harmless question has its default answer, and
   * any other ends the run. An answer of null means the same for one question.
   */
  answer?: (question: Question) => PersonAnswer | null | Promise<PersonAnswer | null>
}

/** How a run has ended. Only the outcome `done` is a success. */
export interface RunEnd {
  status: RunView['status']
  outcome: Outcome | null
  result: unknown
  error: string | null
}

type RunPush = Extract<Push, { push: 'event' | 'run_over' }>

/** Opens Deskhand, without loading or starting anything before the first request. */
export const open = (options: OpenOptions = {}): Deskhand => new Deskhand(options)

/** Disposing stops its runs and waits until they have cleaned up. */
export class Deskhand implements AsyncDisposable {
  readonly #bridge: BridgeClient
  readonly #runs = new Map<string, Run>()
  /** The pushes of runs whose names are not known yet. */
  readonly #early = new Map<string, RunPush[]>()

  constructor({ env = process.env, log = () => {}, openBridge: opened = openBridge }: OpenOptions) {
    this.#bridge = opened({ env, version: manifest.version, printLog: log })
    this.#bridge.subscribe((push) => this.#hear(push))
  }

  /** Begins a request; resolves when it has its run folder. Throws BridgeError, whose message says what to do. */
  async start(wanted: string | StartOptions): Promise<Run> {
    const {
      request = null,
      answer = null,
      ...wishes
    } = typeof wanted === 'string' ? { request: wanted } : wanted
    const { run: name } = await this.#bridge.call('start_run', {
      ...wishes,
      request,
      one_shot: true,
      attended: answer !== null,
      resumable: false,
      watch: true,
    })
    const run = new Run(name, this.#bridge, answer)
    this.#runs.set(name, run)
    const early = this.#early.get(name) ?? []
    this.#early.delete(name)
    for (const push of early) this.#hear(push)
    return run
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bridge[Symbol.asyncDispose]()
    for (const run of this.#runs.values()) run.over(null)
  }

  #hear(push: Push): void {
    if (push.push !== 'event' && push.push !== 'run_over') return
    const run = this.#runs.get(push.run)
    if (!run) this.#early.set(push.run, [...(this.#early.get(push.run) ?? []), push])
    else if (push.push === 'event') run.hear(push.event)
    else run.over(push.error)
  }
}

/** One request. Its events can be read from the first one on, by several readers, at any time. */
export class Run {
  readonly name: string
  /** Resolves when everything that it had is given back. It rejects only for a defect of Deskhand. */
  readonly ended: Promise<RunEnd>
  readonly #bridge: BridgeClient
  readonly #answer: StartOptions['answer'] | null
  readonly #events: SessionEvent[] = []
  readonly #end = Promise.withResolvers<RunEnd>()
  #view: RunView = emptyRunView()
  #news = Promise.withResolvers<void>()
  #isOver = false

  constructor(name: string, bridge: BridgeClient, answer: StartOptions['answer'] | null) {
    this.name = name
    this.#bridge = bridge
    this.#answer = answer
    this.ended = this.#end.promise
    // A program that only reads the events need not handle the end.
    this.ended.catch(() => {})
  }

  /** The present view of the run. */
  get view(): RunView {
    return this.#view
  }

  /** Yields every event from the first to the last. */
  async *events(): AsyncGenerator<SessionEvent, void> {
    for (let next = 0; ; next++) {
      while (next >= this.#events.length) {
        if (this.#isOver) return
        await this.#news.promise
      }
      yield this.#events[next] as SessionEvent
    }
  }

  /** Returns the first event of a type, also one that has happened already. Rejects when the run ends without it. */
  async event<T extends SessionEvent['type']>(
    type: T,
    fits: (event: EventOf<T>) => boolean = () => true,
  ): Promise<EventOf<T>> {
    for await (const event of this.events()) {
      if (event.type === type && fits(event as EventOf<T>)) return event as EventOf<T>
    }
    throw new Error(`The run “${this.name}” has ended without the event ${type}.`)
  }

  /** Answers a question; false when it is no longer open. */
  async answer(question: string, answer: PersonAnswer): Promise<boolean> {
    const { accepted } = await this.#bridge.call('answer_question', { run: this.name, question, answer })
    return accepted
  }

  pause(): Promise<void> {
    return this.#control('pause')
  }

  resume(): Promise<void> {
    return this.#control('resume')
  }

  /** Stops the run: nothing acts after that. Resolves when the run has ended. */
  async stop(): Promise<RunEnd> {
    if (this.#view.finished_at === null) await this.#control('stop')
    return this.ended
  }

  /** Takes an event, from the object that listens to the bridge. */
  hear(event: SessionEvent): void {
    this.#events.push(event)
    this.#view = reduceRunView(this.#view, event)
    this.#tell()
    if (event.type === 'question_asked') void this.#ask(event)
  }

  /** Takes the end of the run, in the same way. */
  over(error: string | null): void {
    if (this.#isOver) return
    this.#isOver = true
    const { status, result, error: why, finished_at } = this.#view
    if (finished_at === null) this.#end.reject(new Error(error ?? 'The run ended without saying how.'))
    else this.#end.resolve({ status, outcome: lastOutcome(this.#view), result, error: why })
    this.#tell()
  }

  #tell(): void {
    const news = this.#news
    this.#news = Promise.withResolvers<void>()
    news.resolve()
  }

  async #control(wish: 'pause' | 'resume' | 'stop'): Promise<void> {
    await this.#bridge.call('control_run', { run: this.name, wish })
  }

  async #ask(question: Question): Promise<void> {
    if (!this.#answer || (question.kind !== 'question' && question.kind !== 'sensitive_step')) return
    let answer: PersonAnswer | null = null
    try {
      answer = await this.#answer(question)
    } catch (error) {
      // A program whose answer fails has allowed nothing, and gets the error at the end.
      this.#end.reject(error instanceof Error ? error : new Error(String(error)))
    }
    await this.answer(question.question, answer ?? { kind: 'nobody' }).catch(() => {})
  }
}
