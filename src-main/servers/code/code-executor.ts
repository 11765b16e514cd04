// Implements CodeExecutor: runs a script in a sandbox. It reads the files that it names, and what it shall leave goes where it says.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import { makeFolder } from '../../core/folder.ts'
import { isFolder, isThere, isWithin, statOf } from '../../core/stat.ts'
import { systemName } from '../../core/system.ts'
import { WORK_FOLDER, type Sandbox } from '../../platform/sandbox.ts'
import { thisSystem } from '../../platform/this-system.ts'
import { codeWork, resultsOf, RUN_CODE } from '../../safety/code-work.ts'
import { runProcess, type ProcessOutcome } from '../bash/run-process.ts'
import { childEnvironment } from '../child-environment.ts'
import type { ServerOptions, ThreadHost } from '../server-module.ts'
import { failed, reply } from '../tool-reply.ts'
import { serveTools, tool, type ServedTool } from '../tool-table.ts'
import { withLineBreaks } from './line-breaks.ts'
import { pipesBelow } from './pipes.ts'
import { changedSince, empty, findResults, MAX_BYTES, saveResults, sweep, watchSize } from './work-folder.ts'

const MAX_SECONDS = 300
const MAX_CODE = 50_000
const MAX_FILES = 100
/** The most bytes that one script may hold in memory. Node takes 1.5 GB of addresses before it begins. */
const MEMORY = { python: 2 * 2 ** 30, javascript: 3 * 2 ** 30 }
/** The most characters of each stream in a prompt. */
const TOLD = { stdout: 6000, stderr: 2000 }
const MB = 1024 * 1024

const PYTHON = '/usr/bin/python3'
const OWN_NODE = '/run/node'
const SCRIPT = '/run/script'

type Language = keyof typeof MEMORY
/** Electron's program is not one file, and needs more than the sandbox has: in the app there is Python only. */
const languages = (): Language[] => [
  ...(isThere(PYTHON) ? (['python'] as const) : []),
  ...(process.versions['electron'] === undefined ? (['javascript'] as const) : []),
]

const schema = (known: [Language, ...Language[]]) =>
  z.strictObject({
    code: z.string().min(1).max(MAX_CODE),
    language: z.enum(known).default(known[0]),
    files: z
      .array(z.string().min(1))
      .max(MAX_FILES)
      .default([])
      .describe('What it reads; stands there at its whole path.'),
    results: z
      .array(z.strictObject({ file: z.string().min(1), to: z.string().min(1) }))
      .max(MAX_FILES)
      .default([])
      .describe('Files that it writes into its working folder, and the path to keep each at.'),
    replace: z.boolean().default(false).describe('Replace what is there.'),
    seconds: z.number().min(1).max(MAX_SECONDS).default(30),
  })
type Wanted = z.infer<ReturnType<typeof schema>>

/** The thread pool builds modules by this name. Where there is no sandbox, it has no tool. */
export async function build(
  options: ServerOptions,
  host: ThreadHost,
  sandbox: Sandbox | null = systemName() === null ? null : thisSystem().sandbox,
): Promise<Server> {
  const [first, ...others] = languages()
  if (sandbox === null || first === undefined || (await sandbox.fault()) !== null)
    return serveTools('CodeExecutor', 'action', [])
  return serveTools('CodeExecutor', 'action', [codeTool(options, host, sandbox, [first, ...others])])
}

const codeTool = (
  options: ServerOptions,
  host: ThreadHost,
  sandbox: Sandbox,
  known: [Language, ...Language[]],
): ServedTool =>
  tool(
    RUN_CODE,
    'Runs a script (standard library; no network, no other programs) for what is long by hand. It opens `files` by their whole paths and writes `results` into its working folder; what it prints is told.',
    schema(known),
    async (wanted, { signal, admitted }) => {
      if (!admitted) return failed('Not carried out, because nobody was asked.', 'refused')
      const home = childEnvironment(options.env)['HOME'] ?? homedir()
      const fault = faultOf(wanted, home, sandbox)
      if (fault !== null) return failed(fault, 'bad_arguments')
      const place = await workPlace(options.outputFolder)
      try {
        return await carryOut(wanted, { home, place, sandbox, host }, signal)
      } finally {
        await place.end()
      }
    },
  )

/** Says before the script begins why it can't be run so; null when it can. */
function faultOf(wanted: Wanted, home: string, { ofKernel }: Sandbox): string | null {
  const { reads, writes, replaces } = codeWork(wanted, home)
  for (const path of reads) {
    const found = statOf(path)
    if (!found) return `There is no ${path}. list_folder shows what is there.`
    if (!found.isFile() && !found.isDirectory()) return `${path} is no file.`
    if (ofKernel.some((folder) => isWithin(path, folder))) return `${path} shows the system itself.`
    if (isWithin(home, path)) return `${path} is the home folder or holds it. Name what is in it.`
  }
  const twice = writes.find((path, index) => writes.indexOf(path) !== index)
  if (twice !== undefined) return `Two results would both become ${twice}.`
  const folder = writes.find(isFolder)
  if (folder !== undefined) return `${folder} is a folder.`
  const taken = wanted.replace ? undefined : replaces[0]
  return taken === undefined ? null : `${taken} is there already. Nothing was done; replace=true replaces it.`
}

interface WorkPlace {
  /** What the script may write. In a run it stays from script to script. */
  folder: string
  /** For the script itself. */
  scripts: string
  end(): Promise<void>
}

async function workPlace(outputFolder: string | undefined): Promise<WorkPlace> {
  const scripts = await mkdtemp(join(tmpdir(), 'deskhand-script-'))
  const folder = outputFolder === undefined ? join(scripts, 'work') : join(outputFolder, 'code')
  makeFolder(folder)
  return { folder, scripts, end: () => rm(scripts, { recursive: true, force: true }) }
}

async function carryOut(
  wanted: Wanted,
  around: { home: string; place: WorkPlace; sandbox: Sandbox; host: ThreadHost },
  signal: AbortSignal,
) {
  const { home, place, sandbox, host } = around
  const { language, seconds } = wanted
  const { reads } = codeWork(wanted, home)
  const pipes = await pipesBelow(reads.filter(isFolder))
  if (pipes === null)
    return failed(
      'Too many files lie in the folders that it reads. Name those that it needs.',
      'bad_arguments',
    )
  const script = join(place.scripts, 'script')
  await writeFile(script, withLineBreaks(wanted.code, language))
  const words = language === 'python' ? [PYTHON, '-B', '-E', '-s', SCRIPT] : [OWN_NODE, SCRIPT]
  const confined = {
    words,
    reads,
    masked: pipes,
    programs: { [SCRIPT]: script, ...(language === 'javascript' ? { [OWN_NODE]: process.execPath } : {}) },
    folder: place.folder,
    home,
    memory: MEMORY[language],
    file: MAX_BYTES,
  }
  const { command, args, filter } = sandbox.command(confined)
  const since = Date.now()
  using size = watchSize(place.folder)
  const outcome = await runProcess(
    {
      command,
      args,
      // Nothing of Deskhand's own: the sandbox's first process could be read from inside.
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      cwd: dirname(script),
      timeoutMs: seconds * 1000,
      signal: AbortSignal.any([signal, size.signal]),
      maxOutput: TOLD,
      keep: () => null,
      further: filter,
    },
    host,
  )
  const links = await sweep(place.folder)
  if (size.signal.aborted) await empty(place.folder)
  const fault = size.signal.aborted
    ? `It was ended, and its folder emptied: it may keep ${MAX_BYTES / MB} MB there.`
    : endOf(outcome, seconds)
  if (fault !== null) return failed([fault, outcome.stdout.text, outcome.stderr.text].join('\n').trim())
  const pairs = await findResults(place.folder, resultsOf(wanted.results, home))
  await saveResults(pairs, wanted.replace)
  return reply({
    stdout: outcome.stdout.text,
    ...(outcome.stderr.text === '' ? {} : { stderr: outcome.stderr.text }),
    ...(await changedSince(place.folder, since)),
    ...(pairs.length === 0 ? {} : { saved: pairs.map(({ to }) => to) }),
    ...(links.length === 0 ? {} : { removed: links }),
    working_folder: WORK_FOLDER,
  })
}

/** Says why the script did not come to a good end; null where it did. */
function endOf({ ended, exitCode, signal }: ProcessOutcome, seconds: number): string | null {
  if (ended === 'timeout') return `The script took longer than ${seconds} s and was ended.`
  if (ended === 'output') return 'The script printed too much and was ended.'
  if (exitCode === 0) return null
  return `The script failed (${signal ?? `exit code ${exitCode}`}). Nothing was saved.`
}
