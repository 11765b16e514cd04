// Closes the windows of a desktop that is about to end, as a person would before they log out: an application that has unsaved work
// asks then, whatever its title says.
import type { RunControl } from '../../../core/run-control.ts'
import type { Platform, PlatformWindow } from '../../../platform/platform.ts'
import { DISCARDING } from '../../../safety/vocabulary.ts'
import type { UnclosedWindow } from '../protocol/messages.ts'
import { isUnsaved } from './window-traits.ts'

/**
 * Milliseconds that an application has to close its window, or to ask something. LibreOffice needs several seconds for its last window, and
 * who is told too early is asked about work that is saved.
 */
const CLOSE_MS = 15_000
const POLL_MS = 50
/** The most controls of a question. */
const MAX_CONTROLS = 200
/** Menus that stand open in one another. */
const MAX_MENUS = 4

type Desktop = Pick<Platform, 'windows' | 'closeWindow' | 'tree' | 'invoke' | 'pressKey' | 'releaseKey'>

/**
 * Closes what can be closed without a question, and tells which windows are left. Where a title marks unsaved work, nothing is closed:
 * its person may want to go on. The work in the windows of `discard` is given up, by the button of the application's own question.
 */
export async function closeWindows(
  platform: Desktop,
  discard: readonly string[],
  run: RunControl,
): Promise<UnclosedWindow[]> {
  const before = await windowsOf(platform, run)
  const marked = before.filter(
    (window) => isUnsaved(window, null) === true && !discard.includes(window.handle),
  )
  if (marked.length > 0) return marked.map((window) => unclosed(window, true))
  await closeMenus(platform, run)
  const known = new Set(before.map(({ handle }) => handle))
  const left: UnclosedWindow[] = []
  // A window does not close behind its dialog, so dialogs go first, as by Cancel.
  const dialogs = before.filter(({ kind }) => kind === 'dialog')
  const others = before.filter(({ kind }) => kind !== 'dialog').toReversed()
  // One after the other, so that each question is known to be about its window.
  for (const window of [...dialogs, ...others]) {
    const isOpen = (all: PlatformWindow[]) => all.some(({ handle }) => handle === window.handle)
    if (!isOpen(await windowsOf(platform, run))) continue
    await platform.closeWindow(window.handle, run)
    const asked = (all: PlatformWindow[]) => all.find(({ handle }) => !known.has(handle))
    const all = await until(platform, (now) => !isOpen(now) || asked(now) !== undefined, run)
    const question = asked(all)
    if (question === undefined) {
      if (isOpen(all)) left.push(unclosed(window, false))
      continue
    }
    if (discard.includes(window.handle) && (await pressDiscard(platform, question, run))) {
      if (!isOpen(await until(platform, (now) => !isOpen(now), run))) continue
    }
    // A dialog that is closed is left as by Cancel.
    await platform.closeWindow(question.handle, run)
    await until(platform, (now) => asked(now) === undefined, run)
    left.push(unclosed(window, true))
  }
  return left
}

/** An open menu keeps what its window is told: the window would neither close nor ask. */
async function closeMenus(platform: Desktop, run: RunControl): Promise<void> {
  for (let menu = 0; menu < MAX_MENUS; menu++) {
    if (!(await platform.windows(run)).some(({ kind }) => kind === 'popup')) return
    await platform.pressKey('Escape', run)
    await platform.releaseKey('Escape', run)
    await run.sleep(POLL_MS)
  }
}

const unclosed = ({ handle, title, processName }: PlatformWindow, unsaved: boolean): UnclosedWindow => ({
  handle,
  title: title === '' ? processName : title,
  process_name: processName,
  unsaved,
})

/** False where the question has no such button. */
async function pressDiscard(platform: Desktop, question: PlatformWindow, run: RunControl): Promise<boolean> {
  const { elements } = await platform.tree(question, { max: MAX_CONTROLS }, run)
  const button = elements.find(({ role, name }) => role === 'button' && DISCARDING.test(name))
  return button !== undefined && platform.invoke(button.ref, null, run)
}

const windowsOf = async (platform: Desktop, run: RunControl): Promise<PlatformWindow[]> =>
  (await platform.windows(run)).filter(({ kind }) => kind !== 'popup')

/** Returns the windows as soon as the condition holds, at latest after CLOSE_MS. */
async function until(
  platform: Desktop,
  holds: (windows: PlatformWindow[]) => boolean,
  run: RunControl,
): Promise<PlatformWindow[]> {
  let now = await windowsOf(platform, run)
  await run.until(
    async () => {
      now = await windowsOf(platform, run)
      return holds(now) || null
    },
    CLOSE_MS,
    POLL_MS,
  )
  return now
}
