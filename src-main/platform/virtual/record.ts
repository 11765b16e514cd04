// Keeps the record of a virtual desktop on disk, written before it is used: what a later start needs to adopt or to end it.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { makeFolder } from '../../core/folder.ts'
import { processRefSchema } from '../linux/processes.ts'

const desktopRecordSchema = z.object({
  v: z.literal(1),
  run_id: z.string(),
  owner: processRefSchema,
  /** Empty until the X server has reported it. */
  display: z.string(),
  folder: z.string(),
  /** The folder of the sockets. A socket's path may only have 107 characters, so the folder is not always below `folder`. */
  runtime: z.string(),
  env: z.record(z.string(), z.string()),
  /** Where the settings of its applications are kept; null where they end with it. */
  profile: z.string().nullable().default(null),
  processes: z.array(processRefSchema.extend({ name: z.string() })),
})
export type DesktopRecord = z.infer<typeof desktopRecordSchema>

/** Makes a file name of a run id. */
export const safeName = (runId: string): string =>
  runId
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 100) || '_'

export const desktopsFolder = (home: string): string => join(home, 'desktops')
export const recordPath = (home: string, runId: string): string =>
  join(desktopsFolder(home), `${safeName(runId)}.json`)

/** Throws UserError when it can't be written. */
export async function writeRecord(home: string, record: DesktopRecord): Promise<void> {
  try {
    makeFolder(desktopsFolder(home))
    await writeFileAtomically(recordPath(home, record.run_id), JSON.stringify(record, null, 2), 0o600)
  } catch (error) {
    throw noPlace(home, error)
  }
}

export const noPlace = (home: string, error: unknown): UserError =>
  new UserError(
    `The virtual desktop has no place in ${home}: ${messageOf(error)}. Set DESKHAND_HOME to a folder that you may write and that has space left.`,
  )

/** Reads the record; null when there is none, or it can't be read. */
export async function readRecord(home: string, runId: string): Promise<DesktopRecord | null> {
  const text = await readFile(recordPath(home, runId), 'utf8').catch(() => null)
  return text === null ? null : parseRecord(text)
}

export async function readRecords(home: string): Promise<DesktopRecord[]> {
  const names = await readdir(desktopsFolder(home)).catch(() => [])
  const records = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const text = await readFile(join(desktopsFolder(home), name), 'utf8').catch(() => null)
        return text === null ? null : parseRecord(text)
      }),
  )
  return records.filter((record) => record !== null)
}

export async function removeRecord(home: string, runId: string): Promise<void> {
  await rm(recordPath(home, runId), { force: true })
}

function parseRecord(text: string): DesktopRecord | null {
  try {
    return desktopRecordSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
