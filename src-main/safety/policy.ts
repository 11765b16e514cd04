// Turns rules into a decision: by what the configuration, `--yes-to` and standing rules say of the categories of an act.
import type { Decision, SafetyCategory } from '../../src-preload/contract/safety.ts'
import { namesApplication } from './applications.ts'
import { startsDeskhand } from './command-effects.ts'
import { chordsHeld } from '../core/pointer-parameters.ts'
import { commandReads, commandText } from './conditions.ts'
import { factsOf, type Facts } from './facts.ts'
import type { Act, Judgement } from './gate.ts'
import { factsInEnglish } from './in-english.ts'
import { HARMFUL } from './harmful.ts'
import { HARMLESS } from './harmless.ts'
import { chordsOf, kindOfChord } from './keys.ts'
import { changedFolders, writtenPlaces } from './reach.ts'
import type { Surroundings } from './surroundings.ts'

export interface Policy {
  /** allow, ask or refuse, per category. */
  categories: Record<SafetyCategory, Decision>
  /** Process or application names in which every act is refused. */
  refused_applications: string[]
  /** Categories that the person has agreed to for this run (`--yes-to`). */
  yesTo: ReadonlySet<SafetyCategory>
  /** The gate's knowledge beside the act. */
  around: Surroundings
  /** Tells whether a standing rule covers this act, as far as it is of this category. */
  covered(category: SafetyCategory, facts: Facts): boolean
}

/** What an act could do, before any policy says whether it may. */
export interface Finding {
  category: SafetyCategory
  rule: string
  reason: string
}

interface Findings {
  findings: Finding[]
  harmless: { rule: string; reason: string } | null
}

/** Lists every harmful rule that applies; `unknown` when neither a harmful nor a harmless one does; empty for a harmless act. */
export const findingsOf = (act: Act, around: Surroundings): Findings => findingsIn(factsOf(act, around))

/** Judges keys that call items of menus as those items, too: Ctrl+L saves all files in one editor, and goes to a line in another. */
function findingsIn(facts: Facts): Findings {
  const own = findingsInAnyLanguage(facts)
  const all = [
    ...own.findings,
    ...(facts.act.target.calls ?? []).flatMap((call) => itemFindings(call, facts)),
  ]
  const harmful = all.filter(({ category }) => category !== 'unknown')
  const findings = [
    ...new Map((harmful.length > 0 ? harmful : all).map((each) => [each.category, each])).values(),
  ]
  return { findings, harmless: findings.length > 0 ? null : own.harmless }
}

/** A harm counts in the language of the interface and in English; an act that no word tells of there is harmless if each reading in English is. */
function findingsInAnyLanguage(facts: Facts): Findings {
  const own = findingsAlone(facts)
  const readings = factsInEnglish(facts).map(findingsAlone)
  const [reading] = readings
  if (!reading) return own
  const harms = readings.flatMap(({ findings }) => findings.filter(({ category }) => category !== 'unknown'))
  const isKnown = own.harmless !== null || own.findings.some(({ category }) => category !== 'unknown')
  if (harms.length === 0) return isKnown || readings.some(({ harmless }) => harmless === null) ? own : reading
  return { findings: isKnown ? [...harms, ...own.findings] : harms, harmless: null }
}

type Call = NonNullable<Act['target']['calls']>[number]

function itemFindings({ keys, item, opens }: Call, { act, around }: Facts): Finding[] {
  if (opens) return []
  const chosen: Act = {
    ...act,
    tool: { ...act.tool, tool_name: 'choose_menu' },
    // Who has commanded the keys has commanded the item.
    parameters: { path: item, keys: chordsHeld(act.parameters) },
    target: { ...act.target, kind: 'control', control: null, text: item.join(' > '), calls: [] },
  }
  const { findings } = findingsInAnyLanguage(factsOf(chosen, around))
  // Keys that are harmless in every application stay so whatever the item is called, unless its name is known for harm.
  const isCommon = chordsOf(keys).every((chord) => kindOfChord(chord) === 'shortcut')
  return isCommon ? findings.filter(({ category }) => category !== 'unknown') : findings
}

function findingsAlone(facts: Facts): Findings {
  const findings: Finding[] = []
  for (const rule of HARMFUL) {
    if (findings.some((found) => found.category === rule.category) || !rule.holds(facts)) continue
    findings.push({
      category: rule.category,
      rule: rule.name,
      reason: typeof rule.reason === 'string' ? rule.reason : rule.reason(facts),
    })
  }
  if (findings.length > 0) return { findings, harmless: null }
  const harmless = HARMLESS.find((rule) => rule.holds(facts))
  if (harmless) return { findings, harmless: { rule: harmless.name, reason: harmless.reason } }
  return {
    findings: [{ category: 'unknown', rule: 'not known to be harmless', reason: unknownReason(facts) }],
    harmless: null,
  }
}

function unknownReason({ act, window, control, gesture }: Facts): string {
  if (gesture === 'foreign') return `${act.tool.tool_name || 'This tool'} is not known to be harmless.`
  if (act.target.kind === 'unknown' || window === null) return 'It is not known what this would act on.'
  if (control === null && act.tool.tool_name !== 'choose_menu')
    return 'It is not known which control this would act on.'
  return 'This is not known to be harmless.'
}

const MODEL_ASKS = { rule: 'the model asks', reason: 'The model wants you to confirm this.' }
const TOOL_CHANGED = {
  rule: 'tool that has changed',
  reason: 'The server of this tool says something else of it than when you allowed it.',
}

/** Judges by rules alone. The model's wish (`confirm`) can turn allow into ask, nothing else. */
export const judge = (act: Act, policy: Policy): Judgement => examine(act, policy).judgement

/** Gives the judgement, and the categories for which the gate has to ask a person about this act. */
export function examine(
  act: Act,
  policy: Policy,
): { judgement: Judgement; asked: SafetyCategory[]; facts: Facts } {
  const facts = factsOf(act, policy.around)
  const refused = refusedApplication(act, policy) ?? refusedPlace(facts)
  if (refused) return { judgement: refused, asked: [], facts }
  const { findings, harmless } = findingsIn(facts)
  const decided = findings.map((finding) => ({
    ...finding,
    ...decisionOf(finding.category, facts, policy),
  }))
  const strongest =
    decided.find(({ decision }) => decision === 'refuse') ??
    decided.find(({ decision }) => decision === 'ask') ??
    decided[0]
  const judgement: Judgement = {
    decision: strongest?.decision ?? 'allow',
    categories: findings.map(({ category }) => category),
    rule: strongest?.covered ? 'a rule of yours' : (strongest?.rule ?? harmless?.rule ?? 'harmless'),
    reason: strongest?.reason ?? harmless?.reason ?? '',
  }
  const asked = decided.filter(({ decision }) => decision === 'ask').map(({ category }) => category)
  if (judgement.decision === 'refuse') return { judgement, asked, facts }
  const why = act.tool_changed
    ? TOOL_CHANGED
    : act.confirm && judgement.decision === 'allow'
      ? MODEL_ASKS
      : null
  return { judgement: { ...judgement, ...(why && { decision: 'ask', ...why }) }, asked, facts }
}

/** Refuses an act that would start Deskhand itself or change its own files. No agent may do that, whatever is allowed. */
function refusedPlace(facts: Facts): Judgement | null {
  if (!commandReads(facts) && startsDeskhand(commandText(facts)))
    return {
      decision: 'refuse',
      categories: ['change_setting'],
      rule: 'Deskhand itself',
      reason: 'It would run Deskhand itself: no agent gives itself permissions.',
    }
  const own =
    writtenPlaces(facts).find((place) => place.own !== null) ??
    changedFolders(facts).find(({ holds }) => holds === 'own')
  if (!own) return null
  return {
    decision: 'refuse',
    categories: ['change_setting'],
    rule: 'Deskhand’s own files',
    reason: `${own.path} ${own.own === null ? 'holds Deskhand’s own files' : `is ${own.own}`}: nothing that an agent does may change it.`,
  }
}

function decisionOf(
  category: SafetyCategory,
  facts: Facts,
  policy: Policy,
): { decision: Decision; covered: boolean } {
  const decision = policy.categories[category]
  if (decision !== 'ask') return { decision, covered: false }
  if (policy.yesTo.has(category)) return { decision: 'allow', covered: false }
  const covered = policy.covered(category, facts)
  return { decision: covered ? 'allow' : 'ask', covered }
}

function refusedApplication({ target, parameters, tool }: Act, policy: Policy): Judgement | null {
  if (policy.refused_applications.length === 0 || tool.tool_type === 'data_collection') return null
  const launch = tool.tool_name === 'launch_application' || tool.tool_name === 'run_shell'
  const started = launch ? [target.text, parameters.name, parameters.bash_command] : []
  const names = started.flatMap((each) =>
    typeof each === 'string' ? [each, each.split(/[\s/]+/).at(-1), each.split(/\s+/)[0]] : [],
  )
  const found = namesApplication(
    policy.refused_applications,
    target.window?.process_name,
    target.window?.application,
    // The requested text may be a title or a file, so the program that it starts counts.
    target.program,
    ...names,
  )
  if (!found) return null
  const where = target.window?.application ?? target.text ?? 'this application'
  return {
    decision: 'refuse',
    categories: ['other_application'],
    rule: 'refused application',
    reason: `The configuration refuses acts in ${where}.`,
  }
}
