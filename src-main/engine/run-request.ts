// Defines what a run is asked to do, and what it has around it.
import type { Config } from '../../src-preload/contract/config.ts'
import type { AskedBy, SessionEvent } from '../../src-preload/contract/events.ts'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { Checklist } from '../core/checklist.ts'
import type { Command } from '../core/command.ts'
import type { Interactor } from '../core/interactor.ts'
import type { LiveDesktop } from '../core/live-desktop.ts'
import type { OwnWindows } from '../core/own-windows.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Secrets } from '../core/secrets.ts'
import type { MemoryStore } from '../memory/client.ts'
import type { RateLimits } from '../models/rate-limit.ts'
import type { AskClient } from '../models/client-model.ts'
import type { Model } from '../models/model.ts'
import type { Prompts } from '../models/render/own-prompts.ts'
import type { WebSearch } from '../models/websearch/port.ts'
import type { ReplayOptions } from '../replay/replay-options.ts'
import type { StandingRules } from '../safety/standing-rules.ts'
import type { RunDesktop, Surroundings } from './desktops.ts'
import type { OpenPlace } from './place.ts'

/** A desktop that several runs use in turn. */
export interface LentDesktop {
  /** Lends it to one run: disposing the loan leaves the desktop open. */
  desktop(): RunDesktop
  /** The first id that the next run gives to a control. */
  nextId: number
}

export interface RunRequest {
  /** Null asks the interactor. */
  request: string | null
  task?: string | null
  /** Overrides `max_step`. */
  maxStep?: number
  /** Overrides `display.kind`. */
  display?: Config['display']['kind'] | null
  /** Role → `preset/model`, before those of the configuration. */
  models?: Record<string, string>
  /** Categories for which the person is not asked, beside those of the engine. */
  yesTo?: readonly SafetyCategory[]
  strategy?: string | null
  mode?: string | null
  platformOverride?: string | null
  /** Leaves the virtual desktop and its applications open until `untilReleased` resolves. */
  keepOpen?: boolean
  /** The session's id, if the caller gives it. */
  id?: string | null
  /** Path of the plan file of the modes `follower` and `batch_normal`. */
  plan?: string | null
  /** How a recording is replayed. */
  replay?: ReplayOptions
  /** Awaited before each act, also before one that the gate will refuse. An error that it throws ends the run. */
  beforeAct?: (command: Command) => Promise<void>
  /** The model of the calling program, for roles that have none of their own. */
  askClient?: AskClient | undefined
  /** All but `person`: no person of this desktop has written the request, so for the gate its words name nothing. */
  askedBy?: AskedBy
  /** The desktop of a program, where the run waits for its turn and ends at the latest with the desktop. */
  on?: { control: RunControl; runHere<T>(work: (lent: LentDesktop) => Promise<T>): Promise<T> } | undefined
  /** The desktop of this machine that it acts on and leaves open, in place of one of its own. */
  lent?: LentDesktop | undefined
  /** Where it acts if not on a desktop of this machine. */
  openPlace?: OpenPlace
  /** The control of the operation that this run belongs to, which stops and pauses it. */
  under?: RunControl
  untilReleased?: Promise<void> | undefined
  /** Its checklist is shown, and waits for a yes, before anything is done. */
  showPlan?: boolean
  /** Called with the checklist that its person can change from here on. */
  onChecklist?: (checklist: Pick<Checklist, 'edit'>) => void
  interactor: Interactor
  onEvent(event: SessionEvent): void
  /** The folder name of the interrupted run that this one continues. */
  continues?: string | null
  /** Whether a person may want to continue it after a crash, so that its desktop is kept until it is continued or closed. */
  resumable?: boolean
  /** Called when the run has its folder, whose name is the run's, before the first event. */
  onBegun?: (run: string) => void
  /** Takes the text of a model's reply as it streams in; `reset` begins a new reply. Never stored. */
  onText?: (role: string, text: string, reset: boolean) => void
  /** Takes the desktop when it can be watched and driven, and null when it no longer can. */
  onDesktop?: (desktop: LiveDesktop | null) => void
}

/** The models of a run, for a desktop whose home folder (`~`) is this one. */
export type ModelFor = (personHome: string, prompts: Prompts) => Model

export interface RunSurroundings extends Surroundings {
  modelFor: ModelFor
  /** The keys of services, which headers of MCP servers use, too. */
  secrets: Secrets
  yesTo: readonly SafetyCategory[]
  /** The shell's own windows, if it has some on the driven desktop. */
  ownWindows?: OwnWindows | undefined
  /** The earlier memories, to which this run adds its own. */
  memory: MemoryStore
  /** The limits that all runs share at model services. */
  limits: RateLimits
  /** Null while no service is set up. */
  webSearch: WebSearch | null
  /** Standing permissions: for good, or for runs that still go on. */
  rules: () => Promise<StandingRules>
}
