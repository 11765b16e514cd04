// Everything that Deskhand needs before it can start, in plain Node without dependencies: a Node that is new enough, the
// packages of the lock file, the system's packages, and the build. What is there already costs next to nothing.
// Speaks on standard error only: standard output belongs to the program that is started.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runtime = join(root, '.runtime')
const NODE_VERSION = '24.21.0'

const say = (text) => process.stderr.write(`${text}\n`)

/** Ends the set-up with a message that says what to do. */
class SetUpError extends Error {}

const stampOf = (name) => join(runtime, name)
export const readStamp = (name) => {
  try {
    return readFileSync(stampOf(name), 'utf8')
  } catch {
    return ''
  }
}
export const writeStamp = (name, text) => {
  mkdirSync(runtime, { recursive: true })
  writeFileSync(stampOf(name), text)
}
/** What is begun is not there until it is done: whoever ends it in the middle has it begun anew the next time. */
const dropStamp = (name) => rmSync(stampOf(name), { force: true })

/** Environment in which `node` is the one that Deskhand uses. */
export const environmentFor = (node) => ({
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
})

/** npm as a program and its first arguments: the one that started us, else the one on the path. */
const npm = () =>
  process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm']

const run = (command, args, options = {}) => {
  // Standard output of helpers goes to standard error.
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (done.error) throw new SetUpError(`${command} could not be started: ${done.error.message}`)
  return done.status ?? 1
}

/** Path of a Node that is new enough; fetched once where the running one is too old. */
function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const folder = join(runtime, `node-${NODE_VERSION}`)
  // What is half fetched never has the name of what is whole.
  const fetched = `${folder}.part`
  const binaryIn = (place) =>
    join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const binary = binaryIn(folder)
  if (existsSync(binary)) return binary
  say(
    `Node ${process.versions.node} is too old for Deskhand: fetching Node ${NODE_VERSION} into .runtime/ (once).`,
  )
  rmSync(fetched, { recursive: true, force: true })
  mkdirSync(fetched, { recursive: true })
  writeFileSync(join(fetched, 'package.json'), '{"private":true}\n')
  const [command, ...first] = npm()
  const status = run(
    command,
    [
      ...first,
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--no-save',
      '--prefix',
      fetched,
      `${name}@${NODE_VERSION}`,
    ],
    { cwd: fetched },
  )
  if (status !== 0 || !existsSync(binaryIn(fetched))) {
    rmSync(fetched, { recursive: true, force: true })
    throw new SetUpError(
      `Node ${NODE_VERSION} could not be fetched. Install Node 24 or newer yourself and start again.`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(fetched, folder)
  return binary
}

const lockState = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** `npm ci`, where the lock file or the Node's major version has changed since the last time. */
function ensurePackages(node) {
  const lock = lockState()
  if (readStamp('packages') === lock && existsSync(join(root, 'node_modules', '.package-lock.json'))) return
  // npm empties the folder before it fills it, and would empty what a link stands for.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new SetUpError(
      'node_modules is a link to packages of another lock file: bring those up to date, or remove the link.',
    )
  }
  say('Installing packages (npm ci).')
  dropStamp('packages')
  const [command, ...first] = npm()
  // No package needs its install script: what is native comes built. (npm would compile better-sqlite3 beside that, with
  // headers from the network.)
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--ignore-scripts']
  const status = run(command === process.execPath ? node : command, args, { env: environmentFor(node) })
  if (status !== 0) throw new SetUpError('npm ci failed; what it says above must be mended first.')
  writeStamp('packages', lock)
}

const onPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
const anyOf =
  (...paths) =>
  () =>
    paths.some((path) => existsSync(path))

/** Debian's name of a package → whether what it is needed for is there. */
const PACKAGES = {
  required: {
    xvfb: () => onPath('Xvfb'),
    openbox: () => onPath('openbox'),
    xauth: () => onPath('xauth'),
    dbus: () => onPath('dbus-daemon'),
    'at-spi2-core': anyOf(
      '/usr/libexec/at-spi-bus-launcher',
      '/usr/lib/at-spi2-core/at-spi-bus-launcher',
      '/usr/lib/at-spi-bus-launcher',
    ),
    xclip: () => onPath('xclip'),
    'fonts-dejavu-core': anyOf(
      '/usr/share/fonts/truetype/dejavu',
      '/usr/share/fonts/dejavu-sans-fonts',
      '/usr/share/fonts/TTF',
    ),
  },
  // What the examples of the welcome open. Without them Deskhand works on whatever is installed.
  examples: {
    mousepad: () => onPath('mousepad'),
    galculator: () => onPath('galculator'),
  },
  tests: {
    bubblewrap: () => onPath('bwrap'),
    chromium: () => onPath('chromium'),
    'gnome-calculator': () => onPath('gnome-calculator'),
    featherpad: () => onPath('featherpad'),
    'libreoffice-calc': anyOf('/usr/lib/libreoffice/program/libsclo.so'),
    'libreoffice-writer': anyOf('/usr/lib/libreoffice/program/libswlo.so'),
    'libreoffice-impress': anyOf('/usr/lib/libreoffice/program/libsdlo.so'),
    'libreoffice-gtk3': anyOf('/usr/lib/libreoffice/program/libvclplug_gtk3lo.so'),
    pcmanfm: () => onPath('pcmanfm'),
    // PCManFM is of GTK 2.
    'libatk-adaptor': anyOf(
      '/usr/lib/x86_64-linux-gnu/gtk-2.0/modules/libatk-bridge.so',
      '/usr/lib/aarch64-linux-gnu/gtk-2.0/modules/libatk-bridge.so',
      '/usr/lib/gtk-2.0/modules/libatk-bridge.so',
    ),
    'libgail-common': anyOf(
      '/usr/lib/x86_64-linux-gnu/gtk-2.0/modules/libgail.so',
      '/usr/lib/aarch64-linux-gnu/gtk-2.0/modules/libgail.so',
      '/usr/lib/gtk-2.0/modules/libgail.so',
    ),
    gnumeric: () => onPath('gnumeric'),
    'xfce4-terminal': () => onPath('xfce4-terminal'),
    xterm: () => onPath('xterm'),
    'redis-server': () => onPath('redis-server'),
    xdotool: () => onPath('xdotool'),
    unzip: () => onPath('unzip'),
    'poppler-utils': () => onPath('pdftotext'),
    xinput: () => onPath('xinput'),
    'x11-utils': () => onPath('xprop'),
    'x11-xserver-utils': () => onPath('xmodmap'),
    imagemagick: () => onPath('import'),
    'python3-gi': anyOf('/usr/lib/python3/dist-packages/gi'),
    'gir1.2-atspi-2.0': anyOf(
      '/usr/lib/x86_64-linux-gnu/girepository-1.0/Atspi-2.0.typelib',
      '/usr/lib/aarch64-linux-gnu/girepository-1.0/Atspi-2.0.typelib',
      '/usr/lib/girepository-1.0/Atspi-2.0.typelib',
    ),
    'gir1.2-gtk-3.0': anyOf(
      '/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-3.0.typelib',
      '/usr/lib/aarch64-linux-gnu/girepository-1.0/Gtk-3.0.typelib',
      '/usr/lib/girepository-1.0/Gtk-3.0.typelib',
    ),
    'fonts-noto-color-emoji': anyOf('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'),
    'fonts-noto-cjk': anyOf('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
  },
}
const missingOf = (group) =>
  Object.entries(PACKAGES[group])
    .filter(([, there]) => !there())
    .map(([name]) => name)

function ensureSystem(purpose) {
  if (process.platform !== 'linux') return
  const needed = [
    ...missingOf('required'),
    ...(purpose === 'test' ? [...missingOf('examples'), ...missingOf('tests')] : []),
  ]
  const wanted = purpose === 'test' ? [] : missingOf('examples')
  if (needed.length + wanted.length === 0) return
  const isRoot = process.getuid?.() === 0
  const apt = onPath('apt-get')
  if (isRoot && apt) {
    const names = [...needed, ...wanted]
    say(`Installing system packages: ${names.join(' ')}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = () =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
    // An installation that was broken off before has to be ended first.
    const mend = () => {
      if (onPath('dpkg')) run('dpkg', ['--configure', '-a'], { env })
      return run('apt-get', ['update', '-qq'], { env })
    }
    if (install() !== 0 && (mend() !== 0 || install() !== 0)) {
      throw new SetUpError(
        `apt-get could not install them. Install these packages yourself and start again: ${names.join(' ')}`,
      )
    }
    return
  }
  if (needed.length > 0) {
    const names = [...needed, ...wanted].join(' ')
    throw new SetUpError(
      apt
        ? `Deskhand needs some system packages. Install them and start again:\n  sudo apt-get install ${names}`
        : `Deskhand needs what these Debian packages hold; install it with your package manager and start again: ${names}`,
    )
  }
  say(`The examples use ${wanted.join(' and ')}: sudo apt-get install ${wanted.join(' ')}`)
}

/** Newest change below the given paths, in milliseconds. */
function newestOf(paths) {
  let newest = 0
  const look = (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return
    newest = Math.max(newest, found.mtimeMs)
    if (found.isDirectory()) for (const name of readdirSync(path)) look(join(path, name))
  }
  for (const path of paths) look(join(root, path))
  return newest
}

const sourceState = () =>
  `${lockState()} ${newestOf(['src-main', 'src-preload', 'src-renderer', 'resources', 'vite.config.ts'])}`

/** Notes that packages and build are those of the sources as they are now. */
export function stamp() {
  writeStamp('packages', lockState())
  writeStamp('build', sourceState())
}

function ensureBuild(node) {
  const state = sourceState()
  if (readStamp('build') === state && existsSync(join(root, 'out/main/deskhand.mjs'))) return
  say('Building.')
  dropStamp('build')
  const status = run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    // Whatever the person's shell says: parts built for development don't fit the rest.
    env: { ...environmentFor(node), NODE_ENV: 'production' },
  })
  if (status !== 0) throw new SetUpError('The build failed; what it says above must be mended first.')
  writeStamp('build', state)
}

/**
 * In a git checkout: commits are checked by `.githooks`, unless the person has hooks already. It never fails the set-up: git
 * may be missing, and a package has no checkout.
 */
function ensureHooks() {
  if (!existsSync(join(root, '.git')) || !existsSync(join(root, '.githooks'))) return
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  // 1: the key has no value.
  if (git('config', '--get', 'core.hooksPath').status !== 1) return
  const hooks = resolve(root, git('rev-parse', '--git-path', 'hooks').stdout.trim())
  const own = existsSync(hooks) && readdirSync(hooks).some((name) => !name.endsWith('.sample'))
  if (!own) git('config', 'core.hooksPath', '.githooks')
}

/** Milliseconds after which the set-up of another start is no longer waited for. */
const MAX_WAITING_MS = 900_000

/** Does the work while no other start in this checkout does it: a build empties the folder that it fills. */
function alone(work) {
  const lock = stampOf('setup.lock')
  const isMine = take(lock)
  try {
    return work()
  } finally {
    if (isMine) rmSync(lock, { force: true })
  }
}

/** Waits for a lock and takes it. False where none can be had: the folder is read-only, or another start takes too long. */
function take(lock) {
  const begun = Date.now()
  for (let isTold = false; Date.now() - begun < MAX_WAITING_MS;) {
    try {
      mkdirSync(runtime, { recursive: true })
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return true
    } catch (error) {
      if (error.code !== 'EEXIST') return false
    }
    if (isLeft(lock)) {
      removeLeft(lock)
      continue
    }
    if (!isTold) say('Another start is setting Deskhand up. Waiting for it.')
    isTold = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  return false
}

/** Removes a lock whose start is gone. Of several that find it, only one moves it away; who moves one that was taken meanwhile puts it back. */
function removeLeft(lock) {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
    if (!isLeft(aside)) linkSync(aside, lock)
  } catch {
    // Another start was faster.
  }
  rmSync(aside, { force: true })
}

/** Whether the start that took the lock is no longer there. */
function isLeft(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    // It is written in two steps: an empty one has just been made.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs > 10_000
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/**
 * Sets everything up for a purpose (`start` or `test`) and returns the path of the Node to use. Ends the process with
 * exit code 1 and one clear message where something can't be had.
 */
export function setUp(purpose) {
  try {
    return alone(() => {
      const node = ensureNode()
      ensureSystem(purpose)
      ensurePackages(node)
      ensureBuild(node)
      ensureHooks()
      return node
    })
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    say(error.message)
    return process.exit(1)
  }
}
