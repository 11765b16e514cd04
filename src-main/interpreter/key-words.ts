// Reads names of keys as people write them; they are checked before the first act.
import { agreementOf } from '../matching/agreement.ts'
import { Label } from '../matching/label.ts'
import { NUMBER, numberOf } from './numbers.ts'

const NAMED = new Set(
  `ctrl control strg shift alt option altgr super win windows meta cmd command enter return esc escape tab space spacebar backspace
   del delete entf ins insert home end pageup pgup page_up pagedown pgdn page_down up down left right arrowup arrowdown arrowleft arrowright
   menu apps contextmenu plus minus comma period dot slash asterisk star equals capslock printscreen print pause`.split(
    /\s+/,
  ),
)

const isKey = (word: string): boolean =>
  Array.from(word).length === 1 || NAMED.has(word.toLowerCase()) || /^f([1-9]|1\d|2[0-4])$/i.test(word)

/** Removes words that are said with keys but are no keys. */
const spoken = (text: string): string =>
  text
    .replace(/^(?:the\s+)?(.+?)\s+keys?$/i, '$1')
    .replace(/\bpage (up|down)\b/gi, 'Page$1')
    .replace(/\b(?:the )?(up|down|left|right) arrow\b|\barrow (up|down|left|right)\b/gi, '$1$2')
    .replace(/ ?\+ ?(?=\S)/g, '+')
    .replace(/\b(ctrl|control|strg|alt|shift|super|cmd|command)-(?=\w)/gi, '$1+')
    // “Ctrl S” and “control and s” are held together; a key alone that is only held does nothing.
    .replace(/(?<!\w)(ctrl|control|strg|alt|shift|super|cmd|command) (?:(?:plus|and) )?(?=\S)/gi, '$1+')

/** How often keys are pressed at the most, because a person counts what they say. */
const MAX_TIMES = 50
const TIMES = new RegExp(`^(.+?)\\s+(?:(once)|(twice)|(thrice)|(${NUMBER})\\s?(?:times|x))$`, 'i')

/** Takes “3 times” off keys; null where it is too often. */
function takeTimes(text: string): { keys: string; times: number } | null {
  const [, keys, once, twice, thrice, number] = TIMES.exec(text) ?? []
  if (keys === undefined) return { keys: text, times: 1 }
  const times = once ? 1 : twice ? 2 : thrice ? 3 : numberOf(number ?? '')
  return times >= 1 && times <= MAX_TIMES ? { keys, times } : null
}

/** Returns keys in the spelling of `keyboard_input`, each as often as it is said; null when a word is no key. */
export function keysOf(text: string): string | null {
  const said = takeTimes(text.replace(/\s+/g, ' ').trim())
  if (said === null) return null
  const once = spoken(said.keys).split(/\s+/).filter(Boolean)
  const chords = Array.from({ length: said.times }, () => once).flat()
  if (chords.length === 0) return null
  const valid = chords.every((chord) => {
    if (chord === '+') return true
    return chord
      .replace(/\+\+$/, '+plus')
      .split('+')
      .every((word) => word !== '' && isKey(word))
  })
  return valid ? chords.join(' ') : null
}

/** Tells whether words are meant for keys and are none: `Crtl+S`, `the any key`, `Escpe`. */
export const isNearKeys = (text: string): boolean =>
  /\+|\bkeys?$/i.test(text) ||
  (WORD.test(text) &&
    [...NAMED].some((name) => agreementOf(new Label(text), new Label(name), ['slip']) !== null))
const WORD = /^\p{L}{1,12}$/u
