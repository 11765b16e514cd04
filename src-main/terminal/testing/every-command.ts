// Carries out command lines in one process on a machine that is taken for one of another system (`fake-system.mjs` is loaded first):
// `every-command.ts LINES`, a list of lists of words as JSON. Prints `{ code, text }` of each as a line of JSON. `["help"]` prints the
// help of every command there is, found from the help of those above it.
import process from 'node:process'
import { Readable, Writable } from 'node:stream'
import { openBridge } from '../../bridge/client.ts'
import { runProgram } from '../program.ts'

async function said(args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const out = () =>
    new Writable({
      write(chunk: Buffer | string, _encoding, done) {
        text += String(chunk)
        done()
      },
    })
  const code = await runProgram(
    {
      env: process.env,
      stdin: Readable.from([]),
      stdout: out(),
      stderr: out(),
      version: '0.0.0',
      openBridge: (options) => Promise.resolve(openBridge(options)),
      onInterrupt: () => () => {},
      exit: (left) => process.exit(left),
    },
    args,
  )
  return { code, text }
}

const COMMANDS = /^(Work|Commands):$/m

/** Names of commands in a help text: lines that begin with two blanks and a word, after a title, up to the examples. */
const commandsIn = (help: string): string[] =>
  (help.slice(help.search(COMMANDS)).split('\nExamples:')[0] ?? '')
    .split('\n')
    .flatMap((line) => /^ {2}([a-z]+)(?: |$)/.exec(line)?.[1] ?? [])

async function* helps(above: string[]): AsyncGenerator<{ args: string[]; code: number; text: string }> {
  const args = [...above, '--help']
  const { code, text } = await said(args)
  yield { args, code, text }
  if (!COMMANDS.test(text)) return
  for (const name of commandsIn(text)) if (name !== 'help') yield* helps([...above, name])
}

const lines = JSON.parse(process.argv[2] ?? '[]') as string[][]
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
for (const args of lines) {
  if (args[0] === 'help') for await (const help of helps([])) tell(help)
  else tell({ args, ...(await said(args)) })
}
process.exit(0)
