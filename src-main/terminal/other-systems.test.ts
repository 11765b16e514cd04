import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const program = fileURLToPath(new URL('testing/every-command.ts', import.meta.url))
const fake = new URL('testing/fake-system.mjs', import.meta.url).href
// Bounds, not measures: each starts a program that carries out many commands.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 300_000 })
let root: string
/** System → what it says. */
const saidOn = new Map<string, Said[]>()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'other-system-'))
  // Each waits for the others' programs and its own; side by side they take as long as one.
  const told = await Promise.all(
    SYSTEMS.map(({ system }) => on(system, [['help'], ...(system === 'linux' ? [] : OTHERS), ...EVERYWHERE])),
  )
  for (const [index, { system }] of SYSTEMS.entries()) saidOn.set(system, told[index] ?? [])
})
afterAll(() => rm(root, { recursive: true, force: true }))

interface Said {
  args: string[]
  code: number
  text: string
}

/** What each command line says, one after the other, on a machine that Deskhand takes for one of this system, with an empty home. */
async function on(system: string, lines: string[][]): Promise<Said[]> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, DESKHAND_HOME: _home, ...kept } = process.env
  const home = await mkdtemp(join(root, 'one-'))
  const folders = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    XDG_DATA_HOME: '',
  }
  // The key store is that of the true system.
  const own = { ...folders, DESKHAND_KEYS: 'file', FAKE_SYSTEM: system, NODE_OPTIONS: `--import=${fake}` }
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [program, JSON.stringify(lines)],
      { cwd: home, env: { ...kept, ...own }, maxBuffer: 2 ** 26 },
      (error, out) => {
        if (error) return reject(error)
        // The folder's random name may hold any word (it has held “Xvfb”).
        const told = out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Said)
        resolve(
          told.map((said) => ({ ...said, text: said.text.replaceAll(home, 'HOME').replace(/\s+/g, ' ') })),
        )
      },
    )
    child.stdin?.end()
  })
}

/** Commands that wait for others, or for a port: only their help is read. */
const WAITING = ['web', 'mcp', 'serve', 'connect', 'worker', 'queue', 'help']
/** A line for each other command, in an order in which each has what it needs. */
const EVERYWHERE = [
  ['tools', 'test'], ['run', ''], ['runs'], ['search', 'x'], ['usage'], ['report', 'none'], ['record', 'none'], ['delete', 'none'], ['close', 'none'],
  ['continue'], ['follow', 'none.json'], ['batch', 'nowhere'], ['schedule'], ['schedule', 'show', 'daily', '--system', 'launchd'], ['schedule', 'fire', 'daily'],
  ['schedule', 'remove', 'daily'], ['pause'], ['resume'], ['stop'], ['memory', 'list'], ['memory', 'show', '1'], ['memory', 'forget', '1'],
  ['memory', 'import', 'none'], ['memory', 'export', 'none'], ['memory', 'learn', 'none'], ['rules'], ['rules', 'revoke', 'x'], ['config', 'list'],
  ['config', 'get', 'system.max_step'], ['config', 'set', 'system.max_step', '9'], ['config', 'unset', 'system.max_step'], ['config', 'key', 'X'],
  ['config', 'path'],
] // prettier-ignore
/** Those that need the desktop, which on Linux has tests of its own; and what a system's scheduler is given. */
const DAILY = ['schedule', 'add', 'daily', '--every', 'monday 9:00', '--request', 'open x']
const OTHERS = [
  ['doctor'], ['windows'], ['tree'], ['tools'], ['run', 'open x'], ['run', 'open x', '--dry-run'], ['run', 'open x', '--display', 'virtual'],
  DAILY, ['schedule', 'show', 'daily'], [...DAILY, '--replace', '--display', 'virtual'],
] // prettier-ignore

const OF_LINUX =
  /DISPLAY\b(?!_)|X11|Xvfb|Wayland|apt-get|AT-SPI|Mousepad|galculator|systemctl|xdg-|\.local\/share|libsecret|--resumable|--keep-open|--parallel/
const OF_WINDOWS = /schtasks|AppData|\.exe\b|Notepad|powershell|Registry/i
const OF_MACOS = /launchctl|System Settings|Library\/|TextEdit|osascript/

const SYSTEMS = [
  { system: 'linux', title: 'Linux', not: [OF_WINDOWS, OF_MACOS], editor: 'Mousepad', path: 'HOME/.local/share/deskhand/config.yaml' },
  { system: 'win32', title: 'Windows', not: [OF_LINUX, OF_MACOS], editor: 'Notepad', path: 'HOME/AppData/Roaming/Deskhand/config.yaml' },
  { system: 'darwin', title: 'macOS', not: [OF_LINUX, OF_WINDOWS], editor: 'TextEdit', path: 'HOME/Library/Application Support/Deskhand/config.yaml' },
] // prettier-ignore

describe.each(SYSTEMS)('on $title', ({ system, title, not, editor, path }) => {
  let said: Said[]
  beforeAll(() => {
    said = saidOn.get(system) ?? []
  })
  const of = (...args: string[]) =>
    said.find((one) => one.args.join(' ').startsWith(args.join(' ')) && !one.args.includes('--help'))
  it('no command says what is only true of another system', () => {
    const lies = said.flatMap(({ args, text }) => {
      // Another system's form is printed where it is asked for, and its own files lie in its own folders.
      const plain = args.includes('launchd') ? '' : text.replaceAll(/systemd|task_scheduler/g, '')
      return not.flatMap((word) => {
        const found = word.exec(plain)
        return found
          ? [`${args.join(' ')}: …${plain.slice(Math.max(0, found.index - 60), found.index + 60)}…`]
          : []
      })
    })
    expect(lies).toEqual([])
  })

  it('no command breaks', () => {
    expect(said.filter(({ text }) => /defect|TypeError|undefined/.test(text))).toEqual([])
  })

  it('each command has been asked', () => {
    const isAsked = (name: string) =>
      said.some(({ args }) => args.join(' ').startsWith(name) && !args.includes('--help'))
    const named = said.filter(
      ({ args, text }) => args.at(-1) === '--help' && !/ Commands: /.test(text) && args.length > 1,
    )
    const names = named.map(({ args }) => args.slice(0, -1).join(' '))
    const left = system === 'linux' ? ['doctor', 'windows', 'tree', 'schedule add'] : []
    expect(names.filter((name) => !isAsked(name) && !WAITING.includes(name) && !left.includes(name))).toEqual(
      [],
    )
    expect(names.length).toBeGreaterThan(30)
  })

  it('names applications and folders that are there', () => {
    expect(said[0]?.text).toContain(`open ${editor}, type`)
    expect(of('run')?.text ?? '').not.toBe('')
    expect(of('config', 'path')?.text.trim()).toBe(path)
  })

  it.runIf(system !== 'linux')('says that there are no virtual desktops, and what to do', () => {
    const run = said.find(({ args }) => args.join(' ') === 'run open x --display virtual')
    expect(run?.text).toContain(
      `virtual desktops on Linux only; this is ${title}. Leave \`--display virtual\` out`,
    )
    const added = said.find(({ args }) => args.includes('--replace'))
    expect([added?.code, added?.text]).toEqual([1, expect.stringContaining('`--display host`')])
    for (const name of ['doctor', 'windows', 'tree'])
      expect(of(name)).toMatchObject({ code: 1, text: expect.stringContaining(title) as string })
  })

  it.runIf(system !== 'linux')('gives a schedule to the scheduler that is there', () => {
    expect(of('schedule', 'show', 'daily')?.text).toContain(
      system === 'darwin' ? 'HOME/Library/LaunchAgents/' : 'schemas.microsoft.com/windows/2004/02/mit/task',
    )
  })
})

it('a system without a driver is named, with those that have one', async () => {
  const [windows] = await on('freebsd', [['windows']])
  expect(windows).toMatchObject({ code: 1 })
  expect(windows?.text).toContain('Deskhand drives desktops of Linux, Windows and macOS; this is freebsd.')
})
