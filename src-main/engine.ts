// Builds the engine from a configuration: this is the composition root, where every shell (terminal, app, browser page) starts.
import { once } from 'node:events'
import { homedir } from 'node:os'
import {
  loadConfigLeniently,
  loadConfigWith,
  type ConfigWishes,
  type KeyStore,
} from './engine/configuration.ts'
import { DataFolder } from './engine/data-folder.ts'
import { openDesktop, type EarlyDesktop, type RunDesktop } from './engine/desktops.ts'
import { dryRun, foreseeable, opinionOf, ownWordsOf, type DryRunRequest } from './engine/dry-run.ts'
import { decidesByCommands, homeOf, runGate } from './engine/run-gate.ts'
import { openDeviceRun, type DeviceRequest } from './engine/device-run.ts'
import { examine } from './engine/doctor.ts'
import type { Finding } from './core/finding.ts'
import { closedGate, listTools, listWindows, noSink, readTree } from './engine/inspect.ts'
import { OldPictures } from './engine/old-pictures.ts'
import { openProgramLog } from './engine/program-log.ts'
import { executeRun } from './engine/run.ts'
import { ProgramDesktop } from './engine/program-desktop.ts'
import type { ModelFor, RunRequest, RunSurroundings } from './engine/run-request.ts'
import { buildStack, type Stack } from './engine/stack.ts'
import type { DeviceWork } from './aip/device/work.ts'
import { modelConfigSchema, type Config, type ModelConfig } from '../src-preload/contract/config.ts'
import type { ForeseenStep } from '../src-preload/contract/calls/desktop.ts'
import type { EventOf } from '../src-preload/contract/events.ts'
import type { SafetyCategory } from '../src-preload/contract/safety.ts'
import { STOPPED_BY_USER } from '../src-preload/contract/words.ts'
import type { MCPToolInfo } from './core/command.ts'
import type { ApplicationIcon, Control, WindowInfo } from './core/desktop.ts'
import type { StartProgram } from './core/child-program.ts'
import { messageOf, StoppedError, UserError } from './core/errors.ts'
import type { KeptRuns } from './engine/kept-runs.ts'
import type { MemoryClient } from './memory/client.ts'
import type { Logger } from './core/logger.ts'
import type { OwnWindows } from './core/own-windows.ts'
import { absentInteractor } from './core/interactor.ts'
import { RunControl } from './core/run-control.ts'
import { clientModelConfig, type AskClient } from './models/client-model.ts'
import { createModel } from './models/create-model.ts'
import { parseModelChoice } from './models/roles.ts'
import { RateLimits } from './models/rate-limit.ts'
import { createOfflineModel } from './interpreter/offline-model.ts'
import { groundingTrial } from './engine/planner-parts.ts'
import { parseToolName, testTool, TOOL_NAMES, type ToolTest } from './models/tools/test-tools.ts'
import { TOOL_CHECKS } from './planner/tool-checks.ts'
import { readOwnPrompts } from './models/render/own-prompts.ts'
import { createWebSearch } from './models/websearch/search.ts'
import { fairClock } from './platform/fair-time.ts'
import { findVirtualDesktops, hostFault, prefersVirtual, thisSystem } from './platform/this-system.ts'
import { waysToWork } from './session/ways.ts'
import type { Gate } from './safety/gate.ts'
import { isProgramFile } from './safety/program-files.ts'
import type { StandingRules } from './safety/standing-rules.ts'

export type { RunRequest } from './engine/run-request.ts'
export type { Finding } from './core/finding.ts'

export interface EngineOptions extends ConfigWishes {
  env: NodeJS.ProcessEnv
  yesTo?: readonly SafetyCategory[]
  /** Also takes the log where `print_log` is set: lines of JSON. */
  printLog: (line: string) => void
  /** How the desktop process is started; the default is plain Node. */
  startProgram?: StartProgram
  /** The windows of the shell itself, where it has some on the desktop that is driven. */
  ownWindows?: OwnWindows
  /**
   * Replaces wrong values of the configuration by defaults, because this shell has a window to mend them; else they are errors.
   */
  lenient?: boolean
  /** The virtual desktop of the first run that wants one like it. */
  early?: EarlyDesktop | null
}

/** Milliseconds that a look at a desktop may take. */
const LOOKING_MS = 60_000
/** Milliseconds that a dry run may take: it looks at a desktop for each of its steps. */
const DRY_RUN_MS = 600_000
/** Name of the desktop of a look, and of the run that a question there belongs to. */
const LOOK = `look-${process.pid}`

/** Throws UserError for a configuration that can't be used. Virtual desktops that a crash left behind are ended. */
export async function createEngine(
  options: EngineOptions,
  data: DataFolder = new DataFolder(options),
): Promise<Engine> {
  const { rules, memory } = { rules: () => data.rules(), memory: data.memory }
  const around = await surroundingsOf(options, data.keys, {
    env: data.env,
    rules,
    memory,
    limits: new RateLimits(),
  })
  const engine = new Engine(options, data, around)
  await engine.runs.sweep()
  return engine
}

async function surroundingsOf(
  options: EngineOptions,
  secrets: KeyStore,
  lasting: Pick<RunSurroundings, 'env' | 'rules' | 'memory' | 'limits'>,
): Promise<RunSurroundings> {
  const { home, yesTo = [], printLog } = options
  const config = options.lenient ? (await loadConfigLeniently(options)).config : await loadConfigWith(options)
  const logger = openProgramLog({ home, config: config.system, print: printLog })
  const modelFor = modelsOf(config, secrets, { logger, limits: lasting.limits })
  const webSearch = createWebSearch({ config: config.web_search, secrets })
  return {
    home,
    env: lasting.env,
    config,
    logger,
    modelFor,
    secrets,
    rules: lasting.rules,
    memory: lasting.memory,
    limits: lasting.limits,
    webSearch,
    yesTo,
    startProgram: options.startProgram,
    ownWindows: options.ownWindows,
    early: options.early ?? null,
  }
}

/** Adds to a model that is chosen for one run what else the configuration says of its role. */
function chosenModels(config: Config, models: Record<string, string>): Config['models'] {
  return Object.fromEntries(
    Object.entries(models).map(([role, text]) => {
      const choice = parseModelChoice(role, text)
      // Another role's entry for this very model has its address and its key.
      const isSame = ({ provider, model_name }: ModelConfig) =>
        provider === choice.provider && model_name === choice.model_name
      const own = config.models[role]
      const same = own && isSame(own) ? own : Object.values(config.models).find(isSame)
      return [role, modelConfigSchema.parse({ ...(same ?? own), ...choice })]
    }),
  )
}

/** Throws UserError for a model's configuration that is not whole: now, not in the middle of a run. */
function modelsOf(
  config: Config,
  secrets: KeyStore,
  { logger, limits }: Pick<RunSurroundings, 'logger' | 'limits'>,
  askClient?: AskClient,
): ModelFor {
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
      limits,
      askClient,
    })
  modelFor(homedir(), new Map())
  return modelFor
}

/** Returns the configuration of one run: its request has precedence over the file. */
const configFor = (
  config: Config,
  {
    maxStep,
    display,
    models = {},
    askClient,
  }: Pick<RunRequest, 'maxStep' | 'display' | 'models' | 'askClient'>,
): Config => ({
  ...config,
  models: {
    ...(askClient ? { default: clientModelConfig() } : {}),
    ...config.models,
    ...chosenModels(config, models),
  },
  system: { ...config.system, max_step: maxStep ?? config.system.max_step },
  display: { ...config.display, kind: display ?? config.display.kind },
})

/** A look at a desktop, without a run. */
interface Look {
  /** Null: what the configuration says. */
  display?: Config['display']['kind'] | null
  /** Ends with what it is a part of. */
  under?: RunControl | null
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
  readonly #controls = new Set<RunControl>()
  readonly #ends = new Set<Promise<unknown>>()
  #disposed = false
  readonly #oldPictures: OldPictures

  readonly #data: DataFolder

  constructor(options: EngineOptions, data: DataFolder, around: RunSurroundings) {
    this.#options = options
    this.#data = data
    this.#around = around
    data.logger = around.logger
    this.#oldPictures = new OldPictures(data.runs)
  }

  /** The runs of the data folder. */
  get runs(): KeptRuns {
    return this.#data.runs
  }

  /** The keys of model services. */
  get keys(): KeyStore {
    return this.#data.keys
  }

  /** The memories. */
  get memory(): MemoryClient {
    return this.#data.memory
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
    return this.#data.rules()
  }

  get logger(): Logger {
    return this.#around.logger
  }

  /** Reads the configuration anew; runs that go on keep theirs. Throws UserError, and keeps the old one, when it can't be used. */
  async reload(): Promise<void> {
    this.#around = await surroundingsOf(this.#options, this.keys, this.#around)
    this.#data.logger = this.#around.logger
  }

  /** Carries out a session and says how it ended. Throws UserError when it can't even begin. */
  async run(request: RunRequest): Promise<EventOf<'session_finished'>> {
    if (this.#disposed) throw new UserError('Deskhand is ending: nothing new is begun.')
    const config = configFor(this.config, request)
    const around = { ...this.#around, config, yesTo: [...this.#around.yesTo, ...(request.yesTo ?? [])] }
    if (request.models || request.askClient)
      around.modelFor = modelsOf(config, this.keys, around, request.askClient)
    // Nearly all that a run waits for is an application's.
    const run = new RunControl({ clock: fairClock }, request.under ?? request.on?.control ?? null)
    this.#controls.add(run)
    const end = request.on
      ? request.on.runHere((lent) => executeRun(around, { ...request, lent }, run))
      : executeRun(around, request, run)
    this.#ends.add(end)
    try {
      return await end
    } finally {
      this.#ends.delete(end)
      this.#controls.delete(run)
      run[Symbol.dispose]()
      this.#oldPictures.thin(this.#around)
    }
  }

  /** Begins a session and returns as soon as it has its folder. Throws UserError when it can't even begin. */
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
    const config = configFor(this.config, { display: wanted.display ?? null })
    const yesTo = [...this.#around.yesTo, ...(wanted.yesTo ?? [])]
    return openDeviceRun({ ...this.#around, config, yesTo }, wanted, run)
  }

  /** Opens a desktop for a program of this machine, which ends when it is closed. Throws UserError. */
  async openProgramDesktop(display: Config['display']['kind'] | null): Promise<ProgramDesktop> {
    const around = { ...this.#around, config: configFor(this.config, { display }) }
    const opened = Promise.withResolvers<ProgramDesktop>()
    const life = this.beside(
      async (run) => {
        await using desktop = await ProgramDesktop.open(around, run)
        opened.resolve(desktop)
        await once(desktop.control.signal, 'abort')
      },
      { withinMs: null },
    )
    life.catch((error: unknown) => {
      opened.reject(error)
      this.logger.error(messageOf(error))
    })
    return opened.promise
  }

  /** Says on which desktop a run would take place. */
  desktopKind(display: Config['display']['kind'] | null): 'host' | 'virtual' {
    const kind = display ?? this.config.display.kind
    return kind === 'auto' ? (prefersVirtual(this.#around.env) ? 'virtual' : 'host') : kind
  }

  /** Says why this machine has no desktop of its own that can be driven; null where it has one. */
  hostFault(): string | null {
    return hostFault(this.#around.env)
  }

  /** Gives the icons that this system has for applications, by their names or those of their processes. */
  applicationIcons(names: readonly string[]): Promise<Record<string, ApplicationIcon>> {
    return thisSystem().applicationIcons(names, this.#around.env)
  }

  /** Says whether opening the file would run it: an agent may have written it. */
  isProgram(path: string): boolean {
    return isProgramFile(path)
  }

  /** Stops every run of this engine. */
  stop(reason = STOPPED_BY_USER): void {
    for (const run of this.#controls) run.stop(new StoppedError('stopped', reason))
  }

  /** Says whether the virtual desktop of an interrupted run is still there. */
  async hasDesktop(name: string): Promise<boolean> {
    return (await findVirtualDesktops()?.isAlive(this.home, name)) ?? false
  }

  /** Ends an interrupted run for good, and what is left of its desktop. Throws UserError. */
  closeRun(name: string): Promise<void> {
    return this.runs.close(name)
  }

  /** Lists the ways to work, each with the roles that have no model with these choices for the run. */
  waysToWork(models: Record<string, string>): ReturnType<typeof waysToWork> {
    const config = configFor(this.config, { models })
    const modelFor = modelsOf(config, this.keys, this.#around)
    return waysToWork(modelFor(homedir(), new Map()), config.planner.mode)
  }

  tools(look: Look): Promise<{ agent: string; root: string; tools: MCPToolInfo[] }[]> {
    return this.#looking(look, (stack, run) => listTools(stack, this.config, run))
  }

  windows(look: Look = {}): Promise<WindowInfo[]> {
    return this.#looking(look, listWindows)
  }

  tree(
    query: string | null,
    look: Look,
  ): Promise<{ window: WindowInfo; controls: Control[]; limited: string | null }> {
    return this.#looking(look, (stack, run) => readTree(stack, query, run))
  }

  /** Says what each step would do on the present screen; does nothing. Throws UserError where a model would decide it. */
  async dryRun(
    wanted: DryRunRequest & Pick<RunRequest, 'models' | 'yesTo'>,
    look: Look,
  ): Promise<ForeseenStep[]> {
    const config = configFor(this.config, { display: look.display ?? null, models: wanted.models ?? {} })
    const what = await foreseeable(wanted, config, this.home)
    const around = { ...this.#around, config, yesTo: [...this.#around.yesTo, ...(wanted.yesTo ?? [])] }
    const words = ownWordsOf(what)
    const opinion = async (desktop: RunDesktop) => {
      const { gate } = await runGate({
        around,
        config,
        env: desktop.env,
        requests: () => words,
        commands: () => (decidesByCommands(config.models) ? words : []),
        interactor: absentInteractor,
        runId: LOOK,
      })
      return opinionOf(gate)
    }
    return this.#looking(look, (stack, run, desktop) => dryRun(what, stack, homeOf(desktop.env), run), {
      gateOf: opinion,
      withinMs: DRY_RUN_MS,
    })
  }

  doctor({ display = null, under = null }: Look): Promise<Finding[]> {
    const model = this.#around.modelFor(homedir(), new Map())
    const config = configFor(this.config, { display })
    return this.beside((run) => examine({ ...this.#around, config, model, keys: this.keys }, run), { under })
  }

  /** Calls each tool of the planner that is set up, or the one of this name. Throws UserError for a name that there is not. */
  async testTools(name: string | null, under: RunControl | null = null): Promise<ToolTest[]> {
    const names = name === null ? TOOL_NAMES : [parseToolName(name)]
    const prompts = await readOwnPrompts(this.config.prompt_path, this.home)
    const model = this.#around.modelFor(homedir(), prompts)
    const search = this.#around.webSearch
    const grounding = groundingTrial(model, this.config)
    const tests: ToolTest[] = []
    for (const one of names)
      tests.push(
        await this.beside((run) => testTool(one, { model, search, grounding, checks: TOOL_CHECKS }, run), {
          under,
        }),
      )
    return tests
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    this.stop()
    await Promise.allSettled(this.#ends)
    await this.#oldPictures.settled()
    await this.#data[Symbol.asyncDispose]()
  }

  #looking<T>(
    { display = null, under = null }: Look,
    look: (stack: Stack, run: RunControl, desktop: RunDesktop) => Promise<T>,
    { gateOf, withinMs }: { gateOf?: (desktop: RunDesktop) => Promise<Gate>; withinMs?: number } = {},
  ): Promise<T> {
    const config = configFor(this.config, { display })
    return this.beside(
      async (run) => {
        const { logger, startProgram, secrets } = this.#around
        await using desktop = await openDesktop({ ...this.#around, config }, LOOK, run, {
          endsWithOwner: true,
        })
        const gate = (await gateOf?.(desktop)) ?? closedGate
        await using stack = await buildStack(
          { config, desktop, gate, sink: noSink, logger, startProgram, secrets },
          run,
        )
        return await look(stack, run, desktop)
      },
      { under, withinMs },
    )
  }

  /** Does something that is no run. A stop of the engine ends it, and the engine waits for its end before it ends itself. */
  async beside<T>(
    work: (run: RunControl) => Promise<T>,
    { withinMs = LOOKING_MS, under = null }: { withinMs?: number | null; under?: RunControl | null } = {},
  ): Promise<T> {
    if (this.#disposed) throw new UserError('Deskhand is ending: nothing new is begun.')
    using run = new RunControl({ timeoutMs: withinMs, name: 'Looking', clock: fairClock }, under)
    this.#controls.add(run)
    const end = work(run)
    this.#ends.add(end)
    try {
      return await end
    } finally {
      this.#ends.delete(end)
      this.#controls.delete(run)
    }
  }
}
