// One full click step without the model: observe, decide, gate, act, verify, record; from a model's reply to its next call.
// Beside it, in turn, a loop that does what the nearest peer does in one step.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReceivedRequest } from '../../src-main/models/testing/openai-server.ts'
import { parsePrompt, type SeenPrompt } from '../../src-main/models/testing/parse-prompt.ts'
import { fromPairs, pairsOf, timed, type Figure, type Pairs } from '../measure.ts'
import { openPeer, type Peer } from '../support/peer.ts'
import { act, open as opening, servedRun, type Reply } from '../support/scripted-run.ts'

const STEPS = 20
/** Each changes what the calculator shows; a full display would take no more digits. */
const KEYS = ['7', '2', '5', 'AC', '9', '4', '1', 'AC']
/** Steps that meet everything for the first time. */
const WARM_UP = 2

export async function* measure(): AsyncGenerator<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    const { measured, pictures } = await measureClicks(() => openPeer(home))
    const note =
      `from reply to next call, over HTTP, with ${pictures} pictures a step; baseline: screen encoded by jimp, the last five ` +
      'decoded and encoded again, 200 ms sleep, 300 pixels of travel at 3600 a second'
    yield fromPairs('step.click', measured, { most: 1 / 6 }, note)
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Measures click steps beside those of a peer. */
export async function measureClicks(
  open: () => Promise<Peer>,
): Promise<{ measured: Pairs; pictures: number }> {
  await using peer = await open()
  const steps: number[] = []
  const peers: number[] = []
  let clicks = 0
  let repliedAt: number | null = null
  const { end, requests } = await servedRun({
    pictures: true,
    // The peer's step takes place while this one's model thinks.
    async reply(request) {
      if (repliedAt !== null) steps.push(performance.now() - repliedAt)
      repliedAt = null
      const seen = parsePrompt(request.system, request.user)
      const preparing = prepare(seen)
      if (preparing) return textOf(preparing)
      peers.push(await timed(() => peer.step()))
      const click = clickOn(seen, KEYS[clicks++ % KEYS.length] ?? '', clicks > STEPS + WARM_UP)
      repliedAt = performance.now()
      return textOf(click)
    },
  })
  if (end.status !== 'completed') throw new Error(`The run ended ${end.status}: ${end.error}`)
  const measured = pairsOf(steps.slice(WARM_UP), peers.slice(WARM_UP, steps.length))
  return { measured, pictures: picturesOf(requests) }
}

const picturesOf = (requests: readonly ReceivedRequest[]): number => requests.at(-1)?.pictures.length ?? 0

const textOf = (reply: Reply): string => JSON.stringify({ observation: '', thought: '', ...reply })

function prepare({ windowChosen, windows }: SeenPrompt): Reply | null {
  if (windowChosen) return null
  const [opened] = windows
  return opened
    ? act('select_application_window', { id: opened.id, name: opened.title })
    : opening('galculator')
}

function clickOn({ controls }: SeenPrompt, name: string, last: boolean): Reply {
  const key = controls.find((control) => control.name === name)
  if (!key) throw new Error(`The calculator has no key ${name}.`)
  return act('click_input', { id: key.id, name }, last ? 'FINISH' : 'CONTINUE')
}
