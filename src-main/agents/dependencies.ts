// Defines what an agent gets from outside, as ports.
import type { Config } from '../../src-preload/contract/config.ts'
import type { Checklist } from '../core/checklist.ts'
import type { Clock } from '../core/clock.ts'
import type { InstalledApplication } from '../core/desktop.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import type { AnswerPort, MemoryPort } from '../memory/port.ts'
import type { Interruption, StepRecord } from '../models/input.ts'
import type { Model, Role } from '../models/model.ts'
import { configKeyOf } from '../models/roles.ts'
import { Blackboard } from './blackboard.ts'
import { LateEffects } from './late-effects.ts'
import { StandingEffects } from './standing.ts'

const DEFAULT_PICTURE_SIZE = 1280

export interface AgentDependencies {
  model: Model
  sink: EventSink
  interactor: Interactor
  config: Config
  clock: Clock
  /** Writes into the run folder; `name` is relative to it. */
  saveFile: (name: string, data: Buffer | string) => Promise<void>
  /** Platform name and version, for prompts. */
  os: string
  /** The person's home folder, for prompts. */
  home?: string
  /** Whether nothing lies at an absolute path of the person's files; without it, they are on another machine. */
  isMissing?: (path: string) => boolean
  /** Lists the installed applications; without it no prompt lists them. */
  applications?: () => Promise<InstalledApplication[]>
  /** The memories; without it nothing is remembered. */
  memories?: MemoryPort
  /** Stores the person's answers, and finds earlier ones; without it no answer outlives the session. */
  answers?: AnswerPort
  /** Searches the web: a marked block of text that strangers wrote, or null where no service is set up. */
  search?: (query: string, run: RunControl) => Promise<string | null>
  /** Gets the text before it is typed into a password field; it is masked from then on. */
  learnPassword?: (text: string) => void
  /** The round's checklist, if its person can change it. */
  checklist?: Checklist
  /** Gets the text of a model as it streams in; it is never stored. */
  onText?: (text: string) => void
}

/** The memory that the agents of one session share. */
export class SharedMemory {
  readonly blackboard = new Blackboard()
  /** What the acts of this round have brought about. */
  readonly standing = new StandingEffects()
  readonly late = new LateEffects()
  /** Every step of the session, oldest first. */
  readonly steps: StepRecord[] = []
  /** How many PREVIOUS_SUBTASKS and steps there were when the round began, or its rest was begun anew. */
  earlierSubtasks = 0
  earlierSteps = 0
  /** The facts for a round that continues an interrupted run; else null. */
  interruption: Interruption | null = null
}

/** Returns the longest side, in pixels, of the pictures that are sent to a role's model. */
export function pictureSize(config: Config, role: Role): number {
  const key = configKeyOf(role, config.models)
  return (key === null ? undefined : config.models[key]?.picture_size) ?? DEFAULT_PICTURE_SIZE
}
