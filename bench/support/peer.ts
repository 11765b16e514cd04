// A loop that does what the nearest peer does in one step, on a desktop of its own: the whole screen encoded by jimp, the
// last five pictures decoded and encoded again, 200 ms of sleep, and the pointer's travel.
import { setTimeout as wait } from 'node:timers/promises'
import { Jimp, JimpMime } from 'jimp'
import { screenPoint, screenRect } from '../../src-main/core/geometry.ts'
import { openCalculator } from '../peers/calculator-desktop.ts'

const PICTURES = 5
const SLEEP_MS = 200
/** Pixels from one click to the next: from one key of a calculator to one of another window is more. */
const TRAVEL = 300
/** The peer has nut-js move 3600 pixels a second, pixel by pixel; it waits busily in between. */
const PIXEL_MS = 1 / 3.6

export interface Peer extends AsyncDisposable {
  step(): Promise<void>
}

/** `home` is where the desktop keeps its record. */
export async function openPeer(home: string): Promise<Peer> {
  await using owned = new AsyncDisposableStack()
  const { x11, run } = owned.use(await openCalculator(home))
  const [screen] = await x11.screens(run)
  if (!screen) throw new Error('The desktop has no screen.')
  const last: Buffer[] = []
  let right = false

  const look = async () => {
    const { rgba, width, height } = await x11.picture(screenRect(screen.bounds), run)
    last.push(await Jimp.fromBitmap({ data: rgba, width, height }).getBuffer(JimpMime.png))
    if (last.length > PICTURES) last.shift()
    for (const picture of last) await (await Jimp.read(picture)).getBuffer(JimpMime.png)
  }
  const travel = async () => {
    for (let done = 0; done < TRAVEL; done++) {
      const next = performance.now() + PIXEL_MS
      while (performance.now() < next);
      await x11.movePointer(screenPoint(right ? 800 - done : 500 + done, 400), run)
    }
    right = !right
  }
  const moved = owned.move()
  return {
    async step() {
      await look()
      await wait(SLEEP_MS)
      await travel()
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}
