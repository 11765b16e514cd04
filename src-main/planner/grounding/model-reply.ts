// Reads a grounding model's reply: one point, in the form of its kind of model. Refuses what is not one point: digits that happen
// to stand in a sentence are none.
import { withoutThoughts } from '../../models/extract.ts'

/** `fraction`: a part of the picture's sides, 0..1, whatever space the model was asked to use. */
export type ReplyPoint =
  | { found: true; x: number; y: number; fraction: boolean }
  | { found: false; why: 'none' | 'fault' }

type Numbers = readonly string[]

const N = String.raw`([-+]?(?:\d+\.\d+|\d+|\.\d+))(?![\d.]*%)(?!\d)`
const GAP = String.raw`\s*[,;\s]\s*`
const PAIR = `${N}${GAP}${N}`
const QUAD = `${PAIR}${GAP}${PAIR}`
const OPEN = String.raw`[([{]?\s*`
const CLOSE = String.raw`\s*[)\]}]?`
const KEY = (names: string): string => `["']?\\b(?:${names})["']?\\s*[:=]\\s*["']?`

/** Ordered from the most explicit form to the barest; the first one in a reply is its form. In some, `y` comes first. */
const FORMS: { form: RegExp; yFirst?: boolean }[] = [
  { form: new RegExp(`${KEY('box_2d')}${OPEN}${QUAD}`, 'gi'), yFirst: true },
  { form: new RegExp(`${KEY('bbox_2d|bbox|box')}${OPEN}${QUAD}`, 'gi') },
  { form: new RegExp(String.raw`<\|?(?:box|bbox|box_start)\|?>\s*${OPEN}${QUAD}${CLOSE}`, 'gi') },
  { form: new RegExp(String.raw`<\|?(?:point|box|bbox|box_start|point_start)\|?>\s*${OPEN}${PAIR}${CLOSE}\s*(?:<|$)`, 'gi') },
  { form: new RegExp(`${KEY('start_box|start_point')}${OPEN}${QUAD}`, 'gi') },
  { form: new RegExp(`${KEY('point_2d|point|coordinates?|position|start_box|start_point')}${OPEN}${PAIR}${CLOSE}(?!${GAP}\\d)`, 'gi') },
  { form: new RegExp(`${KEY('x')}${N}["']?\\s*[,;\\s]\\s*${KEY('y')}${N}`, 'gi') },
  { form: new RegExp(String.raw`<x>\s*${N}\s*</x>\s*<y>\s*${N}\s*</y>`, 'gi') },
  { form: new RegExp(String.raw`[([]\s*${QUAD}\s*[)\]]`, 'g') },
  { form: new RegExp(String.raw`[([]\s*${PAIR}\s*[)\]]`, 'g') },
  { form: new RegExp(String.raw`^\s*${QUAD}\s*\.?\s*$`, 'g') },
  { form: new RegExp(String.raw`^\s*${PAIR}\s*\.?\s*$`, 'g') },
] // prettier-ignore

/** Characters of the longest reply that is read, without its thoughts, because a point is short. */
const MAX_LENGTH = 4000

/** Reads the point; `none`: the model says that no such element exists. */
export function parsePointReply(reply: string): ReplyPoint {
  const text = withoutThoughts(reply)
    .replace(/[，、]/g, ',')
    .replace(/（/g, '(')
    .replace(/）/g, ')')
  if (/^\W*(?:none|null|not found|not visible|no such element)\W*$/i.test(text)) {
    return { found: false, why: 'none' }
  }
  if (text.length > MAX_LENGTH) return { found: false, why: 'fault' }
  for (const { form, yFirst = false } of FORMS) {
    const all = [...text.matchAll(form)].map((match) => pointOf(match.slice(1), yFirst))
    const [first] = all
    if (!first) continue
    // A reply may give its point twice, in its thoughts and as the answer.
    const one = all.every(({ x, y }) => x === first.x && y === first.y)
    return one ? { found: true, ...first } : { found: false, why: 'fault' }
  }
  return { found: false, why: 'fault' }
}

/** Gives a point, or the middle of a box. */
function pointOf(numbers: Numbers, yFirst: boolean) {
  const values = numbers.map(Number)
  const [a = 0, b = 0, c = a, d = b] = values
  const [x, y] = [(a + c) / 2, (b + d) / 2]
  const fraction =
    numbers.some((text) => text.includes('.')) && values.every((value) => value >= 0 && value <= 1)
  return yFirst ? { x: y, y: x, fraction } : { x, y, fraction }
}
