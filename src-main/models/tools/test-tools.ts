// Finds out by a real call of each of the seed's tools whether it works as it is set up, and what it costs.
import type {
  SEED_TOOLS,
  ToolTest as ContractToolTest,
} from '../../../src-preload/contract/calls/settings.ts'
import type { Usage } from '../../../src-preload/contract/events.ts'
import { messageOf, StoppedError, UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { nearest } from '../../matching/nearest.ts'
import type { Model, Role } from '../model.ts'
import { cut } from '../render/data.ts'
import type { WebSearch } from '../websearch/port.ts'
import { toolOutputSchema } from './output.ts'

/** The input of each tool, and what its absence means. */
const TOOLS = {
  websearch: ['how to save a file as PDF', 'nothing is searched on the web'],
  context_fusion: [
    'Request: save a note.\n\nHow like requests went:\nCtrl+S opened the dialog.',
    'what is known is told in parts, not as one text',
  ],
  subtask_planner: ['Request: open the calculator and add 2 and 3.', 'the strategy planner has no plan'],
  traj_reflector: [
    'Subtask: add 2 and 3.\nDone so far: 2, +, 3 were pressed.',
    'the planner acts without looking back',
  ],
  memory_retrival: [
    'Request: save a note.\n\nIn Mousepad, Ctrl+Shift+S opened “Save As”.',
    'memories are told as they are, not condensed',
  ],
  grounding: [
    'The button “7” of the calculator.',
    'places are found by the control tree and by reading the screen',
  ],
  evaluator: [
    'Subtask: add 2 and 3. The display shows 5.',
    'the planner is judged by the effects of its acts alone',
  ],
  action_generator: ['Subtask: press 7 in the calculator.', 'the strategy planner can’t act'],
  fast_action_generator: ['Request: press 7 in the calculator.', 'the planner has no fast path'],
  dag_translator: ['1. Open the calculator. 2. Add 2 and 3.', 'the strategy planner can’t divide its plan'],
  embedding: ['save a note', 'memories are searched by their words alone'],
  query_formulator: ['Save this note as PDF.', 'the request itself is what is searched for'],
  text_span: ['The phrase “hello” in the text: 1 hello 2 world', 'texts are found by the control tree'],
  narrative_summarization: ['Task: save a note.\nDone: opened, typed, saved.', 'steps are kept as they are'],
  episode_summarization: ['Task: save a note.\nSubtask: save.\nDone: Ctrl+S.', 'steps are kept as they are'],
} as const satisfies Record<(typeof SEED_TOOLS)[number] & Role, readonly [string, string]>
export type ToolName = keyof typeof TOOLS
export const TOOL_NAMES = Object.keys(TOOLS) as ToolName[]
/** Says what the absence of a tool means. */
export const WITHOUT = Object.fromEntries(
  Object.entries(TOOLS).map(([name, [, without]]) => [name, without]),
) as Record<ToolName, string>

export type ToolTest = ContractToolTest & { tool_name: ToolName }

/** Checks whether a reply is usable, where its form matters. */
export interface ToolCheck {
  /** The input of the tool in place of its usual one. */
  input?: string
  /** Throws an error that says what is wrong. */
  check: (reply: string) => unknown
}

export interface ToolsUnderTest {
  model: Model
  search: WebSearch | null
  /** Shows the model a picture with a known place; throws for a miss. Without it the model is only asked. */
  grounding?: (run: RunControl) => Promise<{ said: string; usage: Usage | null }>
  /** Without a check, any answer is accepted. */
  checks?: Partial<Record<ToolName, ToolCheck>>
}

/** Throws UserError with the known names. */
export function parseToolName(text: string): ToolName {
  const found = TOOL_NAMES.find((name) => name === text)
  if (found) return found
  const [meant] = nearest(text, TOOL_NAMES)
  throw new UserError(
    `There is no tool “${text}”. ${meant === undefined ? `The tools are: ${TOOL_NAMES.join(', ')}.` : `Did you mean ${meant}?`}`,
  )
}

/** Gives a tool's failure as a result, not a throw. Throws StoppedError on stop. */
export async function testTool(name: ToolName, tools: ToolsUnderTest, run: RunControl): Promise<ToolTest> {
  const { model, search } = tools
  const used = name === 'websearch' ? (search?.provider ?? 'none') : model.nameOf(name)
  const [input] = TOOLS[name]
  const told = { tool_name: name, model: used, usage: null, ms: 0 }
  if (used === 'none' || used === 'offline')
    return { ...told, model: 'none', state: 'not set up', said: WITHOUT[name] }
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const { said, usage } = await called(name, tools.checks?.[name]?.input ?? input, tools, run)
    const fault = faultOf(said, tools.checks?.[name])
    if (fault === null) return { ...told, state: 'works', said, usage, ms: took() }
    const unusable = `It answers, but not so that it can be used. ${fault.replace(/\.?$/, '.')} It said: ${cut(said, MAX_TOLD_LENGTH)}`
    return { ...told, state: 'failed', said: unusable, usage, ms: took() }
  } catch (error) {
    if (error instanceof StoppedError) throw error
    return { ...told, state: 'failed', said: messageOf(error), ms: took() }
  }
}

/** The most characters that are shown of an unusable answer. */
const MAX_TOLD_LENGTH = 500

/** Says what is wrong with a reply, null for nothing. */
function faultOf(reply: string, check: ToolCheck | undefined): string | null {
  try {
    check?.check(reply)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

async function called(
  name: ToolName,
  input: string,
  { model, search, grounding }: ToolsUnderTest,
  run: RunControl,
): Promise<{ said: string; usage: Usage | null }> {
  if (name === 'grounding' && grounding) return grounding(run)
  if (name === 'websearch') {
    const found = (await search?.search(input, run)) ?? []
    return { said: found.map(({ title }) => title).join(' · ') || 'nothing was found', usage: null }
  }
  if (name === 'embedding') {
    const { vectors, usage } = await model.embed([input], run)
    return { said: `a vector of ${vectors[0]?.length ?? 0} numbers`, usage }
  }
  const asked = { kind: 'tool' as const, str_input: input, pictures: [], tools: [] }
  const { reply, usage } = await model.ask({ role: name, input: asked, schema: toolOutputSchema }, run)
  return { said: reply, usage }
}
