// Keeps the checklist of a request: shows it, lets its person change what was not begun, and says whether a decision still fits it.
import {
  CHECKLIST_QUESTIONS,
  isChangeable,
  type ChecklistChange,
  type ChecklistItem,
  type ChecklistKind,
} from '../../src-preload/contract/checklist.ts'
import { StoppedError, UserError } from './errors.ts'
import type { EventSink } from './event-sink.ts'
import type { Interactor } from './interactor.ts'
import type { RunControl } from './run-control.ts'

/** What a checklist has to know of a decision. */
export interface Decided {
  agent: string
  status: string
  comment: string | null
}

/** Whoever carries the checklist out. */
export interface Guide {
  readonly of: ChecklistKind
  /** Id of the item that such a decision works on; null where it works on none. */
  reached(decided: Decided): string | null
  /** The decision is acted on. */
  admitted(decided: Decided): void
  /** Its person has changed what is left. Says whether what is being decided may be out of date by that. */
  changed(): boolean
  /** Something is about to be decided. */
  prepare?: () => void
  /** Why an item can’t have these words; null where it can. Left out where no words can be changed. */
  fault?: (words: string) => string | null
}

interface ChecklistOptions {
  sink: EventSink
  interactor: Interactor
  /** It is shown, and waits for a yes, before anything is done. */
  showFirst: boolean
}

export type NewItem = Pick<ChecklistItem, 'words'> & Partial<ChecklistItem>

export class Checklist {
  readonly #options: ChecklistOptions
  #items: ChecklistItem[] = []
  #guide: Guide | null = null
  #version = 0
  #number = 0

  constructor(options: ChecklistOptions) {
    this.#options = options
  }

  get items(): readonly ChecklistItem[] {
    return this.#items
  }

  /** Nothing was begun that is not done, and nothing is left: its person has left it out. */
  get isEmpty(): boolean {
    return this.#items.length > 0 && !this.#items.some(({ state }) => state === 'open' || state === 'current')
  }

  /** Another request begins, of which nothing is known. */
  clear(): void {
    this.#items = []
    this.#guide = null
  }

  /** Before something is decided: the version that it is decided upon. */
  prepare(): number {
    this.#guide?.prepare?.()
    return this.#version
  }

  /** Fixes what is going to be done. Throws StoppedError where its person does not let it begin. */
  async show(items: readonly NewItem[], guide: Guide, run: RunControl): Promise<void> {
    this.#items = items.map((item) => ({ id: String(++this.#number), state: 'open', ask: false, ...item }))
    this.#guide = guide
    this.#tell('run')
    if (!this.#options.showFirst || !this.#items.some(({ state }) => state === 'open')) return
    if (await this.#agreed('begin', `Begin with ${this.#items.length} steps?`, '', run)) return
    throw new StoppedError('stopped', 'It was stopped before it began.')
  }

  /** What is left is planned another way: settled items stay as they are. */
  replan(words: readonly string[]): void {
    const settled = this.#items.filter(({ state }) => state !== 'open')
    const open = words.map((text) => ({
      id: String(++this.#number),
      words: text,
      state: 'open' as const,
      ask: this.#items.some((item) => item.state === 'open' && item.words === text && item.ask),
    }))
    this.#items = [...settled, ...open]
    this.#tell('run')
  }

  /** All of the changes or none. Throws UserError, which says why. */
  edit(changes: readonly ChecklistChange[]): void {
    let items = this.#items
    for (const change of changes) items = this.#changed(items, change)
    const asksAlone = changes.every((change) =>
      Object.keys(change).every((key) => /^(?:item|ask)$/.test(key)),
    )
    this.#items = items
    if (!asksAlone && this.#guide?.changed() === true) this.#version++
    this.#tell('person')
  }

  #changed(items: ChecklistItem[], change: ChecklistChange): ChecklistItem[] {
    const { item: id, left_out, words, ask, before } = change
    const item = items.find((each) => each.id === id)
    if (!this.#guide || !item) throw new UserError('This step is not on the list any more.')
    if (!isChangeable(item)) throw new UserError(`“${item.words}” was begun: it can’t be changed any more.`)
    if (words !== undefined && words !== item.words) {
      if (!this.#guide.fault) throw new UserError('The words of a recorded step can’t be changed here.')
      const fault = this.#guide.fault(words)
      if (fault !== null) throw new UserError(fault)
    }
    const amended: ChecklistItem = {
      ...item,
      words: words ?? item.words,
      ask: ask ?? item.ask,
      state: left_out === undefined ? item.state : left_out ? 'left_out' : 'open',
    }
    const others = items.filter((each) => each !== item)
    const free = others.findLastIndex((each) => !isChangeable(each)) + 1
    // What was left out among what is begun, and is to be done after all, comes next.
    if (before === undefined)
      return others.toSpliced(Math.max(items.indexOf(item), amended.state === 'open' ? free : 0), 0, amended)
    const at = before === null ? others.length : others.findIndex((each) => each.id === before)
    if (at < 0) throw new UserError('This step is not on the list any more.')
    if (at < free) throw new UserError('What was begun stays first.')
    return others.toSpliced(at, 0, amended)
  }

  /**
   * Whether what was decided may be done: nothing was changed since that `version`, and its person, where an item asks first, says
   * yes. Where not, it has to be decided anew.
   */
  async admits(decided: Decided, version: number, run: RunControl): Promise<boolean> {
    const guide = this.#guide
    if (!guide || version !== this.#version) return guide === null
    const id = guide.reached(decided)
    if (!(await this.allows(id, run)) || version !== this.#version) return false
    guide.admitted(decided)
    if (id !== null) this.begin(id)
    return true
  }

  /** False where its person leaves the item out. Asks where the item wants it. */
  async allows(id: string | null, run: RunControl): Promise<boolean> {
    const item = this.#items.find((each) => each.id === id)
    if (item?.state !== 'open' || !item.ask) return true
    // What went on before it is done: its person sees how far it is.
    this.#end('done', ({ state }) => state === 'current', false)
    if (await this.#agreed('step', `Do this step now: ${item.words}?`, item.words, run)) {
      this.#items = this.#items.map((each) => (each.id === item.id ? { ...each, ask: false } : each))
      return true
    }
    // It may have been changed in the meantime.
    if (this.#items.some((each) => each.id === item.id && isChangeable(each)))
      this.edit([{ item: item.id, left_out: true }])
    return false
  }

  /** What went on is done, this one goes on. */
  begin(id: string): void {
    if (this.#items.find((each) => each.id === id)?.state !== 'open') return
    this.#items = this.#items.map((item) =>
      item.id === id
        ? { ...item, state: 'current' }
        : item.state === 'current'
          ? { ...item, state: 'done' }
          : item,
    )
    this.#tell('run')
  }

  /** What goes on has failed. */
  fail(): void {
    this.#end('failed', ({ state }) => state === 'current', false)
  }

  /** These are done, where they were not left out. `afresh`: what is left is begun without a look at the steps before. */
  done(ids: readonly string[], afresh = false): void {
    const named = new Set(ids)
    this.#end('done', ({ id, state }) => named.has(id) && (state === 'open' || state === 'current'), afresh)
  }

  #end(state: 'done' | 'failed', isMeant: (item: ChecklistItem) => boolean, afresh: boolean): void {
    const ended = this.#items.map((item) => (isMeant(item) ? { ...item, state } : item))
    const isSame = ended.every((item, index) => item === this.#items[index])
    this.#items = ended
    if (!isSame || afresh) this.#tell('run', afresh)
  }

  async #agreed(
    what: keyof typeof CHECKLIST_QUESTIONS,
    text: string,
    words: string,
    run: RunControl,
  ): Promise<boolean> {
    const { code, yes, no } = CHECKLIST_QUESTIONS[what]
    const told = { code, parameters: { words } }
    const { answer, by } = await this.#options.interactor.questionAsker(text, 1, [yes, no], run, told)
    if (by === 'nobody') throw new StoppedError('unanswered', `Nobody is there to answer: ${text}`)
    return answer === yes
  }

  #tell(by: 'run' | 'person', afresh = false): void {
    if (!this.#guide) return
    const items = this.#items.map((item) => ({ ...item }))
    this.#options.sink.emit({ type: 'checklist', items, by, of: this.#guide.of, afresh })
  }
}
