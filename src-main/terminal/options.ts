// Defines the options of `deskhand run`, and checks them as they are read: a bad one is named before anything starts.
import { InvalidArgumentError, Option, type Command } from 'commander'
import {
  CATEGORY_COVERS,
  SAFETY_CATEGORIES,
  type SafetyCategory,
} from '../../src-preload/contract/safety-categories.ts'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import { givenNameFault } from '../../src-preload/contract/run-name.ts'
import { parseModelChoice } from '../bridge/parsing.ts'
import { messageOf } from '../core/errors.ts'
import { hasVirtualDesktops } from '../core/system.ts'

export interface RunCommandOptions {
  display?: NonNullable<CallInput<'start_run'>['display']>
  strategy?: string
  mode?: string
  platformOverride?: string
  model?: Record<string, string>
  task?: string
  maxStep?: number
  yesTo?: SafetyCategory[]
  json?: boolean
  keepOpen?: boolean
  resumable?: boolean
  showPlan?: boolean
}

/** Reads `ROLE=PRESET/MODEL`; without a role it applies to all of them. */
export function readModel(text: string, previous: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=')
  const role = equals < 0 ? 'default' : text.slice(0, equals).trim()
  const model = text.slice(equals + 1).trim()
  try {
    parseModelChoice(role, model)
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error))
  }
  return { ...previous, [role]: model }
}

export function readCategory(text: string, previous: SafetyCategory[] = []): SafetyCategory[] {
  const wanted = text.split(',').map((part) => part.trim().toLowerCase())
  const categories = wanted.map((name) => {
    const category = SAFETY_CATEGORIES.find((known) => known === name)
    if (!category) throw new InvalidArgumentError(`Use one of: ${SAFETY_CATEGORIES.join(', ')}.`)
    return category
  })
  return [...new Set([...previous, ...categories])]
}

/** Reads a name for a folder. */
function readName(text: string): string {
  const fault = givenNameFault(text)
  if (fault !== null) throw new InvalidArgumentError(fault)
  return text
}

export function readCount(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text.trim()) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Give a whole number, 1 or more.')
  }
  return value
}

export function readPort(text: string): number {
  const value = readCount(text)
  if (value > 65_535) throw new InvalidArgumentError('A port is a number from 1 to 65535.')
  return value
}

/** Says what `--json` does for a run. */
export const JSON_EVENTS = 'print one JSON event per line; never ask'

/** Makes an option that help shows only where there are virtual desktops. */
const ofVirtualDesktops = (flags: string, description: string): Option =>
  new Option(flags, description).hideHelp(!hasVirtualDesktops())

/** Lists the options of a run, also those of the interactive session. */
export const runOptions = (): Option[] => [
  new Option(
    '--display <where>',
    hasVirtualDesktops() ? 'the desktop to work on' : 'the desktop to work on; here it is always your own',
  ).choices(['host', 'virtual', 'auto']),
  new Option(
    '--strategy <name>',
    'who works: host-app (one agent plans, others act), single (one agent), planner (plans, acts and judges; needs models) or operator (a computer-use model, by pictures alone)',
  ),
  new Option(
    '--mode <name>',
    'normal, operator (a computer-use model alone) or normal_operator (one plans, a computer-use model acts)',
  ).choices(['normal', 'operator', 'normal_operator']),
  new Option('--platform-override <name>', 'choose the agents as on another platform: windows or linux'),
  new Option('--model <role=preset/model>', 'a model for a role, in this run (repeatable)').argParser(
    readModel,
  ),
  new Option('--task <name>', 'name of the run and its folder').argParser(readName),
  new Option('--max-step <n>', 'at most this many steps').argParser(readCount),
  new Option(
    '--yes-to <category>',
    `do not ask about these acts (repeatable). What each lets through: ${SAFETY_CATEGORIES.map((name) => `${name} (${CATEGORY_COVERS[name]})`).join('; ')}`,
  ).argParser(readCategory),
  new Option('--show-plan', 'show what is going to be done first, to be changed, and wait for your yes'),
  ofVirtualDesktops('--resumable', 'after a crash, keep the virtual desktop for `deskhand continue`'),
  ofVirtualDesktops('--keep-open', 'leave the virtual desktop open at the end, until Ctrl+C'),
]

export const parallelOption = (): Option =>
  ofVirtualDesktops('--parallel <n>', 'this many at once, each on its own virtual desktop').argParser(
    readCount,
  )

/** Makes the option for plain commands and recorded plans. */
export const dryRunOption = (): Option =>
  new Option('--dry-run', 'say what each step would do on the present screen, and do nothing')

/** Names the options of a run that also apply to plans. */
export const OPTIONS_FOR_PLANS = ['display', 'model', 'task', 'max-step', 'yes-to', 'show-plan']

/** Gives a command the options of a run, or only the named ones. */
export function addRunOptions(command: Command, names?: readonly string[]): void {
  for (const option of runOptions()) if (names?.includes(option.name()) ?? true) command.addOption(option)
}

export const displayOption = () => runOption('--display')

/** One of the options that every run takes. */
export function runOption(long: string) {
  const option = runOptions().find((candidate) => candidate.long === long)
  if (!option) throw new Error(`There is no option ${long}.`)
  return option
}
