// Presents one run of this program to windows: its events so far, its queue, its dialogs, its desktop.
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import {
  runViewOf,
  reduceRunView,
  type RunSummary,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import type { PersonInput } from '../../src-preload/contract/person-input.ts'
import type { PersonAct } from '../../src-preload/contract/person-acts.ts'
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { Checklist } from '../core/checklist.ts'
import { UserError } from '../core/errors.ts'
import type { LiveDesktop } from '../core/live-desktop.ts'
import { Dialogs } from './dialogs.ts'
import type { Caller } from './handler.ts'

interface LiveRunOptions {
  /** Whether it ends after its first request. */
  oneShot: boolean
  /** Whether a person is present to be asked. */
  attended?: boolean
  /** Called when an entry of the history has changed. */
  changed: (run: LiveRun) => void
  /** Keeps the queued requests in a place where a crash does not lose them. */
  keepQueue: (run: string, queue: readonly string[]) => void
}

/** Acts of a person that one plan is made of. */
const MAX_SEEN = 2_000

interface DesktopWish {
  maxWidth: number
  watch: Disposable | null
  gone: Disposable
}

export class LiveRun {
  readonly dialogs: Dialogs
  readonly #options: LiveRunOptions
  /** The windows that watch, each with the function that forgets it when it no longer watches. */
  readonly #watchers = new Map<Caller, Disposable>()
  readonly #desktopWatchers = new Map<Caller, DesktopWish>()
  /** Resolves when its desktop no longer has to be kept open. */
  readonly released: Promise<void>
  readonly #release: () => void
  #name = ''
  #events: SessionEvent[] = []
  #view: RunView = runViewOf([])
  #queue: string[] = []
  #finishing: boolean
  #desktop: LiveDesktop | null = null
  /** The checklist, once its session has begun. */
  checklist: Pick<Checklist, 'edit'> | null = null
  #driver: Caller | null = null
  #driverGone: Disposable | null = null
  /** The observed acts of the person; null while they are not watched. */
  #seen: PersonAct[] | null = null

  constructor(options: LiveRunOptions) {
    this.#options = options
    this.#finishing = options.oneShot
    const { promise, resolve } = Promise.withResolvers<void>()
    this.released = promise
    this.#release = resolve
    this.dialogs = new Dialogs({
      oneShot: options.oneShot,
      attended: options.attended ?? true,
      takeRequest: () => this.#take(),
      isFinishing: () => this.#finishing,
    })
  }

  get name(): string {
    return this.#name
  }
  set name(name: string) {
    this.#name = name
  }

  get view(): RunView {
    return this.#view
  }

  get queue(): readonly string[] {
    return this.#queue
  }

  get summary(): RunSummary {
    return { ...summaryOf(this.#view, true), run: this.#name }
  }

  /** Whether it only waits for a next request. */
  get isWaiting(): boolean {
    return this.openKind === 'new_request'
  }

  /** The kind of the question that is open, null when none is. */
  get openKind(): string | null {
    if (this.#view.finished_at !== null) return null
    return this.#view.questions.findLast(({ answer }) => answer === null)?.kind ?? null
  }

  get isOver(): boolean {
    return this.#view.finished_at !== null
  }

  hear(event: SessionEvent): void {
    const before = this.#view
    this.#events.push(event)
    this.#view = reduceRunView(before, event)
    this.dialogs.hear(event)
    if (event.type === 'session_kept_open') this.#finishing = false
    for (const caller of this.#watchers.keys()) caller.push({ push: 'event', run: this.#name, event })
    const { status } = before
    if (status !== this.#view.status || IN_HISTORY.has(event.type)) this.#options.changed(this)
  }

  hearText(role: string, text: string, reset: boolean): void {
    for (const caller of this.#watchers.keys())
      caller.push({ push: 'model_text', run: this.#name, role, text, reset })
  }

  /** Returns the events after `after`; the window then gets each one that follows. */
  watch(caller: Caller, after: number): SessionEvent[] {
    this.unwatch(caller)
    this.#watchers.set(
      caller,
      caller.onGone(() => this.unwatch(caller)),
    )
    return this.#events.filter(({ seq }) => seq > after)
  }

  unwatch(caller: Caller): void {
    this.#watchers.get(caller)?.[Symbol.dispose]()
    this.#watchers.delete(caller)
  }

  answer(question: string, answer: PersonAnswer): boolean {
    return this.dialogs.answer(question, answer)
  }

  enqueue(...requests: string[]): void {
    if (this.isOver) throw new UserError('This run has ended. Begin a new one with this request.')
    if (this.#finishing) throw new UserError('This session ends after what it does now. Begin a new one.')
    this.#queue.push(...requests)
    this.#queueChanged()
    this.dialogs.wake()
  }

  takeBack(index: number): void {
    if (this.#queue[index] === undefined) throw new UserError('This request does not wait any more.')
    this.#queue.splice(index, 1)
    this.#queueChanged()
  }

  finish(): void {
    this.#finishing = true
    this.dialogs.wake()
  }

  /** Lets go of its desktop, which no longer has to be kept open. */
  release(): void {
    this.#release()
  }

  /** Ends it: the run is over and has released everything, so no window needs it any more. */
  over(error: string | null): void {
    for (const caller of this.#watchers.keys()) {
      caller.push({ push: 'run_over', run: this.#name, error })
      this.unwatch(caller)
    }
    for (const caller of this.#desktopWatchers.keys()) this.unwatchDesktop(caller)
    this.agentDrives()
  }

  /** Takes the desktop when it is available, and null when it is gone. */
  set desktop(desktop: LiveDesktop | null) {
    this.#desktop = desktop
    for (const [caller, wish] of this.#desktopWatchers) {
      wish.watch?.[Symbol.dispose]()
      wish.watch = desktop ? this.#show(desktop, caller, wish.maxWidth) : null
    }
  }

  get desktop(): LiveDesktop | null {
    return this.#desktop
  }

  watchDesktop(caller: Caller, maxWidth: number): void {
    this.unwatchDesktop(caller)
    const watch = this.#desktop ? this.#show(this.#desktop, caller, maxWidth) : null
    const gone = caller.onGone(() => this.unwatchDesktop(caller))
    this.#desktopWatchers.set(caller, { maxWidth, watch, gone })
  }

  unwatchDesktop(caller: Caller): void {
    const wish = this.#desktopWatchers.get(caller)
    wish?.watch?.[Symbol.dispose]()
    wish?.gone[Symbol.dispose]()
    this.#desktopWatchers.delete(caller)
  }

  /** The window through which a person drives, null while the agent does. */
  get driver(): Caller | null {
    return this.#driver
  }

  /** Lets a window drive; `gone` is called when that window is gone. */
  drive(caller: Caller, gone: () => void): void {
    this.agentDrives()
    this.#driver = caller
    this.#driverGone = caller.onGone(gone)
  }

  /** Watches the person's hand from now on. */
  async watchHand(): Promise<void> {
    this.#seen = []
    await this.takeInput([])
  }

  /** Ends watching. Returns the observed acts. */
  async unwatchHand(): Promise<readonly PersonAct[]> {
    const seen = this.#seen ?? []
    this.#seen = null
    seen.push(...((await this.#desktop?.input([], false)) ?? []))
    return seen
  }

  /** Carries out the person's input on its desktop. */
  async takeInput(inputs: readonly PersonInput[]): Promise<void> {
    const acts = await this.#desktop?.input(inputs, this.#seen !== null)
    if (acts && this.#seen && this.#seen.length < MAX_SEEN) this.#seen.push(...acts)
  }

  agentDrives(): void {
    this.#driver = null
    this.#driverGone?.[Symbol.dispose]()
    this.#driverGone = null
  }

  #show(desktop: LiveDesktop, caller: Caller, maxWidth: number): Disposable {
    return desktop.watch({ maxWidth }, (frame) => {
      caller.push({
        push: 'frame',
        run: this.#name,
        type: 'image/jpeg',
        ...frame,
        taken_over: this.#driver !== null,
      })
    })
  }

  #take(): string | null {
    const next = this.#queue.shift()
    if (next === undefined) return null
    this.#queueChanged()
    return next
  }

  #queueChanged(): void {
    this.#options.keepQueue(this.#name, this.#queue)
    const queue = [...this.#queue]
    for (const caller of this.#watchers.keys()) caller.push({ push: 'queue', run: this.#name, queue })
  }
}

/** Events that change an entry of the history. */
const IN_HISTORY: ReadonlySet<SessionEvent['type']> = new Set([
  'run_started',
  'round_started',
  'step_started',
  'step_finished',
  'round_finished',
  'question_asked',
  'question_answered',
  'session_finished',
])
