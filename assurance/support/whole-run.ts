// Whole runs of the built program for the suites: what they leave behind, judged by the process table and the disk.
import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sessionEventSchema } from '../../src-preload/contract/events.ts'
import { readJournal } from '../../src-main/recorder/read-journal.ts'
import { expect } from 'vitest'
import type { Place, Running } from '../../e2e/support/deskhand.ts'
import { eventually } from '../../e2e/support/waiting.ts'

/** Presses two keys of a calculator, and waits between them. */
export const CALCULATE = 'open galculator, click 7, wait 2 seconds, click 8, read display'
export const runArgs = (request: string): string[] => ['run', request, '--display', 'virtual', '--json']

/** Processes that belong to a place: they were started with its folder as DESKHAND_HOME, or on a display of its runs. */
export function processesOf(where: Place): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const belongs = `${command}${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(where.data)
        return belongs ? [`${pid} ${command.slice(0, 120)}`] : []
      } catch {
        return []
      }
    })
}

/** Waits until nothing of a place runs any more. */
export const allGone = (where: Place): Promise<void> =>
  eventually(async () => {
    const left = [...processesOf(where), ...(await readdir(join(where.data, 'desktops')).catch(() => [])).filter((name) => name.endsWith('.json'))]
    if (left.length > 0) throw new Error(`There is left: ${left.join('\n')}`)
  }) // prettier-ignore

/** Everything that a program has told is in its journal, whole and in its order; gives the journal's events. */
export async function journalOf(running: Pick<Running, 'events'>, logPath: string) {
  const { events, unreadable } = await readJournal(join(logPath, 'events.jsonl'))
  const told = running.events.filter((event) => sessionEventSchema.safeParse(event).success)
  const stored = events.map((event) => JSON.stringify(event))
  const missing = told.filter((event) => !stored.includes(JSON.stringify(sessionEventSchema.parse(event))))
  return { events, unreadable, missing }
}

/** Each journal of a place has no gap, and all that was told of its run; gives the runs. */
export async function expectWholeJournals(where: Place, told: Running['events'] = []): Promise<string[]> {
  const runs = await readdir(join(where.data, 'logs')).catch(() => [])
  for (const run of runs) {
    const { events, unreadable } = await readJournal(join(where.data, 'logs', run, 'events.jsonl'))
    expect(unreadable).toEqual([])
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index))
    // A batch also tells of its tasks, which have no place in a journal.
    const last = Math.max(
      -1,
      ...told.filter((event) => event.run === run && typeof event.seq === 'number').map(({ seq }) => seq),
    )
    expect(events.length).toBeGreaterThan(last)
  }
  return runs
}
