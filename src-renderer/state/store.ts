// Holds the one store of a window. What it knows comes from calls and pushes; the effect of a button shows only once the program
// has said so.
import { create } from 'zustand'
import { useEffect } from 'react'
import type { AppState } from '../../src-preload/contract/calls/app.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { bridge, faultWords, windowWire } from './bridge.ts'
import { configOf, defaultConfig, type KnownConfig } from './config.ts'
import { DesktopFeed } from './desktop-feed.ts'
import { RunFeed, type OpenRun } from './run-feed.ts'
import { showPlace } from './place.ts'
import type { Connection } from './connection.ts'

export interface DeskhandState {
  connection: Connection
  app: AppState | null
  config: KnownConfig | null
  /** The newest first; null until they are known. */
  runs: readonly RunSummary[] | null
  /** Folders in the log that could not be read. */
  unreadable: readonly string[]
  open: Readonly<Record<string, OpenRun>>
  /** Why the program could not be asked, null when it could. */
  fault: string | null
}

export const useDeskhand = create<DeskhandState>(() => ({
  connection: 'connecting',
  app: null,
  config: null,
  runs: null,
  unreadable: [],
  open: {},
  fault: null,
}))

const feed = new RunFeed({
  bridge,
  read: (run) => useDeskhand.getState().open[run],
  write: (changed) => useDeskhand.setState(({ open }) => ({ open: { ...open, ...changed } })),
  drop: (run) => useDeskhand.setState(({ open }) => ({ open: without(open, run) })),
})

export const desktopFeed = new DesktopFeed(bridge)

/** Connects this window; called once, before it is drawn. */
export function startDeskhand(): void {
  bridge.subscribe(hear)
  windowWire().onConnection((connection) => {
    const lost = useDeskhand.getState().connection === 'lost'
    useDeskhand.setState({ connection })
    if (connection === 'open' && lost) {
      feed.loadAll()
      desktopFeed.loadAll()
      void loadAll()
    }
  })
  void loadAll()
}

/** Loads everything again. Shows what it gets, and reports faults. */
export async function loadAll(): Promise<void> {
  const faults = await Promise.all(
    [loadApp(), loadConfig(), loadRuns()].map((loading) => loading.then(() => null, faultWords)),
  )
  useDeskhand.setState({ fault: faults.find((fault) => fault !== null) ?? null })
}

async function loadApp(): Promise<void> {
  useDeskhand.setState({ app: await bridge.call('app_state', {}) })
}

async function loadRuns(): Promise<void> {
  useDeskhand.setState(await bridge.call('list_runs', {}))
}

async function loadConfig(): Promise<void> {
  try {
    useDeskhand.setState({ config: configOf(await bridge.call('read_config', {})) })
  } catch (error) {
    useDeskhand.setState(({ config }) => ({ config: config ?? defaultConfig() }))
    throw error
  }
}

function hear(push: Push): void {
  switch (push.push) {
    case 'event':
    case 'model_text':
    case 'queue':
      feed.hear(push)
      break
    case 'frame':
      desktopFeed.hear(push)
      break
    case 'run':
      useDeskhand.setState(({ runs }) => ({ runs: withRun(runs ?? [], push.summary) }))
      break
    case 'run_deleted':
      useDeskhand.setState(({ runs, open }) => ({
        runs: runs?.filter(({ run }) => run !== push.run) ?? null,
        open: without(open, push.run),
      }))
      break
    case 'config':
      loadConfig().catch((error: unknown) => useDeskhand.setState({ fault: faultWords(error) }))
      break
    case 'app':
      useDeskhand.setState({ app: push.state })
      break
    case 'devices':
    case 'memories':
    case 'plans':
    case 'schedules':
    case 'labels':
    case 'batch':
    case 'worker':
    case 'connection':
    case 'history_read':
    case 'run_over':
    case 'ask_model':
      // The view or program that needs these pushes subscribes to them itself.
      break
    case 'show':
      showPlace({ view: push.view, run: push.run, part: null })
      break
  }
}

function without(open: DeskhandState['open'], run: string): DeskhandState['open'] {
  const { [run]: _gone, ...rest } = open
  return rest
}

/** Returns the list with this line in its place, the newest first. */
export function withRun(runs: readonly RunSummary[], summary: RunSummary): RunSummary[] {
  const index = runs.findIndex(({ run }) => run === summary.run)
  if (index >= 0) return runs.with(index, summary)
  return [summary, ...runs].sort((one, other) => other.started_at - one.started_at)
}

/** Watches a run as long as the component is there; null while nothing is known of it. */
export function useRun(run: string | null): OpenRun | null {
  useEffect(() => (run === null ? undefined : feed.watch(run)), [run])
  return useDeskhand(({ open }) => (run === null ? null : (open[run] ?? null)))
}

/** Reads a run again that could not be read. */
export const readAgain = (run: string): void => feed.again(run)

export const useAppState = (): AppState | null => useDeskhand(({ app }) => app)
export const useConfig = (): KnownConfig | null => useDeskhand(({ config }) => config)
/** Null until they are known. */
export const useRuns = (): readonly RunSummary[] | null => useDeskhand(({ runs }) => runs)
