// Keeps the history of all runs, made of their events. An index keeps what is known of each, so that a thousand runs are listed
// and searched without reading their events again; what is missing or old there is made anew.
import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DayRow, SearchHit, UsageRow } from '../../../src-preload/contract/calls/history.ts'
import type { RunSummary } from '../../../src-preload/contract/run-view.ts'
import { localTime } from '../../../src-preload/contract/words.ts'
import { readEvents } from '../read-journal.ts'
import { RunFolder } from '../run-folder.ts'
import { digestOf, type Digest, type SearchText, type UsageOfRun } from './digest.ts'
import { foldedWords } from './fold.ts'
import { HistoryIndexFile, type Head, type HistoryIndex } from './history-index.ts'
import { hitsIn } from './search.ts'

/** How many folders are read together, and written to the index together. */
const MAX_AT_ONCE = 16
/** From this number on, reading their events takes long enough to be reported. */
const MIN_MANY_RUNS = 100
/** How many folders are checked before other work has a turn: this takes some milliseconds. */
const MAX_IN_A_TURN = 1_000
const DAY_MS = 24 * 60 * 60 * 1000

interface Known {
  folder: RunFolder
  digest: Digest
  alive: boolean
  /** The texts; null where they were not read, because those of a finished run are in the index. */
  texts: SearchText[] | null
}

/** Called while the events of many runs are read. */
export type ReadingRuns = (done: number, total: number) => void

export class RunHistory {
  readonly #home: string
  readonly #index: HistoryIndexFile
  readonly #digests = new Map<string, Digest>()

  /** `warn` is called when the index is made anew, and when it can't be used. */
  constructor(home: string, warn?: (message: string) => void) {
    this.#home = home
    this.#index = new HistoryIndexFile(home, warn)
  }

  /** Removes a deleted run from the history, too. */
  async forget(run: string): Promise<void> {
    this.#digests.delete(run)
    await this.#index.forget(run)
  }

  /**
   * Lists runs, the newest first: all, or at most `limit`, for which those of long ago are not read. Folders without events, or with
   * broken ones, are named in `unreadable`.
   */
  async list(
    tell?: ReadingRuns,
    limit: number | null = null,
  ): Promise<{ runs: RunSummary[]; unreadable: string[] }> {
    const { known, unreadable } = await this.#index.use((index) =>
      this.#all(index, tell, limit === null ? null : this.#takeUpNewest(index, limit)),
    )
    const runs = known
      .map(summaryOf)
      .toSorted((a, b) => b.started_at - a.started_at || b.run.localeCompare(a.run))
    return { runs: limit === null ? runs : runs.slice(0, limit), unreadable }
  }

  /** Finds runs that hold all of these words somewhere, the newest first; without case and accents. */
  async search(text: string, limit: number, tell?: ReadingRuns): Promise<SearchHit[]> {
    const words = foldedWords(text)
    if (words.length === 0) return []
    return await this.#index.use(async (index) => {
      const { known } = await this.#all(index, tell)
      const newest = known.toSorted(
        (a, b) =>
          b.digest.summary.started_at - a.digest.summary.started_at ||
          b.folder.name.localeCompare(a.folder.name),
      )
      const indexed = index.runsWith(words)
      const hits: SearchHit[] = []
      for (const { folder, digest, alive, texts } of newest) {
        if (hits.length >= limit) break
        const own = alive ? (texts ?? (await readDigest(folder, digest.stamp))?.texts) : null
        if (!own && !indexed.has(folder.name)) continue
        hits.push(...hitsIn(folder.name, own ?? index.texts(folder.name), words))
      }
      return hits.slice(0, limit)
    })
  }

  /** Returns what the last days have used, including today, and how their runs ended. */
  async usage(days: number, now = Date.now()): Promise<{ models: UsageRow[]; days: DayRow[] }> {
    const first = localTime(new Date(now - (days - 1) * DAY_MS)).day
    const { known } = await this.#index.use((index) => this.#all(index))
    const used = known.flatMap(({ digest }) => digest.usage).filter(({ day }) => day >= first)
    const begun = known.map(summaryOf).filter((run) => dayOf(run) >= first)
    return { models: sumUsage(used), days: sumDays(begun) }
  }

  /**
   * Updates the index. Stores nothing of a running run, because its next event would make that out of date. `older`: runs of the index that
   * are left out unless their events have changed, each with its stamp.
   */
  async #all(
    index: HistoryIndex,
    tell?: ReadingRuns,
    older: ReadonlyMap<string, string> | null = null,
  ): Promise<{ known: Known[]; unreadable: string[] }> {
    const stored = index.stamps()
    if (!older) this.#takeUp(stored, index)
    const folders = await RunFolder.all(this.#home)
    const known: Known[] = []
    const changed: [RunFolder, string][] = []
    const leftOut: string[] = []
    for (const [at, folder] of folders.entries()) {
      if (at % MAX_IN_A_TURN === MAX_IN_A_TURN - 1) await nextTurn()
      const stamp = stampOf(folder)
      if (older?.get(folder.name) === stamp) {
        leftOut.push(folder.name)
        continue
      }
      const digest = this.#digests.get(folder.name)
      // For a finished run it does not matter whether its program still runs.
      const isKnown = digest?.finished === true && digest.stamp === stamp && stored.get(folder.name) === stamp
      if (isKnown) known.push({ folder, digest, alive: false, texts: null })
      else changed.push([folder, stamp])
    }
    const unreadable: string[] = []
    for (let at = 0; at < changed.length; at += MAX_AT_ONCE) {
      const some = await Promise.all(
        changed.slice(at, at + MAX_AT_ONCE).map(([folder, stamp]) => this.#know(folder, stamp, stored)),
      )
      const made: Known[] = []
      for (const one of some) {
        if (typeof one === 'string') unreadable.push(one)
        else if (one) (one.alive || one.texts === null ? known : made).push(one)
      }
      index.write(made.map(({ folder: { name }, digest, texts }) => ({ name, digest, texts: texts ?? [] })))
      known.push(...made.map((one) => ({ ...one, texts: null })))
      if (changed.length > MIN_MANY_RUNS) tell?.(Math.min(at + MAX_AT_ONCE, changed.length), changed.length)
    }
    const lasting = new Set([
      ...leftOut,
      ...known.filter(({ alive }) => !alive).map(({ folder }) => folder.name),
    ])
    index.remove([...stored.keys()].filter((name) => !lasting.has(name)))
    const names = new Set([...leftOut, ...known.map(({ folder }) => folder.name)])
    for (const name of this.#digests.keys()) if (!names.has(name)) this.#digests.delete(name)
    return { known, unreadable: unreadable.toSorted() }
  }

  /** Reads all digests that this program does not have yet, at once. */
  #takeUp(stored: ReadonlyMap<string, string>, index: HistoryIndex): void {
    const isKnown = ([name, stamp]: [string, string]) => this.#digests.get(name)?.stamp === stamp
    if ([...stored].every(isKnown)) return
    for (const [name, digest] of index.digests())
      if (digest.stamp === stored.get(name)) this.#digests.set(name, digest)
  }

  /** Reads the digests of the newest runs, and of all without an end. Returns the others. */
  #takeUpNewest(index: HistoryIndex, limit: number): Map<string, string> {
    const heads = index
      .heads()
      .toSorted((a, b) => (b.started ?? 0) - (a.started ?? 0) || b.name.localeCompare(a.name))
    const isOlder = ({ finished }: Head, rank: number) => finished === 1 && rank >= limit
    for (const [rank, head] of heads.entries()) {
      if (isOlder(head, rank) || this.#digests.get(head.name)?.stamp === head.stamp) continue
      const digest = index.digest(head.name)
      if (digest) this.#digests.set(head.name, digest)
    }
    return new Map(heads.filter(isOlder).map(({ name, stamp }) => [name, stamp]))
  }

  /** Returns the digest of a run; its name where it can't be read; null for a running one without an event. */
  async #know(
    folder: RunFolder,
    stamp: string,
    stored: ReadonlyMap<string, string>,
  ): Promise<Known | string | null> {
    const { name } = folder
    const isStored = stored.get(name) === stamp
    let digest = this.#digests.get(name) ?? null
    if (digest?.stamp !== stamp) digest = null
    const owned = digest?.finished !== true && (await folder.isOwned())
    let texts: SearchText[] | null = null
    if (!digest || (!isStored && (digest.finished || !owned))) {
      const made = await readDigest(folder, stamp)
      if (!made) return name
      digest = made.digest
      texts = made.texts
    }
    const alive = owned && !digest.finished
    if (digest.summary.started_at === 0) return alive ? null : name
    this.#digests.set(name, digest)
    return { folder, digest, alive, texts }
  }
}

/** Reads a digest; null for events that can't be read. */
const readDigest = (folder: RunFolder, stamp: string) =>
  readEvents(folder.eventsPath).then(
    (events) => digestOf(events, stamp),
    () => null,
  )

/** Returns a stamp that changes with every event; empty where there is no file of events. */
function stampOf(folder: RunFolder): string {
  // This is synchronous, because a look takes microseconds, and there may be ten thousand of them.
  try {
    const found = statSync(folder.eventsPath, { throwIfNoEntry: false })
    return found ? `${found.size} ${found.mtimeMs}` : ''
  } catch {
    return ''
  }
}

const summaryOf = ({ folder, digest, alive }: Known): RunSummary => ({
  ...digest.summary,
  run: folder.name,
  log_path: folder.path,
  status: digest.finished || alive ? digest.summary.status : 'interrupted',
})

const dayOf = (run: RunSummary): string => localTime(new Date(run.started_at)).day

function sumUsage(rows: UsageOfRun[]): UsageRow[] {
  const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  const sums = new Map<string, UsageRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.day, row.model, row.application])
    const sum = sums.get(key)
    sums.set(
      key,
      sum
        ? {
            ...sum,
            calls: sum.calls + row.calls,
            input_tokens: add(sum.input_tokens, row.input_tokens),
            output_tokens: add(sum.output_tokens, row.output_tokens),
            cost: add(sum.cost, row.cost),
          }
        : row,
    )
  }
  return [...sums.values()].toSorted((a, b) => a.day.localeCompare(b.day) || a.model.localeCompare(b.model))
}

/** Sums runs per day. Running and interrupted ones are neither completed nor failed nor stopped; their time counts. */
function sumDays(runs: RunSummary[]): DayRow[] {
  const days = new Map<string, DayRow>()
  for (const run of runs) {
    const day = dayOf(run)
    const row = days.get(day) ?? { day, completed: 0, unsure: 0, failed: 0, stopped: 0, ms: 0, steps: 0 }
    row.ms += run.ms
    row.steps += run.steps
    if (run.status === 'completed') row[run.last === 'unsure' ? 'unsure' : 'completed']++
    else if (run.status === 'failed' || run.status === 'stopped') row[run.status]++
    days.set(day, row)
  }
  return [...days.values()].toSorted((a, b) => a.day.localeCompare(b.day))
}
