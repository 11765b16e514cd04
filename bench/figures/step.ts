// One full click step without the model: observe, decide, gate, act, verify, record; from a model's reply to its next call.
// Beside it, in turn: a loop that does what the nearest peer does in one step.
import { setTimeout as wait } from 'node:timers/promises'
import { Jimp, JimpMime } from 'jimp'
import { fromPairs, median, timed, type Figure } from '../measure.ts'
import { act, open, scriptedRun } from '../scripted-run.ts'

const STEPS = 20
const WIDTH = 1280
const HEIGHT = 800
/** nut-js moves at 1000 pixels a second unless told otherwise; 300 pixels are a short way. */
const TRAVEL_MS = 300

/** A picture with the detail of a desktop, not a plain colour that any encoder folds away. */
function desktopLike(): InstanceType<typeof Jimp> {
  const image = new Jimp({ width: WIDTH, height: HEIGHT, color: 0xf0f0f0ff })
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const text = (x * 7 + y * 13) % 17 === 0 && y % 20 < 12 && x % 9 < 6
      if (text) image.setPixelColor(0x202020ff, x, y)
    }
  }
  return image
}

/** Full-screen picture encoded by jimp, the last five decoded and encoded again, 200 ms of sleep, the pointer's travel. */
function peerLoop() {
  const screen = desktopLike()
  const last: Buffer[] = []
  return async () => {
    last.push(await screen.getBuffer(JimpMime.png))
    if (last.length > 5) last.shift()
    for (const picture of last) await (await Jimp.read(picture)).getBuffer(JimpMime.png)
    await wait(200)
    await wait(TRAVEL_MS)
  }
}

export async function* measure(): AsyncGenerator<Figure> {
  const steps: number[] = []
  const peers: number[] = []
  const peer = peerLoop()
  let repliedAt: number | null = null
  let asked = 0
  const end = await scriptedRun({
    reply: async (input) => {
      const now = performance.now()
      // The first two steps open the application and meet it for the first time.
      if (repliedAt !== null && asked > 2) steps.push(now - repliedAt)
      asked++
      if (asked === 1) return finish(open('galculator'))
      const spent = await timed(peer)
      if (asked > 2) peers.push(spent)
      const name = String(asked % 10)
      const key = input.controls.find((control) => control.name === name)
      if (!key) throw new Error(`The calculator has no key ${name}.`)
      return finish(act('click_input', { id: key.id, name }, steps.length >= STEPS ? 'FINISH' : 'CONTINUE'))
    },
  })
  if (end.status !== 'completed') throw new Error(`The run ended ${end.status}: ${end.error}`)
  const ratios = steps.map((value, index) => value / (peers[index] ?? Number.NaN)).filter((ratio) => !Number.isNaN(ratio))
  yield fromPairs(
    'step.click',
    { value: median(steps), baseline: median(peers), ratio: median(ratios), n: ratios.length },
    '<=',
    1 / 6,
    'baseline: jimp picture, last five again, 200 ms sleep, pointer travel',
  )

  function finish<T>(reply: T): T {
    repliedAt = performance.now()
    return reply
  }
}
