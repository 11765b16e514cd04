// Defines the EvaluationAgent, which judges from the record whether a request was carried out.
import type { Context } from '../core/context.ts'
import type { Picture } from '../core/desktop.ts'
import { ModelError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { BlackboardView, ModelPicture, StepRecord } from '../models/input.ts'
import { smallPicture } from '../models/pictures.ts'
import { evaluationReplySchema, type EvaluationReply } from '../models/replies.ts'
import { BasicAgent } from './basic-agent.ts'
import { whyNotBorneOut } from './borne-out.ts'
import { whatIsNotThere } from './named-files.ts'
import { pictureSize, SharedMemory, type AgentDependencies } from './dependencies.ts'
import { recordedPictures } from './recorded-pictures.ts'
import { stateOf } from './states.ts'

/** The subject of the EvaluationAgent. */
export interface EvaluationSubject {
  request: string
  result: unknown
  /** The person's answers. */
  questions?: BlackboardView['questions']
  /** Of the requests before this one. */
  earlier?: BlackboardView['outcomes']
  trajectory: StepRecord[]
  /** In the order in which they were taken; used where the model gets pictures. */
  pictures: readonly Picture[]
}

export interface Evaluation extends EvaluationReply {
  /** US dollars of all attempts, null where a price is unknown. */
  cost: number | null
}

export class EvaluationAgent extends BasicAgent {
  protected readonly role = 'evaluation' as const
  #subject: EvaluationSubject | null = null
  #reply: EvaluationReply | null = null
  #cost: number | null = 0
  #attempts: (readonly Picture[])[] = []

  constructor(deps: AgentDependencies) {
    super('EvaluationAgent', 'EvaluationAgent', deps, new SharedMemory())
  }

  protected override get archives(): boolean {
    return false
  }

  /** Throws ModelError when the model gave no usable judgement, StoppedError on stop. Costs are counted in `context`. */
  async evaluate(subject: EvaluationSubject, context: Context, run: RunControl): Promise<Evaluation> {
    this.#subject = subject
    this.#reply = null
    this.#cost = 0
    this.beginSubtask()
    this.setState(stateOf(this.agentClass, 'START'))
    while (!this.state.isRoundEnd()) {
      await this.handle(context, run)
      this.setState(this.state.nextState(this))
    }
    const reply = this.#judgement()
    if (!reply) throw new ModelError(this.error ?? 'The evaluation gave no judgement.')
    return { ...reply, cost: this.#cost }
  }

  // The judgement is read through a method, because the type checker does not see that `handle` has changed it.
  #judgement(): EvaluationReply | null {
    return this.#reply
  }

  /** Judges by all pictures in START; where that fails, CONTINUE judges by the first and the last, then by none. */
  async process(context: Context, run: RunControl): Promise<void> {
    const subject = this.#subject
    if (!subject) throw new Error('There is nothing to judge.')
    if (this.state.name === 'START') this.#attempts = this.#picturesToTry(subject)
    const [shown = [], ...poorer] = this.#attempts
    this.#attempts = poorer
    try {
      this.#reply = await this.#judge(subject, await this.#scaled(shown, run), context, run)
      this.status = 'FINISH'
    } catch (error) {
      if (!(error instanceof ModelError) || poorer.length === 0) throw error
      this.status = 'CONTINUE'
    }
  }

  /** Lists the sets of pictures to try: each has fewer than the one before, the last has none. */
  #picturesToTry(subject: EvaluationSubject): (readonly Picture[])[] {
    const pictures = this.deps.model.wantsPictures(this.role) ? changesIn(subject.pictures) : []
    const all = this.deps.config.system.eva_all_screenshots
    const sets = [...(all ? [pictures] : []), ends(pictures), []]
    return sets.filter((set, index) => index === 0 || set.length < (sets[index - 1]?.length ?? 0))
  }

  #judge(
    { request, result, questions = [], earlier = [], trajectory }: EvaluationSubject,
    pictures: ModelPicture[],
    context: Context,
    run: RunControl,
  ): Promise<EvaluationReply> {
    return this.ask(
      {
        kind: 'evaluation',
        request,
        result: result ?? null,
        questions,
        earlier,
        trajectory,
        pictures,
        tools: [],
      },
      evaluationReplySchema,
      ({ cost }) => {
        this.#cost = this.#cost === null || cost === null ? null : this.#cost + cost
        context.addCost(cost)
      },
      run,
    )
  }

  async #scaled(pictures: readonly Picture[], run: RunControl): Promise<ModelPicture[]> {
    const maxSide = pictureSize(this.deps.config, this.role)
    const scaled: ModelPicture[] = []
    for (const [index, picture] of pictures.entries()) {
      scaled.push({
        label: `${index + 1} of ${pictures.length}`,
        picture: await run.race(smallPicture(picture, maxSide)),
      })
    }
    return scaled
  }
}

/** Leaves out a picture that is equal to the one before it. */
const changesIn = (pictures: readonly Picture[]): readonly Picture[] =>
  pictures.filter(({ data }, index) => data !== pictures[index - 1]?.data)

/** Keeps the first and the last picture, which are the most informative. */
const ends = (pictures: readonly Picture[]): readonly Picture[] =>
  pictures.length <= 2 ? pictures : [...pictures.slice(0, 1), ...pictures.slice(-1)]

export interface WhatToEvaluate {
  level: 'round' | 'session'
  request: string
  result: unknown
  questions?: BlackboardView['questions']
  /** Of the requests before this one. */
  earlier?: BlackboardView['outcomes']
  trajectory: StepRecord[]
  context: Context
}

/**
 * Judges a round or a session of a run whose folder is the context's LOG_PATH. A model's “yes” that the record does not bear out is
 * “unsure”, because the model may have been told so by what it has read.
 */
export async function evaluateRun(
  deps: AgentDependencies,
  what: WhatToEvaluate,
  run: RunControl,
): Promise<Evaluation> {
  const { level, request, result, questions = [], earlier = [], trajectory, context } = what
  const pictures = deps.model.wantsPictures('evaluation')
    ? await recordedPictures(context, {
        steps: trajectory,
        level,
        ends: !deps.config.system.eva_all_screenshots,
      })
    : []
  const judged = await new EvaluationAgent(deps).evaluate(
    { request, result, questions, earlier, trajectory, pictures },
    context,
    run,
  )
  // Without a model, the judge goes by the same record.
  if (judged.complete !== 'yes' || deps.model.nameOf('evaluation') === 'offline') return judged
  const open = judged.sub_scores.find(({ evaluation }) => evaluation === 'no')
  const doubt =
    open === undefined
      ? (whyNotBorneOut(request, trajectory) ?? whatIsNotThere(request, deps))
      : `“${open.name}” was judged as not done.`
  if (doubt === null) return judged
  return { ...judged, complete: 'unsure', reason: `${doubt} ${judged.reason}` }
}
