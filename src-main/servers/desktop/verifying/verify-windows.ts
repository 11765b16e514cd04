// Verifies that windows and applications have opened, closed or come to the front.
import type { CodedText } from '../../../../src-preload/contract/coded-text.ts'
import { seen } from '../../../../src-preload/contract/evidence.ts'
import type { PlatformWindow } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { asksFirst, hasOpened, windowSeen } from './changes.ts'
import { belongsToLaunch, launchOf, leftAside } from './verify-launch.ts'
import type { Look } from './look.ts'
import { short } from '../targeting/names.ts'
import { isBeside } from '../targeting/window-relations.ts'
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
  if (await isGone(window, now)) return holds(windowSeen('is_closed', window))
  const asks = (await newWindows(act, now)).find((each) => each.kind === 'dialog')
  if (asks) return fails(asksFirst(asks, await now.said(asks)), true)
  return fails(windowSeen('still_there', window))
}

export const chosenIsActive: Postcondition = async (act, now) => {
  const window = act.target.window
  if (!window) return open()
  const all = await now.windows()
  const active = all.find((each) => each.active)
  const sibling = active && isBeside(active, window, all)
  if (active && (active.handle === window.handle || (sibling && active.kind !== 'normal'))) {
    return holds(windowSeen('in_front', active))
  }
  return fails(active ? windowSeen('other_in_front', active) : 'none_in_front')
}

/** A system that does not tell what is maximized leaves it open. */
export const windowStateIs: Postcondition = async (act, now) => {
  const asked = word(act, 'state')
  const window = (await now.windows()).find(({ handle }) => handle === act.target.window?.handle)
  if (!window) return open()
  const { minimized, maximized } = window
  const state = minimized ? 'minimized' : maximized ? 'maximized' : 'restored'
  const holdsThat =
    asked === 'minimized' ? minimized : asked === 'normal' ? !minimized : !minimized && maximized
  if (holdsThat === undefined) return open()
  return holdsThat ? holds(windowSeen(state, window)) : fails(windowSeen(state, window))
}

const filesGiven = ({ parameters }: ActMemory): string[] =>
  [parameters['arguments']].flat().filter((each) => typeof each === 'string')

export const applicationOpened =
  (key: string, strict: boolean): Postcondition =>
  async (act, now) => {
    const before = new Set(act.windows.map((window) => window.handle))
    const asked = word(act, key)
    const launched = launchOf(act.result)
    const called = launched ?? { application: asked.split(/\s+/)[0] ?? '', pid: null }
    const all = await now.windows()
    const doubts = launched?.byKeyword
      ? [seen('only_keyword', { name: short(launched.application), asked: short(asked) })]
      : []
    const meant = (shown: CodedText) => (doubts.length > 0 ? open([shown, ...doubts]) : holds(shown))
    const given = launched?.window == null ? null : await now.windowOf(launched.window)
    const opened =
      given ?? all.find((window) => !before.has(window.handle) && belongsToLaunch(window, called, [asked]))
    if (opened && !before.has(opened.handle)) {
      if (opened.kind !== 'dialog') {
        const shown = hasOpened({ ...opened, kind: 'normal' }, null)
        const file = launched && leftAside(opened, launched, filesGiven(act))
        return file ? open(seen('takes_no_files', { name: short(launched.application), file })) : meant(shown)
      }
      // The text of a message box is reported anyway.
      const says = (await now.said(opened)) === null ? (launched?.says ?? null) : null
      return open(seen('dialog_instead', says === null ? {} : { says: short(says) }))
    }
    const raised = all.find(
      (window) =>
        window.active &&
        belongsToLaunch(window, called, [asked]) &&
        act.windows.some(
          (old) => old.handle === window.handle && (!old.active || old.title !== window.title),
        ),
    )
    if (raised) return meant(windowSeen('came_to_front', raised))
    if (given?.active) return open([windowSeen('was_in_front', given), ...doubts])
    const name = short(called.application)
    const none = seen('no_window_of', { name })
    // The new window may belong to the application, because its owner may be unknown.
    if (all.some(({ handle, kind }) => !before.has(handle) && kind !== 'popup'))
      return seesOther(seen('window_of_whom', { name }), true)
    return strict ? fails(none) : open(none)
  }
