// What a history of 1,000 runs costs: listing and searching it, against reading the events of all runs; and what an event of a
// run of 500 steps costs whoever shows it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { emptyRunView, reduceRunView } from '../../src-preload/contract/run-view.ts'
import { runStarted, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { RunHistory } from '../../src-main/recorder/history/run-history.ts'
import { readEvents } from '../../src-main/recorder/read-journal.ts'
import { RunFolder } from '../../src-main/recorder/run-folder.ts'
import { fromPairs, median, pairs, plain, timed, type Figure, type Wants } from '../measure.ts'

const RUNS = 1_000
const STEPS = 40
const PAIRS = 5
const LONG_STEPS = 500

const END: EventBody = {
  type: 'session_finished',
  status: 'completed',
  result: '7',
  error: null,
  reason: 'finished',
  steps: STEPS,
  rounds: 1,
  cost: 0,
  log_path: '',
}

/** A run of so many steps with one act each, and its end. */
function eventsOf(steps: number) {
  const act = {
    call: 'c',
    tool: 'click_input',
    words: 'Click button “7”',
    effect: 'confirmed',
    evidence: 'it shows 7',
  } as const
  const bodies: EventBody[] = Array.from({ length: steps }, () =>
    stepEvents({ thought: 'The key 7 is there.', acts: [act] }),
  ).flat()
  return streamOf([
    runStarted,
    { type: 'round_started', request: 'open galculator, click 7' },
    ...bodies,
    END,
  ])
}

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    if (['history.open', 'history.list', 'history.search'].some(wants)) yield* measureRuns(home)
    if (wants('history.event')) yield await measureEvents()
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function* measureRuns(home: string): AsyncGenerator<Figure> {
  const lines = eventsOf(STEPS).map((event) => `${JSON.stringify(event)}\n`)
  for (let index = 0; index < RUNS; index++) {
    const folder = await RunFolder.create(home, `run-${index}`)
    await writeFile(folder.eventsPath, lines.join(''))
  }
  const folders = await RunFolder.all(home)
  const readAll = async () => {
    for (const folder of folders) await readEvents(folder.eventsPath)
  }
  const history = new RunHistory(home)
  await history.list()
  const note = `${RUNS} runs of ${STEPS} steps; baseline: the events of all runs are read`
  const opened = await pairs(PAIRS, () => new RunHistory(home).list(), readAll, { warmUp: 1 })
  yield fromPairs('history.open', opened, { most: 0.1 }, `the first list after a start; ${note}`)
  const listed = await pairs(PAIRS, () => history.list(), readAll, { warmUp: 1 })
  yield fromPairs('history.list', listed, { most: 0.05 }, `each further list; ${note}`)
  const searched = await pairs(PAIRS, () => history.search('nowhere', 100), readAll, { warmUp: 1 })
  yield fromPairs('history.search', searched, { most: 0.4 }, `a word that no run holds; ${note}`)
}

async function measureEvents(): Promise<Figure> {
  const events = eventsOf(LONG_STEPS)
  const reduce = async () => {
    let view = emptyRunView()
    for (const event of events) view = reduceRunView(view, event)
    return view
  }
  const times: number[] = []
  for (let index = 0; index < PAIRS * 4; index++) times.push(await timed(reduce))
  const note = `${events.length} events of a run of ${LONG_STEPS} steps, reduced one by one`
  return plain('history.event', median(times) / events.length, 'ms', { most: 1 }, times.length, note)
}
