// Typed state shared by all rounds of a session: the seeds' Context and ContextNames.
import { z } from 'zod'
import { targetInfoSchema, windowInfoSchema } from './desktop.ts'
import type { BasicCommandDispatcher } from './dispatcher.ts'
import type { MCPToolInfo } from './command.ts'

/** A log of lines in the run folder: the seeds' FileWriter. */
export interface FileWriter {
  write(line: unknown): void
}

const counts = z.record(z.string(), z.number())
const costs = z.record(z.string(), z.number().nullable())

/** One schema per member; `live` members hold objects and are left out of `toDict`. */
const stored = {
  ID: z.string(),
  MODE: z.string(),
  LOG_PATH: z.string(),
  REQUEST: z.string(),
  SUBTASK: z.string(),
  PREVIOUS_SUBTASKS: z.array(z.object({ subtask: z.string(), status: z.string(), result: z.unknown() })),
  HOST_MESSAGE: z.array(z.string()),
  ROUND_STEP: counts,
  SESSION_STEP: z.number().int(),
  CURRENT_ROUND_ID: z.number().int(),
  APPLICATION_WINDOW: windowInfoSchema.nullable(),
  APPLICATION_PROCESS_NAME: z.string(),
  ROUND_RESULT: z.unknown(),
  APPLICATION_ROOT_NAME: z.string(),
  CONTROL_REANNOTATION: z.array(z.string()),
  SESSION_COST: z.number().nullable(),
  ROUND_COST: costs,
  ROUND_SUBTASK_AMOUNT: counts,
  CURRENT_ROUND_STEP: z.number().int(),
  CURRENT_ROUND_COST: z.number().nullable(),
  CURRENT_ROUND_SUBTASK_AMOUNT: z.number().int(),
  STRUCTURAL_LOGS: z.record(z.string(), z.record(z.string(), z.array(z.record(z.string(), z.unknown())))),
  APPLICATION_WINDOW_INFO: targetInfoSchema.nullable(),
  DEVICE_INFO: z.array(z.record(z.string(), z.unknown())),
  CONSTELLATION: z.record(z.string(), z.unknown()).nullable(),
  WEAVING_MODE: z.enum(['creation', 'editing']),
}

type Stored = { [K in keyof typeof stored]: z.infer<(typeof stored)[K]> }
interface Live {
  REQUEST_LOGGER: FileWriter | null
  LOGGER: FileWriter | null
  EVALUATION_LOGGER: FileWriter | null
  TOOL_INFO: Record<string, MCPToolInfo[]>
}
export type ContextValues = Stored & Live
/** The members of the seeds' enum `ContextNames`. */
export type ContextName = keyof ContextValues

const defaults = (): ContextValues => ({
  ID: '',
  MODE: '',
  LOG_PATH: '',
  REQUEST: '',
  SUBTASK: '',
  PREVIOUS_SUBTASKS: [],
  HOST_MESSAGE: [],
  REQUEST_LOGGER: null,
  LOGGER: null,
  EVALUATION_LOGGER: null,
  ROUND_STEP: {},
  SESSION_STEP: 0,
  CURRENT_ROUND_ID: 0,
  APPLICATION_WINDOW: null,
  APPLICATION_PROCESS_NAME: '',
  ROUND_RESULT: null,
  APPLICATION_ROOT_NAME: '',
  CONTROL_REANNOTATION: [],
  SESSION_COST: 0,
  ROUND_COST: {},
  ROUND_SUBTASK_AMOUNT: {},
  CURRENT_ROUND_STEP: 0,
  CURRENT_ROUND_COST: 0,
  CURRENT_ROUND_SUBTASK_AMOUNT: 0,
  STRUCTURAL_LOGS: {},
  APPLICATION_WINDOW_INFO: null,
  TOOL_INFO: {},
  DEVICE_INFO: [],
  CONSTELLATION: null,
  WEAVING_MODE: 'creation',
})

/** Members that follow the round `CURRENT_ROUND_ID`, and the record of all rounds behind each. */
const SYNCED = {
  CURRENT_ROUND_STEP: 'ROUND_STEP',
  CURRENT_ROUND_COST: 'ROUND_COST',
  CURRENT_ROUND_SUBTASK_AMOUNT: 'ROUND_SUBTASK_AMOUNT',
} as const
type Synced = keyof typeof SYNCED
type DictName = {
  [K in ContextName]: ContextValues[K] extends Record<string, unknown> ? K : never
}[ContextName]

const isSynced = (name: ContextName): name is Synced => name in SYNCED

export class Context {
  #values: ContextValues = defaults()
  #dispatcher: BasicCommandDispatcher | null = null

  get<K extends ContextName>(name: K): ContextValues[K] {
    if (isSynced(name)) {
      const rounds: Record<string, number | null> = this.#values[SYNCED[name]]
      const value = rounds[String(this.#values.CURRENT_ROUND_ID)]
      return (value === undefined ? 0 : value) as ContextValues[K]
    }
    return this.#values[name]
  }

  /** Throws for a name that does not exist (only possible from untyped code). */
  set<K extends ContextName>(name: K, value: ContextValues[K]): void {
    if (!(name in this.#values)) throw new Error(`No such context name: ${name}`)
    this.#values[name] = value
    if (isSynced(name)) {
      const rounds: Record<string, number | null> = this.#values[SYNCED[name]]
      rounds[String(this.#values.CURRENT_ROUND_ID)] = value as number | null
    }
  }

  /** Merges into a member that is a record. */
  updateDict<K extends DictName>(name: K, values: ContextValues[K]): void {
    this.#values[name] = { ...this.#values[name], ...values }
  }

  get currentRoundStep(): number {
    return this.get('CURRENT_ROUND_STEP')
  }
  set currentRoundStep(value: number) {
    this.set('CURRENT_ROUND_STEP', value)
  }

  /** US dollars, null once a call of unknown price was made. */
  get currentRoundCost(): number | null {
    return this.get('CURRENT_ROUND_COST')
  }
  set currentRoundCost(value: number | null) {
    this.set('CURRENT_ROUND_COST', value)
  }

  get currentRoundSubtaskAmount(): number {
    return this.get('CURRENT_ROUND_SUBTASK_AMOUNT')
  }
  set currentRoundSubtaskAmount(value: number) {
    this.set('CURRENT_ROUND_SUBTASK_AMOUNT', value)
  }

  /** Adds to the costs of the round and the session. Unknown (null) stays unknown. */
  addCost(cost: number | null): void {
    const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
    this.currentRoundCost = sum(this.currentRoundCost, cost)
    this.set('SESSION_COST', sum(this.get('SESSION_COST'), cost))
  }

  /** Files a step under its round and subtask. */
  addToStructuralLogs(entry: Record<string, unknown> & { round_num: number; subtask_index: number }): void {
    const rounds = this.#values.STRUCTURAL_LOGS
    const subtasks = (rounds[String(entry.round_num)] ??= {})
    ;(subtasks[String(entry.subtask_index)] ??= []).push(entry)
  }

  /** The chosen keys of the steps of one subtask. */
  filterStructuralLogs(round: number, subtask: number, keys: string | string[]): Record<string, unknown>[] {
    const wanted = new Set([keys].flat())
    const steps = this.#values.STRUCTURAL_LOGS[String(round)]?.[String(subtask)] ?? []
    return steps.map((step) => Object.fromEntries(Object.entries(step).filter(([key]) => wanted.has(key))))
  }

  /** Undefined behaviour is no option: throws when none is attached. */
  get commandDispatcher(): BasicCommandDispatcher {
    if (!this.#dispatcher) throw new Error('No command dispatcher is attached to this context.')
    return this.#dispatcher
  }

  attachCommandDispatcher(dispatcher: BasicCommandDispatcher): void {
    this.#dispatcher = dispatcher
  }

  /** All members that JSON can hold; loggers, tools and the dispatcher are attached anew by their owner. */
  toDict(): Stored {
    const names = Object.keys(stored) as (keyof Stored)[]
    return structuredClone(Object.fromEntries(names.map((name) => [name, this.get(name)]))) as Stored
  }

  /** Throws a ZodError for a value of the wrong type; names it does not know are left out. */
  static fromDict(dict: unknown): Context {
    const values = z.object(stored).partial().parse(dict)
    const context = new Context()
    context.#values = { ...context.#values, ...values }
    return context
  }
}
