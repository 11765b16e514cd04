// `deskhand memory`: what was learned, and how it comes in and goes out.
import { resolve } from 'node:path'
import { MEMORY_KINDS, type Memory, type MemoryKind } from '../../../src-preload/contract/memory.ts'
import { count, localTime } from '../../../src-preload/contract/words.ts'
import { deskhandHome } from '../../config/home.ts'
import { StoppedError, UserError } from '../../core/errors.ts'
import { createLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { MemoryClient } from '../../memory/client.ts'
import { demonstrationsOf } from '../../memory/demonstrations/recorded-run.ts'
import { readStepRecording } from '../../memory/demonstrations/step-recorder.ts'
import { learnDocuments } from '../../memory/documents/learn.ts'
import { exportFile, exportText, importFiles } from '../../memory/exchange/exchange.ts'
import { FILE_NAMES, FORMATS, type Format } from '../../memory/exchange/formats.ts'
import { findRun, readRun } from '../../recorder/runs.ts'
import type { Shell } from '../shell.ts'
import { table } from '../output/table.ts'
import { inkFor, plain, plainLines, roomOf } from '../output/text.ts'

export interface MemoryListOptions {
  json?: boolean
  kind?: string
  app?: string
  limit?: number
}

export interface LearnOptions {
  app?: string
  run?: string
  recording?: string
  request?: string
}

export const kindNames = MEMORY_KINDS.join(', ')

/** The memory of this data folder, as long as `work` needs it. Ctrl+C ends it between two files. */
async function withMemory(
  shell: Shell,
  work: (memory: MemoryClient, run: RunControl) => Promise<void>,
): Promise<void> {
  const logger = createLogger('warn', (line) => shell.stderr.write(line))
  const env = Object.fromEntries(
    Object.entries(shell.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  await using memory = new MemoryClient({ home: deskhandHome(shell.env), env, logger: () => logger })
  using run = new RunControl()
  const release = shell.onInterrupt(() => run.stop(new StoppedError('stopped', 'Stopped by the user.')))
  try {
    await work(memory, run)
  } finally {
    release()
  }
}

export const memoryListCommand = (shell: Shell, words: string[], options: MemoryListOptions): Promise<void> =>
  withMemory(shell, async (memory) => {
    const { memories, total } = await memory.ask('list', {
      search: words.join(' '),
      kind: options.kind === undefined ? null : parseKind(options.kind),
      application: options.app ?? null,
      offset: 0,
      limit: options.limit ?? 50,
    })
    if (options.json) {
      for (const one of memories) shell.stdout.write(`${JSON.stringify(one)}\n`)
      return
    }
    if (memories.length === 0) {
      shell.stdout.write(
        words.length > 0 || options.kind !== undefined || options.app !== undefined
          ? 'Nothing of what was learned fits.\n'
          : 'Nothing was learned yet. It is after runs (system.save_experience), and with: deskhand memory learn FOLDER --app NAME\n',
      )
      return
    }
    const columns = [
      { title: 'ID', align: 'right' as const },
      { title: 'KIND' },
      { title: 'MADE' },
      { title: 'USED', align: 'right' as const },
      { title: 'HELPED', align: 'right' as const },
      { title: 'APPLICATION', width: 20 },
      { title: 'TITLE' },
    ]
    const rows = memories.map((one) => [
      String(one.id),
      one.kind,
      localTime(new Date(one.made)).day,
      String(one.used),
      one.helped + one.failed === 0 ? '–' : `${one.helped} of ${one.helped + one.failed}`,
      plain(one.applications.join(', ')),
      plain(`${one.pinned ? '★ ' : ''}${one.outcome === 'worked' ? '' : 'did not work: '}${one.title}`),
    ])
    const [head = '', ...lines] = table(columns, rows, roomOf(shell.stdout))
    const rest = total > memories.length ? [`… and ${total - memories.length} more`] : []
    shell.stdout.write([inkFor(shell.stdout, shell.env).dim(head), ...lines, ...rest, ''].join('\n'))
  })

export const memoryShowCommand = (shell: Shell, id: number, options: { json?: boolean }): Promise<void> =>
  withMemory(shell, async (memory) => {
    const found = await memory.ask('get', { id })
    shell.stdout.write(
      options.json ? `${JSON.stringify(found, null, 2)}\n` : `${wordsOf(found).join('\n')}\n`,
    )
  })

function wordsOf(memory: Memory): string[] {
  const { kind, outcome, applications, source, made, used, helped, failed } = memory
  const from = [source.run && `run ${source.run}`, source.file].filter((part) => part).join(', ')
  const facts = [
    ['kind', outcome === 'worked' ? kind : `${kind}, did not work`],
    ['applications', applications.join(', ') || 'all'],
    ['from', from || '–'],
    ['made', localTime(new Date(made)).day],
    ['used', `${used} times, helped ${helped}, failed ${failed}`],
    ...(memory.pinned ? [['pinned', 'yes']] : []),
  ]
  return [
    plain(memory.title),
    ...facts.map(([name = '', value = '']) => `  ${name.padEnd(13)} ${plain(value)}`),
    '',
    ...(memory.key === memory.title ? [] : [...plainLines(memory.key), '']),
    ...plainLines(memory.text),
    ...(memory.tips === '' ? [] : ['', ...plainLines(memory.tips)]),
  ]
}

export const memoryForgetCommand = (shell: Shell, ids: number[]): Promise<void> =>
  withMemory(shell, async (memory) => {
    const forgotten = await memory.ask('forget', { ids })
    if (forgotten === 0) throw new UserError('There is no such memory.')
    shell.stdout.write(`Forgotten: ${forgotten} of ${ids.length}\n`)
  })

export const memoryImportCommand = (
  shell: Shell,
  files: string[],
  options: { format?: string },
): Promise<void> =>
  withMemory(shell, async (memory) => {
    const format = options.format === undefined ? null : parseFormat(options.format)
    const all = await importFiles(
      memory,
      files.map((file) => resolve(file)),
      format,
    )
    for (const { file, added, merged, leftOut } of all) {
      const rest = leftOut === 0 ? '' : `, ${leftOut} left out (they look like secrets)`
      shell.stdout.write(`${plain(file)}: ${added} added, ${merged} known already${rest}\n`)
    }
  })

export interface ExportOptions {
  out?: string
  force?: boolean
}

export const memoryExportCommand = (shell: Shell, name: string, options: ExportOptions): Promise<void> =>
  withMemory(shell, async (memory) => {
    const format = parseFormat(name)
    if (options.out === '-') {
      shell.stdout.write((await exportText(memory, format)).text)
      return
    }
    const file = resolve(options.out ?? FILE_NAMES[format])
    const written = await exportFile(memory, format, file, { replace: options.force ?? false })
    shell.stdout.write(`${count(written, 'memory', 'memories')} → ${file}\n`)
  })

export const memoryLearnCommand = (
  shell: Shell,
  folder: string | undefined,
  options: LearnOptions,
): Promise<void> =>
  withMemory(shell, async (memory, run) => {
    if ([folder, options.run, options.recording].filter((source) => source !== undefined).length > 1)
      throw new UserError('Learn one thing at a time: a folder, a run (--run) or a recording (--recording).')
    if (options.run !== undefined) {
      const view = await readRun(await findRun(deskhandHome(shell.env), options.run))
      const saved = await memory.ask('save', { records: demonstrationsOf(view) })
      shell.stdout.write(`Learned from the run ${plain(view.run)}: ${count(saved.length, 'demonstration')}\n`)
    } else if (options.recording !== undefined) {
      if (options.request === undefined) throw new UserError('Say with --request what the recording shows.')
      const record = await readStepRecording(resolve(options.recording), options.request)
      await memory.ask('save', { records: [record] })
      shell.stdout.write(`Learned: ${plain(record.title)}\n`)
    } else {
      if (folder === undefined || options.app === undefined) {
        throw new UserError('Give a folder and its application: deskhand memory learn FOLDER --app NAME')
      }
      const learned = await learnDocuments(memory, { path: folder, application: options.app }, run).catch(
        (error: unknown) => {
          if (error instanceof StoppedError)
            shell.stderr.write('Stopped. What was learned is kept; the same command learns the rest.\n')
          throw error
        },
      )
      for (const { file, why } of learned.skipped)
        shell.stderr.write(`Skipped ${plain(file)}: ${plain(why)}\n`)
      if (learned.others.size > 0) {
        const kinds = [...learned.others].map(([ending, files]) => `${files} × ${plain(ending)}`)
        shell.stderr.write(`Left out, of other kinds: ${kinds.join(', ')}\n`)
      }
      if (learned.gone > 0) shell.stderr.write(`Gone, and forgotten: ${count(learned.gone, 'file')}\n`)
      shell.stdout.write(
        `Learned ${count(learned.files, 'file')} as ${count(learned.memories, 'memory', 'memories')}\n`,
      )
    }
  })

function parseKind(text: string): MemoryKind {
  const kind = MEMORY_KINDS.find((known) => known === text)
  if (kind) return kind
  throw new UserError(`There is no kind “${text}”. The kinds are: ${kindNames}.`)
}

function parseFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text)
  if (format) return format
  throw new UserError(`There is no form “${text}”. The forms are: ${FORMATS.join(', ')}.`)
}
