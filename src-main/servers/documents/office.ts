// Finds the office that a document is worked on with: the open LibreOffice of this desktop, where the person sees what happens, or one
// without windows and with a profile of its own, which runs no macro and fetches nothing.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ToolError } from '../../core/errors.ts'
import { libreOfficeSettings, type LibreOfficeSetting } from '../../core/libreoffice-settings.ts'
import { groupOptions } from '../../core/process-group.ts'
import { statOf } from '../../core/stat.ts'
import { thisSystem } from '../../platform/this-system.ts'
import type { ThreadHost } from '../server-module.ts'
import { OfficeBridge } from './uno/bridge.ts'

/** Milliseconds for an office to start; the first start of a profile takes several times as long as the next. */
const START_MS = 90_000
const LOOK_MS = 50
const PROGRAM = /^soffice(\.bin)?$/
/** The pipes that were opened in the windows' offices, by their process: an office keeps a pipe as long as it runs. */
const opened = new Map<number, string>()

export interface OfficePlace {
  /** The environment of the desktop's programs. */
  env: Record<string, string>
  host: ThreadHost | null
  signal: AbortSignal
}

/** Where LibreOffice makes the socket of a pipe, whatever TMPDIR says: the file can be opened by its person only. */
const socketOf = (name: string): string => `/tmp/OSL_PIPE_${process.getuid?.() ?? 0}_${name}`
/** Whether it is there and the person's own: others may make files in that folder, too. */
const isOwn = (path: string): boolean => statOf(path)?.uid === process.getuid?.()
const accepting = (name: string): string => `--accept=pipe,name=${name};urp`
const QUIET = ['--norestore', '--nologo', '--nodefault']

/** Connects to the LibreOffice whose windows are on this desktop; null where there is none. */
export async function openOffice({ env, signal }: OfficePlace): Promise<OfficeBridge | null> {
  const running = await thisSystem().programsOn(env, PROGRAM)
  const shown = running.find(({ args }) => !args.includes('--headless') && args[0]?.endsWith('.bin'))
  if (!shown) return null
  const known = opened.get(shown.pid)
  if (known !== undefined && isOwn(socketOf(known))) return OfficeBridge.open(socketOf(known), signal)
  const name = `deskhand-${randomUUID()}`
  const profile = shown.args.filter((arg) => arg.startsWith('-env:UserInstallation='))
  // A second start hands its words to the office that runs with this profile, and ends.
  await start([...profile, ...QUIET, accepting(name)], { env, host: null, signal }, name)
  opened.set(shown.pid, name)
  return OfficeBridge.open(socketOf(name), signal)
}

/** Connects to the office without windows of this desktop, which ends with the thread that has started it. */
export async function hiddenOffice(place: OfficePlace): Promise<OfficeBridge> {
  const { env, signal } = place
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] ?? homedir(), '.cache')
  const profile = join(cache, 'deskhand', 'office')
  const name = `deskhand-${createHash('sha256').update(profile).digest('hex').slice(0, 32)}`
  const path = socketOf(name)
  const there = isOwn(path) ? await OfficeBridge.open(path, signal).catch(() => null) : null
  if (there) return there
  await mkdir(join(profile, 'user'), { recursive: true, mode: 0o700 })
  // Anew each time: the profile outlives Deskhand on a person's own desktop, and may be of an earlier version.
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), SETTINGS)
  const own = `-env:UserInstallation=${pathToFileURL(profile).href}`
  // The desktop's file systems know addresses too (`smb:`, `sftp:`).
  const closed = { ...place, env: { ...env, GIO_USE_VFS: 'local' } }
  await start(['--headless', own, ...QUIET, accepting(name)], closed, name)
  return OfficeBridge.open(socketOf(name), signal)
}

/** Starts the office, and waits until it listens. */
async function start(args: string[], { env, host, signal }: OfficePlace, name: string): Promise<void> {
  const child = spawn('soffice', args, { env, stdio: 'ignore', ...groupOptions() })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  child.once('error', () =>
    reject(new ToolError('LibreOffice is not installed: documents need it (apt-get install libreoffice).')),
  )
  if (child.pid !== undefined) host?.own(child.pid)
  child.unref()
  await Promise.race([failed, listening(socketOf(name), signal)])
}

async function listening(path: string, signal: AbortSignal): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    signal.throwIfAborted()
    const bridge = isOwn(path) ? await OfficeBridge.open(path, signal).catch(() => null) : null
    bridge?.[Symbol.dispose]()
    if (bridge) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new ToolError('LibreOffice did not start in 90 s.')
}

/** A proxy of this machine where nobody listens. */
const NO_PROXY: LibreOfficeSetting[] = ['HTTP', 'HTTPS', 'FTP'].flatMap((kind): LibreOfficeSetting[] => [
  ['Inet/Settings', `ooInet${kind}ProxyName`, '127.0.0.1'],
  ['Inet/Settings', `ooInet${kind}ProxyPort`, '1'],
])
/** No macro, no picture or link from elsewhere. What asks nobody, as the style sheet of a page, finds no way out. */
const SETTINGS = libreOfficeSettings([
  ['Inet/Settings', 'ooInetProxyType', '2'],
  ['Inet/Settings', 'ooInetNoProxy', ''],
  ...NO_PROXY,
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Office.Common/Misc', 'FirstRun', 'false'],
  ['Office.Calc/Content/Update', 'Link', '2'],
  ['Office.Writer/Content/Update', 'Link', '2'],
])
