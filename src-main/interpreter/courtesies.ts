// Leaves out what people say around a command without meaning anything by it: “could you please”, “after that”, the number in a list.

/** “also select” adds to what is selected. */
const JOINING = 'please|now|first|finally|also(?! select )|afterwards|after that|and|then'
/** “next” is said before a command, and is a part of one: “next tab”. */
const NEXT =
  'next(?! (?:tab|page|slide|line|item|row|window|result|match|song|track|photo|picture|day|month)s?$)'
const GREETING = 'hey|hi|hello|okay|ok|so|well|just|kindly'
const ASKING =
  "(?:can|could|would|will) you|i would like (?:you )?to|i['’]d like (?:you )?to|i (?:want|need) (?:you )?to|let['’]?s|go ahead"
const BEFORE = new RegExp(`^(?:(?:${ASKING}|${GREETING}|${JOINING}|${NEXT}) )+`, 'i')
const ASKED = new RegExp(`\\b(?:${ASKING}) `, 'i')
const NOTHING_ELSE = new RegExp(`^(?:(?:${JOINING}|next|go ahead)(?: |$))+$`, 'i')
/** Only at the beginning of a request these mean nothing: in “type hi, hello” they are a text. */
const NOTHING_YET = new RegExp(`^(?:(?:${ASKING}|${GREETING}|${JOINING})(?: |$))+$`, 'i')

/** Takes in words with single blanks. Returns an empty text where nothing is meant by any of them. */
export function withoutCourtesy(words: string, isFirst: boolean): string {
  if (NOTHING_ELSE.test(words) || (isFirst && NOTHING_YET.test(words))) return ''
  const command = words.replace(BEFORE, '')
  const isAsked = ASKED.test(words.slice(0, words.length - command.length))
  const bare = isAsked ? command.replace(/ ?\?$/, '').replace(/ for me$/i, '') : command
  // “type please” is a text; behind a whole command the word is none.
  return /^\S+ .* please$/i.test(bare) ? bare.slice(0, -' please'.length) : bare
}

/** Leaves out the numbers and strokes of a list, also where its commands stand in one line: `1. open Mousepad 2. …`. */
export function withoutListMarks(text: string): string {
  const lines = /^\s{0,20}1[.)]\s/.test(text) ? text.replace(/\s\d{1,2}[.)](?=\s)/g, '\n') : text
  return lines.replace(/(^|[\n\r])[ \t]{0,20}(?:\d{1,2}[.)]|[-*•–])[ \t]{1,20}(?=\S)/g, '$1')
}
