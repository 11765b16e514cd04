// The built page in a real Chromium, with a run that is played from here: bridge, server, wire and windows are the real ones,
// only the engine's work is left out.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { startRunSchema } from '../../src-preload/contract/calls/runs.ts'
import { EVENT_VERSION, type EventBody, type SessionEvent } from '../../src-preload/contract/events.ts'
import { createBridge } from '../../src-main/bridge/create-bridge.ts'
import { builtPages } from '../../src-main/web/page-files.ts'
import { createEngine } from '../../src-main/engine.ts'
import { pageShell } from '../../src-main/bridge/page-shell.ts'
import { serve } from '../../src-main/web/serve.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export const RUN = 'bench'

export interface PlayedPage extends AsyncDisposable {
  page: Page
  home: string
  /** Goes on with the run, as its engine would tell it. */
  play(bodies: readonly EventBody[]): void
  /** Shows the run, or the first page. */
  show(view: 'run' | 'new'): Promise<void>
}

const VIEWPORT = { width: 1440, height: 900 }

/** A window of its own, with the cookies of another one where they are given. */
export async function openContext(browser: Browser, state?: StorageState): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    locale: 'en-GB',
    ...(state ? { storageState: state } : {}),
  })
  context.setDefaultTimeout(30_000)
  await context.addInitScript({ path: join(import.meta.dirname, 'in-page.js') })
  return context
}

/** A run has begun and is told to nobody yet; the page shows the first page. */
export async function openPlayedPage(browser: Browser): Promise<PlayedPage> {
  await using begun = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  begun.defer(() => rm(home, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: home, DESKHAND_KEYS: 'file' }
  const overrides = { app: { first_start_done: true } }
  const engine = begun.use(await createEngine({ home, env, overrides, printLog: () => {} }))
  let tell: (event: SessionEvent) => void = () => {}
  engine.start = (request) => {
    tell = (event) => request.onEvent(event)
    request.onBegun?.(RUN)
    return Promise.resolve({ run: RUN, ended: new Promise(() => {}) })
  }
  const shell = pageShell({ version: '0.0.0', env, quit: () => {} })
  const bridge = createBridge({ engine, shell })
  const logger = () => engine.logger
  const server = begun.use(await serve({ port: 0, home, pages: builtPages(), router: bridge, logger }))
  await bridge.live.start(startRunSchema.parse({ request: 'bench', display: 'virtual', one_shot: true }))
  const context = await openContext(browser)
  begun.defer(() => context.close())
  const page = await context.newPage()
  await page.goto(server.address)
  await page.getByRole('textbox', { name: 'Request' }).waitFor()
  // Heads go on from one call to the next.
  let seq = 0
  let step = -1
  const owned = begun.move()
  return {
    page,
    home,
    play(bodies) {
      for (const body of bodies) {
        if (body.type === 'step_started') step++
        const head = { v: EVENT_VERSION, ts: Date.now(), run: RUN, round: seq < 1 ? null : 0 } as const
        tell({ ...head, seq: seq++, step: step < 0 ? null : step, ...body })
      }
    },
    show: async (view) => {
      const hash = view === 'run' ? `#/run/${RUN}` : '#/new'
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
