// Answers what the keeper asks beside the tools: frames, the person's hand, which windows are the app's own.
import { serveCalls, type Peer } from '../../../core/call-table.ts'
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { Platform } from '../../../platform/platform.ts'
import { closeWindows } from '../targeting/closing-windows.ts'
import { unsavedWork } from '../targeting/unsaved-work.ts'
import type { Frames } from './frames.ts'
import { KEEPER_CALLS, type Ledger } from './messages.ts'
import type { Person } from './person-input.ts'
import type { Shield } from './shield.ts'

interface KeeperParts {
  peer: Peer
  platform: Platform
  frames: Frames
  person: Person
  shield: Shield
  release: (ledger: Ledger) => Promise<void>
  personMoved: (point: ScreenPoint) => void
}

/** Answers the keeper. Disposing ends every watch. */
export function answerKeeper(parts: KeeperParts): AsyncDisposable {
  const { peer, platform, frames, person, shield, release, personMoved } = parts
  let personWatch: AsyncDisposable | null = null
  const unwatch = async () => {
    const watch = personWatch
    personWatch = null
    await watch?.[Symbol.asyncDispose]()
  }
  const calls = serveCalls(peer, KEEPER_CALLS, {
    release: async (ledger) => {
      await release(ledger)
      return null
    },
    frame: (request, run) => frames.next(request, run),
    person_input: ({ inputs, tells }, run) => person.does(inputs, tells, run),
    let_go: async () => {
      await person.letGo()
      return null
    },
    own_windows: async ({ handles, shielded }, run) => {
      await shield.setOwnWindows(handles, shielded, run)
      return null
    },
    unsaved_work: (_nothing, run) => unsavedWork(platform, run),
    show_window: async ({ handle }, run) => {
      await platform.focusWindow(handle, run)
      return null
    },
    close_windows: ({ discard }, run) => closeWindows(platform, discard, run),
    watch_person: async ({ on }, run) => {
      await unwatch()
      if (on) personWatch = await platform.watchPointer(personMoved, run)
      return null
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      calls[Symbol.dispose]()
      await unwatch()
      await frames.end()
    },
  }
}
