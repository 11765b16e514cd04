// What the KnowledgeBase is told when a subtask or a request has ended: only acts, and what was seen to come of them.
import { stepWords } from '../memory/experience.ts'
import type { Ended } from '../memory/knowledge-base.ts'
import type { ActionRecord, StepRecord, SubtaskRecord } from '../models/input.ts'

interface End {
  worked: boolean
  reason: string | null
}

/** Of what worked the acts that came off; of what did not, all of them with what came of each. */
export function endOfSubtask(
  steps: readonly StepRecord[],
  applications: Iterable<string>,
  { worked, reason }: End,
): Ended {
  const actions = steps.flatMap((step) => step.actions)
  const told = worked ? actions.filter(cameOff) : actions
  return {
    applications: [...applications],
    trajectory: told.map((action) => stepWords(action, !worked)),
    worked,
    reason,
    proven: actions.every(({ status, effect }) => status === 'success' && effect === 'confirmed'),
  }
}

/** How it was divided, and what became of each part. */
export function endOfRequest(subtasks: readonly SubtaskRecord[], { worked, reason }: End): Ended {
  const trajectory = subtasks.map(({ subtask, status }, index) => {
    const outcome = status === 'FINISH' ? '' : ': did not work'
    return `${index + 1}. ${subtask}${outcome}`
  })
  return { applications: [], trajectory, worked, reason }
}

const cameOff = ({ status, effect }: ActionRecord): boolean =>
  status === 'success' && effect !== 'contradicted'
