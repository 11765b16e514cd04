// A real run on a virtual desktop whose model is a function of the step, or a service on loopback: everything else is the product's own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { SAFETY_CATEGORIES } from '../../src-preload/contract/safety.ts'
import { ModelError, ToolError } from '../../src-main/core/errors.ts'
import { silentLogger } from '../../src-main/core/logger.ts'
import { RateLimits } from '../../src-main/models/rate-limit.ts'
import { RunControl } from '../../src-main/core/run-control.ts'
import { executeRun } from '../../src-main/engine/run.ts'
import type { MemoryStore } from '../../src-main/memory/client.ts'
import type { AppInput, LinuxInput } from '../../src-main/models/input.ts'
import type { Model, ModelReply, ModelRequest } from '../../src-main/models/model.ts'
import { createModel } from '../../src-main/models/create-model.ts'
import { ROLES } from '../../src-main/models/model.ts'
import {
  OpenAIServer,
  type ReceivedRequest,
  type ScriptedReply,
} from '../../src-main/models/testing/openai-server.ts'
import { createOfflineModel } from '../../src-main/interpreter/offline-model.ts'
import { createMemoryRules } from '../../src-main/safety/standing-rules.ts'
import { absentInteractor } from '../../src-main/core/interactor.ts'
import { stringEnvironment } from './bench-desktop.ts'

export interface Reply {
  action: { function: string; arguments: Record<string, unknown>; status: 'CONTINUE' | 'FINISH' }[]
}

type Says = (input: AppInput | LinuxInput) => Promise<Reply>

const usage = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 }

/** Acting agents are answered by a function, the others by `offline`. */
class FunctionModel implements Model {
  readonly #says: Says
  readonly #offline = createOfflineModel()

  constructor(says: Says) {
    this.#says = says
  }

  async ask<T>(request: ModelRequest<T>, run: RunControl): Promise<ModelReply<T>> {
    const { input, schema } = request
    if (input.kind !== 'app' && input.kind !== 'linux') return this.#offline.ask(request, run)
    const said = { observation: '', thought: '', plan: [], ...(await run.race(this.#says(input))) }
    return { reply: schema.parse(said), provider: 'bench', model: 'bench', usage, attempts: 1, prompt: null }
  }

  embed(): Promise<never> {
    return Promise.reject(new ModelError('The bench has no embeddings.'))
  }

  nameOf(): string {
    return 'bench'
  }

  wantsPictures(): boolean {
    return false
  }
}

/** A store that has nothing and keeps nothing. */
const forgetful: MemoryStore = { ask: () => Promise.reject(new ToolError('There is no memory here.')) }

type Strategy = 'single' | 'host-app' | 'planner'

interface RunOptions {
  strategy?: Strategy
  /** What the host reads under `host-app`: `open NAME, …`. */
  request?: string
  onEvent?: (event: SessionEvent, home: string) => void
}

interface ScriptedRun extends RunOptions {
  reply: Says
}

/** Carries out one session whose acting agents a function answers. Returns how it ended. */
export const scriptedRun = ({ reply, ...options }: ScriptedRun) =>
  benchRun(() => new FunctionModel(reply), {}, options)

interface ServedRun extends RunOptions {
  /** Each role has a model of its own name, so that the service knows who asks. */
  reply: (request: ReceivedRequest) => ScriptedReply | Promise<ScriptedReply>
  /** Whether the models take pictures; each step is sent its own then. */
  pictures?: boolean
  judged?: boolean
}

/** The same over HTTP. Returns how it ended, and what the service was sent. */
export async function servedRun({ reply, pictures = false, judged = false, ...options }: ServedRun) {
  await using server = await OpenAIServer.start({ reply })
  const one = { provider: 'custom', base_url: server.baseUrl, visual_mode: pictures, max_retry: 0 }
  const asking = ROLES.filter((role) => role !== 'embedding' && role !== 'operator')
  const settings = {
    models: Object.fromEntries(asking.map((role) => [role, { ...one, model_name: role }])),
    system: { eva_session: judged },
  }
  const modelFor = ({ models, prices }: Config): Model =>
    createModel({
      models,
      prices,
      secrets: { get: () => Promise.resolve(null) },
      offline: createOfflineModel(),
      logger: silentLogger,
    })
  const end = await benchRun(modelFor, settings, options)
  return { end, requests: server.requests }
}

interface Settings {
  models?: Record<string, object>
  system?: object
}

/** Carries out one session; its data folder is removed afterwards. Returns how it ended. */
async function benchRun(
  modelFor: (config: Config) => Model,
  { system, ...settings }: Settings,
  { strategy = 'single', request = 'bench', onEvent }: RunOptions,
) {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  const config = configSchema.parse({
    display: { kind: 'virtual' },
    system: { eva_session: false, max_step: 1000, save_experience: 'always_not', ...system },
    memory: { enabled: false },
    ...settings,
  })
  try {
    using run = new RunControl()
    return await executeRun(
      {
        home,
        env: stringEnvironment(),
        config,
        modelFor: () => modelFor(config),
        secrets: { get: () => Promise.resolve(null) },
        yesTo: SAFETY_CATEGORIES,
        logger: silentLogger,
        rules: () => Promise.resolve(createMemoryRules()),
        memory: forgetful,
        webSearch: null,
        limits: new RateLimits(),
      },
      { request, strategy, interactor: absentInteractor, onEvent: (event) => onEvent?.(event, home) },
      run,
    )
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const act = (
  name: string,
  parameters: Record<string, unknown>,
  status: 'CONTINUE' | 'FINISH' = 'CONTINUE',
): Reply => ({ action: [{ function: name, arguments: parameters, status }] })

/** The first reply of a single agent: an application is opened. */
export const open = (name: string): Reply => act('launch_application', { name })
