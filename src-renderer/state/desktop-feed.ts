// Feeds the desktops that this window looks at. Several parts may look at one: the program is asked once, for the widest. Frames
// never enter the store: they are drawn and forgotten.
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'

export type Frame = Extract<Push, { push: 'frame' }>

interface Viewer {
  maxWidth: number
  onFrame: (frame: Frame) => void
}

interface Feed {
  viewers: Set<Viewer>
  /** The last requested width. */
  asked: number
  /** The last frame, for a later viewer, because an unchanged desktop sends none. */
  last: Frame | null
}

export class DesktopFeed {
  readonly #bridge: Bridge
  readonly #feeds = new Map<string, Feed>()

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Watches until the returned function is called. `maxWidth` in pixels of the picture. */
  watch(run: string, maxWidth: number, onFrame: (frame: Frame) => void): () => void {
    const feed = this.#feeds.get(run) ?? { viewers: new Set(), asked: 0, last: null }
    this.#feeds.set(run, feed)
    const viewer = { maxWidth, onFrame }
    feed.viewers.add(viewer)
    if (feed.last) onFrame(feed.last)
    this.#ask(run, feed)
    return () => {
      if (!feed.viewers.delete(viewer)) return
      if (feed.viewers.size > 0) return this.#ask(run, feed)
      this.#feeds.delete(run)
      this.#bridge.call('unwatch_desktop', { run }).catch(() => {})
    }
  }

  hear(frame: Frame): void {
    const feed = this.#feeds.get(frame.run)
    if (!feed) return
    feed.last = frame
    for (const viewer of feed.viewers) viewer.onFrame(frame)
  }

  /** Asks for all desktops again, after a lost connection. */
  loadAll(): void {
    for (const [run, feed] of this.#feeds) {
      feed.asked = 0
      this.#ask(run, feed)
    }
  }

  #ask(run: string, feed: Feed): void {
    const widest = Math.max(...[...feed.viewers].map(({ maxWidth }) => maxWidth))
    if (widest === feed.asked) return
    feed.asked = widest
    // The desktop of a run that has just ended is gone; then the last picture of its steps is shown.
    this.#bridge.call('watch_desktop', { run, max_width: widest }).catch(() => {})
  }
}
