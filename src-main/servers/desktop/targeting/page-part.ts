// Tells what elements of a browser's window a control is in, and where its link leads, when it is a link or a part of one.
import type { TargetDescription } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { kindOfProcess } from '../../../safety/applications.ts'
import { isInBrowserBars } from '../../../safety/facts.ts'
import type { DesktopState } from '../state.ts'
import { short } from './names.ts'

const FIELDS = new Set(['edit', 'password', 'combo box', 'spinner', 'document'])
/** The most ancestors of a control to check. */
const MAX_ABOVE = 24

type PagePart = Required<Pick<TargetDescription, 'within' | 'address' | 'fields'>> & {
  /** Address of the page that contains it, because a page may contain others. */
  frame: string | null
}
const NONE: PagePart = { within: null, address: null, fields: null, frame: null }

export async function pagePart(
  state: DesktopState,
  window: PlatformWindow | null,
  element: PlatformElement | null,
  run: RunControl,
): Promise<PagePart> {
  if (!window || !element || kindOfProcess(window.processName) !== 'browser') return NONE
  const above: PlatformElement[] = []
  let next = element.parent
  while (next !== null && above.length < MAX_ABOVE) {
    const found = await state.platform.element(next, run)
    if (!found) break
    above.push(found)
    next = found.parent
  }
  const link = [element, ...above].find(({ role }) => role === 'link')
  const page = [element, ...above].find(({ role }) => role === 'web page')
  const shown = state.lastView?.window.handle === window.handle ? state.lastView.elements : []
  const filled = shown.filter(
    ({ role, value, bounds }) =>
      FIELDS.has(role) &&
      (value ?? '') !== '' &&
      !isInBrowserBars(bounds.y + bounds.height / 2, window.bounds),
  )
  return {
    fields: filled.length,
    within: above.map(({ role, name }) => ({ role, name: short(name, 200) })),
    frame: page ? ((await state.platform.documentAddress?.(page.ref, run)) ?? null) : null,
    address: link ? ((await state.platform.linkAddress?.(link.ref, run)) ?? null) : null,
  }
}
