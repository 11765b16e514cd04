// Makes demonstrations of a recorded run: the acts that were verified, in the words that its person was told.
import type { RoundView, RunView } from '../../../src-preload/contract/run-shapes.ts'
import { lastEvaluation } from '../../../src-preload/contract/run-view.ts'
import { UserError } from '../../core/errors.ts'
import { redact } from '../../core/redaction.ts'
import type { NewMemory } from '../record.ts'
import { titleOf } from '../title.ts'

/** Makes one memory per round that succeeded and that no evaluation contradicts. Throws UserError where no round did anything. */
export function demonstrationsOf(view: RunView): NewMemory[] {
  const judgedOf = ({ evaluation }: RoundView) =>
    view.rounds.length === 1 ? lastEvaluation(view) : (evaluation ?? view.evaluation)
  const memories = view.rounds
    .filter((round) => round.status === 'FINISH' && judgedOf(round)?.complete !== 'no')
    .flatMap((round): NewMemory[] => {
      const acts = round.steps.flatMap(({ actions, window }) =>
        actions
          .filter(({ status, effect }) => status === 'success' && effect !== 'contradicted')
          .map(({ words }) => ({ words, process: window?.process_name ?? '' })),
      )
      if (acts.length === 0) return []
      return [
        {
          kind: 'demonstration',
          applications: [...new Set(acts.map(({ process }) => process).filter((name) => name !== ''))],
          title: titleOf(redact(round.request)),
          key: redact(round.request),
          text: redact(acts.map(({ words }, index) => `${index + 1}. ${words}`).join('\n')),
          source: { run: view.run, step: round.steps[0]?.step ?? null, file: null },
        },
      ]
    })
  if (memories.length === 0) throw new UserError(`The run “${view.run}” shows nothing that succeeded.`)
  return memories
}
