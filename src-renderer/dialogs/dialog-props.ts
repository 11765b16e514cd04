// Defines what every dialog of a question gets.
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { QuestionView } from '../../src-preload/contract/run-view.ts'

export interface DialogProps {
  run: string
  question: QuestionView
  /** Whether an answer is on its way, or can't be given from here. */
  disabled: boolean
  onAnswer: (answer: PersonAnswer) => void
}
