// Acting on a control through accessibility: its action, its text, its number, its selection. Each says honestly whether
// it took.
import type { RunControl } from '../../../core/run-control.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { AtspiRole, AtspiState, hasState } from './roles.ts'

/** Milliseconds for which the effect of a call may take to show. */
const SHOWS_WITHIN = 400
/** What a plain click would do, best first; names differ by toolkit. */
const DEFAULT_ACTIONS = ['click', 'press', 'activate', 'toggle', 'jump', 'open', 'select', 'check', 'uncheck', 'do default', 'showmenu', 'expand or contract'] // prettier-ignore
/** These do not do what the control is for. */
const NO_DEFAULT = new Set([
  'setfocus',
  'showcontextmenu',
  'menu',
  'clickancestor',
  'scrollbackward',
  'scrollforward',
])

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
    const before = await run.race(this.#calls.text(ref, 0, -1))
    await run.checkpoint()
    if (!(await run.race(this.#calls.setTextContents(ref, text)))) return false
    const isThere = async () => {
      const now = await this.#calls.text(ref, 0, -1)
      // A password field shows dots: only their number can be judged.
      const same = role === AtspiRole.password ? characters(now ?? '') === characters(text) : now === text
      return same ? true : null
    }
    if (await run.until(isThere, SHOWS_WITHIN)) return true
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
    return (await run.until(isThere, SHOWS_WITHIN)) ?? false
  }

  /** Through the nearest container that has a selection, else by its own action. */
  async select(ref: ObjectRef, run: RunControl): Promise<boolean> {
    let child = ref
    for (let level = 0; level < 3; level++) {
      const [parent, index] = await run.race(
        Promise.all([this.#calls.parent(child), this.#calls.indexInParent(child)]),
      )
      if (!parent) break
      const interfaces = await run.race(this.#calls.interfaces(parent))
      if (interfaces && interfaces & Has.selection && index !== null && index >= 0) {
        await run.checkpoint()
        const accepted = await run.race(this.#calls.selectChild(parent, index))
        if (accepted && (await this.#isSelected(ref, parent, index, run))) return true
      }
      child = parent
    }
    if (!(await this.invoke(ref, null, run))) return false
    return (
      (await run.until(async () => ((await this.#looksSelected(ref)) ? true : null), SHOWS_WITHIN)) ?? false
    )
  }

  async focus(ref: ObjectRef, run: RunControl): Promise<boolean> {
    await run.checkpoint()
    if (!(await run.race(this.#calls.grabFocus(ref)))) return false
    const isFocused = async () => {
      const states = await this.#calls.states(ref)
      return states && hasState(states, AtspiState.focused) ? true : null
    }
    return (await run.until(isFocused, SHOWS_WITHIN)) ?? false
  }

  async scrollIntoView(ref: ObjectRef, run: RunControl): Promise<boolean> {
    await run.checkpoint()
    return (await run.race(this.#calls.scrollTo(ref))) ?? false
  }

  async #isSelected(ref: ObjectRef, parent: ObjectRef, index: number, run: RunControl): Promise<boolean> {
    const chosen = async () => {
      if (await this.#looksSelected(ref)) return true
      // A closed combo box marks no item, but knows which one it shows.
      const item = await this.#calls.selectedChild(parent, 0)
      if (!item) return null
      return item.path === ref.path || (await this.#calls.indexInParent(item)) === index ? true : null
    }
    return (await run.until(chosen, SHOWS_WITHIN)) ?? false
  }

  async #looksSelected(ref: ObjectRef): Promise<boolean> {
    const states = await this.#calls.states(ref)
    return states !== null && (hasState(states, AtspiState.selected) || hasState(states, AtspiState.checked))
  }
}

/** Place of the wanted action in the toolkit's list, of the default one for null; -1 when there is none. */
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
