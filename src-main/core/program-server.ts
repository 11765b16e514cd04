// Serves a table of calls in a program of Deskhand: what the program's `main.ts` runs.
import { PlainPeer, serveCalls, type CallHandlers, type CallTable } from './call-table.ts'
import { parentLink } from './parent-link.ts'

/** Answers until the parent wants the end, or is gone; `end` cleans up before this process exits. */
export async function serveProgram<T extends CallTable>(
  table: T,
  handlers: CallHandlers<T>,
  end: () => void = () => {},
): Promise<void> {
  const link = parentLink()
  link.onEnd(() => {
    end()
    process.exit(0)
  })
  const peer = new PlainPeer()
  serveCalls(peer, table, handlers)
  await peer.connect(link.transport)
}
