// Declares how `deskhand memory` is called.
import type { Command } from 'commander'
import { MEMORY_KINDS } from '../../../src-preload/contract/memory-kinds.ts'
import type { ExportOptions, LearnOptions, MemoryListOptions } from '../commands/memory.ts'
import { readCount } from '../options.ts'
import type { Shell } from '../shell.ts'

const load = () => import('../commands/memory.ts')

export function addMemoryCommands(program: Command, shell: Shell): void {
  const memory = program
    .command('memory')
    .description('list, show, forget, import, export or learn what helps later')
  memory
    .command('list', { isDefault: true })
    .description('list memories: the newest, or the best matches')
    .argument('[words...]', 'words to search for')
    .option('--kind <kind>', `only of this kind: ${MEMORY_KINDS.join(', ')}`)
    .option('--app <name>', 'only of this application')
    .option('--limit <n>', 'at most this many (default: 50)', readCount)
    .option('--json', 'one memory per line, as JSON')
    .action(async (words: string[], options: MemoryListOptions) =>
      (await load()).memoryListCommand(shell, words, options),
    )
  memory
    .command('show')
    .description('print one memory')
    .argument('<id>', 'its number in the list', readCount)
    .option('--json', 'as JSON')
    .action(async (id: number, options: { json?: boolean }) =>
      (await load()).memoryShowCommand(shell, id, options),
    )
  memory
    .command('forget')
    .description('delete memories')
    .argument('<ids...>', 'their numbers in the list', (text: string, all?: number[]) => [
      ...(all ?? []),
      readCount(text),
    ])
    .action(async (ids: number[]) => (await load()).memoryForgetCommand(shell, ids))
  memory
    .command('import')
    .description(
      'read experience.yaml, narrative_memory.json, episodic_memory.json, qa_pairs.jsonl; all of it or nothing',
    )
    .argument('<files...>')
    .option(
      '--format <format>',
      'experience, narrative, episodic or question_answer (default: by the file name)',
    )
    .action(async (files: string[], options: { format?: string }) =>
      (await load()).memoryImportCommand(shell, files, options),
    )
  memory
    .command('export')
    .description('write one of these files')
    .argument('<format>', 'experience, narrative, episodic or question_answer')
    .option('--out <file>', 'output file, - for standard output (default: its usual name, here)')
    .option('--force', 'replace an existing file')
    .action(async (format: string, options: ExportOptions) =>
      (await load()).memoryExportCommand(shell, format, options),
    )
  memory
    .command('learn')
    .description('learn documents for an application, or a demonstration')
    .argument('[folder]', 'a folder or file: Markdown, HTML, PDF, text, help JSON')
    .option('--app <name>', 'the application that the documents are about')
    .option('--run <name>', 'a recorded run, as a demonstration')
    .option('--recording <file>', 'a recording of Windows’ Step Recorder: .zip, .mht or .xml')
    .option('--request <text>', 'what the recording shows')
    .action(async (folder: string | undefined, options: LearnOptions) =>
      (await load()).memoryLearnCommand(shell, folder, options),
    )
}
