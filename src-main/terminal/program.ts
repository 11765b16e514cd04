// Defines the `deskhand` command: its words and its options. What a command does is loaded when it is called: help, and each of
// them, wait for nothing else.
import { Command, CommanderError } from 'commander'
import { nearest } from '../bridge/parsing.ts'
import { mayBeChinese } from '../bridge/system-language.ts'
import { exampleApplications, hasVirtualDesktops } from '../core/system.ts'
import { addBatchCommand } from './declarations/batch.ts'
import { addConfigCommands } from './declarations/config.ts'
import { addConnectCommand } from './declarations/connect.ts'
import { addControlCommands } from './declarations/control.ts'
import { addFollowCommand } from './declarations/follow.ts'
import { addDeleteCommand, addHistoryCommands } from './declarations/history.ts'
import { addLookCommands } from './declarations/look.ts'
import { addMemoryCommands } from './declarations/memory.ts'
import { addQueueCommands } from './declarations/queue.ts'
import { addRecordCommand } from './declarations/record.ts'
import { addRulesCommands } from './declarations/rules.ts'
import { addContinueCommand, addRunCommand, addShellCommands } from './declarations/run.ts'
import { addScheduleCommand } from './declarations/schedule.ts'
import { addServeCommand } from './declarations/serve.ts'
import { EXIT } from './exit-code.ts'
import { addRunOptions, type RunCommandOptions } from './options.ts'
import type * as helpWords from './output/help-words.ts'
import { plain, plainLines } from './output/plain.ts'
import type { Shell, Surroundings } from './shell.ts'

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
    setCode(await (await import('./commands/run.ts')).runCommand(shell, null, options))
  })

  program.commandsGroup('Work:')
  addRunCommand(program, shell, setCode)
  addShellCommands(program, shell)
  addContinueCommand(program, shell, setCode)
  addFollowCommand(program, shell, setCode)
  addBatchCommand(program, shell, setCode)
  addScheduleCommand(program, shell, setCode)

  program.commandsGroup('Control runs:')
  addControlCommands(program, shell)

  program.commandsGroup('Look back:')
  addHistoryCommands(program, shell)
  addRecordCommand(program, shell)
  addDeleteCommand(program, shell)

  program.commandsGroup('Knowledge and rules:')
  addMemoryCommands(program, shell)
  addRulesCommands(program, shell)

  program.commandsGroup('This machine:')
  addLookCommands(program, shell, setCode)
  addConfigCommands(program, shell)

  program.commandsGroup('Several machines:')
  addConnectCommand(program, shell, setCode)
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
