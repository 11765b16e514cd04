// A program that writes a run's journal until it is killed, and says of each event when it is written. Arguments: DESKHAND_HOME.
import { writeSync } from 'node:fs'
import { Journal } from '../../src-main/recorder/journal.ts'
import { RunFolder } from '../../src-main/recorder/run-folder.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'

const [home = ''] = process.argv.slice(2)
const folder = await RunFolder.create(home, 'killed')
using journal = await Journal.open(folder.eventsPath, { run: folder.name })
const bodies = sampleRun().filter(({ type }) => type !== 'session_finished')
for (;;) {
  for (const { v: _v, seq: _seq, ts: _ts, run: _run, ...body } of bodies) {
    const { seq } = journal.emit(body)
    writeSync(1, `${seq}\n`)
  }
  await journal.sync()
}
