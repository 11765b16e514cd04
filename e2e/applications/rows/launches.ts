// Launches: by names, paths, addresses and types; what runs already, hands over, or can't be started.
import { all, answers, fileHas, nothingOpened, windowCalled } from '../oracles.ts'
import { PDF, PICTURE } from '../fixtures.ts'
import type { Row } from '../row.ts'

const VIEWERS: readonly [string, string, boolean][] = [
  ['evince', 'page.pdf', false],
  ['atril', 'page.pdf', true],
  ['okular', 'page.pdf', false],
  ['qpdfview', 'page.pdf', false],
  ['viewnior', 'red.ppm', false],
  ['ristretto', 'red.ppm', false],
  ['gpicview', 'red.ppm', false],
  ['eom', 'red.ppm', false],
]

const NOTE = { 'note.txt': 'a note\n' }

const MIME_APPS =
  '[Default Applications]\napplication/vnd.oasis.opendocument.text=abiword.desktop\ntext/plain=org.xfce.mousepad.desktop\n'

export const LAUNCHES: readonly Row[] = [
  ...VIEWERS.map(([program, file, fast]): Row => ({
    title: `${program}: opens ${file}`,
    program,
    // Its message about a missing service is in front of the picture.
    ...(program === 'ristretto' && { told: /thumbnailer-service/ }),
    files: { 'page.pdf': PDF, 'red.ppm': PICTURE },
    command: `open "~/${file}" with ${program}${program === 'ristretto' ? ', wait 3 seconds' : ''}`,
    oracle: windowCalled(new RegExp(file.split('.')[0] ?? '', 'i')),
    ...(fast && { fast }),
  })),
  {
    title: 'launch: a file by its path, with the application that the person has chosen for its type',
    program: 'mousepad',
    files: NOTE,
    command: 'open "~/note.txt", press Ctrl+End, type "more", press Ctrl+S',
    oracle: all(windowCalled(/note\.txt.*Mousepad/), fileHas('note.txt', 'a note\nmore')),
    fast: true,
  },
  {
    title: 'launch: a relative path as an argument',
    program: 'mousepad',
    files: { 'papers/note.txt': 'a note\n' },
    command: 'open "papers/note.txt" with mousepad, read document',
    oracle: all(answers(/^a note/), windowCalled(/note\.txt/)),
  },
  {
    title: 'launch: a relative path as a name',
    program: 'mousepad',
    files: { 'papers/note.txt': 'a note\n' },
    command: 'open "papers/note.txt", read document',
    oracle: all(answers(/^a note/), windowCalled(/note\.txt/)),
  },
  {
    title: 'launch: a file: address with a blank, as a name',
    program: 'mousepad',
    files: { 'my note.txt': 'a note\n' },
    command: 'open "file://{home}/my%20note.txt", read document',
    oracle: all(answers(/^a note/), windowCalled(/my note\.txt/)),
  },
  {
    title: 'launch: a file: address as an argument of an application that knows no addresses',
    program: 'featherpad',
    files: { 'my note.txt': 'a note\n' },
    command: 'open "file://{home}/my%20note.txt" with featherpad, read document',
    oracle: all(answers(/^a note/), windowCalled(/my note\.txt/)),
  },
  {
    title: 'launch: a file that is not there is told before anything is started',
    program: 'mousepad',
    command: 'open "~/missing.txt"',
    oracle: nothingOpened,
    told: /no file|not there|does not exist/i,
    fast: true,
  },
  {
    title: 'launch: a file that is not there, with an application, is told before anything is started',
    program: 'mousepad',
    command: 'open "~/missing.txt" with mousepad',
    oracle: nothingOpened,
    told: /no file|not there|does not exist/i,
    fast: true,
  },
  {
    title: 'launch: an application that is not there is told with what is near',
    program: 'mousepad',
    command: 'open mousepaddle',
    oracle: nothingOpened,
    told: /Mousepad/,
  },
  {
    title: 'launch: a wrapper script that ends at once',
    program: 'mousepad',
    files: NOTE,
    executables: { 'bin/wrapper': '#!/bin/sh\nsleep 1\nmousepad "$@" >/dev/null 2>&1 &\n' },
    config: 'applications:\n  my editor: "{home}/bin/wrapper"\n',
    command: 'open my editor, type "by the wrapper", save as "~/w.txt"',
    oracle: fileHas('w.txt', 'by the wrapper'),
  },
  {
    title: 'launch: a wrapper script that waits for its child',
    program: 'featherpad',
    executables: { 'bin/wrapper': '#!/bin/sh\nsleep 2\nfeatherpad "$@"\n' },
    config: 'applications:\n  my editor: "{home}/bin/wrapper"\n',
    command: 'open my editor, type "by the wrapper", save as "~/w.txt"',
    oracle: fileHas('w.txt', 'by the wrapper'),
  },
  {
    title: 'launch: an application that is running already opens a second file',
    program: 'mousepad',
    files: { 'one.txt': 'one\n', 'two.txt': 'two\n' },
    command: 'open "~/one.txt" with mousepad, open "~/two.txt" with mousepad, read document',
    oracle: answers(/^two/),
  },
  {
    title: 'launch: gedit, running already, opens a second file',
    program: 'gedit',
    files: { 'one.txt': 'one\n', 'two.txt': 'two\n' },
    command:
      'open "~/one.txt" with gedit, open "~/two.txt" with gedit, press Ctrl+End, type "x", press Ctrl+S',
    oracle: async (seen) => {
      const outcome = await fileHas('two.txt', 'twox')(seen)
      return outcome === 'done' ? outcome : fileHas('two.txt', 'two\nx')(seen)
    },
  },
  {
    title: 'launch: a folder opens in the file manager and is known by its name',
    program: 'pcmanfm',
    files: { 'docs/alpha.txt': 'a\n' },
    command: 'open "~/docs"',
    oracle: windowCalled(/docs/),
  },
  {
    title: 'launch: the application that the system names for a type',
    program: 'abiword',
    files: { '.config/mimeapps.list': MIME_APPS, 'text.odt': '' },
    command: 'open abiword, type "Hello", save as "~/real.odt", close abiword, open "~/real.odt"',
    oracle: windowCalled(/real\.odt/),
  },
  {
    title: 'launch: LibreOffice asks about a damaged file, and that is told with its text',
    program: 'lowriter',
    files: { 'bad.odt': Buffer.from('PK\x03\x04 this is no document', 'latin1') },
    command: 'open "~/bad.odt" with LibreOffice Writer',
    oracle: () => 'done',
    told: /corrupt|repair|filter|general error|Text|ASCII/i,
  },
  {
    title: 'gimp: is started through its splash window',
    program: 'gimp',
    command: 'open gimp',
    oracle: windowCalled(/GNU Image Manipulation Program/),
  },
]
