// A run of thirteen acts in two applications, replayed twenty times without a model: how often it comes off, judged by the file
// that it writes, and how long it takes beside the same request carried out by the offline commands.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dressed, moveWindow } from '../../e2e/support/disturbed.ts'
import { place, type Place } from '../../e2e/support/deskhand.ts'
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import { absentInteractor } from '../../src-main/core/interactor.ts'
import { createEngine, type Engine } from '../../src-main/engine.ts'
import { OpenAIServer } from '../../src-main/models/testing/openai-server.ts'
import { recordRun } from '../../src-main/replay/record.ts'
import { fromPairs, pairsOf, plain, type Figure, type Wants } from '../measure.ts'

const TIMES = 20
const REQUEST =
  'open galculator, click 7, click "*", click 6, click "=", press Ctrl+C, open Mousepad, press Ctrl+V, save as "~/product.txt"'
const PRODUCT = '42'

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  await using server = await OpenAIServer.start({ reply: () => ({ status: 500 }) })
  await using where = await place()
  process.env['HOME'] = where.home
  const plan = join(where.data, 'product.json')
  await using engine = await engineOf(where.data, where.home)
  // Its own configuration: no model is ever set up there.
  await using other = await place()
  await using offline = await engineOf(other.data, where.home)
  const first = await engine.run(requested())
  if (!(await came(where, first))) throw new Error(`The recording failed: ${first.error}`)
  await recordRun(await engine.runs.find(first.run), { home: where.data, path: plan, replace: false })
  await where.config(modelOf(server))
  await engine.reload()

  if (wants('replay.same')) {
    let good = 0
    const replays: number[] = []
    const baseline: number[] = []
    for (let index = 0; index < TIMES; index++) {
      const replayed = await timedRun(() => engine.run(replay(plan)))
      replays.push(replayed.ms)
      if (await came(where, replayed.end)) good++
      const done = await timedRun(() => offline.run(requested()))
      baseline.push(done.ms)
      await came(where, done.end)
    }
    yield plain('replay.same', good, 'of 20', { least: TIMES }, TIMES, 'replays that wrote the right file')
    const note = 'a replay, desktop and applications started anew; baseline: the same by the offline commands'
    yield fromPairs('replay.time', pairsOf(replays, baseline), { most: 1.5 }, note)
  }

  if (wants('replay.changed')) {
    const calculator = await dressed(where, 'galculator', 'HighContrast')
    const editor = await dressed(where, 'mousepad', 'HighContrastInverse')
    await where.config(
      `${modelOf(server)}applications:\n  galculator: ${calculator}\n  Mousepad: ${editor}\n`,
    )
    await engine.reload()
    let good = 0
    for (let index = 0; index < TIMES; index++) {
      const moves: Promise<void>[] = []
      const end = await engine.run({
        ...replay(plan),
        onEvent: (event) => {
          if (!opens(event)) return
          const step = index * 17
          moves.push(moveWindow(where, event.run, [step, (step * 7) % 200, 500 + step, 460 + step / 2]))
        },
      })
      await Promise.all(moves)
      if ((await came(where, end)) && moves.length === 2) good++
    }
    const note = 'the same with another theme and font, each window moved and made another size each time'
    yield plain('replay.changed', good, 'of 20', { least: TIMES }, TIMES, note)
  }
  yield plain('replay.requests', server.requests.length, 'requests', { most: 0 }, 1, 'that reached the model')
}

const engineOf = (home: string, personHome: string): Promise<Engine> =>
  createEngine({
    home,
    env: { PATH: process.env['PATH'], HOME: personHome },
    display: 'virtual',
    printLog: () => {},
  })

/** A model that could heal: it is never asked. */
const modelOf = (server: OpenAIServer) =>
  `models:\n  default:\n    provider: custom\n    model_name: plain\n    base_url: ${server.baseUrl}\n`

const common = { interactor: absentInteractor, onEvent: () => {} }
const requested = () => ({ ...common, request: REQUEST })
const replay = (plan: string) => ({ ...common, request: null, mode: 'follower', plan })

type Finished = EventOf<'session_finished'>

async function timedRun(work: () => Promise<Finished>): Promise<{ end: Finished; ms: number }> {
  const start = performance.now()
  const end = await work()
  return { end, ms: performance.now() - start }
}

/** Whether the run has come to its end and written the right file, which is removed. */
async function came(where: Place, end: Finished): Promise<boolean> {
  const path = join(where.home, 'product.txt')
  const text = await readFile(path, 'utf8').catch(() => null)
  await rm(path, { force: true })
  return end.status === 'completed' && text === PRODUCT
}

const opens = (event: SessionEvent): boolean =>
  event.type === 'act_finished' && event.tool_name === 'launch_application' && event.status === 'success'
