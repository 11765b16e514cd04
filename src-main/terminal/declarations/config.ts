// Declares how `deskhand config` is called.
import type { Command } from 'commander'
import type { Shell } from '../shell.ts'

const load = () => import('../commands/config.ts')

export function addConfigCommands(program: Command, shell: Shell): void {
  const config = program.command('config').description('show and change the configuration')
  config
    .command('list')
    .description('list all values; * marks those of your file')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => (await load()).configListCommand(shell, options))
  config
    .command('get')
    .description('print one value')
    .argument('<key>', 'for example system.max_step')
    .action(async (key: string) => (await load()).configGetCommand(shell, key))
  config
    .command('set')
    .description('set one value in your file')
    .argument('<key>', 'for example system.max_step')
    .argument('<value>', 'true, 12, text …')
    .action(async (key: string, value: string) => (await load()).configSetCommand(shell, key, value))
  config
    .command('unset')
    .description('reset one value to its default')
    .argument('<key>', 'for example system.max_step')
    .action(async (key: string) => (await load()).configUnsetCommand(shell, key))
  config
    .command('key')
    .description('store an API key (typed, or from a pipe)')
    .argument('<name>', 'for example OPENAI_API_KEY')
    .option('--remove', 'remove the key')
    .action(async (name: string, options: { remove?: boolean }) => {
      const { configKeyCommand, removeKeyCommand } = await import('../commands/key.ts')
      await (options.remove ? removeKeyCommand(shell, name) : configKeyCommand(shell, name))
    })
  config
    .command('path')
    .description('print the path of the file')
    .action(async () => (await load()).configPathCommand(shell))
}
