// Which kind of session a mode, a strategy and a platform make: a table that grows.
import { UserError } from '../core/errors.ts'
import type { BaseSession, SessionOptions } from './base-session.ts'
import type { SessionDependencies } from './dependencies.ts'
import { LinuxSession, PlannerSession, Session } from './session.ts'

export const STRATEGIES = ['host-app', 'single', 'planner'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** Strategies and modes of the seeds that a later version brings: refused by name, so that nobody guesses. */
const LATER: Record<string, string> = {
  operator: 'the strategy `operator`',
  service: 'the mode `service`',
  follower: 'the mode `follower`',
  batch_normal: 'the mode `batch_normal`',
  normal_operator: 'the mode `normal_operator`',
}

type Kind = new (dependencies: SessionDependencies, options: SessionOptions) => BaseSession

/** mode → strategy → kind. */
const KINDS: Record<string, Record<Strategy, Kind>> = {
  normal: { 'host-app': Session, single: LinuxSession, planner: PlannerSession },
}

/** The seeds' `platform_override` names a platform; the strategy that the seeds use there follows from it. */
const STRATEGY_OF_PLATFORM: Record<string, Strategy> = { windows: 'host-app', linux: 'single' }

export interface CreateSession {
  id: string
  task: string
  mode?: string
  request?: string | null
  strategy?: string | null
  platformOverride?: string | null
  /** Path of a plan file, for the modes that follow one. */
  plan?: string | null
  resumption?: SessionOptions['resumption']
}

/** Throws UserError for a strategy that does not exist or that this version does not have. */
export function parseStrategy(text: string): Strategy {
  const strategy = STRATEGIES.find((known) => known === text)
  if (strategy) return strategy
  throw refusal('strategy', text, STRATEGIES)
}

const refusal = (what: string, text: string, known: readonly string[]) =>
  LATER[text] === undefined
    ? new UserError(`There is no ${what} “${text}”. Use one of: ${known.join(', ')}.`)
    : new UserError(
        `This version of Deskhand does not have ${LATER[text]} yet. Use one of: ${known.join(', ')}.`,
      )

/** What was asked for, null where nothing was. Throws UserError for a strategy or platform that does not exist. */
export function chosenStrategy({
  strategy,
  platformOverride,
}: Pick<CreateSession, 'strategy' | 'platformOverride'>): Strategy | null {
  if (strategy) return parseStrategy(strategy)
  if (!platformOverride) return null
  const found = STRATEGY_OF_PLATFORM[platformOverride.toLowerCase()]
  if (!found) throw refusal('platform', platformOverride, Object.keys(STRATEGY_OF_PLATFORM))
  return found
}

export class SessionFactory {
  readonly #dependencies: SessionDependencies

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies
  }

  /** Throws UserError for a mode, strategy or platform that does not exist. */
  createSession(options: CreateSession): BaseSession {
    const mode = options.mode ?? 'normal'
    const kinds = KINDS[mode]
    if (!kinds) throw refusal('mode', mode, Object.keys(KINDS))
    return new kinds[chosenStrategy(options) ?? 'host-app'](this.#dependencies, {
      id: options.id,
      task: options.task,
      mode,
      request: options.request ?? null,
      plan: options.plan ?? null,
      resumption: options.resumption ?? null,
      shouldEvaluate: this.#dependencies.config.system.eva_session,
    })
  }
}
