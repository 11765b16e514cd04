// Makes words with their places of what a model has read in a line, step by step from left to right.
import type { Rect } from '../../src-preload/contract/geometry.ts'

/** What the model sees at one step of the line: a character, or '' for none. */
export interface Step {
  character: string
  /** From 0 to 1. */
  sure: number
}

/** Returns the words of a line; none where the model is less sure of the line than `least`. */
export function wordsIn(steps: readonly Step[], line: Rect, least: number): { text: string; bounds: Rect }[] {
  // The same character at steps beside each other is one.
  const read = steps.flatMap(({ character, sure }, at) =>
    character === '' || steps[at - 1]?.character === character ? [] : [{ character, sure, at }],
  )
  const sure = read.reduce((sum, each) => sum + each.sure, 0) / read.length
  if (read.length === 0 || sure < least) return []
  const step = line.width / steps.length
  const half = line.width / Math.max(read.length, 1) / 2
  const within = (x: number) => Math.min(line.x + line.width, Math.max(line.x, x))
  const words: { text: string; bounds: Rect }[] = []
  let characters: typeof read = []
  const close = () => {
    const [first, last] = [characters[0], characters.at(-1)]
    if (first && last) {
      const left = within(line.x + (first.at + 0.5) * step - half)
      const right = within(line.x + (last.at + 0.5) * step + half)
      const text = characters.map(({ character }) => character).join('')
      words.push({ text, bounds: { x: left, y: line.y, width: right - left, height: line.height } })
    }
    characters = []
  }
  for (const each of read)
    if (each.character.trim() === '') close()
    else characters.push(each)
  close()
  return words
}
