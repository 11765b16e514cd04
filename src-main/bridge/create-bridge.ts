// Puts the bridge of one program together: the runs that go on, what answers the calls, and the router.
import type { CallName } from '../../src-preload/contract/call-names.ts'
import { CALL_NAMES } from '../../src-preload/contract/call-names.ts'
import type { Engine } from '../engine.ts'
import { UserError } from '../core/errors.ts'
import type { Handlers } from './handler.ts'
import { appHandlers, appStateOf } from './handlers/app.ts'
import { desktopHandlers } from './handlers/desktop.ts'
import { runHandlers } from './handlers/runs.ts'
import { LiveRuns } from './live-runs.ts'
import { createRouter, type Router } from './router.ts'
import type { ShellPort } from './shell-port.ts'

export interface ProgramBridge extends Router {
  readonly live: LiveRuns
  /** Tells every window the state of the program: its shortcuts or its locale have changed. */
  tellState(): void
}

interface BridgeOptions {
  engine: Engine
  shell: ShellPort
  checkOutput?: boolean
}

export function createBridge({ engine, shell, checkOutput = false }: BridgeOptions): ProgramBridge {
  let told = ''
  const live: LiveRuns = new LiveRuns({
    engine,
    changed: (run) => router.broadcast({ push: 'run', summary: run.summary }),
    glanceChanged: () => tellState(),
    keepQueue: () => {},
  })
  const app = { engine, live, shell }
  const tellState = () => {
    const state = appStateOf(app)
    const text = JSON.stringify(state)
    if (text === told) return
    told = text
    router.broadcast({ push: 'app', state })
  }
  const ready = {
    ...runHandlers({ engine, live }),
    ...desktopHandlers({ engine, live }),
    ...appHandlers(app),
  }
  const router = createRouter({
    handlers: { ...missing(), ...ready },
    logger: () => engine.logger,
    checkOutput,
  })
  return { ...router, live, tellState }
}

/** While rooms are being built: calls that nothing answers yet say so. */
const missing = () =>
  Object.fromEntries(
    CALL_NAMES.map((name) => [
      name,
      () => {
        throw new UserError(`${name} is not there yet.`)
      },
    ]),
  ) as unknown as Handlers<CallName>
