// Killed at any moment, Deskhand has lost nothing that it told of, and repeats nothing unasked.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closeInterrupted } from '../src-main/recorder/closing.ts'
import { readJournal } from '../src-main/recorder/read-journal.ts'
import { RunFolder } from '../src-main/recorder/run-folder.ts'
import { listRuns } from '../src-main/recorder/runs.ts'
import { many, TEST_MS } from './support/whole.ts'

const KILLS = many({ whole: 200, usual: 8 })
/** Milliseconds after its first event within which a writer is killed. */
const WITHIN_MS = 120
const WRITER = join(import.meta.dirname, 'support/journal-writer.ts')

test(
  'a journal in progress: every event that was told is there, once, and the run is closed once',
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const home = await mkdtemp(join(tmpdir(), 'assurance-kill-'))
      try {
        const child = spawn(process.execPath, [WRITER, home], { stdio: ['ignore', 'pipe', 'inherit'] })
        let told = ''
        child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
        await once(child.stdout, 'data')
        await wait(Math.random() * WITHIN_MS)
        child.kill('SIGKILL')
        await once(child, 'close')
        // What was cut in the middle of its number was not told.
        const last = Number(told.slice(0, told.lastIndexOf('\n')).split('\n').at(-1))
        const folder = await RunFolder.find(home, 'killed')
        const { events, unreadable } = await readJournal(folder.eventsPath)
        expect(unreadable).toEqual([])
        expect(events.length).toBeGreaterThan(last)
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index))
        expect((await listRuns(home)).runs.map(({ status }) => status)).toEqual(['interrupted'])
        const closings = await Promise.allSettled(
          [1, 2, 3].map(() => closeInterrupted(folder, 'It was killed.')),
        )
        expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const after = await readJournal(folder.eventsPath)
        expect(after.events.slice(0, -1)).toEqual(events)
        expect(after.events.at(-1)).toMatchObject({ type: 'session_finished', reason: 'lost' })
      } finally {
        await rm(home, { recursive: true, force: true })
      }
    }
  },
  TEST_MS,
)
