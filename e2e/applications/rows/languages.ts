// Interfaces in other languages: what a person reads there is what a person writes.
import { all, answers, documentHas, exists, fileHas, shows, windowCalled } from '../oracles.ts'
import { CHINESE, GERMAN, PICTURE, saved } from '../fixtures.ts'
import type { Row } from '../row.ts'

const RED = { 'red.ppm': PICTURE }

const FOLDER = { 'docs/alpha.txt': 'a', 'docs/beta.txt': 'b' }

const NOTE = { 'note.txt': 'alpha\nbeta\nalpha\n' }

const FILM = { 'film.srt': '1\n00:00:01,000 --> 00:00:03,000\nHello there\n' }

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
  {
    title: 'gnote in German: a note is written',
    program: 'gnote',
    command: 'open gnote, press Ctrl+N, type "Einkaufsliste"',
    env: GERMAN,
    oracle: shows(/Einkaufsliste/),
  },
  {
    title: 'kmplot in Chinese: functions are saved under a name',
    program: 'kmplot',
    command: 'open kmplot, save as "~/tu.fkt"',
    env: CHINESE,
    oracle: exists('tu.fkt'),
  },
  {
    title: 'gwenview in German: turned and saved',
    program: 'gwenview',
    files: RED,
    command: 'open "~/red.ppm" with gwenview, press Ctrl+R, save as "~/gedreht.png"',
    env: GERMAN,
    oracle: exists('gedreht.png'),
  },
  {
    title: 'mate-search-tool in German: a file is found by its name',
    program: 'mate-search-tool',
    files: FOLDER,
    command: 'open mate-search-tool, set "Name enthält" to "beta", click Suchen',
    env: GERMAN,
    oracle: shows(/beta\.txt/),
  },
  {
    title: 'kronometer in German: a stopwatch runs and stands',
    program: 'kronometer',
    command: 'open kronometer, click Starten, wait 2 seconds, click Anhalten',
    env: GERMAN,
    oracle: shows(/Fortsetzen/),
  },
  {
    title: 'formiko in Chinese: a text is typed and saved',
    program: 'formiko',
    command: 'open formiko, type "你好", save as "~/f.rst"',
    env: CHINESE,
    oracle: fileHas('f.rst', '你好'),
  },
  {
    title: 'kig in Chinese: a construction is saved',
    program: 'kig',
    command: 'open kig, save as "~/tu.kig"',
    env: CHINESE,
    oracle: exists('tu.kig'),
  },
  {
    title: 'vym in German: a map is saved under a name',
    program: 'vym',
    env: GERMAN,
    command: 'open vym, save as "~/karte.vym"',
    oracle: exists('karte.vym'),
  },
  {
    title: 'LibreOffice Calc in German: a sum is computed and saved',
    program: 'localc',
    env: GERMAN,
    command: 'open LibreOffice Calc, set A1 to 5, set A2 to "=A1*2", read A2, save as "~/zahl.csv"',
    oracle: all(answers(/^10$/), fileHas('zahl.csv', '5\n10')),
  },
  {
    title: 'LibreOffice Draw in Chinese: saved under a name',
    program: 'lodraw',
    env: CHINESE,
    command: 'open LibreOffice Draw, save as "~/tu.odg"',
    oracle: documentHas('tu.odg', 'content.xml', /./),
  },
  {
    title: 'kfind in German: a file is searched by its name',
    program: 'kfind',
    env: GERMAN,
    files: { 'deep/needle.txt': 'x' },
    command: 'open kfind, set Name to "needle*", click Suchen, wait 2 seconds',
    oracle: shows(/needle\.txt/),
  },
  {
    title: 'juffed in Chinese: saved under a name',
    program: 'juffed',
    env: CHINESE,
    command: 'open juffed, type "你好", save as "~/xin.txt"',
    oracle: fileHas('xin.txt', '你好'),
  },
  {
    title: 'kate in German: all is replaced through its menu',
    program: 'kate',
    files: NOTE,
    env: GERMAN,
    command: 'open "~/note.txt" with kate, choose Auswahl > Alles auswählen, type "neu", press Ctrl+S',
    oracle: fileHas('note.txt', 'neu'),
  },
  {
    title: 'pluma in Chinese: saved under a name',
    program: 'pluma',
    env: CHINESE,
    command: 'open pluma, type "你好", save as "~/xin.txt"',
    oracle: fileHas('xin.txt', '你好'),
  },
  {
    title: 'mousepad in German: a menu is chosen by its name',
    program: 'mousepad',
    files: NOTE,
    env: GERMAN,
    command: 'open "~/note.txt" with mousepad, choose Bearbeiten > Alles auswählen, type "neu", press Ctrl+S',
    oracle: fileHas('note.txt', 'neu'),
  },
  {
    title: 'LibreOffice Calc in Chinese: cells are set and saved as csv',
    program: 'localc',
    env: CHINESE,
    command: 'open LibreOffice Calc, set A1 to "水果", set B1 to 3, save as "~/biao.csv"',
    oracle: fileHas('biao.csv', '水果,3'),
  },
  saved('xournal', 'x.xoj', { title: 'xournal in Chinese: a document is saved under a name', env: CHINESE }),
  saved('gaupol', 'kopie.srt', {
    title: 'gaupol in German: subtitles are saved under a name',
    files: FILM,
    command: 'open "~/film.srt" with gaupol, save as "~/kopie.srt"',
    env: GERMAN,
  }),
  {
    title: 'ksystemlog in Chinese: its about box',
    program: 'ksystemlog',
    command: 'open ksystemlog, choose 帮助 > 关于 KSystemLog',
    env: CHINESE,
    oracle: windowCalled(/关于/),
  },
]
