// `deskhand batch` with LibreOffice: 40 files, four at once, killed in the middle and run again; and what four at once bring.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { timed, type Figure, type Wants } from '../measure.ts'

const exec = promisify(execFile)
const PROGRAM = join(
  process.env['DESKHAND_E2E_OUT'] ?? join(import.meta.dirname, '../../out'),
  'main/deskhand.mjs',
)
const FILES = 40
/** For throughput: so many with each number of desktops. */
const SOME = 8

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  if (wants('batch.killed')) yield await killed()
  if (wants('batch.throughput')) yield await throughput()
}

/** Tasks that save a text file (a sheet as flat XML) in LibreOffice's own format. */
async function place(files: number) {
  const root = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  const folders = ['home', 'data', 'work/tasks', 'work/files', 'work/out']
  await Promise.all(folders.map((name) => mkdir(join(root, name), { recursive: true })))
  const output = (number: number) => join(root, 'work/out', `n${number}.ods`)
  for (let number = 0; number < files; number++) {
    await writeFile(join(root, 'work/files', `n${number}.fods`), sheet(`letter ${number}`))
    const task = { task: `save as "${output(number)}"`, object: `n${number}.fods`, close: true }
    await writeFile(join(root, 'work/tasks', `t${number}.json`), JSON.stringify(task))
  }
  const start = (...more: string[]) => {
    const { DISPLAY: _, ...env } = process.env
    return spawn(
      process.execPath,
      [PROGRAM, 'batch', join(root, 'work'), '--display', 'virtual', '--json', ...more],
      {
        env: { ...env, HOME: join(root, 'home'), DESKHAND_HOME: join(root, 'data') },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  }
  const run = async (...more: string[]): Promise<number | null> => {
    const [code] = (await once(start(...more), 'exit')) as [number | null]
    return code
  }
  const states = async () => {
    const text = await readFile(join(root, 'work/tasks_report.json'), 'utf8').catch(() => '{"tasks":{}}')
    const { tasks } = JSON.parse(text) as { tasks: Record<string, { state: string; error: string | null }> }
    return Object.values(tasks)
  }
  return {
    root,
    output,
    start,
    run,
    states,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function killed(): Promise<Figure> {
  await using here = await place(FILES)
  const first = here.start('--parallel', '4')
  const ended = once(first, 'exit')
  while ((await here.states()).filter(({ state }) => state === 'done').length < FILES / 2) {
    if (first.exitCode !== null)
      throw new Error(`The batch ended with code ${first.exitCode} before its half.`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  first.kill('SIGKILL')
  await ended
  const written = await writtenAt(here.output)
  await here.run('--parallel', '4')
  // An application that was too slow to open on a busy machine has done nothing: that is what --retry is for.
  const unopened = (await here.states()).filter(({ error }) => error?.includes('could not be opened'))
  const interrupted = (await here.states()).some(({ state }) => state === 'interrupted')
  const retried = unopened.length > 0 && !interrupted
  if (retried) await here.run('--parallel', '2', '--retry', 'failed')
  const after = await writtenAt(here.output)
  // Judged by the files alone: there, with their own text, and those of before untouched.
  let right = 0
  for (let number = 0; number < FILES; number++) {
    const untouched = written[number] === null || written[number] === after[number]
    if (untouched && (await textOf(here.output(number))).includes(`letter ${number}<`)) right++
  }
  const tasks = await here.states()
  const count = (state: string) => tasks.filter((task) => task.state === state).length
  const why = tasks.flatMap(({ error }) => error ?? [])
  const note = `killed (kill -9) with ${written.filter((at) => at !== null).length} written; then${retried ? ` (${unopened.length} that LibreOffice was too slow for with --retry failed)` : ''} ${count('done')} done, ${count('interrupted')} reported as cut in the middle of an act, ${count('failed')} failed${why.length > 0 ? `: ${why.join(' | ')}` : ''}`
  return {
    name: 'batch.killed',
    value: right,
    unit: 'files done once',
    baseline: FILES,
    ratio: right / FILES,
    goal: `value = ${FILES}`,
    ok: right === FILES,
    n: FILES,
    note,
  }
}

/** Times of the outputs that are there. */
const writtenAt = (output: (number: number) => string) =>
  Promise.all(
    Array.from({ length: FILES }, (_, number) =>
      stat(output(number)).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      ),
    ),
  )

const textOf = (path: string): Promise<string> =>
  exec('unzip', ['-p', path, 'content.xml']).then(
    ({ stdout }) => stdout,
    () => '',
  )

async function throughput(): Promise<Figure> {
  const taking = async (parallel: number) => {
    await using here = await place(SOME)
    let code: number | null = null
    const ms = await timed(async () => {
      code = await here.run('--parallel', String(parallel))
    })
    const done = (await here.states()).filter(({ state }) => state === 'done').length
    if (done < SOME || code !== 0)
      throw new Error(`${done} of ${SOME} were done with --parallel ${parallel}, exit code ${code}.`)
    return ms
  }
  const one = await taking(1)
  const four = await taking(4)
  const perMinute = (ms: number) => (SOME * 60_000) / ms
  return {
    name: 'batch.throughput',
    value: perMinute(four),
    unit: 'files a minute',
    baseline: perMinute(one),
    ratio: one / four,
    goal: 'none',
    ok: true,
    n: SOME,
    note: 'four at once against one after the other, each with a LibreOffice of its own: bound by the cores of the machine',
  }
}

const sheet = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>
`
