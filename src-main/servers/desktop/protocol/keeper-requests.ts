// What the keeper asks of this process beside the tools: frames, the person's hand, which windows are the app's own.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { RunControl } from '../../../core/run-control.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Frames } from './frames.ts'
import type { Person } from './person-input.ts'
import {
  frameRequestSchema,
  letGoRequestSchema,
  ownWindowsRequestSchema,
  personInputRequestSchema,
  unwatchNotificationSchema,
  watchPersonRequestSchema,
} from './messages.ts'
import type { Shield } from './shield.ts'
import type { Turns } from '../acting/turns.ts'

interface BesideParts {
  server: Server
  platform: Platform
  turns: Turns
  person: Person
  shield: Shield
  tell: (method: string, params: Record<string, unknown>) => void
}

/** Answers it. Disposing ends every watch. */
export function answerBeside({
  server,
  platform,
  turns,
  person,
  shield,
  tell,
}: BesideParts): AsyncDisposable {
  const frames = new Frames(platform, turns)
  const running = new Set<RunControl>()
  let personWatch: AsyncDisposable | null = null
  const within = async <T>(
    name: string,
    signal: AbortSignal,
    work: (run: RunControl) => Promise<T>,
  ): Promise<T> => {
    using run = new RunControl({ name })
    const stop = () => run.stop()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    running.add(run)
    try {
      return await work(run)
    } finally {
      running.delete(run)
      signal.removeEventListener('abort', stop)
    }
  }

  server.setRequestHandler(frameRequestSchema, ({ params }, { signal }) =>
    within('frame', signal, (run) => frames.next(params, run)),
  )
  server.setNotificationHandler(unwatchNotificationSchema, () => frames.end())
  server.setRequestHandler(personInputRequestSchema, ({ params }, { signal }) =>
    within('person input', signal, async (run) => ({ unknown: await person.does(params.inputs, run) })),
  )
  server.setRequestHandler(letGoRequestSchema, async () => {
    await person.letGo()
    return {}
  })
  server.setRequestHandler(ownWindowsRequestSchema, async ({ params }, { signal }) => {
    await within('own windows', signal, (run) => shield.setOwnWindows(params.handles, params.shielded, run))
    return {}
  })
  server.setRequestHandler(watchPersonRequestSchema, async ({ params: { on } }, { signal }) => {
    await personWatch?.[Symbol.asyncDispose]()
    personWatch = null
    if (!on) return {}
    personWatch = await within('watch person', signal, (run) =>
      platform.watchPointer((point) => tell('deskhand/person_moved', { point }), run),
    )
    return {}
  })

  return {
    async [Symbol.asyncDispose]() {
      for (const run of running) run.stop()
      const watch = personWatch
      personWatch = null
      await watch?.[Symbol.asyncDispose]()
      await frames.end()
    },
  }
}
