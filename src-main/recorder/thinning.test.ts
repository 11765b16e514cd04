import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { StoppedError } from '../core/errors.ts'
import { encodePng } from '../core/png.ts'
import { RunControl } from '../core/run-control.ts'
import { RunHistory } from './history/run-history.ts'
import { RunFolder } from './run-folder.ts'
import { thinRuns, uneventfulSteps } from './thinning.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const width = 120
const pixels = Buffer.from(
  Array.from({ length: width * width * 4 }, (_, at) => ((at >> 2) % 7 === 0 ? 0x30 : 0xf0) - (at % 3)),
)
const kinds = ['', '_annotated']

/** A finished run with pictures of all its steps, which ended at `ended`. */
async function recorded(name: string, ended: number): Promise<{ folder: RunFolder; events: SessionEvent[] }> {
  const sample = sampleRun()
  const shift = ended - (sample.at(-1)?.ts ?? 0)
  const events = sample.map((event) => ({ ...event, run: name, ts: event.ts + shift }))
  const folder = await RunFolder.create(home, name)
  await writeFile(folder.eventsPath, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const png = await encodePng({ rgba: pixels, width, height: width })
  for (const step of stepsIn(events))
    for (const kind of kinds) await folder.saveFile(`action_step${step}${kind}.png`, png)
  await folder.saveFile('action_step_final.png', png)
  return { folder, events }
}

const stepsIn = (events: readonly SessionEvent[]): number[] => [
  ...new Set(events.flatMap(({ type, step }) => (type === 'step_started' && step !== null ? [step] : []))),
]

async function thin(before: number, run = new RunControl()): Promise<void> {
  const { runs } = await new RunHistory(home).list()
  await thinRuns({ home, runs, before }, run)
}

async function sizes(folder: RunFolder): Promise<Record<string, number>> {
  const names = (await readdir(folder.path)).filter((name) => name.endsWith('.png')).toSorted()
  const files = names.map(async (name) => [name, (await folder.readFile(name)).length] as const)
  return Object.fromEntries(await Promise.all(files))
}

test('pictures of old runs shrink to a third, but for those of questions, failures and ends', async () => {
  const { folder, events } = await recorded('old', 1_000_000)
  const before = await sizes(folder)
  const thinned = uneventfulSteps(events)
  const kept = stepsIn(events).filter((step) => !thinned.includes(step))
  expect(thinned.length).toBeGreaterThan(0)
  expect(kept.length).toBeGreaterThan(0)
  await thin(2_000_000)
  const after = await sizes(folder)
  for (const step of kept)
    for (const kind of kinds) {
      const name = `action_step${step}${kind}.png`
      expect(after[name]).toBe(before[name])
    }
  expect(after['action_step_final.png']).toBe(before['action_step_final.png'])
  for (const step of thinned) {
    const name = `action_step${step}.png`
    expect(after[name]).toBeLessThan((before[name] ?? 0) / 3)
    expect(after[`action_step${step}_annotated.png`]).toBeUndefined()
    expect(await sharp(await folder.readFile(name)).metadata()).toMatchObject({ width, height: width })
  }
})

test('a run that is not old yet keeps its pictures, and has its turn later', async () => {
  const { folder } = await recorded('young', 3_000_000)
  const before = await sizes(folder)
  await thin(2_000_000)
  expect(await sizes(folder)).toEqual(before)
  await thin(4_000_000)
  expect(await sizes(folder)).not.toEqual(before)
})

test('what was stopped goes on at the run where it was', async () => {
  const { folder } = await recorded('first', 1_000_000)
  const before = await sizes(folder)
  const stopped = new RunControl()
  stopped.stop()
  await expect(thin(2_000_000, stopped)).rejects.toThrow(StoppedError)
  expect(await sizes(folder)).toEqual(before)
  await thin(2_000_000)
  expect(await sizes(folder)).not.toEqual(before)
  const mark = JSON.parse(await readFile(join(home, 'thinned.json'), 'utf8')) as { until: number }
  expect(mark.until).toBeGreaterThan(0)
})

test('a step with a question, a failed act or a contradicted effect is no uneventful one, nor is the last of a round', () => {
  const events = sampleRun()
  const steps = uneventfulSteps(events)
  const ofSteps = events.filter(({ step }) => step !== null && steps.includes(step))
  expect(ofSteps.filter(({ type }) => type === 'question_asked')).toEqual([])
  expect(ofSteps.filter((event) => event.type === 'act_finished' && event.status !== 'success')).toEqual([])
  expect(steps).not.toContain(stepsIn(events).at(-1))
})
