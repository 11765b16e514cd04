// Implements Worker: finds the next action of one subtask, from what is seen, what came of the last one, and what was learned.
import type { MCPToolInfo } from '../../core/command.ts'
import type { Observation } from '../../core/desktop.ts'
import type { Node } from '../../core/global-state.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { KnowledgeBase } from '../../memory/knowledge-base.ts'
import { controlLines, windowLine } from '../../models/render/controls.ts'
import type { ModelPicture, SubtaskRecord } from '../../models/input.ts'
import { toolLines } from '../../models/render/tools.ts'
import { block, compactJson, cut, quote, section } from '../../models/render/data.ts'
import { CallFault } from '../../models/call-lexer.ts'
import { GroundFault } from '../grounding/fault.ts'
import type { PlannerTools } from '../tools.ts'
import { MAX_PICTURES, WorkerChat } from './chat.ts'
import { parseWorkerPlan, type WorkerPlan } from './reply.ts'

/** The seed's Worker Input; `local_kb_path` and `Tools_dict` are what the Worker was made with. */
export interface WorkerInput {
  Tu: string
  Search_query: string
  subtask: string
  subtask_info: string
  future_tasks: readonly Node[]
  done_task: readonly Node[]
  /** The answers that earlier subtasks have given. */
  answers?: readonly SubtaskRecord[]
  obs: { screenshot: ModelPicture | null; observation: Observation }
  /** `hardware_output` of the last action, with foreign text in quotes; null before the first. */
  outcome: string | null
  /** Whether the outcome needs thought: the effect was not confirmed, or the action was repeated in vain. */
  doubtful: boolean
  notes: readonly string[]
  os: string
  /** What may be called beside the actions: tools that need no place on the screen. */
  tools?: readonly MCPToolInfo[]
  /** The evaluator's advice for this subtask. */
  advice: string | null
  /** For a request that continues an interrupted run: the prompt's lines about it, and the steps that were done. */
  interrupted?: readonly string[]
}

export interface WorkerOutput<T> {
  /** The reply as written: the seed's worker_plan. */
  worker_plan: string
  plan: WorkerPlan
  reflection: string | null
  accepted: T
}

/** The most replies of a worker for one action. */
const MAX_TRIES = 3
const MAX_OUTCOME_LENGTH = 3000
const FURTHER =
  'You may also call these, as `agent.NAME(argument=value, …)`. Where one does the work, it is surer than mouse and keys:'
/** The most characters of a reply that are repeated to the model; the beginning of an endless reply is enough. */
const MAX_REPLY_LENGTH = 8000

export class Worker {
  readonly #tools: PlannerTools
  readonly #knowledge: KnowledgeBase
  readonly #fast: boolean
  readonly #chat = new WorkerChat()
  #last: string | null = null
  /** False once a reflector can't be asked; it is then not asked again in this subtask. */
  #reflects = true
  /** Names of the tools that the chat has already. */
  readonly #toldTools = new Set<string>()

  /** With `fast`, makes one call per action (`fast_action_generator`), without memory and reflection. */
  constructor(tools: PlannerTools, knowledge: KnowledgeBase, options: { fast?: boolean } = {}) {
    this.#tools = tools
    this.#knowledge = knowledge
    this.#fast = options.fast ?? false
  }

  beginSubtask(): void {
    this.#chat.clear()
    this.#last = null
    this.#reflects = true
    this.#toldTools.clear()
  }

  /**
   * `accept` uses a plan (grounding) and throws GroundFault for an impossible one; the model gets that fault, or the fault of a wrong call,
   * and replies again. Throws the last fault when no try was usable, ModelError, StoppedError on stop.
   */
  async next<T>(
    input: WorkerInput,
    accept: (plan: WorkerPlan) => Promise<T>,
    run: RunControl,
  ): Promise<WorkerOutput<T>> {
    await run.checkpoint()
    const reflection = await this.#reflect(input, run)
    if (this.#last === null) this.#chat.hear('Subtask', await this.#introduction(input, run))
    const news = [...this.#newTools(input), this.#news(input, reflection)].join('\n')
    this.#chat.hear('The screen now', news, {
      now: screen(input.obs.observation),
      picture: input.obs.screenshot,
    })
    const tool = this.#fast ? 'fast_action_generator' : 'action_generator'
    for (let attempt = 1; ; attempt++) {
      const { tool_output: worker_plan } = await this.#tools.call(tool, this.#chat.render(), run)
      this.#chat.reply(cut(worker_plan, MAX_REPLY_LENGTH))
      this.#last = worker_plan
      try {
        const plan = parseWorkerPlan(worker_plan, input.tools)
        return { worker_plan, plan, reflection, accepted: await accept(plan) }
      } catch (error) {
        if (!(error instanceof CallFault || error instanceof GroundFault)) throw error
        this.#chat.hear('Nothing was done', `${faultWords(error)}\nReply again, in the same form.`)
        if (attempt >= MAX_TRIES) throw error
      }
    }
  }

  async #introduction(input: WorkerInput, run: RunControl): Promise<string> {
    const {
      Tu,
      Search_query,
      subtask,
      subtask_info,
      future_tasks,
      done_task,
      answers = [],
      obs,
      os,
      interrupted = [],
    } = input
    const { window } = obs.observation
    const memory = this.#fast
      ? ''
      : await this.#knowledge.retrieveEpisodeExperience(
          subtask,
          run,
          window ? [window.process_name, window.application] : [],
        )
    return [
      `Task: ${Tu}`,
      ...(subtask === Tu ? [] : [`Only this subtask is yours: ${subtask}`]),
      ...(subtask_info === '' ? [] : [`About it: ${subtask_info}`]),
      ...(done_task.length > 0 ? [`Done before: ${names(done_task)}`] : []),
      ...answers.map(
        ({ subtask: name, result }) => `Answer of “${name}”: ${compactJson(result, MAX_OUTCOME_LENGTH)}`,
      ),
      ...(future_tasks.length > 0 ? [`Comes later, not yours: ${names(future_tasks)}`] : []),
      ...(interrupted.length === 0 ? [] : ['This goes on with an interrupted run:', ...interrupted]),
      ...(Search_query === '' || Search_query === Tu ? [] : [`In other words: ${Search_query}`]),
      `Platform: ${os}`,
      ...(memory === '' ? [] : [`What is remembered of such subtasks; it may be wrong here:\n${memory}`]),
    ].join('\n')
  }

  /** Tells each tool once: with the first turn, or when a window has brought it. */
  #newTools({ tools = [] }: WorkerInput): string[] {
    const news = tools.filter(({ tool_name }) => !this.#toldTools.has(tool_name))
    for (const { tool_name } of news) this.#toldTools.add(tool_name)
    return news.length === 0 ? [] : [FURTHER, ...toolLines(news)]
  }

  #news({ outcome, notes, advice }: WorkerInput, reflection: string | null): string {
    return [
      ...(outcome === null ? [] : ['What came of your last action:', block('history_data', [outcome])]),
      ...(reflection === null ? [] : [`Reflection on it: ${reflection}`]),
      ...(advice === null ? [] : [`Who watches the work says: ${advice}`]),
      ...(notes.length > 0 ? [`Your notes: ${compactJson(notes, MAX_OUTCOME_LENGTH)}`] : []),
      'What comes next?',
    ].join('\n')
  }

  /** Gives another model's opinion of the work so far; null where nothing is in doubt, and where no such tool is set up. */
  async #reflect(input: WorkerInput, run: RunControl): Promise<string | null> {
    const asks = !this.#fast && this.#last !== null && input.doubtful && this.#reflects
    if (!asks || !this.#tools.has('traj_reflector')) return null
    const { str_input, img_input } = this.#chat.render({ controls: false })
    const parts = [
      str_input,
      ...section('What came of it', block('history_data', [input.outcome ?? ''])),
      ...section('The screen now', screen(input.obs.observation)),
      'Reflect on it now.',
    ]
    const pictures = input.obs.screenshot
      ? [...img_input.slice(1 - MAX_PICTURES), input.obs.screenshot]
      : img_input
    const told = { str_input: parts.join('\n\n'), img_input: pictures }
    const said = await this.#tools.tried('traj_reflector', told, run)
    this.#reflects = said !== null
    return said
  }
}

/** What was not found is told with names from the screen: as data. A wrong call is the model's own words. */
const faultWords = (fault: CallFault | GroundFault): string =>
  fault instanceof CallFault
    ? fault.message
    : block('screen_data', [quote(fault.message, MAX_OUTCOME_LENGTH)])

const names = (list: readonly Node[]): string => list.map(({ name }) => name).join('; ')

export function screen({ window, windows, controls, limited }: Observation): string {
  const area = window?.bounds ?? null
  return [
    'Open windows, the front one first:',
    windows.length > 0 ? block('screen_data', windows.map(windowLine)) : 'none',
    window
      ? 'Controls of the chosen window:'
      : 'No window is chosen: open or switch to the application before you use mouse or keys. The other calls need none.',
    ...(window ? [block('screen_data', controlLines(controls, area))] : []),
    ...(limited === null ? [] : [`Not all is seen: ${limited}`]),
  ].join('\n')
}
