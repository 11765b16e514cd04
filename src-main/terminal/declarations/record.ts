// Declares how `deskhand record` is called, and how the plan that it has made is replayed.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Shell } from '../shell.ts'

export function addRecordCommand(program: Command, shell: Shell): void {
  program
    .command('record')
    .description('turn a finished run into a plan that `follow` replays without a model')
    .usage('[options] [run] <name>')
    .argument('<run>', 'name of the run (default: the newest)')
    .argument('[name]', 'name of the plan, or its file')
    .option('--replace', 'replace a plan of that name')
    .action(async (first: string, second: string | undefined, options: { replace?: boolean }) =>
      (await import('../commands/record.ts')).recordCommand(
        shell,
        second === undefined ? null : first,
        second ?? first,
        options,
      ),
    )
}

/** Lists the options for replaying a recorded plan with `deskhand follow`. */
export const replayOptions = (): Option[] => [
  new Option('--strict', 'recorded plans: stop where a step can’t be replayed; never ask a model'),
  new Option('--update', 'recorded plans: save the steps that a model has repaired'),
  new Option('--set <name=text>', 'another text for an input of the plan (repeatable)').argParser(
    readSetting,
  ),
]

/** Reads `NAME=TEXT` of `--set`, which may be given more than once. */
export function readSetting(text: string, previous: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=')
  if (equals < 1) throw new InvalidArgumentError('Give it as NAME=TEXT.')
  return { ...previous, [text.slice(0, equals)]: text.slice(equals + 1) }
}
