// Writes report.html: one file that shows a run, with everything in it. It looks like the run view of the windows.
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReportProgram } from '../../src-preload/contract/report.ts'
import { runViewOf, stepsOf, type RunView } from '../../src-preload/contract/run-view.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { programPath } from '../core/entry.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { makeFolder } from '../core/folder.ts'
import { readEvents } from './read-journal.ts'
import type { RunFolder } from './run-folder.ts'
import { traceOf } from './trace.ts'

/** Returns the report as one HTML document. Throws UserError for a run without events. */
export async function reportOf(folder: RunFolder): Promise<string> {
  const events = await readEvents(folder.eventsPath)
  if (events.length === 0) throw new UserError(`The run “${folder.name}” has recorded nothing to report.`)
  const view = runViewOf(events)
  const pictures = new Map<string, string>()
  for (const step of stepsOf(view)) {
    if (!step.picture || pictures.has(step.picture.path)) continue
    const data = await readPicture(folder, step.picture.path)
    if (data) pictures.set(step.picture.path, data)
  }
  return drawReport(view, pictures)
}

/** Draws the report, a whole document. `pictures`: path in the run folder → data URL. */
export async function drawReport(view: RunView, pictures: ReadonlyMap<string, string>): Promise<string> {
  // The module is loaded on demand, because it contains React. Node can't run JSX from sources; there, its loader must compile it.
  const path = programPath('report', '../src-renderer/report/report.tsx')
  const program = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as ReportProgram
  const hash = createHash('sha256').update(program.REPORT_STYLE).digest('base64')
  return program.renderReport({ view, pictures, policy: policyOf(hash) })
}

/** Forbids loading and running anything; the one style sheet is allowed by the hash of its text. */
const policyOf = (hash: string): string =>
  `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`

const FORMATS = {
  html: { make: reportOf, name: 'report.html' },
  trace: { make: traceOf, name: 'trace.json' },
} as const

/** Writes the report to `path`, or into the run folder when null; returns where it is. Throws UserError. */
export async function writeReport(
  folder: RunFolder,
  path: string | null,
  format: keyof typeof FORMATS,
): Promise<string> {
  const { make, name } = FORMATS[format]
  const report = await make(folder)
  const target = path ?? folder.resolve(name)
  try {
    makeFolder(dirname(target))
    await writeFileAtomically(target, report, 0o600)
  } catch (error) {
    throw new UserError(`${target} can't be written: ${messageOf(error)}. Choose another place with --out.`)
  }
  return target
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** Reads a picture as a data URL; null when it is missing (the run broke off) or is no PNG. */
async function readPicture(folder: RunFolder, name: string): Promise<string | null> {
  try {
    const data = await folder.readFile(name)
    return data.subarray(0, 4).equals(PNG) ? `data:image/png;base64,${data.toString('base64')}` : null
  } catch {
    return null
  }
}
