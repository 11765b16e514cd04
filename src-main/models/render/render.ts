// Renders a structured input as the messages that a model reads: a fixed part first, then what changes, oldest first, so that
// services can cache as much as possible.
import { verifiedWords } from '../../../src-preload/contract/evaluation-words.ts'
import { missingCaseError } from '../../core/control-flow.ts'
import type { Picture } from '../../core/desktop.ts'
import type {
  AppInput,
  BlackboardView,
  EvaluationInput,
  HostInput,
  LinuxInput,
  ModelInput,
  OperatorInput,
  StepRecord,
} from '../input.ts'
import { verifiedEffects } from '../../../src-preload/contract/verified-effects.ts'
import { lostActs } from '../lost-acts.ts'
import { applicationLines } from './applications.ts'
import { controlLines, differenceLines, windowLine } from './controls.ts'
import { block, compactJson, quote, section } from './data.ts'
import {
  historyLines,
  interruptionLines,
  answerLines,
  earlierLines,
  personLines,
  subtaskLines,
} from './history.ts'
import { memoryLines } from './memories.ts'
import { otherWindowsOf } from './own-windows.ts'
import { toolLines } from './tools.ts'

export interface RenderedPrompt {
  /** The same, byte for byte, at every step of an agent with the same tools. */
  system: string
  user: string
  /** Characters of `user` that stay the same while an agent does its steps: what is asked for, and the controls of a first look. */
  kept: number
  /** In the order in which `user` names them. */
  pictures: Picture[]
}

export interface RenderOptions {
  /** The role's prompt file; `{{tools}}` stands for the list of tools. */
  prompt: string
  /** Number of earlier steps in the prompt. */
  historySteps: number
  /** Whether the model gets pictures. */
  pictures: boolean
}

const MAX_TRAJECTORY_LENGTH = 400
const BETWEEN = '\n\n'
/** The title of what grows with each step. */
const STEPS = 'Steps so far'

export function renderPrompt(input: ModelInput, options: RenderOptions): RenderedPrompt {
  const tools = toolLines(input.tools)
  const system = options.prompt
    .trimEnd()
    .replace('{{tools}}', () => (tools.length > 0 ? tools.join('\n') : 'none'))
  const pictures = options.pictures ? input.pictures : []
  const labels = pictures.map(({ label }, index) => `${index + 1}. ${quote(label, 80)}`)
  const parts = [...partsOf(input, options), ...section('Pictures', labels)]
  const user = parts.join(BETWEEN)
  const steps = parts.findIndex((part) => part.startsWith(`# ${STEPS}\n`))
  const kept = parts
    .slice(0, Math.max(0, steps))
    .map((part) => part + BETWEEN)
    .join('').length
  return { system, user, kept, pictures: pictures.map(({ picture }) => picture) }
}

function partsOf(input: ModelInput, options: RenderOptions): string[] {
  switch (input.kind) {
    case 'host':
      return hostParts(input, options)
    case 'app':
    case 'linux':
      return appParts(input, options)
    case 'operator':
      return operatorParts(input, options)
    case 'evaluation':
      return evaluationParts(input)
    case 'tool':
      return [input.str_input]
    default:
      return missingCaseError(input)
  }
}

function hostParts(input: HostInput, options: RenderOptions): string[] {
  return [
    ...section('Request', input.request),
    ...commonParts(input),
    ...stepParts(input, options),
    ...section('Windows, front to back', windowsBlock(input)),
    NOW,
  ]
}

function appParts(input: AppInput | LinuxInput, options: RenderOptions): string[] {
  const area = input.window?.bounds ?? null
  // Without a base all controls are new, and a difference would be twice as long as the list.
  const base = input.difference?.base?.length === 0 ? undefined : input.difference?.base
  const controls = controlLines(input.controls, area)
  const changes = input.difference && base ? differenceLines(input.difference, area) : null
  return [
    ...section('Request', input.request),
    ...section(
      input.subtask_index === undefined ? 'Subtask' : `Subtask ${input.subtask_index}`,
      input.subtask === input.request ? '' : input.subtask,
    ),
    ...section(
      'Tips',
      input.host_message.map((tip) => `- ${quote(tip, MAX_TRAJECTORY_LENGTH)}`),
    ),
    ...commonParts(input),
    ...(base && input.difference
      ? section(
          `Controls at step ${input.difference.base_step}`,
          block('screen_data', controlLines(base, area)),
        )
      : []),
    ...stepParts(input, options),
    ...(input.kind === 'linux' ? section('Windows, front to back', windowsBlock(input)) : []),
    ...section(
      'Chosen window',
      input.window ? block('screen_data', [windowLine(input.window)]) : 'none is chosen',
    ),
    ...(input.kind === 'app' ? section('Its other windows', otherWindows(input)) : []),
    ...(changes && input.difference
      ? section(
          `Controls now: changes since step ${input.difference.base_step}`,
          block('screen_data', changes),
        )
      : section('Controls', controls.length > 0 ? block('screen_data', controls) : 'none are listed')),
    ...section(
      'What is missing from this view',
      input.limited ? quote(input.limited, MAX_TRAJECTORY_LENGTH) : '',
    ),
    NOW,
  ]
}

/** Writes the beginning of a conversation with a computer-use model. */
function operatorParts(input: OperatorInput, options: RenderOptions): string[] {
  const steps = historyLines(input.history, options.historySteps)
  return [
    ...section('Request', input.request),
    ...section('Subtask', input.subtask === input.request ? '' : input.subtask),
    ...section(
      'Tips',
      input.host_message.map((tip) => `- ${quote(tip, MAX_TRAJECTORY_LENGTH)}`),
    ),
    ...commonParts(input),
    ...section(STEPS, steps.length > 0 ? block('history_data', steps) : ''),
  ]
}

function evaluationParts(input: EvaluationInput): string[] {
  return [
    ...section('Request', input.request),
    ...earlierParts({ outcomes: input.earlier ?? [], acts: [] }),
    ...section('What the person has said', answerLines(input.questions ?? [])),
    ...section('Result that was given', block('history_data', [compactJson(input.result ?? null, 4000)])),
    ...section('Steps', block('history_data', historyLines(input.trajectory, input.trajectory.length))),
    ...section('What was verified', block('history_data', verifiedLines(input.trajectory))),
    'Judge now, in the JSON form given above.',
  ]
}

/**
 * Gives the counts, then the acts that had no effect or another one, whatever the agents said of them. What they were, and how they failed,
 * stands among the steps.
 */
function verifiedLines(trajectory: StepRecord[]): string[] {
  return [
    verifiedWords(verifiedEffects(trajectory)),
    ...lostActs(trajectory).map(
      ({ step, number, action }) =>
        `step ${step}, act ${number}: ${action.function} → ${action.effect ?? action.status}`,
    ),
  ]
}

const NOW = 'Decide what comes next and reply in the JSON form given above.'

/** The parts that rarely change within a round. */
function commonParts(input: HostInput | AppInput | LinuxInput | OperatorInput): string[] {
  const { previous_subtasks, blackboard, os, home, interruption, memories = [] } = input
  return [
    ...section(
      'Platform',
      home === undefined ? os : `${os}, home folder ${quote(home, MAX_TRAJECTORY_LENGTH)}`,
    ),
    ...section('Installed applications', applicationsBlock(input)),
    ...section(
      interruption?.idle ? 'The desktop' : 'This goes on with an interrupted run',
      interruptionLines(interruption ?? null),
    ),
    ...section('What the person has said', personLines(blackboard)),
    ...section('What you remember', memories.length > 0 ? block('memory_data', memoryLines(memories)) : ''),
    ...section(
      'Earlier subtasks',
      previous_subtasks.length > 0 ? block('history_data', subtaskLines(previous_subtasks)) : '',
    ),
    ...earlierParts(blackboard),
  ]
}

function earlierParts(earlier: Pick<BlackboardView, 'outcomes' | 'acts'>): string[] {
  const lines = earlierLines(earlier)
  return section('What came of the earlier requests', lines.length > 0 ? block('history_data', lines) : '')
}

function stepParts(input: HostInput | AppInput | LinuxInput, options: RenderOptions): string[] {
  const steps = historyLines(input.history, options.historySteps, ownSteps(input))
  return [
    ...section(STEPS, steps.length > 0 ? block('history_data', steps) : ''),
    ...section(
      'Your plan',
      input.plan.map((entry) => `- ${quote(entry, MAX_TRAJECTORY_LENGTH)}`),
    ),
  ]
}

/** Selects the host's own steps, or those of the current subtask; for a single agent all steps are its own. */
function ownSteps(input: HostInput | AppInput | LinuxInput): (step: StepRecord) => boolean {
  if (input.kind === 'host') return (step) => step.subtask_index === -1
  const { subtask_index: index } = input
  if (input.kind === 'linux') return () => true
  return (step) => (index === undefined ? step.subtask_index !== -1 : step.subtask_index === index)
}

/** For agents that open windows; an AppAgent has its own window. */
function applicationsBlock({
  kind,
  request,
  applications = [],
}: HostInput | AppInput | LinuxInput | OperatorInput): string {
  if (kind === 'app' || applications.length === 0) return ''
  return block('screen_data', applicationLines(applications, request))
}

function windowsBlock(input: HostInput | LinuxInput): string {
  return input.windows.length > 0 ? block('screen_data', input.windows.map(windowLine)) : 'none is open'
}

function otherWindows(input: AppInput): string[] {
  const others = otherWindowsOf(input)
  if (others.length === 0) return []
  return [
    block('screen_data', others.map(windowLine)),
    'Their controls are listed where they are dialogs of the chosen window. To go on in another one, `click_input` its id and name.',
  ]
}
