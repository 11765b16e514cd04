// Starts Deskhand's page as a person does, and opens it in a real Chromium.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright'
import { WAIT_MS, withoutDesktop, type Place } from './deskhand.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface PageProgram extends AsyncDisposable {
  child: ChildProcess
  /** What it printed on standard output. */
  stdout(): string
  stderr(): string
  /** The address that it printed. */
  address: string
  /** As Ctrl+C does; resolves with the exit code. */
  interrupt(): Promise<number | null>
}

interface ProgramOptions {
  /** `npm start`'s own program, or the built `deskhand web`. */
  by?: 'npm start' | 'deskhand web'
  args?: string[]
  env?: Record<string, string>
}

/** Resolves when the address is printed. */
export async function startPage(where: Place, options: ProgramOptions = {}): Promise<PageProgram> {
  const { by = 'deskhand web', args = [], env = {} } = options
  const program =
    by === 'npm start' ? ['scripts/start.mjs', ...args] : ['out/main/deskhand.mjs', 'web', ...args]
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutDesktop(process.env), HOME: where.home, DESKHAND_HOME: where.data, ...env },
  })
  let printed = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      // The words are in the person's language.
      const line = /(http:\/\/127\.0\.0\.1:\d+\/\S*)\n/.exec(printed)
      if (line?.[1] !== undefined) resolve(line[1])
    })
    void exited.then((code) => reject(new Error(`It ended with ${code} before it was open.\n${errors}`)))
  })
  const interrupt = () => {
    child.kill('SIGTERM')
    return exited
  }
  return {
    child,
    stdout: () => printed,
    stderr: () => errors,
    address,
    interrupt,
    async [Symbol.asyncDispose]() {
      await interrupt()
    },
  }
}

export interface OpenedPage extends AsyncDisposable {
  page: Page
  browser: Browser
  /** What the browser itself complained of: errors on its console, exceptions, answers that failed. */
  faults: string[]
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })

/** Opens the address in a fresh browser; or in one that several tests share, where each has a profile of its own. */
export async function openInBrowser(
  address: string,
  options: BrowserContextOptions = {},
  shared?: Browser,
): Promise<OpenedPage> {
  const browser = shared ?? (await launchBrowser())
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  await page.goto(address)
  return { page, browser, faults, [Symbol.asyncDispose]: () => (shared ? context : browser).close() }
}

/** Leaves the first start, which a fresh data folder shows, without changing anything. */
export async function skipFirstStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip all' }).click()
  await page.getByRole('textbox', { name: 'Request' }).waitFor()
}

/** Goes where the palette leads for these letters. */
export async function find(page: Page, letters: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Command palette' }).waitFor()
  await page.keyboard.type(letters)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/**
 * Moves the focus by Tab, as a person does, to what has this role and a name that begins so; by Shift+Tab to what stands before. Throws
 * where no Tab leads there.
 */
export async function tabTo(
  page: Page,
  role: 'button' | 'textbox' | 'searchbox' | 'radio',
  name: string,
  by: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  // Only what has the focus is looked at: the names of a whole page cost more than the press.
  const focused = page.locator(':focus')
  const wanted = `${role} "${name}`
  for (let presses = 0; presses < 60; presses++) {
    // A line of YAML: quoted where the name has a colon.
    const seen = (await focused.count()) > 0 ? await focused.ariaSnapshot() : ''
    if (seen.replace(/^- '?/, '').startsWith(wanted)) return
    await page.keyboard.press(by)
  }
  throw new Error(`No ${by} leads to the ${role} “${name}”.`)
}
