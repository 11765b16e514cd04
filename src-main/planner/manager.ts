// Implements Manager: divides an instruction into subtasks in a possible order, and finds others when one of them has failed.
import type { GlobalState, Node } from '../core/global-state.ts'
import type { InstalledApplication } from '../core/desktop.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { KnowledgeBase } from '../memory/knowledge-base.ts'
import { block, compactJson, quote, section } from '../models/render/data.ts'
import { applicationLines } from '../models/render/applications.ts'
import type { ModelPicture, SubtaskRecord } from '../models/input.ts'
import { addUsage } from '../models/usage.ts'
import { DagFault, numberedList, parseDag, topologicalOrder, type DagNode } from './dag.ts'
import { fold } from '../matching/fold.ts'
import type { PlannerTools, ToolAnswer } from './tools.ts'

/** The seed's Manager Input; `local_kb_path` and `Tools_dict` are what the Manager was made with. */
export interface ManagerInput {
  Tu: string
  observation: { screenshot: ModelPicture | null }
  Failed_subtask: Node | null
  Completed_subtasks_list: Node[]
  Remaining_subtasks_list: Node[]
  /** The answers of the completed subtasks. */
  answers?: readonly SubtaskRecord[]
  /** Why another plan is needed. */
  reason?: string
  /** The worker's notes, and the open applications. */
  notes?: readonly string[]
  applications?: readonly string[]
  installed?: readonly InstalledApplication[]
  /** For a request that continues an interrupted run: the prompt's lines about it, and the steps that were done. */
  interrupted?: readonly string[]
  /** The person's earlier answers and wishes. */
  person?: readonly string[]
}

/** Keys as in the seed's example. Costs are US dollars, null where a price is unknown. */
export interface ManagerInfo {
  search_query: string
  goal_plan: string
  num_input_tokens_plan: number | null
  num_output_tokens_plan: number | null
  goal_plan_cost: number | null
  dag: string
  num_input_tokens_dag: number | null
  num_output_tokens_dag: number | null
  dag_cost: number | null
}

export interface ManagerOutput {
  Subtasks: DagNode[]
  Manager_info: ManagerInfo
}

export interface ManagerParts {
  tools: PlannerTools
  knowledge: KnowledgeBase
  state: Pick<GlobalState, 'getSearchQuery' | 'setSearchQuery'>
  sink: EventSink
}

const MAX_LIST_LENGTH = 6000

export class Manager {
  readonly #parts: ManagerParts
  /** Determined once per instruction. */
  #known: { Tu: string; query: string; knowledge: string } | null = null

  constructor(parts: ManagerParts) {
    this.#parts = parts
  }

  /** Forgets the knowledge for the request before, because something may have been learned meanwhile. */
  beginRequest(): void {
    this.#known = null
  }

  /** Throws ModelError when no plan could be made, StoppedError on stop. */
  async plan(input: ManagerInput, run: RunControl): Promise<ManagerOutput> {
    await run.checkpoint()
    const { query, knowledge } = await this.#findOut(input, run)
    const img_input = input.observation.screenshot ? [input.observation.screenshot] : []
    const { tools } = this.#parts
    const planned = await tools.call(
      'subtask_planner',
      { str_input: promptOf(input, knowledge), img_input },
      run,
    )
    const { dag, nodes } = await this.#translate(input, planned.tool_output, run)
    const done = new Set(input.Completed_subtasks_list.map(({ name }) => fold(name)))
    return {
      Subtasks: nodes.filter(({ name }) => !done.has(fold(name))),
      Manager_info: {
        search_query: query,
        goal_plan: planned.tool_output,
        num_input_tokens_plan: planned.usage.input_tokens,
        num_output_tokens_plan: planned.usage.output_tokens,
        goal_plan_cost: planned.usage.cost,
        dag: dag.tool_output,
        num_input_tokens_dag: dag.usage.input_tokens,
        num_output_tokens_dag: dag.usage.output_tokens,
        dag_cost: dag.usage.cost,
      },
    }
  }

  async #findOut({ Tu, observation }: ManagerInput, run: RunControl) {
    if (this.#known?.Tu === Tu) return this.#known
    const { knowledge, state } = this.#parts
    const pictures = observation.screenshot ? [observation.screenshot] : []
    await state.setSearchQuery(await knowledge.formulateQuery(Tu, '', run, pictures))
    // Somebody else may have changed the stored query meanwhile, so it is read back.
    const query = await state.getSearchQuery()
    const parts = {
      narrative: await knowledge.retrieveNarrativeExperience(Tu, run),
      knowledge: await knowledge.retrieveKnowledge(Tu, query, run),
    }
    this.#known = { Tu, query, knowledge: await knowledge.knowledgeFusion(Tu, parts, run) }
    return this.#known
  }

  /** Makes a graph of the plan, with one repair; if that fails, the whole request is one subtask, and a warning says so. */
  async #translate(
    input: ManagerInput,
    plan: string,
    run: RunControl,
  ): Promise<{ dag: Pick<ToolAnswer, 'tool_output' | 'usage'>; nodes: DagNode[] }> {
    const { tools, sink } = this.#parts
    const list = numberedList(plan)
    if (list !== null && !hasTwice(list)) return { dag: NO_GRAPH, nodes: list }
    const str_input = [...section('Task', input.Tu), ...section('Plan', plan)].join('\n\n')
    const first = await tools.call('dag_translator', { str_input }, run)
    const fault = readDag(first.tool_output)
    if (Array.isArray(fault)) return { dag: first, nodes: fault }
    const repair = [
      str_input,
      ...section('Your last reply', first.tool_output),
      ...section('What is wrong with it', fault.message),
      'Reply again with the whole graph.',
    ]
    const second = await tools.call('dag_translator', { str_input: repair.join('\n\n') }, run)
    const dag = { ...second, usage: addUsage(first.usage, second.usage) }
    const again = readDag(second.tool_output)
    if (Array.isArray(again)) return { dag, nodes: again }
    sink.emit({
      type: 'warning',
      message: `The plan could not be divided into subtasks (${again.message}): the whole request is done as one.`,
    })
    return { dag, nodes: [{ id: '1', name: input.Tu, info: plan }] }
  }
}

/** A list is in order already, so no model is asked for a graph. */
const NO_GRAPH: Pick<ToolAnswer, 'tool_output' | 'usage'> = {
  tool_output: '',
  usage: { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 },
}

const hasTwice = (list: readonly Node[]): boolean =>
  new Set(list.map(({ name }) => fold(name))).size < list.length

function readDag(reply: string): DagNode[] | DagFault {
  try {
    const order = topologicalOrder(parseDag(reply))
    // Done subtasks are recognised by their names, so the names must differ.
    const twice = order.find(({ name }, at) =>
      order.slice(0, at).some((other) => fold(other.name) === fold(name)),
    )
    if (twice)
      return new DagFault(
        `The subtask “${twice.name}” is there twice: leave one out, or give each a name of its own.`,
      )
    return order.length > 0 ? order : new DagFault('The graph has no nodes.')
  } catch (error) {
    if (error instanceof DagFault) return error
    throw error
  }
}

const nodes = (list: readonly Node[]): string[] =>
  list.map(({ name, info }) => `- ${compactJson(name, 400)}: ${compactJson(info, MAX_LIST_LENGTH)}`)

function promptOf(input: ManagerInput, knowledge: string): string {
  const {
    Failed_subtask: failed,
    applications = [],
    installed = [],
    answers = [],
    notes = [],
    reason = '',
  } = input
  const again = failed !== null || input.Completed_subtasks_list.length > 0
  return [
    ...section('Task', input.Tu),
    ...section('This goes on with an interrupted run', [...(input.interrupted ?? [])]),
    ...section('What the person has said before', [...(input.person ?? [])]),
    ...section('What is known of such tasks; it may be wrong here', knowledge),
    ...section(
      'Open applications',
      applications.map((name) => `- ${compactJson(name, 200)}`),
    ),
    ...section(
      'Can be opened',
      installed.length > 0 ? block('screen_data', applicationLines(installed, input.Tu)) : '',
    ),
    ...section(
      'Notes',
      notes.map((note) => `- ${compactJson(note, 1000)}`),
    ),
    ...section('Done already: never plan these again', nodes(input.Completed_subtasks_list)),
    ...section(
      'Their answers',
      answers.map(({ subtask, result }) => `- ${compactJson(subtask, 400)}: ${compactJson(result, 1000)}`),
    ),
    ...section('Failed', failed ? nodes([failed]) : ''),
    ...section(
      'Why there is to be another plan',
      reason === '' ? '' : block('history_data', [quote(reason, MAX_LIST_LENGTH)]),
    ),
    ...section('Was still to be done', nodes(input.Remaining_subtasks_list)),
    again
      ? 'Plan what is left, from the state that you see. What has the name of a subtask that is done will not be done: give others names of their own.'
      : 'Plan the task from the state that you see.',
  ].join('\n\n')
}
