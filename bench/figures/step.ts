// One full click step without the model: observe, decide, gate, act, verify, record; from a model's reply to its next call.
// Beside it, in turn, a loop that does what the nearest peer does in one step.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppInput, LinuxInput } from '../../src-main/models/input.ts'
import { fromPairs, pairsOf, timed, type Figure } from '../measure.ts'
import { openPeer } from '../support/peer.ts'
import { act, open, scriptedRun, type Reply } from '../support/scripted-run.ts'

const STEPS = 20
/** Steps that meet everything for the first time. */
const WARM_UP = 2

export async function* measure(): AsyncGenerator<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    yield await measureClicks(home)
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureClicks(home: string): Promise<Figure> {
  await using peer = await openPeer(home)
  const steps: number[] = []
  const peers: number[] = []
  let clicks = 0
  let repliedAt: number | null = null
  const end = await scriptedRun({
    // The peer's step takes place while this one's model thinks.
    async reply(input) {
      if (repliedAt !== null) steps.push(performance.now() - repliedAt)
      repliedAt = null
      const preparing = prepare(input)
      if (preparing) return preparing
      peers.push(await timed(() => peer.step()))
      const click = clickOn(input, String(clicks++ % 10), clicks > STEPS + WARM_UP)
      repliedAt = performance.now()
      return click
    },
  })
  if (end.status !== 'completed') throw new Error(`The run ended ${end.status}: ${end.error}`)
  const measured = pairsOf(steps.slice(WARM_UP), peers.slice(WARM_UP, steps.length))
  const note =
    'from reply to next call; baseline: screen encoded by jimp, the last five decoded and encoded again, 200 ms sleep, ' +
    '300 pixels of travel at 1000 a second'
  return fromPairs('step.click', measured, { most: 1 / 6 }, note)
}

function prepare({ window, windows }: AppInput | LinuxInput): Reply | null {
  if (window) return null
  const [opened] = windows
  return opened ? act('select_application_window', { id: opened.id, name: opened.title }) : open('galculator')
}

function clickOn({ controls }: AppInput | LinuxInput, name: string, last: boolean): Reply {
  const key = controls.find((control) => control.name === name)
  if (!key) throw new Error(`The calculator has no key ${name}.`)
  return act('click_input', { id: key.id, name }, last ? 'FINISH' : 'CONTINUE')
}
