// Watches the journal of a run that another program carries out.
import { watch, type FSWatcher } from 'node:fs'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { readEvents } from './read-journal.ts'
import type { RunFolder } from './run-folder.ts'

/** Milliseconds between two looks where the file system does not report changes. */
const LOOK_EVERY_MS = 1_000

interface Followed {
  /** The existing events after `after`. */
  events: SessionEvent[]
  /** Whether a program still carries out the run. */
  alive: boolean
  following: Disposable
}

/** Reports each event that is added from now on, once, in order. Throws UserError for a journal that can't be read. */
export async function followRun(
  folder: RunFolder,
  after: number,
  onEvent: (event: SessionEvent) => void,
): Promise<Followed> {
  const events = (await readEvents(folder.eventsPath)).filter(({ seq }) => seq > after)
  const alive = await folder.isOwned()
  let last = events.at(-1)?.seq ?? after
  if (!alive) return { events, alive, following: { [Symbol.dispose]: () => {} } }
  let ended = false
  let looking: Promise<void> | null = null
  const look = async () => {
    const fresh = await readEvents(folder.eventsPath).catch(() => [])
    for (const event of fresh) {
      if (ended || event.seq <= last) continue
      last = event.seq
      onEvent(event)
      if (event.type === 'session_finished') end()
    }
  }
  const soon = () => {
    looking ??= look().finally(() => {
      looking = null
    })
  }
  const watcher = watchFile(folder.eventsPath, soon)
  const timer = setInterval(soon, LOOK_EVERY_MS)
  timer.unref()
  const end = () => {
    ended = true
    watcher?.close()
    clearInterval(timer)
  }
  return { events, alive, following: { [Symbol.dispose]: end } }
}

/** Watches a file; null where the file system can't report changes, so that only the timer counts. */
function watchFile(path: string, changed: () => void): FSWatcher | null {
  try {
    const watcher = watch(path, changed)
    watcher.on('error', () => watcher.close())
    return watcher.unref()
  } catch {
    return null
  }
}
