// Defines what a postcondition says of an act, and reads what several of them look at.
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { changesBetween, openedWords } from './changes.ts'
import type { Look } from './look.ts'
import { quoted } from '../targeting/names.ts'
import { isBeside } from '../state.ts'

export type Verdict =
  /** `lasting`: it counts only once it has held for a while, since some controls jump back. */
  | { state: 'holds'; evidence: string; lasting?: boolean }
  /** `final`: waiting longer will not help. `seen`: the whole of what the evidence tells a part of. */
  | { state: 'fails'; evidence: string; final?: boolean; seen?: string }
  /**
   * `wait`: it may still come true, so a window at rest is not the end. `sees`: the evidence says what is there now, and
   * only something that was seen to change may deny it. `late`: an application that does something may need longer for it than
   * an act has.
   */
  | { state: 'open'; evidence: string | null; wait?: boolean; sees?: boolean; late?: boolean }

export type Postcondition = (act: ActMemory, now: Look) => Promise<Verdict>

export const holds = (evidence: string): Verdict => ({ state: 'holds', evidence })
export const holdsOn = (evidence: string): Verdict => ({ state: 'holds', evidence, lasting: true })
export const fails = (evidence: string, final = false): Verdict => ({ state: 'fails', evidence, final })
export const open = (evidence: string | null = null): Verdict => ({ state: 'open', evidence })
export const seesOther = (evidence: string, wait = false): Verdict => ({
  state: 'open',
  evidence,
  wait,
  sees: true,
})

export const nameOf = (element: PlatformElement): string =>
  element.name === '' ? `the ${element.role}` : `the ${element.role} ${quoted(element.name)}`
export const The = (element: PlatformElement): string => `T${nameOf(element).slice(1)}`

export const word = (act: ActMemory, key: string): string => {
  const value = act.parameters[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Lists windows of the act's application (of any, when it is not known) that were not there before. */
export async function newWindows(act: ActMemory, now: Look): Promise<PlatformWindow[]> {
  const before = new Set(act.windows.map((window) => window.handle))
  const window = act.target.window
  const all = await now.windows()
  const opened = all.filter((each) => !before.has(each.handle))
  return window ? opened.filter((each) => isBeside(each, window, all)) : opened
}

export async function isGone(window: PlatformWindow, now: Look): Promise<boolean> {
  return !(await now.windows()).some((each) => each.handle === window.handle)
}

export async function newDialog(act: ActMemory, now: Look): Promise<Verdict | null> {
  const opened = (await newWindows(act, now)).find((window) => window.kind !== 'popup')
  return opened ? holds(openedWords(opened, await now.said(opened))) : null
}

/** Holds when a dialog (or another window) has opened: a name that ends with “…” promises that. */
export async function dialogOpened(act: ActMemory, now: Look): Promise<Verdict> {
  const opened = await newDialog(act, now)
  if (opened) return opened
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const inside = changes.appeared.find((element) => element.role === 'dialog')
  if (inside) return holds(`${The(inside)} has opened.`)
  // A name is no proof: what ends with “…” may do without a dialog.
  return { state: 'open', evidence: 'No dialog has opened.', wait: true, late: true }
}

export async function menuOpened(act: ActMemory, now: Look): Promise<Verdict | null> {
  const popup = (await newWindows(act, now)).find((window) => window.kind === 'popup')
  if (popup) return holds('A menu or list has opened.')
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const items = changes.appeared.filter((each) => ['menu', 'menu item', 'list item'].includes(each.role))
  return items.length > 0 ? holds(`A menu or list with ${quoted(items[0]?.name ?? '')} has opened.`) : null
}

export async function popupClosed(act: ActMemory, now: Look): Promise<boolean> {
  const there = new Set((await now.windows()).map((window) => window.handle))
  return act.windows.some((window) => window.kind === 'popup' && !there.has(window.handle))
}
