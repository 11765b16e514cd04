// Puts the results of calls into words for a client's model: text and pictures. Text that was read from a screen is in marked
// blocks.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { PlanSummary } from '../../src-preload/contract/calls/plans.ts'
import type { ProgramResult } from '../../src-preload/contract/calls/programs.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { RunSummary, RunView } from '../../src-preload/contract/run-view.ts'
import { lastOutcome, stepsOf } from '../../src-preload/contract/run-view.ts'
import { count, evidenceOf, resultWords } from '../../src-preload/contract/words.ts'
import { observationSchema, type Observation } from '../core/desktop.ts'
import { block, compactJson, quote } from '../models/render/data.ts'
import { controlLines, windowLine } from '../models/render/controls.ts'

/** Most characters of one result of a tool. */
const MAX_RESULT = 20_000
const MAX_TITLE = 200

type Content = CallToolResult['content']

export const text = (words: string): Content[number] => ({ type: 'text', text: words })

export const failed = (message: string): CallToolResult => ({ content: [text(message)], isError: true })

/** Makes the content of an observation: windows and controls as lines, the picture as a picture. */
export function observationContent(value: unknown): Content {
  const parsed = observationSchema.safeParse(value)
  if (!parsed.success) return [text(block('screen_data', [compactJson(value, MAX_RESULT)]))]
  const { windows, window, controls, picture, limited }: Observation = parsed.data
  const lines = [
    windows.length === 0 ? 'No window is open.' : 'Windows:',
    ...windows.map(windowLine),
    ...(window ? [`Chosen: [${window.id}] ${quote(window.title, MAX_TITLE)}`] : ['No window is chosen.']),
    ...(controls.length > 0 ? ['Controls:', ...controlLines(controls, window?.bounds ?? null)] : []),
    ...(limited === null ? [] : [`Limited: ${quote(limited, MAX_RESULT)}`]),
  ]
  const seen: Content = [text(block('screen_data', lines))]
  if (picture) seen.push({ type: 'image', data: picture.data, mimeType: 'image/png' })
  return seen
}

/** Makes the content of any other read value. */
export const valueContent = (value: unknown): Content => [
  text(block('screen_data', [compactJson(value, MAX_RESULT)])),
]

/** Makes the line of an act: `✓ click_input: confirmed (…)`. */
export function actLine(tool: string, { status, error, effect, result }: ProgramResult): string {
  if (status !== 'success') return `✗ ${tool}: ${status}. ${quote(error ?? '', MAX_RESULT)}`
  const said =
    result === null || result === undefined || result === '' ? '' : ` ${compactJson(result, MAX_RESULT)}`
  if (!effect) return `· ${tool}: done.${said}`
  const mark = { confirmed: '✓', unconfirmed: '?', contradicted: '✗' }[effect.effect]
  return `${mark} ${tool}: ${effect.effect} (${quote(effect.evidence, MAX_TITLE)}).${said}`
}

/** Describes the state of a run, for the model and, as structured content, for the program. */
export function runContent(view: RunView): CallToolResult {
  const { run, status, result, error, warnings } = view
  const outcome = lastOutcome(view)
  const acts = stepsOf(view).flatMap(({ actions }) => actions)
  const lines = [
    `Status: ${status}${outcome === null || outcome === status ? '' : `, ${outcome}`}`,
    ...(result === null || result === undefined || result === error
      ? []
      : [`Result: ${quote(resultWords(result), MAX_RESULT)}`]),
    ...(error === null ? [] : [`Error: ${quote(error, MAX_RESULT)}`]),
    ...warnings.map((warning) => `Note: ${quote(warning, MAX_RESULT)}`),
    count(acts.length, 'act'),
    ...acts.map(
      (act) => `- ${quote(act.words, MAX_TITLE)}: ${quote(evidenceOf(act) || act.status, MAX_TITLE)}`,
    ),
  ]
  const done = status === 'completed' && outcome === 'done'
  return {
    content: [text(`Run ${run}\n${block('screen_data', lines)}`), reportLink(run)],
    structuredContent: { run, status, outcome, result: result ?? null, error },
    ...(done ? {} : { isError: true }),
  }
}

export const REPORT_SCHEME = 'deskhand://runs/'

export const reportResource = (run: string) => ({
  uri: `${REPORT_SCHEME}${encodeURIComponent(run)}/report.md`,
  name: `${run}.md`,
  description: 'What was done, step by step',
  mimeType: 'text/markdown',
})

export const reportLink = (run: string): Content[number] => ({
  type: 'resource_link',
  ...reportResource(run),
})

export const summaryLine = ({ run, request, status, last, started_at }: RunSummary): string =>
  `${run}: ${status}${last === null ? '' : `, ${last}`}, ${new Date(started_at).toISOString()}, ${quote(request, MAX_TITLE)}`

/** Makes the line of a plan: `- sums: "Sum the numbers" (texts to set: total)`, and why one can't be used. */
export function planLine({ name, task, inputs, fault }: PlanSummary): string {
  const texts = inputs.length === 0 ? '' : ` (texts to set: ${inputs.map((input) => input.name).join(', ')})`
  const broken = fault === null ? '' : `, can't be used: ${quote(fault, MAX_TITLE)}`
  return `- ${name}: ${quote(task, MAX_TITLE)}${texts}${broken}`
}

/** Describes an event for a person, while it happens. */
export function progressWords(event: SessionEvent): string {
  switch (event.type) {
    case 'act_started':
      return event.words
    case 'effect_verified':
      return `${event.effect}: ${event.evidence}`
    case 'question_asked':
      return 'Waiting for your answer'
    case 'round_started':
      return 'Begun'
    default:
      return event.type.replaceAll('_', ' ')
  }
}
