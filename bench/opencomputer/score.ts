// Makes the figures of a task out of its run's events and the benchmark's checks, and a table of them.
import { configSchema } from '../../src-preload/contract/config.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'

export interface Checked {
  description: string
  passed: boolean
  /** What the verifier answered. */
  answer: unknown
}

export interface Score {
  task: string
  app: string
  /** By the benchmark's verifiers, all of them. */
  passed: boolean
  checks: string
  calls: number
  acts: number
  input_tokens: number
  cached_tokens: number
  output_tokens: number
  /** US dollars, null where a price is unknown. */
  cost: number | null
  seconds: number
  /** What Deskhand says of the request, and whether the verifiers agree; null where it is not sure. */
  verdict: 'yes' | 'no' | 'unsure'
  truthful: boolean | null
  /** Acts that a person would have been asked about, and questions of the model. */
  questions: number
  failed: { description: string; answer: string }[]
}

const MAX_ANSWER = 300

export function scoreOf(
  { id, app }: { id: string; app: string },
  events: readonly SessionEvent[],
  checked: readonly Checked[],
  seconds: number,
): Score {
  const replies = events.filter((event) => event.type === 'model_replied')
  const tokens = (key: 'input_tokens' | 'cached_tokens' | 'output_tokens') =>
    replies.reduce((sum, { usage }) => sum + (usage[key] ?? 0), 0)
  const good = checked.filter((check) => check.passed).length
  const passed = checked.length > 0 && good === checked.length
  const verdict = verdictOf(events)
  return {
    task: id,
    app,
    passed,
    checks: `${good}/${checked.length}`,
    calls: replies.reduce((sum, { attempts }) => sum + attempts, 0),
    acts: events.filter((event) => event.type === 'act_started').length,
    input_tokens: tokens('input_tokens'),
    cached_tokens: tokens('cached_tokens'),
    output_tokens: tokens('output_tokens'),
    cost: events.findLast((event) => event.type === 'session_finished')?.cost ?? null,
    seconds: Math.round(seconds),
    verdict,
    truthful: verdict === 'unsure' ? null : (verdict === 'yes') === passed,
    questions: events.filter(isQuestion).length,
    failed: checked
      .filter((check) => !check.passed)
      .map(({ description, answer }) => ({
        description,
        answer: (JSON.stringify(answer) ?? '').slice(0, MAX_ANSWER),
      })),
  }
}

/** A run that did not come to its end says no; one that nobody has judged is not sure. */
function verdictOf(events: readonly SessionEvent[]): Score['verdict'] {
  const end = events.findLast((event) => event.type === 'session_finished')
  if (end?.status !== 'completed') return 'no'
  return events.findLast((event) => event.type === 'evaluated')?.complete ?? 'unsure'
}

/** The run may do everything: asked about is what the standard policy would have asked about. */
const isQuestion = (event: SessionEvent): boolean =>
  event.type === 'gate_decided'
    ? event.decision === 'ask' || event.categories.some((category) => STANDARD[category] === 'ask')
    : event.type === 'question_asked' && event.kind === 'question'
const STANDARD = configSchema.parse({}).safety.categories

/** A row per application, then one of all, in Markdown. */
export function table(scores: readonly Score[]): string {
  const apps = [...new Set(scores.map(({ app }) => app))].sort()
  const rows = [
    ...apps.map((app) => row(app, scores.filter((score) => score.app === app))),
    row('all', scores),
  ] // prettier-ignore
  return [
    '| application | tasks | passed | calls a task | acts a task | questions | verdict true | not sure |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function row(name: string, scores: readonly Score[]): string {
  const count = (holds: (score: Score) => boolean) => scores.filter(holds).length
  const mean = (of: (score: Score) => number) =>
    (scores.reduce((sum, score) => sum + of(score), 0) / Math.max(1, scores.length)).toFixed(1)
  const cells = [
    name,
    scores.length,
    count(({ passed }) => passed),
    mean(({ calls }) => calls),
    mean(({ acts }) => acts),
    scores.reduce((sum, { questions }) => sum + questions, 0),
    count(({ truthful }) => truthful === true),
    count(({ truthful }) => truthful === null),
  ]
  return `| ${cells.join(' | ')} |`
}
