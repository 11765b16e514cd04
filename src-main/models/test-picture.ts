// Draws a picture with a word in it, of straight strokes: it needs no font, and a model that names the word has seen it.
import sharp from 'sharp'

/** Letters on a grid of 4 × 6, as lines of points. Only letters without curves. */
const STROKES: Record<string, string> = {
  A: '06 20 46|13 33',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  I: '20 26',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  T: '00 40|20 26',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
}
export const WORDS = [
  'WHALE', 'KITTEN', 'HELMET', 'FLAME', 'KNIFE', 'VALLEY', 'METAL', 'ANKLE', 'HAZEL', 'KETTLE', 'TWELVE', 'FAMILY',
  'MAZE', 'TEXTILE', 'ATHENA', 'MILKY', 'TWIN', 'HEAVEN', 'LEMMA',
] as const // prettier-ignore

const CELL = 12
const GAP = 30
const MARGIN = 40

/** Takes in `random` the source of the word's choice, 0 ≤ x < 1. */
export async function drawWord(random: () => number = Math.random): Promise<{ word: string; png: Buffer }> {
  const word = WORDS[Math.floor(random() * WORDS.length)] ?? WORDS[0]
  const width = 2 * MARGIN + word.length * (4 * CELL + GAP) - GAP
  const height = 2 * MARGIN + 6 * CELL
  const lines = word.split('').flatMap((letter, index) =>
    (STROKES[letter] ?? '').split('|').map((line) => {
      const points = line.split(' ').map(([x, y]) => {
        const left = MARGIN + index * (4 * CELL + GAP)
        return `${left + Number(x) * CELL},${MARGIN + Number(y) * CELL}`
      })
      return `<polyline points="${points.join(' ')}"/>`
    }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g fill="none" stroke="#123" stroke-width="9" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g></svg>`
  return { word, png: await sharp(Buffer.from(svg)).png().toBuffer() }
}
