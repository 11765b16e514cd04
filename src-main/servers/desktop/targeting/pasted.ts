// Looks at what an act would paste, as far as the gate has to know it. The text itself stays here: it may be a password.
import { chordsHeld } from '../../../core/pointer-parameters.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import { hasFetchingCell } from '../../../safety/formulas.ts'
import { chordsOf, kindsOfChord } from '../../../safety/keys.ts'
import { withoutScheme } from '../../../safety/places.ts'
import { PASTING } from '../../../safety/vocabulary.ts'
import type { DesktopState } from '../state.ts'

/** The most characters that are looked through. */
const MAX_LENGTH = 1_000_000

/** Says what the gate is told, and the whole content, by which a change is seen. Null where the act pastes nothing. */
export async function pastedBy(
  state: DesktopState,
  {
    tool,
    parameters,
    element,
  }: { tool: string; parameters: Record<string, unknown>; element: PlatformElement | null },
  run: RunControl,
): Promise<{ told: { fetches: boolean; files: string[] }; content: string } | null> {
  if (!pastes(tool, parameters, element)) return null
  const { formats } = await state.platform.readClipboard(run)
  const textOf = (types: RegExp) =>
    Buffer.from(formats.find(({ type }) => types.test(type))?.data ?? '', 'base64')
      .toString('utf8')
      .slice(0, MAX_LENGTH)
  const copied = textOf(/^(text\/plain|UTF8_STRING|STRING)/)
  const files = [textOf(/copied-files/), textOf(/uri-list/), copied]
    .map(filesIn)
    .find(({ length }) => length > 0)
  return {
    told: { fetches: hasFetchingCell(copied), files: files ?? [] },
    content: JSON.stringify(formats),
  }
}

/** The paths in a list as file managers copy it: one address a line. */
const filesIn = (list: string): string[] =>
  list
    .split(/[\r\n\0]+/)
    .filter((line) => /^file:/i.test(line))
    .map(withoutScheme)

function pastes(tool: string, parameters: Record<string, unknown>, element: PlatformElement | null): boolean {
  if (tool === 'keyboard_input')
    return chordsOf(chordsHeld(parameters)).flatMap(kindsOfChord).includes('paste')
  const { path } = parameters
  const last: unknown = tool === 'choose_menu' && Array.isArray(path) ? path.at(-1) : element?.name
  return /^(click_|choose_menu|select_item)/.test(tool) && typeof last === 'string' && PASTING.test(last)
}
