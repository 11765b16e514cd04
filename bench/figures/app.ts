// The windows in a real Chromium, behind the page: how soon they can be used, how soon an event is seen, what a long run weighs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright'
import { WebSocketServer } from 'ws'
import { place } from '../../e2e/support/deskhand.ts'
import { startPage } from '../../e2e/support/page.ts'
import { longRun } from '../../e2e/support/recorded-runs.ts'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { fromPairs, median, pairs, pairsOf, plain, type Figure, type Wants } from '../measure.ts'
import { openContext, openPlayedPage, type PlayedPage } from '../support/played-page.ts'

const STARTS = 7
const EVENTS = 60
const STEPS = 500

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  if (wants('app.cold_start')) yield await coldStart()
  if (!wants('app.event_to_pixels') && !wants('app.memory') && !wants('app.scroll')) return
  await using browser = await openBrowser()
  await using played = await openPlayedPage(browser)
  const empty = await heapOf(played.page)
  played.play(longRun(STEPS))
  await played.show('run')
  await played.page
    .getByText(`“B${STEPS + 1}”`)
    .first()
    .waitFor()
  if (wants('app.event_to_pixels')) yield await eventToPixels(browser, played)
  if (wants('app.scroll')) yield* scrolling(played.page)
  if (wants('app.memory')) {
    const full = await heapOf(played.page)
    const nodes = await played.page.evaluate<number>('document.querySelectorAll("*").length')
    const note = `JavaScript heap of the page after a collection, with a run of ${STEPS} steps open and scrolled through; ${nodes} elements; baseline: the first page`
    yield plain('app.memory.500_steps', full, 'MB', { most: 120 }, 1, note, empty)
  }
}

const openBrowser = async (): Promise<Browser & AsyncDisposable> => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() })
}

/** From nothing to a window that takes a request, program and browser; beside it a bare server and a bare page. */
async function coldStart(): Promise<Figure> {
  const measured = await pairs(
    STARTS,
    async () => {
      await using where = await place()
      await where.config('app:\n  first_start_done: true\n')
      await using program = await startPage(where)
      await using browser = await openBrowser()
      const page = await (await openContext(browser)).newPage()
      await page.goto(program.address)
      await page.getByRole('textbox').first().waitFor()
    },
    async () => {
      const script =
        "require('http').createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<input>')).listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [port] = (await once(child.stdout, 'data')) as [Buffer]
      await using browser = await openBrowser()
      const page = await (await openContext(browser)).newPage()
      await page.goto(`http://127.0.0.1:${port.toString().trim()}/`)
      await page.getByRole('textbox').waitFor()
      child.kill()
      await once(child, 'exit')
    },
    { warmUp: 1 },
  )
  return fromPairs(
    'app.cold_start',
    measured,
    { most: 3 },
    'from the start of the program and of a browser to a composer that takes a request; their ends are counted, too',
  )
}

async function timeTo(page: Page, text: string, tell: () => void): Promise<number> {
  await page.evaluate(`bench.lookFor(${JSON.stringify(text)})`)
  // At any moment between two pictures.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 50))
  const start = Date.now()
  tell()
  return (await page.evaluate<number>('bench.seen')) - start
}

async function eventToPixels(browser: Browser, played: PlayedPage): Promise<Figure> {
  await using bare = await openBarePage(browser, played)
  const values: number[] = []
  const baselines: number[] = []
  for (let index = 0; index < EVENTS; index++) {
    const word = `Press key ${10_000 + index}`
    const step = oneStep(index, word)
    values.push(await timeTo(played.page, String(10_000 + index), () => played.play(step)))
    baselines.push(await timeTo(bare.page, word, () => bare.tell(word)))
  }
  const worst = values.toSorted((a, b) => a - b).at(Math.floor(EVENTS * 0.95)) ?? Number.NaN
  return fromPairs(
    'app.event_to_pixels',
    pairsOf(values, baselines),
    { most: 6 },
    `from the engine's event to the painted picture, in a run of ${STEPS} steps; 95 of 100 within ${worst} ms; baseline: the same document without the app, which takes a line from a WebSocket and scrolls to it`,
  )
}

const oneStep = (index: number, words: string): EventBody[] => {
  const [, , ...step] = longRun(1)
  return step.map((body) => {
    if (body.type === 'act_started') return { ...body, call_id: `e${index}`, words }
    return 'call_id' in body ? { ...body, call_id: `e${index}` } : body
  })
}

/**
 * The very document of the long run, without the app: a message's text goes into one more line at its end, and the first
 * line goes away.
 */
async function openBarePage(browser: Browser, played: PlayedPage) {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(sockets, 'listening')
  const script = `new WebSocket('ws://127.0.0.1:${(sockets.address() as AddressInfo).port}').onmessage = ({ data }) => bench.addLine(data)`
  const body = `${withoutScripts(await played.page.content())}<script>${script}</script>`
  // A window of its own: a tab in the background is not painted.
  const context = await openContext(browser, await played.page.context().storageState())
  // To the browser a page that is put in comes from nowhere.
  await context.grantPermissions(['local-network-access'])
  const page = await context.newPage()
  await page.route('**/bare', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
  const connected = once(sockets, 'connection')
  await page.goto(new URL('/bare', played.page.url()).href)
  await connected
  return {
    page,
    tell: (text: string) => {
      for (const socket of sockets.clients) socket.send(text)
    },
    async [Symbol.asyncDispose]() {
      await context.close()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

const withoutScripts = (html: string): string =>
  html.replaceAll(/<script[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')

/** From the end of a long run to its beginning with the wheel: how long the pictures took. */
async function* scrolling(page: Page): AsyncGenerator<Figure> {
  await page.mouse.move(600, 450)
  await page.evaluate('bench.watchPictures()')
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, -400)
  const pictures = await page.evaluate<number[]>('bench.pictures()')
  const late = pictures.toSorted((a, b) => a - b).at(Math.floor(pictures.length * 0.95)) ?? Number.NaN
  yield plain(
    'app.scroll.500_steps',
    late,
    'ms',
    { most: 50 },
    pictures.length,
    `95 of 100 pictures came within this time while the wheel turned; median ${Math.round(median(pictures))} ms; drawn without a graphics card`,
  )
}

/** Megabytes of the page's JavaScript heap after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_048_576
}
