// Checks whether the answer of a tool can be used: reads it as the planner does, for `tools test`.
import type { ToolCheck, ToolName } from '../models/tools/test-tools.ts'
import { parseDag } from './dag.ts'
import { readDecision, replyForm } from './evaluator.ts'
import { parseWorkerPlan } from './worker/reply.ts'
import { ALIGNMENT, parseWordId, textTable } from './grounding/text-span.ts'

const DECISIONS = ['done', 'continue', 'fail', 'replan'] as const
const WORDS = ['good', 'hello', 'world']
const MEANT = WORDS.indexOf('hello')

/** Throws an error that names the fault. */
function checkDecision(reply: string): void {
  if (!readDecision(reply, DECISIONS))
    throw new Error(`There is no one line “Decision: ${DECISIONS.join(' | ')}”.`)
}

/** Throws an error that names the fault. */
function checkWord(reply: string): void {
  const id = parseWordId(reply, WORDS.length)
  if (id !== MEANT)
    throw new Error(id === null ? 'It names no word of the table.' : `The word is ${MEANT}, not ${id}.`)
}

export const TOOL_CHECKS: Partial<Record<ToolName, ToolCheck>> = {
  action_generator: { check: (reply) => parseWorkerPlan(reply) },
  fast_action_generator: { check: (reply) => parseWorkerPlan(reply) },
  dag_translator: { check: parseDag },
  evaluator: {
    input: `# Task\nAdd 2 and 3.\n\n# The screen now\nThe display of the calculator shows 5.\n\nThe worker says that the task is done. Is it?\n${replyForm(DECISIONS)}`,
    check: checkDecision,
  },
  text_span: {
    input: `${ALIGNMENT['first word']}\nPhrase: hello world\n${textTable(WORDS.map((text) => ({ text })))}`,
    check: checkWord,
  },
}
