// Decides which kind of session a mode, a strategy and a platform make, by a table that grows.
import { STRATEGIES } from '../../src-preload/contract/config.ts'
import { UserError } from '../core/errors.ts'
import type { BaseSession, SessionOptions } from './base-session.ts'
import type { SessionDependencies } from './dependencies.ts'
import { NormalOperatorSession, OpenAIOperatorSession } from './operator-session.ts'
import { FollowerSession, FromFileSession } from './plan-session.ts'
import { LinuxServiceSession, PlannerServiceSession, ServiceSession } from './service-session.ts'
import { LinuxSession, PlannerSession, Session } from './session.ts'
import type { Strategy } from './ways.ts'

export type { Strategy } from './ways.ts'

type Kind = new (dependencies: SessionDependencies, options: SessionOptions) => BaseSession

/** Maps mode → strategy → kind. A missing combination is refused, with the list of existing ones. */
const KINDS: Record<string, Partial<Record<Strategy, Kind>>> = {
  normal: {
    'host-app': Session,
    single: LinuxSession,
    planner: PlannerSession,
    operator: OpenAIOperatorSession,
  },
  normal_operator: { 'host-app': NormalOperatorSession },
  operator: { operator: OpenAIOperatorSession },
  follower: { 'host-app': FollowerSession },
  batch_normal: { 'host-app': FromFileSession },
  service: { 'host-app': ServiceSession, single: LinuxServiceSession, planner: PlannerServiceSession },
}

/** Modes whose session carries out a plan file. */
export const PLAN_MODES: readonly string[] = ['follower', 'batch_normal']

/** The seeds' `platform_override` names a platform: the strategies that the seeds use there, the first one that the mode has. */
const STRATEGY_OF_PLATFORM: Record<string, readonly [Strategy, ...Strategy[]]> = {
  windows: ['host-app', 'operator'],
  linux: ['single'],
}

export interface CreateSession {
  id: string
  task: string
  mode?: string
  request?: string | null
  strategy?: string | null
  platformOverride?: string | null
  /** The plan file of the modes that carry one out. */
  plan?: SessionOptions['plan']
  resumption?: SessionOptions['resumption']
  /** Default: `eva_session` of the configuration. */
  shouldEvaluate?: boolean
}

/** Throws UserError for a strategy that does not exist. */
export function parseStrategy(text: string): Strategy {
  const strategy = STRATEGIES.find((known) => known === text)
  if (strategy) return strategy
  throw refusal('strategy', text, STRATEGIES)
}

const refusal = (what: string, text: string, known: readonly string[]) =>
  new UserError(`There is no ${what} “${text}”. Use one of: ${known.join(', ')}.`)

/**
 * Returns the requested strategy, or the only one of the mode; null where several fit and none was requested. Throws UserError for a mode,
 * strategy or platform that does not exist, and for those that do not go together.
 */
export function chosenStrategy({
  mode = 'normal',
  strategy,
  platformOverride,
}: Pick<CreateSession, 'strategy' | 'platformOverride'> & { mode?: string | null }): Strategy | null {
  const kinds = kindsOf(mode ?? 'normal')
  const there = platformOverride ? ofPlatform(platformOverride) : null
  const wanted = strategy
    ? parseStrategy(strategy)
    : (there?.find((each) => kinds[each]) ?? there?.[0] ?? null)
  if (wanted !== null && !kinds[wanted]) throw new UserError(noKind(mode ?? 'normal', wanted))
  const [only, ...more] = STRATEGIES.filter((each) => kinds[each])
  return wanted ?? (more.length === 0 ? (only ?? null) : null)
}

function ofPlatform(platform: string): readonly [Strategy, ...Strategy[]] {
  const name = platform.toLowerCase()
  const found = Object.hasOwn(STRATEGY_OF_PLATFORM, name) ? STRATEGY_OF_PLATFORM[name] : undefined
  if (!found) throw refusal('platform', platform, Object.keys(STRATEGY_OF_PLATFORM))
  return found
}

function kindsOf(mode: string): Partial<Record<Strategy, Kind>> {
  const kinds = Object.hasOwn(KINDS, mode) ? KINDS[mode] : undefined
  if (!kinds) throw refusal('mode', mode, Object.keys(KINDS))
  return kinds
}

const noKind = (mode: string, strategy: Strategy): string => {
  const rows = Object.entries(KINDS).map(([name, kinds]) => `${name} (${Object.keys(kinds).join(', ')})`)
  return `The mode “${mode}” does not work with the strategy “${strategy}”. There are: ${rows.join(', ')}.`
}

export class SessionFactory {
  readonly #dependencies: SessionDependencies

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies
  }

  /** Throws UserError for a mode, strategy or platform that does not exist, and for those that do not go together. */
  createSession(options: CreateSession): BaseSession {
    const mode = options.mode ?? 'normal'
    const strategy = chosenStrategy(options) ?? 'host-app'
    const Kind = kindsOf(mode)[strategy]
    if (!Kind) throw new UserError(noKind(mode, strategy))
    return new Kind(this.#dependencies, {
      id: options.id,
      task: options.task,
      mode,
      request: options.request ?? null,
      plan: options.plan ?? null,
      resumption: options.resumption ?? null,
      shouldEvaluate: options.shouldEvaluate ?? this.#dependencies.config.system.eva_session,
    })
  }

  /** Creates the session of a server's task. It drives the device with the dispatcher of the dependencies. */
  createServiceSession(options: Omit<CreateSession, 'mode' | 'plan'>): BaseSession {
    return this.createSession({ ...options, mode: 'service' })
  }
}
