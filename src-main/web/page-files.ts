// Reads the built windows (out/renderer): the files of a page, by the path of its address.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A page beside the others, or a file of the build in `assets/`; the names are those of the build. Nothing is decoded. */
const PATH = /^\/(?:[a-z]+\.html|assets\/[A-Za-z0-9_-][A-Za-z0-9._-]*)$/

export interface PageFile {
  data: Buffer
  type: string
  /** Whether its name changes with its content. */
  lasting: boolean
}

/** Finds out/renderer, which lies beside the built program. */
export const builtPages = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../out/renderer' : '../renderer', import.meta.url),
  )

/** Reads the file of a page's path such as `/assets/index-3f2a.js`; null where there is none. Takes the path literally. */
export async function readPageFile(folder: string, path: string): Promise<PageFile | null> {
  const type = TYPES[extname(path)]
  if (type === undefined || !PATH.test(path)) return null
  try {
    return { data: await readFile(join(folder, path)), type, lasting: path.startsWith('/assets/') }
  } catch {
    return null
  }
}
