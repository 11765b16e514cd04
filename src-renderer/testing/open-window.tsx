// Mounts the content of a window over the wire in memory, as `startWindow` does, for component tests. Such a test begins with
// `// @vitest-environment happy-dom`.
import { act, cleanup, configure, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import type { AppState } from '../../src-preload/contract/calls/app.ts'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import { runViewOf, type RunSummary } from '../../src-preload/contract/run-view.ts'
import { setWire } from '../state/bridge.ts'
import { startI18n } from '../state/i18n.ts'
import { showPlace, type Place } from '../state/place.ts'
import { startDeskhand } from '../state/store.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Toaster } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { freshStores } from './fresh-stores.ts'
import { MemoryWire, type Answers } from './memory-wire.ts'

export const appState = (values: Partial<AppState> = {}): AppState => ({
  version: '0.1.0',
  shell: 'page',
  platform: 'linux',
  locale: 'en',
  home: '/home/ana/.local/share/deskhand',
  host_desktop: { there: true, why: null },
  virtual_desktop: { there: true },
  glance: 'idle',
  live: [],
  shortcuts: {},
  serving: false,
  first_start: false,
  ...values,
})

interface WindowOptions {
  place?: Partial<Place>
  app?: Partial<AppState>
  runs?: readonly RunSummary[]
  /** The content of config.yaml. */
  config?: Record<string, unknown>
  faults?: CallOutput<'read_config'>['faults']
  answers?: Answers
}

export interface OpenedWindow {
  wire: MemoryWire
  user: UserEvent
  /** Sends pushes of the program, once the window is drawn. */
  push: (...pushes: Push[]) => Promise<void>
}

/** Draws it once the program has answered. The configuration is stored as in the program, so a set value is read back. */
export async function openWindow(content: ReactNode, options: WindowOptions = {}): Promise<OpenedWindow> {
  const { place = {}, app = {}, runs = [], config = {}, faults = [], answers = {} } = options
  let own = structuredClone(config)
  const wire = new MemoryWire({
    app_state: () => appState(app),
    list_runs: () => ({ runs: [...runs], unreadable: [] }),
    read_config: () => ({
      values: configSchema.parse(own),
      own,
      defaults: configSchema.parse({}),
      descriptions: {},
      faults,
      path: '/home/ana/.config/deskhand/config.yaml',
    }),
    set_config: ({ key, value }) => {
      own = written(own, key, value)
      wire.push({ push: 'config' })
      return { still_wrong: [] }
    },
    unset_config: ({ key }) => {
      own = written(own, key, undefined)
      wire.push({ push: 'config' })
      return { changed: true }
    },
    unwatch_run: () => ({}),
    list_labels: () => ({ labels: {} }),
    ...answers,
  })
  setWire(wire)
  await startI18n('en')
  const user = userEvent.setup()
  onTestFinished(closeWindow)
  // There is no layout here, so a list needs these sizes to draw its lines.
  sizeOf('clientHeight', 600)
  sizeOf('clientWidth', 800)
  // This width has room for the list of runs beside the view.
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width: 1440 })
  await act(async () => {
    showPlace({ view: 'new', run: null, part: null, ...place })
    startDeskhand()
    render(
      <TooltipProvider>
        {content}
        <Announcer />
        <Toaster />
      </TooltipProvider>,
    )
  })
  return { wire, user, push: (...pushes) => act(async () => wire.push(...pushes)) }
}

/** Sets or removes a value, as in JSON: a key that is undefined is missing. */
function written(
  values: Record<string, unknown>,
  [key, ...rest]: readonly (string | number)[],
  value: unknown,
): Record<string, unknown> {
  if (key === undefined) return values
  const inner = values[key]
  const below = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
  const next = rest.length === 0 ? value : written(below, rest, value)
  return JSON.parse(JSON.stringify({ ...values, [key]: next })) as Record<string, unknown>
}

interface RunOptions {
  run?: string
  alive?: boolean
  own?: boolean
  queue?: string[]
}

/** Makes a run that the program knows by its events: its line in the list, and the answer to its watchers. */
export function recordedRun(bodies: readonly SessionEvent[], options: RunOptions = {}) {
  const { run = 'sample', alive = true, own = true, queue = [] } = options
  const events = bodies.map((event) => ({ ...event, run }))
  const told = (event: SessionEvent): Push => ({ push: 'event', run, event: { ...event, run } })
  return {
    summary: { ...summaryOf(runViewOf(events), alive), run },
    watched: { events, alive, own, queue },
    told,
  }
}

/** The time is long enough on a busy machine; an error is shown without the whole document. */
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message) => new Error((message ?? '').split('\n\n')[0]),
})

const sizeOf = (name: 'clientHeight' | 'clientWidth', pixels: number) =>
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => pixels })

/** Forgets a window's state. */
function closeWindow(): void {
  cleanup()
  freshStores()
  window.sessionStorage.clear()
}
