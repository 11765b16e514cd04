// Reads which keys call which menu item, as the application itself tells: the same keys do other things in other applications.
import type { RunControl } from '../../../core/run-control.ts'
import type { MenuShortcut } from '../../platform.ts'
import type { AccessibleCalls, ObjectRef } from './calls.ts'
import { plain } from './details.ts'

/** Objects of the menus that are looked at: LibreOffice has 1,200. */
const MAX_OBJECTS = 4000

/** Lists the shortcuts of all items below menu bars, opened or not. */
export async function shortcutsBelow(
  calls: AccessibleCalls,
  bars: readonly ObjectRef[],
  run: RunControl,
): Promise<MenuShortcut[]> {
  let left = MAX_OBJECTS
  const below = async (object: ObjectRef, path: readonly string[]): Promise<MenuShortcut[]> => {
    run.throwIfStopped()
    const children = (await calls.children(object)) ?? []
    left -= children.length
    if (left < 0) return []
    const found = await Promise.all(
      children.map(async (child) => {
        const [name, binding] = await Promise.all([calls.name(child), calls.keyBinding(child)])
        const called = plain(name ?? '')
        // The menu of an item of Qt is an object of its own, without a name or with that of the item.
        const item = called === '' || called === path.at(-1) ? path : [...path, called]
        const opens = path.length === 0
        const keys = chordOf(binding ?? '', opens)
        const own = keys === null ? [] : [{ keys, item: [...item], opens }]
        return [...own, ...(await below(child, item))]
      }),
    )
    return found.flat()
  }
  return (await run.race(Promise.all(bars.map((bar) => below(bar, []))))).flat()
}

/** A chord with a modifier, or a key with a name of its own: any other one is the letter of an item in an open menu. */
const CHORD = /^(?:(?:ctrl|shift|alt|super|meta)\+)+[^\s,:;]+$|^(?:F\d+|[A-Z][A-Za-z_]{2,})$/i
/** The letter of an item in an open menu, as Qt writes it. */
const LETTER = /^Alt\+.$/i

/**
 * Reads `Ctrl+Shift+N` (Qt), and `n;<Alt>f:n;<Primary><Shift>n` (ATK: the letter in an open menu, the way there, the shortcut). A menu of
 * the bar is opened by the way there. Null for none, and for several chords one after the other.
 */
export function chordOf(binding: string, opens: boolean): string | null {
  const [first = '', way, shortcut] = binding.split(';')
  const said = shortcut === undefined ? first : opens ? (way ?? '') : shortcut
  const chord = said
    .replaceAll(/<(\w+)>/g, (_, name: string) => `${/^(primary|control)$/i.test(name) ? 'Ctrl' : name}+`)
    .trim()
  return CHORD.test(chord) && (opens || shortcut !== undefined || !LETTER.test(chord)) ? chord : null
}
