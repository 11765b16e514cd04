// The `deskhand` command: its words, its options and what each does.
import { Command, CommanderError } from 'commander'
import { nearest } from '../bridge/parsing.ts'
import { addPlanCommands } from './commands/batch-words.ts'
import {
  configGetCommand,
  configListCommand,
  configPathCommand,
  configSetCommand,
  configUnsetCommand,
} from './commands/config.ts'
import { controlCommand } from './commands/control.ts'
import { connectCommand, type ConnectOptions } from './commands/connect.ts'
import { EXIT } from './exit-code.ts'
import {
  closeCommand,
  deleteCommand,
  reportCommand,
  runsCommand,
  searchCommand,
  usageCommand,
} from './commands/history.ts'
import { configKeyCommand, removeKeyCommand } from './commands/key.ts'
import { toolsTestCommand } from './commands/tools-test.ts'
import {
  doctorCommand,
  toolsCommand,
  treeCommand,
  windowsCommand,
  type LookOptions,
} from './commands/look.ts'
import { addMemoryCommands } from './commands/memory-words.ts'
import { addRecordCommand } from './commands/record.ts'
import { addRunOptions, readCount, readPort, runOptions, type RunCommandOptions } from './options.ts'
import { faultWords, isStop } from './fault.ts'
import { runCommand } from './commands/run.ts'
import { addQueueCommands } from './commands/queue.ts'
import type { QueueOptions } from './commands/queue-options.ts'
import { revokeCommand, rulesCommand } from './commands/rules.ts'
import { addServeCommand } from './commands/serve.ts'
import type { Shell } from './shell.ts'
import { plain, plainLines } from './output/text.ts'
import { webCommand, type WebCommandOptions } from './commands/web.ts'

const HELP = `
Examples:
  deskhand run 'open Mousepad, type "Hello", save as "~/hello.txt"'
  deskhand run 'open galculator, click 7, click "*", click 6, click "=", read display' --display virtual
  deskhand                      asks what to do, until you are done
  deskhand web --open           the same in a window of your browser
  deskhand stop                 from another terminal: stops the run that goes on

Exit codes: 0 completed, 1 failed or judged not to be done, 2 bad usage,
3 stopped, 4 a question that nobody could answer, 5 ended, and nobody is sure
that it is done.`

/** The run that it goes on with says the rest. */
const GO_ON = ['model', 'task', 'max-step', 'yes-to', 'resumable', 'keep-open']

/** Carries out one command line (without the program's own name) and returns the exit code. It throws nothing. */
export async function runProgram(shell: Shell, args: string[]): Promise<number> {
  let code: number = EXIT.completed
  const program = buildProgram(shell, (result) => {
    code = result
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.completed : EXIT.usage
    if (isStop(error)) return EXIT.stopped
    shell.stderr.write(`${plainLines(faultWords(error)).join('\n')}\n`)
    return EXIT.failed
  }
}

/** `--task -rf` and `--task --json` take the next word, whatever it is: whoever writes that has forgotten a value. */
function refuseOptionsAsValues(command: Command): void {
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (typeof value !== 'string' || !/^-./.test(value)) continue
    command.error(`error: option '${option.flags}' was given “${plain(value)}”, which looks like an option`, {
      exitCode: EXIT.usage,
    })
  }
}

function buildProgram(shell: Shell, setCode: (code: number) => void): Command {
  const program = new Command('deskhand')
    .description('Say in plain language what you want done in your applications.')
    .version(shell.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText('after', HELP)
    .showSuggestionAfterError()
    .showHelpAfterError('(`deskhand --help` shows how it is used)')
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
    })
    .exitOverride()
    .hook('preAction', (_program, command) => refuseOptionsAsValues(command))
  // Settings such as exitOverride are taken over by commands that are made with `command()`.
  addRunOptions(program)
  program.action(async (options: RunCommandOptions, command: Command) => {
    const [word] = command.args
    if (word !== undefined) return setCode(unknownCommand(shell, program, word))
    setCode(await runCommand(shell, null, options))
  })

  const run = program
    .command('run')
    .description('carry out a request')
    .argument('<request>', 'what should be done, in quotes')
    .option('--json', 'one event per line on standard output, nothing else; never asks')
  addRunOptions(run)
  run.action(async (request: string, options: RunCommandOptions) =>
    setCode(await runCommand(shell, request, options)),
  )

  program
    .command('web')
    .description('open Deskhand in a browser of this machine, and print its address')
    .option('--port <n>', 'the port to listen on; one that is free without it', readPort)
    .option('--open', 'open the address with your browser, too')
    .addOption(displayOption())
    .action((options: WebCommandOptions) => webCommand(shell, options))

  program
    .command('connect')
    .description('let a server act on this desktop; you are asked where that matters')
    .argument('<address>', 'of the server: ws://127.0.0.1:5000/ws')
    .requiredOption('--id <name>', 'name of this device on the server')
    .option(
      '--token <key>',
      'key of the server; others see a command line: better DESKHAND_AIP_KEY or `config key`',
    )
    .option('--ca <file>', 'authority (PEM) that has signed the certificate of the server')
    .option('--json', 'one event per line on standard output, nothing else; never asks')
    .addOption(displayOption())
    .addOption(runOption('--yes-to'))
    .action(async (address: string, options: ConnectOptions) =>
      setCode(await connectCommand(shell, address, options)),
    )

  const further = program
    .command('continue')
    .description('go on with a run that a crash has interrupted')
    .argument('[run]', 'name of the run; the newest that was interrupted without it')
    .option('--json', 'one event per line on standard output, nothing else; never asks')
  addRunOptions(further, GO_ON)
  further.action(async (name: string | undefined, options: RunCommandOptions) =>
    setCode(await runCommand(shell, null, options, { run: name ?? null })),
  )

  addPlanCommands(program, shell, setCode)
  addRecordCommand(program, shell)

  program
    .command('close')
    .description('end a run that a crash has interrupted, and the desktop that was kept for it')
    .argument('<run>', 'name of the run')
    .action((name: string) => closeCommand(shell, name))

  program
    .command('runs')
    .description('list the runs, the newest first')
    .option('--limit <n>', 'only the newest', readCount)
    .option('--json', 'one run per line, as JSON')
    .action((options: { json?: boolean; limit?: number }) => runsCommand(shell, options))

  program
    .command('search')
    .description('find runs by words of their requests, thoughts, acts and results')
    .argument('<words...>', 'all of them have to be there')
    .option('--limit <n>', 'at most so many places', readCount)
    .option('--json', 'one place per line, as JSON')
    .action((words: string[], options: { json?: boolean; limit?: number }) =>
      searchCommand(shell, words, options),
    )

  program
    .command('usage')
    .description('tokens and cost per day, model and application, and how the runs went')
    .option('--days <n>', 'the last days, today included; 30 without it', readCount)
    .option('--json', 'as JSON')
    .action((options: { json?: boolean; days?: number }) => usageCommand(shell, options))

  program
    .command('delete')
    .description('remove a run with all its files')
    .argument('<run>', 'name of the run')
    .action((name: string) => deleteCommand(shell, name))

  const rules = program
    .command('rules')
    .description('list what you have allowed for good')
    .option('--json', 'one rule per line, as JSON')
    .action((options: { json?: boolean }) => rulesCommand(shell, options))
  rules
    .command('revoke')
    .description('take a permission back: it is asked for again')
    .argument('<id>', 'id of the rule, or its beginning')
    .action((id: string) => revokeCommand(shell, id))

  addServeCommand(program, shell)
  addQueueCommands(program, shell, setCode)
  addMemoryCommands(program, shell)

  program
    .command('report')
    .description('write a run as one HTML file and print its path')
    .argument('[run]', 'name of the run; the newest without it')
    .option('--out <file>', 'where to write it; report.html in the run folder without it')
    .action((name: string | undefined, options: { out?: string }) => reportCommand(shell, name, options))

  const wishes = [
    ['pause', 'hold a run before its next act'],
    ['resume', 'let a paused run go on'],
    ['stop', 'end a run at once'],
  ] as const
  for (const [wish, description] of wishes) {
    program
      .command(wish)
      .description(description)
      .argument('[run]', 'name of the run; the one that goes on without it')
      .option('--queue <url>', 'instead: what all workers of a queue do')
      .option('--pool <name>', 'name of the queue; queue.name of the configuration without it')
      .action((name: string | undefined, options: Partial<QueueOptions>) =>
        controlCommand(shell, name ?? null, wish, options),
      )
  }

  const looking = (name: string, description: string) =>
    program.command(name).description(description).addOption(displayOption()).option('--json', 'as JSON')
  const tools = looking(
    'tools',
    'list what each computer offers, with parameters; --json has the whole schemas',
  ).action((options: LookOptions) => toolsCommand(shell, options))
  tools
    .command('test')
    .description('call each tool of the planner that is set up, and say what came back')
    .argument('[name]', 'one of them, for example subtask_planner')
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      setCode(await toolsTestCommand(shell, name ?? null, options))
    })
  looking('windows', 'list the windows of the desktop').action((options: LookOptions) =>
    windowsCommand(shell, options),
  )
  looking('tree', 'show the controls of a window')
    .argument('[window]', 'its id, title or application; the active one without it')
    .action((window: string | undefined, options: LookOptions) => treeCommand(shell, window, options))
  looking('doctor', 'say what works on this machine, and how to mend what does not').action(
    async (options: LookOptions) => setCode(await doctorCommand(shell, options)),
  )

  const config = program.command('config').description('show and change the configuration')
  config
    .command('list')
    .description('every value; those of your file are marked with *')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => configListCommand(shell, options))
  config
    .command('get')
    .description('print one value')
    .argument('<key>', 'for example system.max_step')
    .action((key: string) => configGetCommand(shell, key))
  config
    .command('set')
    .description('set one value in your file')
    .argument('<key>', 'for example system.max_step')
    .argument('<value>', 'true, 12, text …')
    .action((key: string, value: string) => configSetCommand(shell, key, value))
  config
    .command('unset')
    .description('take one value out of your file: its default counts again')
    .argument('<key>', 'for example system.max_step')
    .action((key: string) => configUnsetCommand(shell, key))
  config
    .command('key')
    .description('keep the key of a model service, typed or from a pipe')
    .argument('<name>', 'for example OPENAI_API_KEY')
    .option('--remove', 'take the key out instead')
    .action((name: string, options: { remove?: boolean }) =>
      options.remove ? removeKeyCommand(shell, name) : configKeyCommand(shell, name),
    )
  config
    .command('path')
    .description('print where the file is')
    .action(() => configPathCommand(shell))
  // Last, so that no command takes it over: a word that is no command is answered above.
  return program.allowExcessArguments()
}

function unknownCommand(shell: Shell, program: Command, word: string): number {
  const known = program.commands.map((command) => command.name())
  const [meant] = nearest(word, known)
  const hint = word.includes(' ')
    ? `A request is given as: deskhand run '${plain(word).replaceAll("'", "'\\''")}'`
    : meant !== undefined
      ? `Did you mean \`deskhand ${meant}\`?`
      : `The commands are: ${known.join(', ')}.`
  shell.stderr.write(`There is no command “${plain(word)}”. ${hint}\n`)
  return EXIT.usage
}

const displayOption = () => runOption('--display')

function runOption(long: string) {
  const option = runOptions().find((candidate) => candidate.long === long)
  if (!option) throw new Error(`There is no option ${long}.`)
  return option
}
