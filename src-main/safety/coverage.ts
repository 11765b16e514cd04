// Says what a rule covers that a person gives for one act: acts of the same tool, in the same application, at the same target.
import { SEEN_TEXT } from '../core/desktop.ts'
import type { Coverage, SafetyCategory } from '../../src-preload/contract/safety.ts'
import { clicksOf, heldOf } from '../core/pointer-parameters.ts'
import { originOf } from './addresses.ts'
import { kindOf } from './applications.ts'
import { sendsCommand } from './conditions.ts'
import type { Facts } from './facts.ts'
import type { Act } from './gate.ts'
import { readableName } from '../matching/label.ts'
import { handsCommand, namesPipe, tellsCalculator } from './lines.ts'
import { wayOut } from './reach.ts'
import { menuPath } from './words.ts'

/** The most characters of an argument, because a longer one can't be read in a list of rules. */
const LONGEST = 2_000

/**
 * Gives null for an act that can't be distinguished from others (a point, a control without a name, an unknown window, another
 * maker's tool): it can be allowed once only. Nothing is cut, so that no other act reads the same. `reached`: addresses and commands that only its
 * control does not tell.
 */
export function coverageOf(act: Act, reached: readonly string[] = []): Coverage | null {
  const application = applicationOf(act)
  const argument = join(argumentOf(act), ...reached)
  if (application === '' || argument === null || argument.length > LONGEST) return null
  return { application, action: act.tool.tool_name, argument }
}

/** Gives what a rule for the act would cover. For an unknown act in a window without controls, that is the whole window. */
export function coverageFor(facts: Facts, asked: readonly SafetyCategory[]): Coverage | null {
  const ofWindow = asked.every((category) => category === 'unknown') ? windowCoverageOf(facts.act) : null
  // A text on the picture is no control that the window reports.
  if (ofWindow && facts.control !== null) return ofWindow
  return coverageOf(facts.act, reachedBy(facts)) ?? ofWindow
}

/** Says where the act leads by what is typed: the same field takes any address, formula and command. */
function reachedBy(facts: Facts): string[] {
  const way = wayOut(facts)
  const line = `${facts.around.typedBefore(facts).text}${facts.typed ?? ''}`
  const isCommand = [handsCommand, sendsCommand, tellsCalculator, namesPipe].some((holds) => holds(facts))
  return [
    // A site that the person trusts hears its addresses, and a page every text that is typed into it: only the origin counts.
    ...(way === null
      ? []
      : [`to ${way.to}`, ...(facts.inPage || originOf(way.what) === way.to ? [] : [way.what])]),
    ...(isCommand ? [line] : []),
  ]
}

/** Covers an act in a window that reports no control; null for other acts, and in a page, because a page may change into another one. */
export function windowCoverageOf({ target, tool }: Act): Coverage | null {
  const { window, control, kind } = target
  const isReported = control !== null && control.description !== SEEN_TEXT
  if (window === null || isReported || target.terminal || kindOf(window) === 'browser') return null
  if (kind !== 'point' && kind !== 'focus') return null
  return {
    application: window.process_name,
    action: tool.tool_name,
    argument: `window ${window.id}`,
    whole_window: true,
  }
}

function applicationOf({ target, tool }: Act): string {
  if (target.kind === 'application') return target.program ?? target.text ?? ''
  return target.window?.process_name ?? (target.kind === 'command' ? tool.namespace : '')
}

function argumentOf(act: Act): string | null {
  const { target, parameters, tool } = act
  if (target.kind === 'command') return join(target.text, ...scriptsOf(act))
  if (target.kind === 'application')
    return join(target.text, ...listOf(parameters.arguments), ...scriptsOf(act))
  if (target.kind === 'unknown') return null
  // A button of the same name on another page is another button. Where the page is unknown, it may be any page.
  if (kindOf(target.window) === 'browser' && !target.page) return null
  if (target.control?.role === 'password') return null
  const typed = parameters.text ?? parameters.keys
  // In a terminal, the typed text is what is carried out. Elsewhere the control that takes the text matters.
  if (target.terminal && typeof typed === 'string') return join(typed, ...enterOf(act), ...heldIn(act))
  if (tool.tool_name === 'choose_menu') return join(menuPath(parameters.path).join(' > '), ...asideOf(act))
  const control = controlOf(act)
  if (control === null)
    return tool.tool_name === 'close_application_window' ? join('the window', ...asideOf(act)) : null
  const called = (target.calls ?? []).map(({ item }) => item.join(' > '))
  const keys = tool.tool_name === 'keyboard_input' ? [textOf(parameters.keys), ...called] : []
  const item = tool.tool_name === 'select_item' ? [textOf(parameters.name)] : []
  const phrases = [parameters.starting_phrase, parameters.ending_phrase].map(textOf).filter(Boolean)
  return join([...keys, ...item, ...phrases, control].join(' · '), ...enterOf(act), ...asideOf(act))
}

function controlOf({ target: { control } }: Act): string | null {
  const name = control ? readableName(control) : ''
  return control && name !== '' ? `${control.role} “${name}”` : null
}

/** Gives Enter and the default button of the dialog, which Enter would press. */
function enterOf({ parameters, target }: Act): string[] {
  const pressed = parameters.enter === true ? ['Enter'] : []
  return target.default_button === null ? pressed : [...pressed, `default “${target.default_button}”`]
}

/** Gives the content of the files that a command runs, because the permission holds only as long as they stay the same. */
const scriptsOf = ({ target }: Act): string[] => (target.scripts ? [`files ${target.scripts}`] : [])

/** Gives a title without its changing parts: the mark of unsaved work, and counts (`Inbox (3)`). */
const lastingTitle = (title: string): string =>
  title
    .replace(/^[*•●]\s*/, '')
    .replace(/\s*[([]\d+[)\]]/g, '')
    .trim()

/** Gives the context of an act, because a button of the same name does something else in another window or dialog, or for another file. */
const asideOf = ({ target, parameters }: Act): string[] => [
  // A page is identified by its origin, because it can choose any title.
  ...(target.window && !target.page ? [`in “${lastingTitle(target.window.title)}”`] : []),
  ...(typeof target.question === 'string' ? [`“${target.question}”`] : []),
  // Files and addresses that are not written in the title: one of the same name in another folder, one that was chosen in the dialog.
  ...new Set(
    [
      target.overwrites,
      target.document,
      target.writes,
      target.opens,
      target.address,
      ...(target.items ?? []),
    ].flatMap((each) => each || []),
  ),
  ...(typeof parameters.button === 'string' && parameters.button !== 'left' ? [parameters.button] : []),
  ...(clicksOf(parameters) > 1 ? [clicksOf(parameters) === 2 ? 'double' : 'triple'] : []),
  ...(target.page ? [`at ${originOf(target.page)}`] : []),
  ...heldIn({ parameters }),
]

const heldIn = ({ parameters }: Pick<Act, 'parameters'>): string[] =>
  heldOf(parameters) === '' ? [] : [`holding ${heldOf(parameters)}`]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [])

/** Joins the parts; null where the first one is missing, because the target of the act is unknown then. */
const join = (first: string | null | undefined, ...more: string[]): string | null =>
  first ? [first, ...more].join(' · ') : null
