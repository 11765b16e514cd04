// Verifies that windows and applications have opened, closed or come to the front.
import type { PlatformWindow } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { asksWords, capital, kindOf } from './changes.ts'
import { belongsToLaunch, launchOf } from './verify-launch.ts'
import type { Look } from './look.ts'
import { quoted } from '../targeting/names.ts'
import { isBeside } from '../state.ts'
import {
  fails,
  holds,
  isGone,
  newWindows,
  open,
  seesOther,
  word,
  type Postcondition,
  type Verdict,
} from './verdict.ts'

export async function closed(act: ActMemory, window: PlatformWindow, now: Look): Promise<Verdict> {
  if (await isGone(window, now)) return holds(`The window ${quoted(window.title)} is closed.`)
  const asks = (await newWindows(act, now)).find((each) => each.kind === 'dialog')
  if (asks) return fails(`The window is still there: ${asksWords(asks, await now.said(asks))}`, true)
  return fails(`The window ${quoted(window.title)} is still there.`)
}

export const chosenIsActive: Postcondition = async (act, now) => {
  const window = act.target.window
  if (!window) return open()
  const all = await now.windows()
  const active = all.find((each) => each.active)
  const sibling = active && isBeside(active, window, all)
  if (active && (active.handle === window.handle || (sibling && active.kind !== 'normal'))) {
    return holds(`${capital(kindOf(active))} is in front.`)
  }
  return fails(active ? `${quoted(active.title)} is in front.` : 'No window is in front.')
}

export const applicationOpened =
  (key: string, strict: boolean): Postcondition =>
  async (act, now) => {
    const before = new Set(act.windows.map((window) => window.handle))
    const asked = word(act, key)
    const launched = launchOf(act.result)
    const called = launched ?? { application: asked.split(/\s+/)[0] ?? '', pid: null }
    const all = await now.windows()
    const given = launched?.window == null ? null : await now.windowOf(launched.window)
    const opened =
      given ?? all.find((window) => !before.has(window.handle) && belongsToLaunch(window, called, [asked]))
    if (opened && !before.has(opened.handle)) {
      if (opened.kind !== 'dialog') return holds(`The window ${quoted(opened.title)} has opened.`)
      // The text of a message box is reported anyway.
      const says = (await now.said(opened)) === null ? (launched?.says ?? null) : null
      return open(`A dialog is in its place.${says === null ? '' : ` It says: ${quoted(says)}`}`)
    }
    const raised = all.find(
      (window) =>
        window.active &&
        belongsToLaunch(window, called, [asked]) &&
        act.windows.some(
          (old) => old.handle === window.handle && (!old.active || old.title !== window.title),
        ),
    )
    if (raised) return holds(`The window ${quoted(raised.title)} has come to the front.`)
    if (given?.active)
      return open(`The window ${quoted(given.title)} was in front before; no other has opened.`)
    const none = `No window of ${quoted(called.application)} has opened.`
    // Whose it is may not be told: what stands there can't be said not to have opened.
    if (all.some(({ handle, kind }) => !before.has(handle) && kind !== 'popup'))
      return seesOther(`Whether that is ${quoted(called.application)} is not known.`, true)
    return strict ? fails(none) : open(none)
  }
