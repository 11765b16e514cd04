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
/** Bytes of a program that are looked through: the list of libraries is at its beginning. */
const MAX_READ = 4 * 1024 * 1024
const MAX_SCRIPT = 1024

/** Gives the path of the program of this name, null where it is none of the system's or has no windows. */
export async function windowProgram(name: string, folders = FOLDERS): Promise<string | null> {
  if (!PROGRAM_NAME.test(name)) return null
  for (const folder of folders) {
    const path = await realpath(join(folder, name)).catch(() => null)
    if (path !== null && (await hasWindows(path))) return join(folder, basename(name))
  }
  return null
}

async function hasWindows(path: string): Promise<boolean> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_READ), 0, MAX_READ, 0)
    const text = buffer.toString('latin1', 0, bytesRead)
    return text.startsWith('\x7fELF')
      ? DRAWS.test(text)
      : text.startsWith('#!') && SCRIPT_OF_TK.test(text.slice(0, MAX_SCRIPT))
  } catch {
    return false
  }
}
