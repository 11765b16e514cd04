// Defines what the agents that work on controls (AppAgent, LinuxAgent) have in common: what they observe, and what a model is
// told.
import type { MCPToolInfo } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Observation } from '../core/desktop.ts'
import { annotate, markedControls } from '../models/annotate.ts'
import type { ActionRecord, AppInput, ControlDifference, ModelPicture } from '../models/input.ts'
import { smallPicture } from '../models/pictures.ts'
import type { RunControl } from '../core/run-control.ts'
import { subtaskOf } from './basic-agent.ts'
import { SteppingAgent } from './stepping-agent.ts'
import type { Decision } from './decision.ts'
import { pictureSize } from './dependencies.ts'
import { DifferenceTracker } from './difference.ts'
import { needsPicture } from './needed-picture.ts'
import { savePicture, type Wanted } from './observing.ts'
import { actionString } from './records.ts'
import { keep, type Step } from './step.ts'

/** An action of this name asks for a picture that numbers only some controls: the reference's re-annotation. */
const ANNOTATION = 'annotation'

export abstract class ActingAgent extends SteppingAgent {
  readonly #differences = new DifferenceTracker()
  #difference: ControlDifference | null = null

  override beginSubtask(): void {
    super.beginSubtask()
    this.#differences.reset()
    this.#difference = null
  }

  protected subtaskIndex(context: Context): number {
    return context.currentRoundSubtaskAmount
  }

  /** Asks for a picture also for the record, whether or not the model gets it. */
  protected wanted(step: Step): Wanted {
    const chosen = step.context.get('APPLICATION_WINDOW') !== null
    return { controls: true, picture: chosen ? 'window' : 'desktop' }
  }

  protected override compare(step: Step, observation: Observation): boolean {
    this.#difference = this.#differences.next(step.number, observation)
    return this.#difference !== null
  }

  /** Gathers the part of the input that does not depend on the kind of agent. */
  protected async input(
    step: Step,
    observation: Observation,
    tools: MCPToolInfo[],
    run: RunControl,
  ): Promise<Omit<AppInput, 'kind' | 'subtask' | 'host_message'>> {
    const { context } = step
    return {
      request: context.get('REQUEST'),
      history: this.roundHistory(context),
      plan: this.plan,
      blackboard: this.blackboard.view(step.round),
      pictures: await this.#pictures(step, observation, run),
      tools,
      ...(await this.surroundings()),
      interruption: this.shared.interruption,
      memories: await this.remembered(step, subtaskOf(context), run),
      window: observation.window,
      windows: observation.windows,
      controls: observation.controls,
      difference: this.#difference,
      limited: observation.limited,
      previous_subtasks: this.previousSubtasks(context),
      subtask_index: step.subtaskIndex,
    }
  }

  /** Makes the picture for models that get pictures: with the numbers of the controls, or unchanged if no control has a number. */
  async #pictures(step: Step, observation: Observation, run: RunControl): Promise<ModelPicture[]> {
    const { picture } = observation
    if (!picture || !this.deps.model.wantsPictures(this.role)) return []
    const { send_pictures } = this.deps.config.system
    const before = this.roundHistory(step.context).at(-1)
    if (send_pictures === 'needed' && !needsPicture(observation, before)) return []
    const maxSide = pictureSize(this.deps.config, this.role)
    const only = new Set(step.context.get('CONTROL_REANNOTATION'))
    const controls = observation.controls.filter((control) => only.size === 0 || only.has(control.id))
    if (markedControls(controls, picture.bounds).length === 0)
      return [{ label: 'clean', picture: await run.race(smallPicture(picture, maxSide)) }]
    const annotated = await run.race(annotate(picture, controls, { maxSide }))
    const path = `action_step${step.number}_annotated.png`
    step.files.annotated = path
    keep(step, savePicture(path, annotated, this.deps.saveFile))
    return [{ label: 'annotated', picture: annotated }]
  }

  /** Returns the request.log's part of the input, under the reference's keys. */
  protected told(input: Omit<AppInput, 'kind' | 'subtask' | 'host_message'>): Record<string, unknown> {
    const last = input.history.at(-1)?.actions.filter((action) => action.status === 'success') ?? []
    return {
      os_info: input.os,
      plan: input.plan,
      experience_examples: input.memories?.map(({ title }) => title) ?? [],
      image_list: input.pictures.map(({ label, picture }) => `${label} ${picture.width}×${picture.height}`),
      control_info: input.controls.map(({ id, role, name }) => `[${id}] ${role} ${JSON.stringify(name)}`),
      include_last_screenshot: false,
      last_success_actions: last.map(actionString),
    }
  }

  /** Removes the wish for other numbers from the actions, because it is no tool. */
  protected reannotate(step: Step, decision: Decision): Decision {
    const wishes = decision.actions.filter((action) => action.function === ANNOTATION)
    const labels = wishes.flatMap((action) => Object.values(action.arguments).flat())
    step.context.set('CONTROL_REANNOTATION', decision.status === 'SCREENSHOT' ? labels.map(String) : [])
    return { ...decision, actions: decision.actions.filter((action) => action.function !== ANNOTATION) }
  }

  /** Returns the result. A reply that finishes by reading can't know the text yet, so the text becomes the result. */
  protected resultOf(step: Step, decision: Decision): unknown {
    const isRead = ({ function: name, status }: ActionRecord) => name === 'texts' && status === 'success'
    const reads = step.actions
      .slice(step.actions.findLastIndex((action) => !isRead(action)) + 1)
      .map(({ result }) => result)
    const read = reads.length > 1 ? reads.filter((each) => typeof each === 'string').join('\n') : reads[0]
    return decision.result ?? read ?? null
  }
}
