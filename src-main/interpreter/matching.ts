// Which control a phrase means. Deterministic: the same phrase and the same controls give the same answer, and where
// several answers are equally good there is none.
import type { Control, ControlRole, WindowInfo } from '../core/desktop.ts'
import { intersection } from '../core/geometry.ts'
import { cleanName, readableName } from '../safety/names.ts'
import { readPhrase, type Phrase } from './phrases.ts'
import { fit, similarity, withoutRemark } from './spelling.ts'

/** What the control is wanted for. */
export type Purpose = 'click' | 'write' | 'toggle' | 'hold' | 'item' | 'read' | 'any'

export interface Matches {
  /** One: found. Several: equally good, in reading order. None: see `nearest`. */
  found: Control[]
  /** Names of what is nearest, for the message. */
  nearest: string[]
}

const set = (...roles: ControlRole[]): ReadonlySet<ControlRole> => new Set(roles)

/** Roles that a purpose can use at all; those that are not named can use every one but frames and bars. */
const USABLE: Partial<Record<Purpose, ReadonlySet<ControlRole>>> = {
  write: set('edit', 'document', 'password', 'combo box', 'spinner', 'slider', 'cell'),
  toggle: set('check box', 'radio button', 'switch', 'toggle button', 'menu item'),
  hold: set('combo box', 'list', 'tab list', 'tree', 'table', 'menu', 'group'),
  item: set('list item', 'menu item', 'tab', 'tree item', 'row', 'cell', 'radio button'),
}
const NEVER = set('application', 'separator', 'window')

/** Roles that a purpose rather means than others of the same name. */
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
  // A field rather than the label that stands before it.
  read: set('edit', 'document', 'cell', 'combo box', 'spinner', 'slider', 'progress bar', 'status bar'),
  hold: set('combo box', 'list', 'tree', 'table', 'tab list'),
}

/** Roles that a label stands before. */
const LABELLED = set(
  'edit',
  'password',
  'document',
  'combo box',
  'spinner',
  'slider',
  'list',
  'check box',
  'switch',
  'text',
)

export function findControl(
  written: string,
  controls: readonly Control[],
  purpose: Purpose,
  windows: readonly WindowInfo[] = [],
): Matches {
  const usable = controls.filter(({ role }) => !NEVER.has(role) && (USABLE[purpose]?.has(role) ?? true))
  let best: { level: number; phrase: Phrase; all: Control[] } | null = null
  for (const phrase of readPhrase(written)) {
    const rated = rate(phrase, usable, controls, purpose)
    const level = Math.max(0, ...rated.values())
    if (level === 0 || (best !== null && best.level >= level)) continue
    best = { level, phrase, all: [...rated].filter(([, each]) => each === level).map(([control]) => control) }
  }
  if (!best) return { found: [], nearest: nearest(written, usable) }
  const narrowed = inReadingOrder(narrow(best.all, purpose, controls, windows))
  const { position } = best.phrase
  if (position === null) return { found: narrowed, nearest: [] }
  const chosen = narrowed.at(position === -1 ? -1 : position - 1)
  return { found: chosen ? [chosen] : [], nearest: chosen ? [] : narrowed.map(shortName) }
}

/** Level of each control that fits: as `fit` gives it; a call by role alone comes after equal names, before partial ones. */
function rate(
  phrase: Phrase,
  usable: Control[],
  all: readonly Control[],
  purpose: Purpose,
): Map<Control, number> {
  const rated = new Map<Control, number>()
  const add = (control: Control, level: number) => {
    if (level > 0 && level > (rated.get(control) ?? 0)) rated.set(control, level)
  }
  const fitting = usable.filter(({ role }) => phrase.roles === null || phrase.roles.includes(role))
  const { name } = phrase
  if (name === null) {
    for (const control of fitting) add(control, 4.5)
    return rated
  }
  for (const control of fitting) {
    if (!ACTS.has(purpose) || !DOES_SOMETHING.has(control.role) || !saysMore(name, control)) {
      add(control, levelOf(name, control))
    }
  }
  if (purpose !== 'click' && purpose !== 'item') {
    for (const label of all) {
      if (label.role !== 'text' && label.role !== 'heading') continue
      const level = fit(name, readableName(label))
      const field = level >= 4 ? labelled(label, fitting) : null
      if (field) add(field, level - 0.5)
    }
  }
  if (phrase.display) {
    const display = displayOf(all)
    if (display) add(display, 4.5)
  }
  return rated
}

/** Purposes that press or switch what they find. */
const ACTS: ReadonlySet<Purpose> = new Set<Purpose>(['click', 'toggle', 'item'])
const DOES_SOMETHING = set(
  'button', 'toggle button', 'check box', 'radio button', 'switch', 'menu item', 'link',
) // prettier-ignore

/** `Save All`, `Don’t Save` for “Save”: what it says besides may be the opposite, so that it is not what was asked for. */
function saysMore(written: string, control: Control): boolean {
  const name = cleanName(control.name)
  const level = fit(written, name)
  return level > 2 && level < 5 && fit(written, withoutRemark(name)) < 5
}

/** By its name, else by what it says of itself: `Divide [/]`, `Multiply    KP *`. */
function levelOf(name: string, control: Control): number {
  const byName = fit(name, cleanName(control.name))
  if (byName >= 5) return byName
  const description = cleanName(control.description ?? '')
  const shortcut = /\[([^\]]+)\]$/.exec(description)?.[1] ?? ''
  const byDescription = Math.max(
    fit(name, description.replace(/\s*\[[^\]]+\]$/, '')) >= 5 ? 4 : fit(name, description) >= 4 ? 3 : 0,
    shortcut !== '' && fit(name, shortcut) >= 5 ? 4 : 0,
  )
  const byValue =
    control.name === '' && control.role !== 'edit' && fit(name, control.value ?? '') >= 5 ? 4 : 0
  return Math.max(byName, byDescription, byValue)
}

/** The field that a label stands before, on its left or above it, at most so many pixels away. */
const LABEL_REACH = 120

function labelled(label: Control, fields: Control[]): Control | null {
  let best: { control: Control; distance: number } | null = null
  for (const control of fields) {
    if (control === label || !LABELLED.has(control.role)) continue
    const { bounds } = control
    const right = bounds.x - (label.bounds.x + label.bounds.width)
    const below = bounds.y - (label.bounds.y + label.bounds.height)
    const sameRow =
      Math.abs(centre(bounds.y, bounds.height) - centre(label.bounds.y, label.bounds.height)) <=
      Math.max(bounds.height, label.bounds.height) / 2
    const sameColumn =
      bounds.x < label.bounds.x + label.bounds.width && label.bounds.x < bounds.x + bounds.width
    const distance =
      sameRow && right >= -4 ? right : sameColumn && below >= -4 ? below + 20 : Number.POSITIVE_INFINITY
    if (distance <= LABEL_REACH && (best === null || distance < best.distance)) best = { control, distance }
  }
  return best?.control ?? null
}

/**
 * Where a program shows its result, when nothing is called so: the largest field, document or text of several lines that
 * is part of no button. galculator's display is a text without a name, gnome-calculator's a source view.
 */
function displayOf(controls: readonly Control[]): Control | null {
  const byId = new Map(controls.map((control) => [control.id, control]))
  const inButton = (control: Control) => {
    const parent = control.parent === null ? undefined : byId.get(control.parent)
    return parent !== undefined && /button|menu|tab|link/.test(parent.role)
  }
  const shown = controls.filter(
    (control) =>
      (control.role === 'edit' ||
        control.role === 'document' ||
        (control.role === 'text' && (control.states.includes('multiline') || control.value !== null))) &&
      !inButton(control),
  )
  const area = ({ bounds }: Control) => bounds.width * bounds.height
  return shown.toSorted((a, b) => area(b) - area(a) || a.bounds.y - b.bounds.y)[0] ?? null
}

/** Drops one after the other what a person would not mean, as long as something is left. */
function narrow(
  found: Control[],
  purpose: Purpose,
  all: readonly Control[],
  windows: readonly WindowInfo[],
): Control[] {
  const front = new Set(
    windows.filter(({ active, modal, kind }) => active || modal || kind === 'popup').map(({ id }) => id),
  )
  const modal = new Set(windows.filter(({ modal, kind }) => modal || kind === 'popup').map(({ id }) => id))
  const tests: ((control: Control) => boolean)[] = [
    ({ role }) => PREFERRED[purpose]?.has(role) ?? true,
    ({ window_id }) => front.has(window_id),
    ({ window_id }) => modal.has(window_id),
    ({ states }) => !states.includes('disabled'),
    ({ states }) => !states.includes('offscreen'),
  ]
  let left = found
  for (const test of tests) {
    const passed = left.filter(test)
    if (passed.length > 0) left = passed
  }
  return withoutNested(left, all)
}

/** Of a control and what it contains (a row and its cell, a button and its label) the outer one is meant. */
function withoutNested(found: Control[], all: readonly Control[]): Control[] {
  const byId = new Map(all.map((control) => [control.id, control]))
  const chosen = new Set(found)
  const isInside = (control: Control): boolean => {
    const passed = new Set<string>()
    for (let at = control.parent; at !== null && !passed.has(at); at = byId.get(at)?.parent ?? null) {
      const parent = byId.get(at)
      if (parent && chosen.has(parent)) return true
      passed.add(at)
    }
    return false
  }
  const outer = found.filter((control) => !isInside(control))
  return outer.filter(
    (control, index) =>
      !outer
        .slice(0, index)
        .some((before) => before.window_id === control.window_id && same(before, control)),
  )
}

/** Two entries of the tree for one thing on the screen. */
const same = (a: Control, b: Control): boolean => {
  const common = intersection(a.bounds, b.bounds)
  if (!common) return false
  const area = ({ width, height }: { width: number; height: number }) => width * height
  return area(common) >= 0.9 * Math.max(area(a.bounds), area(b.bounds))
}

const centre = (start: number, size: number): number => start + size / 2
/** Pixels that controls of one row may differ by. */
const ROW = 12

export const inReadingOrder = (controls: Control[]): Control[] =>
  controls.toSorted(
    (a, b) =>
      Math.round(centre(a.bounds.y, a.bounds.height) / ROW) -
        Math.round(centre(b.bounds.y, b.bounds.height) / ROW) || a.bounds.x - b.bounds.x,
  )

const LISTED = 6

function nearest(written: string, controls: Control[]): string[] {
  const names = new Map<string, number>()
  const wanted = readPhrase(written).flatMap(({ name }) => name ?? [])
  for (const control of controls) {
    const name = readableName(control)
    if (name === '') continue
    const score = Math.max(0, ...wanted.map((each) => similarity(each, name)))
    const words = shortName(control)
    if (score > (names.get(words) ?? -1)) names.set(words, score)
  }
  return [...names]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, LISTED)
    .map(([words]) => words)
}

/** `button “OK”` */
export function shortName(control: Control): string {
  const name = readableName(control)
  return name === ''
    ? `${control.role} without a name`
    : `${control.role} “${name.length > 60 ? `${name.slice(0, 59)}…` : name}”`
}
