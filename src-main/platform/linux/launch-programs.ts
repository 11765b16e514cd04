// Finds programs of the system that have windows and no desktop entry: `xcalc`, `gitk`.
import { open, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Folders of the system for programs of every account. Those of administration (`sbin`) have no windows. */
const FOLDERS = ['/usr/bin', '/usr/games', '/bin', '/usr/local/bin']
const PROGRAM_NAME = /^[\w][\w.+-]*$/
/** Libraries by which a program draws windows, as they stand in its list of libraries. */
const DRAWS =
  /lib(X11|Xt|Xaw\d*|Xm|xcb|gtk-[\w.-]+|gtk-x11-2\.0|Qt\d(Widgets|Gui)|QtGui|SDL[\d-][\w.-]*|wx_[\w.-]+|fltk[\d.]*|FOX-[\d.]+|Tk|tk\d[\d.]*|allegro[\w.-]*|glut|GL|EGL)\.so/
/** Scripts of Tk, also those that the shell begins and hands over. */
const SCRIPT_OF_TK = /^#!\S*\bwish|^exec\s+wish/m
/** What a wrapper of the shell hands its arguments on to: `/usr/lib/office/soffice --writer "$@"`. */
const HANDED_OVER = /^[ \t]*(?:exec[ \t]+)?([\w./+-]+)[^\n#]*"\$@"\}?[ \t]*$/m
/** Bytes of a program that are looked through: the list of libraries is at its beginning. */
const MAX_READ = 4 * 1024 * 1024
const MAX_SCRIPT = 1024

/**
 * Gives the path of the program of this name, null where it is none of the system's or has no windows. `known` are the names of
 * programs that desktop entries start: a wrapper of one (`lowriter`) is one.
 */
export async function windowProgram(
  name: string,
  known: Iterable<string> = [],
  folders = FOLDERS,
): Promise<string | null> {
  if (!PROGRAM_NAME.test(name)) return null
  for (const folder of folders) {
    const head = await headOf(join(folder, name))
    if (head === null) continue
    if (drawsWindows(head) || (await isWrapper(head, known, folders))) return join(folder, basename(name))
  }
  return null
}

/** The beginning of a program, null where there is none to be read. */
async function headOf(path: string): Promise<string | null> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_READ), 0, MAX_READ, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return null
  }
}

const drawsWindows = (head: string): boolean =>
  head.startsWith('\x7fELF')
    ? DRAWS.test(head)
    : head.startsWith('#!') && SCRIPT_OF_TK.test(head.slice(0, MAX_SCRIPT))

async function isWrapper(head: string, known: Iterable<string>, folders: string[]): Promise<boolean> {
  const word = head.startsWith('#!') ? HANDED_OVER.exec(head.slice(0, MAX_SCRIPT))?.[1] : undefined
  if (word === undefined) return false
  const paths = word.startsWith('/') ? [word] : folders.map((folder) => join(folder, word))
  for (const path of paths) {
    const behind = await headOf(path)
    if (behind === null) continue
    if (drawsWindows(behind)) return true
    // A shell is the program of some entries, too: of binaries only what they draw with counts.
    return behind.startsWith('#!') && (await isOneOf(path, known, folders))
  }
  return false
}

async function isOneOf(path: string, names: Iterable<string>, folders: string[]): Promise<boolean> {
  const real = await realpath(path)
  const paths = [...new Set(names)].flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = await Promise.all(paths.map((one) => realpath(one).catch(() => null)))
  return found.includes(real)
}
