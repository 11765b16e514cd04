// What a run has shown: one memory per subtask, drawn from its verified steps, and one of the whole request where it took several.
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
}

/** Longest argument that is told: a text that was typed is an example, not a document. */
const LONGEST_ARGUMENT = 300
const LONGEST_TIP = 200
const NAMING = new Set(['id', 'name', 'x', 'y', 'start_x', 'start_y', 'end_x', 'end_y'])

/** Never with what goes into a field for a password, nor with anything that looks like a secret. */
export function experienceOf({ context, run, mask }: ExperienceSource): NewMemory[] {
  const rounds = Object.values(context.get('STRUCTURAL_LOGS'))
  const memories = rounds.flatMap((round) => {
    const subtasks = Object.entries(round)
      // The host's own steps, which plan and assign, are filed as subtask -1.
      .filter(([index, steps]) => index !== '-1' && steps.length > 0)
      .map(([, steps]) => ofSubtask(steps, run))
    const known = subtasks.filter((memory) => memory !== null)
    const whole = ofRequest(known, run)
    return whole ? [...known, whole] : known
  })
  return memories.map((memory) => clean(mask(memory)))
}

function ofSubtask(steps: LoggedStep[], run: string): NewMemory | null {
  const last = steps.at(-1) ?? {}
  const request = textOf(last['request'])
  const subtask = textOf(last['subtask']) || request
  const actions = steps.flatMap((step) => actionsOf(step).map((action) => ({ action, step })))
  if (subtask === '' || actions.length === 0) return null
  const worked = textOf(last['status']) === 'FINISH'
  const good = actions.filter(({ action }) => cameOff(action))
  const lines = (worked ? good : actions).map(({ action }) => stepWords(action, !worked))
  const reason = textOf(last['last_error']) || textOf(last['comment'])
  return {
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
}

/** How a request was divided: what a host or a planner can begin with. */
function ofRequest(subtasks: NewMemory[], run: string): NewMemory | null {
  const request = textOf(subtasks[0]?.data?.['whole_request'])
  if (subtasks.length < 2 || request === '') return null
  const worked = subtasks.every(({ outcome }) => outcome === 'worked')
  const lines = subtasks.map(({ title, applications = [], outcome }) => {
    const place = applications[0] === undefined ? '' : ` (in ${applications[0]})`
    return `${title}${place}${outcome === 'worked' ? '' : ': did not work'}`
  })
  return {
    kind: 'narrative',
    outcome: worked ? 'worked' : 'did_not_work',
    applications: [],
    title: titleOf(request),
    key: request,
    text: numbered(lines).join('\n'),
    source: { run, step: null, file: null },
  }
}

/** The act in words that hold in another run: what it was aimed at by role and name, never by an id or a place. */
export function stepWords(action: ActionRecord, withOutcome = false): string {
  const args = isSecret(action)
    ? []
    : Object.entries(action.arguments).filter(
        ([key, value]) => value !== null && value !== '' && !(NAMING.has(key) && action.target !== null),
      )
  const told = args.map(([key, value]) => `${key}=${short(JSON.stringify(value), LONGEST_ARGUMENT)}`)
  const outcome =
    action.error ?? (action.effect === null ? null : `${action.effect}: ${action.evidence ?? ''}`)
  return [
    action.function,
    action.target === null ? '' : ` on ${action.target}`,
    told.length === 0 ? '' : ` with ${told.join(', ')}`,
    withOutcome && outcome !== null ? ` — ${short(outcome, LONGEST_TIP)}` : '',
  ].join('')
}

/** What was tried in vain on the way to what worked. */
function tipsOf(actions: ActionRecord[]): string {
  const vain = actions.filter((action) => !cameOff(action) && action.status !== 'skipped')
  const tips = vain.map((action) => `- In vain: ${stepWords(action, true)}`)
  return [...new Set(tips)].slice(0, 5).join('\n')
}

const cameOff = ({ status, effect }: ActionRecord): boolean =>
  status === 'success' && effect !== 'contradicted'

const isSecret = ({ target }: ActionRecord): boolean =>
  target !== null && (target.startsWith('password') || PASSWORD_NAME.test(target))

const actionsOf = (step: LoggedStep): ActionRecord[] =>
  Array.isArray(step['action']) ? (step['action'] as ActionRecord[]) : []

/** The names that a later run may know the application by: its process, its root, what it calls itself. */
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

function clean(memory: NewMemory): NewMemory {
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
