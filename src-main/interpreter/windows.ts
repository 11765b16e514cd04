// Which window a person means by the name of an application, a title, or a file.
import { basename } from 'node:path'
import type { WindowInfo } from '../core/desktop.ts'
import { fit, similarity } from './spelling.ts'

export interface WindowMatches {
  found: WindowInfo[]
  nearest: string[]
}

/** Words that stand for any application of a kind, as people say them. */
const KINDS: Record<string, RegExp> = {
  calculator: /calc(ulator)?\b/i,
  editor: /editor|pad\b|notepad/i,
  browser: /chrom|firefox|browser|epiphany|falkon/i,
  terminal: /term|console|konsole/i,
}

export function findWindow(written: string, windows: readonly WindowInfo[]): WindowMatches {
  const name = written
    .replace(/^the\s+/i, '')
    .replace(/\s+(?:window|app|application)$/i, '')
    .trim()
  const candidates = windows.filter(({ kind }) => kind !== 'popup')
  const rated = candidates.map((window) => ({ window, level: levelOf(name, window) }))
  const level = Math.max(0, ...rated.map((each) => each.level))
  if (level === 0) {
    const kind = KINDS[name.toLowerCase()]
    const fitting = kind
      ? candidates.filter((each) => kind.test(`${each.application} ${each.process_name}`))
      : []
    if (fitting.length > 0) return { found: mainOnes(fitting), nearest: [] }
    const nearest = candidates.toSorted((a, b) => similarity(name, b.title) - similarity(name, a.title))
    return { found: [], nearest: nearest.map(windowName) }
  }
  return {
    found: mainOnes(rated.filter((each) => each.level === level).map(({ window }) => window)),
    nearest: [],
  }
}

function levelOf(name: string, window: WindowInfo): number {
  const parts = window.title.split(/\s[-–—|]\s/)
  const file = name.includes('/') ? basename(name) : null
  const names = [window.application, window.process_name, window.title, ...parts]
  const levels = names.map((each) =>
    Math.max(fit(name, each), file ? fit(file, each.replace(/^[*•]\s*/, '')) : 0),
  )
  return Math.max(...levels)
}

/** A dialog is meant only where its application has no other window. */
function mainOnes(windows: WindowInfo[]): WindowInfo[] {
  const main = windows.filter(({ kind }) => kind === 'normal')
  return main.length > 0 ? main : windows
}

export const windowName = (window: WindowInfo): string =>
  `“${window.title || window.application}” (${window.process_name})`

/** The window that is worked in when none was named: the active one, else the one in front. */
export function currentWindow(windows: readonly WindowInfo[]): WindowInfo | null {
  const normal = windows.filter(
    ({ kind, minimized, title }) => kind !== 'popup' && !minimized && title !== '',
  )
  return normal.find(({ active }) => active) ?? normal[0] ?? null
}

/** The window that a launch has opened, from what `launch_application` gave; null while there is none. */
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

function launchFacts(result: unknown): { id: string | null; pid: number | null; application: string | null } {
  const record = (value: unknown): Record<string, unknown> =>
    typeof value === 'object' && value !== null ? { ...value } : {}
  const { window, pid, application } = record(result)
  const { id } = record(window)
  return {
    id: typeof id === 'string' ? id : null,
    pid: typeof pid === 'number' ? pid : null,
    application: typeof application === 'string' ? application : null,
  }
}
