// The gate as the dispatcher uses it: judges by the rules, asks a person where it has to, answers for one act.
import type { Config } from '../../src-preload/contract/config.ts'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import { StoppedError } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Act, Admission, Gate, Judgement } from './gate.ts'
import { judge, type Policy } from './policy.ts'
import { covers, createMemoryRules, type StandingRules } from './standing-rules.ts'
import { controlWords } from './words.ts'

export interface GateOptions {
  /** `safety` of the configuration. */
  policy: Config['safety']
  /** Categories of `--yes-to`: what would ask is allowed, what is refused stays refused. */
  yesTo?: ReadonlySet<SafetyCategory>
  interactor: Interactor
  rules?: StandingRules
  runId: string
}

/** Nothing of an answer is kept: an approval is for the act that was asked about, and the next one is asked anew. */
export function createGate(options: GateOptions): Gate {
  const rules = options.rules ?? createMemoryRules()
  const policy: Policy = {
    categories: options.policy.categories,
    refused_applications: options.policy.refused_applications,
    yesTo: options.yesTo ?? new Set(),
    covered: (category, application) => covers(rules.list(), category, application, options.runId),
  }
  return {
    judge: (act) => judge(act, policy),
    async admit(act, run) {
      const judgement = judge(act, policy)
      if (judgement.decision !== 'ask') {
        return { ...judgement, admitted: judgement.decision === 'allow', user_confirm: null }
      }
      return ask(act, judgement, options.interactor, run)
    },
  }
}

/** What is acted on; of what is carried out as a command, every character: a sentence is cut. */
function controlText({ target, parameters, tool }: Act): string {
  const typed = target.control?.role === 'password' ? null : (parameters.text ?? parameters.keys)
  if (target.terminal && tool.tool_name !== 'launch_application' && typeof typed === 'string') return typed
  return target.text ?? (target.control || target.point ? controlWords(target, '') : '')
}

async function ask(
  act: Act,
  judgement: Judgement,
  interactor: Interactor,
  run: RunControl,
): Promise<Admission> {
  const { target } = act
  await run.checkpoint()
  using _hold = run.hold()
  const { answer, by } = await run.race(
    interactor.sensitiveStepAsker(
      {
        call_id: act.call_id,
        action: act.words,
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
  return { ...judgement, admitted: answer, user_confirm: answer ? 'yes' : 'no' }
}
