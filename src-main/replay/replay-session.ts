// Defines the ReplaySession: one round that follows a recorded plan. A model is asked only to heal a step, never to judge.
import { SharedMemory } from '../agents/dependencies.ts'
import { UserError } from '../core/errors.ts'
import { BaseSession, type SessionOptions } from '../session/base-session.ts'
import type { SessionDependencies } from '../session/dependencies.ts'
import { checkSettings, type ReplayOptions } from './replay-options.ts'
import { ReplayAgent } from './replay-agent.ts'
import { readPlanFile } from '../session/plan-file.ts'
import { isOwnPlan, recordedFrom, type RecordedPlan } from './plan-file.ts'

/** The most steps for one step of the plan, which may be retried and healed. */
const MAX_STEPS_PER_ACT = 12
/** Seconds in which an effect that was observed at recording must be observed again. */
const PATIENCE_S = 5

export class ReplaySession extends BaseSession {
  readonly #agent: ReplayAgent
  readonly #task: string

  constructor(
    dependencies: SessionDependencies,
    options: SessionOptions,
    { plan, path, replay, home, isOwn }: Replay,
  ) {
    const config = configFor(dependencies.config, plan, replay)
    const agents = { ...dependencies.agents, config }
    const agent = new ReplayAgent(agents, new SharedMemory(), {
      plan: structuredClone(plan),
      path,
      home: isOwn ? home : undefined,
      options: replay,
      folder: dependencies.folder,
    })
    super(
      { ...dependencies, config, agents, evaluate: () => Promise.resolve(judgementOf(agent)) },
      { ...options, mode: 'follower', shouldEvaluate: true },
    )
    this.#agent = agent
    this.#task = plan.task
  }

  protected override initAgents(): ReplayAgent {
    return this.#agent
  }

  protected override readonly judgesEachRequest = false
  protected override readonly keepsChecklist = true

  override nextRequest(): Promise<string> {
    const begun = this.totalRounds > 0
    this.finish ||= begun
    return Promise.resolve(begun ? '' : this.#task)
  }
}

/** A recorded plan, and how to replay it. */
export interface Replay {
  plan: RecordedPlan
  /** Absolute path of the plan file. */
  path: string
  replay: ReplayOptions
  /** The data folder. */
  home: string
  /** Whether its words are a person's own. */
  isOwn: boolean
}

/** Opens a plan; null for one written by hand. Throws UserError for a plan that can't be used, and for unknown settings. */
export async function openReplay(
  path: string,
  home: string,
  replay: ReplayOptions = {},
): Promise<Replay | null> {
  const written = await readPlanFile(path)
  const plan = recordedFrom(written, path)
  const { strict = false, update = false, set = {} } = replay
  if (plan) checkSettings(plan.recorded, set)
  else if (strict || update) {
    throw new UserError(
      `The plan ${path} was not recorded: --strict and --update are for plans of \`deskhand record\`.`,
    )
  }
  return plan && { plan, path, replay, home, isOwn: isOwnPlan(home, written) }
}

type Config = SessionDependencies['config']

/** Allows as many steps as the plan needs, and turns learning off, because a replay shows nothing new. */
function configFor(config: Config, { recorded }: RecordedPlan, { maxStep }: ReplayOptions): Config {
  const { system } = config
  return {
    ...config,
    system: {
      ...system,
      max_step: maxStep ?? Math.max(system.max_step, recorded.acts.length * MAX_STEPS_PER_ACT),
      sleep_time: Math.max(system.sleep_time, PATIENCE_S),
      eva_round: false,
      save_experience: 'always_not',
    },
  }
}

/** Judges by the number of verified effects, without a model. */
function judgementOf(agent: ReplayAgent): Awaited<ReturnType<SessionDependencies['evaluate']>> {
  const { done, of, confirmed, unseen, healed, leftOut, stopped } = agent.tally
  const whole = done === of && stopped === null
  const parts = [
    `${done} of ${of} recorded acts were done, ${confirmed} with an effect that was seen`,
    ...(unseen.length > 0
      ? [
          `the effect of ${unseen.length === 1 ? 'step' : 'steps'} ${unseen.join(', ')} was not seen this time`,
        ]
      : []),
    ...(leftOut > 0
      ? [`${leftOut === 1 ? 'one step was' : `${leftOut} steps were`} left out, as its person wanted`]
      : []),
    ...(stopped === null ? [] : [stopped.replace(/\.$/, '')]),
    ...(healed > 0 ? [`${healed === 1 ? 'one step was' : `${healed} steps were`} healed by a model`] : []),
  ]
  return {
    complete: !whole ? 'no' : unseen.length > 0 ? 'unsure' : 'yes',
    reason: `${parts.join('; ')}.`,
    sub_scores: [],
    quality: null,
    efficiency: null,
    cost: 0,
  }
}
