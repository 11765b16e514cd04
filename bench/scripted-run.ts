// A real run on a virtual desktop whose model is a function of the step: everything but the model is the product's own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configSchema, type SystemConfig } from '../src-preload/contract/config.ts'
import type { SessionEvent } from '../src-preload/contract/events.ts'
import { SAFETY_CATEGORIES } from '../src-preload/contract/safety.ts'
import { RunControl } from '../src-main/core/run-control.ts'
import { ModelError } from '../src-main/core/errors.ts'
import { silentLogger } from '../src-main/core/logger.ts'
import { executeRun } from '../src-main/engine/run.ts'
import type { LinuxInput, ModelInput } from '../src-main/models/input.ts'
import type { Model, ModelReply, ModelRequest } from '../src-main/models/model.ts'
import { absentInteractor } from '../src-main/terminal/absent-interactor.ts'

export interface Reply {
  action: { function: string; arguments: Record<string, unknown>; status: 'CONTINUE' | 'FINISH' }[]
}

const usage = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 }

class FunctionModel implements Model {
  readonly #reply: (input: LinuxInput) => Promise<Reply>

  constructor(reply: (input: LinuxInput) => Promise<Reply>) {
    this.#reply = reply
  }

  async ask<T>(request: ModelRequest<T>): Promise<ModelReply<T>> {
    const said = await this.#answer(request.input)
    return {
      reply: request.schema.parse(said),
      provider: 'bench',
      model: 'bench',
      usage,
      attempts: 1,
      prompt: null,
    }
  }

  async #answer(input: ModelInput): Promise<unknown> {
    if (input.kind !== 'linux') return { reason: 'bench', sub_scores: [], complete: 'unsure' }
    return { observation: '', thought: '', plan: [], ...(await this.#reply(input)) }
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

interface ScriptedRun {
  reply: (input: LinuxInput) => Promise<Reply>
  system?: Partial<SystemConfig>
  onEvent?: (event: SessionEvent, home: string) => void
  run?: RunControl
}

/** Carries out one session with strategy `single`; its data folder is removed afterwards. */
export async function scriptedRun({ reply, system = {}, onEvent, run = new RunControl() }: ScriptedRun) {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    const env = Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    return await executeRun(
      {
        home,
        env,
        config: configSchema.parse({
          display: { kind: 'virtual' },
          system: { eva_session: false, max_step: 1000, ...system },
        }),
        modelFor: () => new FunctionModel(reply),
        yesTo: SAFETY_CATEGORIES,
        logger: silentLogger,
      },
      {
        request: 'bench',
        strategy: 'single',
        interactor: absentInteractor,
        onEvent: (event) => onEvent?.(event, home),
      },
      run,
    )
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The first reply of most figures: an application is opened. */
export const open = (name: string): Reply => ({
  action: [{ function: 'launch_application', arguments: { name }, status: 'CONTINUE' }],
})
export const act = (
  name: string,
  parameters: Record<string, unknown>,
  status: 'CONTINUE' | 'FINISH' = 'CONTINUE',
): Reply => ({
  action: [{ function: name, arguments: parameters, status }],
})
