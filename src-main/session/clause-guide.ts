// Carries out the checklist of a request in plain commands: what its person has changed is what the interpreter reads next.
import type { Checklist, Decided, Guide } from '../core/checklist.ts'
import type { Context } from '../core/context.ts'
import type { RunControl } from '../core/run-control.ts'
import { begunClauses, isAboutClause, lastSubtask } from '../interpreter/begun.ts'
import { parseRequest } from '../interpreter/parser.ts'

/** Joins commands in the form that the interpreter reads. */
const joined = (words: readonly string[]): string => words.join(', ')

export class ClauseGuide implements Guide {
  readonly of = 'commands'
  readonly #checklist: Checklist
  readonly #context: Context
  /** Ids of the items that the agents now carry out; the begun ones among them never change. */
  #segment: string[] = []
  #trail: Decided[] = []
  /** Whether something after the begun items was changed. */
  #isCut = false

  constructor(checklist: Checklist, context: Context) {
    this.#checklist = checklist
    this.#context = context
  }

  /** Shows the commands. `steps`: the steps that an interrupted run has done for them. */
  async open(
    request: string,
    { steps, ask }: { steps: readonly Decided[]; ask: readonly number[] },
    run: RunControl,
  ): Promise<void> {
    const { clauses } = parseRequest(request)
    // The interpreter reports a command that it does not understand.
    if (!clauses) return
    this.#trail = [...steps]
    const begun = begunClauses(request, steps)
    const items = clauses.map(({ words }, index) => ({
      words,
      ask: ask.includes(index),
      state:
        index < begun - 1
          ? ('done' as const)
          : index === begun - 1
            ? ('current' as const)
            : ('open' as const),
    }))
    const shown = this.#checklist.show(items, this, run)
    this.#segment = this.#checklist.items.map(({ id }) => id)
    await shown
  }

  reached(decided: Decided): string | null {
    if (!isAboutClause(decided)) return null
    const begun = begunClauses(this.#request, [...this.#trail, decided])
    return this.#segment[begun - 1] ?? null
  }

  admitted(decided: Decided): void {
    // A command that needed no act is done, too.
    const at = this.#segment.indexOf(this.reached(decided) ?? '')
    this.#trail.push(decided)
    if (at > 0) this.#checklist.done(this.#segment.slice(0, at))
  }

  fault(words: string): string | null {
    const { clauses, problem } = parseRequest(words)
    if (!clauses) return problem
    return clauses.length === 1 ? null : 'Write one command for each step.'
  }

  /** Lets the begun command run to its end; the rest then begins anew, so that no agent takes one command for another. */
  changed(): boolean {
    const begun = begunClauses(this.#request, this.#trail)
    this.#isCut = begun > 0
    this.#segment = this.#isCut ? this.#segment.slice(0, begun) : this.#left
    this.#tellAgents(this.#isCut)
    return true
  }

  /** Applies the change to a subtask that was assigned before it, too. */
  prepare(): void {
    if (this.#isCut) this.#tellAgents(true)
  }

  /** Called after an end; false where nothing is left to begin. */
  goesOn(isDone: boolean): boolean {
    const left = this.#left.filter((id) => !this.#segment.includes(id))
    if (isDone) this.#checklist.done(this.#segment, left.length > 0)
    else this.#checklist.fail()
    if (!isDone || left.length === 0) return false
    this.#segment = left
    this.#trail = []
    this.#isCut = false
    this.#tellAgents(false)
    return true
  }

  get #left(): string[] {
    return this.#checklist.items.filter(({ state }) => state === 'open').map(({ id }) => id)
  }

  get #request(): string {
    const words = new Map(this.#checklist.items.map((item) => [item.id, item.words]))
    return joined(this.#segment.flatMap((id) => words.get(id) ?? []))
  }

  #tellAgents(isUnderWay: boolean): void {
    this.#context.set('REQUEST', this.#request)
    const subtask = isUnderWay ? lastSubtask(this.#request) : null
    if (subtask !== null && this.#context.get('SUBTASK') !== '') this.#context.set('SUBTASK', subtask)
  }
}
