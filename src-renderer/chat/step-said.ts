// Says what a step without an act tells the person.
import { useKnownSentence } from '../state/sentences.ts'
import type { StepView } from '../../src-preload/contract/run-view.ts'

export function useSaidOf(): (step: StepView) => string | null {
  const sentence = useKnownSentence()
  return ({ comment, subtask, thought }) => {
    const said = [comment, subtask, thought].find((text) => text !== null && text.trim() !== '')
    return said == null ? null : sentence(said)
  }
}
