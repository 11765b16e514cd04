// Implements BashExecutor: runs a command line, gives its output page by page, and describes the machine.
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import { messageOf } from '../../core/errors.ts'
import { systemName } from '../../core/system.ts'
import { classifyCommand, splitCommandLine, type CommandLine } from '../../safety/command-line.ts'
import { childEnvironment } from '../child-environment.ts'
import type { ServerOptions, ThreadHost } from '../server-module.ts'
import { failed, reply } from '../tool-reply.ts'
import { serveTools, tool } from '../tool-table.ts'
import { MAX_BYTES, OutputPlace, readPage, streamSchema } from './kept-output.ts'
import { runProcess, type ProcessOutcome } from './run-process.ts'
import { systemInfo } from './system-info.ts'

const MAX_SECONDS = 3600
/** The most characters of each stream that one result shows in a prompt. */
const TOLD = { stdout: 4000, stderr: 1200 }
/** The most characters of a page in a prompt. */
const MAX_PAGE_LENGTH = 4000

const executeCommandSchema = z.strictObject({
  command: z.string().min(1),
  timeout: z.number().default(30).describe(`Seconds, 1 to ${MAX_SECONDS}.`),
  cwd: z.string().nullable().default(null).describe('Absolute folder; null: home.'),
})
const readOutputSchema = z.strictObject({
  output: z.string().describe('As execute_command has named it.'),
  from_line: z.number().int().min(1).default(1),
  from_character: z.number().int().min(0).default(0).describe('Of a line that was cut.'),
  lines: z.number().int().min(1).max(500).default(100),
  stream: streamSchema.default('stdout'),
})

/** The thread pool builds modules by this name. */
export function build(options: ServerOptions, host: ThreadHost): Server {
  const env = childEnvironment(options.env)
  const folder = options.outputFolder ?? null
  return serveTools('BashExecutor', 'action', [
    tool(
      'execute_command',
      'Runs a command line and waits for its end; it has no input, and what it leaves running is ended. Anything but reading asks the person first.',
      executeCommandSchema,
      async ({ command, timeout, cwd }, { signal, admitted }) => {
        const line = splitCommandLine(command)
        if (line.words === null) return failed('A quote in the command is not closed.', 'bad_arguments')
        const { reads, reason } = classifyCommand(command, cwd)
        if (!reads && !admitted) {
          return failed(`Not carried out, because nobody was asked: ${reason}`, 'refused')
        }
        const [program, ...args] = wordsOf(command, line)
        if (program === undefined) return failed('The command is empty.', 'bad_arguments')
        if (cwd && !(isAbsolute(cwd) && (await isFolder(cwd))))
          return failed(`There is no folder ${cwd} to run it in. Give its whole path.`, 'bad_arguments')
        const seconds = Math.min(MAX_SECONDS, Math.max(1, timeout))
        const place = new OutputPlace(folder)
        const timeoutMs = seconds * 1000
        const keep = place.pathOf.bind(place)
        try {
          const outcome = await runProcess(
            { command: program, args, env, cwd, timeoutMs, signal, maxOutput: TOLD, keep },
            host,
          )
          if (outcome.ended !== null) {
            // The result has no code `timeout`, because that means a tool that does not answer, which ends a run the second time.
            return failed(endedWords(outcome, seconds, place))
          }
          return reply(resultOf(outcome, place))
        } catch (error) {
          return failed(`${program} can't be started: ${messageOf(error)}`)
        }
      },
    ),
    tool(
      'read_output',
      'Reads lines of a long output of execute_command that its result does not tell.',
      readOutputSchema,
      async ({ output, ...wanted }) => {
        const page =
          folder === null ? null : await readPage(folder, { id: output, ...wanted }, MAX_PAGE_LENGTH)
        if (page?.text.includes('\0')) return failed(`The ${wanted.stream} of ${output} is no text.`)
        if (page) return reply(page)
        return failed(
          `There is no ${wanted.stream} of ${output}. Only long outputs are kept; the result of the command names them.`,
        )
      },
      { readOnlyHint: true },
    ),
    tool(
      'get_system_info',
      'Operating system, processor, memory and disk.',
      z.strictObject({}),
      async () => reply(await systemInfo()),
      { readOnlyHint: true },
    ),
  ])
}

/** Gives the words to run. On Windows, commands are part of PowerShell, and not programs of their own. */
const wordsOf = (command: string, { words, shell }: CommandLine): string[] =>
  systemName() === 'windows'
    ? ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', command]
    : shell === null
      ? (words ?? [])
      : ['bash', '-c', command]

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

function resultOf(outcome: ProcessOutcome, { id }: OutputPlace) {
  const { exitCode, signal, stdout, stderr, left } = outcome
  return {
    success: exitCode === 0,
    exit_code: exitCode,
    ...(signal === null ? {} : { signal }),
    ...(left ? { background: ENDED_WITH_IT } : {}),
    // The id comes first, where no cut reaches it, because older steps are shortened in prompts.
    ...(id === null ? {} : { output: keptWords(outcome, id) }),
    stdout: stdout.text,
    stderr: stderr.text,
  }
}

const ENDED_WITH_IT =
  'What it left running was ended with it. Start what is to stay, as a program with a window, in a terminal window.'

/** Says where the rest is, and how long it is. */
const keptWords = ({ stdout, stderr }: ProcessOutcome, id: string) => ({
  id,
  ...(stdout.isCut ? { stdout: `${stdout.lines} lines, ${stdout.bytes} bytes` } : {}),
  ...(stderr.isCut ? { stderr: `${stderr.lines} lines, ${stderr.bytes} bytes` } : {}),
  ...(stdout.isBinary || stderr.isBinary
    ? {}
    : { rest: `read_output(output="${id}", ${stdout.isCut ? '' : 'stream="stderr", '}from_line=…)` }),
})

function endedWords(outcome: ProcessOutcome, seconds: number, { id }: OutputPlace): string {
  const { ended, stdout, stderr } = outcome
  const why =
    ended === 'timeout'
      ? `The command took longer than ${seconds} s and was ended.`
      : `The command said more than ${MAX_BYTES / 1024 / 1024} MB and was ended.`
  const said = `${stdout.text}${stderr.text}`.slice(-1000)
  const rest = id === null ? '' : `Its output is kept: read_output(output="${id}").`
  return [why, rest, said]
    .filter((part) => part !== '')
    .join(' ')
    .trim()
}
