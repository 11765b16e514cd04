// The composition root: builds the engine from a configuration. Every shell (terminal, app, browser page) starts here.
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  createSecrets,
  loadConfigLeniently,
  loadConfigWith,
  type ConfigWishes,
  type KeyStore,
} from './engine/configuration.ts'
import { openDesktop, prefersVirtual } from './engine/desktops.ts'
import { openDeviceRun, type DeviceRequest } from './engine/device-run.ts'
import { examine } from './engine/doctor.ts'
import type { Finding } from './engine/finding.ts'
import { closedGate, listTools, listWindows, noSink, readTree } from './engine/inspect.ts'
import { openProgramLog } from './engine/program-log.ts'
import { executeRun } from './engine/run.ts'
import type { ModelFor, RunRequest, RunSurroundings } from './engine/run-request.ts'
import { buildStack, type Stack } from './engine/stack.ts'
import type { DeviceWork } from './aip/device/work.ts'
import type { Config } from '../src-preload/contract/config.ts'
import type { EventOf } from '../src-preload/contract/events.ts'
import type { RunSummary } from '../src-preload/contract/run-view.ts'
import type { SafetyCategory } from '../src-preload/contract/safety.ts'
import type { MCPToolInfo } from './core/command.ts'
import type { Control, WindowInfo } from './core/desktop.ts'
import type { StartProgram } from './core/child-program.ts'
import { messageOf, StoppedError, UserError } from './core/errors.ts'
import { MemoryClient } from './memory/client.ts'
import { GlobalState } from './core/global-state.ts'
import type { Logger } from './core/logger.ts'
import type { OwnWindows } from './core/own-windows.ts'
import { RunControl } from './core/run-control.ts'
import { createModel } from './models/create-model.ts'
import { RateLimits } from './models/rate-limit.ts'
import { createOfflineModel } from './interpreter/offline-model.ts'
import { groundingTrial } from './engine/planner-parts.ts'
import { parseToolName, testTool, TOOL_NAMES, type ToolTest } from './models/tools/test-tools.ts'
import { TOOL_CHECKS } from './planner/tool-checks.ts'
import { readOwnPrompts } from './models/render/own-prompts.ts'
import { createWebSearch } from './models/websearch/search.ts'
import { hostDesktop } from './platform/linux/host-desktop.ts'
import { adoptVirtualDesktop, isDesktopAlive, sweepVirtualDesktops } from './platform/virtual/start.ts'
import { closeInterrupted, newestInterrupted, readInterrupted } from './recorder/closing.ts'
import { RequestQueue } from './recorder/request-queue.ts'
import { RunHistory } from './recorder/history/run-history.ts'
import { findOpenRun, findRun, readRun } from './recorder/runs.ts'
import { RunFolder } from './recorder/run-folder.ts'
import { openRulesFile, type StandingRules } from './safety/standing-rules.ts'
import { readResumption } from './session/kept-resumption.ts'

export type { RunRequest } from './engine/run-request.ts'
export type { Finding } from './engine/finding.ts'

export interface EngineOptions extends ConfigWishes {
  env: NodeJS.ProcessEnv
  yesTo?: readonly SafetyCategory[]
  /** Takes the log, too, where `print_log` is set: lines of JSON. */
  printLog: (line: string) => void
  /** How the desktop process is started; as plain Node where nothing is said. */
  startProgram?: StartProgram
  /** The windows of the shell itself, where it has some on the desktop that is driven. */
  ownWindows?: OwnWindows
  /** What is wrong in the configuration has its default, because this shell has a window to mend it; else it is an error. */
  lenient?: boolean
}

/** Milliseconds that a look at a desktop may take. */
const LOOKING_MS = 60_000

const definedOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Throws UserError for a configuration that can't be used. Virtual desktops that a crash left behind are ended. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { home, env, startProgram } = options
  const keys = createSecrets({ home, env, ...(startProgram ? { startProgram } : {}) })
  // It is asked when it is first needed, long after its logger is there.
  const memory = new MemoryClient({ home, env: definedOf(env), startProgram, logger: () => engine.logger })
  const around = await surroundingsOf(options, keys, {
    rules: rulesIn(home),
    memory,
    limits: new RateLimits(),
  })
  const engine: Engine = new Engine(options, keys, memory, around)
  await engine.sweep()
  return engine
}

/** Opened when first needed. A file that can't be read is told at each run until it is mended. */
function rulesIn(home: string): () => Promise<StandingRules> {
  let opened: Promise<StandingRules> | null = null
  return () =>
    (opened ??= openRulesFile(join(home, 'rules.json')).catch((error: unknown) => {
      opened = null
      throw error
    }))
}

async function surroundingsOf(
  options: EngineOptions,
  secrets: KeyStore,
  lasting: Pick<RunSurroundings, 'rules' | 'memory' | 'limits'>,
): Promise<RunSurroundings> {
  const { home, env, yesTo = [], printLog } = options
  const config = options.lenient ? (await loadConfigLeniently(options)).config : await loadConfigWith(options)
  const logger = openProgramLog({ home, config: config.system, print: printLog })
  const modelFor: ModelFor = (personHome, prompts) =>
    createModel({
      models: config.models,
      prices: config.prices,
      secrets,
      offline: createOfflineModel({ home: personHome }),
      logger,
      historySteps: config.system.history_steps,
      prompts,
      computerUse: config.computer_use,
      limits: lasting.limits,
    })
  // A model's configuration that is not whole is refused now, not in the middle of a run.
  modelFor(homedir(), new Map())
  const webSearch = createWebSearch({ config: config.web_search, secrets })
  return {
    home,
    env: definedOf(env),
    config,
    logger,
    modelFor,
    rules: lasting.rules,
    memory: lasting.memory,
    limits: lasting.limits,
    webSearch,
    yesTo,
    startProgram: options.startProgram,
    ownWindows: options.ownWindows,
  }
}

/** The configuration of one run: what its request says goes before the file. */
const configFor = (config: Config, { maxStep, display }: RunRequest): Config => ({
  ...config,
  system: { ...config.system, max_step: maxStep ?? config.system.max_step },
  display: { ...config.display, kind: display ?? config.display.kind },
})

/** A person may still want to go on with it. */
const waitsForItsPerson = async (folder: RunFolder): Promise<boolean> =>
  (await folder.isResumable()) &&
  (await readInterrupted(folder).then(
    () => true,
    () => false,
  ))

/** What a run that goes on with an interrupted one is begun with. */
export interface InterruptedRun {
  run: string
  request: string | null
  queue: string[]
  display: 'host' | 'virtual'
  strategy: string
}

/** A run that has begun. */
export interface BegunRun {
  /** Its name, which is its folder's. */
  run: string
  /** How it ended; it never rejects but for a defect. */
  ended: Promise<EventOf<'session_finished'>>
}

export class Engine implements AsyncDisposable {
  readonly #options: EngineOptions
  #around: RunSurroundings
  readonly #runs = new Set<RunControl>()
  readonly #ends = new Set<Promise<unknown>>()
  #disposed = false

  /** What was run. */
  readonly history: RunHistory

  /** The keys of model services. */
  readonly keys: KeyStore

  /** What was learned. */
  readonly memory: MemoryClient

  constructor(options: EngineOptions, keys: KeyStore, memory: MemoryClient, around: RunSurroundings) {
    this.#options = options
    this.memory = memory
    this.keys = keys
    this.#around = around
    this.history = new RunHistory(around.home)
  }

  get config(): Config {
    return this.#around.config
  }

  get home(): string {
    return this.#around.home
  }

  get env(): Record<string, string> {
    return this.#around.env
  }

  /** What people have allowed for good, or for runs that go on. */
  rules(): Promise<StandingRules> {
    return this.#around.rules()
  }

  get logger(): Logger {
    return this.#around.logger
  }

  /** Reads the configuration anew; runs that go on keep theirs. Throws UserError, and keeps the old one, when it can't be used. */
  async reload(): Promise<void> {
    this.#around = await surroundingsOf(this.#options, this.keys, this.#around)
  }

  /** Carries out a session and says how it ended. Throws UserError when it can't even begin. */
  async run(request: RunRequest): Promise<EventOf<'session_finished'>> {
    if (this.#disposed) throw new UserError('Deskhand is ending: nothing new is begun.')
    const run = new RunControl({}, request.under ?? null)
    this.#runs.add(run)
    const config = configFor(this.config, request)
    const end = executeRun({ ...this.#around, config }, request, run)
    this.#ends.add(end)
    try {
      return await end
    } finally {
      this.#ends.delete(end)
      this.#runs.delete(run)
      run[Symbol.dispose]()
    }
  }

  /** Begins a session and answers as soon as it has its folder. Throws UserError when it can't even begin. */
  async start(request: RunRequest): Promise<BegunRun> {
    const begun = Promise.withResolvers<string>()
    const ended = this.run({
      ...request,
      onBegun: (run) => {
        request.onBegun?.(run)
        begun.resolve(run)
      },
    })
    ended.catch(begun.reject)
    return { run: await begun.promise, ended }
  }

  /** Opens a desktop of this machine for the task of a server that it is connected to. Throws UserError. */
  async actFor(wanted: DeviceRequest, run: RunControl): Promise<DeviceWork> {
    if (this.#disposed) throw new UserError('Deskhand is ending: nothing new is begun.')
    return openDeviceRun(this.#around, wanted, run)
  }

  /** On which desktop a run would take place. */
  desktopKind(display: Config['display']['kind'] | null): 'host' | 'virtual' {
    const kind = display ?? this.config.display.kind
    return kind === 'auto' ? (prefersVirtual(this.#around.env) ? 'virtual' : 'host') : kind
  }

  /** Why this machine has no desktop of its own that can be driven, null where it has one. */
  hostFault(): string | null {
    try {
      hostDesktop(this.#around.env)
      return null
    } catch (error) {
      return messageOf(error)
    }
  }

  /** Stops every run of this engine. */
  stop(reason = 'Stopped by the user.'): void {
    for (const run of this.#runs) run.stop(new StoppedError('stopped', reason))
  }

  async runs(): Promise<RunSummary[]> {
    return (await this.history.list()).runs
  }

  /** Throws UserError, with the newest names, when there is no such run. */
  findRun(name: string): Promise<RunFolder> {
    return RunFolder.find(this.#around.home, name)
  }

  /** What is left of an interrupted run, the newest without a name: what to begin with, and what waits. Throws UserError. */
  async interrupted(name: string | null): Promise<InterruptedRun> {
    const folder = name === null ? await newestInterrupted(this.home) : await this.findRun(name)
    const { request, display, strategy } = await readResumption(folder, await readInterrupted(folder))
    const queue = await new RequestQueue(folder).read()
    // It waited for its next request: that is the first one now.
    const first = request ?? queue.shift() ?? null
    return { run: folder.name, request: first, queue, display, strategy }
  }

  /** Ends an interrupted run for good, and what is left of its desktop. Throws UserError. */
  async closeRun(name: string): Promise<void> {
    const folder = await this.findRun(name)
    await closeInterrupted(folder, 'It was interrupted, and closed.')
    await this.#endDesktop(folder.name)
  }

  /** Removes a run with all its files, and the desktop that was kept for it. Throws UserError while it is carried out. */
  async deleteRun(name: string): Promise<void> {
    const folder = await this.findRun(name)
    const { finished_at } = await readRun(folder).catch(() => ({ finished_at: 0 }))
    if (finished_at === null) {
      if (await folder.isOwned()) throw new UserError('This run goes on. Terminate it before you delete it.')
      await this.closeRun(name)
    }
    await folder.remove()
    await this.history.forget(name)
  }

  /** Whether the virtual desktop of an interrupted run is still there. */
  hasDesktop(name: string): Promise<boolean> {
    return isDesktopAlive(this.home, name)
  }

  /** Ends the virtual desktop of a run that nobody carries out any more. */
  async #endDesktop(run: string): Promise<void> {
    const { home, logger } = this.#around
    const left = await adoptVirtualDesktop(home, run, (line) => logger.info(line))
    await left?.[Symbol.asyncDispose]()
    // One that is not whole can't be adopted; it is swept.
    await this.sweep()
  }

  /** Pauses, resumes or stops a run of any process, the newest that is going on without a name. Says what was done. */
  async control(name: string | null, what: 'pause' | 'resume' | 'stop'): Promise<string> {
    const folder = name === null ? await this.#newestOpenRun() : await findRun(this.#around.home, name)
    if (!(await folder.isOwned())) throw new UserError(`The run “${folder.name}” has ended already.`)
    const state = await GlobalState.open(folder.statePath)
    if (what === 'stop') await state.setTerminationFlag('terminated')
    else await state.setRunningState(what === 'pause' ? 'stopped' : 'running')
    const done = { pause: 'Paused', resume: 'Resumed', stop: 'Stopped' } as const
    return `${done[what]}: ${folder.name}`
  }

  tools(): Promise<{ agent: string; root: string; tools: MCPToolInfo[] }[]> {
    return this.#looking((stack, run) => listTools(stack, this.config, run))
  }

  windows(): Promise<WindowInfo[]> {
    return this.#looking(listWindows)
  }

  tree(query: string | null): Promise<{ window: WindowInfo; controls: Control[]; limited: string | null }> {
    return this.#looking((stack, run) => readTree(stack, query, run))
  }

  doctor(): Promise<Finding[]> {
    const model = this.#around.modelFor(homedir(), new Map())
    return this.beside((run) => examine({ ...this.#around, model, keys: this.keys }, run), LOOKING_MS)
  }

  /** Calls each tool of the planner that is set up, or the one of this name. Throws UserError for a name that there is not. */
  async testTools(name: string | null): Promise<ToolTest[]> {
    const names = name === null ? TOOL_NAMES : [parseToolName(name)]
    const prompts = await readOwnPrompts(this.config.prompt_path, this.home)
    const model = this.#around.modelFor(homedir(), prompts)
    const search = this.#around.webSearch
    const grounding = groundingTrial(model, this.config)
    const tests: ToolTest[] = []
    for (const one of names)
      tests.push(
        await this.beside(
          (run) => testTool(one, { model, search, grounding, checks: TOOL_CHECKS }, run),
          LOOKING_MS,
        ),
      )
    return tests
  }

  /** Ends the virtual desktops whose owner is gone and that no open run owns. */
  async sweep(): Promise<void> {
    const { home, logger } = this.#around
    const isOpen = (runId: string) =>
      RunFolder.find(home, runId).then(
        async (folder) => (await folder.isOwned()) || (await waitsForItsPerson(folder)),
        () => false,
      )
    await sweepVirtualDesktops(home, isOpen, (line) => logger.info(line))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    this.stop()
    await Promise.allSettled(this.#ends)
    await this.memory[Symbol.asyncDispose]()
  }

  async #newestOpenRun(): Promise<RunFolder> {
    const newest = await findOpenRun(this.#around.home)
    if (!newest) throw new UserError('No run is going on.')
    return newest
  }

  #looking<T>(look: (stack: Stack, run: RunControl) => Promise<T>): Promise<T> {
    return this.beside(async (run) => {
      const { config, logger, startProgram } = this.#around
      await using desktop = await openDesktop(this.#around, `look-${process.pid}`, run)
      await using stack = await buildStack(
        { config, desktop, gate: closedGate, sink: noSink, logger, startProgram },
        run,
      )
      return await look(stack, run)
    }, LOOKING_MS)
  }

  /** Does something that is no run: a stop of the engine ends it, and its end is waited for before the engine’s. */
  async beside<T>(work: (run: RunControl) => Promise<T>, withinMs: number | null = null): Promise<T> {
    if (this.#disposed) throw new UserError('Deskhand is ending: nothing new is begun.')
    using run = new RunControl(withinMs === null ? {} : { timeoutMs: withinMs, name: 'Looking' })
    this.#runs.add(run)
    const end = work(run)
    this.#ends.add(end)
    try {
      return await end
    } finally {
      this.#ends.delete(end)
      this.#runs.delete(run)
    }
  }
}
