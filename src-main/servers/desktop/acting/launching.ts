// Waits for the window that a launch opens, and until that window shows something.
import { intersection } from '../../../core/geometry.ts'
import { isThere } from '../../../core/process-identity.ts'
import type { ControlRole } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { LaunchResult, PlatformWindow } from '../../../platform/platform.ts'
import { isBlank } from '../targeting/pictures.ts'
import type { DesktopState } from '../state.ts'
import { belongsToLaunch } from '../verifying/verify-launch.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/** Milliseconds that a started application has to show a window, and those that it has while it shows a splash window. */
const LAUNCH_MS = 30_000
const SPLASH_MS = 60_000
/** Milliseconds that a window may still come after all started processes have ended: another instance that runs already may open it. */
const EXITED_MS = 5000
/** Milliseconds after which that instance has raised its old window instead of opening a new one. */
const RAISE_MS = 1000
/** Milliseconds that a main window may come after a dialog, or get its title after it has opened. */
const MAIN_MS = 1000
/** Milliseconds that a main window may come after one without a title in which there is nothing to do. */
const UNNAMED_MS = 20_000
const POLL_MS = 30
/** How many times as long as the last reading of its controls took a window is left alone: a long start must not cost a core. */
const REST_FACTOR = 9
/** Milliseconds between two checks which processes still run. */
const PROCESSES_MS = 300
/** Milliseconds that a new window has to show its content. */
const FILL_MS = 5000
/** Milliseconds without a change after which an empty window is taken to be empty. */
const EMPTY_MS = 1500
const FILL_POLL_MS = 100
/** The elements that are compared to see whether a window still changes. */
const MAX_COMPARED = 200

/** The windows before a launch, what it has started, and what was asked for: the name, then the arguments. */
export interface Launch {
  before: readonly PlatformWindow[]
  launched: LaunchResult
  asked: readonly string[]
}

/**
 * Finds the window that a launch has opened. It belongs to the started process, to a process that this has started, or to an application
 * that ran already and has the file's name in the window's title. Takes a dialog if nothing else comes, and an old window if the launch has
 * only raised that. Returns null when there is none.
 */
export async function windowOfLaunch(
  state: DesktopState,
  launch: Launch,
  run: RunControl,
): Promise<PlatformWindow | null> {
  const { before, launched } = launch
  const known = new Set(before.map((window) => window.handle))
  const began = fairTime()
  const running = whetherRunning(state, launched.pid)
  const offers = whetherItOffers(state)
  let exitedAt: number | null = null
  let firstAt: number | null = null
  const splashes = new Set<string>()
  const outcome = await run.until(
    async () => {
      const windows = await state.windows(run)
      const opened = windows.filter((each) => !known.has(each.handle))
      const own = await ownOf(state, opened, launch)
      const shown = own.filter(({ kind }) => kind !== 'popup')
      const now = fairTime()
      const normal = shown.filter(({ kind }) => kind === 'normal')
      // A palette or tool bar in a window of its own stands over the main window, and may come first.
      const main = normal.find(({ owner, title }) => owner === null && title.trim() !== '')
      if (main) return { window: main }
      const [first] = [...normal, ...shown]
      if (first) {
        firstAt ??= now
        if (now - firstAt < MAIN_MS) return null
        const some = await offers(first, run)
        if (some === false) splashes.add(first.handle)
        // While it loads, the application may not answer for a window that has offered nothing.
        const isSplash = some === null ? splashes.has(first.handle) : !some
        if (isSplash && now - firstAt < UNNAMED_MS) return null
        // It may have closed while it was read.
        return (await state.windows(run)).some(({ handle }) => handle === first.handle)
          ? { window: first }
          : null
      }
      // Windows of Tk and Motif name no process: the only one that has opened since the launch is taken, a message that comes first, too.
      const nobodys = opened.filter(
        ({ kind, pid, title }) => kind !== 'popup' && pid === null && title.trim() !== '',
      )
      const mains = nobodys.filter(({ kind }) => kind === 'normal')
      const [unowned, ...more] = mains.length > 0 ? mains : nobodys
      if (unowned && more.length === 0) {
        firstAt ??= now
        if (now - firstAt >= MAIN_MS) return { window: unowned }
      }
      if (own.length === 0 && now - began > LAUNCH_MS) return { window: null }
      if (await running(now)) return null
      exitedAt ??= now
      if (now - exitedAt <= RAISE_MS) return null
      const raised = windows.find((each) => each.active && known.has(each.handle) && isNamed(each, launch))
      if (raised) return { window: raised }
      // All started processes have ended and one window has opened since: they have handed the work to another program.
      const [given, ...others] = opened.filter(({ kind }) => kind === 'normal')
      if (given && others.length === 0) return { window: given }
      return now - exitedAt > EXITED_MS ? { window: null } : null
    },
    SPLASH_MS,
    POLL_MS,
  )
  return outcome?.window ?? null
}

const TAKES_ACTS = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'combo box',
  'menu',
  'menu item',
  'tab',
  'link',
  'list item',
  'tree item',
  'cell',
  'slider',
  'spinner',
  'edit',
  'password',
  'document',
])

/**
 * Whether there is something to do in a window, as in any with a title: JOSM's splash has none, and only a bar and a text that is read.
 * Null where its controls can't be read.
 */
async function offersSomething(
  { platform }: DesktopState,
  window: PlatformWindow,
  run: RunControl,
): Promise<boolean | null> {
  if (window.title.trim() !== '') return true
  const { elements } = await platform.tree(window, { max: MAX_COMPARED }, run)
  if (elements.length === 0) return null
  const bars = new Set(elements.filter(({ role }) => role === 'scroll bar').map(({ ref }) => ref))
  return elements.some(
    ({ role, states, parent }) =>
      TAKES_ACTS.has(role) && !states.includes('readonly') && !(parent !== null && bars.has(parent)),
  )
}

/** Reads the controls of a window again only when its title has changed or its application has had its rest. */
function whetherItOffers(
  state: DesktopState,
): (window: PlatformWindow, run: RunControl) => Promise<boolean | null> {
  let last = { window: '', until: Number.NEGATIVE_INFINITY, answer: null as boolean | null }
  return async (window, run) => {
    const began = fairTime()
    const key = `${window.handle} ${window.title}`
    if (key === last.window && began < last.until) return last.answer
    const answer = await offersSomething(state, window, run)
    const now = fairTime()
    last = { window: key, until: now + REST_FACTOR * (now - began), answer }
    return answer
  }
}

const isNamed = (window: PlatformWindow, { launched, asked }: Launch): boolean =>
  belongsToLaunch(window, launched, asked)

async function ownOf(
  { platform }: DesktopState,
  windows: readonly PlatformWindow[],
  launch: Launch,
): Promise<PlatformWindow[]> {
  const { pid } = launch.launched
  const isOwn = await Promise.all(
    windows.map(
      async (window) =>
        (pid !== null && window.pid !== null && (await platform.startedBy?.(window.pid, pid)) === true) ||
        isNamed(window, launch),
    ),
  )
  return windows.filter((_, index) => isOwn[index])
}

/** Tells whether any process of a launch still runs. The answer is kept for `PROCESSES_MS`. */
function whetherRunning({ platform }: DesktopState, pid: number | null): (now: number) => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer = true
  return async (now) => {
    if (pid === null) return true
    if (answer && now - askedAt >= PROCESSES_MS) {
      askedAt = now
      answer = isThere({ pid, started: null }) || (await platform.isLaunchRunning?.(pid)) === true
    }
    return answer
  }
}

/**
 * Waits until a new window is painted and its controls no longer change, for at most `FILL_MS`. Returns whether the window has reported
 * which of its controls has the keyboard.
 */
export async function waitUntilFilled(
  state: DesktopState,
  window: PlatformWindow,
  run: RunControl,
): Promise<boolean> {
  let before = ''
  let hasFocus = false
  let since = fairTime()
  await run.until(
    async () => {
      const [raw, { elements }, focused] = await Promise.all([
        state.shield.picture(window.bounds, run).catch(() => null),
        state.platform.tree(window, { max: MAX_COMPARED }, run),
        state.platform.focusedElement(run),
      ])
      const pages = elements.filter(
        ({ role, bounds }) => role === 'web page' && intersection(bounds, window.bounds) !== null,
      )
      // A browser lists what is on a page before it shows the page, and takes no click until then.
      const isPainted = raw === null || !(isBlank(raw) || pages.some(({ bounds }) => isBlank(raw, bounds)))
      const parents = new Set(elements.map(({ parent }) => parent))
      const pageIsEmpty = pages.some(({ ref }) => !parents.has(ref))
      const isListed = elements.length > 0 && !pageIsEmpty
      const now = `${isPainted} ${elements.map(({ ref }) => ref).join(' ')}`
      const hasChanged = now !== before
      if (hasChanged) since = fairTime()
      before = now
      // The next text needs a control with the keyboard. LibreOffice reports it last, after more controls than are compared here.
      hasFocus = focused !== null && (focused.window ?? window.handle) === window.handle
      const isFilled = isPainted && isListed && hasFocus
      return !hasChanged && (isFilled || fairTime() - since >= EMPTY_MS) ? true : null
    },
    FILL_MS,
    FILL_POLL_MS,
  )
  return hasFocus
}
