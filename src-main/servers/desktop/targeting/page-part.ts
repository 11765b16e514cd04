// Tells what a control of a browser's window, an item of a menu, or a setting is in; what stands before it in a page; and where its link leads.
import type { TargetDescription } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { kindOfProcess } from '../../../safety/applications.ts'
import { isInBrowserBars } from '../../../safety/facts.ts'
import { SETTINGS_TITLE } from '../../../safety/vocabulary.ts'
import type { DesktopState } from '../state.ts'
import { short } from './names.ts'

const FIELDS = new Set(['edit', 'password', 'combo box', 'spinner', 'document'])
/** Roles of settings, whose group says what they are about. */
const SETTINGS = new Set(['check box', 'radio button', 'switch', 'slider', 'spinner', 'combo box'])
/** The most ancestors of a control to check. */
const MAX_ABOVE = 24
/** The most texts before a control to tell. */
const MAX_BEFORE = 4

type PagePart = Required<Pick<TargetDescription, 'within' | 'before' | 'address' | 'fields'>> & {
  /** Address of the page that contains it, because a page may contain others. */
  frame: string | null
}
const NONE: PagePart = { within: null, before: null, address: null, fields: null, frame: null }

export async function pagePart(
  state: DesktopState,
  window: PlatformWindow | null,
  element: PlatformElement | null,
  run: RunControl,
): Promise<PagePart> {
  if (!window || !element) return NONE
  const isBrowser = kindOfProcess(window.processName) === 'browser'
  if (!isBrowser && element.role !== 'menu item' && !isInSettings(window, element)) return NONE
  const above = await elementsAbove(state, element, run)
  const within = above.map(({ role, name }) => ({ role, name: short(name, 200) }))
  if (!isBrowser) return { ...NONE, within }
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
    within,
    before: page ? standsBefore(element, shown) : null,
    frame: page ? ((await state.platform.documentAddress?.(page.ref, run)) ?? null) : null,
    address: link ? ((await state.platform.linkAddress?.(link.ref, run)) ?? null) : null,
  }
}

/** Elsewhere nothing asks what a control is in, and each part above it costs calls to its application. */
const isInSettings = ({ kind, title }: PlatformWindow, { role }: PlatformElement): boolean =>
  kind === 'dialog'
    ? role === 'button' || SETTINGS.has(role)
    : SETTINGS.has(role) && SETTINGS_TITLE.test(title)

async function elementsAbove(
  state: DesktopState,
  element: PlatformElement,
  run: RunControl,
): Promise<PlatformElement[]> {
  const above: PlatformElement[] = []
  let next = element.parent
  while (next !== null && above.length < MAX_ABOVE) {
    const found = await state.platform.element(next, run)
    if (!found) break
    above.push(found)
    next = found.parent
  }
  return above
}

/** Reads backwards in the order of the page, past other buttons, to the next field or the page's beginning. */
function standsBefore(element: PlatformElement, shown: readonly PlatformElement[]): PagePart['before'] {
  const at = shown.findIndex(({ ref }) => ref === element.ref)
  if (at === -1) return null
  const texts: string[] = []
  for (const { role, name, value, description } of shown.slice(0, at).toReversed()) {
    if (role === 'web page' || texts.length === MAX_BEFORE) break
    if (FIELDS.has(role))
      return { texts, field: { name: short(`${name} ${description ?? ''}`.trim(), 200), value: value ?? '' } }
    const said = role === 'text' || role === 'heading' ? name || (value ?? '') : ''
    if (said !== '') texts.push(short(said, 200))
  }
  return { texts, field: null }
}
