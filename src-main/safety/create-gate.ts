// Creates the gate as the dispatcher uses it: judges by the rules, asks a person where it has to, answers for one act.
import type { Config } from '../../src-preload/contract/config.ts'
import {
  ALWAYS_ASKED,
  type Coverage,
  type SafetyCategory,
  type Scope,
} from '../../src-preload/contract/safety.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { Interactor, SensitiveStep } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import { consequenceOf } from './consequence.ts'
import { coverageOf, windowCoverageOf } from './coverage.ts'
import type { Facts } from './facts.ts'
import type { Act, Admission, Gate, Judgement } from './gate.ts'
import { GivenAnswers } from './given-answers.ts'
import { examine, judge, type Policy } from './policy.ts'
import { covers, createMemoryRules, type StandingRules } from './standing-rules.ts'
import type { Places } from './places.ts'
import { createSurroundings } from './surroundings.ts'
import { readsForeign } from './taint.ts'
import { TypedLines } from './typed-lines.ts'
import { controlWords } from './words.ts'

export interface GateOptions {
  /** `safety` of the configuration. */
  policy: Config['safety']
  /** Categories of `--yes-to`: an act that would ask is allowed, one that is refused stays refused. */
  yesTo?: ReadonlySet<SafetyCategory>
  interactor: Interactor
  rules?: StandingRules
  runId: string
  /** Where things lie; left out, only the person's home is known. */
  places?: Places
  /** What the person has written so far: the requests of the session, and the answers. */
  requests?: () => readonly string[]
  /** Plain commands that are carried out as they are written, without a model, whoever has written them. */
  commands?: () => readonly string[]
  /** Called where a rule that a person gave could not be kept: the act itself is allowed all the same. */
  warn?: (message: string) => void
  now?: () => number
}

/**
 * An approval is for the act of the question, and the next act needs another question, unless the person has given a rule with
 * the approval. Nothing else of an answer is kept.
 */
export function createGate(options: GateOptions): Gate {
  const { rules = createMemoryRules(), now = Date.now } = options
  let tainted = false
  const lines = new TypedLines()
  const around = createSurroundings({
    places: options.places,
    requests: options.requests,
    commands: options.commands,
    tainted: () => tainted,
    typedBefore: (facts) => lines.before(facts),
    since: now(),
  })
  const given = new GivenAnswers()
  const policy: Policy = {
    categories: options.policy.categories,
    refused_applications: options.policy.refused_applications,
    yesTo: options.yesTo ?? new Set(),
    around,
    covered: (category, act) => {
      const application = act.target.window?.process_name ?? ''
      return covers(rules.list(), category, coverageFor(act, [category]) ?? { application }, options.runId)
    },
  }
  return {
    judge: (act) => judge(act, policy),
    async admit(act, run) {
      const { judgement, asked, facts } = examine(act, policy)
      const admission = await decide(act, judgement, asked, facts, run)
      if (admission.admitted) lines.add(facts)
      return admission
    },
  }

  async function decide(
    act: Act,
    judgement: Judgement,
    asked: SafetyCategory[],
    facts: Facts,
    run: RunControl,
  ): Promise<Admission> {
    // What it is about to read counts from the next act on; also a refused act has shown what it is aimed at.
    tainted ||= readsForeign(act)
    given.hear(options.requests?.().length ?? 0)
    if (judgement.decision !== 'ask') {
      // What a standing permission lets it replace, the application may ask about, too; after any other act, nothing.
      if (judgement.decision === 'allow' && !LOOKING.has(facts.gesture))
        given.keep(facts, judgement.categories, true)
      return { ...judgement, admitted: judgement.decision === 'allow', user_confirm: null }
    }
    if (given.refuses(facts, asked)) {
      const again = {
        decision: 'refuse',
        rule: 'refused before',
        reason: 'The person has refused this before.',
      } as const
      return { ...judgement, ...again, admitted: false, user_confirm: null }
    }
    if (given.confirms(facts, asked)) {
      const same = {
        decision: 'allow',
        rule: 'the same file',
        reason: 'The person has allowed to replace this file.',
      } as const
      return { ...judgement, ...same, admitted: true, user_confirm: null }
    }
    const coverage = asked.some((category) => ALWAYS_ASKED.has(category)) ? null : coverageFor(act, asked)
    // The model's own wish to confirm is no category: no rule takes it away.
    const held = asked.length === 0 ? null : coverage
    const consequence = consequenceOf(facts, asked, now())
    const admission = await ask(act, judgement, consequence, held, options.interactor, run)
    given.keep(facts, asked, admission.admitted)
    if (admission.scope === 'once' || held === null || !admission.admitted) return admission
    // Where the window tells no control, the rule is for all that is unknown in it.
    const action = held.whole_window ? null : held.action
    const rule = { ...held, action, run: admission.scope === 'run' ? options.runId : null, since: now() }
    try {
      for (const category of asked) await rules.add({ ...rule, category })
    } catch (error) {
      options.warn?.(`The permission holds once only: ${messageOf(error)}`)
    }
    return admission
  }
}

/** Between an act and the question that comes of it. */
const LOOKING: ReadonlySet<Facts['gesture']> = new Set(['observe', 'go to window'])

/** What a rule for the act would hold for; of one that is only not known, all of a window that tells no control. */
const coverageFor = (act: Act, asked: readonly SafetyCategory[]): Coverage | null =>
  coverageOf(act) ?? (asked.every((category) => category === 'unknown') ? windowCoverageOf(act) : null)

/** What is acted on; of what is carried out as a command, every character: a sentence is cut. */
function controlText({ target, parameters, tool }: Act): string {
  const typed = target.control?.role === 'password' ? null : (parameters.text ?? parameters.keys)
  if (target.terminal && tool.tool_name !== 'launch_application' && typeof typed === 'string') return typed
  return target.text ?? (target.control || target.point ? controlWords(target, '') : '')
}

async function ask(
  act: Act,
  judgement: Judgement,
  consequence: SensitiveStep['consequence'],
  coverage: SensitiveStep['coverage'],
  interactor: Interactor,
  run: RunControl,
): Promise<Admission & { scope: Scope }> {
  const { target } = act
  await run.checkpoint()
  using _hold = run.hold()
  const { answer, by } = await run.race(
    interactor.sensitiveStepAsker(
      {
        call_id: act.call_id,
        action: act.words,
        consequence,
        control_text: controlText(act),
        categories: judgement.categories,
        reason: judgement.reason,
        rule: judgement.rule,
        target: {
          kind: target.kind,
          application: target.window?.application ?? null,
          window: target.window?.title ?? null,
          role: target.control?.role ?? null,
          name: target.control?.name ?? null,
          bounds: target.control?.bounds ?? target.window?.bounds ?? null,
          point: target.point,
        },
        scopes: coverage ? ['once', 'run', ...(coverage.whole_window ? [] : ['always' as const])] : ['once'],
        coverage,
      },
      run,
    ),
  )
  if (by === 'nobody') {
    const category = judgement.categories[0] ?? 'unknown'
    throw new StoppedError(
      'unanswered',
      `${act.words}: nobody is there to allow it (${judgement.reason} Category: ${category}). ` +
        `Run it where it can be asked, or with --yes-to ${category}.`,
    )
  }
  const { allow, scope, why } = answer
  if (allow) return { ...judgement, admitted: true, user_confirm: 'yes', scope }
  return { ...judgement, admitted: false, user_confirm: 'no', why, scope: 'once' }
}
