// Deskhand beside its peers as they are published: the same work, in turn, in the same run. Measured where it is asked for by name.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { chromium } from 'playwright'
import { configuration, mcpClient } from '../../e2e/support/mcp.ts'
import { place } from '../../e2e/support/deskhand.ts'
import { fromPairs, pairs, type Figure, type Wants } from '../measure.ts'
import { openCalculator } from '../peers/calculator-desktop.ts'
import { installPeers } from '../peers/install.ts'
import { openUiTars } from '../peers/ui-tars.ts'
import { BenchDesktop, stringEnvironment } from '../support/bench-desktop.ts'
import { pageOfControls } from '../support/page.ts'
import { measureClicks } from './step.ts'

const PAIRS = 11
const CLICKS = ['7', '2', '5', 'AC']
/** Places of two keys of the calculator on the peer's screen: it knows no keys. */
const PLACES = [
  [200, 300],
  [300, 300],
]

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    if (wants('peers.ui-tars.step')) yield await besideUiTars(home)
    if (wants('peers.computer-use-mcp.click')) yield await besideComputerUse(home)
    if (wants('peers.aria_snapshot')) yield await besideAriaSnapshot()
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function besideUiTars(home: string): Promise<Figure> {
  const folder = installPeers()
  const { measured, pictures } = await measureClicks(() => openUiTars(home, folder))
  const note =
    `a click step from reply to next call, over HTTP, with ${pictures} pictures; baseline: the loop of @ui-tars/sdk with the work of its ` +
    'desktop operator, 300 pixels from click to click'
  return fromPairs('peers.ui-tars.step', measured, null, note)
}

/** One click and the look after it, by two MCP servers that other programs start. */
async function besideComputerUse(home: string): Promise<Figure> {
  const folder = installPeers()
  await using calculator = await openCalculator(home)
  const peer = new Client({ name: 'bench', version: '1' })
  const program = join(folder, 'node_modules/computer-use-mcp/dist/main.js')
  const env = { ...stringEnvironment(), ...calculator.env }
  await peer.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' }),
  )
  await using where = await place()
  await using ours = await mcpClient(configuration(where), () => ({
    action: 'accept',
    content: { answer: 'yes' },
  }))
  const opened = await ours.call('act', {
    acts: [{ tool: 'launch_application', arguments: { name: 'galculator' } }],
  })
  const idOf = new Map(CLICKS.map((name) => [name, idIn(textOf(opened), name)]))

  let turn = 0
  const measured = await pairs(
    PAIRS,
    async () => {
      const name = CLICKS[turn++ % CLICKS.length] ?? ''
      const acts = [{ tool: 'click_input', arguments: { id: idOf.get(name), name } }]
      need(await ours.call('act', { acts, observe: false }))
      need(await ours.call('observe', { picture: 'window' }))
    },
    async () => {
      const coordinate = PLACES[turn % PLACES.length]
      need(await peer.callTool({ name: 'computer', arguments: { action: 'left_click', coordinate } }))
      need(await peer.callTool({ name: 'computer', arguments: { action: 'get_screenshot' } }))
    },
  )
  await peer.close()
  const note =
    'a click, its effect checked, then controls and a picture of the window, by `deskhand mcp`; baseline: a click at a place, then a picture ' +
    'of the screen, for which that server waits a second'
  return fromPairs('peers.computer-use-mcp.click', measured, null, note)
}

type Answer = Awaited<ReturnType<Client['callTool']>> | CallToolResult

const textOf = ({ content }: Answer): string =>
  Array.isArray(content) ? content.map((part) => ('text' in part ? String(part.text) : '')).join('\n') : ''

function need(answer: Answer): void {
  if (answer.isError === true) throw new Error(textOf(answer))
}

function idIn(text: string, name: string): string {
  const id = new RegExp(`\\[(\\d+)\\] (?:toggle )?button "${name}"`).exec(text)?.[1]
  if (id === undefined) throw new Error(`The calculator lists no key ${name}: ${text}`)
  return id
}

/** The controls of a page of 300, after a key that changes it: of a whole window from outside, and by the browser's own tool. */
async function besideAriaSnapshot(): Promise<Figure> {
  await using desktop = await BenchDesktop.open()
  const file = join(desktop.home, 'controls.html')
  await writeFile(file, pageOfControls())
  await desktop.launch('chromium', file)
  await desktop.settled(300)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 700 } })
    await page.goto(`file://${file}`)
    let turn = 0
    const measured = await pairs(
      PAIRS,
      async () => {
        if ((await desktop.observe(false)).controls.length < 300) throw new Error('Controls are missing.')
      },
      async () => {
        const snapshot = await page.locator('body').ariaSnapshot()
        if (!snapshot.includes('Button 296')) throw new Error('Controls are missing.')
      },
      {
        before: async () => {
          const letter = 'abcdefghijk'[turn++ % 11] ?? 'a'
          await desktop.press(letter)
          await page.keyboard.press(letter)
          await new Promise((resolve) => setTimeout(resolve, 300))
        },
      },
    )
    const note =
      'the controls of a page of 300, after a key, without a picture: role, name, state, value and bounds of the whole window; baseline: ' +
      'Playwright’s aria snapshot of the same page, which has no bounds'
    return fromPairs('peers.aria_snapshot', measured, null, note)
  } finally {
    await browser.close()
  }
}
