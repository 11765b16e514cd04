// Draws memories from a run: one per subtask, from its verified steps, and one of the whole request where it took several
// subtasks.
import type { Context } from '../core/context.ts'
import { redact } from '../core/redaction.ts'
import type { ActionRecord } from '../models/input.ts'
import { PASSWORD_NAME } from '../safety/vocabulary.ts'
import type { NewMemory } from './record.ts'
import { titleOf } from './title.ts'

/** A step as the structural logs have it, under the reference's keys. */
type LoggedStep = Record<string, unknown>

export interface ExperienceSource {
  context: Context
  run: string
  /** Masks the passwords that were typed. */
  mask: <T>(value: T) => T
  /** The verdict on the whole run; null where nothing was judged. */
  verdict?: Verdict | null
}

/** Whether the request was fulfilled, as the evaluation says, or the end of a run that failed. */
export interface Verdict {
  complete: 'yes' | 'no' | 'unsure'
  reason: string
}

/** One memory, and the acts that it comes from, so that a model can reword it. */
export interface Drawn {
  memory: NewMemory
  acts: readonly ActionRecord[]
}

/** The most characters of an argument that is kept: a typed text is an example, not a document. */
const MAX_ARGUMENT_LENGTH = 300
const MAX_TIP_LENGTH = 200
const MAX_REASON_LENGTH = 400
const NAMING = new Set(['id', 'name', 'x', 'y', 'start_x', 'start_y', 'end_x', 'end_y'])

/**
 * Draws each memory with its acts; one about a whole request has no acts. Leaves out the content of password fields, and anything that
 * looks like a secret.
 */
export function drawExperience({ context, run, mask, verdict = null }: ExperienceSource): Drawn[] {
  const rounds = roundsOf(context)
  const failed = verdict?.complete === 'no' ? verdict.reason : null
  const alone = isOneSubtask(context)
  const drawn = rounds.flatMap((subtasks): Drawn[] => {
    const parts = subtasks.map((steps) => ({ steps, drawn: ofSubtask(steps, { run, failed, alone }) }))
    const known = parts.flatMap((part) => part.drawn)
    const whole = ofRequest(parts.map(partOf), { run, failed, only: rounds.length === 1 })
    return whole ? [...known, { memory: whole, acts: [] }] : known
  })
  return drawn.map(({ memory, acts }) => ({ memory: redacted(mask(memory)), acts: mask(acts) }))
}

/** Returns the steps of each subtask, round by round. */
const roundsOf = (context: Context): LoggedStep[][][] =>
  Object.values(context.get('STRUCTURAL_LOGS')).map((round) =>
    Object.entries(round)
      // The host's own steps, which plan and assign, have the subtask number -1.
      .filter(([index, steps]) => index !== '-1' && steps.length > 0)
      .map(([, steps]) => steps),
  )

/** Tells whether the run had only one subtask, so that the verdict on the whole is also about the subtask. */
export function isOneSubtask(context: Context): boolean {
  const rounds = roundsOf(context)
  return rounds.length === 1 && rounds[0]?.length === 1
}

interface Judged {
  run: string
  /** Why the whole run has failed, null where it has not. */
  failed: string | null
}

/**
 * Makes the memory of a subtask. If the whole run has failed, a finished subtask counts as working only if each of its acts was confirmed.
 * The only subtask of a failed run has failed, too; any other is not kept.
 */
function ofSubtask(steps: LoggedStep[], { run, failed, alone }: Judged & { alone: boolean }): Drawn[] {
  const last = steps.at(-1) ?? {}
  const request = textOf(last['request'])
  const subtask = textOf(last['subtask']) || request
  const actions = steps.flatMap((step) => actionsOf(step).map((action) => ({ action, step })))
  if (subtask === '' || actions.length === 0) return []
  const finished = textOf(last['status']) === 'FINISH'
  const proven = actions.every(({ action }) => action.status === 'success' && action.effect === 'confirmed')
  if (finished && failed !== null && !alone && !proven) return []
  const worked = finished && (failed === null || !alone)
  const good = actions.filter(({ action }) => cameOff(action))
  const lines = (worked ? good : actions).map(({ action }) => stepWords(action, !worked))
  const reason = short(
    textOf(last['last_error']) || (finished ? (failed ?? '') : textOf(last['comment'])),
    MAX_REASON_LENGTH,
  )
  const memory: NewMemory = {
    kind: 'experience',
    outcome: worked ? 'worked' : 'did_not_work',
    applications: applicationsOf(steps),
    title: titleOf(subtask),
    key: subtask,
    text: [
      ...(worked ? [] : [`This did not work${reason === '' ? '.' : `: ${reason}`}`]),
      ...numbered(lines),
    ].join('\n'),
    tips: worked ? tipsOf(actions.map(({ action }) => action)) : '',
    source: { run, step: numberOf(steps[0]?.['step']), file: null },
    data: {
      request: subtask,
      whole_request: request,
      example: {
        Observation: textOf(steps[0]?.['observation']),
        Thought: textOf(steps[0]?.['thought']),
        ControlLabel: '',
        ControlText: good[0]?.action.target ?? '',
        Function: good[0]?.action.function ?? '',
        Args: good[0] && !isSecret(good[0].action) ? good[0].action.arguments : {},
        Status: textOf(last['status']),
        Plan: lines,
        Comment: textOf(last['comment']),
      },
    },
  }
  return [{ memory, acts: actions.map(({ action }) => withoutSecrets(action)) }]
}

/** Removes the content of password fields. */
const withoutSecrets = (action: ActionRecord): ActionRecord =>
  isSecret(action) ? { ...action, arguments: {} } : action

/** A subtask as the memory of the whole request shows it. */
interface Part {
  request: string
  title: string
  application: string | undefined
  outcome: 'worked' | 'did_not_work' | 'unknown'
}

const OUTCOMES: Record<Part['outcome'], string> = {
  worked: '',
  did_not_work: ': did not work',
  unknown: ': not known whether it worked',
}

function partOf({ steps, drawn }: { steps: LoggedStep[]; drawn: readonly Drawn[] }): Part {
  const last = steps.at(-1) ?? {}
  const request = textOf(last['request'])
  return {
    request,
    title: titleOf(textOf(last['subtask']) || request),
    application: applicationsOf(steps)[0],
    outcome: drawn[0] ? (drawn[0].memory.outcome ?? 'worked') : 'unknown',
  }
}

/** Makes the memory of how a request was divided, with which a host or a planner can begin. */
function ofRequest(
  subtasks: readonly Part[],
  { run, failed, only }: Judged & { only: boolean },
): NewMemory | null {
  const request = subtasks[0]?.request ?? ''
  if (subtasks.length < 2 || request === '') return null
  // A plan with a subtask whose outcome is unknown is not kept, because leaving that part out would describe another plan.
  if (failed === null && subtasks.some(({ outcome }) => outcome === 'unknown')) return null
  // When several requests have failed together, nobody knows which one failed.
  const hasFailed = subtasks.some(({ outcome }) => outcome === 'did_not_work')
  if (failed !== null && !only && !hasFailed) return null
  const worked = failed === null && !hasFailed
  const lines = subtasks.map(({ title, application, outcome }) => {
    const place = application === undefined ? '' : ` (in ${application})`
    return `${title}${place}${OUTCOMES[outcome]}`
  })
  return {
    kind: 'narrative',
    outcome: worked ? 'worked' : 'did_not_work',
    applications: [],
    title: titleOf(request),
    key: request,
    text: [
      ...(failed === null ? [] : [`This did not work: ${short(failed, MAX_REASON_LENGTH)}`]),
      ...numbered(lines),
    ].join('\n'),
    source: { run, step: null, file: null },
  }
}

/** Describes an act in words that hold in another run: its target has a role and a name, never an id or a position. */
export function stepWords(action: ActionRecord, withOutcome = false): string {
  const args = isSecret(action)
    ? []
    : Object.entries(action.arguments).filter(
        ([key, value]) => value !== null && value !== '' && !(NAMING.has(key) && action.target !== null),
      )
  const told = args.map(([key, value]) => `${key}=${short(JSON.stringify(value), MAX_ARGUMENT_LENGTH)}`)
  const outcome =
    action.error ?? (action.effect === null ? null : `${action.effect}: ${action.evidence ?? ''}`)
  return [
    action.function,
    action.target === null ? '' : ` on ${action.target}`,
    told.length === 0 ? '' : ` with ${told.join(', ')}`,
    withOutcome && outcome !== null ? ` — ${short(outcome, MAX_TIP_LENGTH)}` : '',
  ].join('')
}

/** Lists the failed attempts on the way to what worked. */
function tipsOf(actions: ActionRecord[]): string {
  const vain = actions.filter((action) => !cameOff(action) && action.status !== 'skipped')
  const tips = vain.map((action) => `- Didn’t work: ${stepWords(action, true)}`)
  return [...new Set(tips)].slice(0, 5).join('\n')
}

const cameOff = ({ status, effect }: ActionRecord): boolean =>
  status === 'success' && effect !== 'contradicted'

const isSecret = ({ target }: ActionRecord): boolean =>
  target !== null && (target.startsWith('password') || PASSWORD_NAME.test(target))

const actionsOf = (step: LoggedStep): ActionRecord[] =>
  Array.isArray(step['action']) ? (step['action'] as ActionRecord[]) : []

/** Returns the names by which a later run may know the application: its process, its root, its own name. */
function applicationsOf(steps: LoggedStep[]): string[] {
  const names = steps.flatMap((step) =>
    ['application_process_name', 'app_root', 'application'].map((key) => textOf(step[key])),
  )
  const seen = new Map<string, string>()
  for (const name of names) {
    if (name !== '' && !seen.has(name.toLowerCase())) seen.set(name.toLowerCase(), name)
  }
  return [...seen.values()]
}

/** Removes what looks like a key or a password. */
export function redacted(memory: NewMemory): NewMemory {
  const { title, key, text, tips = '', data = {} } = memory
  const json: unknown = JSON.parse(redact(JSON.stringify(data)))
  return {
    ...memory,
    title: redact(title),
    key: redact(key),
    text: redact(text),
    tips: redact(tips),
    data: json as Record<string, unknown>,
  }
}

const numbered = (lines: string[]): string[] => lines.map((line, index) => `${index + 1}. ${line}`)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const short = (text: string, longest: number): string =>
  text.length <= longest ? text : `${Array.from(text.slice(0, longest)).slice(0, -1).join('')}…`
