// Declares how earlier runs are listed, searched, counted, reported and deleted.
import type { Command } from 'commander'
import { readCount } from '../options.ts'
import type { Shell } from '../shell.ts'

const load = () => import('../commands/history.ts')

export function addHistoryCommands(program: Command, shell: Shell): void {
  program
    .command('runs')
    .description('list runs, newest first')
    .option('--limit <n>', 'at most this many (default: 100; with --json: all)', readCount)
    .option('--json', 'one run per line, as JSON')
    .action(async (options: { json?: boolean; limit?: number }) => (await load()).runsCommand(shell, options))

  program
    .command('search')
    .description('search runs: requests, thoughts, acts, results')
    .argument('<words...>', 'words; a run must have all of them')
    .option('--limit <n>', 'at most this many matches', readCount)
    .option('--json', 'one match per line, as JSON')
    .action(async (words: string[], options: { json?: boolean; limit?: number }) =>
      (await load()).searchCommand(shell, words, options),
    )

  program
    .command('usage')
    .description('show tokens and cost per day, model and application')
    .option('--days <n>', 'the last N days (default: 30)', readCount)
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean; days?: number }) => (await load()).usageCommand(shell, options))

  program
    .command('report')
    .description('write a run as one HTML file')
    .argument('[run]', 'name of the run (default: the newest)')
    .option('--out <file>', 'output file (default: report.html in the run folder)')
    .option('--trace', 'instead, where its time went, for ui.perfetto.dev or chrome://tracing')
    .action(async (name: string | undefined, options: { out?: string; trace?: boolean }) =>
      (await load()).reportCommand(shell, name, options),
    )
}

export function addDeleteCommand(program: Command, shell: Shell): void {
  program
    .command('delete')
    .description('delete a run and its files')
    .argument('<run>', 'name of the run')
    .action(async (name: string) => (await load()).deleteCommand(shell, name))
}
