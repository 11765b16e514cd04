// Finds the window that a person means by the name of an application, a title, or a file.
import { basename } from 'node:path'
import type { WindowInfo } from '../core/desktop.ts'
import { ALL, nearest } from '../matching/nearest.ts'
import { rank, theBest } from '../matching/rank.ts'
import { kindOfProcess } from '../safety/applications.ts'
import { LEVELS } from './matching.ts'

export interface WindowMatches {
  found: WindowInfo[]
  nearest: string[]
}

/** Words that people use for any application of a kind. */
const KINDS: Record<string, RegExp> = {
  calculator: /calc(ulator)?\b/i,
  editor: /editor|pad\b|notepad/i,
  browser: /chrom|firefox|browser|epiphany|falkon/i,
  terminal: /term|console|konsole/i,
}

export const isTerminal = ({ application, process_name }: WindowInfo): boolean =>
  KINDS['terminal']?.test(`${application} ${process_name}`) === true ||
  [application, process_name].some((name) => kindOfProcess(name) === 'terminal')

/** Words for the window that is in front. */
const THIS = /^(?:it|(?:(?:this|the|that) )?(?:current |active )?(?:window|application|app|program))$/i

const DIALOG = /^(?:(?:this|the|that) )?(?:dialog(?: box| window)?|dialogue)$/i

/** The one in front of the windows that belong to another one; else all of them. */
function dialogsIn(windows: readonly WindowInfo[]): WindowInfo[] {
  const all = windows.filter(({ kind, modal, owner }) => kind === 'dialog' || modal || owner !== null)
  const front = all.filter(({ active }) => active)
  return front.length > 0 ? front : all
}

export function findWindow(written: string, windows: readonly WindowInfo[]): WindowMatches {
  const name = written
    .replace(/\s+/g, ' ')
    .replace(/^the /i, '')
    .replace(/ (?:window|app|application)$/i, '')
    .trim()
  const candidates = windows.filter(({ kind }) => kind !== 'popup')
  const current = THIS.test(written.trim()) ? currentWindow(candidates) : null
  if (current) return { found: [current], nearest: [] }
  const dialogs = DIALOG.test(written.trim()) ? dialogsIn(candidates) : []
  if (dialogs.length > 0) return { found: dialogs, nearest: [] }
  const called = candidates.flatMap((window) => namesOf(window).map((text) => ({ window, text })))
  const file = name.includes('/') ? basename(name) : null
  const byName = rank(name, called, ({ text }) => ({ name: text }), { name: LEVELS })
  const byFile =
    file === null
      ? []
      : rank(file, called, ({ text }) => ({ name: text.replace(/^[*•]\s*/, '') }), { name: LEVELS })
  const best = theBest([...byName, ...byFile].toSorted((a, b) => b.evidence.worth - a.evidence.worth))
  if (best.length > 0) return { found: mainOnes([...new Set(best.map(({ window }) => window))]), nearest: [] }
  const kind = KINDS[name.toLowerCase()]
  const fitting = kind
    ? candidates.filter((each) => kind.test(`${each.application} ${each.process_name}`))
    : []
  if (fitting.length > 0) return { found: mainOnes(fitting), nearest: [] }
  const byTitle = Map.groupBy(candidates, ({ title }) => title)
  const near = nearest(name, [...byTitle.keys()], ALL).flatMap((title) => byTitle.get(title) ?? [])
  return { found: [], nearest: near.map(windowName) }
}

const namesOf = ({ application, process_name, title }: WindowInfo): string[] => [
  application,
  process_name,
  title,
  ...title.split(/\s[-–—|]\s/),
]

/** Leaves out dialogs, unless their application has no other window. */
function mainOnes(windows: WindowInfo[]): WindowInfo[] {
  const main = windows.filter(({ kind }) => kind === 'normal')
  return main.length > 0 ? main : windows
}

export const windowName = (window: WindowInfo): string =>
  `“${window.title || window.application}” (${window.process_name})`

/** Returns the window to work in when none was named: the active one, else the front one. */
export function currentWindow(windows: readonly WindowInfo[]): WindowInfo | null {
  const normal = windows.filter(
    ({ kind, minimized, title }) => kind !== 'popup' && !minimized && title !== '',
  )
  return normal.find(({ active }) => active) ?? normal[0] ?? null
}

/** Returns the window that a launch has opened, from the result of `launch_application`; null while there is none. */
export function launchedWindow(
  result: unknown,
  what: string,
  windows: readonly WindowInfo[],
): WindowInfo | null {
  const { id, pid, application } = launchFacts(result)
  const there = windows.find((window) => window.id === id)
  if (there?.kind === 'normal') return there
  const normal = windows.filter(({ kind }) => kind === 'normal')
  const ofProcess = normal.filter((window) =>
    there
      ? window.pid === there.pid && window.process_name === there.process_name
      : pid !== null && window.pid === pid,
  )
  const named = [what, ...(application ? [application] : [])].flatMap(
    (name) => findWindow(name, normal).found,
  )
  const all = ofProcess.length > 0 ? ofProcess : named
  return all.find(({ active }) => active) ?? all[0] ?? there ?? null
}

interface LaunchFacts {
  id: string | null
  pid: number | null
  application: string | null
  /** The text of a dialog that has opened in place of a window. */
  says: string | null
  /** Whether the name that was asked for is only a keyword of the application. */
  byKeyword: boolean
}

/** Reads the result of `launch_application`. */
export function launchFacts(result: unknown): LaunchFacts {
  const record = (value: unknown): Record<string, unknown> =>
    typeof value === 'object' && value !== null ? { ...value } : {}
  const { window, pid, application, says, byKeyword } = record(result)
  const { id } = record(window)
  return {
    id: typeof id === 'string' ? id : null,
    pid: typeof pid === 'number' ? pid : null,
    application: typeof application === 'string' ? application : null,
    says: typeof says === 'string' ? says : null,
    byKeyword: byKeyword === true,
  }
}
