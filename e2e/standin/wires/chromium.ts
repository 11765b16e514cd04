// Starts the Chromium whose app windows play Electron's, and opens such windows. It ends when its debugging pipe closes, so
// it never outlives the program, also when that is killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Cdp } from './cdp.ts'

/** The program itself: Debian's /usr/bin/chromium is a shell script that costs a tenth of a second per window. */
const PROGRAM = process.env['STANDIN_CHROMIUM'] ?? '/usr/lib/chromium/chromium'
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []

/** Chromium's own chatter off; pages of hidden windows go on as Electron's do with `backgroundThrottling` off. */
const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-features=Translate,MediaRouter',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--hide-crash-restore-bubble',
  // A dot that breathes has a whole frame drawn sixty times a second, by the processor.
  '--force-prefers-reduced-motion',
  '--password-store=basic',
  '--ozone-platform=x11',
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
]

export interface Chromium {
  cdp: Cdp
  /** Where a test connects with `connectOverCDP`. */
  endpoint: string
  pid: number
  /** Asks the running browser for an app window at an address. */
  openWindow(address: string): void
  onExit(work: () => void): void
}

/** `origins`: the address on loopback that stands for every host of `*.standin.localhost`. */
export async function startChromium(profile: string, origins: string): Promise<Chromium> {
  await mkdir(join(profile, 'Default'), { recursive: true })
  // The window manager draws the frame, so that a window without one can be had.
  await writeFile(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ browser: { custom_chrome_frame: false } }),
  )
  const own = [`--user-data-dir=${profile}`, ...AS_ROOT]
  const child = spawn(
    PROGRAM,
    [...own, ...FLAGS, `--host-resolver-rules=MAP *.standin.localhost ${origins}`],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  const endpoint = await endpointOf(child)
  const [, , , write, read] = child.stdio
  const openers = new Set<ChildProcess>()
  process.once('exit', () => {
    for (const opener of openers) opener.kill('SIGKILL')
  })
  return {
    cdp: new Cdp(read as Readable, write as Writable),
    endpoint,
    pid: child.pid ?? 0,
    openWindow: (address) => {
      const opener = spawn(PROGRAM, [...own, `--app=${address}`], { stdio: 'ignore' })
      openers.add(opener)
      opener.once('exit', () => openers.delete(opener))
    },
    onExit: (work) => child.once('exit', work),
  }
}

function endpointOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
    const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
    if (address) resolve(address)
  })
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`Chromium ended (${String(code)}): ${said}`)))
  return promise
}
