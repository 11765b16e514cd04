// Defines what a clause can do next, and decides it by what is observed and what was done for the clause so far.
import type { Control, ControlRole, WindowInfo } from '../core/desktop.ts'
import type { Phase } from '../../src-preload/contract/clause-marker.ts'
import { isUnwritten } from '../../src-preload/contract/evidence.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'
import { blockingDialogs, stopsAt, isFrontDialog } from '../matching/dialogs.ts'
import { readableName, withoutMarkers } from '../matching/label.ts'
import { byIdOf, inLines, inReadingOrder } from '../matching/places.ts'
import { rank, theBest, type Policy } from '../matching/rank.ts'
import type { Translate } from '../matching/catalogues.ts'
import type { GoesOn } from './counting.ts'
import { namedInEnglish } from './in-english.ts'
import { findByPhrase, findWithin, shortName, type Matches, type Purpose } from './matching.ts'
import { ordinalOf, readPhrase, readWithin } from './phrases.ts'
import { hasQuoted, inQuotes, takeQuotes } from '../../src-preload/contract/quotes.ts'
import { outcomeOf, type TrailStep } from './progress.ts'

export interface OfflineAction {
  function: string
  arguments: Record<string, unknown>
}

export type Move =
  | { do: 'act'; phase: Phase; actions: OfflineAction[]; thought: string }
  /** The clause is done; the next one follows. */
  | { do: 'done' }
  | { do: 'ask'; question: string }
  /** `told`: the reason already names its clause. */
  | { do: 'fail'; reason: string; told?: boolean }

export interface Scene {
  controls: readonly Control[]
  window: WindowInfo | null
  windows: readonly WindowInfo[]
  /** Why the list of controls is not complete; else null. */
  limited: string | null
  /** The home folder for `~`. */
  home: string
  /** Gives what an English label is called in the interface of the window. */
  translate?: Translate
  /** Gives the English labels that what stands there may have. */
  english?: Translate
  /** Steps of this clause so far, oldest first. */
  trail: readonly TrailStep[]
  /** All that was done, also for other clauses and by other agents. */
  history?: readonly StepRecord[]
  /** `Clause 3 of 9`, for questions. */
  label: string
  /** Whether a missing control is reported at once, without waiting or scrolling for it. */
  impatient?: boolean
  /** Returns the last answer to this question. */
  answerTo(question: string): string | null
}

export const act = (actions: OfflineAction[], thought: string, phase: Phase = 'act'): Move => ({
  do: 'act',
  phase,
  actions,
  thought,
})
export const fail = (reason: string): Move => ({ do: 'fail', reason })
export const call = (name: string, parameters: Record<string, unknown>): OfflineAction => ({
  function: name,
  arguments: parameters,
})

/** The parameters by which a tool finds a control. */
export const on = ({ id, name }: Control): { id: string; name: string } => ({ id, name })
export const press = (found: Control): OfflineAction => call('click_input', on(found))
/** Puts a text in the place of what a field has. */
export const put = (field: Control, text: string): OfflineAction =>
  call('set_edit_text', { ...on(field), text, clear_current_text: true })
/** Puts a text into a field that takes it with Enter. */
export const enter = (field: Control, text: string): OfflineAction[] => [
  put(field, text),
  call('keyboard_input', { keys: 'Enter', ...on(field) }),
]

/** Gives the last step of the clause that did not only wait. */
export const lastStep = ({ trail }: Scene): TrailStep | undefined =>
  trail.findLast(({ phase }) => phase !== 'wait')

/** Counts the waits since that step. */
export const waitsIn = ({ trail }: Scene): number =>
  trail.length - 1 - trail.findLastIndex(({ phase }) => phase !== 'wait')

/** Seconds of the waits, in order, for something that is not there yet. */
const PATIENCE = [0.3, 0.7, 1.5, 2.5]

/** Waits a little longer each time; after the last wait it fails with the reason. */
export function waitOr(scene: Scene, reason: string): Move {
  if (scene.impatient) return fail(reason)
  const seconds = PATIENCE[waitsIn(scene)]
  if (seconds === undefined) return fail(reason)
  return act([call('wait', { seconds })], 'It is not there yet.', 'wait')
}

/** Tools that may be called twice, because the outcome is the same. */
const REPEATABLE = new Set([
  'set_toggle',
  'select_item',
  'texts',
  'wait_for_control',
  'wheel_mouse_input',
  'select_application_window',
  'wait',
])
const isRepeatable = ({ function: name, arguments: parameters }: OfflineAction): boolean =>
  REPEATABLE.has(name) || (name === 'set_edit_text' && parameters['clear_current_text'] === true)

/**
 * Reads the outcome of the clause's last step: `begin` where nothing was done yet, else the next move. A failed act is repeated once, where
 * that can do no harm.
 */
export function followUp(scene: Scene): Move | 'begin' {
  const last = lastStep(scene)
  if (last?.phase !== 'act') return 'begin'
  const outcome = outcomeOf(last.step)
  const unwritten = last.step.actions.findLast(({ told }) => isUnwritten(told))
  // If a dialog asks first, the next clause answers it, or the failure quotes its text.
  if (outcome.ok && unwritten?.evidence && !isDialogThere(scene)) return fail(unwritten.evidence)
  if (outcome.ok) return { do: 'done' }
  if (isLate(scene)) return isDialogThere(scene) ? { do: 'done' } : waitOr(scene, outcome.reason)
  const tried = scene.trail.filter(({ phase }) => phase === 'act').length
  if (!outcome.refused && tried === 1 && last.step.actions.every(isRepeatable)) return 'begin'
  if (tried <= MOST_MISSED && wasMissed(last.step.actions)) return 'begin'
  return fail(outcome.reason)
}

/** How often an act is retried whose target changed before it, for example in a window that still loads. */
const MOST_MISSED = 3

/** Tells whether nothing was done, because the first act met another target than the judged one, or none any more. */
const wasMissed = ([first, ...rest]: ActionRecord[]): boolean =>
  first?.code === 'target_changed' && rest.every(({ status }) => status === 'skipped')

/** Leaves out the steps in which nothing was done, because their target had changed or gone, as far as they may be retried. */
export function withoutMissed(trail: readonly TrailStep[]): readonly TrailStep[] {
  const missed = trail.filter(({ step }) => wasMissed(step.actions))
  return missed.length > MOST_MISSED ? trail : trail.filter((each) => !missed.includes(each))
}

/** Tells whether all was done, but the expected window was not open yet, as with slow applications. */
function isLate(scene: Scene): boolean {
  const last = lastStep(scene)
  const contradicted = last?.step.actions.filter(({ effect }) => effect === 'contradicted') ?? []
  return (
    contradicted.length > 0 &&
    contradicted.every(({ evidence }) => /^No (dialog|window)\b/.test(evidence ?? ''))
  )
}

/** Whether a dialog is open that may ask something. */
export const isAsking = ({ windows }: Pick<Scene, 'windows'>): boolean =>
  windows.some(({ kind, modal }) => kind === 'dialog' || modal)

/** Waits for a dialog to go that takes the keys of the window behind it, and tells of it; null where there is none. */
export function behindDialog(scene: Scene): Move | null {
  const dialog = blockingDialogs(scene.window, scene.windows).find(({ active, modal }) => active && modal)
  return dialog ? waitOr(scene, stopsAt(dialog)) : null
}

/** The window to work in as the list of windows has it, which also tells what a message says. */
const listed = ({ window, windows }: Scene): WindowInfo | null =>
  windows.find(({ id }) => id === window?.id) ?? window

/** Waits for a dialog to go that is itself the window to work in, where what is meant can't be in it; null in any other window. */
export function inDialog(scene: Scene): Move | null {
  const window = listed(scene)
  return window?.kind === 'dialog' ? waitOr(scene, stopsAt(window)) : null
}

/** Stops a text without a place where a dialog has opened and its button has the keyboard, which takes no text (Freeplane's templates). */
export function onButton(scene: Scene): Move | null {
  const { controls, windows } = scene
  const dialog = windows.find(isFrontDialog)
  const own = controls.filter(({ window_id }) => window_id === dialog?.id)
  const isWritten = ({ role, states }: Control) =>
    TYPED_INTO.has(role) && (role !== 'combo box' || states.includes('editable'))
  const isOn = own.some(({ role, states }) => role === 'button' && states.includes('focused'))
  if (!dialog || !isOn || own.some(isWritten)) return null
  return waitOr(scene, stopsAt(dialog))
}

/** The same for a message, in which there is nothing to type into. */
export const inMessage = (scene: Scene): Move | null =>
  (listed(scene)?.says ?? null) === null ||
  scene.controls.some(({ role, window_id }) => window_id === scene.window?.id && TYPED_INTO.has(role))
    ? null
    : inDialog(scene)
export const TYPED_INTO: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'edit',
  'document',
  'cell',
  'combo box',
  'password',
  'spinner',
])

const isDialogThere = ({ windows }: Scene): boolean =>
  windows.some(({ kind, modal, active }) => active && (kind === 'dialog' || modal))

/** Finds what a phrase means by its name there, else by its English one. */
function findInScene(written: string, purpose: Purpose, { controls, windows, english }: Scene): Matches {
  const named = namedInEnglish(written, controls, english)
  const matches = findByPhrase(written, named, purpose, windows)
  if (named === controls || matches.found.length === 0)
    return findByPhrase(written, controls, purpose, windows)
  const byId = byIdOf(controls)
  return { ...matches, found: matches.found.map((control) => byId.get(control.id) ?? control) }
}

/** Finds the control of a phrase, and asks, waits or fails where there is not just one. */
export function withControl(
  written: string,
  purpose: Purpose,
  scene: Scene,
  then: (control: Control) => Move,
): Move {
  const whole = findInScene(written, purpose, scene)
  // “Open in Terminal” may be a name; with quotes it is said what is one, and the place counts.
  const isPlaced = hasQuoted(takeQuotes(written).text) && readWithin(written) !== null
  const within =
    isPlaced || whole.found.length === 0 ? findWithin(written, scene.controls, purpose, scene.windows) : null
  const found = within ? [within] : isPlaced ? [] : whole.found
  const { nearest } = whole
  const [only] = found
  if (wentTo('End', scene)) return atEnd(whole.goesOn?.items ?? found, scene, then)
  if (whole.goesOn && !isPlaced && !wentTo('Home', scene)) return goTo(whole.goesOn)
  if (only && found.length === 1) return then(only)
  if (only) return choose(written, found, scene, then)
  const message = scene.windows.find(isFrontDialog)
  // What stands behind a message is there, and can't be used.
  if (message && message.says !== null && findByPhrase(written, scene.controls, purpose).found.length > 0)
    return waitOr(scene, stopsAt(message))
  const sought = nextPage(scene) ?? (SOUGHT.has(purpose) ? seek(written, purpose, scene) : null)
  if (sought) return sought
  const missing = scene.window
    ? `There is no ${PURPOSES[purpose]} ${inQuotes(written)} in “${scene.window.title}”.`
    : `There is no ${PURPOSES[purpose]} ${inQuotes(written)} here.`
  const near = nearest.length > 0 ? `Nearest: ${nearest.join(', ')}.` : 'Nothing like it is there.'
  const limited = scene.limited === null ? [] : [`Not everything could be seen: ${scene.limited}`]
  return waitOr(scene, [missing, near, ...limited].join(' '))
}

/** Goes to the end of a list, or to its beginning, as a person does: by its keyboard. What has the keyboard then is its last item, or its first. */
const goTo = ({ list, key }: GoesOn): Move =>
  act([call('keyboard_input', { keys: key, ...on(list) })], 'The list goes on out of sight.', 'seek')

/** Takes what is at the end of a list that was gone to, if it says that it is that. */
function atEnd(items: readonly Control[], scene: Scene, then: (control: Control) => Move): Move {
  const reached = items.findLast(({ states }) => states.includes('focused') || states.includes('selected'))
  const last = items.at(-1)
  return reached && last && inLines([reached, last], ({ bounds }) => bounds).length === 1
    ? then(last)
    : waitOr(
        scene,
        'The list goes on out of sight, and the key End did not lead to an item that says so: which one is the last is not known.',
      )
}

const wentTo = (key: GoesOn['key'], { trail }: Scene): boolean =>
  trail.some(
    ({ phase, step }) => phase === 'seek' && step.actions.some((one) => one.arguments['keys'] === key),
  )

/** Shows the next page of the dialog in front, where what is meant may be; null where it has no tabs, or all were shown. The first comes last. */
function nextPage({ controls, windows, trail, impatient = false }: Scene): Move | null {
  const dialog = windows.find(({ active, kind, owner }) => active && (kind === 'dialog' || owner !== null))
  if (!dialog || impatient) return null
  const shown = trail.flatMap(({ phase, step }) =>
    phase === 'page' ? step.actions.map((action) => action.arguments['name']) : [],
  )
  const tab = controls.find(
    ({ role, name, window_id, states }) =>
      role === 'tab' &&
      window_id === dialog.id &&
      !shown.includes(name) &&
      !states.some((state) => state === 'selected' || state === 'disabled'),
  )
  return tab ? act([press(tab)], `It may be on the page of the ${shortName(tab)}.`, 'page') : null
}

/** The purposes for which lists are scrolled. */
const SOUGHT: ReadonlySet<Purpose> = new Set<Purpose>(['click', 'item', 'read', 'toggle', 'write'])
const SCROLLED: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'document',
  'web page',
  'list',
  'tree',
  'table',
])
/** A field far down is in a page; nobody looks for one in the rows of a sheet. */
const PAGES: ReadonlySet<ControlRole> = new Set<ControlRole>(['document', 'web page'])
/** How many lists and pages are scrolled for one control, the largest first; and their least height in pixels. */
const MAX_SCROLLED = 2
const MIN_HEIGHT = 60

/** Scrolls the lists and pages for a hidden control, after a first wait. Returns null when that was done. */
export function seek(
  written: string,
  purpose: Purpose,
  { controls, trail, impatient = false }: Scene,
): Move | null {
  const done = trail.filter(({ phase }) => phase === 'seek').length
  if ((trail.length === 0 && !impatient) || done >= MAX_SCROLLED) return null
  const area = ({ bounds }: Control) => bounds.width * bounds.height
  const holders = purpose === 'write' ? PAGES : SCROLLED
  const scrolled = controls
    .filter(({ role, bounds }) => holders.has(role) && bounds.height >= MIN_HEIGHT)
    .filter((holder) => purpose !== 'write' || !isSheet(holder, controls))
    .toSorted((a, b) => area(b) - area(a))[done]
  const phrases = readPhrase(written)
  const name = (phrases.find(({ kind }) => kind !== null) ?? phrases[0])?.name
  if (!scrolled || !name) return null
  const parameters = { id: scrolled.id, name: scrolled.name, wheel_dist: -1, until: name }
  return act(
    [call('wheel_mouse_input', parameters)],
    `It may be out of sight in the ${shortName(scrolled)}.`,
    'seek',
  )
}

/** Whether it is the document of a sheet, whose rows go on for ever. */
const isSheet = ({ id, role }: Control, controls: readonly Control[]): boolean =>
  role === 'document' && controls.some((control) => control.role === 'table' && control.parent === id)

const PURPOSES: Record<Purpose, string> = {
  click: 'control',
  write: 'field',
  toggle: 'check box',
  hold: 'list or combo box',
  item: 'item',
  read: 'control',
  any: 'control',
}

/** Asks which of several controls is meant. */
export function choose(
  written: string,
  found: Control[],
  scene: Scene,
  then: (control: Control) => Move,
): Move {
  const listed = inReadingOrder(found, ({ bounds }) => bounds)
  const asWritten = onlyAsWritten(written, listed)
  if (asWritten) return then(asWritten)
  const several = new Set(listed.map(({ window_id }) => window_id)).size > 1
  const titles = new Map(scene.windows.map(({ id, title }) => [id, title]))
  const names = listed.map((control) => {
    const where = several
      ? ` in “${titles.get(control.window_id) ?? '?'}”`
      : ` at ${Math.round(control.bounds.x)}, ${Math.round(control.bounds.y)}`
    return `${shortName(control)}${where}`
  })
  return pick(`which ${inQuotes(written)} is meant?`, names, scene, (index) => {
    const control = listed[index]
    return control ? then(control) : fail('The answer is none of what was listed.')
  })
}

/** The one of several that is written just so, where the others are written in other cases alone: “Page 2” beside “page 2”. */
function onlyAsWritten(written: string, found: readonly Control[]): Control | null {
  const shown = (control: Control) => withoutMarkers(readableName(control))
  const [only, ...others] = found.filter((control) => shown(control) === written)
  const differsByCase = (control: Control) => shown(control).toLowerCase() === written.toLowerCase()
  return only && others.length === 0 && found.every(differsByCase) ? only : null
}

/** Asks which of several is meant; the answer is a number or a name. A question is not repeated. */
export function pick(what: string, names: string[], scene: Scene, then: (index: number) => Move): Move {
  const list = names.map((name, index) => `${index + 1}) ${name}`).join('; ')
  const question = `${scene.label}: ${what} ${list}. Answer with the number.`
  const answer = scene.answerTo(question)
  if (answer === null) return { do: 'ask', question }
  const index = indexOfAnswer(answer, names)
  return index === null ? fail(`The answer “${answer}” is none of: ${list}.`) : then(index)
}

/** Compares an answer with the listed names: it may have only some of their words. */
const ANSWER: Policy = {
  name: { exact: 6, same: 5, spelled: 5, key: 4.8, count: 4.8, opening: 4.2, begins: 4, words: 3 },
}

function indexOfAnswer(answer: string, names: string[]): number | null {
  const plain = answer
    .trim()
    .toLowerCase()
    .replace(/^(?:the|number|no\.?|#)\s*/, '')
    .replace(/[).]$/, '')
  if (/^\d+$/.test(plain))
    return Number(plain) >= 1 && Number(plain) <= names.length ? Number(plain) - 1 : null
  const ordinal = plain === 'last' ? names.length : (ordinalOf(plain.replace(/\s+one$/, '')) ?? 0)
  if (ordinal > 0 && ordinal <= names.length) return ordinal - 1
  const fitting = theBest(rank(plain, [...names.entries()], ([, name]) => ({ name }), ANSWER))
  return fitting.length === 1 ? (fitting[0]?.[0] ?? null) : null
}
