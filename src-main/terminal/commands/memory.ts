// Carries out `deskhand memory`: shows, imports, exports and removes what was learned.
import { resolve } from 'node:path'
import {
  EXCHANGE_FORMATS,
  MEMORY_KINDS,
  type Memory,
  type MemoryKind,
} from '../../../src-preload/contract/memory.ts'
import { localTime } from '../../../src-preload/contract/words.ts'
import { BridgeError } from '../../../src-preload/contract/bridge.ts'
import { userFault } from '../fault.ts'
import type { Shell } from '../shell.ts'
import { printTable, tell } from '../output/table.ts'
import type { Speech } from '../output/speech.ts'
import { plain, plainLines } from '../output/plain.ts'
import { padEnd } from '../output/text.ts'
import { withBridge } from '../with-bridge.ts'

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

type Format = (typeof EXCHANGE_FORMATS)[number]

export const memoryListCommand = (shell: Shell, words: string[], options: MemoryListOptions): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { memories, total } = await bridge.call('list_memories', {
      search: words.join(' '),
      kind: options.kind === undefined ? null : parseKind(options.kind),
      application: options.app ?? null,
      ...(options.limit === undefined ? {} : { limit: options.limit }),
    })
    if (options.json) {
      for (const one of memories) shell.stdout.write(`${JSON.stringify(one)}\n`)
      return
    }
    if (memories.length === 0) {
      await tell(
        shell,
        words.length > 0 || options.kind !== undefined || options.app !== undefined
          ? 'Nothing of what was learned fits.'
          : 'Nothing was learned yet. It is after runs (system.save_experience), and with: deskhand memory learn FOLDER --app NAME',
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
    const { word, sentence } = await shell.speech()
    const rows = memories.map((one) => [
      String(one.id),
      word(one.kind),
      localTime(new Date(one.made)).day,
      String(one.used),
      one.helped + one.failed === 0 ? '–' : `${one.helped} of ${one.helped + one.failed}`,
      plain(one.applications.join(', ')),
      plain(
        `${one.pinned ? '★ ' : ''}${one.outcome === 'worked' ? '' : `${word('did not work')}: `}${one.title}`,
      ),
    ])
    const rest = total > memories.length ? [sentence(`… and ${total - memories.length} more`)] : []
    await printTable(shell, columns, rows, rest)
  })

export const memoryShowCommand = (shell: Shell, id: number, options: { json?: boolean }): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const found = await bridge.call('read_memory', { id })
    shell.stdout.write(
      options.json
        ? `${JSON.stringify(found, null, 2)}\n`
        : `${wordsOf(found, await shell.speech()).join('\n')}\n`,
    )
  })

function wordsOf(memory: Memory, { word, sentence }: Speech): string[] {
  const { kind, outcome, applications, source, made, used, helped, failed } = memory
  const from = [source.run && `run ${source.run}`, source.file].filter((part) => part).join(', ')
  const facts = [
    ['kind', outcome === 'worked' ? word(kind) : `${word(kind)}, ${word('did not work')}`],
    ['applications', applications.join(', ') || word('all')],
    ['from', from || '–'],
    ['made', localTime(new Date(made)).day],
    ['used', sentence(`${used} times, helped ${helped}, failed ${failed}`)],
    ...(memory.pinned ? [['pinned', word('yes')]] : []),
  ]
  return [
    plain(memory.title),
    ...facts.map(([name = '', value = '']) => `  ${padEnd(word(name), 13)} ${plain(value)}`),
    '',
    ...(memory.key === memory.title ? [] : [...plainLines(memory.key), '']),
    ...plainLines(memory.text),
    ...(memory.tips === '' ? [] : ['', ...plainLines(memory.tips)]),
  ]
}

export const memoryForgetCommand = (shell: Shell, ids: number[]): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { forgotten } = await bridge.call('forget_memory', { ids })
    if (forgotten === 0) throw userFault('There is no such memory.')
    await tell(shell, `Forgotten: ${forgotten} of ${ids.length}`)
  })

export const memoryImportCommand = (
  shell: Shell,
  files: string[],
  options: { format?: string },
): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const format = options.format === undefined ? null : parseFormat(options.format)
    const paths = files.map((file) => resolve(file))
    const { imported } = await bridge.call('import_memory_files', { paths, format })
    for (const { file, added, merged, left_out: leftOut } of imported) {
      await tell(shell, `${plain(file)}: ${added} added, ${merged} known already.`)
      if (leftOut > 0) await tell(shell, `Left out, because they look like secrets: ${leftOut}`)
    }
  })

export interface ExportOptions {
  out?: string
  force?: boolean
}

export const memoryExportCommand = (shell: Shell, name: string, options: ExportOptions): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const format = parseFormat(name)
    if (options.out === '-') {
      shell.stdout.write((await bridge.call('export_memories', { format })).content)
      return
    }
    const { out = null, force = false } = options
    const wanted = { format, folder: process.cwd(), name: out, replace: force }
    const { path, memories } = await bridge.call('export_memory_file', wanted)
    await tell(shell, `Exported ${memories} → ${path}`)
  })

export const memoryLearnCommand = (
  shell: Shell,
  folder: string | undefined,
  options: LearnOptions,
): Promise<void> =>
  withBridge(shell, async (bridge) => {
    if ([folder, options.run, options.recording].filter((source) => source !== undefined).length > 1)
      throw userFault('Learn one thing at a time: a folder, a run (--run) or a recording (--recording).')
    if (options.run !== undefined) {
      const { demonstrations } = await bridge.call('learn_run', { run: options.run })
      await tell(shell, `Learned from the run ${plain(options.run)}: ${demonstrations}`)
    } else if (options.recording !== undefined) {
      if (options.request === undefined) throw userFault('Say with --request what the recording shows.')
      const { recording, request } = options
      const { title } = await bridge.call('learn_recording', { path: resolve(recording), request })
      await tell(shell, `Learned: ${plain(title)}`)
    } else {
      if (folder === undefined || options.app === undefined) {
        throw userFault('Give a folder and its application: deskhand memory learn FOLDER --app NAME')
      }
      const documents = { path: resolve(folder), application: options.app }
      const learned = await bridge.call('learn_folder', documents).catch(async (error: unknown) => {
        if (error instanceof BridgeError && error.kind === 'stopped')
          await tell(
            shell,
            'Stopped. What was learned is kept; the same command learns the rest.',
            shell.stderr,
          )
        throw error
      })
      for (const { file, why } of learned.skipped)
        await tell(shell, `Skipped ${plain(file)}: ${plain(why)}`, shell.stderr)
      if (learned.others.length > 0) {
        const kinds = learned.others.map(({ ending, files }) => `${files} × ${plain(ending)}`)
        await tell(shell, `Left out, of other kinds: ${kinds.join(', ')}`, shell.stderr)
      }
      if (learned.gone > 0)
        await tell(shell, `Files that are gone, and forgotten: ${learned.gone}`, shell.stderr)
      const { say } = await shell.speech()
      const counts = { memories: String(learned.memories), count: String(learned.files) }
      shell.stdout.write(`${say('terminal.learned', counts)}\n`)
    }
  })

function parseKind(text: string): MemoryKind {
  const kind = MEMORY_KINDS.find((known) => known === text)
  if (kind) return kind
  throw userFault(`There is no kind “${text}”. The kinds are: ${MEMORY_KINDS.join(', ')}.`)
}

function parseFormat(text: string): Format {
  const format = EXCHANGE_FORMATS.find((known) => known === text)
  if (format) return format
  throw userFault(`There is no form “${text}”. The forms are: ${EXCHANGE_FORMATS.join(', ')}.`)
}
