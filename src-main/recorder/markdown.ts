// Writes output.md: a run as a report to read, made from its events.
import { judgementsOf, verifiedWords } from '../../src-preload/contract/evaluation-words.ts'
import { EVENT_VERSION, type EventOf } from '../../src-preload/contract/events.ts'
import {
  effectCounts,
  lastEvaluation,
  reduceRunView,
  rememberedOf,
  runViewOf,
  stepsOf,
  workedMs,
  type ActionView,
  type EvaluationView,
  type RunView,
  type StepView,
} from '../../src-preload/contract/run-view.ts'
import {
  answerWords,
  costWords,
  durationWords,
  evidenceOf,
  judgedWords,
  markOf,
  rememberedWords,
  resultWords,
  tokenWords,
  whyAsked,
} from '../../src-preload/contract/words.ts'
import { readEvents } from './read-journal.ts'
import type { RunFolder } from './run-folder.ts'

/** The end of a session, for its last event. */
export type End = Omit<EventOf<'session_finished'>, 'v' | 'seq' | 'ts' | 'run' | 'round' | 'step' | 'type'>

/** Writes output.md from the record so far and the end. */
export async function saveMarkdown(folder: RunFolder, end: End, now = Date.now()): Promise<void> {
  const view = runViewOf(await readEvents(folder.eventsPath))
  const head = {
    v: EVENT_VERSION,
    seq: view.seq + 1,
    ts: now,
    run: view.run,
    round: null,
    step: null,
  } as const
  await folder.saveFile(
    'output.md',
    renderMarkdown(reduceRunView(view, { ...head, type: 'session_finished', ...end })),
  )
}

/** Returns the recorded run so far. Throws UserError for events that can't be read. */
export const markdownOf = async (folder: RunFolder): Promise<string> =>
  renderMarkdown(runViewOf(await readEvents(folder.eventsPath)))

/** Renders the sections under the reference's names: Trajectory Data, Summary, Evaluation Results, one per step. */
export function renderMarkdown(view: RunView): string {
  const parts = [
    '# Trajectory Data',
    summary(view),
    evaluation(lastEvaluation(view), '## Evaluation Results'),
  ]
  const several = view.rounds.length > 1
  for (const round of view.rounds) {
    if (several) parts.push(`## Round ${round.round + 1}: ${text(round.request)}`)
    if (round.steps.length === 0) parts.push('No step was taken.')
    parts.push(...round.steps.map(stepSection))
    if (several && round.evaluation) parts.push(evaluation(round.evaluation, '### Evaluation of this round'))
    const result = resultWords(round.result)
    if (several && result !== '') parts.push(`**Result:**\n\n${fenced(result)}`)
    if (round.error !== null) parts.push(`**Failed:** ${text(round.error)}`)
  }
  parts.push(asked(view), warned(view))
  if (view.rounds.length === 0) parts.push('The run ended before its first request.')
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Lists the questions to a person, and the answers. */
function asked(view: RunView): string {
  const lines = view.questions
    .filter(({ kind }) => kind === 'question' || kind === 'sensitive_step')
    .map((question) => {
      const why = question.details ? ` (${text(whyAsked(question.details))})` : ''
      return `- ${text(question.text)}${why} — ${text(answerWords(question))}`
    })
  return lines.length === 0 ? '' : ['## Questions', '', ...lines].join('\n')
}

/** Lists the failures beside the request, also unreadable lines of the record. */
const warned = ({ warnings }: RunView): string =>
  warnings.length === 0 ? '' : ['## Warnings', '', ...warnings.map((words) => `- ${text(words)}`)].join('\n')

function summary(view: RunView): string {
  const steps = stepsOf(view)
  const effects = effectCounts(view)
  const of = (agent: string) => String(steps.filter((step) => step.agent === agent).length)
  const took = workedMs(view)
  const agents = [...new Set(steps.map((step) => step.agent))]
  const rows: [string, string][] = [
    ['Request', view.rounds.map((round) => text(round.request)).join('<br>')],
    ['Status', view.status + (view.reason && view.reason !== 'finished' ? ` (${view.reason})` : '')],
    ['Result', text(resultWords(view.result))],
    ['Error', text(view.error ?? '')],
    ['Total Steps', String(steps.length)],
    ['Total Rounds', String(view.rounds.length)],
    ...agents.map((agent): [string, string] => [agentTitle(agent), of(agent)]),
    ['Acts', verifiedWords(effects)],
    ['Time', durationWords(took)],
    ['Tokens', `${tokenWords(view.tokens.input)} in, ${tokenWords(view.tokens.output)} out`],
    ['Cost', costWords(view.cost)],
    [
      'Remembered',
      rememberedOf(view)
        .map((one) => text(rememberedWords(one)))
        .join('<br>'),
    ],
    ['Model calls', String(view.model_calls)],
    ['Goes on with', text(view.continues ?? '')],
    ['Strategy', text(view.strategy)],
    ['Desktop', view.display ? text(`${view.display.kind} ${view.display.name}`) : ''],
    [
      'Models',
      text(
        Object.entries(view.models)
          .map(([role, model]) => `${role}: ${model}`)
          .join(', '),
      ),
    ],
    ['Started', view.started_at === null ? '' : new Date(view.started_at).toISOString()],
  ]
  const lines = rows.filter(([, value]) => value !== '').map(([name, value]) => `| ${name} | ${value} |`)
  return ['## Summary', '', '| | |', '| --- | --- |', ...lines].join('\n')
}

/** Makes the title of an agent's steps: `HostAgent` → `Host Agent Steps`. */
const agentTitle = (agent: string) => `${text(agent.replace(/([a-z])([A-Z])/g, '$1 $2'))} Steps`

function evaluation(found: EvaluationView | null, title: string): string {
  if (!found) return title.startsWith('## ') ? `${title}\n\nNot evaluated.` : ''
  const scores = found.sub_scores.map((score) => `| ${text(score.name)} | ${text(score.evaluation)} |`)
  const sides = judgementsOf(found)
  const table = scores.length > 0 ? ['', '| Sub Scores | |', '| --- | --- |', ...scores] : []
  return [
    title,
    '',
    `**Complete:** ${found.complete}`,
    '',
    `**Reason:** ${text(found.reason)}`,
    ...sides.map(([name, { evaluation: word, reason }]) => `\n**${name}:** ${text(word)}. ${text(reason)}`),
    ...(found.effects ? [`\n**Verified:** ${verifiedWords(found.effects)}`] : []),
    ...table,
  ].join('\n')
}

function stepSection(step: StepView): string {
  const time = step.ms === null ? 'not finished' : durationWords(step.ms)
  const facts: [string, string | null][] = [
    ['Agent', step.agent],
    ['Application', step.application ?? step.window?.title ?? null],
    ['Subtask', step.subtask],
    ['Observation', step.observation],
    ['Thought', step.thought],
    ['Status', step.status],
    ['Comment', step.comment],
    ['Limited', step.limited],
    ['Error', step.error],
  ]
  const lines = facts.flatMap(([name, value]) => (value ? [`- **${name}:** ${text(value)}`] : []))
  const skipped = step.decided.slice(step.actions.length)
  const actions = [
    ...step.actions.map(actionLine),
    ...(step.actions.length > 0 ? skipped.map((action) => `- – ${text(action.function)}, skipped`) : []),
  ]
  const images = step.picture ? [pictures(step, step.picture.path)] : []
  return [
    `### Step ${step.step + 1}: ${text(time)}`,
    lines.join('\n'),
    actions.length > 0 ? `**Action:**\n\n${actions.join('\n')}` : '',
    ...step.judged.map((judged) => `**Judged:** ${text(judgedWords(judged))}`),
    ...images,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function actionLine(action: ActionView): string {
  const evidence = evidenceOf(action)
  const result = action.status === 'success' ? resultWords(action.result) : ''
  const gate =
    action.gate && action.gate.categories.length > 0
      ? `gate: ${action.gate.decision} (${action.gate.categories.join(', ')})`
      : ''
  const details = [evidence, gate, result === '' ? '' : `result: ${result}`].filter((part) => part !== '')
  return `- ${markOf(action)} ${text(action.words)}${details.length > 0 ? ` — ${text(details.join('; '))}` : ''}`
}

function pictures(step: StepView, path: string): string {
  const source = encodeURI(path).replaceAll('"', '%22')
  return `<img src="${source}" alt="What was seen in step ${step.step + 1}" width="45%">`
}

/** Escapes text that came from a model or a screen: without markup of its own, on one line. */
const text = (value: string): string =>
  value
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/([\\`*_[\]|#!~])/g, '\\$1')
    .trim()

/** Makes a block that no content can close. `language`: that of its content, for the colours of a viewer. */
export function fenced(value: string, language = ''): string {
  const longest = Math.max(2, ...[...value.matchAll(/`+/g)].map((run) => run[0].length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${value}\n${fence}`
}
