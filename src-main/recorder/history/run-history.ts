// The history of all runs. What is known of each is kept in one file (`DESKHAND_HOME/history.json`), its words beside its
// events (`search.json`), so that a thousand runs are listed and searched without reading their events again. Both are only
// made of events, and made anew where they are missing or old.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { DayRow, SearchHit, UsageRow } from '../../../src-preload/contract/calls/history.ts'
import type { RunSummary } from '../../../src-preload/contract/run-view.ts'
import { localTime } from '../../../src-preload/contract/words.ts'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import { readEvents } from '../journal.ts'
import { RunFolder } from '../run-folder.ts'
import {
  digestOf,
  DIGEST_VERSION,
  indexSchema,
  storedTexts,
  textsSchema,
  type Digest,
  type SearchText,
  type UsageOfRun,
} from './digest.ts'
import { foldedWords } from './fold.ts'
import { hitsIn } from './search.ts'

/** Folders that are looked at together. */
const AT_ONCE = 16
/** Characters of searched texts that are kept in memory. */
const MOST_IN_MEMORY = 30_000_000
const DAY_MS = 24 * 60 * 60 * 1000

interface Known {
  folder: RunFolder
  digest: Digest
  alive: boolean
}

export class RunHistory {
  readonly #home: string
  readonly #digests = new Map<string, Digest>()
  /** What the file has: name → stamp. Null before it is read. */
  #stored: Map<string, string> | null = null
  /** Runs that went on when they were looked at last. */
  readonly #alive = new Set<string>()
  readonly #searched = new Map<string, { stamp: string; texts: SearchText[] }>()
  #inMemory = 0

  constructor(home: string) {
    this.#home = home
  }

  /** A run that is deleted is gone from here, too. */
  async forget(run: string): Promise<void> {
    await this.#load()
    this.#digests.delete(run)
    this.#searched.delete(run)
    await this.#save()
  }

  /** The newest first. Folders without events, or with broken ones, are named in `unreadable`. */
  async list(): Promise<{ runs: RunSummary[]; unreadable: string[] }> {
    const { known, unreadable } = await this.#all()
    const runs = known
      .map(summaryOf)
      .toSorted((a, b) => b.started_at - a.started_at || b.run.localeCompare(a.run))
    return { runs, unreadable }
  }

  /** Runs that hold all of these words somewhere, the newest first; without case and accents. */
  async search(text: string, limit: number): Promise<SearchHit[]> {
    const words = foldedWords(text)
    if (words.length === 0) return []
    const { known } = await this.#all()
    const newest = known.toSorted((a, b) => b.digest.summary.started_at - a.digest.summary.started_at)
    const hits: SearchHit[] = []
    for (let at = 0; at < newest.length && hits.length < limit; at += AT_ONCE) {
      const some = newest.slice(at, at + AT_ONCE)
      const found = await Promise.all(
        some.map(async (run) => hitsIn(run.folder.name, await this.#texts(run), words)),
      )
      hits.push(...found.flat())
    }
    return hits.slice(0, limit)
  }

  /** What the last days have used, today included, and how their runs went. */
  async usage(days: number, now = Date.now()): Promise<{ models: UsageRow[]; days: DayRow[] }> {
    const first = localTime(new Date(now - (days - 1) * DAY_MS)).day
    const { known } = await this.#all()
    const used = known.flatMap(({ digest }) => digest.usage).filter(({ day }) => day >= first)
    const begun = known.map(summaryOf).filter((run) => dayOf(run) >= first)
    return { models: sumUsage(used), days: sumDays(begun) }
  }

  async #all(): Promise<{ known: Known[]; unreadable: string[] }> {
    await this.#load()
    const folders = await RunFolder.all(this.#home)
    const names = new Set(folders.map(({ name }) => name))
    for (const name of this.#digests.keys()) if (!names.has(name)) this.#digests.delete(name)
    const known: Known[] = []
    const unreadable: string[] = []
    for (let at = 0; at < folders.length; at += AT_ONCE) {
      await Promise.all(
        folders.slice(at, at + AT_ONCE).map(async (folder) => {
          const found = await this.#know(folder)
          if (found === 'unreadable') unreadable.push(folder.name)
          else if (found) known.push(found)
        }),
      )
    }
    await this.#save()
    return { known, unreadable: unreadable.toSorted() }
  }

  async #load(): Promise<void> {
    if (this.#stored) return
    this.#stored = new Map()
    const text = await readFile(this.#path, 'utf8').catch(() => null)
    if (text === null) return
    try {
      const { digests } = indexSchema.parse(JSON.parse(text))
      for (const [name, digest] of Object.entries(digests)) {
        this.#digests.set(name, digest)
        this.#stored.set(name, digest.stamp)
      }
    } catch {
      // Of another version, or broken: it is made anew.
    }
  }

  /** Writes the file where it has become old. Of a run that goes on nothing is kept: its next event makes it old. */
  async #save(): Promise<void> {
    const lasting = [...this.#digests].filter(([name]) => !this.#alive.has(name))
    const stored = this.#stored ?? new Map<string, string>()
    const same =
      lasting.length === stored.size && lasting.every(([name, { stamp }]) => stored.get(name) === stamp)
    if (same) return
    this.#stored = new Map(lasting.map(([name, { stamp }]) => [name, stamp]))
    const text = JSON.stringify({ v: DIGEST_VERSION, digests: Object.fromEntries(lasting) })
    await writeFileAtomically(this.#path, `${text}\n`, 0o600).catch(() => {
      // A full disk, a folder that may only be read: it is made again the next time.
    })
  }

  get #path(): string {
    return join(this.#home, 'history.json')
  }

  /** Null for a run that goes on and has said nothing yet. */
  async #know(folder: RunFolder): Promise<Known | 'unreadable' | null> {
    try {
      const stamp = await stampOf(folder)
      let digest = this.#digests.get(folder.name) ?? null
      if (digest?.stamp !== stamp) digest = null
      // One that has ended needs no look at its program.
      const owned = digest?.finished !== true && (await folder.isOwned())
      digest ??= (await this.#make(folder, stamp, owned)).digest
      const alive = owned && !digest.finished
      if (alive) this.#alive.add(folder.name)
      else this.#alive.delete(folder.name)
      if (digest.summary.started_at === 0) return alive ? null : 'unreadable'
      this.#digests.set(folder.name, digest)
      return { folder, digest, alive }
    } catch {
      return 'unreadable'
    }
  }

  async #texts({ folder, digest, alive }: Known): Promise<SearchText[]> {
    const kept = this.#searched.get(folder.name)
    if (kept?.stamp === digest.stamp) return kept.texts
    const found = await stored(folder, 'search.json', textsSchema, digest.stamp)
    const made = found ?? (await this.#make(folder, digest.stamp, alive).catch(() => ({ texts: [] })))
    const { texts } = made
    this.#inMemory += texts.reduce((sum, { text }) => sum + text.length, 0)
    // The oldest runs are searched last, and are let go of first.
    if (this.#inMemory <= MOST_IN_MEMORY) this.#searched.set(folder.name, { stamp: digest.stamp, texts })
    return texts
  }

  /** Of a run that goes on nothing is written: its next event makes it old. */
  async #make(
    folder: RunFolder,
    stamp: string,
    alive: boolean,
  ): Promise<{ digest: Digest; texts: SearchText[] }> {
    const made = digestOf(await readEvents(folder.eventsPath), stamp)
    if ((made.digest.finished || !alive) && made.digest.summary.started_at > 0) {
      const text = JSON.stringify(storedTexts(stamp, made.texts))
      await writeFileAtomically(folder.resolve('search.json'), `${text}\n`, 0o600).catch(() => {
        // As for `history.json`.
      })
    }
    return made
  }
}

/** Changes with every event; empty where there is no file of events. */
async function stampOf(folder: RunFolder): Promise<string> {
  const found = await stat(folder.eventsPath).catch(() => null)
  return found ? `${found.size} ${found.mtimeMs}` : ''
}

/** Null where there is none of this stamp. */
async function stored<T extends { stamp: string }>(
  folder: RunFolder,
  name: string,
  schema: z.ZodType<T>,
  stamp: string,
): Promise<T | null> {
  try {
    const found = schema.safeParse(JSON.parse(await readFile(folder.resolve(name), 'utf8')))
    return found.data?.stamp === stamp ? found.data : null
  } catch {
    return null
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

/** Runs that go on, or were interrupted, are neither completed nor failed nor stopped; their time counts. */
function sumDays(runs: RunSummary[]): DayRow[] {
  const days = new Map<string, DayRow>()
  for (const run of runs) {
    const day = dayOf(run)
    const row = days.get(day) ?? { day, completed: 0, failed: 0, stopped: 0, ms: 0, steps: 0 }
    row.ms += run.ms
    row.steps += run.steps
    if (run.status === 'completed' || run.status === 'failed' || run.status === 'stopped') row[run.status]++
    days.set(day, row)
  }
  return [...days.values()].toSorted((a, b) => a.day.localeCompare(b.day))
}
