// Finds the control that a description means in the accessibility tree: by name, kind and place. Says what is ambiguous, and
// never guesses.
import type { Control, ControlRole, Observation } from '../../core/desktop.ts'
import { enclosing } from '../../core/geometry.ts'
import { GroundFault } from './fault.ts'
import { atPlace } from './place-words.ts'
import { fold } from '../../matching/fold.ts'
import { isKindWord, kindIn, ofKind } from '../../matching/kinds.ts'
import { Label } from '../../matching/label.ts'
import { withoutNested } from '../../matching/places.ts'
import { rank, theBest, type Policy } from '../../matching/rank.ts'
import { isWhole, wordsAt } from '../../matching/words.ts'
import {
  beginningsIn,
  goesOn,
  quotedIn,
  sidesIn,
  splitDescription,
  withoutArticle,
  withoutSides,
} from './words.ts'

/** Roles that only show or contain something, so another control of the same name is more likely meant. */
const PASSIVE: ReadonlySet<ControlRole> = new Set([
  'text', 'image', 'group', 'other', 'separator', 'heading', 'header', 'application', 'window', 'dialog', 'tool bar',
  'status bar', 'web page',
]) // prettier-ignore
/** The most candidates that a fault names. */
const MAX_NAMED = 6

/** Throws GroundFault that names the existing ones instead. */
export function findByDescription(said: string, observation: Observation): Control {
  const controls = visible(observation.controls)
  const description = withNameQuoted(said, controls)
  const named = byName(description, controls)
  const valued = byValue(description, controls)
  const { head, tail } = splitDescription(fold(description))
  let candidates = meantBy(named, valued, head, controls)
  if (candidates.length === 0) throw notFound(said, controls, observation)
  if (candidates.length > 1) candidates = withoutPassive(candidates)
  if (candidates.length > 1) candidates = withoutNested(candidates, observation.controls)
  if (candidates.length > 1) candidates = inSurroundings(candidates, tail, observation)
  if (candidates.length > 1) {
    const rest = without(fold(description), (named ?? valued)?.name ?? '')
    candidates = atPlace(candidates, sidesIn(rest), ({ bounds }) => bounds)
  }
  const [only, ...others] = candidates
  if (only && others.length === 0) return only
  throw new GroundFault(
    `“${said}” could be any of ${candidates.length} controls: ${listed(candidates)}. ` +
      'Say which: its exact name, its kind, what it is inside of, or its place (first, left, bottom …).',
    { ambiguous: true },
  )
}

/** Selects those of the kind that is told: by name, else by value, which no other kind makes up for. */
function meantBy(named: Named | null, valued: Named | null, head: string, controls: Control[]): Control[] {
  const kindOf = ({ name }: Named) => kindIn(without(head, name))
  const kindred = (called: Named | null) => {
    const kind = called && kindOf(called)
    return called && kind ? ofKind(called.controls, kind) : []
  }
  for (const found of [kindred(named), kindred(valued)]) if (found.length > 0) return found
  if (named) return named.controls
  if (valued && kindOf(valued) === null) return valued.controls
  // Without a name, the kind alone may be enough: “the text field”.
  const kind = kindIn(head)
  return kind && isKindAlone(head, kind.word) ? ofKind(controls, kind) : []
}

/** Words that do not distinguish one element of a kind from another. */
const BARE =
  /[\p{P}\p{S}]|(?<![\p{L}\p{N}])(?:the|a|an|der|die|das|le|la|el|main|large|big|small|empty|blank|only|single|whole|area|box|control|element)(?![\p{L}\p{N}])/gu

/**
 * Tells whether the description has only its kind. Any other word is a name or look that no control has, so the element of that kind is not
 * the one meant.
 */
function isKindAlone(head: string, kind: string): boolean {
  const rest = withoutSides(without(head, kind)).replace(BARE, ' ')
  // “The edit field” has two words for one kind.
  return rest.split(' ').every((word) => word === '' || isKindWord(word))
}

const visible = (controls: readonly Control[]): Control[] =>
  controls.filter(
    ({ states, bounds }) => !states.includes('offscreen') && bounds.width > 0 && bounds.height > 0,
  )

const without = (text: string, name: string): string => {
  const at = wordsAt(text, name)
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + name.length)}`
}

/**
 * Puts a name into quotes that contains words which otherwise begin a clause (“Log in”, “Turn on”, “Save to file”), so that it is one name,
 * and not a shorter one that it begins with.
 */
function withNameQuoted(description: string, controls: readonly Control[]): string {
  const text = fold(description)
  const { head, tail } = splitDescription(text)
  if (tail === '' || quotedIn(head).length > 0) return description
  const [name] = controls
    .flatMap(namesOf)
    .filter((each) => {
      const at = wordsAt(text, each)
      return at >= 0 && at < head.length && at + each.length > head.length && !each.includes('"')
    })
    .toSorted((a, b) => b.length - a.length)
  if (name === undefined || name === text) return description
  const at = wordsAt(text, name)
  return `${text.slice(0, at)}"${name}"${text.slice(at + name.length)}`
}

/** Prefers an equal name, literal or not, to a name with a key or a count after it. */
const CALLED: Policy = { name: { exact: 3, same: 3, key: 2, count: 2, spelled: 1 } }

interface Named {
  /** The matched name, or beginning of a value, in compared form. */
  name: string
  controls: Control[]
}

/** Finds the controls with the description's name: an exact one, then a quoted one, then the longest name among its words. */
function byName(description: string, controls: readonly Control[]): Named | null {
  const whole = fold(description)
  const { head } = splitDescription(whole)
  const quoted = quotedIn(head)
  for (const name of [whole, head, ...quoted]) {
    const found = theBest(rank(name, controls, (control) => ({ name: control.name }), CALLED))
    if (found.length > 0) return { name, controls: found }
  }
  const told = (name: string, role: ControlRole): boolean =>
    // With quotes, only the quoted text is the name.
    quoted.length > 0
      ? quoted.some((each) => wordsAt(name, each) >= 0)
      : tellsName(withoutArticle(head), name, role)
  const pairs = controls.flatMap((control) =>
    namesOf(control)
      .filter((name) => told(name, control.role))
      .map((name) => ({ name, control })),
  )
  const [best] = (quoted.length > 0 ? pairs : meant(pairs, head))
    .map(({ name }) => name)
    .toSorted((a, b) => {
      // Of several names in a description the longest is meant; of several names that contain a quoted text, the shortest.
      return quoted.length > 0 ? a.length - b.length : b.length - a.length
    })
  if (best === undefined) return null
  return { name: best, controls: pairs.filter(({ name }) => name === best).map(({ control }) => control) }
}

/**
 * Finds the controls whose value is a text, or begins with it where it is in quotes: a paragraph has no name, a field may have none, and a
 * cell is called by its address. A whole value comes first.
 */
function byValue(description: string, controls: readonly Control[]): Named | null {
  const whole = fold(description)
  const quoted = beginningsIn(whole)
  const ways: [string, (value: string, name: string) => boolean][] = [
    ...[...quoted, ...textsOfCell(whole)].map((name) => [name, isEqual] as (typeof ways)[number]),
    ...quoted.map((name) => [name, beginsWith] as (typeof ways)[number]),
  ]
  for (const [name, holds] of ways) {
    const found = controls.filter(({ value }) => value !== null && holds(fold(value), name))
    if (found.length > 0) return { name, controls: found }
  }
  return null
}

const isEqual = (value: string, name: string): boolean => value === name

/** What is left of the description of a cell, and of it without its clauses: a person says what stands there. */
function textsOfCell(whole: string): string[] {
  const { head } = splitDescription(whole)
  const kind = kindIn(head)
  if (!kind?.roles.includes('cell')) return []
  return [whole, head]
    .map((text) => withoutArticle(without(text, kind.word).replace(/\s+/g, ' ').trim()))
    .filter((text) => text !== '')
}

/** Whether a text begins with whole words, or with what is told to go on. Both are folded. */
function beginsWith(text: string, told: string): boolean {
  const begin = told.replace(/ ?\.\.\.$/, '')
  return begin !== '' && text.startsWith(begin) && (begin !== told || isWhole(text, 0, begin.length))
}

/** Selects, among several names in a description, those whose kind is given: “the button to save the file” is not the menu File. */
function meant(pairs: { name: string; control: Control }[], head: string): typeof pairs {
  const kind = kindIn(head)
  const whole = pairs.filter(
    ({ name }) => !pairs.some((other) => other.name !== name && wordsAt(other.name, name) >= 0),
  )
  const kindred = whole.filter(({ control }) => kind?.roles.includes(control.role))
  return kindred.length > 0 ? kindred : whole
}

/**
 * Tells whether a name distinguishes a control. A name that is only a word for a kind (`button`, `text`) does not where it means the kind,
 * nor where another kind is given: “the edit field” is not the menu Edit.
 */
function tellsName(head: string, name: string, role: ControlRole): boolean {
  const at = wordsAt(head, name)
  if (at < 0 || goesOn(head.slice(at + name.length))) return false
  const kind = kindIn(head)
  if (kind?.word === name) return without(head, name).includes(name)
  return kind === null || kind.roles.includes(role) || !isKindWord(name)
}

/** Lists the control's name, and the name without its marks: `Save As…`, `&File`, `Name:`, `Next (F3)`. */
function namesOf(control: Control): string[] {
  const { folded, plain, bare } = new Label(control.name)
  return [...new Set([folded, plain, bare])].filter((each) => each !== '')
}

const withoutPassive = (candidates: Control[]): Control[] => {
  const active = candidates.filter(({ role }) => !PASSIVE.has(role))
  return active.length > 0 ? active : candidates
}

/** Selects the candidates inside something of the named kind: “… in the Save dialog”. */
function inSurroundings(candidates: Control[], tail: string, { controls, windows }: Observation): Control[] {
  if (tail === '') return candidates
  const byId = new Map(controls.map((control) => [control.id, control]))
  const around = (control: Control): string[] => {
    const names: string[] = []
    const window = windows.find(({ id }) => id === control.window_id)
    if (window) names.push(fold(window.title))
    for (let at = byId.get(control.parent ?? ''); at; at = byId.get(at.parent ?? ''))
      names.push(...namesOf(at))
    return names.filter((name) => wordsAt(tail, name) >= 0)
  }
  const scored = candidates.map((control) => ({ control, told: around(control).length }))
  const most = Math.max(...scored.map(({ told }) => told))
  return most === 0 ? candidates : scored.filter(({ told }) => told === most).map(({ control }) => control)
}

function notFound(description: string, controls: readonly Control[], observation: Observation): GroundFault {
  const [hidden] = byName(description, observation.controls)?.controls ?? []
  if (hidden)
    return new GroundFault(`The ${hidden.role} “${hidden.name}” is not in view: scroll to it first.`)
  const poor = observation.limited === null ? '' : ` What is seen is limited: ${observation.limited}`
  if (controls.length === 0) {
    const window = observation.window
    const where = window ? `the window “${window.title}”` : 'no window (none is chosen)'
    return new GroundFault(
      `“${description}” was not found: ${where} shows no controls.${poor} Use keys, or switch applications.`,
    )
  }
  const area = enclosing(controls.map(({ bounds }) => bounds))
  const nearTop = controls
    .filter(({ name, role }) => name.trim() !== '' && !PASSIVE.has(role))
    .toSorted((a, b) => likeness(b, description) - likeness(a, description))
  return new GroundFault(
    `“${description}” was not found among ${controls.length} controls (${area.width} × ${area.height} pixels).${poor} ` +
      `There is: ${listed(nearTop)}. Describe one by its exact name.`,
  )
}

/** Gives the number of a name's words in the description. */
const likeness = ({ name }: Control, description: string): number =>
  new Label(name).tokens.filter((word) => word.length > 1 && fold(description).includes(word)).length

const listed = (controls: readonly Control[]): string => {
  const named = controls
    .slice(0, MAX_NAMED)
    .map(({ role, name, bounds }) => `${role} “${name}” at ${bounds.x},${bounds.y}`)
  return [...named, ...(controls.length > MAX_NAMED ? ['…'] : [])].join('; ')
}
