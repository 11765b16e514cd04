// Remembers what acts have brought about, and finds what no longer is so although no later act was meant to change it: a form that empties
// a field, a box that another box unticks, an application that takes a value back.
import { evidenceWords, seen } from '../../src-preload/contract/evidence.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { Control, EffectReport } from '../core/desktop.ts'
import { isMadeOfParts } from '../matching/fold.ts'
import { chosenLabel } from '../interpreter/progress.ts'
import { plainLabel } from '../matching/label.ts'
import { showsMeasure } from '../matching/measures.ts'
import type { ActionRecord } from '../models/input.ts'
import { plainNumber } from './request-parts.ts'

/** The text that a control of this role has to show, or the state that it has to be in. */
type Wanted = { role: string } & ({ text: string } | { state: 'checked' | 'unchecked' | 'selected' })

/**
 * Milliseconds in which what was confirmed may still be taken back: an application may ask elsewhere, and set back what that says no to. A model
 * thinks for longer.
 */
const REST_MS = 1600

interface Fact {
  callId: string
  /** Monotonic milliseconds at which it was verified. */
  at: number
  record: ActionRecord
  wanted: Wanted
  /** A later act may have been meant to change it; a text that it has cut is lost all the same. */
  isLoose?: boolean
}

/** Chosen items that the last act was to remove: first they have to go, and then to stay away. */
interface Removal {
  callId: string
  at: number
  record: ActionRecord
  items: readonly Item[]
  /** Those that have gone; null before the first look. */
  gone: readonly Item[] | null
}
/** `were`: how many of this role and name there were before. */
interface Item {
  role: string
  name: string
  were: number
}

export interface LostEffect {
  callId: string
  report: EffectReport
}

/** Acts that change one control, or none: what others brought about has to last. Every other act may be meant to change it. */
const LEAVES_OTHERS = new Set([
  'set_edit_text',
  'set_toggle',
  'select_item',
  'launch_application',
  'select_application_window',
  'texts',
  'wait',
  'wait_for_control',
  'wheel_mouse_input',
])
const CLICKED_ALONE = /^(?:check box|switch|radio button|edit) /
/** Characters from which on an observed text may be cut. */
const MAX_COMPARED = 500

export class StandingEffects {
  readonly #facts = new Map<string, Fact>()
  /** Every other act may bring them back. */
  #removal: Removal | null = null

  clear(): void {
    this.#facts.clear()
    this.#removal = null
  }

  get isEmpty(): boolean {
    return this.#facts.size === 0 && this.#removal === null
  }

  /** Milliseconds for which something that was confirmed can still be taken back. */
  waitMs(now: number): number {
    const ends = [...this.#facts.values(), ...(this.#removal ? [this.#removal] : [])].map(
      ({ at }) => at + REST_MS,
    )
    return Math.max(0, ...ends.map((end) => end - now))
  }

  /** Takes up what an act has brought about; `before`: the controls that were seen before it. */
  acted(record: ActionRecord, callId: string, at: number, before: readonly Control[] = []): void {
    const { function: name, target, arguments: given, effect, told = [] } = record
    if (!LOOKS.has(name)) {
      const items = removes(record) ? chosenIn(before) : []
      this.#removal = items.length === 0 ? null : { callId, at, record, items, gone: null }
    }
    const isAlone = LEAVES_OTHERS.has(name) || (name === 'click_input' && CLICKED_ALONE.test(target ?? ''))
    if (!isAlone) this.#loosen(name === 'click_input')
    const chooses = told.some(({ code, parameters }) => code === 'selected' || parameters['role'] === RADIO)
    // Of a list or a group of radio buttons the next choice takes the place of the last.
    if (chooses)
      for (const [id, { wanted }] of this.#facts)
        if ('state' in wanted && wanted.state === 'selected') this.#facts.delete(id)
    const id = typeof given['id'] === 'string' || typeof given['id'] === 'number' ? String(given['id']) : ''
    if (id === '') return
    this.#facts.delete(id)
    const wanted = effect === 'confirmed' ? wantedBy(name, given, told) : null
    if (wanted) this.#facts.set(id, { callId, at, record, wanted })
  }

  /** Forgets all; after a click, which may show that a field cuts its text when it is left, texts are looked at once more. */
  #loosen(isClick: boolean): void {
    for (const [id, fact] of this.#facts)
      if (isClick && 'text' in fact.wanted && !fact.isLoose) fact.isLoose = true
      else this.#facts.delete(id)
  }

  get hasRemoved(): boolean {
    return this.#removal !== null
  }

  /**
   * Finds what was to be removed and is only hidden, and says so in the record of its act. Many applications hide an item for as long as that
   * can be undone.
   */
  onlyHidden(hidden: readonly Pick<Control, 'role' | 'name'>[]): LostEffect[] {
    const removal = this.#removal
    if (!removal) return []
    const left = removal.items.filter((item) => countOf(hidden, item) > 0)
    if (left.length === 0) return []
    this.#removal = null
    const names = left.map(({ role, name }) => `${role} “${name}”`).join(', ')
    return [reportedOf(removal, 'unconfirmed', [seen('only_hidden', { names })])]
  }

  /** Finds what no longer is so, and says so in the record of its act. Controls that are not there prove nothing. */
  lost(controls: readonly Control[]): LostEffect[] {
    const lost: LostEffect[] = this.#lostItems(controls)
    for (const control of this.#facts.size === 0 ? [] : controls) {
      const fact = this.#facts.get(control.id)
      const is = fact && otherThan(fact, control)
      if (!is) continue
      this.#facts.delete(control.id)
      lost.push(notLasting(fact, is))
    }
    return lost
  }

  /** Finds what is there again that an act has removed. */
  #lostItems(controls: readonly Control[]): LostEffect[] {
    const removal = this.#removal
    if (!removal || controls.length === 0) return []
    const isThere = (item: Item) => countOf(controls, item) >= item.were
    removal.gone ??= removal.items.filter((item) => !isThere(item))
    const back = removal.gone.find(isThere)
    if (!back) return []
    this.#removal = null
    return [notLasting(removal, seen('appeared', { count: '1', names: `${back.role} “${back.name}”` }))]
  }
}

const notLasting = (act: Pick<Fact, 'callId' | 'record'>, is: CodedText): LostEffect =>
  reportedOf(act, 'contradicted', [seen('not_lasting'), is])

function reportedOf(
  { callId, record }: Pick<Fact, 'callId' | 'record'>,
  effect: EffectReport['effect'],
  told: CodedText[],
): LostEffect {
  const report: EffectReport = { effect, evidence: evidenceWords(told), told }
  Object.assign(record, report)
  return { callId, report }
}

const LOOKS: ReadonlySet<string> = new Set(['texts', 'wait', 'wait_for_control', 'wheel_mouse_input'])
const ITEMS: ReadonlySet<string> = new Set(['list item', 'row', 'tree item'])
const REMOVES =
  /^(?:delete|remove|trash|archive|(?:move|send) to (?:the )?(?:trash|bin|wastebasket)|löschen|entfernen|supprimer|retirer|eliminar|borrar|删除|移除)(?!\p{L})/iu

/** Whether an act is there to remove what is chosen. */
function removes(action: ActionRecord): boolean {
  const {
    function: name,
    arguments: { keys },
  } = action
  if (name === 'keyboard_input')
    return typeof keys === 'string' && /^\{?(?:delete|del)\}?$/i.test(keys.trim())
  const label = chosenLabel(action)
  return label !== null && REMOVES.test(plainLabel(label))
}

const chosenIn = (controls: readonly Control[]): Item[] =>
  controls
    .filter(({ role, name, states }) => ITEMS.has(role) && name !== '' && states.includes('selected'))
    .map((item) => ({ role: item.role, name: item.name, were: countOf(controls, item) }))

const countOf = (
  controls: readonly Pick<Control, 'role' | 'name'>[],
  item: Pick<Item, 'role' | 'name'>,
): number => controls.filter(({ role, name }) => role === item.role && name === item.name).length

/** What a control has to show from now on; null where its toolkit does not tell it. */
function wantedBy(name: string, given: Record<string, unknown>, told: readonly CodedText[]): Wanted | null {
  const [tells] = told
  const role = tells?.parameters['role']
  if (tells === undefined || role === undefined) return null
  if (name === 'set_edit_text') {
    const { text } = given
    if (typeof text !== 'string' || text.trim() === '' || tells.code !== 'has' || !SHOWS_TEXT.has(role))
      return null
    // A box of a code keeps its own part alone.
    const { value = '' } = tells.parameters
    return { role, text: value !== '' && text.startsWith(value) ? value : text }
  }
  if (tells.code === 'value' && name === 'select_item')
    return role === 'combo box' ? { role, text: tells.parameters['value'] ?? '' } : null
  const state = (['checked', 'unchecked', 'selected'] as const).find((each) => each === tells.code)
  if (state === undefined) return null
  return { role, state: role === RADIO ? 'selected' : state }
}

const RADIO = 'radio button'
const SHOWS_TEXT: ReadonlySet<string> = new Set(['edit', 'spinner', 'combo box'])

/** Says what a control shows or is instead; null where it still agrees, or does not tell. */
function otherThan({ wanted, isLoose }: Fact, { role, name, value, states }: Control): CodedText | null {
  // An item may have been chosen by the list that holds it.
  if (role !== wanted.role) return null
  const parameters = { role, ...(name === '' ? {} : { name }) }
  if ('text' in wanted) {
    if (value === null || isMadeOfParts(value) || value.length > MAX_COMPARED || shows(value, wanted.text))
      return null
    const isCut = value.trim() !== '' && essence(wanted.text).includes(essence(value))
    if (isLoose && !isCut) return null
    return seen('has', { ...parameters, value })
  }
  if (wanted.state === 'selected') {
    const isOn = states.includes('selected') || states.includes('checked')
    return isOn ? null : seen('not_selected', parameters)
  }
  const other = wanted.state === 'checked' ? 'unchecked' : 'checked'
  return states.includes(other) ? seen(other, { ...parameters, states: other }) : null
}

/** Whether a field shows a text, in its own way perhaps: `1500` as `1,500.00 €`, `+49123` as `+49 123`. */
function shows(value: string, text: string): boolean {
  const [is, wanted] = [essence(value), essence(text)]
  if (wanted === '') return value.includes(text.trim())
  return (
    is.includes(wanted) || numbersIn(value).includes(plainNumber(text.trim())) || showsMeasure(value, text)
  )
}

const essence = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const numbersIn = (text: string): string[] => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map(plainNumber)
