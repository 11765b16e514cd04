// Holds typed state that all rounds of a session share: the seeds' Context and ContextNames.
import type { TargetInfo, WindowInfo } from './desktop.ts'
import type { BasicCommandDispatcher } from './dispatcher.ts'
import type { MCPToolInfo } from './command.ts'

/** A log of lines in the run folder: the seeds' FileWriter. */
export interface FileWriter {
  write(line: unknown): void
}

type Counts = Record<string, number>

/** Values that hold live objects, which JSON can't hold. */
interface Live {
  REQUEST_LOGGER: FileWriter | null
  LOGGER: FileWriter | null
  EVALUATION_LOGGER: FileWriter | null
  TOOL_INFO: Record<string, MCPToolInfo[]>
}

export interface ContextValues extends Live {
  ID: string
  MODE: string
  LOG_PATH: string
  REQUEST: string
  SUBTASK: string
  PREVIOUS_SUBTASKS: { subtask: string; status: string; result: unknown }[]
  HOST_MESSAGE: string[]
  ROUND_STEP: Counts
  SESSION_STEP: number
  CURRENT_ROUND_ID: number
  APPLICATION_WINDOW: WindowInfo | null
  APPLICATION_PROCESS_NAME: string
  ROUND_RESULT: unknown
  APPLICATION_ROOT_NAME: string
  CONTROL_REANNOTATION: string[]
  SESSION_COST: number | null
  ROUND_COST: Record<string, number | null>
  ROUND_SUBTASK_AMOUNT: Counts
  CURRENT_ROUND_STEP: number
  CURRENT_ROUND_COST: number | null
  CURRENT_ROUND_SUBTASK_AMOUNT: number
  STRUCTURAL_LOGS: Record<string, Record<string, Record<string, unknown>[]>>
  APPLICATION_WINDOW_INFO: TargetInfo | null
  DEVICE_INFO: Record<string, unknown>[]
  CONSTELLATION: Record<string, unknown> | null
  WEAVING_MODE: 'creation' | 'editing'
}
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
  readonly #values: ContextValues = defaults()
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

  /** Gives US dollars, null after a call of unknown price. */
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

  /** Throws when no dispatcher is attached, so that behaviour is never undefined. */
  get commandDispatcher(): BasicCommandDispatcher {
    if (!this.#dispatcher) throw new Error('No command dispatcher is attached to this context.')
    return this.#dispatcher
  }

  attachCommandDispatcher(dispatcher: BasicCommandDispatcher): void {
    this.#dispatcher = dispatcher
  }
}
