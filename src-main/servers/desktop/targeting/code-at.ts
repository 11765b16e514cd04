// Finds out by what the text of a control is carried out.
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { kindOfProcess } from '../../../safety/applications.ts'
import { codePlaceOf, takesText, type CodePlace } from '../../../safety/code-places.ts'
import type { DesktopState } from '../state.ts'
import { saveDialog } from './window-traits.ts'

/** The length of a control's text from which its driver may have cut it. */
const MAX_WHOLE = 500

/**
 * Finds the code place of a control. A console is recognised by the prompt at the end of its text, or beside its field. Many programs do
 * not tell the name of a field, which only a text beside it says (“Command:”).
 */
export async function codeAt(
  state: DesktopState,
  window: PlatformWindow,
  element: PlatformElement | null,
  run: RunControl,
): Promise<CodePlace | null> {
  const kind = kindOfProcess(window.processName)
  const isText = element?.states.includes('multiline') === true && kind !== 'office'
  const start = element?.value ?? ''
  const text =
    element && isText && start.length >= MAX_WHOLE ? await state.platform.text(element.ref, run) : start
  const place = codePlaceOf(window, element, isText ? text : null)
  if (place && element && (await isFileName(state, window, element, run))) return null
  if (place || !element || isText || element.name !== '' || !takesText(element) || kind === 'browser')
    return place
  const name = labelBeside(element, await elementsOf(state, window, run))
  return name === null ? null : codePlaceOf(window, { ...element, name }, null)
}

async function elementsOf(state: DesktopState, window: PlatformWindow, run: RunControl) {
  const seen = state.lastView?.window.handle === window.handle ? state.lastView.elements : null
  return seen ?? (await state.platform.tree(window, { max: 500 }, run)).elements
}

/** Whether it is the field for a file's name in a dialog with a list of files: a program for code saves as any other. */
async function isFileName(
  state: DesktopState,
  window: PlatformWindow,
  { ref, name, role, states }: PlatformElement,
  run: RunControl,
): Promise<boolean> {
  if (window.kind !== 'dialog' || role !== 'edit' || states.includes('multiline')) return false
  if (!state.labels.readings(window.processName, name).some((each) => FILE_NAME.test(each))) return false
  const elements = await elementsOf(state, window, run)
  const hasFiles = elements.some((each) => /^(?:table|list|tree)$/.test(each.role))
  return hasFiles && saveDialog(window, elements, state.labels)?.name?.ref === ref
}
const FILE_NAME = /^(?:(?:file ?)?name|dateiname|nom|nombre|nome|文件名|名称) ?[:：]?$/i

/** The most pixels between a field and the text above it, and by which they may overlap. */
const MAX_ABOVE_PX = 30
const MAX_OVERLAP_PX = 4

/** The text right before a field, else the one right above it; null where there is none. */
export function labelBeside(
  { bounds }: Pick<PlatformElement, 'bounds'>,
  elements: readonly PlatformElement[],
): string | null {
  const labels = elements.filter(({ role, name }) => role === 'text' && name.trim() !== '')
  const middle = bounds.y + bounds.height / 2
  const before = labels
    .filter(({ bounds: at }) => at.y <= middle && middle <= at.y + at.height)
    .filter(({ bounds: at }) => at.x + at.width <= bounds.x + MAX_OVERLAP_PX)
    .toSorted((a, b) => b.bounds.x + b.bounds.width - (a.bounds.x + a.bounds.width))
  const above = labels
    .filter(({ bounds: at }) => at.x < bounds.x + bounds.width && bounds.x < at.x + at.width)
    .filter(({ bounds: at }) => {
      const gap = bounds.y - (at.y + at.height)
      return -MAX_OVERLAP_PX <= gap && gap <= MAX_ABOVE_PX
    })
    .toSorted((a, b) => b.bounds.y - a.bounds.y)
  return (before[0] ?? above[0])?.name.trim() ?? null
}
