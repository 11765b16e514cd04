// Says what a step without an act has to say for itself.
import type { StepView } from '../../src-preload/contract/run-view.ts'

export const saidOf = (step: StepView): string | null =>
  [step.comment, step.subtask, step.thought].find((text) => text !== null && text.trim() !== '') ?? null
