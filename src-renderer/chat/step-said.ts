// Says what a step without an act tells the person.
import type { StepView } from '../../src-preload/contract/run-view.ts'

export const saidOf = (step: StepView): string | null =>
  [step.comment, step.subtask, step.thought].find((text) => text !== null && text.trim() !== '') ?? null
