import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder = ''

const write = (path: string, text: string, mode = 0o644) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
  chmodSync(join(folder, path), mode)
}
const said = () => (existsSync(join(folder, 'said')) ? readFileSync(join(folder, 'said'), 'utf8') : '')
/** A program that only says what it was given, and how it then ends. */
const speaker = (name: string, end = 'exit 0') =>
  `#!/bin/sh\necho "${name}: $* display=$DISPLAY node=$ELECTRON_RUN_AS_NODE" >> ${folder}/said\n${end}\n`

/** A checkout in which everything is set up, with an Electron package that has no binary yet. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-start-'))
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  for (const name of ['Xvfb', 'openbox', 'xauth', 'dbus-daemon', 'xclip', 'mousepad', 'galculator'])
    write(`bin/${name}`, '#!/bin/sh\n', 0o755)
  write('node_modules/.package-lock.json', '{}')
  write('node_modules/electron/package.json', '{"name":"electron","version":"45.4.1"}')
  write(
    'out/main/deskhand.mjs',
    `import { appendFileSync } from 'node:fs'
    appendFileSync('${folder}/said', 'deskhand: ' + process.argv.slice(2).join(' ') + '\\n')
    process.exit(4)`,
  )
  const stamp = `import('${join(folder, 'scripts/setup.mjs')}').then((setup) => setup.stamp())`
  spawnSync(process.execPath, ['-e', stamp], { env: { PATH: join(folder, 'bin') } })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface StartOptions {
  env?: Record<string, string>
  uid?: number
  args?: string[]
  script?: string
}
const start = ({ env = {}, uid = 1000, args = [], script = 'start' }: StartOptions = {}) =>
  spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,process.getuid=()=>${uid}`,
      join(folder, `scripts/${script}.mjs`),
      ...args,
    ],
    { env: { PATH: join(folder, 'bin'), HOME: folder, ...env }, encoding: 'utf8' },
  )
const installer = (end: string) =>
  write(
    'node_modules/electron/install.js',
    `require('fs').appendFileSync('${folder}/said', 'installer\\n');${end}`,
  )
const putBinary = (end?: string) =>
  write('node_modules/electron/dist/electron', speaker('electron', end), 0o755)

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  test('without a screen and without Electron says that both are missing and opens the page', () => {
    installer('process.exit(1)')
    const { status, stderr, stdout } = start()
    expect(said()).toBe('deskhand: web --display virtual\n')
    expect(stderr).toContain("Electron's binary is not here, and there is no screen here.")
    expect([status, stdout]).toEqual([4, ''])
  })

  test('with a screen fetches Electron, once, and starts the app of this checkout with it', () => {
    const binary = join(folder, 'node_modules/electron/dist/electron')
    write('electron', speaker('electron'), 0o755)
    installer(
      `require('fs').mkdirSync('${folder}/node_modules/electron/dist');require('fs').copyFileSync('${folder}/electron','${binary}')`,
    )
    const env = { DISPLAY: ':7', ELECTRON_RUN_AS_NODE: '1' }
    expect(start({ env })).toMatchObject({
      status: 0,
      stderr: 'Fetching Electron 45.4.1 (once, about 120 MB).\n',
    })
    expect(said()).toBe(`installer\nelectron: ${folder} display=:7 node=\n`)
    expect(start({ env })).toMatchObject({ status: 0, stderr: '' })
  })

  test('says in one line that Electron can not be fetched, opens the page with a browser, and does not try at every start', () => {
    installer('console.error("a long story"); process.exit(1)')
    const { stderr } = start({ env: { WAYLAND_DISPLAY: 'wayland-0' } })
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      'Fetching Electron 45.4.1 (once, about 120 MB).',
      'Electron could not be fetched; it is tried again tomorrow. At once: node node_modules/electron/install.js',
      "No window of its own: Electron's binary is not here. Deskhand opens as a page, with a virtual desktop.",
    ])
    start({ env: { WAYLAND_DISPLAY: 'wayland-0' } })
    const page = 'deskhand: web --display virtual --open\n'
    expect(said()).toBe(`installer\n${page}${page}`)
  })

  test('uses the binary that ELECTRON_OVERRIDE_DIST_PATH names, and fetches none in its place', () => {
    write('own/electron', speaker('own electron'), 0o755)
    installer('')
    const own = { DISPLAY: ':7', ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'own') }
    expect(start({ env: own }).status).toBe(0)
    expect(said()).toContain(`own electron: ${folder}`)
    start({ env: { DISPLAY: ':7', ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'none') } })
    expect(said()).not.toContain('installer')
  })

  test('opens the page where Electron gives up, and for root, who has no sandbox', () => {
    putBinary('echo "no libnss3" >&2; exit 127')
    const gaveUp = start({ env: { DISPLAY: ':7' } })
    expect(gaveUp.stderr).toMatch(/no libnss3\n.*Electron gave up \(exit code 127\)/)
    expect(said()).toContain('deskhand: web --display virtual --open')
    putBinary()
    const root = start({ env: { DISPLAY: ':7' }, uid: 0 })
    expect(root.stderr).toContain("Electron's sandbox can't be had by root.")
  })

  test('with arguments, and npx deskhand always, is the command', () => {
    putBinary()
    start({ env: { DISPLAY: ':7' }, args: ['run', 'say "a  b"'] })
    expect(start({ env: { DISPLAY: ':7' }, script: 'deskhand' }).status).toBe(4)
    start({ env: { DISPLAY: ':7' }, script: 'deskhand', args: ['runs'] })
    expect(said()).toBe('deskhand: run say "a  b"\ndeskhand: \ndeskhand: runs\n')
  })

  test('no second Node waits beside the command: its parent is who has called it', () => {
    write('out/main/deskhand.mjs', `console.log(process.ppid); process.exit(4)`)
    const { stdout, status } = start({ script: 'deskhand', args: ['runs'] })
    expect([stdout.trim(), status]).toEqual([String(process.pid), 4])
  })

  test.each([
    ['SIGINT', 3, 'process.exit(3)'],
    ['SIGTERM', 3, 'process.exit(3)'],
    ['SIGHUP', 3, 'process.exit(3)'],
    ['SIGINT', 130, "process.removeAllListeners('SIGINT'); process.kill(process.pid, 'SIGINT')"],
  ] as const)(
    'a %s for the wrapper alone is the command’s, and so is the exit code: %d',
    async (signal, code, end) => {
      write(
        'out/main/deskhand.mjs',
        `import { appendFileSync } from 'node:fs'
      process.on('${signal}', () => { appendFileSync('${folder}/said', '${signal}\\n'); ${end} })
      setInterval(() => {}, 1000)
      console.log('ready')`,
      )
      const wrapper = spawn(process.execPath, [join(folder, 'scripts/deskhand.mjs'), 'run', 'x'], {
        env: { PATH: join(folder, 'bin'), HOME: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(wrapper.stdout, 'data')
      wrapper.kill(signal)
      const [status, ended] = (await once(wrapper, 'exit')) as [number | null, NodeJS.Signals | null]
      // As a shell tells it: this Node is the command itself, and may end by the signal.
      expect(status ?? 128 + constants.signals[ended ?? 'SIGKILL']).toBe(code)
      expect(said()).toBe(`${signal}\n`)
    },
  )
})
