// Implements Evaluator, which judges within a round: when a subtask ends, acts repeat or contradict, every so often, at the end.
import type { EvidenceCode } from '../../src-preload/contract/evidence.ts'
import type { EvaluatorTrigger, GateDecision } from '../../src-preload/contract/events.ts'
import { StoppedError } from '../core/errors.ts'
import type { GlobalState, Node } from '../core/global-state.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ActionRecord, ModelPicture, StepRecord } from '../models/input.ts'
import { block, section, compactJson } from '../models/render/data.ts'
import { historyLines } from '../models/render/history.ts'
import { whyNotBorneOut } from '../agents/borne-out.ts'
import { allWell } from '../agents/executor.ts'
import type { Step } from '../agents/step.ts'
import type { PlannerTools } from './tools.ts'

interface Trigger {
  asks: string
  /** The allowed decisions; `otherwise` counts where no evaluator has decided. */
  allowed: readonly GateDecision[]
  otherwise: GateDecision
  /** A fact that always holds at this trigger; the prompt gives it before the question. */
  fact?: string
}

const TRIGGERS: Record<EvaluatorTrigger, Trigger> = {
  subtask_end: {
    asks: 'The worker says that the subtask is done. Is it?',
    allowed: ['done', 'continue', 'fail', 'replan'],
    otherwise: 'done',
  },
  repeated: {
    asks: 'What now?',
    allowed: ['continue', 'done', 'fail', 'replan'],
    otherwise: 'replan',
    fact: 'The same is done again and again and nothing changes.',
  },
  contradicted: {
    asks: 'Can the worker go on?',
    allowed: ['continue', 'fail', 'replan'],
    otherwise: 'replan',
    fact: 'The last act did not have its effect.',
  },
  periodic: {
    asks: 'The worker is at it for a while. Does it get on?',
    allowed: ['continue', 'done', 'fail', 'replan'],
    otherwise: 'continue',
  },
  final: {
    asks: 'All subtasks are done. Is the task?',
    allowed: ['done', 'fail', 'replan'],
    otherwise: 'done',
  },
}

/**
 * At the last subtask, the subtask and the whole task are judged with one question. `replan` keeps the subtask as done, `fail` does not.
 */
const LAST: Trigger = {
  asks: 'The worker says that the last subtask is done. Is the whole task? “replan”: the subtask is done, but the task needs more; “fail”: the subtask has to be done another way.',
  allowed: ['done', 'continue', 'fail', 'replan'],
  otherwise: 'done',
}

/** Says why it is time to judge after a step, because it has ended the subtask or the next periodic judgement is due; else null. */
export function triggerAfter(
  step: Pick<Step, 'actions' | 'warning'>,
  isEnd: boolean,
  isDue: boolean,
): EvaluatorTrigger | null {
  if (isEnd) return 'subtask_end'
  if (step.actions.some(({ effect }) => effect === 'contradicted')) return 'contradicted'
  if (step.warning !== null) return 'repeated'
  return isDue ? 'periodic' : null
}

/** Tells whether an act was not done, or its effect was not confirmed; an act without an effect is never in doubt. */
const isDoubtful = ({ status, effect }: ActionRecord): boolean =>
  status !== 'success' || (effect !== null && effect !== 'confirmed')

/** What is seen where an act has changed nothing that can be told. */
const NOTHING_SEEN: ReadonlySet<string> = new Set<EvidenceCode>([
  'nothing',
  'no_answer',
  'pixels',
  'typed_unread',
  'typed_nowhere',
  'before_unknown',
])

/**
 * Tells whether an act needs reflection: it was done, and nothing was seen of it, or the contrary. A change that was seen is in the next
 * prompt, as is why an act was not done.
 */
export const isPuzzling = (action: ActionRecord): boolean =>
  action.status === 'success' &&
  isDoubtful(action) &&
  (action.effect === 'contradicted' || !(action.told ?? []).some(({ code }) => !NOTHING_SEEN.has(code)))

export interface Judged {
  trigger: EvaluatorTrigger
  decision: GateDecision
  reason: string
  /** Whether a model has decided. */
  by: 'evaluator' | 'rule'
}

export interface EvaluatorInput {
  Tu: string
  subtask: Node | null
  completed: readonly Node[]
  /** Of this round. */
  steps: readonly StepRecord[]
  /** Number of the subtask, which identifies its own steps. */
  subtask_index: number
  screenshot: ModelPicture | null
  /** The controls and windows as the worker's prompt shows them. */
  screen: string
}

const MAX_STEPS = 20
/** Matches a decision that no other choice follows, because some models repeat all choices. */
const DECISION =
  /\bdecision\W{0,6}(done|fail|continue|replan)\b(?![^\w\n]{0,3}(?:[|/]|\bor\b)[^\w\n]{0,6}(?:done|fail|continue|replan)\b)/gi
const REASON = /\breason\W{0,6}\s*(\S[\s\S]*?)(?:\n\s*\n|\n[A-Z]\w+ ?\w*:|$)/i

export class Evaluator {
  readonly #tools: PlannerTools
  readonly #state: Pick<GlobalState, 'getTerminationFlag'>
  readonly #sink: EventSink
  readonly #canReplan: boolean

  /** Without a manager no new plan can be made, so the work goes on instead. */
  constructor(
    tools: PlannerTools,
    state: Pick<GlobalState, 'getTerminationFlag'>,
    sink: EventSink,
    options: { canReplan?: boolean } = {},
  ) {
    this.#tools = tools
    this.#state = state
    this.#sink = sink
    this.#canReplan = options.canReplan ?? true
  }

  /**
   * Reports its decision in the stream; where its model can't be asked, it decides by the acts' effects. Throws StoppedError when the run
   * has been terminated.
   */
  async judge(trigger: EvaluatorTrigger, input: EvaluatorInput, run: RunControl): Promise<Judged> {
    await run.checkpoint()
    if ((await this.#state.getTerminationFlag()) === 'terminated')
      throw new StoppedError('stopped', 'The run was terminated.')
    const judged = await this.#decide(trigger, input, run)
    this.#sink.emit({ type: 'evaluator_decided', ...judged, subtask: input.subtask?.name ?? null })
    return judged
  }

  /** Judges a subtask that the worker itself has given up, without asking a model whether another plan is needed. */
  givenUp(subtask: Node | null, reason: string): Judged {
    const judged: Judged = { trigger: 'subtask_end', decision: 'replan', reason, by: 'rule' }
    this.#sink.emit({ type: 'evaluator_decided', ...judged, subtask: subtask?.name ?? null })
    return judged
  }

  async #decide(trigger: EvaluatorTrigger, input: EvaluatorInput, run: RunControl): Promise<Judged> {
    const isWhole = trigger === 'final' || !this.#canReplan
    if (isProven(trigger, input, isWhole)) return { trigger, decision: 'done', reason: PROVEN, by: 'rule' }
    const one = trigger === 'final' && input.subtask ? LAST : TRIGGERS[trigger]
    const asked = this.#canReplan ? one : withoutReplan(one)
    const { allowed } = asked
    if (!this.#tools.has('evaluator'))
      return this.#byRule(trigger, input, 'No model is set up for the evaluator.')
    const str_input = promptOf(asked, input)
    const img_input = input.screenshot ? [input.screenshot] : []
    const first = await this.#tools.tried('evaluator', { str_input, img_input }, run)
    if (first === null) return this.#byRule(trigger, input, UNASKED)
    const read = readDecision(first, allowed)
    if (read) return { trigger, ...read, by: 'evaluator' }
    const repair = `${str_input}\n\n# Your last reply\n${first}\n\nIt can't be used: it has no line “Decision: ${allowed.join(' | ')}”, or more than one. Reply again.`
    const second = await this.#tools.tried('evaluator', { str_input: repair, img_input }, run)
    if (second === null) return this.#byRule(trigger, input, UNASKED)
    const again = readDecision(second, allowed)
    if (again) return { trigger, ...again, by: 'evaluator' }
    const judged = this.#byRule(trigger, input, 'The evaluator gave no usable decision.')
    this.#sink.emit({
      type: 'warning',
      message: `The evaluator gave no decision that may be taken here; “${judged.decision}” is.`,
    })
    return judged
  }

  /** Decides by the effects of the acts: a failed act does not complete a subtask. */
  #byRule(trigger: EvaluatorTrigger, { steps, subtask, subtask_index }: EvaluatorInput, why: string): Judged {
    const last = steps.findLast((step) => step.subtask_index === subtask_index && step.actions.length > 0)
    const isLast = trigger === 'final' && subtask !== null
    const failed = (isLast || trigger === 'subtask_end') && last !== undefined && !allWell(last.actions)
    const { otherwise, fact } = failed ? (isLast ? LAST_FAILED : FAILED) : TRIGGERS[trigger]
    const decision = otherwise === 'replan' && !this.#canReplan ? 'continue' : otherwise
    return { trigger, decision, reason: fact === undefined ? why : `${fact} ${why}`, by: 'rule' }
  }
}

const UNASKED = 'The evaluator could not be asked.'
const PROVEN = 'Every act was confirmed on the desktop.'

const isConfirmed = ({ effect }: ActionRecord): boolean => effect === 'confirmed'

/**
 * Whether what came later settles an act that is in doubt by itself: what it opened was then worked in, or what was not done was done by the
 * same tool on the same thing.
 */
function isSettled(action: ActionRecord, later: readonly ActionRecord[]): boolean {
  const proven = later.filter(isConfirmed)
  if (action.status === 'success')
    return action.effect === 'unconfirmed' && hasOpened(action) && proven.length > 0
  const isSame = (each: ActionRecord) => each.function === action.function && each.target === action.target
  return action.user_confirm !== 'no' && proven.some(isSame)
}

const hasOpened = ({ told = [] }: ActionRecord): boolean =>
  told.some(({ code }) => code === ('opened' satisfies EvidenceCode))

/**
 * Whether the desktop itself has confirmed all acts, and something for each part of what is judged: a model would only repeat that. Without a
 * manager the subtask is the whole task.
 */
function isProven(
  trigger: EvaluatorTrigger,
  { Tu, subtask, steps, subtask_index }: EvaluatorInput,
  isWhole: boolean,
): boolean {
  if (trigger !== 'subtask_end' && trigger !== 'final') return false
  const judged = isWhole ? steps : steps.filter((step) => step.subtask_index === subtask_index)
  const actions = judged.flatMap((step) => step.actions)
  if (!actions.some(isConfirmed)) return false
  if (actions.some((action, at) => isDoubtful(action) && !isSettled(action, actions.slice(at + 1))))
    return false
  return whyNotBorneOut(isWhole ? Tu : `${subtask?.name ?? ''}. ${subtask?.info ?? ''}`, judged) === null
}
const FAILED = { otherwise: 'replan', fact: 'The last act did not come off.' } as const
const LAST_FAILED = { ...FAILED, otherwise: 'fail' } as const

const withoutReplan = (trigger: Trigger): Trigger => ({
  ...trigger,
  allowed: trigger.allowed.filter((decision) => decision !== 'replan'),
})

/** Null where the reply contains no decision, several, or one that is not allowed now. */
export function readDecision(
  reply: string,
  allowed: readonly GateDecision[],
): { decision: GateDecision; reason: string } | null {
  const said = new Set([...reply.matchAll(DECISION)].map((match) => match[1]?.toLowerCase()))
  const found = allowed.filter((each) => said.has(each))
  const [decision] = found
  if (decision === undefined || said.size > 1) return null
  return { decision, reason: REASON.exec(reply)?.[1]?.trim() ?? '' }
}

/** Describes the form of the reply to the evaluator, for `readDecision`. */
export const replyForm = (allowed: readonly GateDecision[]): string =>
  `Reply with two lines:\nDecision: ${allowed.join(' | ')}\nReason: …`

function promptOf(
  { fact, asks, allowed }: Trigger,
  { Tu, subtask, completed, steps, screen }: EvaluatorInput,
): string {
  return [
    ...section('Task', Tu),
    ...section('Subtask', subtask ? `${subtask.name}\n${subtask.info}`.trim() : ''),
    ...section(
      'Done before',
      completed.map(({ name }) => `- ${compactJson(name, 400)}`),
    ),
    ...section('Steps', block('history_data', historyLines([...steps], MAX_STEPS))),
    ...section('The screen now', screen),
    `${fact === undefined ? '' : `${fact} `}${asks}\n${replyForm(allowed)}`,
  ].join('\n\n')
}
