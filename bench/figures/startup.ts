// How fast a command begins: what set-up adds when everything is there, the help, and a run until its first act.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { RunControl } from '../../src-main/core/run-control.ts'
import { virtualDesktops } from '../../src-main/platform/this-system.ts'
import { fromPairs, median, pairs, pairsOf, plain, timed, type Figure, type Wants } from '../measure.ts'

const exec = promisify(execFile)

const PAIRS = 15
/** Of runs, each with a desktop. */
const RUNS = 15
const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'out/main/deskhand.mjs')
const RUN = ['run', 'open galculator', '--display', 'virtual', '--json']
const PROCESSOR_TIME = pathToFileURL(join(ROOT, 'bench/support/processor-time.mjs')).href
const LEFT_OUT = new Set(['node_modules', '.git', '.runtime', 'out'])

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  if (wants('startup.help')) {
    const help = () => exec(process.execPath, [PROGRAM, '--help'])
    const bare = () => exec(process.execPath, ['-e', '0'])
    yield fromPairs('startup.help', await pairs(PAIRS, help, bare), { most: 3 })
  }
  if (wants('startup.first_act')) yield await firstAct()
  if (wants('startup.processor')) yield await processorTime()
  if (wants('startup.second_start')) yield* secondStart()
}

/** From the start of `deskhand run` to its first act, against a virtual desktop alone. */
async function firstAct(): Promise<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    const acts: number[] = []
    const desktops: number[] = []
    for (let index = 0; index < RUNS; index++) {
      acts.push(await msToFirstAct(home))
      desktops.push(await msOfDesktop(home))
    }
    return fromPairs('startup.first_act', pairsOf(acts, desktops), { most: 2.5 })
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function msToFirstAct(home: string): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [PROGRAM, ...RUN], {
    env: { ...process.env, DESKHAND_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let acted = Number.NaN
  for await (const line of createInterface(child.stdout)) {
    if (Number.isNaN(acted) && line.includes('"type":"act_started"')) acted = performance.now() - started
  }
  return acted
}

/** What a whole run costs the processor: on a machine that others use, it tells more than the time that passes. */
async function processorTime(): Promise<Figure> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    // The first run compiles.
    await processorMsOfRun(home)
    const runs: ProcessorMs[] = []
    for (let index = 0; index < RUNS; index++) runs.push(await processorMsOfRun(home))
    const children = Math.round(median(runs.map((each) => each.children)))
    const note = `of the command; its desktop process, X server, window manager and bus take ${children} ms more`
    return plain('startup.processor', median(runs.map(({ own }) => own)), 'ms', null, RUNS, note)
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface ProcessorMs {
  own: number
  children: number
}

async function processorMsOfRun(home: string): Promise<ProcessorMs> {
  const child = spawn(process.execPath, ['--import', PROCESSOR_TIME, PROGRAM, ...RUN], {
    env: { ...process.env, DESKHAND_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  return JSON.parse(await text(child.stdio[3] as Readable)) as ProcessorMs
}

async function msOfDesktop(home: string): Promise<number> {
  using run = new RunControl()
  const started = performance.now()
  await using _desktop = await virtualDesktops().start(
    { home, runId: 'bench', width: 1280, height: 800, homeMode: 'shared', log: () => {} },
    run,
  )
  return performance.now() - started
}

async function* secondStart(): AsyncGenerator<Figure> {
  const copy = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    await copyProject(copy)
    const start = () => exec(process.execPath, [join(copy, 'scripts/start.mjs'), '--version'])
    const program = () => exec(process.execPath, [join(copy, 'out/main/deskhand.mjs'), '--version'])
    // The first one builds.
    await start()
    const starts: number[] = []
    const programs: number[] = []
    for (let index = 0; index < PAIRS; index++) {
      starts.push(await timed(start))
      programs.push(await timed(program))
    }
    const added = starts.map((ms, index) => ms - (programs[index] ?? Number.NaN))
    yield plain(
      'startup.second_start',
      median(added),
      'ms',
      { most: 300 },
      PAIRS,
      `added by the checks and a second process to the ${Math.round(median(programs))} ms of \`deskhand --version\`; npm's own start comes on top`,
    )
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The project with its packages and its stamp of them, so that the real one is not touched. */
async function copyProject(copy: string): Promise<void> {
  await cp(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const lock = createHash('sha256').update(await readFile(join(copy, 'package-lock.json')))
  await mkdir(join(copy, '.runtime'))
  await writeFile(join(copy, '.runtime/packages'), lock.digest('hex'))
}
