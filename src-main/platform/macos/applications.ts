// Asks running applications for their windows through the Accessibility API, and remembers which of them do not answer.
import type { RunControl } from '../../core/run-control.ts'
import { attributeOf, membersOfAttribute, MESSAGES_S } from './ax/ask.ts'
import { wake } from './ax/acts.ts'
import { elementOf, elementsIn, faultOf, readFacts, textOfAttribute, type Facts } from './ax/facts.ts'
import {
  applicationElement,
  limitMessages,
  pidOf,
  systemElement,
  windowIdOf,
} from './native/accessibility.ts'
import { flagIn, release, using, type Ref } from './native/core-foundation.ts'
import { fairTime } from '../fair-time.ts'

/** Milliseconds for which an application that has not answered, or has no windows, is not asked again. */
const QUIET_MS = 2000
/** The most children of a window that are searched for its sheets. */
const MAX_CHILDREN = 100

/** A window as its application knows it. */
export interface ApplicationWindow {
  id: number
  facts: Facts
  minimized: boolean
  /** Id of the window that it is a sheet of. */
  sheetOf: number | null
}

export class Applications {
  readonly #system = systemElement()
  /** pid → its element, which is made once. */
  readonly #elements = new Map<number, Ref>()
  readonly #quiet = new Map<number, number>()
  /** Applications that have not answered in time when they were last asked. */
  readonly #silent = new Set<number>()
  readonly #woken = new Set<number>()

  constructor() {
    limitMessages(this.#system, MESSAGES_S)
  }

  dispose(): void {
    for (const element of [this.#system, ...this.#elements.values()]) release(element)
    this.#elements.clear()
  }

  /** Forgets applications that have ended. */
  keepOnly(pids: ReadonlySet<number>): void {
    for (const [pid, element] of this.#elements) {
      if (pids.has(pid)) continue
      release(element)
      this.#elements.delete(pid)
      this.#woken.delete(pid)
    }
    for (const known of [this.#quiet, this.#silent])
      for (const pid of known.keys()) if (!pids.has(pid)) known.delete(pid)
  }

  isSilent(pid: number): boolean {
    return this.#silent.has(pid)
  }

  element(pid: number): Ref {
    let element = this.#elements.get(pid)
    if (element === undefined) this.#elements.set(pid, (element = applicationElement(pid)))
    return element
  }

  /**
   * Lists the windows of an application; null when it does not say. `shown` are the ids of its windows on the screen: where one is none of
   * its windows, it may be a sheet.
   */
  async windows(pid: number, shown: readonly number[], run: RunControl): Promise<ApplicationWindow[] | null> {
    if ((this.#quiet.get(pid) ?? 0) > fairTime()) return null
    const elements = await this.#windowElements(pid, run)
    const beQuiet = (): null => {
      this.#quiet.set(pid, fairTime() + QUIET_MS)
      return null
    }
    if (elements === null || elements.length === 0) beQuiet()
    if (elements === null) return null
    const found: ApplicationWindow[] = []
    const describe = async (element: Ref, sheetOf: number | null): Promise<void> => {
      const window = await this.#describe(element, sheetOf, run)
      if (window === 'silent') this.#silent.add(pid)
      else if (window) found.push(window)
    }
    try {
      for (const element of elements) {
        await describe(element, null)
        // One that does not answer would let each of its windows wait.
        if (this.#silent.has(pid)) return beQuiet()
      }
      if (shown.every((id) => found.some((window) => window.id === id))) return found
      for (const element of elements) {
        const sheets = await sheetsOf(element, run)
        for (const sheet of sheets) {
          await describe(sheet, windowIdOf(element))
          release(sheet)
        }
      }
      return found
    } finally {
      for (const element of elements) release(element)
    }
  }

  /** Uses the element of a window or sheet; null when there is none. */
  async withWindow<T>(
    pid: number,
    id: number,
    use: (window: Ref) => Promise<T>,
    run: RunControl,
  ): Promise<T | null> {
    const elements = (await this.#windowElements(pid, run)) ?? []
    try {
      const own = elements.find((element) => windowIdOf(element) === id)
      if (own !== undefined) return await use(own)
      const windows = elements.slice()
      for (const window of windows) elements.push(...(await sheetsOf(window, run)))
      const sheet = elements.find((element) => windowIdOf(element) === id)
      return sheet === undefined ? null : await use(sheet)
    } finally {
      for (const element of elements) release(element)
    }
  }

  /** Gives the id of the window that has the keyboard, null for none. */
  async focusedWindow(run: RunControl): Promise<number | null> {
    const application = await elementOf(this.#system, 'AXFocusedApplication', run)
    if (application === 0n) return null
    try {
      const window = await elementOf(application, 'AXFocusedWindow', run)
      return window === 0n ? null : using(window, windowIdOf)
    } finally {
      release(application)
    }
  }

  /** Gives the pid of the application in front, null for none. */
  async focusedApplication(run: RunControl): Promise<number | null> {
    const application = await elementOf(this.#system, 'AXFocusedApplication', run)
    return application === 0n ? null : using(application, pidOf)
  }

  /** Asks it once to build its tree. Gives whether it was asked now. */
  async wake(pid: number, run: RunControl): Promise<boolean> {
    if (this.#woken.has(pid)) return false
    this.#woken.add(pid)
    await wake(this.element(pid), run)
    return true
  }

  async #windowElements(pid: number, run: RunControl): Promise<Ref[] | null> {
    const answer = await attributeOf(this.element(pid), 'AXWindows', run)
    this.#silent.delete(pid)
    if (answer && answer.ref !== 0n) return using(answer.ref, elementsIn)
    const fault = faultOf(answer?.code ?? null)
    if (fault === 'silent') this.#silent.add(pid)
    return fault === 'gone' ? [] : null
  }

  async #describe(
    element: Ref,
    sheetOf: number | null,
    run: RunControl,
  ): Promise<ApplicationWindow | 'silent' | null> {
    const id = windowIdOf(element)
    if (id === null) return null
    const facts = await readFacts(element, null, run)
    if (typeof facts === 'string') return facts === 'silent' ? facts : null
    const minimized = await attributeOf(element, 'AXMinimized', run)
    const isMinimized = minimized && minimized.ref !== 0n ? using(minimized.ref, flagIn) : null
    return { id, facts, minimized: isMinimized ?? false, sheetOf }
  }
}

/** Gives the sheets of a window: by an attribute that not every version has, else those among its children. The caller releases them. */
async function sheetsOf(window: Ref, run: RunControl): Promise<Ref[]> {
  const listed = await attributeOf(window, 'AXSheets', run)
  const sheets = listed && listed.ref !== 0n ? using(listed.ref, elementsIn) : []
  if (sheets.length > 0) return sheets
  const answer = await membersOfAttribute(window, 'AXChildren', MAX_CHILDREN, run)
  const children = answer && answer.ref !== 0n ? using(answer.ref, elementsIn) : []
  const found: Ref[] = []
  for (const child of children) {
    if ((await textOfAttribute(child, 'AXRole', run)) === 'AXSheet') found.push(child)
    else release(child)
  }
  return found
}
