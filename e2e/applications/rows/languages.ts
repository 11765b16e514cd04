// Interfaces in other languages: what a person reads there is what a person writes.
import { answers, documentHas, fileHas, shows } from '../oracles.ts'
import type { Row } from '../row.ts'

export const GERMAN = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' }
export const CHINESE = { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8', LANGUAGE: 'zh_CN' }

export const LANGUAGES: readonly Row[] = [
  ...(['mousepad', 'featherpad', 'geany', 'gedit', 'kate'] as const).flatMap((program): Row[] => [
    {
      title: `${program} in German: saved under a name`,
      program,
      env: GERMAN,
      command: `open ${program}, ${program === 'kate' ? 'press Ctrl+N, ' : ''}type "Grüße", save as "~/brief.txt"`,
      oracle: fileHas('brief.txt', 'Grüße'),
    },
    {
      title: `${program} in Chinese: saved under a name`,
      program,
      env: CHINESE,
      command: `open ${program}, ${program === 'kate' ? 'press Ctrl+N, ' : ''}type "你好", save as "~/xin.txt"`,
      oracle: fileHas('xin.txt', '你好'),
    },
  ]),
  {
    title: 'LibreOffice Writer in German: saved under a name, in another format',
    program: 'lowriter',
    env: GERMAN,
    command: 'open LibreOffice Writer, type "Grüße", save as "~/brief.docx"',
    oracle: documentHas('brief.docx', 'word/document.xml', /Grüße/),
  },
  {
    title: 'LibreOffice Writer in Chinese: saved under a name',
    program: 'lowriter',
    env: CHINESE,
    command: 'open LibreOffice Writer, type "你好", save as "~/xin.odt"',
    oracle: documentHas('xin.odt', 'content.xml', /你好/),
  },
  {
    title: 'mousepad in German: an overwritten file is asked about and replaced',
    program: 'mousepad',
    env: GERMAN,
    files: { 'alt.txt': 'alt\n' },
    command: 'open mousepad, type "neu", save as "~/alt.txt"',
    allows: ['overwrite'],
    oracle: fileHas('alt.txt', 'neu'),
  },
  {
    title: 'mousepad in Chinese: a button is called without its access key',
    program: 'mousepad',
    env: CHINESE,
    command: 'open mousepad, type "好", press Ctrl+S, click "取消"',
    oracle: shows(/好/),
  },
  {
    title: 'galculator in German: computes',
    program: 'galculator',
    env: GERMAN,
    command: 'open galculator, type "123+456", press Enter, read display',
    oracle: answers(/579/),
  },
]
