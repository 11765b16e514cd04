// Finds the part of the window in front that a person means by a word that is only a keyword of an application: “the trash”.
import type { ControlRole } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { sameLabel } from '../../../matching/agreement.ts'
import type { DesktopState } from '../state.ts'
import { quoted } from './names.ts'

/** What is opened or shown by pressing it. */
const PARTS: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'menu',
  'menu item',
  'tab',
  'link',
  'list item',
  'tree item',
  'row',
  'cell',
])
const MAX_READ = 500

/** Names the part with its window, for a message; null where the chosen or else the active window has none of this name. */
export async function partCalled(
  state: DesktopState,
  name: string,
  run: RunControl,
): Promise<{ part: string; window: string } | null> {
  const { window, all } = await state.chosenWindow(run)
  const front = window ?? all.find(({ active }) => active)
  if (!front) return null
  const { elements } = await state.platform.tree(front, { max: MAX_READ }, run)
  const part = elements.find((each) => PARTS.has(each.role) && sameLabel(name, each.name))
  return part ? { part: `${part.role} ${quoted(part.name)}`, window: quoted(front.title) } : null
}
