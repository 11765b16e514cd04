// Defines the `deskhand` command: its words and its options. What a command does is loaded when it is called: help, and each of
// them, wait for nothing else.
import { Command, CommanderError } from 'commander'
import { nearest } from '../bridge/parsing.ts'
import { exampleApplications, hasVirtualDesktops } from '../core/system.ts'
import type { ConnectOptions } from './commands/connect.ts'
import type { DoctorOptions, LookOptions } from './commands/look.ts'
import type { McpOptions } from './commands/mcp.ts'
import type { QueueOptions } from './commands/queue-options.ts'
import type { WebCommandOptions } from './commands/web.ts'
import { addBatchCommand } from './declarations/batch.ts'
import { addFollowCommand } from './declarations/follow.ts'
import { addMemoryCommands } from './declarations/memory.ts'
import { addQueueCommands } from './declarations/queue.ts'
import { addRecordCommand } from './declarations/record.ts'
import { addScheduleCommand } from './declarations/schedule.ts'
import { addServeCommand } from './declarations/serve.ts'
import { EXIT } from './exit-code.ts'
import {
  addRunOptions,
  dryRunOption,
  JSON_EVENTS,
  readCount,
  readPort,
  runOptions,
  type RunCommandOptions,
} from './options.ts'
import { mayBeChinese } from '../bridge/system-language.ts'
import type * as helpWords from './output/help-words.ts'
import { plain, plainLines } from './output/plain.ts'
import type { Shell, Surroundings } from './shell.ts'

const load = {
  config: () => import('./commands/config.ts'),
  connect: () => import('./commands/connect.ts'),
  control: () => import('./commands/control.ts'),
  dryRun: () => import('./commands/dry-run.ts'),
  history: () => import('./commands/history.ts'),
  key: () => import('./commands/key.ts'),
  look: () => import('./commands/look.ts'),
  mcp: () => import('./commands/mcp.ts'),
  rules: () => import('./commands/rules.ts'),
  run: () => import('./commands/run.ts'),
  toolsTest: () => import('./commands/tools-test.ts'),
  web: () => import('./commands/web.ts'),
}

/** Made when help is built, because the examples are those of this system. */
function helpText(): string {
  const { editor, calculator } = exampleApplications()
  const place = hasVirtualDesktops() ? ' --display virtual' : ''
  return `
Examples:
  deskhand run 'open ${editor}, type "Hello", save as "~/hello.txt"'
  deskhand run 'open ${calculator}, click 7, click "*", click 6, click "=", read display'${place}
  deskhand                      asks what to do, until you are done
  deskhand web --open           the same in a window of your browser
  deskhand stop                 stops the current run, from another terminal

Exit codes: 0 done · 1 failed, or judged not done · 2 wrong usage · 3 stopped ·
4 a question that nobody could answer · 5 ended, unsure whether it is done`
}

/** Options that `continue` takes; the run that it continues has the others. */
const GO_ON = ['model', 'task', 'max-step', 'yes-to', 'resumable', 'keep-open']

/** Carries out one command line (without the program's own name) and returns the exit code. It throws nothing. */
export async function runProgram(surroundings: Surroundings, args: string[]): Promise<number> {
  let code: number = EXIT.completed
  let speech: ReturnType<Shell['speech']> | null = null
  const shell: Shell = {
    ...surroundings,
    speech: () => (speech ??= import('./output/speech.ts').then(({ speechOf }) => speechOf(surroundings))),
  }
  /** What is said of a wrong command line. */
  const refused: string[] = []
  const parse = (help: HelpWords | null) =>
    buildProgram(shell, help, refused, (result) => {
      code = result
    }).parseAsync(args, { from: 'user' })
  try {
    await parse(asksForHelp(args) ? await helpIn(shell) : null)
    return code
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.completed
      const help = await helpIn(shell)
      // A command without its word shows its help, which is made in the language.
      if (help && error.code === 'commander.help') {
        refused.length = 0
        await parse(help).catch(() => {})
      }
      const text = refused.join('')
      shell.stderr.write(help?.refusalInChinese(text) ?? text)
      return EXIT.usage
    }
    const { faultWords, isStop } = await import('./fault.ts')
    if (isStop(error)) return EXIT.stopped
    const { sentence } = await shell.speech()
    shell.stderr.write(`${plainLines(sentence(faultWords(error))).join('\n')}\n`)
    return EXIT.failed
  }
}

type HelpWords = typeof helpWords
const asksForHelp = (args: readonly string[]): boolean =>
  args.some((word) => word === '-h' || word === '--help')

/** Null in English. */
async function helpIn(shell: Shell): Promise<HelpWords | null> {
  // The words of other languages are loaded only for those who may read them.
  if (!(await mayBeChinese(shell.env))) return null
  return (await shell.speech()).translate === null ? null : import('./output/help-words.ts')
}

/** Refuses options as values, because `--task -rf` and `--task --json` would take the next word in place of a forgotten value. */
function refuseOptionsAsValues(command: Command): void {
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (typeof value !== 'string' || !/^-./.test(value)) continue
    command.error(`error: option '${option.flags}' was given “${plain(value)}”, which looks like an option`, {
      exitCode: EXIT.usage,
    })
  }
}

function buildProgram(
  shell: Shell,
  help: HelpWords | null,
  refused: string[],
  setCode: (code: number) => void,
): Command {
  const program = new Command('deskhand')
    .description('Say in plain language what you want done in your applications.')
    .version(shell.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText('after', help ? help.linesInChinese(helpText()) : helpText())
    .configureHelp(help?.CHINESE_HELP ?? {})
    .showSuggestionAfterError()
    .showHelpAfterError('(see `deskhand --help`)')
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => refused.push(text),
    })
    .exitOverride()
    .hook('preAction', (_program, command) => refuseOptionsAsValues(command))
  // Settings such as exitOverride apply only to commands that are made later with `command()`.
  addRunOptions(program)
  program.action(async (options: RunCommandOptions, command: Command) => {
    const [word] = command.args
    if (word !== undefined) return setCode(await unknownCommand(shell, program, word))
    setCode(await (await load.run()).runCommand(shell, null, options))
  })

  program.commandsGroup('Work:')
  const run = program
    .command('run')
    .description('carry out a request')
    .argument('<request>', 'what should be done, in quotes')
    .option('--json', JSON_EVENTS)
    .addOption(dryRunOption())
  addRunOptions(run)
  run.action(async (request: string, options: RunCommandOptions & { dryRun?: boolean }) =>
    setCode(
      options.dryRun
        ? await (await load.dryRun()).dryRunCommand(shell, { request }, options)
        : await (await load.run()).runCommand(shell, request, options),
    ),
  )

  program
    .command('web')
    .description('open Deskhand in your browser, and print its address')
    .option('--port <n>', 'port to listen on (default: a free one)', readPort)
    .option('--open', 'also open the address in your browser')
    .addOption(displayOption())
    .action(async (options: WebCommandOptions) => (await load.web()).webCommand(shell, options))

  program
    .command('mcp')
    .description('let other programs use Deskhand, as their MCP server')
    .option('--http', 'listen on this machine instead of standard input; prints the address and the token')
    .option('--port <n>', 'port to listen on, with --http (default: a free one)', readPort)
    .addOption(displayOption())
    .action(async (options: McpOptions) => (await load.mcp()).mcpCommand(shell, options))

  const further = program
    .command('continue')
    .description('continue an interrupted run')
    .argument('[run]', 'name of the run (default: the newest interrupted one)')
    .option('--json', JSON_EVENTS)
  addRunOptions(further, GO_ON)
  further.action(async (name: string | undefined, options: RunCommandOptions) =>
    setCode(await (await load.run()).runCommand(shell, null, options, { run: name ?? null })),
  )

  addFollowCommand(program, shell, setCode)
  addBatchCommand(program, shell, setCode)
  addScheduleCommand(program, shell, setCode)

  program.commandsGroup('Control runs:')
  const wishes = [
    ['pause', 'pause a run before its next act'],
    ['resume', 'resume a paused run'],
    ['stop', 'stop a run at once'],
  ] as const
  for (const [wish, description] of wishes) {
    program
      .command(wish)
      .description(description)
      .argument('[run]', 'name of the run (default: the current one)')
      .option('--queue <url>', 'act on all workers of this queue instead')
      .option('--pool <name>', 'name of the queue (default: queue.name)')
      .action(async (name: string | undefined, options: Partial<QueueOptions>) =>
        (await load.control()).controlCommand(shell, name ?? null, wish, options),
      )
  }

  program
    .command('close')
    .description('close an interrupted run and its desktop')
    .argument('<run>', 'name of the run')
    .action(async (name: string) => (await load.history()).closeCommand(shell, name))

  program.commandsGroup('Look back:')
  program
    .command('runs')
    .description('list runs, newest first')
    .option('--limit <n>', 'at most this many (default: 100; with --json: all)', readCount)
    .option('--json', 'one run per line, as JSON')
    .action(async (options: { json?: boolean; limit?: number }) =>
      (await load.history()).runsCommand(shell, options),
    )

  program
    .command('search')
    .description('search runs: requests, thoughts, acts, results')
    .argument('<words...>', 'words; a run must have all of them')
    .option('--limit <n>', 'at most this many matches', readCount)
    .option('--json', 'one match per line, as JSON')
    .action(async (words: string[], options: { json?: boolean; limit?: number }) =>
      (await load.history()).searchCommand(shell, words, options),
    )

  program
    .command('usage')
    .description('show tokens and cost per day, model and application')
    .option('--days <n>', 'the last N days (default: 30)', readCount)
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean; days?: number }) =>
      (await load.history()).usageCommand(shell, options),
    )

  program
    .command('report')
    .description('write a run as one HTML file')
    .argument('[run]', 'name of the run (default: the newest)')
    .option('--out <file>', 'output file (default: report.html in the run folder)')
    .option('--trace', 'instead, where its time went, for ui.perfetto.dev or chrome://tracing')
    .action(async (name: string | undefined, options: { out?: string; trace?: boolean }) =>
      (await load.history()).reportCommand(shell, name, options),
    )

  addRecordCommand(program, shell)
  program
    .command('delete')
    .description('delete a run and its files')
    .argument('<run>', 'name of the run')
    .action(async (name: string) => (await load.history()).deleteCommand(shell, name))

  program.commandsGroup('Knowledge and rules:')
  addMemoryCommands(program, shell)
  const rules = program
    .command('rules')
    .description('list your permanent rules')
    .option('--json', 'one rule per line, as JSON')
    .action(async (options: { json?: boolean }) => (await load.rules()).rulesCommand(shell, options))
  rules
    .command('revoke')
    .description('revoke a rule; the act asks again')
    .argument('<id>', 'id of the rule, or its beginning')
    .action(async (id: string) => (await load.rules()).revokeCommand(shell, id))

  program.commandsGroup('This machine:')
  const looking = (name: string, description: string) =>
    program.command(name).description(description).addOption(displayOption()).option('--json', 'as JSON')
  looking('doctor', 'check this machine, and say how to fix what fails')
    .option('--report [run]', 'print what belongs into a bug report, with this run; nothing is sent')
    .action(async (options: DoctorOptions) =>
      setCode(await (await load.look()).doctorCommand(shell, options)),
    )
  const tools = looking('tools', 'list the tools of each agent; --json prints their schemas').action(
    async (options: LookOptions) => (await load.look()).toolsCommand(shell, options),
  )
  tools
    .command('test')
    .description("test the planner's tools that are set up")
    .argument('[name]', 'one of them, for example subtask_planner')
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      setCode(await (await load.toolsTest()).toolsTestCommand(shell, name ?? null, options))
    })
  looking('windows', 'list the windows of the desktop').action(async (options: LookOptions) =>
    (await load.look()).windowsCommand(shell, options),
  )
  looking('tree', 'show the controls of a window')
    .argument('[window]', 'id, title or application (default: the active window)')
    .action(async (window: string | undefined, options: LookOptions) =>
      (await load.look()).treeCommand(shell, window, options),
    )

  const config = program.command('config').description('show and change the configuration')
  config
    .command('list')
    .description('list all values; * marks those of your file')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => (await load.config()).configListCommand(shell, options))
  config
    .command('get')
    .description('print one value')
    .argument('<key>', 'for example system.max_step')
    .action(async (key: string) => (await load.config()).configGetCommand(shell, key))
  config
    .command('set')
    .description('set one value in your file')
    .argument('<key>', 'for example system.max_step')
    .argument('<value>', 'true, 12, text …')
    .action(async (key: string, value: string) => (await load.config()).configSetCommand(shell, key, value))
  config
    .command('unset')
    .description('reset one value to its default')
    .argument('<key>', 'for example system.max_step')
    .action(async (key: string) => (await load.config()).configUnsetCommand(shell, key))
  config
    .command('key')
    .description('store an API key (typed, or from a pipe)')
    .argument('<name>', 'for example OPENAI_API_KEY')
    .option('--remove', 'remove the key')
    .action(async (name: string, options: { remove?: boolean }) => {
      const { configKeyCommand, removeKeyCommand } = await load.key()
      await (options.remove ? removeKeyCommand(shell, name) : configKeyCommand(shell, name))
    })
  config
    .command('path')
    .description('print the path of the file')
    .action(async () => (await load.config()).configPathCommand(shell))
  program.commandsGroup('Several machines:')
  program
    .command('connect')
    .description('make this desktop a device of a server; sensitive acts still ask you')
    .argument('<address>', 'of the server: ws://127.0.0.1:5000/ws')
    .requiredOption('--id <name>', 'name of this device on the server')
    .option(
      '--token <key>',
      'key of the server; safer: DESKHAND_AIP_KEY or `deskhand config key` (other users can read a command line)',
    )
    .option('--ca <file>', 'certificate authority of the server (PEM file)')
    .option('--json', JSON_EVENTS)
    .addOption(displayOption())
    .addOption(runOption('--yes-to'))
    .action(async (address: string, options: ConnectOptions) =>
      setCode(await (await load.connect()).connectCommand(shell, address, options)),
    )

  addServeCommand(program, shell)
  addQueueCommands(program, shell, setCode)

  // This comes last, so that no command inherits it; an unknown word is answered above.
  return program.allowExcessArguments()
}

async function unknownCommand(shell: Shell, program: Command, word: string): Promise<number> {
  const known = program.commands.map((command) => command.name())
  const [meant] = nearest(word, known)
  const hint = word.includes(' ')
    ? `To run a request: deskhand run '${plain(word).replaceAll("'", "'\\''")}'`
    : meant !== undefined
      ? `Did you mean \`deskhand ${meant}\`?`
      : `The commands are: ${known.join(', ')}.`
  const { sentence } = await shell.speech()
  const fault = `There is no command “${plain(word)}”. ${hint}`
  shell.stderr.write(`${sentence(fault)}\n`)
  return EXIT.usage
}

const displayOption = () => runOption('--display')

function runOption(long: string) {
  const option = runOptions().find((candidate) => candidate.long === long)
  if (!option) throw new Error(`There is no option ${long}.`)
  return option
}
