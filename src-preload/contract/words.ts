// Writes numbers and effects as a person reads them; the same in the terminal, the reports and the app.
import type { Remembered } from './memory.ts'
import type { Effect, GateDecision, QuestionDetails } from './events.ts'
import type { ActionView, EvaluatorView, QuestionView, RunView } from './run-view.ts'
import { CATEGORY_WORDS } from './safety-categories.ts'

/** Writes a duration: `0.4 s`, `12 s`, `2:05 min`, `1:02:05 h`. */
export function durationWords(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)} min`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)} h`
}

/** Returns local time, each part as it is written: `2026-11-21`, `10`, `42`, `07`. */
export function localTime(date: Date): { day: string; hours: string; minutes: string; seconds: string } {
  return {
    day: [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-'),
    hours: two(date.getHours()),
    minutes: two(date.getMinutes()),
    seconds: two(date.getSeconds()),
  }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Writes US dollars: `$0.00` when a run cost nothing, `unknown` when a price is unknown, never a false 0. */
export function costWords(cost: number | null): string {
  if (cost === null) return 'cost unknown'
  if (cost === 0) return '$0.00'
  return cost < 0.1 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`
}

/** Writes a number of tokens: `940`, `14.2k`, `1.2M`; `unknown` when a service did not say. */
export function tokenWords(tokens: number | null): string {
  if (tokens === null) return 'unknown'
  if (tokens < 1000) return String(tokens)
  return tokens < 999_950 ? `${(tokens / 1000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(1)}M`
}

/** Writes a number with its noun: `1 step`, `2 steps`. */
export const count = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`

/** Returns the file's own name. */
export const fileNameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path

export type Mark = '✓' | '?' | '✗' | '–' | '·'

const EFFECT_MARKS: Record<Effect, Mark> = { confirmed: '✓', unconfirmed: '?', contradicted: '✗' }

/** Returns the sign of an act: ✓ verified, ? not verified, ✗ failed or had another effect, – skipped, · nothing to verify (yet). */
export function markOf(action: ActionView): Mark {
  if (action.status === 'failure') return '✗'
  if (action.status === 'skipped') return '–'
  if (action.status === 'waiting' || action.status === 'acting') return '·'
  return action.effect ? EFFECT_MARKS[action.effect] : '·'
}

/** Returns the evidence beside the sign: what was observed, why it failed, or the read text. */
export function evidenceOf(action: ActionView): string {
  if (action.status === 'failure') return action.error ?? 'failed'
  if (action.status === 'skipped') return action.error ?? 'skipped'
  if (action.evidence !== null) return action.evidence
  return typeof action.result === 'string' ? action.result : ''
}

/** Writes the answer to a question: `yes, from now on in this run`, `no: the other one`. */
export function answerWords({ answer, scope, why }: Pick<QuestionView, 'answer' | 'scope' | 'why'>): string {
  if (answer === null) return 'not answered'
  if (answer === '') return 'no answer'
  if (why !== null) return `${answer}: ${why}`
  return scope === null || scope === 'once' ? answer : `${answer}, ${SCOPE_WORDS[scope]}`
}

/** Says why a person is asked: `it deletes something or takes it from its place: The button is called Delete.` */
export function whyAsked({ categories, reason }: Pick<QuestionDetails, 'categories' | 'reason'>): string {
  const why = categories.map((category) => CATEGORY_WORDS[category]).join(', ')
  return why === '' ? reason : `${why}: ${reason}`
}

/** Writes a memory: `experience “Export as PDF” (helped 4 of 4)` */
export function rememberedWords({ kind, title, helped, failed }: Remembered): string {
  const fared = helped + failed === 0 ? 'new' : `helped ${helped} of ${helped + failed}`
  return `${kind.replace('_', ' ')} “${title}” (${fared})`
}

/** Writes a judgement: `evaluator: plan again – The menu was not there.`; names the rule where no model has decided. */
export function judgedWords({ decision, reason, by, subtask }: EvaluatorView): string {
  const who = by === 'rule' ? 'by rule' : 'evaluator'
  return [`${who}${subtask === null ? ', on the whole' : ''}: ${JUDGED_WORDS[decision]}`, reason]
    .filter((part) => part !== '')
    .join(' – ')
}

/** Writes the error of a run that its agents call done, but the evaluation does not. */
export const notDoneWords = (reason: string): string => `${SAYS_NO}${reason}`
const SAYS_NO = 'The evaluation says no: '

/** Shortens the error of a run where its evaluation is shown beside it. */
export const withoutVerdict = (error: string): string =>
  error.startsWith(SAYS_NO) ? error.slice(SAYS_NO.length) : error

/** The error of what its person has stopped, which need not be told to them. */
export const STOPPED_BY_USER = 'Stopped by the user.'

/** Separates the reason of an error from what can be read about it: its further paragraphs. */
export function reasonOf(error: string): { reason: string; more: string } {
  const [reason = '', ...more] = error.split('\n')
  return { reason, more: more.join('\n').trimStart() }
}

/**
 * Separates what a fault says from its further paragraphs, which are for looking something up. The first of these begins with its heading
 * and a colon. Lines that follow each other are one paragraph: a list of faults is never taken apart.
 */
export function foldOf(fault: string): { told: string; heading: string; more: string } {
  const at = fault.indexOf('\n\n')
  if (at < 0) return { told: fault, heading: '', more: '' }
  const [, heading = '', more = ''] = /^([^:：]*)[:：]\s*(.*)$/s.exec(fault.slice(at).trim()) ?? []
  return { told: fault.slice(0, at), heading, more }
}

/** Says why a session has failed, unless its rounds or its evaluation already show it. */
export function untoldError({ error, evaluation, rounds }: RunView): string | null {
  const evaluations = [evaluation, ...rounds.map((round) => round.evaluation)]
  const told = [
    ...rounds.map((round) => round.error),
    ...evaluations.map((judged) => judged && notDoneWords(judged.reason)),
  ]
  return told.includes(error) ? null : error
}

const JUDGED_WORDS: Record<GateDecision, string> = {
  done: 'done',
  fail: 'failed',
  continue: 'go on',
  replan: 'plan again',
}

const SCOPE_WORDS = { run: 'from now on in this run', always: 'always here' } as const

/** Writes a result: a text as it is, anything else as JSON, nothing as the empty text. */
export function resultWords(result: unknown): string {
  if (result === null || result === undefined) return ''
  return typeof result === 'string' ? result : JSON.stringify(result)
}

/** The question to a person at the end of a session, by how it ended; a window asks in its own language. */
export const EXPERIENCE_QUESTIONS = {
  worked: 'Remember how this was done?',
  failed: 'Remember what did not work?',
} as const

/** Returns a text as one line of at most `most` characters. */
export function inOneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
