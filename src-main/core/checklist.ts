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

/** The parts of a decision that a checklist needs. */
export interface Decided {
  agent: string
  status: string
  comment: string | null
}

/** The agent or strategy that carries the checklist out. */
export interface Guide {
  readonly of: ChecklistKind
  /** Gives the id of the item that a decision works on; null where it works on none. */
  reached(decided: Decided): string | null
  /** Called when the decision is acted on. */
  admitted(decided: Decided): void
  /** Called when the person has changed the remaining items. Tells whether the current decision may be out of date. */
  changed(): boolean
  /** Called before a decision. */
  prepare?: () => void
  /** Says why an item can’t have these words; null where it can. Left out where words can't be changed. */
  fault?: (words: string) => string | null
}

interface ChecklistOptions {
  sink: EventSink
  interactor: Interactor
  /** The checklist is shown, and waits for a yes, before anything is done. */
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

  /** True when there are items but none is open or current: the rest was done or left out. */
  get isEmpty(): boolean {
    return this.#items.length > 0 && !this.#items.some(({ state }) => state === 'open' || state === 'current')
  }

  /** Forgets the items, because another request begins. */
  clear(): void {
    this.#items = []
    this.#guide = null
  }

  /** Prepares a decision and gives the version of the checklist that it is based on. */
  prepare(): number {
    this.#guide?.prepare?.()
    return this.#version
  }

  /** Shows the items of a request. Throws StoppedError where the person does not let it begin. */
  async show(items: readonly NewItem[], guide: Guide, run: RunControl): Promise<void> {
    this.#items = items.map((item) => ({ id: String(++this.#number), state: 'open', ask: false, ...item }))
    this.#guide = guide
    this.#tell('run')
    if (!this.#options.showFirst || !this.#items.some(({ state }) => state === 'open')) return
    if (await this.#agreed('begin', `Begin with ${this.#items.length} steps?`, '', run)) return
    throw new StoppedError('stopped', 'It was stopped before it began.')
  }

  /** Plans the rest in another way: settled items stay as they are. */
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

  /** Makes all of the changes or none. Throws UserError, which says why. */
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
    // An item that was left out before the begun ones, and is included again, comes next.
    if (before === undefined)
      return others.toSpliced(Math.max(items.indexOf(item), amended.state === 'open' ? free : 0), 0, amended)
    const at = before === null ? others.length : others.findIndex((each) => each.id === before)
    if (at < 0) throw new UserError('This step is not on the list any more.')
    if (at < free) throw new UserError('What was begun stays first.')
    return others.toSpliced(at, 0, amended)
  }

  /**
   * Tells whether a decision may be carried out: nothing was changed since that `version`, and the person says yes where an item asks
   * first. If not, the agent has to decide anew.
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

  /** False where the person leaves the item out. Asks first if the item is set to ask. */
  async allows(id: string | null, run: RunControl): Promise<boolean> {
    const item = this.#items.find((each) => each.id === id)
    if (item?.state !== 'open' || !item.ask) return true
    // The current item is marked as done first, so that the person sees how far the request is.
    this.#end('done', ({ state }) => state === 'current', false)
    if (await this.#agreed('step', `Do this step now: ${item.words}?`, item.words, run)) {
      this.#items = this.#items.map((each) => (each.id === item.id ? { ...each, ask: false } : each))
      return true
    }
    // The item may have been changed in the meantime.
    if (this.#items.some((each) => each.id === item.id && isChangeable(each)))
      this.edit([{ item: item.id, left_out: true }])
    return false
  }

  /** Makes this item the current one, and the one before done. */
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

  /** Marks the current item as failed. */
  fail(): void {
    this.#end('failed', ({ state }) => state === 'current', false)
  }

  /** Marks these items as done, unless they were left out. `afresh`: the rest begins without a look at the earlier steps. */
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
