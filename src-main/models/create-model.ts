// Creates the Model that the engine uses: each role goes to its own model, to `default`, or to the offline interpreter.
import { ModelError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Secrets } from '../core/secrets.ts'
import { clientFetch, isClientModel, type AskClient } from './client-model.ts'
import type { Model, ModelReply, ModelRequest, Role } from './model.ts'
import { OpenAIModel } from './openai-model.ts'
import { OperatorModel, type ComputerUse } from './operator/operator-model.ts'
import type { Prompts } from './render/own-prompts.ts'
import { promptPath, readPrompt } from './render/prompts.ts'
import { RateLimits } from './rate-limit.ts'
import { configKeyOf, type ModelsConfig } from './roles.ts'
import { Service } from './service.ts'
import { addUsage, type Price } from './usage.ts'

export interface ModelOptions {
  /** `config.models`; `backup` is asked once when another model has failed for good. */
  models: ModelsConfig
  /** `config.prices`. */
  prices: Record<string, Price>
  secrets: Secrets
  /** Answers for every role without a model. */
  offline: Model
  logger: Logger
  /** `config.system.history_steps`. */
  historySteps?: number
  /** The person's own prompts; the others are those of `resources/prompts/`. */
  prompts?: Prompts
  /** First pause before a retry, in milliseconds. */
  backoffMs?: number
  /** `config.computer_use`. */
  computerUse?: ComputerUse
  /** The model of the client that has asked, for the roles that are configured to use it. */
  askClient?: AskClient | undefined
  /** The limits of the engine, so that parallel sessions share a service's quota. */
  limits?: RateLimits
}

const COMPUTER_USE: ComputerUse = { tool: 'auto', space: 'auto' }

/** Throws UserError at once when a model's configuration is incomplete. */
export function createModel(options: ModelOptions): Model {
  return new RoutedModel(options)
}

class RoutedModel implements Model {
  readonly #options: ModelOptions
  readonly #byKey = new Map<string, OpenAIModel | OperatorModel>()

  constructor(options: ModelOptions) {
    this.#options = options
    const {
      models,
      prices,
      secrets,
      logger,
      historySteps = 20,
      prompts,
      backoffMs,
      computerUse = COMPUTER_USE,
      limits = new RateLimits(),
      askClient,
    } = options
    const promptOf = async (role: Role) => prompts?.get(role) ?? (await readPrompt(promptPath(role)))
    for (const [role, config] of Object.entries(models)) {
      if (config.provider === 'offline') continue
      const service = new Service({
        role,
        config,
        prices,
        secrets,
        logger,
        limits,
        ...(backoffMs === undefined ? {} : { backoffMs }),
        // Nobody knows which formats the program's model takes, so the prompt describes the schema in words.
        ...(askClient && isClientModel(config)
          ? { fetch: clientFetch(askClient), format: 'text' as const }
          : {}),
      })
      const parts = { service, historySteps, promptOf }
      this.#byKey.set(
        role,
        role === 'operator' ? new OperatorModel({ ...parts, ...computerUse }) : new OpenAIModel(parts),
      )
    }
  }

  async ask<T>(request: ModelRequest<T>, run: RunControl): Promise<ModelReply<T>> {
    const model = this.#of(request.role)
    if (!model) return this.#options.offline.ask(request, run)
    try {
      return await model.ask(request, run)
    } catch (error) {
      const backup = this.#byKey.get('backup')
      if (!(error instanceof ModelError) || !backup || backup === model) throw error
      // Another model can't continue a conversation about a screen.
      if (request.input.kind === 'operator') throw error
      run.throwIfStopped()
      this.#options.logger.warn({ role: request.role, backup: backup.name }, error.message)
      return this.#askBackup(backup, request, error, run)
    }
  }

  async embed(texts: string[], run: RunControl) {
    const model = this.#of('embedding')
    return model instanceof OpenAIModel ? model.embed(texts, run) : this.#options.offline.embed(texts, run)
  }

  nameOf(role: Role): string {
    return this.#of(role)?.name ?? this.#options.offline.nameOf(role)
  }

  wantsPictures(role: Role): boolean {
    return this.#of(role)?.wantsPictures ?? this.#options.offline.wantsPictures(role)
  }

  #of(role: Role): OpenAIModel | OperatorModel | undefined {
    const key = configKeyOf(role, this.#options.models)
    return key === null ? undefined : this.#byKey.get(key)
  }

  async #askBackup<T>(
    backup: OpenAIModel | OperatorModel,
    request: ModelRequest<T>,
    first: ModelError,
    run: RunControl,
  ): Promise<ModelReply<T>> {
    try {
      const reply = await backup.ask(request, run)
      const usage = first.usage ? addUsage(first.usage, reply.usage) : reply.usage
      return { ...reply, usage, attempts: reply.attempts + 1 }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      const usages = [first.usage, error.usage].filter((usage) => usage !== null)
      throw new ModelError(`${first.message} The backup failed, too: ${error.message}`, {
        cause: error,
        ...(usages.length > 0 ? { usage: usages.reduce(addUsage) } : {}),
      })
    }
  }
}
