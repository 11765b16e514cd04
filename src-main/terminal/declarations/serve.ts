// Declares how `deskhand serve` is called.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { ServeOptions } from '../commands/serve.ts'
import { readPort } from '../options.ts'
import type { Shell } from '../shell.ts'

/** The port of the reference. */
const PORT = 5000

export function addServeCommand(program: Command, shell: Shell): void {
  program
    .command('serve')
    .description('give tasks to devices, over HTTP')
    .option('--port <n>', 'port to listen on', readPort, PORT)
    .option(
      '--host <address>',
      'address to listen on; with any other, other machines can connect',
      '127.0.0.1',
    )
    .option('--allow-host <name>', 'another name of this server (repeatable)', readName)
    .option('--page [port]', 'show devices and runs in a page for your browser', readPort)
    .option('--tls-cert <file>', 'certificate (PEM): devices connect with wss')
    .option('--tls-key <file>', "the certificate's key (PEM)")
    .addOption(
      new Option(
        '--api-key <key>',
        'key of the devices; safer: DESKHAND_AIP_KEY or `deskhand config key` (other users can read a command line)',
      ),
    )
    .action(async (options: ServeOptions) =>
      (await import('../commands/serve.ts')).serveCommand(shell, options),
    )
}

function readName(text: string, before: string[] = []): string[] {
  if (!/^[\w.-]+$/.test(text)) throw new InvalidArgumentError('A name of a machine, without a port.')
  return [...before, text]
}
