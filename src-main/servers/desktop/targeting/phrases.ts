// Finds a phrase in a text: as it is written, else in any case and with any quotes; in whole words before parts.
import { foldCharacters } from '../../../matching/fold.ts'
import { isWhole } from '../../../matching/words.ts'

/** From `start` to before `end`, in code points. */
export interface Range {
  start: number
  end: number
}

const same = (character: string): string => character

/** The compared form of a text. `at` gives the position in the text for each of its code units. */
interface Form {
  text: string
  at: number[]
}

/** Makes the compared form. Blanks and line breaks count as one blank; embedded objects (U+FFFC) and invisible characters do not count. */
function formOf(text: string, write: (character: string) => string): Form {
  const written: string[] = []
  const at: number[] = []
  Array.from(text).forEach((character, index) => {
    if (/[\uFFFC\u00AD\u200B-\u200D\u2060\uFEFF]/.test(character)) return
    const one = /\s/.test(character) ? ' ' : write(character)
    if (one === '' || (one === ' ' && (written.at(-1) ?? ' ') === ' ')) return
    written.push(one)
    for (let unit = 0; unit < one.length; unit++) at.push(index)
  })
  return { text: written.join(''), at }
}

function within(form: Form, phrase: string, whole: boolean): Range[] {
  const ranges: Range[] = []
  for (let at = form.text.indexOf(phrase); at >= 0; at = form.text.indexOf(phrase, at + 1)) {
    const [start, last] = [form.at[at], form.at[at + phrase.length - 1]]
    if (start === undefined || last === undefined) continue
    if (!whole || isWhole(form.text, at, phrase.length)) ranges.push({ start, end: last + 1 })
  }
  return ranges
}

/** Finds a phrase in each of some texts, by the closest reading in which any of them has it. */
export function rangesIn(texts: readonly string[], phrase: string): Range[][] {
  for (const write of [same, foldCharacters]) {
    const wanted = formOf(phrase.trim(), write).text
    if (wanted === '') break
    const forms = texts.map((text) => formOf(text, write))
    for (const whole of [true, false]) {
      const found = forms.map((form) => within(form, wanted, whole))
      if (found.some(({ length }) => length > 0)) return found
    }
  }
  return texts.map(() => [])
}
