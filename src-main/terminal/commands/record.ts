// `deskhand record`: a finished run becomes a plan that `deskhand follow` replays without a model.
import { InvalidArgumentError, Option, type Command } from 'commander'
import { count } from '../../../src-preload/contract/words.ts'
import type { Shell } from '../shell.ts'
import { plain } from '../output/text.ts'
import { withBridge } from '../with-bridge.ts'

export function addRecordCommand(program: Command, shell: Shell): void {
  program
    .command('record')
    .description('turn a finished run into a plan that `follow` replays without a model')
    .usage('[options] [run] <name>')
    .argument('<run>', 'name of the run (default: the newest)')
    .argument('[name]', 'name of the plan, or its file')
    .option('--replace', 'replace a plan of that name')
    .action((first: string, second: string | undefined, options: { replace?: boolean }) =>
      recordCommand(shell, second === undefined ? null : first, second ?? first, options),
    )
}

/** How `deskhand follow` replays a plan that was recorded. */
export const replayOptions = (): Option[] => [
  new Option('--strict', 'recorded plans: stop where a step can’t be replayed; never ask a model'),
  new Option('--update', 'recorded plans: save the steps that a model has repaired'),
  new Option('--set <name=text>', 'recorded plans: type another text this time (repeatable)').argParser(
    readSetting,
  ),
]

/** `run` is null for the newest. `name` is a name among the plans, or a path. */
export async function recordCommand(
  shell: Shell,
  run: string | null,
  name: string,
  options: { replace?: boolean },
): Promise<void> {
  const wanted = { run, name, replace: options.replace === true }
  const made = await withBridge(shell, (bridge) => bridge.call('record_plan', wanted))
  const { path, acts, texts, secrets, notes } = made
  const lines = [
    path,
    `${count(acts, 'act')} of the run “${made.run}”.`,
    ...(texts.length > 0 ? [`Typed texts that --set can change: ${texts.join(', ')}.`] : []),
    ...(secrets.length > 0 ? [`Secrets that are asked for at each replay: ${secrets.join(', ')}.`] : []),
    ...notes.map((note) => `! ${note}`),
    `Replay it with: deskhand follow ${/[\s'"]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : name}`,
  ]
  shell.stdout.write(`${lines.map(plain).join('\n')}\n`)
}

/** `NAME=TEXT` of `--set`; may be given again. */
export function readSetting(text: string, previous: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=')
  if (equals < 1) throw new InvalidArgumentError('Give it as NAME=TEXT.')
  return { ...previous, [text.slice(0, equals)]: text.slice(equals + 1) }
}
