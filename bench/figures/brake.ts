// How soon a window shows that a run is paused, goes on, or has been terminated, after the wish: in the middle of a tool, at a
// question, and between two steps. The wish goes the way of every button: the bridge, GlobalState's flags, the engine, an event.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { place } from '../../e2e/support/deskhand.ts'
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { currentStep, openQuestion } from '../../src-preload/contract/run-view.ts'
import { createBridge } from '../../src-main/bridge/create-bridge.ts'
import { silentShell } from '../../src-main/bridge/testing/shell.ts'
import { MemoryWindow } from '../../src-main/bridge/testing/window.ts'
import { createEngine } from '../../src-main/engine.ts'
import { plain, type Figure } from '../measure.ts'

const TIMES = 10
const GOAL = { most: 250 }

/** Request → when its phase is reached. */
const PHASES: [string, string, (view: RunView) => boolean][] = [
  [
    'tool',
    'open Mousepad, wait 60 seconds',
    (view) =>
      currentStep(view)?.actions.some((act) => act.tool_name === 'wait' && act.status === 'acting') ?? false,
  ],
  ['question', 'open Mousepad, type "new", save as "~/there.txt"', (view) => openQuestion(view) !== null],
  [
    'step',
    Array.from({ length: 60 }, () => 'open galculator').join(', '),
    (view) => view.rounds[0]?.steps[1] !== undefined,
  ],
]

export async function* measure(): AsyncGenerator<Figure> {
  await using where = await place()
  await where.config('display:\n  kind: virtual\n')
  await writeFile(join(where.home, 'there.txt'), 'old')
  process.env['HOME'] = where.home
  await using engine = await createEngine({
    home: where.data,
    env: { PATH: process.env['PATH'], HOME: where.home },
    printLog: () => {},
  })
  const bridge = createBridge({ engine, shell: silentShell })
  for (const [phase, request, reached] of PHASES) {
    using window = new MemoryWindow(bridge)
    const { run } = await window.call('start_run', { request, one_shot: true })
    await window.watch(run)
    await window.until(run, reached)
    const shown = async (wish: 'pause' | 'resume' | 'stop', is: (view: RunView) => boolean) => {
      const begun = performance.now()
      await window.call('control_run', { run, wish })
      await window.until(run, is)
      return performance.now() - begun
    }
    const wishes: number[] = []
    for (let index = 0; index < TIMES; index++) {
      wishes.push(await shown('pause', ({ paused }) => paused))
      wishes.push(await shown('resume', ({ paused }) => !paused))
    }
    wishes.push(await shown('stop', ({ stopping, finished_at }) => stopping || finished_at !== null))
    const note = `worst of ${wishes.length} wishes (pause, resume, terminate), from the call of a window to its view`
    yield plain(`brake.${phase}`, Math.max(...wishes), 'ms', GOAL, wishes.length, note)
    await window.until(run, ({ finished_at }) => finished_at !== null)
  }
  bridge[Symbol.dispose]()
}
