// Finds a phrase in a text: as it is written, else whatever the case and the kind of quotes; in whole words before parts.

/** From `start` to before `end`, in code points. */
export interface Range {
  start: number
  end: number
}

const same = (character: string): string => character
const folded = (character: string): string =>
  character
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐-―]/g, '-')
const LETTER = /[\p{L}\p{N}\p{M}_]/u
/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Compared form; `at` has the place in the text for each of its code units. */
interface Form {
  text: string
  at: number[]
}

/** Blanks and line breaks count as one blank; what is inside of a text (U+FFFC) and what is not seen does not count. */
function formOf(text: string, write: (character: string) => string): Form {
  const form: Form = { text: '', at: [] }
  Array.from(text).forEach((character, index) => {
    if (/[\uFFFC\u00AD\u200B-\u200D\u2060\uFEFF]/.test(character)) return
    const blank = /\s/.test(character)
    if (blank && (form.text === '' || form.text.endsWith(' '))) return
    const written = blank ? ' ' : write(character)
    form.text += written
    for (let unit = 0; unit < written.length; unit++) form.at.push(index)
  })
  return form
}

const joined = (before: string, after: string): boolean =>
  [before, after].every((char) => LETTER.test(char) && !UNSPACED.test(char))

function isWhole({ text }: Form, at: number, length: number): boolean {
  const [before, first] = [text.at(at - 1), text[at]]
  const [last, after] = [text[at + length - 1], text[at + length]]
  const begins = at === 0 || !joined(before ?? ' ', first ?? ' ')
  return begins && !joined(last ?? ' ', after ?? ' ')
}

function within(form: Form, phrase: string, whole: boolean): Range[] {
  const ranges: Range[] = []
  for (let at = form.text.indexOf(phrase); at >= 0; at = form.text.indexOf(phrase, at + 1)) {
    const [start, last] = [form.at[at], form.at[at + phrase.length - 1]]
    if (start === undefined || last === undefined || (whole && !isWhole(form, at, phrase.length))) continue
    ranges.push({ start, end: last + 1 })
  }
  return ranges
}

/** Where a phrase stands in each of some texts, by the closest reading that any of them has it in. */
export function rangesIn(texts: readonly string[], phrase: string): Range[][] {
  for (const write of [same, folded]) {
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
