// Counts how many characters of a text the keys of an act erase at most, from how long its lines and words are: many editors save by themselves,
// and what an act has taken away is in the file before the next one is judged.
import { chordsHeld } from '../core/pointer-parameters.ts'
import type { ActFacts } from './act-facts.ts'
import { chordName, chordsOf, kindsOfChord, type Chord } from './keys.ts'

/** What an act leaves behind for the next one in the same text. */
export interface Caret {
  /** The most characters that are chosen. */
  chosen: number
  /** Characters right before the caret that the run has typed: Backspace takes these first. */
  fresh: number
  /** Characters that were cut, and can be put elsewhere. */
  cut: number
  /** Whether the Insert key may have the typed text replace what stands behind the caret. */
  overwrites: boolean
}

interface Extents {
  word: number
  line: number
  all: number
}

const longest = (pieces: readonly string[]): number => Math.max(0, ...pieces.map(({ length }) => length))

function extentsOf(text: string): Extents {
  return {
    word: longest(text.match(/\S+/g) ?? []) + longest(text.match(/\s+/g) ?? []),
    line: longest(text.split('\n')) + 1,
    all: text.length,
  }
}

/** How much a chord with Shift adds to the choice; null for one that chooses nothing. */
function chosenBy({ modifiers, key }: Chord, { word, line, all }: Extents): number | null {
  if (!modifiers.split('+').includes('shift')) return null
  const byWords = modifiers.split('+').includes('ctrl')
  switch (key) {
    case 'left':
    case 'right':
      return byWords ? word : 1
    case 'up':
    case 'down':
      return byWords ? all : 2 * line
    case 'home':
    case 'end':
      return byWords ? all : line
    case 'pageup':
    case 'pagedown':
      return all
    default:
      return null
  }
}

/** Counts what the act erases of `text`, and what it leaves chosen and freshly typed. */
export function erasing(facts: ActFacts, text: string, caret: Caret): { erased: number; caret: Caret } {
  const extents = extentsOf(text)
  let { chosen, fresh, cut, overwrites } = caret
  let erased = 0
  const replaceBy = (typed: number) => {
    erased += overwrites ? Math.max(chosen, typed) : chosen
    fresh = chosen > 0 ? typed : fresh + typed
    chosen = 0
  }
  const eraseBefore = (length: number) => {
    if (chosen === 0 && fresh > 0) fresh = Math.max(0, fresh - length)
    else {
      erased += chosen || length
      chosen = fresh = 0
    }
  }
  if (facts.tool !== 'keyboard_input') {
    if (facts.text !== null) replaceBy(facts.text.length)
    else if (facts.gesture !== 'observe') chosen = fresh = 0
    return { erased, caret: { chosen, fresh, cut, overwrites } }
  }
  for (const chord of chordsOf(chordsHeld(facts.act.parameters))) {
    const name = chordName(chord)
    const kinds = kindsOfChord(chord)
    const more = chosenBy(chord, extents)
    if (more !== null) {
      chosen += more
      fresh = 0
    } else if (name === 'ctrl+a') {
      chosen = extents.all
      fresh = 0
    } else if (name === 'insert') {
      overwrites = true
    } else if (name === 'backspace' || name === 'shift+backspace') eraseBefore(1)
    else if (name === 'ctrl+backspace') eraseBefore(extents.word)
    else if (kinds.includes('delete')) {
      erased += chosen || (chord.modifiers.includes('ctrl') ? extents.word : 1)
      chosen = 0
    } else if (name === 'ctrl+x') {
      // Some editors cut the line where nothing is chosen.
      cut = chosen || extents.line
      erased += cut
      chosen = fresh = 0
    } else if (name === 'ctrl+c' || name === 'ctrl+insert') cut = 0
    else if (kinds.some((kind) => kind === 'type' || kind === 'space' || kind === 'enter')) replaceBy(1)
    else if (kinds.includes('paste')) {
      replaceBy(0)
      erased -= cut
      cut = 0
    } else if (kinds.includes('caret')) chosen = fresh = 0
  }
  return { erased, caret: { chosen, fresh, cut, overwrites } }
}
