// What rows of several kinds share: files, languages, and the commonest command.
import { exists } from './oracles.ts'
import type { Row } from './row.ts'

/** A picture of 40 by 30 pixels, half of it red. */
export const PICTURE = Buffer.from(
  `P6 40 30 255\n${'\xff\x00\x00'.repeat(600)}${'\x20\x40\xff'.repeat(600)}`,
  'latin1',
)

export const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 41>>stream
BT /F1 24 Tf 40 100 Td (Page one) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`

/** A PDF with one of the words on each page. Readers find its objects without a table of them. */
export function pagesOf(words: readonly string[]): string {
  const pages = words.map((word, index) => {
    const [page, content] = [3 + 2 * index, 4 + 2 * index]
    const drawn = `BT /F1 24 Tf 40 100 Td (${word}) Tj ET`
    const { length } = drawn
    return `${page} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${content} 0 R/Resources<</Font<</F1 99 0 R>>>>>>endobj
${content} 0 obj<</Length ${length}>>stream
${drawn}
endstream endobj`
  })
  const kids = words.map((_, index) => `${3 + 2 * index} 0 R`).join(' ')
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${words.length}>>endobj
${pages.join('\n')}
99 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`
}

/** An archive with `note.txt` in it. */
export const TAR = archiveOf('note.txt', 'alpha\n')

/** One file as tar has it: a head of 512 bytes with the sum of its own, the content, and two empty blocks. */
function archiveOf(name: string, content: string): Buffer {
  const archive = Buffer.alloc(2048)
  const fields: [number, string][] = [
    [0, name],
    [100, '0000644\0'],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${content.length.toString(8).padStart(11, '0')}\0`],
    [136, '14000000000\0'],
    [148, '        '],
    [156, '0'],
    [257, 'ustar\x0000'],
  ]
  for (const [at, text] of fields) archive.write(text, at)
  const sum = archive.subarray(0, 512).reduce((all, byte) => all + byte, 0)
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  archive.write(content, 512)
  return archive
}

export const GERMAN = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' }

export const ITALIAN = { LANG: 'it_IT.UTF-8', LC_ALL: 'it_IT.UTF-8', LANGUAGE: 'it' }

export const POLISH = { LANG: 'pl_PL.UTF-8', LC_ALL: 'pl_PL.UTF-8', LANGUAGE: 'pl' }

export const RUSSIAN = { LANG: 'ru_RU.UTF-8', LC_ALL: 'ru_RU.UTF-8', LANGUAGE: 'ru' }

export const CHINESE = { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8', LANGUAGE: 'zh_CN' }

export const FRENCH = { LANG: 'fr_FR.UTF-8', LC_ALL: 'fr_FR.UTF-8', LANGUAGE: 'fr' }

export const SPANISH = { LANG: 'es_ES.UTF-8', LC_ALL: 'es_ES.UTF-8', LANGUAGE: 'es' }

export const JAPANESE = { LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8', LANGUAGE: 'ja' }

/** A document of the application, saved under a name. */
export const saved = (program: string, file: string, more: Partial<Row> = {}): Row => ({
  title: `${program}: a document is saved under a name`,
  program,
  command: `open ${program}, save as "~/${file}"`,
  oracle: exists(file),
  ...more,
})
