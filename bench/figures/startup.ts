// What set-up adds to a start when everything is there: `npm start` (without npm) against the program alone, in turn.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { median, plain, timed, type Figure } from '../measure.ts'

const exec = promisify(execFile)

const PAIRS = 15
const ROOT = join(import.meta.dirname, '../..')
const LEFT_OUT = new Set(['node_modules', '.git', '.runtime', 'out'])

export async function* measure(): AsyncGenerator<Figure> {
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
