// Acts on a control through accessibility: its action, its text, its number, its selection. Each method says honestly whether
// it took effect.
import type { RunControl } from '../../../core/run-control.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { AtspiRole, AtspiState, hasState, MENU_ITEMS } from './roles.ts'

/** Milliseconds for which the effect of a call may take to show. */
const SHOWS_WITHIN_MS = 400
/** Actions that do the same as a plain click, best first; the names differ by toolkit. */
const DEFAULT_ACTIONS = [
  'click',
  'press',
  'activate',
  'toggle',
  'jump',
  'open',
  'select',
  'check',
  'uncheck',
  'do default',
  'showmenu',
  'expand or contract',
]
/** Actions that are never the main purpose of a control. */
const NO_DEFAULT = new Set([
  'setfocus',
  'showcontextmenu',
  'menu',
  'clickancestor',
  'scrollbackward',
  'scrollforward',
])

interface Place {
  container: ObjectRef
  index: number
}

export class Controls {
  readonly #calls: AccessibleCalls

  constructor(calls: AccessibleCalls) {
    this.#calls = calls
  }

  async invoke(ref: ObjectRef, action: string | null, run: RunControl): Promise<boolean> {
    const actions = await run.race(this.#calls.actions(ref))
    const index = indexOfAction(actions ?? [], action)
    if (index < 0) return false
    await run.checkpoint()
    return (await run.race(this.#calls.doAction(ref, index))) ?? true
  }

  async setText(ref: ObjectRef, text: string, run: RunControl): Promise<boolean> {
    const [interfaces, states, role] = await run.race(
      Promise.all([this.#calls.interfaces(ref), this.#calls.states(ref), this.#calls.role(ref)]),
    )
    if (!interfaces || !(interfaces & Has.editableText) || !states || !hasState(states, AtspiState.editable))
      return false
    const before = await run.race(this.#calls.wholeText(ref))
    await run.checkpoint()
    if (!(await run.race(this.#calls.setTextContents(ref, text)))) return false
    const isThere = async () => {
      const now = await this.#calls.wholeText(ref)
      // A password field returns dots, so only their number can be compared.
      const same = role === AtspiRole.password ? characters(now ?? '') === characters(text) : now === text
      return same ? true : null
    }
    if (await run.until(isThere, SHOWS_WITHIN_MS)) return true
    if (before !== null && role !== AtspiRole.password)
      await run.race(this.#calls.setTextContents(ref, before))
    return false
  }

  async setValue(ref: ObjectRef, value: number, run: RunControl): Promise<boolean> {
    await run.checkpoint()
    if (!(await run.race(this.#calls.setCurrentValue(ref, value)))) return false
    const isThere = async () => {
      const now = await this.#calls.currentValue(ref)
      return now !== null && Math.abs(now - value) <= Math.max(1e-6, Math.abs(value) * 1e-6) ? true : null
    }
    return (await run.until(isThere, SHOWS_WITHIN_MS)) ?? false
  }

  /**
   * Selects an open menu's item by its action, and other items through the nearest container with a selection. The action of a list's item
   * would be that of a double click.
   */
  async select(ref: ObjectRef, run: RunControl): Promise<boolean> {
    const [role, states] = await run.race(Promise.all([this.#calls.role(ref), this.#calls.states(ref)]))
    if (role === null || !states) return false
    const inOpenMenu = MENU_ITEMS.has(role) && hasState(states, AtspiState.showing)
    if (inOpenMenu && (await this.#invokeItem(ref, run))) return true
    const place = await this.#selectionOf(ref, run)
    if (place) {
      await run.checkpoint()
      const { container, index } = place
      let accepted = await run.race(this.#calls.selectChild(container, index))
      // A view of several items adds to its selection, where a click would replace it.
      if (accepted && (await run.race(this.#calls.selectedChild(container, 1)))) {
        await run.race(this.#calls.clearSelection(container))
        accepted = await run.race(this.#calls.selectChild(container, index))
      }
      if (accepted && (await this.#isSelected(ref, place, run))) return true
    }
    return false
  }

  async focus(ref: ObjectRef, run: RunControl): Promise<boolean> {
    await run.checkpoint()
    if (!(await run.race(this.#calls.grabFocus(ref)))) return false
    const isFocused = async () => {
      const states = await this.#calls.states(ref)
      return states && hasState(states, AtspiState.focused) ? true : null
    }
    return (await run.until(isFocused, SHOWS_WITHIN_MS)) ?? false
  }

  async scrollIntoView(ref: ObjectRef, run: RunControl): Promise<boolean> {
    await run.checkpoint()
    return (await run.race(this.#calls.scrollTo(ref))) ?? false
  }

  /** Invokes an item's action and tells whether the item is chosen then. A menu that closes has taken the action. */
  async #invokeItem(ref: ObjectRef, run: RunControl): Promise<boolean> {
    const place = await this.#selectionOf(ref, run)
    if (!(await this.invoke(ref, null, run))) return false
    if (place) return this.#isSelected(ref, place, run)
    const taken = async () => {
      const states = await this.#calls.states(ref)
      const closed = !states || !hasState(states, AtspiState.showing)
      return closed || (await this.#looksSelected(ref)) ? true : null
    }
    return (await run.until(taken, SHOWS_WITHIN_MS)) ?? false
  }

  /** Finds the container whose selection an item belongs to, and the item's position there. A menu's selection is only its highlight. */
  async #selectionOf(ref: ObjectRef, run: RunControl): Promise<Place | null> {
    let child = ref
    let index: number | null = null
    for (let level = 0; level < 4; level++) {
      const [parent, own] = await run.race(
        Promise.all([this.#calls.parent(child), this.#calls.indexInParent(child)]),
      )
      if (!parent) return null
      index ??= own
      const [role, interfaces] = await run.race(
        Promise.all([this.#calls.role(parent), this.#calls.interfaces(parent)]),
      )
      const isMenu = role === AtspiRole.menu || role === AtspiRole.popupMenu || role === AtspiRole.menuBar
      if (!isMenu && interfaces && interfaces & Has.selection) {
        return index !== null && index >= 0 ? { container: parent, index } : null
      }
      if (!isMenu) index = null
      child = parent
    }
    return null
  }

  async #isSelected(ref: ObjectRef, { container, index }: Place, run: RunControl): Promise<boolean> {
    const chosen = async () => {
      // A closed combo box marks no item as selected, but knows which one it shows.
      const item = await this.#calls.selectedChild(container, 0)
      if (item && (item.path === ref.path || (await this.#calls.indexInParent(item)) === index)) return true
      return !item && (await this.#looksSelected(ref)) ? true : null
    }
    return (await run.until(chosen, SHOWS_WITHIN_MS)) ?? false
  }

  async #looksSelected(ref: ObjectRef): Promise<boolean> {
    const states = await this.#calls.states(ref)
    return states !== null && (hasState(states, AtspiState.selected) || hasState(states, AtspiState.checked))
  }
}

/** Gives the position of the wanted action in the toolkit's list, for null of the default one; -1 when there is none. */
export function indexOfAction(actions: readonly string[], wanted: string | null): number {
  const names = actions.map((name) => name.toLowerCase())
  if (wanted !== null) return names.indexOf(wanted.toLowerCase())
  for (const name of DEFAULT_ACTIONS) {
    const index = names.indexOf(name)
    if (index >= 0) return index
  }
  return names.findIndex((name) => name !== '' && !name.includes('.') && !NO_DEFAULT.has(name))
}

/** Code points, as toolkits count characters. */
const characters = (text: string): number => Array.from(text).length
