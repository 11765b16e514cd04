// Finds programs of the system that have windows and no desktop entry: `xcalc`, `gitk`.
import { open, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

/** Folders of the system for programs of every account. Those of administration (`sbin`) have no windows. */
const FOLDERS = ['/usr/bin', '/usr/games', '/bin', '/usr/local/bin']
const PROGRAM_NAME = /^[\w][\w.+-]*$/
/** Libraries by which a program draws windows, as they stand in its list of libraries. */
const DRAWS =
  /lib(X11|Xt|Xaw\d*|Xm|xcb|gtk-[\w.-]+|gtk-x11-2\.0|Qt\d(Widgets|Gui)|QtGui|SDL[\d-][\w.-]*|wx_[\w.-]+|fltk[\d.]*|FOX-[\d.]+|Tk|tk\d[\d.]*|allegro[\w.-]*|glut|GL|EGL)\.so/
/** Scripts of Tk, also those that the shell begins and hands over. */
const SCRIPT_OF_TK = /^#!\S*\bwish|^exec\s+wish/m
/** The line by which a script of the shell hands its arguments on: `/usr/lib/office/soffice --writer "$@"`. */
const HANDED_OVER = /^[ \t]*(?:exec[ \t]+)?([\w./+-]+(?:[ \t]+--?[\w=-]+)*)[ \t]+"\$@"[ \t]*$/m
/** Bytes of a program that are looked through: the list of libraries is at its beginning. */
const MAX_READ = 4 * 1024 * 1024
const MAX_SCRIPT = 1024

/** Gives the path of the program of this name, null where it is none of the system's or has no windows. */
export async function windowProgram(name: string, folders = FOLDERS): Promise<string | null> {
  if (!PROGRAM_NAME.test(name)) return null
  for (const folder of folders) {
    const head = await headOf(join(folder, name))
    if (head === null) continue
    if (drawsWindows(head)) return join(folder, basename(name))
    const [program] = handedOver(head)
    const behind = program === undefined ? null : await whole(program, folders)
    if (behind !== null && drawsWindows((await headOf(behind)) ?? '')) return join(folder, basename(name))
  }
  return null
}

/**
 * Finds the one of these commands that a script of this name hands its arguments on to, with the same options: `lowriter` is
 * `libreoffice --writer`. Null where it is no such script.
 */
export async function commandBehind<T>(
  name: string,
  commands: readonly (readonly [T, readonly string[]])[],
  folders = FOLDERS,
): Promise<T | null> {
  if (!PROGRAM_NAME.test(name)) return null
  for (const folder of folders) {
    const [program, ...options] = handedOver((await headOf(join(folder, name), MAX_SCRIPT)) ?? '')
    const behind = program === undefined ? null : await whole(program, folders)
    if (behind === null) continue
    for (const [command, [first, ...rest]] of commands)
      if (isDeepStrictEqual(rest, options) && first !== undefined && (await whole(first, folders)) === behind)
        return command
  }
  return null
}

/** The beginning of a program, null where there is none to be read. */
async function headOf(path: string, length = MAX_READ): Promise<string | null> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return null
  }
}

const drawsWindows = (head: string): boolean =>
  head.startsWith('\x7fELF')
    ? DRAWS.test(head)
    : head.startsWith('#!') && SCRIPT_OF_TK.test(head.slice(0, MAX_SCRIPT))

/** The words of the command that a script hands its arguments on to; none for any other program. */
const handedOver = (head: string): string[] =>
  head.startsWith('#!') ? (HANDED_OVER.exec(head.slice(0, MAX_SCRIPT))?.[1]?.split(/[ \t]+/) ?? []) : []

/** Gives the real path of a program; null where there is none. */
async function whole(program: string, folders: readonly string[]): Promise<string | null> {
  const paths = program.startsWith('/') ? [program] : folders.map((folder) => join(folder, program))
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => null)))
  return found.find((path) => path !== null) ?? null
}
