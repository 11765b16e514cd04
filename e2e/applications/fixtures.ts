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

export const GERMAN = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' }

export const CHINESE = { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8', LANGUAGE: 'zh_CN' }

/** A document of the application, saved under a name. */
export const saved = (program: string, file: string, more: Partial<Row> = {}): Row => ({
  title: `${program}: a document is saved under a name`,
  program,
  command: `open ${program}, save as "~/${file}"`,
  oracle: exists(file),
  ...more,
})
