// Parses the table of what Tesseract has read, as its program writes it: one row per box, tabs between.
import type { OcrWord } from './words.ts'

/** Rows of words; the others are pages, blocks, paragraphs and lines. */
const WORD = '5'
/** In percent; below it, a word is more likely a border or an icon. */
const MIN_CONFIDENCE = 25

/** Keeps digits and words of every script: nothing is stripped from a word. */
export function parseTsv(tsv: string): OcrWord[] {
  return tsv.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , left, top, width, height, sure, ...text] = row
      .replace(/\r$/, '')
      .split('\t')
    const word = text.join('\t').trim()
    if (level !== WORD || word === '' || Number(sure) < MIN_CONFIDENCE) return []
    const [x, y, w, h] = [left, top, width, height].map(Number)
    if (x === undefined || y === undefined || !w || !h) return []
    return [
      {
        text: word,
        bounds: { x, y, width: w, height: h },
        line: `${page}.${block}.${paragraph}.${line}`,
        block: `${page}.${block}`,
      },
    ]
  })
}
