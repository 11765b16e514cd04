// Defines the ReplayAgent, which does what a plan has recorded, act by act, without a model. A step that can't be replayed is
// healed, or ends the replay.
import { randomUUID } from 'node:crypto'
import type { SharedMemory, AgentDependencies } from '../agents/dependencies.ts'
import type { Decision } from '../agents/decision.ts'
import type { Wanted } from '../agents/observing.ts'
import type { Step } from '../agents/step.ts'
import { SteppingAgent } from '../agents/stepping-agent.ts'
import type { Command, Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import {
  observationSchema,
  targetDescriptionSchema,
  windowInfoSchema,
  type Observation,
  type WindowInfo,
} from '../core/desktop.ts'
import { ToolError } from '../core/errors.ts'
import { isUnwritten } from '../../src-preload/contract/evidence.ts'
import { blockingDialogs, dialogWords } from '../matching/dialogs.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ActionRecord } from '../models/input.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import { z } from 'zod'
import { healStep, whyNotHealed } from './healing.ts'
import { sealedPlan, writePlan, type PlannedAct, type RecordedPlan } from './plan-file.ts'
import { isSecondTry } from './planned-acts.ts'
import { wordsWith, type ReplayOptions } from './replay-options.ts'
import {
  elsewhere,
  inFront,
  missingWords,
  resolveAct,
  Windows,
  type Missing,
  type Ready,
} from './resolving.ts'
import { askSecrets } from './secrets.ts'
import { StepGuide } from './step-guide.ts'
import { Counts, type Tally } from './tally.ts'
import { unmeantDialog } from './unmeant-dialog.ts'

/** Milliseconds to wait for an act's target: a dialog, a window, an enabled button. */
const WAIT_MS = 10_000
const LOOK_MS = 100
/** Milliseconds after which an unexpected dialog counts as lasting; some only report a saved file, and close. */
const PASSING_MS = 2000
/** How often an act is retried whose target changed between the look and the act, when nothing was done. */
const MAX_RETRIES = 3

export interface ReplayParts {
  plan: RecordedPlan
  /** Absolute path of the plan file. */
  path: string
  /** The data folder whose own plan it is; left out for another's. */
  home?: string | undefined
  options: ReplayOptions
  folder: RunFolder
}

/** A step that could not be done as recorded, and why. */
interface Obstacle {
  why: string
  /** Whether a model may try it. */
  healable: boolean
}

const launched = z.object({ window: windowInfoSchema })

export class ReplayAgent extends SteppingAgent {
  protected readonly role = 'app' as const
  readonly #parts: ReplayParts
  readonly #acts: PlannedAct[]
  readonly #windows: Windows
  /** Null before it is shown, and where nobody can change it. */
  #guide: StepGuide | null = null
  #values: Record<string, string | null>
  /** Index of the next act. */
  #next = 0
  readonly #counts = new Counts()
  #again = 0
  #obstacle: Obstacle | null = null
  /** Ids of the dialogs that were open before the first act. */
  #before: ReadonlySet<string> | null = null
  #stopped: string | null = null
  #read: unknown = null

  constructor(deps: AgentDependencies, shared: SharedMemory, parts: ReplayParts) {
    super('ReplayAgent', 'ReplayAgent', deps, shared)
    const { recorded } = parts.plan
    this.#parts = parts
    this.#acts = [...recorded.acts]
    this.#windows = new Windows(recorded.windows)
    this.#values = { ...recorded.values, ...parts.options.set }
  }

  get tally(): Tally {
    const of = this.#guide?.wanted ?? this.#parts.plan.recorded.acts.length
    return { ...this.#counts.outcome, of, leftOut: this.#guide?.leftOut ?? 0, stopped: this.#stopped }
  }

  /** Routes to the tools of the agent that did the act when it was recorded. */
  override route(context: Context): Route {
    return { ...super.route(context), agent_name: this.#act?.agent ?? 'HostAgent' }
  }

  protected override get archives(): boolean {
    return false
  }

  protected subtaskIndex(): number {
    return -1
  }

  protected wanted({ context }: Step): Wanted {
    const chosen = context.get('APPLICATION_WINDOW') !== null
    return { controls: chosen, picture: chosen ? 'window' : 'desktop' }
  }

  get #act(): PlannedAct | undefined {
    return this.#acts[this.#next]
  }

  protected async decide(step: Step, observation: Observation, run: RunControl): Promise<Decision> {
    if (!this.#guide) await this.#show(run)
    const act = this.#act
    if (!act) return decision('FINISH', [], null)
    this.#before ??= new Set(blockingDialogs(null, observation.windows).map(({ id }) => id))
    await this.#stopAtDialog(step.context, observation.windows, run)
    if (this.#stopped !== null) return decision('CONTINUE', this.#ahead, null, this.#words(act))
    await this.tools(step.context, run)
    this.#values = await askSecrets(act, this.#values, this.deps.interactor, run)
    const resolved = await this.#await(step, act, observation, run)
    if (resolved.kind === 'missing' && this.#isDoneAlready(act)) {
      this.#counts.act(act, true)
      this.#advance()
      return this.decide(step, step.observation ?? observation, run)
    }
    if (resolved.kind === 'missing') {
      const dialog = inFront(act, step.observation ?? observation)
      const told = dialog === null ? [] : [`In front is ${dialogWords(dialog)}.`]
      this.#obstacle = {
        why: [missingWords(resolved), ...told].join(' '),
        healable: act.namespace === 'AppUIExecutor',
      }
      return decision('CONTINUE', this.#ahead, null, this.#words(act))
    }
    return {
      ...decision('CONTINUE', this.#ahead, null, this.#words(act)),
      actions: [{ function: act.tool, arguments: resolved.parameters, status: 'CONTINUE' }],
    }
  }

  /**
   * Tells whether an act was a second try at recording, which the first one leaves nothing to do for this time: a button that took no click
   * while the machine was busy.
   */
  #isDoneAlready(act: PlannedAct): boolean {
    const before = this.#acts[this.#next - 1]
    return this.#counts.isSeen && before !== undefined && isSecondTry(act, before)
  }

  protected async settle(step: Step, _decision: Decision, run: RunControl): Promise<void> {
    const act = this.#act
    const [record] = step.actions
    this.status = 'CONTINUE'
    if (act && record) this.#obstacle = this.#judge(act, record)
    if (this.#obstacle !== null) this.#meet(this.#obstacle, act)
    else await this.#finish(step.context, run)
    this.#tick()
  }

  #tick(): void {
    if (this.status === 'FAIL' || this.status === 'FINISH') this.#guide?.end(this.status === 'FINISH')
  }

  /** Shows the steps, which their person may reorder or leave out until each is begun. */
  async #show(run: RunControl): Promise<void> {
    const { checklist } = this.deps
    if (!checklist) return
    this.#guide = new StepGuide({
      checklist,
      acts: this.#parts.plan.recorded.acts,
      next: () => this.#act,
      reorder: (isInHand, ahead) => {
        const inHand = this.#acts.slice(this.#next).filter(isInHand)
        this.#acts.splice(this.#next, Infinity, ...inHand, ...ahead)
      },
    })
    await this.#guide.open((step) => this.#wordsOf(step), run)
  }

  /** Ends the replay at a dialog that was not there at recording, because a person must answer it. */
  async #stopAtDialog(context: Context, first: readonly WindowInfo[], run: RunControl): Promise<void> {
    let dialog = this.#unmeant(first)
    if (!dialog) return
    await run.until(
      async () => {
        dialog = this.#unmeant(await this.#windowsNow(context, run))
        return dialog === null ? true : null
      },
      PASSING_MS,
      LOOK_MS,
    )
    if (dialog === null) return
    const done = this.#acts[this.#next - 1]
    const after = done ? `After step ${done.step + 1} of the plan (${this.#words(done)})` : 'Now'
    this.#stopped = `${after} something is open that was not there when it was recorded: ${dialogWords(dialog)}.`
    this.status = 'FAIL'
    this.error = `${this.#stopped} Answer it, and replay again.`
  }

  #unmeant(shown: readonly WindowInfo[]): WindowInfo | null {
    const [done, ahead] = [this.#acts.slice(0, this.#next), this.#acts.slice(this.#next)]
    return unmeantDialog({ done, ahead, windows: this.#windows, before: this.#before ?? new Set() }, shown)
  }

  /** Gives the obstacle after an act; null where it succeeded and the next one is due. */
  #judge(act: PlannedAct, record: ActionRecord): Obstacle | null {
    if (record.code === 'target_changed' && this.#again < MAX_RETRIES) {
      this.#again++
      return null
    }
    const healable = act.namespace === 'AppUIExecutor'
    if (record.status !== 'success') {
      const refused = record.code === 'refused'
      return { why: record.error ?? 'It failed.', healable: healable && !refused }
    }
    if (record.effect === 'contradicted') {
      return { why: `It did not have its effect: ${record.evidence ?? ''}`, healable }
    }
    // Another effect that is not seen again may have been too short to see, but a file stays.
    if (act.effect === 'confirmed' && isUnwritten(record.told)) {
      return { why: `It did not save: ${record.evidence ?? ''}`, healable }
    }
    const opened = launched.safeParse(record.result).data?.window
    if (opened && act.window !== null) this.#windows.bind(act.window, opened.id)
    if (act.tool === 'texts') this.#read = record.result
    this.#counts.act(act, record.effect === 'confirmed')
    this.#advance()
    return null
  }

  #advance(): void {
    this.#next++
    this.#again = 0
  }

  /** Heals the step, or ends the replay with the missing target. */
  #meet({ why, healable }: Obstacle, act: PlannedAct | undefined): void {
    const not = act && healable ? whyNotHealed(act, this.#parts, this.deps) : 'A model could not heal this.'
    if (not === null) {
      this.status = 'ASSIGN'
      return
    }
    this.status = 'FAIL'
    const number = (act?.step ?? 0) + 1
    this.error =
      `Step ${number} of the plan (${act ? this.#words(act) : ''}) could not be replayed. ${why} ${not}`.trim()
  }

  /** Lets a model do this one step, in the state ASSIGN. */
  override async createSubagent(context: Context, run: RunControl): Promise<void> {
    const act = this.#act
    const obstacle = this.#obstacle
    if (!act || !obstacle) throw new Error('There is no step to be healed.')
    const { folder, plan } = this.#parts
    const healed = await healStep(
      {
        act,
        words: this.#words(act),
        why: obstacle.why,
        host: this,
        deps: this.deps,
        shared: this.shared,
        folder,
        secrets: this.#secrets,
        recorded: { ...plan.recorded, values: this.#values },
        names: this.#windows.names,
      },
      context,
      run,
    )
    if (healed.fault !== null) {
      this.status = 'FAIL'
      this.error = `Step ${act.step + 1} of the plan could not be replayed. ${obstacle.why} A model could not heal it either: ${healed.fault}`
      this.#tick()
      return
    }
    this.#obstacle = null
    // A model's claim is no effect, so only a confirmed act counts.
    this.#counts.healed(
      act,
      healed.acts.some(({ effect }) => effect === 'confirmed'),
    )
    if (healed.acts.length > 0) {
      Object.assign(plan.recorded.windows, healed.windows)
      for (const [name, text] of Object.entries(healed.values)) {
        if (Object.hasOwn(this.#values, name)) continue
        this.#values[name] = text
        plan.recorded.values[name] = text
      }
      this.#acts.splice(this.#next, 1, ...healed.acts)
      this.#next += healed.acts.length - 1
      plan.steps[act.step] = healed.words.join(', then ')
    }
    this.#advance()
    this.status = 'CONTINUE'
    await this.#finish(context, run)
    this.#tick()
  }

  /** Sets FINISH after the last act. Healed steps are written only then, because only now they are known to lead to the end. */
  async #finish(context: Context, run: RunControl): Promise<void> {
    if (this.#stopped !== null) this.status = 'FAIL'
    if (this.#act || this.#stopped !== null) return
    await this.#stopAtDialog(context, await this.#windowsNow(context, run), run)
    if (this.#stopped !== null) return
    this.status = 'FINISH'
    this.setResult(this.#read)
    context.set('ROUND_RESULT', this.#read)
    const { options, plan, path, folder, home } = this.#parts
    if (this.#counts.outcome.healed === 0) return
    if (!options.update) {
      const how = `deskhand record ${folder.name} '${path}' --replace`
      this.deps.sink.emit({
        type: 'warning',
        message: `The plan is as it was. To keep what was healed: ${how} (or --update next time).`,
      })
      return
    }
    const healed = { ...plan, recorded: { ...plan.recorded, acts: this.#acts } }
    await writePlan(path, home === undefined ? healed : await sealedPlan(home, healed))
    this.deps.sink.emit({ type: 'plan_updated', path, steps: this.#counts.outcome.healed })
  }

  /** Looks repeatedly until the act can be done, within a bound. */
  async #await(step: Step, act: PlannedAct, first: Observation, run: RunControl): Promise<Ready | Missing> {
    let observation = first
    let last: Missing | null = null
    let looked = 0
    const ready = await run.until(
      async () => {
        if (looked++ > 0) observation = await this.#look(step, run)
        step.observation = observation
        const scene = { observation, windows: this.#windows, values: this.#values }
        const resolved = await resolveAct(act, scene)
        if (resolved.kind === 'ready') {
          const elsewhere = await this.#elsewhere(act, resolved, step.context, run)
          if (elsewhere === null) return resolved
          last = elsewhere
        } else last = resolved
        return null
      },
      WAIT_MS,
      LOOK_MS,
    )
    return ready ?? last ?? { kind: 'missing', looked: this.#words(act), why: 'it did not come', nearest: [] }
  }

  async #windowsNow(context: Context, run: RunControl): Promise<WindowInfo[]> {
    const seen = await this.#collect(context, 'observe', { controls: false, picture: 'none' }, run)
    return observationSchema.parse(seen).windows
  }

  async #look(step: Step, run: RunControl): Promise<Observation> {
    const result = await this.#collect(
      step.context,
      'observe',
      { ...this.wanted(step), max_controls: this.deps.config.system.max_controls },
      run,
    )
    return observationSchema.parse(result)
  }

  /** Checks the target of an act that goes to the focus, or to a bare point of the screen. Null for other acts, and where it is right. */
  async #elsewhere(
    act: PlannedAct,
    { parameters }: Ready,
    context: Context,
    run: RunControl,
  ): Promise<Missing | null> {
    if (!act.target || act.aim === 'id' || act.aim === 'point') return null
    const asked = { call_id: randomUUID(), tool_name: act.tool, parameters }
    return elsewhere(
      act,
      targetDescriptionSchema.parse(await this.#collect(context, 'resolve_target', asked, run)),
    )
  }

  async #collect(
    context: Context,
    tool_name: string,
    parameters: Record<string, unknown>,
    run: RunControl,
  ): Promise<unknown> {
    const command: Command = { tool_name, parameters, tool_type: 'data_collection', namespace: 'UICollector' }
    const [result] = await context.commandDispatcher.executeCommands(
      [command],
      { route: this.route(context) },
      run,
    )
    if (result?.status !== 'success') {
      throw new ToolError(`The desktop could not be observed: ${result?.error ?? 'no result'}`)
    }
    return result.result
  }

  /** The secrets that a person has given so far. */
  get #secrets(): string[] {
    const { values } = this.#parts.plan.recorded
    return Object.keys(values).flatMap((name) => (values[name] === null ? (this.#values[name] ?? []) : []))
  }

  /** Returns the step in the plan's words, with the texts of this replay. */
  #words(act: PlannedAct): string {
    return this.#wordsOf(act.step) || act.tool
  }

  #wordsOf(step: number): string {
    const { steps, recorded } = this.#parts.plan
    return wordsWith(steps[step] ?? '', recorded, this.#parts.options.set ?? {})
  }

  get #ahead(): string[] {
    return this.#acts.slice(this.#next + 1).map((act) => this.#words(act))
  }
}

const decision = (
  status: string,
  plan: string[],
  result: unknown,
  thought: string | null = null,
): Decision => ({
  observation: null,
  thought,
  status,
  plan,
  comment: null,
  questions: [],
  message: [],
  subtask: null,
  result,
  actions: [],
  keepPicture: null,
})
