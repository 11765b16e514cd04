// Commands on applications that were on no list before the suite had 274 of them: what a person would write first.
import { exists, fileHas, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'
import { CHINESE, GERMAN } from './languages.ts'
import { PICTURE } from './launches.ts'

const RED = { 'red.ppm': PICTURE }
const PAIR = { 'a.txt': 'one\ntwo\n', 'b.txt': 'one\nzwei\n' }
const FOLDER = { 'docs/alpha.txt': 'a', 'docs/beta.txt': 'b' }
const FORM = `<title>Form</title><label>Name <input oninput="document.title='name='+this.value"></label>`

export const LATEST: readonly Row[] = [
  {
    title: 'gwenview: a picture is turned and saved under another name',
    program: 'gwenview',
    files: RED,
    command: 'open "~/red.ppm" with gwenview, press Ctrl+R, save as "~/turned.png"',
    oracle: exists('turned.png'),
  },
  {
    title: 'kompare: two files are compared',
    program: 'kompare',
    files: PAIR,
    command:
      'open kompare, set "Source" to "{home}/a.txt", set "Destination" to "{home}/b.txt", click Compare',
    oracle: windowCalled(/a\.txt|b\.txt/),
  },
  {
    title: 'qelectrotech: a project is saved',
    program: 'qelectrotech',
    command: 'open qelectrotech, choose File > New, save as "~/e.qet"',
    oracle: exists('e.qet'),
  },
  {
    title: 'openscad: a model is typed and saved',
    program: 'openscad',
    command: 'open openscad, click New, type "cube(3);", save as "~/c.scad"',
    oracle: fileHas('c.scad', 'cube(3);'),
  },
  {
    title: 'umbrello: a diagram is saved',
    program: 'umbrello5',
    command: 'open umbrello, save as "~/u.xmi"',
    oracle: exists('u.xmi'),
  },
  {
    title: 'kig: a construction is saved',
    program: 'kig',
    command: 'open kig, save as "~/k.kig"',
    oracle: exists('k.kig'),
  },
  {
    title: 'pidgin: an account is begun',
    program: 'pidgin',
    command: 'open pidgin, click "Add...", set "Username" to "ada"',
    oracle: shows(/\bada\b/),
  },
  {
    title: 'epiphany: a field of a page is filled',
    program: 'epiphany-browser',
    files: { 'form.html': FORM },
    command: 'open "~/form.html" with epiphany, type "Ada" into Name',
    oracle: windowCalled(/name=Ada/),
  },
  {
    title: 'konqueror: a field of a page is filled',
    program: 'konqueror',
    files: { 'form.html': FORM },
    command: 'open "~/form.html" with konqueror, type "Ada" into Name',
    oracle: windowCalled(/name=Ada/),
  },
  ...(['apostrophe', 'formiko'] as const).map((program): Row => ({
    title: `${program}: a text is typed and saved`,
    program,
    command: `open ${program}, type "Dear Ada", save as "~/a.txt"`,
    oracle: fileHas('a.txt', 'Dear Ada'),
  })),
  {
    title: 'mate-search-tool: a file is found by its name',
    program: 'mate-search-tool',
    files: FOLDER,
    command: 'open mate-search-tool, set "Name contains" to "beta", click Find',
    oracle: shows(/beta\.txt/),
  },
  {
    title: 'qtqr: a code of a text is made',
    program: 'qtqr',
    command: 'open qtqr, type "hello" into "Text to be encoded"',
    oracle: shows(/hello/),
  },
  {
    title: 'kronometer: a stopwatch runs and stands',
    program: 'kronometer',
    command: 'open kronometer, click Start, wait 2 seconds, click Pause',
    oracle: shows(/Resume/),
  },
  {
    title: 'minder: a mind map is saved',
    program: 'com.github.phase1geo.minder',
    command: 'open minder, save as "~/map.minder"',
    oracle: exists('map.minder'),
  },
  {
    title: 'artha: a message in the place of its window is told',
    program: 'artha',
    command: 'open artha, type "house"',
    told: /It stops here: .*hotkey/,
    oracle: () => 'done',
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
]
