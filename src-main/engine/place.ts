// Defines where a run acts: the dispatcher of its commands, and what is known of the desktop behind it.
import type { Config } from '../../src-preload/contract/config.ts'
import type { EventOf } from '../../src-preload/contract/events.ts'
import type { InstalledApplication } from '../core/desktop.ts'
import type { BasicCommandDispatcher } from '../core/dispatcher.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { GlobalState } from '../core/global-state.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import type { IdleDesktop, PassingDesktop } from '../session/dependencies.ts'
import type { Strategy } from '../session/session-factory.ts'

/** Disposing ends everything that was made for the run, and leaves the person's own alone. */
export interface Place extends AsyncDisposable {
  dispatcher: BasicCommandDispatcher
  /** Missing where the desktop is never given back before the end. */
  idleDesktop?: IdleDesktop
  /** Missing where the desktop stays when the session has ended. */
  passingDesktop?: PassingDesktop
  display: EventOf<'run_started'>['display']
  platform: string
  /** Platform name and version, for prompts. */
  os: string
  /** The folder that `~` means there. */
  personHome: string
  /** Whether nothing lies at an absolute path there; missing where that is another machine. */
  isMissing?: (path: string) => boolean
  /** Lists the applications that can be opened there; empty where they are not known. */
  applications(): Promise<InstalledApplication[]>
  /** Whether its desktop is that of the interrupted run, with all its open windows. */
  adopted: boolean
  /** The strategy when nobody has chosen one; `why` explains it to the person where it is not `host-app`. */
  usualStrategy(run: RunControl): Promise<{ strategy: Strategy; why: string | null }>
  /** Whether the person's hand on the mouse caused the pause that has just begun. */
  pausedByMouse?: () => boolean
}

/** The facts about a run that a place needs. */
export interface PlaceNeeds {
  folder: RunFolder
  config: Config
  sink: EventSink
  interactor: Interactor
  state: GlobalState
}

/** Throws UserError where the place can't be opened. */
export type OpenPlace = (needs: PlaceNeeds, run: RunControl) => Promise<Place>
