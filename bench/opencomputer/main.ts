// Runs `npm run bench -- opencomputer`: tasks of the public benchmark OpenComputer, judged by its own verifiers.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '../../src-main/core/errors.ts'
import { unfit } from './applications.ts'
import type { Job } from './one-task.ts'
import { table, type Score } from './score.ts'
import { readTasks } from './tasks.ts'

const USAGE = `usage: opencomputer --checkout FOLDER [--app APP …] [--task ID …] [--list]
  --checkout FOLDER   a checkout of github.com/echo0715/OpenComputer
  --config FILE       the config.yaml to run with: which model, with which service
  --model MODEL       as \`deskhand run --model\`
  --strategy NAME     host-app, single, planner or operator
  --max-step N        60 unless given
  --limit SECONDS     of one task; 1800 unless given
  --python PROGRAM    what the verifiers run with; needs gi, uno and what else they import
  --keep-back DIGITS  leaves out tasks whose id's SHA-1 begins with one of them, unopened
  --online            also tasks that need the internet
  --out FOLDER        keeps events, logs and scores there
`
/** The tasks' paths begin with it. */
const HOME = '/home/user'

export async function opencomputer(words: string[]): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: {
      checkout: { type: 'string' },
      app: { type: 'string', multiple: true, default: [] },
      task: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
      online: { type: 'boolean', default: false },
      config: { type: 'string' },
      model: { type: 'string' },
      strategy: { type: 'string' },
      'max-step': { type: 'string', default: '60' },
      limit: { type: 'string', default: '1800' },
      python: { type: 'string', default: '/usr/bin/python3' },
      'keep-back': { type: 'string', default: '' },
      out: { type: 'string' },
    },
  })
  if (values.checkout === undefined || !existsSync(join(values.checkout, 'task_generator', 'tasks'))) {
    process.stderr.write(USAGE)
    return 2
  }
  const checkout = resolve(values.checkout)
  const choice = { apps: values.app, ids: values.task, keptBack: values['keep-back'] }
  const tasks = await readTasks(checkout, choice)
  for (const task of tasks) {
    const why = unfit(task, values.online)
    if (why !== null)
      process.stdout.write(`${JSON.stringify({ task: task.id, app: task.app, left_out: why })}\n`)
  }
  const fit = tasks.filter((task) => unfit(task, values.online) === null)
  if (values.list) {
    for (const { id, app } of fit) process.stdout.write(`${JSON.stringify({ task: id, app })}\n`)
    return 0
  }
  const out =
    values.out === undefined ? await mkdtemp(join(tmpdir(), 'deskhand-opencomputer-')) : resolve(values.out)
  const scores: Score[] = []
  for (const task of fit) {
    const { model, strategy } = values
    const job: Job = {
      task,
      checkout,
      python: values.python,
      out: join(out, task.id),
      home: HOME,
      config: values.config === undefined ? null : resolve(values.config),
      words: [
        '--max-step', values['max-step'],
        ...(model === undefined ? [] : ['--model', model]),
        ...(strategy === undefined ? [] : ['--strategy', strategy]),
      ], // prettier-ignore
      limitSeconds: Number(values.limit),
    }
    const score = await carriedOut(job).catch((error: unknown) => {
      process.stderr.write(`${task.id} could not be carried out: ${messageOf(error)}\n`)
      return null
    })
    if (score === null) continue
    scores.push(score)
    process.stdout.write(`${JSON.stringify(score)}\n`)
  }
  process.stdout.write(`\n${table(scores)}\n`)
  if (values.out === undefined) await rm(out, { recursive: true, force: true, maxRetries: 5 })
  return scores.length === fit.length ? 0 : 1
}

/** In a mount namespace where /home holds nothing but the task's own home: no other folder is touched, several run side by side. */
async function carriedOut(job: Job): Promise<Score> {
  await rm(job.out, { recursive: true, force: true, maxRetries: 5 })
  const home = join(job.out, 'home')
  await mkdir(home, { recursive: true })
  const file = join(job.out, 'job.json')
  await writeFile(file, JSON.stringify(job))
  const inside = [
    '--dev-bind',
    '/',
    '/',
    '--tmpfs',
    '/home',
    '--bind',
    home,
    HOME,
    // Some applications (VLC) refuse to run as root.
    '--unshare-user',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--die-with-parent',
    '--chdir',
    HOME,
  ]
  const node = [process.execPath, join(import.meta.dirname, 'one-task.ts'), file]
  const env = { ...process.env, HOME }
  const child = spawn('bwrap', [...inside, ...node], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((done, reject) => {
    child.once('error', () => reject(new Error('bubblewrap (bwrap) is not installed.')))
    child.once('close', done)
  })
  if (code !== 0) throw new Error(`it ended with ${String(code)}`)
  return JSON.parse(await readFile(join(job.out, 'score.json'), 'utf8')) as Score
}
