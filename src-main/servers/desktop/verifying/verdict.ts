// Defines what a postcondition says of an act, and reads what several of them look at.
import type { PlatformWindow } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { seen, type EvidenceCode } from '../../../../src-preload/contract/evidence.ts'
import type { CodedText } from '../../../../src-preload/contract/coded-text.ts'
import { changesBetween, hasOpened } from './changes.ts'
import type { Look } from './look.ts'
import { short } from '../targeting/names.ts'
import { isBeside } from '../targeting/window-relations.ts'

export type Verdict =
  /** `lasting`: it counts only once it has held for a while, because some controls jump back. */
  | { state: 'holds'; evidence: CodedText[]; lasting?: boolean }
  /**
   * `final`: waiting longer will not help. `seen`: the whole text of which the evidence shows a part. `coming`: it is as it was, or the
   * beginning of what was to come.
   */
  | { state: 'fails'; evidence: CodedText[]; final?: boolean; seen?: string; coming?: boolean }
  /**
   * `wait`: it may still come true, so a window at rest is not the end. `sees`: the evidence says what is there now, and
   * only something that was seen to change may deny it. `late`: an application that does something may need longer for it than
   * an act has.
   */
  | { state: 'open'; evidence: CodedText[]; wait?: boolean; sees?: boolean; late?: boolean }

export type Postcondition = (act: ActMemory, now: Look) => Promise<Verdict>

/** Evidence; a code without parameters may stand alone. */
type Told = EvidenceCode | CodedText | CodedText[]
const told = (evidence: Told): CodedText[] =>
  typeof evidence === 'string' ? [seen(evidence)] : Array.isArray(evidence) ? evidence : [evidence]

export const holds = (evidence: Told): Verdict => ({ state: 'holds', evidence: told(evidence) })
export const holdsOn = (evidence: Told): Verdict => ({
  state: 'holds',
  evidence: told(evidence),
  lasting: true,
})
export const fails = (evidence: Told, final = false): Verdict => ({
  state: 'fails',
  evidence: told(evidence),
  final,
})
export const open = (evidence: Told = []): Extract<Verdict, { state: 'open' }> => ({
  state: 'open',
  evidence: told(evidence),
})
export const seesOther = (evidence: Told, wait = false): Verdict => ({
  state: 'open',
  evidence: told(evidence),
  wait,
  sees: true,
})

export const word = (act: ActMemory, key: string): string => {
  const value = act.parameters[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Lists new windows of the act's application (of any, when it is unknown). */
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

/** Whether the window of the act is gone, and with it the last one of its application. */
export async function hasEnded({ target: { window } }: ActMemory, now: Look): Promise<boolean> {
  if (window?.kind !== 'normal') return false
  const all = await now.windows()
  return !all.some((each) => each.processName === window.processName || isBeside(each, window, all))
}

export async function newDialog(act: ActMemory, now: Look): Promise<Verdict | null> {
  const opened = (await newWindows(act, now)).find((window) => window.kind !== 'popup')
  return opened ? holds(hasOpened(opened, await now.said(opened))) : null
}

/** Holds when a dialog (or another window) has opened, as a name that ends with “…” promises. */
export async function dialogOpened(act: ActMemory, now: Look): Promise<Verdict> {
  const opened = await newDialog(act, now)
  if (opened) return opened
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const inside = changes.appeared.find((element) => element.role === 'dialog')
  if (inside) return holds(hasOpened({ kind: 'dialog', title: inside.name }, null))
  // The name proves nothing, because a button that ends with “…” may open no dialog: Caja renames in a field in its list.
  const hasField = changes.appeared.some(({ role }) => role === 'edit')
  return { ...open('no_dialog'), wait: true, late: !hasField }
}

export async function menuOpened(act: ActMemory, now: Look): Promise<Verdict | null> {
  const popup = (await newWindows(act, now)).find((window) => window.kind === 'popup')
  if (popup) return holds('menu_opened')
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const items = changes.appeared.filter((each) => ['menu', 'menu item', 'list item'].includes(each.role))
  if (items.length === 0) return null
  // The container of the items, which often has no name, comes first.
  const name = items.map((each) => short(each.name)).find((each) => each !== '')
  return holds(name === undefined ? 'menu_opened' : seen('menu_opened', { name }))
}

export async function popupClosed(act: ActMemory, now: Look): Promise<boolean> {
  const there = new Set((await now.windows()).map((window) => window.handle))
  return act.windows.some((window) => window.kind === 'popup' && !there.has(window.handle))
}
