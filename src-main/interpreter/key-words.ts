// Reads names of keys as people write them; they are checked before the first act.

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
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:the\s+)?(.+?)\s+keys?$/i, '$1')
    .replace(/\bpage (up|down)\b/gi, 'Page$1')
    .replace(/\b(up|down|left|right) arrow\b|\barrow (up|down|left|right)\b/gi, '$1$2')
    .replace(/ ?\+ ?(?=\S)/g, '+')
    .replace(/\b(ctrl|control|alt|shift|super)-(?=\w)/gi, '$1+')

/** Returns keys in the spelling of `keyboard_input`; null when a word is no key. */
export function keysOf(text: string): string | null {
  const chords = spoken(text).split(/\s+/).filter(Boolean)
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
