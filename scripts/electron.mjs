// Finds Electron's binary where its own package keeps it, and fetches it with that package's own installer. The package is
// never loaded here: that alone would begin to download.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor, readStamp, root, writeStamp } from './setup.mjs'

const folder = join(root, 'node_modules/electron')
/** Milliseconds that fetching about 120 MB may take. */
const FETCH_WITHIN_MS = 240_000
/** Milliseconds after a failure in which it is not tried again. */
const AGAIN_AFTER = 24 * 60 * 60_000

const BINARIES = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
const say = (text) => process.stderr.write(`${text}\n`)

/** Whether a window can be shown on this machine. */
export const hasScreen = (env = process.env, platform = process.platform) =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/** Path of the binary, null where it is not there. ELECTRON_OVERRIDE_DIST_PATH counts as it does for Electron's package. */
export function electronBinary(env = process.env, platform = process.platform) {
  const name = BINARIES[platform] ?? 'electron'
  const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name)
  return existsSync(path) ? path : null
}

const version = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** The binary, or why it can't be used. It is fetched where `wanted` and not there. */
export function ensureElectron(node, wanted) {
  const byRoot = process.platform === 'linux' && process.getuid?.() === 0
  const binary = electronBinary()
  if (binary && byRoot) return { binary: null, why: "Electron's sandbox can't be had by root" }
  if (binary) return { binary, why: null }
  const missing = { binary: null, why: "Electron's binary is not here" }
  if (!wanted || byRoot || process.env.ELECTRON_OVERRIDE_DIST_PATH) return missing
  const [failed = '', at = '0'] = readStamp('electron').split(' ')
  if (failed === version() && Date.now() - Number(at) < AGAIN_AFTER) return missing
  say(`Fetching Electron ${version()} (once, about 120 MB).`)
  const done = spawnSync(node, [join(folder, 'install.js')], {
    cwd: root,
    env: environmentFor(node),
    stdio: 'ignore',
    timeout: FETCH_WITHIN_MS,
    killSignal: 'SIGKILL',
  })
  const fetched = done.status === 0 ? electronBinary() : null
  if (fetched) return { binary: fetched, why: null }
  say(
    'Electron could not be fetched; it is tried again tomorrow. At once: node node_modules/electron/install.js',
  )
  writeStamp('electron', `${version()} ${Date.now()}`)
  return missing
}
