// The words of `deskhand memory`; what each does is in `memory-commands.ts`.
import type { Command } from 'commander'
import {
  kindNames,
  memoryExportCommand,
  memoryForgetCommand,
  memoryImportCommand,
  memoryLearnCommand,
  memoryListCommand,
  memoryShowCommand,
  type ExportOptions,
  type LearnOptions,
  type MemoryListOptions,
} from './memory.ts'
import { readCount } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addMemoryCommands(program: Command, shell: Shell): void {
  const memory = program
    .command('memory')
    .description('what was learned: list, show, forget, import, export, learn')
  memory
    .command('list', { isDefault: true })
    .description('the newest, or what fits the words, the best first')
    .argument('[words...]', 'what to look for')
    .option('--kind <kind>', `only of this kind: ${kindNames}`)
    .option('--app <name>', 'only of this application')
    .option('--limit <n>', 'at most so many; 50 without it', readCount)
    .option('--json', 'one memory per line, as JSON')
    .action((words: string[], options: MemoryListOptions) => memoryListCommand(shell, words, options))
  memory
    .command('show')
    .description('print one memory whole')
    .argument('<id>', 'its number in the list', readCount)
    .option('--json', 'as JSON')
    .action((id: number, options: { json?: boolean }) => memoryShowCommand(shell, id, options))
  memory
    .command('forget')
    .description('remove memories for good')
    .argument('<ids...>', 'their numbers in the list', (text: string, all?: number[]) => [
      ...(all ?? []),
      readCount(text),
    ])
    .action((ids: number[]) => memoryForgetCommand(shell, ids))
  memory
    .command('import')
    .description(
      'read experience.yaml, narrative_memory.json, episodic_memory.json, qa_pairs.jsonl; all of it or nothing',
    )
    .argument('<files...>')
    .option(
      '--format <format>',
      'where the name of the file does not say it: experience, narrative, episodic, question_answer',
    )
    .action((files: string[], options: { format?: string }) => memoryImportCommand(shell, files, options))
  memory
    .command('export')
    .description('write one of these files')
    .argument('<format>', 'experience, narrative, episodic or question_answer')
    .option('--out <file>', 'where to write it, - for standard output; under its usual name here without it')
    .option('--force', 'replace a file that is there already')
    .action((format: string, options: ExportOptions) => memoryExportCommand(shell, format, options))
  memory
    .command('learn')
    .description('learn documents for an application, or a demonstration')
    .argument('[folder]', 'a folder or file: Markdown, HTML, PDF, text, help JSON')
    .option('--app <name>', 'the application that the documents are about')
    .option('--run <name>', 'a recorded run, as a demonstration')
    .option('--recording <file>', 'a recording of Windows’ Step Recorder: .zip, .mht or .xml')
    .option('--request <text>', 'what the recording shows')
    .action((folder: string | undefined, options: LearnOptions) => memoryLearnCommand(shell, folder, options))
}
