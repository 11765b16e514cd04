// Makes the pictures of old runs smaller, where a person has set so. A picture that a question, a failure or an end may be judged by stays as
// it was.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { withFewColours } from '../core/few-colours.ts'
import { loadSharp } from '../core/load-sharp.ts'
import type { RunControl } from '../core/run-control.ts'
import { readEvents } from './read-journal.ts'
import { RunFolder } from './run-folder.ts'

const markSchema = z.object({ until: z.number() })
/** Says until when runs have ended that are thinned. */
const MARK = 'thinned.json'

interface Old {
  home: string
  runs: readonly RunSummary[]
  /** Runs that ended before this moment are old; milliseconds since 1970. */
  before: number
}

/** Thins the runs that are old, each once, the oldest first. Throws StoppedError; the next call goes on from there. */
export async function thinRuns({ home, runs, before }: Old, run: RunControl): Promise<void> {
  const mark = join(home, MARK)
  const done = await lastMark(mark)
  const old = runs
    .filter(({ status }) => status !== 'running' && status !== 'interrupted')
    .map(({ run: name, started_at, ms }) => ({ name, ended: started_at + ms }))
    .filter(({ ended }) => ended > done && ended < before)
    .toSorted((one, other) => one.ended - other.ended)
  const folders = new Map((await RunFolder.all(home)).map((folder) => [folder.name, folder]))
  for (const { name, ended } of old) {
    const folder = folders.get(name)
    if (folder) await thinPictures(folder, run)
    await writeFileAtomically(mark, JSON.stringify({ until: ended }), 0o600)
  }
}

async function lastMark(path: string): Promise<number> {
  try {
    return markSchema.parse(JSON.parse(await readFile(path, 'utf8'))).until
  } catch {
    // Nothing was thinned yet. Thinning a run again changes nothing.
    return 0
  }
}

/** Packs the pictures of uneventful steps with few colours, and removes what can be made again of picture and tree. */
export async function thinPictures(folder: RunFolder, run: RunControl): Promise<void> {
  const events = await run.race(readEvents(await folder.plainPath('events.jsonl')))
  for (const step of uneventfulSteps(events)) {
    await run.checkpoint()
    for (const name of [`action_step${step}_annotated.png`, `desktop_step${step}.png`])
      await rm(await folder.plainPath(name), { force: true })
    await run.race(pack(folder, `action_step${step}.png`))
  }
}

/** Lists the steps in which nothing was asked, nothing failed, and no round ended. */
export function uneventfulSteps(events: readonly SessionEvent[]): number[] {
  const steps = new Set<number>()
  const eventful = new Set<number>()
  let last: number | null = null
  for (const event of events) {
    const { step } = event
    if (event.type === 'step_started' && step !== null) {
      steps.add(step)
      last = step
    }
    if (step !== null && isEventful(event)) eventful.add(step)
    const isEnd = event.type === 'round_finished' || event.type === 'session_finished'
    if (isEnd && last !== null) eventful.add(last)
  }
  return [...steps].filter((step) => !eventful.has(step))
}

function isEventful(event: SessionEvent): boolean {
  switch (event.type) {
    case 'question_asked':
    case 'warning':
      return true
    case 'act_finished':
      return event.status !== 'success'
    case 'effect_verified':
      return event.effect === 'contradicted'
    case 'step_finished':
      return event.error !== null
    default:
      return false
  }
}

async function pack(folder: RunFolder, name: string): Promise<void> {
  const before = await folder.readFile(name).catch(() => null)
  if (before === null) return
  const sharp = await loadSharp()
  // A picture that can't be read is nobody's to lose.
  const after = await withFewColours(sharp(before)).catch(() => before)
  if (after.length < before.length) await folder.saveFile(name, after)
}
