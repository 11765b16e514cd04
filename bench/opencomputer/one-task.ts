// Carries out one task where /home/user is its own: sets its files, opens the application, runs Deskhand, has the verifiers judge.
import { spawn, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { SAFETY_CATEGORIES } from '../../src-preload/contract/safety.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { RunControl } from '../../src-main/core/run-control.ts'
import { startVirtualDesktop } from '../../src-main/platform/virtual/start.ts'
import { LAUNCH } from './applications.ts'
import { scoreOf, type Checked } from './score.ts'
import type { Check, Task } from './tasks.ts'

const exec = promisify(execFile)

/** What one task is carried out with; handed over as JSON. */
export interface Job {
  task: Task
  checkout: string
  python: string
  /** A folder for what the run leaves behind. */
  out: string
  home: string
  /** A config.yaml to run with, or null for none. */
  config: string | null
  /** Further words of `deskhand run`. */
  words: string[]
  limitSeconds: number
}

const FOLDERS = [
  'Documents',
  'Downloads',
  'Pictures',
  'Desktop',
  'Music',
  'Videos',
  '.config',
  '.cache',
  '.local/share',
]
const WINDOW_MS = 60_000
/** An application goes on reading its file after its window has come. */
const SETTLE_MS = 5000
const VERIFY_MS = 90_000
const root = resolve(import.meta.dirname, '../..')

async function carryOut(job: Job): Promise<void> {
  const { task, home, out } = job
  using run = new RunControl()
  for (const folder of FOLDERS) await mkdir(join(home, folder), { recursive: true })
  const files = await setFiles(job)
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const size = { width: 1920, height: 1080 }
  await using desktop = await startVirtualDesktop(
    { home: join(out, 'desktop'), runId: 'bench', ...size, homeMode: 'shared', log },
    run,
  )
  const env = { ...process.env, ...desktop.env, ...ownFolders(home), HOME: home, USER: 'user' }
  const [program = '', ...words] = LAUNCH[task.app]?.(files, home) ?? []
  spawn(program, words, { env, cwd: home, stdio: 'ignore', detached: true }).unref()
  const shown = await run.until(() => windowOf(env), WINDOW_MS, 300)
  if (shown === null) throw new Error(`${program} shows no window.`)
  await run.sleep(SETTLE_MS)
  const started = performance.now()
  await mkdir(join(out, 'data'), { recursive: true })
  if (job.config) await copyFile(job.config, join(out, 'data', 'config.yaml'))
  await deskhand(job, { ...env, DESKHAND_HOME: join(out, 'data') })
  const seconds = (performance.now() - started) / 1000
  const checked: Checked[] = []
  for (const check of task.verification) checked.push(await verify(job, check, env))
  const score = scoreOf(task, await eventsIn(join(out, 'events.jsonl')), checked, seconds)
  await writeFile(join(out, 'score.json'), JSON.stringify(score, null, 1))
}

const ownFolders = (home: string) => ({
  XDG_CONFIG_HOME: `${home}/.config`,
  XDG_CACHE_HOME: `${home}/.cache`,
  XDG_DATA_HOME: `${home}/.local/share`,
})

async function setFiles({ task, python }: Job): Promise<string[]> {
  const files = task.env.files.map(({ sandbox_path }) => sandbox_path)
  for (const { filename, sandbox_path } of task.env.files) {
    const sources = [join(task.folder, 'env', filename), join(task.folder, filename)]
    const source = sources.find((each) => existsSync(each))
    await mkdir(dirname(sandbox_path), { recursive: true })
    if (source === undefined) {
      await exec(python, [join(task.folder, 'env', 'create_env.py')], { cwd: dirname(sandbox_path) })
    } else if ((await stat(source)).isDirectory()) await cp(source, sandbox_path, { recursive: true })
    else await copyFile(source, sandbox_path)
  }
  return files
}

async function windowOf(env: NodeJS.ProcessEnv): Promise<string | null> {
  const { stdout } = await exec('xprop', ['-root', '_NET_CLIENT_LIST'], { env })
  return /0x[0-9a-f]+/.exec(stdout)?.[0] ?? null
}

/** Ends by itself, or by SIGINT at the limit, so that it says how far it has come. */
async function deskhand(
  { task, out, words, limitSeconds, home }: Job,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const yes = SAFETY_CATEGORIES.flatMap((category) => ['--yes-to', category])
  const built = join(root, 'out/main/deskhand.mjs')
  const program = existsSync(built) ? built : join(root, 'src-main/terminal/main.ts')
  const child = spawn(
    process.execPath,
    [program, 'run', task.task, '--display', 'host', '--json', ...yes, ...words],
    { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] }
  child.stdout.on('data', (data: Buffer) => said.stdout.push(data))
  child.stderr.on('data', (data: Buffer) => said.stderr.push(data))
  const timer = setTimeout(() => child.kill('SIGINT'), limitSeconds * 1000)
  await new Promise((done) => child.once('close', done))
  clearTimeout(timer)
  await writeFile(join(out, 'events.jsonl'), Buffer.concat(said.stdout))
  await writeFile(join(out, 'stderr.txt'), Buffer.concat(said.stderr))
}

const eventsIn = async (path: string): Promise<SessionEvent[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as SessionEvent)

/** Asks the verifier, and compares what it answers in Python, whose expressions the tasks are written in. */
async function verify(
  { task, checkout, python }: Job,
  check: Check,
  env: NodeJS.ProcessEnv,
): Promise<Checked> {
  const verifier = join(checkout, 'verifiers', task.app, `${task.app}.py`)
  const words = [join(import.meta.dirname, 'judge.py'), verifier, JSON.stringify(check)]
  const { description } = check
  try {
    const { stdout } = await exec(python, words, { env, cwd: env['HOME'], timeout: VERIFY_MS })
    const { passed, answer } = JSON.parse(stdout) as { passed: boolean; answer: unknown }
    return { description, passed, answer }
  } catch (error) {
    return { description, passed: false, answer: `${basename(verifier)}: ${String(error)}` }
  }
}

const [job] = process.argv.slice(2)
if (job !== undefined) await carryOut(JSON.parse(await readFile(job, 'utf8')) as Job)
