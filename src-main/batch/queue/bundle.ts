// Packs files for their way between machines: into one compressed piece, with a limit of size, and with names that never lead out
// of a folder.
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { filesBelow } from '../../core/folder.ts'

const bundleSchema = z.object({ v: z.literal(1), files: z.record(z.string(), z.base64()) })

/** Path with slashes → content. */
export type Files = Map<string, Uint8Array>

const MIB = 1024 * 1024
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Reads all files of a folder and of the folders in it; links are left out. Names begin with `under`. */
export async function filesOf(folder: string, under: string): Promise<Files> {
  const read = (await filesBelow(folder)).map(async (path) => {
    const name = `${under}/${relative(folder, path).split(sep).join('/')}`
    return [name, await readFile(path)] as const
  })
  return new Map(await Promise.all(read))
}

/** Packs files. Throws UserError for more than `limit` MiB. */
export async function pack(files: Files, limit: number, what: string): Promise<Uint8Array> {
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  if (total > limit * MIB) {
    throw new UserError(
      `${what} has ${Math.ceil(total / MIB)} MiB of files, and ${limit} go through the queue (queue.max_size). A folder that all machines have needs no such bound: --shared DIR.`,
    )
  }
  const encoded = [...files].map(([name, data]) => [name, Buffer.from(data).toString('base64')])
  return zip(JSON.stringify({ v: 1, files: Object.fromEntries(encoded) }))
}

/** Unpacks what another machine has packed. Throws UserError for anything else, and for more than `limit` MiB. */
export async function unpack(data: Uint8Array, limit: number): Promise<Files> {
  try {
    const text = await unzip(data, { maxOutputLength: 2 * limit * MIB + MIB })
    const { files } = bundleSchema.parse(JSON.parse(text.toString('utf8')))
    const entries = Object.entries(files)
    for (const [name] of entries) if (!isInside(name)) throw new Error(`the name “${name}” leads elsewhere`)
    return new Map(entries.map(([name, content]) => [name, Buffer.from(content, 'base64')]))
  } catch (error) {
    throw new UserError(`The files of a task that came through the queue can’t be used: ${messageOf(error)}.`)
  }
}

const isInside = (name: string): boolean =>
  name !== '' &&
  !/[\\\0]/.test(name) &&
  !name.startsWith('/') &&
  normalize(name) === name &&
  !name.split('/').includes('..')

/** Writes the files whose names begin with `under/`, without it, into a folder; leaves a file that is the same already. */
export async function writeFiles(files: Files, under: string, folder: string): Promise<void> {
  for (const [name, data] of files) {
    if (!name.startsWith(`${under}/`)) continue
    const path = join(folder, name.slice(under.length + 1))
    await mkdir(dirname(path), { recursive: true })
    const there = await stat(path).catch(() => null)
    if (there?.isFile() && Buffer.compare(await readFile(path), data) === 0) continue
    await writeFileAtomically(path, data)
  }
}
