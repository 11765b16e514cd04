// simple-scan Pictures and colours: shown, turned, made smaller, saved under another name.
import { exists, shows, windowCalled } from '../oracles.ts'
import { PICTURE } from '../fixtures.ts'
import type { Row } from '../row.ts'

const RED = { 'red.ppm': PICTURE }

export const PICTURES: readonly Row[] = [
  {
    title: 'kolourpaint: a picture is saved under another name',
    program: 'kolourpaint',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with kolourpaint, save as "~/copy.png"',
    oracle: exists('copy.png'),
  },
  {
    title: 'qimgv: opens red.ppm',
    program: 'qimgv',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with qimgv',
    oracle: windowCalled(/red\.ppm/),
  },
  {
    title: 'eog: a picture is turned and saved under another name',
    program: 'eog',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with eog, press Ctrl+R, save as "~/turned.png"',
    oracle: exists('turned.png'),
  },
  {
    title: 'kcolorchooser: a colour is set by its code',
    program: 'kcolorchooser',
    command: 'open kcolorchooser, set "HTML" to "#ff8800"',
    oracle: shows(/#ff8800/i),
  },
  {
    title: 'gwenview: a picture is turned and saved under another name',
    program: 'gwenview',
    files: RED,
    command: 'open "~/red.ppm" with gwenview, press Ctrl+R, save as "~/turned.png"',
    oracle: exists('turned.png'),
  },
  {
    title: 'qtqr: a code of a text is made',
    program: 'qtqr',
    command: 'open qtqr, type "hello" into "Text to be encoded"',
    oracle: shows(/hello/),
  },
  {
    title: 'geeqie: a picture is opened, and its file is copied',
    program: 'geeqie',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with geeqie',
    oracle: windowCalled(/red\.ppm/),
  },
  {
    title: 'lximage-qt: a picture is turned and saved under another name',
    program: 'lximage-qt',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with lximage-qt, save as "~/copy.png"',
    oracle: exists('copy.png'),
  },
  {
    title: 'gimp: a picture is exported by its dialogs',
    program: 'gimp',
    files: { 'red.ppm': PICTURE },
    command:
      'open "~/red.ppm" with gimp, wait 2 seconds, press Ctrl+Shift+E, press Ctrl+A, type "{home}/out.png", press Enter, wait 1 second, press Enter, wait 2 seconds',
    oracle: exists('out.png'),
  },
  {
    title: 'gimp: a menu is chosen, and what its dialog says is done',
    program: 'gimp',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with gimp, choose Image > Canvas Size…, click Cancel',
    oracle: windowCalled(/red/),
  },
  {
    title: 'gimp: the picture is turned, and not only how it is shown',
    program: 'gimp',
    files: { 'wide.ppm': 'P3 3 1 255 255 0 0 0 255 0 0 0 255\n' },
    command: 'open "~/wide.ppm" with gimp, rotate the image 90 degrees clockwise',
    oracle: windowCalled(/wide.* 1x3/),
  },
  {
    title: 'gcolor3: a colour is picked by its number',
    program: 'gcolor3',
    command: 'open gcolor3, set Red to 255, set Green to 128, set Blue to 0',
    oracle: shows(/#?ff8000/i),
  },
  {
    title: 'gpick: about is shown',
    program: 'gpick',
    command: 'open gpick, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'gthumb: a picture is shown and zoomed',
    program: 'gthumb',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with gthumb, press Ctrl+Plus, press F11, press F11',
    oracle: windowCalled(/red/),
  },
  {
    title: 'simple-scan: its preferences are opened',
    program: 'simple-scan',
    command: 'open simple-scan, choose Menu > Preferences',
    oracle: shows(/Preferences/),
  },
  {
    title: 'mtpaint: a picture is saved by a dialog that puts its folder before any path',
    program: 'mtpaint',
    command: 'open mtpaint, save as "~/dot.png"',
    oracle: exists('dot.png'),
  },
]
