// Steps of UI-TARS' own loop: each from the reply of its model, which is served here, to its next request.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { OpenAIServer } from '../../src-main/models/testing/openai-server.ts'
import type { Peer } from '../support/peer.ts'
import { openCalculator } from './calculator-desktop.ts'

/** Two places in thousandths of the screen: 300 pixels apart on 1280×800, as the clicks of the rebuilt peer. */
const PLACES = ['(300,500)', '(534,500)']
const FIRST_MS = 60_000

/** Opens a desktop with a calculator, and the loop on it; `folder` has the peers. */
export async function openUiTars(home: string, folder: string): Promise<Peer> {
  await using owned = new AsyncDisposableStack()
  const { env } = owned.use(await openCalculator(home))
  /** The request that waits for its answer; the loop has come that far. */
  let asked = Promise.withResolvers<(text: string) => void>()
  const server = owned.use(
    await OpenAIServer.start({
      reply: () => new Promise<string>((answer) => asked.resolve(answer)),
    }),
  )
  const program = join(import.meta.dirname, 'ui-tars.mjs')
  const child = spawn(
    process.execPath,
    ['--experimental-import-meta-resolve', program, folder, server.baseUrl],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  owned.defer(async () => {
    if (child.exitCode !== null || !child.kill('SIGKILL')) return
    await once(child, 'exit')
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The loop of UI-TARS has ended.')))
  ended.catch(() => {})
  const late = AbortSignal.timeout(FIRST_MS)
  const first = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error('UI-TARS has not asked its model.')))
  })
  await Promise.race([asked.promise, ended, first])
  let steps = 0
  const moved = owned.move()
  return {
    async step() {
      const answer = await asked.promise
      asked = Promise.withResolvers()
      answer(`Thought: on\nAction: click(start_box='${PLACES[steps++ % PLACES.length]}')`)
      await Promise.race([asked.promise, ended])
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}
