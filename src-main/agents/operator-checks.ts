// Asks a person about what the service of a computer-use model warns of, before the acts that it warns of.
import type { Context } from '../core/context.ts'
import type { Answer, Permission } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import type { SafetyCheck } from '../models/operator/reply.ts'
import { cut } from '../models/render/data.ts'
import type { Decision } from './decision.ts'
import type { AgentDependencies } from './dependencies.ts'
import { actionString } from './records.ts'

/** The warnings behind the service's documented codes. Any other code counts as harmful. */
const CATEGORIES = {
  malicious_instructions: 'untrusted_content',
  irrelevant_domain: 'other_application',
  sensitive_domain: 'other_application',
} as const

const categoryOf = ({ code }: SafetyCheck) =>
  code && Object.hasOwn(CATEGORIES, code) ? CATEGORIES[code as keyof typeof CATEGORIES] : 'unknown'

/** The most characters of a foreign text in a question, so that the choices below it stay visible. */
const LONGEST = 600

export const wordsOf = (checks: readonly SafetyCheck[]): string =>
  cut(checks.map(({ message, code, id }) => message ?? code ?? id).join(' '), LONGEST)

/** Asks each time anew, because no rule covers a service's warnings. The act itself still goes through the gate. */
export function confirmSafetyChecks(
  checks: readonly SafetyCheck[],
  { actions, thought }: Decision,
  { interactor }: AgentDependencies,
  context: Context,
  run: RunControl,
): Promise<Answer<Permission>> {
  const window = context.get('APPLICATION_WINDOW')
  return interactor.sensitiveStepAsker(
    {
      call_id: checks.map(({ id }) => id).join(','),
      action: cut(thought ?? 'Go on', LONGEST),
      consequence: null,
      control_text: actions.map(actionString).join(', '),
      categories: [...new Set(checks.map(categoryOf))],
      reason: `The model’s service warns: ${wordsOf(checks)}`,
      rule: 'safety check of the model’s service',
      target: {
        kind: 'none',
        application: window?.application ?? null,
        window: window?.title ?? null,
        role: null,
        name: null,
        bounds: null,
        point: null,
      },
      scopes: ['once'],
      coverage: null,
    },
    run,
  )
}
