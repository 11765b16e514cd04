// Finds the control that a phrase means. It is deterministic: the same phrase and controls give the same answer, and where
// several answers are equally good there is none.
import type { Control, ControlRole, WindowInfo } from '../core/desktop.ts'
import { agreementOf, type Agreement } from '../matching/agreement.ts'
import { withoutBlocked } from '../matching/dialogs.ts'
import { ofKind } from '../matching/kinds.ts'
import { Label, readableName } from '../matching/label.ts'
import { ALL, nearest as nearestOf } from '../matching/nearest.ts'
import { labelled, withoutRemark } from '../matching/labelled.ts'
import { areInLine, byIdOf, holdersOf, inReadingOrder, middleOf, withoutNested } from '../matching/places.ts'
import { rank, type Policy } from '../matching/rank.ts'
import { isBoxedItem, saysNoOther, saysOpposite, withoutShowing } from './boxes.ts'
import { byArea, displayOf, DOES_SOMETHING, isSilent } from './displays.ts'
import { atPosition, type GoesOn } from './counting.ts'
import { readPhrase, readWithin, type Phrase, type Side } from './phrases.ts'
import { quote } from '../../src-preload/contract/quotes.ts'

/** The use for which a control is searched. */
export type Purpose = 'click' | 'write' | 'toggle' | 'hold' | 'item' | 'read' | 'any'

export interface Matches {
  /** One: found. Several: equally good ones, in reading order. None: see `nearest`. */
  found: Control[]
  /** The nearest names, for the message. */
  nearest: string[]
  /** The list whose item is meant, where that may be out of sight. */
  goesOn?: GoesOn
}

const set = (...roles: ControlRole[]): ReadonlySet<ControlRole> => new Set(roles)

/** Roles that each purpose can use; a purpose without an entry can use every role but frames and bars. */
const USABLE: Partial<Record<Purpose, ReadonlySet<ControlRole>>> = {
  write: set('edit', 'document', 'password', 'combo box', 'spinner', 'slider', 'cell'),
  toggle: set('check box', 'radio button', 'switch', 'toggle button', 'menu item'),
  hold: set('combo box', 'list', 'tab list', 'tree', 'table', 'menu', 'group'),
  item: set('list item', 'menu item', 'tab', 'tree item', 'row', 'cell', 'radio button', 'image'),
}
const NEVER = set('application', 'separator', 'window')
/** Roles with nothing to read but their name; “document” means the text, not the menu of that name. */
const NOT_READ = set(
  'button',
  'toggle button',
  'menu',
  'menu item',
  'menu bar',
  'tab',
  'tool bar',
  'scroll bar',
  'image',
)
/** Roles that each purpose prefers to others of the same name. */
const PREFERRED: Partial<Record<Purpose, ReadonlySet<ControlRole>>> = {
  click: set(
    'button',
    'toggle button',
    'check box',
    'radio button',
    'switch',
    'edit',
    'password',
    'document',
    'combo box',
    'list item',
    'menu',
    'menu item',
    'tab',
    'tree item',
    'row',
    'cell',
    'header',
    'link',
    'slider',
    'spinner',
  ),
  // A field is preferred to the label before it.
  read: set('edit', 'document', 'cell', 'combo box', 'spinner', 'slider', 'progress bar', 'status bar'),
  hold: set('combo box', 'list', 'tree', 'table', 'tab list'),
}

export function findByPhrase(
  written: string,
  controls: readonly Control[],
  purpose: Purpose,
  windows: readonly WindowInfo[] = [],
): Matches {
  const reached = LOOKING.has(purpose) ? controls : withoutBlocked(controls, windows)
  const usable = reached.filter((control) => isUsable(control, purpose, controls))
  const read = purpose === 'read' ? usable.filter(({ role }) => !NOT_READ.has(role)) : []
  const asText = read.length > 0 ? bestOf(written, read, controls, purpose, windows) : null
  const other = purpose === 'read' ? usable.filter((control) => !isSilent(control)) : usable
  // What nobody can write into is meant only where nothing else is.
  const open = purpose === 'write' ? other.filter((control) => isOpen(control, controls)) : []
  const best =
    asText ??
    bestOf(written, open, controls, purpose, windows) ??
    bestOf(written, other, controls, purpose, windows)
  if (best) return best
  const sign = new Label(readPhrase(written)[0]?.name ?? '').spelled
  for (const name of NAMES_OF_SIGNS.get(sign) ?? []) {
    const named = bestOf(quote(name), usable, controls, purpose, windows)
    if (named) return named
  }
  return { found: [], nearest: nearest(written, usable) }
}

/** What only looks, also behind a dialog. */
const LOOKING: ReadonlySet<Purpose> = new Set<Purpose>(['read', 'any'])

/** A field for a date is not written into itself, but in its parts. */
const isOpen = ({ id, states }: Control, controls: readonly Control[]): boolean =>
  !states.includes('readonly') || controls.some(({ role, parent }) => role === 'spinner' && parent === id)

/** Whether it is a group of spinners, as which Firefox tells a field for a time. */
const isTimeOfParts = ({ id, role }: Control, controls: readonly Control[]): boolean =>
  role === 'group' && controls.filter((each) => each.role === 'spinner' && each.parent === id).length > 1

function isUsable(control: Control, purpose: Purpose, controls: readonly Control[]): boolean {
  if (NEVER.has(control.role)) return false
  if (purpose === 'toggle' && isBoxedItem(control)) return true
  if (purpose === 'write' && isTimeOfParts(control, controls)) return true
  return USABLE[purpose]?.has(control.role) ?? true
}

/** The most levels between a control and what it stands in. */
const DEEPEST = 30

/** Finds the one control of a name that stands within, or in one line with, what the phrase names; null where there is not just one. */
export function findWithin(
  written: string,
  controls: readonly Control[],
  purpose: Purpose,
  windows: readonly WindowInfo[],
): Control | null {
  const within = readWithin(written)
  if (!within) return null
  const things = findByPhrase(within.thing, controls, purpose, windows).found
  const byId = byIdOf(controls)
  const isInside = (control: Control, holder: Control): boolean =>
    holdersOf(control, byId).slice(0, DEEPEST).includes(holder)
  const isBeside = ({ bounds }: Control, { bounds: { y, height } }: Control): boolean =>
    middleOf(bounds).y > y && middleOf(bounds).y < y + height
  const { side } = within
  const fitting = findByPhrase(within.around, controls, 'any', windows).found.flatMap((around) => {
    if (side !== null) return nextTo(around, side, things) ?? []
    const inside = things.filter((thing) =>
      within.inLine ? thing.id !== around.id && isBeside(thing, around) : isInside(thing, around),
    )
    return inside.length === 1 ? inside : []
  })
  const [only, ...others] = new Set(fitting)
  return only && others.length === 0 ? only : null
}

/** Finds the nearest of the things on one side of a control, in one column or line with it; null where there is none. */
function nextTo(around: Control, side: Side, things: readonly Control[]): Control | null {
  const { x, y, width, height } = around.bounds
  const distance = ({ id, window_id, bounds }: Control): number => {
    if (id === around.id || window_id !== around.window_id) return Infinity
    const isColumn = bounds.x < x + width && x < bounds.x + bounds.width
    const isLine = Math.abs(middleOf(bounds).y - (y + height / 2)) <= Math.max(height, bounds.height) / 2
    const gaps = {
      below: isColumn ? bounds.y - (y + height) : -Infinity,
      above: isColumn ? y - (bounds.y + bounds.height) : -Infinity,
      left: isLine ? x - (bounds.x + bounds.width) : -Infinity,
      right: isLine ? bounds.x - (x + width) : -Infinity,
    }
    const gap = side === 'beside' ? Math.max(gaps.left, gaps.right) : gaps[side]
    return gap >= -OVERLAP ? gap : Infinity
  }
  const near = things
    .map((thing) => ({ thing, gap: distance(thing) }))
    .filter(({ gap }) => gap < Infinity)
    .toSorted((a, b) => a.gap - b.gap)
  const [first, second] = near
  // Of two that are equally near, none is meant more.
  return first && (!second || second.gap > first.gap) ? first.thing : null
}
/** Pixels by which frames of neighbours may overlap. */
const OVERLAP = 4

/** Names that programs give a key whose sign is drawn on it (mate-calc's `=` is `result`), and the signs that people say in words. */
const NAMES_OF_SIGNS = new Map([
  ['=', ['equals', 'equal', 'result', 'calculate']],
  ['+', ['add', 'plus']],
  ['-', ['subtract', 'minus']],
  ['*', ['multiply', 'times']],
  ['/', ['divide']],
  ['plus', ['+', 'add']],
  ['minus', ['-', '−', 'subtract']],
  ['times', ['*', '×', 'multiply']],
  ['multiplied by', ['*', '×', 'multiply']],
  ['divided by', ['/', '÷', 'divide']],
  ['equals', ['=', 'result', 'calculate']],
])

function bestOf(
  written: string,
  usable: Control[],
  controls: readonly Control[],
  purpose: Purpose,
  windows: readonly WindowInfo[],
): Matches | null {
  let best: { level: number; phrase: Phrase; all: Control[] } | null = null
  for (const phrase of readPhrase(written)) {
    const rated = rate(phrase, usable, controls, purpose)
    const level = Math.max(0, ...rated.values())
    if (level === 0 || (best !== null && best.level >= level)) continue
    best = { level, phrase, all: [...rated].filter(([, each]) => each === level).map(([control]) => control) }
  }
  if (!best) return null
  const { position, kind } = best.phrase
  const all = kind ? ofKind(best.all, kind) : best.all
  // What is counted counts from the first one, also where that is out of sight.
  const counted = position !== null && best.phrase.name === null
  const narrowed = inReadingOrder(narrow(all, purpose, controls, windows, counted), ({ bounds }) => bounds)
  if (position === null) return { found: narrowed, nearest: [] }
  const { chosen, goesOn } = atPosition(narrowed, position, controls, kind?.word)
  return {
    found: chosen,
    nearest: chosen.length > 0 ? [] : narrowed.slice(0, LISTED).map(shortName),
    ...(goesOn ? { goesOn } : {}),
  }
}

/** The worth of each kind of agreement of a name: an equal name comes before a longer one, and one with a typing error comes last. */
export const LEVELS = {
  exact: 6,
  same: 5,
  spelled: 5,
  key: 4.8,
  count: 4.8,
  unit: 4.6,
  opening: 4.2,
  begins: 4,
  words: 3,
  joined: 2,
  slip: 2,
} as const
/** Compares by the name, else by the description: `Divide [/]`, `Multiply    KP *`. */
const POLICY: Policy = {
  name: LEVELS,
  description: { exact: 4, same: 4, spelled: 4, key: 4, opening: 3, begins: 3 },
  shortcut: { exact: 4, same: 4, spelled: 4 },
  value: { exact: 4, same: 4, spelled: 4 },
}
/** Compares a label beside a field: it is the whole name, or begins with it. */
const BESIDE: Policy = {
  name: { exact: 6, same: 5, spelled: 5, key: 4.8, count: 4.8, opening: 4.2, begins: 4 },
}
/** The worth of a control that is called only by its kind, or of the display: after equal names, before partial ones. */
const BY_KIND = 4.5

/** Returns the level of each control that fits. */
function rate(
  phrase: Phrase,
  usable: Control[],
  all: readonly Control[],
  purpose: Purpose,
): Map<Control, number> {
  const rated = new Map<Control, number>()
  const add = (control: Control, level: number) => {
    if (level > (rated.get(control) ?? 0)) rated.set(control, level)
  }
  const { name, kind } = phrase
  const fitting = usable.filter(
    ({ role }) => kind === null || kind.roles.includes(role) || kind.loosely.includes(role),
  )
  if (name === null) {
    const meant = kind?.roles[0] === 'document' ? largestText(fitting) : fitting
    for (const control of kind?.word === 'search field' ? forSearch(meant) : meant) add(control, BY_KIND)
    return rated
  }
  const asked = new Label(name)
  // “Replace All” is not “Replace”, and where it stands, “Replace with:” beside it is not meant either.
  const isContested =
    ACTS.has(purpose) &&
    fitting.some((control) => DOES_SOMETHING.has(control.role) && saysMore(asked, control))
  const meant = isContested
    ? fitting.filter(
        (control) => !saysMore(asked, control) || (purpose === 'toggle' && saysNoOther(asked, control)),
      )
    : fitting.filter((control) => purpose !== 'toggle' || !saysOpposite(asked, control))
  const echoes = new Set<Control>()
  if (purpose !== 'click' && purpose !== 'item') {
    const labels = all.filter(isLabel)
    const inLine = linesIn(all)
    // The label of a group (a time of parts, some radio buttons) is not that of one of its parts, nor of the field behind it.
    const groups = all.filter(
      ({ role, name: of }) => role === 'group' && new Label(of).spelled === asked.spelled,
    )
    const holding = groups.filter((group) => !isTimeOfParts(group, all))
    const byId = byIdOf(all)
    const isElsewhere = (field: Control) =>
      groups.length > 0 && !holdersOf(field, byId).some((holder) => holding.includes(holder))
    for (const { item, evidence } of rank(name, labels, (label) => ({ name: readableName(label) }), BESIDE)) {
      const line = inLine(item)
      const fields = line ? fitting.filter((field) => inLine(field) === line) : fitting
      const field = labelled(item, fields, labels) ?? (purpose === 'read' && line ? shownIn(line, all) : null)
      if (field && isElsewhere(field)) continue
      if (field) add(field, evidence.worth - 0.5)
      // A label that says no more than was asked is no answer where something stands beside it.
      if (field && purpose === 'read')
        for (const echo of !phrase.quoted || areInLine(item, field) ? [item, line] : [])
          if (
            echo &&
            (isOnlyLabel(echo) || asked.spelled === new Label(withoutRemark(readableName(echo))).spelled)
          )
            echoes.add(echo)
    }
  }
  if (purpose === 'write' || purpose === 'read')
    for (const { item, evidence } of rank(name, all.filter(isFrame), ({ name }) => ({ name }), BESIDE)) {
      const field = onlyFieldIn(item, all)
      if (field && fitting.includes(field)) add(field, evidence.worth - 0.5)
    }
  if (purpose === 'toggle')
    for (const { item, evidence } of rank(
      name,
      fitting,
      ({ name }) => ({ name: withoutShowing(name) }),
      BESIDE,
    ))
      add(item, evidence.worth - 0.5)
  const answering = meant.filter((control) => !echoes.has(control))
  for (const { item, evidence } of rank(name, answering, textsOf, POLICY)) add(item, evidence.worth)
  // What a label says is the result is it, and no other field.
  const isLabelled = Math.max(0, ...rated.values()) >= BY_KIND
  const display = phrase.display && !isLabelled ? displayOf(all) : null
  if (display) add(display, BY_KIND)
  return rated
}

/** Says that something follows. */
const isOnlyLabel = ({ role, name }: Control): boolean => role === 'text' && /[:：]\s*$/.test(name)

/** A row of settings holds a label with its field, so that what the label stands above is of another row. */
const ROWS = set('list item', 'row')

const linesIn = (all: readonly Control[]) => {
  const byId = new Map(all.map((control) => [control.id, control]))
  return (control: Control): Control | null =>
    holdersOf(control, byId).find(({ role }) => ROWS.has(role)) ?? null
}

const isFrame = ({ role, name }: Control): boolean => role === 'group' && name !== ''

/** The one field without a name in a frame, whose title is its label; null where there is none, or several. */
function onlyFieldIn({ id }: Control, all: readonly Control[]): Control | null {
  const byId = new Map(all.map((control) => [control.id, control]))
  const [only, ...others] = all.filter(
    (control) =>
      TYPED_INTO.has(control.role) &&
      readableName(control) === '' &&
      holdersOf(control, byId).some((holder) => holder.id === id),
  )
  return only && others.length === 0 ? only : null
}
const TYPED_INTO = set('edit', 'password', 'spinner')

/** The one button of a row, which shows what is set there (a font); null where there is none, or several. */
function shownIn(line: Control, all: readonly Control[]): Control | null {
  const [only, ...others] = all.filter(({ role, parent }) => role === 'button' && parent === line.id)
  return only && others.length === 0 && readableName(only) !== '' ? only : null
}

/** A browser's own bar, which also leads to pages: where a page has a field for searching, that is meant. */
const LEADS = /\baddress\b/i

/** Keeps the fields that say that they search, else those that are no combo box, as far as there are any. */
function forSearch(all: Control[]): Control[] {
  const inPage = all.filter((field) => !LEADS.test(readableName(field)))
  const fields = inPage.length > 0 ? inPage : all
  const says = fields.filter((field) => new Label(readableName(field)).tokens.includes('search'))
  const plain = fields.filter(({ role }) => role === 'edit')
  return says.length > 0 ? says : plain.length > 0 ? plain : fields
}

/** Finds the largest of the texts that could be the document, without the field for a search in it. */
function largestText(controls: Control[]): Control[] {
  const texts = controls.filter(({ role, states }) => role !== 'edit' || states.includes('multiline'))
  const [largest] = byArea(texts.length > 0 ? texts : controls)
  return largest ? [largest] : []
}

const textsOf = ({ name, description, value, role }: Control) => ({
  name,
  description,
  value: name === '' && role !== 'edit' ? value : null,
})

/** Purposes that press or switch what they find. */
const ACTS: ReadonlySet<Purpose> = new Set<Purpose>(['click', 'toggle', 'item'])
const MORE: ReadonlySet<Agreement | null> = new Set<Agreement>(['opening', 'begins', 'words'])
const CALLED: readonly Agreement[] = [
  'exact',
  'same',
  'spelled',
  'key',
  'count',
  'unit',
  'opening',
  'begins',
  'words',
]

/** Tells whether a name has more words (`Save All`, `Don’t Save` for “Save”), so that it may mean the opposite. */
const saysMore = (asked: Label, control: Control): boolean =>
  MORE.has(agreementOf(asked, new Label(control.name), CALLED))

/** Says whether it says what stands beside it: a text, or what ends like one, as gtkhash's buttons before its fields do. */
const isLabel = ({ role, name }: Control): boolean =>
  role === 'text' || role === 'heading' || (DOES_SOMETHING.has(role) && /[:：]\s*$/.test(name))

/** Drops, one kind after the other, what a person would not mean, as long as something remains. */
function narrow(
  found: Control[],
  purpose: Purpose,
  all: readonly Control[],
  windows: readonly WindowInfo[],
  withAll = false,
): Control[] {
  const front = new Set(
    windows.filter(({ active, modal, kind }) => active || modal || kind === 'popup').map(({ id }) => id),
  )
  const modal = new Set(windows.filter(({ modal, kind }) => modal || kind === 'popup').map(({ id }) => id))
  const tests: ((control: Control) => boolean)[] = [
    ({ role }) => withAll || (PREFERRED[purpose]?.has(role) ?? true),
    ({ window_id }) => front.has(window_id),
    ({ window_id }) => modal.has(window_id),
    ({ states }) => !states.includes('disabled'),
    ({ states }) => withAll || !states.includes('offscreen'),
  ]
  let left = found
  for (const test of tests) {
    const passed = left.filter(test)
    if (passed.length > 0) left = passed
  }
  return withoutNested(left, all)
}

const LISTED = 6

function nearest(written: string, controls: Control[]): string[] {
  const [wanted = ''] = readPhrase(written)
    .flatMap(({ name }) => name ?? [])
    .toSorted((a, b) => a.length - b.length)
  const named = Map.groupBy(controls, readableName)
  named.delete('')
  return nearestOf(wanted, [...named.keys()], ALL)
    .flatMap((name) => [...new Set(named.get(name)?.map(shortName))])
    .slice(0, LISTED)
}

/** Names a control for messages: `button “OK”` */
export function shortName(control: Control): string {
  const name = readableName(control)
  return name === ''
    ? `${control.role} without a name`
    : `${control.role} “${name.length > 60 ? `${name.slice(0, 59)}…` : name}”`
}
