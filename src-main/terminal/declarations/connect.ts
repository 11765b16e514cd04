// Declares how `deskhand connect` is called.
import type { Command } from 'commander'
import type { ConnectOptions } from '../commands/connect.ts'
import { displayOption, JSON_EVENTS, runOption } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addConnectCommand(program: Command, shell: Shell, setCode: (code: number) => void): void {
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
      setCode(await (await import('../commands/connect.ts')).connectCommand(shell, address, options)),
    )
}
