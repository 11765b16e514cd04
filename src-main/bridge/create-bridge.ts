// Builds the bridge of one program: the runs that go on, the handlers of the calls, and the router.
import { startRunSchema } from '../../src-preload/contract/calls/runs.ts'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { Engine } from '../engine.ts'
import { ConfigWatch } from '../config/watch.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf } from '../core/errors.ts'
import { readEvents } from '../recorder/read-journal.ts'
import { RequestQueue } from '../recorder/request-queue.ts'
import { ClientModels } from './client-models.ts'
import { ForeignRuns } from './foreign-runs.ts'
import type { Handlers } from './handler.ts'
import { appHandlers, appStateOf } from './handlers/app.ts'
import { batchHandlers, BegunBatches } from './handlers/batch.ts'
import { checkHandlers } from './handlers/checks.ts'
import { continuingHandlers } from './handlers/continuing.ts'
import { desktopHandlers } from './handlers/desktop.ts'
import { historyHandlers } from './handlers/history.ts'
import { deviceHandlers } from './handlers/devices.ts'
import { labelHandlers } from './handlers/labels.ts'
import { memoryHandlers } from './handlers/memory.ts'
import { programHandlers } from './handlers/programs.ts'
import { planHandlers } from './handlers/plans.ts'
import { preparedBatchHandlers } from './handlers/prepared-batches.ts'
import { requestHandlers } from './handlers/requests.ts'
import { rulesHandlers } from './handlers/rules.ts'
import { runHandlers } from './handlers/runs.ts'
import { scheduleHandlers } from './handlers/schedules.ts'
import { settingsHandlers } from './handlers/settings.ts'
import { loaded } from './light-handlers.ts'
import { LiveRuns } from './live-runs.ts'
import { ProgramDesktops } from './program-desktops.ts'
import { ProgramServing, type Serving } from './serving.ts'
import { createRouter, type Router } from './router.ts'
import type { ShellPort } from './shell-port.ts'

/** Disposing it ends the watches of the data folder; it keeps no program alive. */
export interface ProgramBridge extends Router, Disposable {
  readonly live: LiveRuns
  readonly serving: Serving
  /** Sends the state of the program to every window, because its shortcuts or its locale have changed. */
  tellState(): void
}

interface BridgeOptions {
  engine: Engine
  shell: ShellPort
  /** The pages and servers of the program; for tests. */
  serving?: Serving
  /** Whether windows get the changes of other programs in the data folder. */
  watching?: boolean
  checkOutput?: boolean
}

export function createBridge({
  engine,
  shell,
  serving: given,
  watching = true,
  checkOutput = false,
}: BridgeOptions): ProgramBridge {
  let told = ''
  const live: LiveRuns = new LiveRuns({
    engine,
    changed: (run) => {
      if (run.isOver) queues.delete(run.name)
      router.broadcast({ push: 'run', summary: run.summary })
      const { continues } = run.view
      if (continues === null || continued.has(continues)) return
      continued.add(continues)
      drop(tellRun(continues))
    },
    glanceChanged: () => tellState(),
    keepQueue: (run, queue) => drop(keepQueue(run, queue)),
  })
  /** Interrupted runs that another run continues, and whose entry in the history was sent again. */
  const continued = new Set<string>()
  const tellRun = async (name: string) => {
    const summary = (await engine.runs.list()).find(({ run }) => run === name)
    if (summary) router.broadcast({ push: 'run', summary })
    // No program carries out the old run, so its end is sent to windows from here.
    const folder = await engine.runs.find(name)
    const event = (await readEvents(folder.eventsPath)).at(-1)
    if (event?.type === 'session_finished') router.broadcast({ push: 'event', run: name, event })
  }
  const queues = new Map<string, Promise<RequestQueue>>()
  const keepQueue = async (run: string, queue: readonly string[]) => {
    const kept = queues.get(run) ?? engine.runs.find(run).then((folder) => new RequestQueue(folder))
    queues.set(run, kept)
    try {
      await (await kept).keep(queue)
    } catch (error) {
      engine.logger.warn({ run }, `The requests that wait are not kept: ${messageOf(error)}`)
    }
  }
  const serving = given ?? new ProgramServing({ engine, version: shell.version, router: () => router })
  const programs = new ProgramDesktops({ engine, live })
  const clientModels = new ClientModels()
  const app = { engine, live, shell, devices: serving.devices }
  const tellState = () => {
    const state = appStateOf(app)
    const text = JSON.stringify(state)
    if (text === told) return
    told = text
    router.broadcast({ push: 'app', state })
  }
  /** Reads the file again after any change; running runs keep the values of their beginning. */
  const watch = watching
    ? new ConfigWatch(engine.home, async () => {
        await engine.reload().catch((error: unknown) => engine.logger.warn(messageOf(error)))
        router.broadcast({ push: 'config' })
        tellState()
      })
    : null
  const foreign = watching
    ? new ForeignRuns({
        home: engine.home,
        runs: () => engine.runs.list(),
        isOwn: (run) => live.find(run) !== null,
        changed: (summary) => router.broadcast({ push: 'run', summary }),
      })
    : null
  const untell = serving.devices.onChange(() => {
    router.broadcast({ push: 'devices' })
    tellState()
  })
  const dispose = () => {
    untell()
    drop(serving[Symbol.asyncDispose]())
    watch?.[Symbol.dispose]()
    foreign?.[Symbol.dispose]()
  }
  const batches = new BegunBatches()
  const handlers: Handlers<CallName> = {
    ...runHandlers({ engine, live, programs, clientModels }),
    ...desktopHandlers({ engine, live }),
    ...continuingHandlers({ engine, live, changed: tellRun }),
    ...historyHandlers({
      runs: engine.runs,
      writesFiles: false,
      deleted: (run) => router.broadcast({ push: 'run_deleted', run }),
    }),
    ...planHandlers({
      home: engine.home,
      runs: engine.runs,
      changed: () => router.broadcast({ push: 'plans' }),
      follow: (plan) => live.start(startRunSchema.parse({ request: null, one_shot: true, plan: { plan } })),
    }),
    ...scheduleHandlers({
      home: engine.home,
      env: engine.env,
      changed: () => router.broadcast({ push: 'schedules' }),
    }),
    ...rulesHandlers({ data: engine }),
    ...memoryHandlers({
      data: engine,
      writesFiles: false,
      changed: () => router.broadcast({ push: 'memories' }),
    }),
    ...deviceHandlers({ engine, live, serving, version: shell.version }),
    ...programHandlers({ programs, clientModels, serving, shell }),
    ...batchHandlers({ engine, batches }),
    ...preparedBatchHandlers({ home: engine.home, env: engine.env, begun: batches }),
    ...loaded(['view_queue', 'control_queue'], async () => {
      const { queueHandlers } = await import('./handlers/queues.ts')
      return queueHandlers({ config: () => Promise.resolve(engine.config), keys: engine.keys })
    }),
    ...settingsHandlers({ data: engine, config: () => engine.config, changed: async () => watch?.look() }),
    ...checkHandlers({ engine, version: shell.version }),
    ...requestHandlers({ engine }),
    ...labelHandlers({ home: engine.home, changed: () => router.broadcast({ push: 'labels' }) }),
    ...appHandlers(app),
  }
  const router = createRouter({
    handlers,
    logger: () => engine.logger,
    checkOutput,
  })
  return { ...router, live, serving, tellState, [Symbol.dispose]: dispose }
}
