// Prepares batches for windows: each file or row becomes a task of a folder, which is then carried out like any other batch.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  filled,
  commandAmong,
  filledWords,
  isOddName,
  isUnquotable,
  placesIn,
} from '../../src-preload/contract/plan-places.ts'
import { MAX_TASKS, type PreparedBatch } from '../../src-preload/contract/calls/prepared-batches.ts'
import { messageOf, UserError } from '../core/errors.ts'
import {
  findPlan,
  isOwnPlan,
  isThere,
  recordedFrom,
  sealedPlan,
  writePlan,
  type RecordedPlan,
} from '../replay/plan-file.ts'
import { checkSettings, wordsWith } from '../replay/replay-options.ts'
import { planFilesIn, planName, readPlanFile, type Plan } from '../session/plan-file.ts'
import { readTable } from './csv.ts'
import { readRecords } from './task-status.ts'

export type KeptBatch = Omit<PreparedBatch, 'batch' | 'going'>

/** The input of one task: column → text. */
type Row = Record<string, string>

/** A row, and the name of its task. */
interface Item {
  name: string
  row: Row
}

type Work = { kind: 'request'; request: string } | { kind: 'plan'; plan: string }
type Items = { kind: 'files'; paths: readonly string[] } | { kind: 'table'; csv: string }

/** Characters of a text that an error names. */
const MAX_QUOTED = 80
/** The column of a batch of files. */
const FILE = 'file'

const batchesFolder = (home: string): string => join(home, 'batches')
export const batchFolder = (home: string, name: string): string => join(batchesFolder(home), name)

/** Throws UserError for files, columns and plans that are missing, and where a batch of this name exists. */
export async function prepareBatch(
  home: string,
  { name, work, items }: { name: string; work: Work; items: Items },
): Promise<KeptBatch> {
  const folder = batchFolder(home, name)
  if (await isThere(folder)) {
    throw new UserError(`There is a batch “${name}” already. Give another name.`, { key: 'name' })
  }
  const { columns, rows } = items.kind === 'files' ? await rowsOfFiles(items.paths) : rowsOfTable(items.csv)
  if (rows.length > MAX_TASKS) {
    throw new UserError(`A batch has at most ${MAX_TASKS} tasks, and this one would have ${rows.length}.`)
  }
  const { fill, isOwn } =
    work.kind === 'plan'
      ? await planFiller(home, work.plan, columns)
      : { fill: filler(work.request, columns), isOwn: true }
  // All plans are made before the first is written, so that a fault in the last row leaves nothing behind.
  const plans = rows.map((item) => ({ name: item.name, plan: fill(item.row) }))
  try {
    for (const { name: task, plan } of plans)
      await writePlan(join(folder, 'tasks', `${task}.json`), isOwn ? await sealedPlan(home, plan) : plan)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return readBatch(folder)
}

/** Lists batches, the newest first. An unreadable one is left out, because its folder belongs to something else. */
export async function listBatches(home: string): Promise<KeptBatch[]> {
  await mkdir(batchesFolder(home), { recursive: true, mode: 0o700 })
  const entries = await readdir(batchesFolder(home), { withFileTypes: true })
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => readBatch(join(batchesFolder(home), entry.name)).catch(() => [])),
  )
  return found.flat().toSorted((a, b) => b.changed - a.changed)
}

async function readBatch(folder: string): Promise<KeptBatch> {
  const files = await planFilesIn(join(folder, 'tasks'))
  const records = await readRecords(folder)
  const plans = await Promise.all(files.map((path) => readPlanFile(path)))
  const tasks = files.map((path, index) => {
    const task = planName(path)
    return { task, words: plans[index]?.task ?? '', record: records[task] ?? null }
  })
  const { mtimeMs: changed } = await stat(folder)
  return { name: basename(folder), folder, follow: plans.some(isFollowed), tasks, changed }
}

const isFollowed = ({ steps, recorded }: Plan): boolean => recorded !== undefined || steps.length > 0

const rowsOfTable = (csv: string): { columns: string[]; rows: Item[] } => {
  const { columns, rows } = readTable(csv)
  return { columns, rows: named(rows, (row) => row[columns[0] ?? ''] ?? '') }
}

async function rowsOfFiles(paths: readonly string[]): Promise<{ columns: string[]; rows: Item[] }> {
  const files = (await Promise.all(paths.map((path) => filesAt(path)))).flat()
  if (files.length === 0) throw new UserError('There is no file in what was given.')
  const [odd] = files.filter(isOddName)
  if (odd !== undefined) {
    throw new UserError(
      `The name of ${odd} has a quotation mark or a line break in it. Rename the file first.`,
    )
  }
  const rows = named(
    files.map((path) => ({ [FILE]: path })),
    (row) => basename(row[FILE] ?? ''),
  )
  return { columns: [FILE], rows }
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw new UserError(`There is no file and no folder ${path}: ${messageOf(error)}`)
  })
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
  return names.toSorted().map((name) => join(path, name))
}

/** Names rows so that their order stays, whatever their content: `007-march`. */
function named(rows: readonly Row[], wordsOf: (row: Row) => string): Item[] {
  const digits = String(rows.length).length
  return rows.map((row, index) => {
    const words = wordsOf(row).match(/[\p{L}\p{N}]+/gu) ?? []
    const number = String(index + 1).padStart(digits, '0')
    return { name: [number, ...words.slice(0, 4)].join('-').slice(0, 80), row }
  })
}

/** Throws UserError for a text that fits into no quotes, or would begin a command in a terminal: a part of it would be read as a command. */
function unmarked(row: Row, words: readonly string[]): Row {
  const command = commandAmong(words, row)
  if (command !== null)
    throw new UserError(
      `“${command.slice(0, MAX_QUOTED)}” has a sign that would begin a command in a terminal. Write it without.`,
    )
  const odd = Object.values(row).find(isUnquotable)
  if (odd === undefined) return row
  throw new UserError(
    `“${odd.slice(0, MAX_QUOTED)}” has a line break or all kinds of quotation marks in it. Write it without.`,
  )
}

/** Makes a request for each row. Where files are given and the request does not mention them, each is opened first. */
function filler(request: string, columns: readonly string[]): (row: Row) => Plan {
  const isOfFiles = columns.includes(FILE) && columns.length === 1
  const whole = isOfFiles && placesIn(request).length === 0 ? `open "{{${FILE}}}", ${request}` : request
  refuseUnknown(whole, columns)
  if (placesIn(whole).length === 0) {
    throw new UserError(
      `Every task would be the same: name a column in the request, as {{${columns[0] ?? FILE}}}.`,
      { key: 'work' },
    )
  }
  return (row) => ({ task: filledWords(whole, unmarked(row, [whole])), steps: [], object: '', close: false })
}

async function planFiller(
  home: string,
  name: string,
  columns: readonly string[],
): Promise<{ fill: (row: Row) => Plan; isOwn: boolean }> {
  const path = await findPlan(home, name)
  const plan = await readPlanFile(path)
  const isOwn = isOwnPlan(home, plan)
  const recorded = recordedFrom(plan, path)
  if (recorded) return { fill: recordedFiller(recorded, columns), isOwn }
  const texts = [plan.task, plan.object, ...plan.steps]
  for (const text of texts) refuseUnknown(text, [...columns, ...Object.keys(plan.inputs ?? {})])
  if (texts.every((text) => placesIn(text).length === 0)) {
    throw new UserError(
      `Every task would be the same: the plan “${name}” names no column. Write one into a step, as {{${columns[0] ?? FILE}}}.`,
    )
  }
  const fill = (row: Row): Plan => {
    const { inputs = {}, ...words } = plan
    const values = { ...inputs, ...unmarked(row, texts) }
    return {
      ...words,
      task: filledWords(plan.task, values),
      object: filled(plan.object, values),
      steps: plan.steps.map((step) => filledWords(step, values)),
    }
  }
  return { fill, isOwn }
}

/** Makes a plan for each row: the columns are the plan's inputs; missing ones stay as recorded. */
function recordedFiller(plan: RecordedPlan, columns: readonly string[]): (row: Row) => Plan {
  const { recorded } = plan
  checkSettings(recorded, Object.fromEntries(columns.map((column) => [column, ''])))
  return (row) => ({
    ...plan,
    task: wordsWith(plan.task, recorded, row),
    steps: plan.steps.map((step) => wordsWith(step, recorded, row)),
    recorded: { ...recorded, values: { ...recorded.values, ...row } },
  })
}

function refuseUnknown(text: string, columns: readonly string[]): void {
  const unknown = placesIn(text).find((column) => !columns.includes(column))
  if (unknown === undefined) return
  throw new UserError(`There is no column “${unknown}”. There are: ${columns.join(', ')}.`, { key: 'work' })
}
