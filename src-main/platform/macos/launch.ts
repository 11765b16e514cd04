// Finds and starts applications of macOS by the names that people call them, and files with the application that opens them, by
// `open` (its manual page), which takes the application and each file as an argument of its own.
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, isAbsolute } from 'node:path'
import { ToolError } from '../../core/errors.ts'
import { ALL, nearest } from '../../matching/nearest.ts'
import type { LaunchOptions, LaunchPlan } from '../operating-system.ts'
import { applications, type Application } from './installed.ts'

const OPEN = '/usr/bin/open'
/** Everyday names → the application's own id, which is the same in every language. */
const KNOWN: Record<string, string> = {
  textedit: 'com.apple.TextEdit', 'text editor': 'com.apple.TextEdit', editor: 'com.apple.TextEdit', 文本编辑: 'com.apple.TextEdit',
  calculator: 'com.apple.calculator', 计算器: 'com.apple.calculator', notes: 'com.apple.Notes', 备忘录: 'com.apple.Notes',
  files: 'com.apple.finder', 'file manager': 'com.apple.finder', finder: 'com.apple.finder', 访达: 'com.apple.finder',
  terminal: 'com.apple.Terminal', 终端: 'com.apple.Terminal', settings: 'com.apple.systempreferences',
  'system settings': 'com.apple.systempreferences', 'system preferences': 'com.apple.systempreferences', 系统设置: 'com.apple.systempreferences',
  mail: 'com.apple.mail', 邮件: 'com.apple.mail', calendar: 'com.apple.iCal', 日历: 'com.apple.iCal', browser: 'com.apple.Safari',
  'web browser': 'com.apple.Safari', safari: 'com.apple.Safari', preview: 'com.apple.Preview', 预览: 'com.apple.Preview',
  'activity monitor': 'com.apple.ActivityMonitor', 'task manager': 'com.apple.ActivityMonitor',
} // prettier-ignore
/** Files that run when they are opened, or change the system. */
const RUNS_SOMETHING =
  /\.(app|command|tool|sh|bash|zsh|csh|terminal|workflow|action|scpt|scptd|applescript|jar|py|pl|rb|pkg|mpkg|dmg|prefpane|saver|qlgenerator|mobileconfig|configprofile|webloc|inetloc|fileloc|url|osax|kext|plugin|bundle|exe)$/i
const MAX_NAMES = 5

interface Target {
  application: string
  /** What `open` is told. */
  opens: string[]
  from: string
}

/** Says what would be started; starts nothing. Throws ToolError with the nearest names where nothing fits. */
export async function resolveLaunch(
  nameOrFile: string,
  args: string[],
  env: Record<string, string>,
  { applications: named = {} }: LaunchOptions,
  root = '/',
): Promise<LaunchPlan> {
  const wanted = nameOrFile.trim()
  if (wanted === '') throw new ToolError('The name of the application is empty.')
  const small = wanted.toLowerCase()
  const configured = Object.entries(named).find(([name]) => name.toLowerCase() === small)?.[1]
  const home = env['HOME'] ?? homedir()
  const { application, opens, from } = await targetOf(configured ?? wanted, home, env, root)
  // What `open` would take for an option of its own goes to the application.
  const files = args.filter((arg) => isAbsolute(arg) || isAddress(arg))
  const others = args.filter((arg) => !files.includes(arg))
  return {
    application,
    command: OPEN,
    args: [...opens, ...files, ...(others.length === 0 ? [] : ['--args', ...others])],
    env,
    cwd: home,
    from,
    configured: configured !== undefined,
  }
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

async function targetOf(
  wanted: string,
  home: string,
  env: Record<string, string>,
  root: string,
): Promise<Target> {
  if (isAddress(wanted)) return { application: 'the web browser', opens: [wanted], from: OPEN }
  if (isAbsolute(wanted) || wanted.startsWith('~/')) return fileTarget(wanted.replace(/^~/, home), wanted)
  if (wanted.includes('/')) throw new ToolError(`Give the whole path of ${wanted}.`)
  const installed = await applications(env, root)
  const found = matching(installed, wanted)
  if (found) return { application: found.name, opens: ['-b', found.id], from: found.path }
  const names = [...installed.map(({ name }) => name), ...knownNames(installed)]
  const near = nearest(wanted.toLowerCase(), [...new Set(names)], { ...ALL, parts: false }).slice(
    0,
    MAX_NAMES,
  )
  const known = near.length === 0 ? '' : ` The nearest: ${near.join(', ')}.`
  throw new ToolError(`There is no application “${wanted}” here.${known}`)
}

async function fileTarget(path: string, wanted: string): Promise<Target> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new ToolError(`There is no file ${wanted}.`)
  const plain = path.replace(/\/+$/, '')
  if (plain.endsWith('.app')) {
    if (!found.isDirectory()) throw new ToolError(`${wanted} is no application.`)
    return { application: basename(plain, '.app'), opens: ['-a', plain], from: plain }
  }
  // A file without an ending that may be run is run in a terminal; drives of other systems set that right on documents, too.
  const runs = found.isFile() && (found.mode & 0o111) !== 0 && !basename(plain).includes('.')
  if (runs || RUNS_SOMETHING.test(plain))
    throw new ToolError(`${wanted} is a program, no document. Name the application instead.`)
  return { application: basename(plain), opens: [plain], from: plain }
}

function matching(installed: readonly Application[], wanted: string): Application | undefined {
  const small = wanted.toLowerCase().replace(/\.app$/, '')
  const by = (fits: (application: Application) => boolean) => installed.find(fits)
  const id = Object.hasOwn(KNOWN, small) ? KNOWN[small] : undefined
  return (
    by((one) => one.name.toLowerCase() === small || one.file.toLowerCase() === small) ??
    by((one) => one.id.toLowerCase() === (id ?? small).toLowerCase()) ??
    by(({ name }) => name.toLowerCase().split(/\s+/).includes(small))
  )
}

const knownNames = (installed: readonly Application[]): string[] =>
  Object.entries(KNOWN).flatMap(([name, id]) => (installed.some((one) => one.id === id) ? [name] : []))
