// Whether a window was opened by an application that has just been started.
import type { LaunchResult, PlatformWindow } from '../../../platform/platform.ts'
import { Label } from '../../../matching/label.ts'

const words = (text: string): string[] => new Label(text).tokens.filter((word) => word.length > 2)

/** Whether all words of one are words of the other: “Calculator” and “gnome-calculator”, not “gnome-clocks”. */
function sameApplication(one: string, other: string): boolean {
  const [few = [], many = []] = [words(one), words(other)].toSorted((a, b) => a.length - b.length)
  return few.length > 0 && few.every((word) => many.includes(word))
}

/**
 * By its process, else by the names of process and application (a launcher hands over to another process, a running
 * instance opens the window). A file that was opened is recognised by its name in the title.
 */
export function belongsToLaunch(window: PlatformWindow, launched: LaunchResult, asked: string): boolean {
  if (window.kind === 'popup' || window.title.trim() === '') return false
  if (launched.pid !== null && window.pid === launched.pid) return true
  const isPath = asked.includes('/')
  const file = isPath ? (asked.split('/').at(-1) ?? '') : ''
  if (file !== '' && window.title.includes(file)) return true
  // The folders of a path say nothing of the application.
  const called = [launched.application, ...(isPath ? [] : [asked])]
  return called.some((name) =>
    [window.application, window.processName].some((own) => sameApplication(name, own)),
  )
}

/** What `launch_application` or `run_shell` returned, null for anything else. */
export function launchOf(result: unknown): LaunchResult | null {
  if (typeof result !== 'object' || result === null || !('application' in result)) return null
  const { application } = result
  const pid = 'pid' in result && typeof result.pid === 'number' ? result.pid : null
  return typeof application === 'string' ? { application, pid } : null
}
