// What the memory costs: an exact search of vectors against a plain scan of the same numbers, words and vectors together against it,
// and what a run notices of saving beside it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { getLoadablePath } from 'sqlite-vec'
import { silentLogger } from '../../src-main/core/logger.ts'
import { MemoryClient } from '../../src-main/memory/client.ts'
import { Store } from '../../src-main/memory/store.ts'
import { indexText } from '../../src-main/memory/words.ts'
import { fromPairs, pairs, type Figure, type Wants } from '../measure.ts'

const COUNT = 100_000
const DIMENSION = 384
const PAIRS = 15
/** As many as a search of the store looks at. */
const BEST = 50
const VOCABULARY = 20_000
const MODEL = 'bench/generated'

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  try {
    if (wants('memory.vectors') || wants('memory.fused')) yield* searching(join(folder, 'large.db'))
    if (wants('memory.saving')) yield* saving(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* searching(path: string): AsyncGenerator<Figure> {
  const vectors = generated()
  fill(path, vectors)
  using store = new Store(path)
  if (!store.native) throw new Error('sqlite-vec has no binary for this system.')
  let query = 0
  const next = () => {
    const at = ((query += 7919) % COUNT) * DIMENSION
    return vectors.slice(at, at + DIMENSION)
  }
  let asked = next()
  const before = () => Promise.resolve((asked = next()))
  const scan = () => Promise.resolve(scanned(vectors, asked))
  const vector = () => ({ model: MODEL, values: [...asked] })
  const agreed = store.search({ text: '', vector: vector(), limit: 1 })[0]?.memory.id
  if (agreed !== (scanned(vectors, asked)[0] ?? -1) + 1) throw new Error('The two searches do not agree.')
  const note = `${COUNT} vectors of ${DIMENSION} numbers, exact; the store reads its ${BEST} best whole`
  const byVector = () => Promise.resolve(store.search({ text: '', vector: vector(), limit: 10 }))
  yield fromPairs('memory.vectors', await pairs(PAIRS, byVector, scan, { before }), { most: 1.3 }, note)
  const text = () => sentence(query, 6)
  const fused = () =>
    Promise.resolve(store.search({ text: text(), vector: vector(), limit: 10, relevant: true }))
  yield fromPairs(
    'memory.fused',
    await pairs(PAIRS, fused, scan, { before }),
    { most: 2 },
    'six words and a vector',
  )
}

/** A run's own work, a turn at a time, beside a store that saves without a pause. */
async function* saving(folder: string): AsyncGenerator<Figure> {
  await using memory = new MemoryClient({
    home: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    logger: () => silentLogger,
  })
  let saved = 0
  const save = () => {
    const key = `${sentence(++saved * 31, 8)} ${saved}`
    return memory.ask('save', { records: [{ kind: 'experience', title: key, key, text: key.repeat(20) }] })
  }
  await save()
  const work = async () => {
    for (let step = 0; step < 400; step++) {
      const end = performance.now() + 0.5
      while (performance.now() < end);
      await turn()
    }
  }
  const beside = async () => {
    const done = new AbortController()
    const saver = (async () => {
      while (!done.signal.aborted) await save()
    })()
    await work()
    done.abort()
    return saver
  }
  const measured = await pairs(PAIRS, beside, work)
  const note = `400 turns of the event loop, ${saved} memories saved meanwhile, each synced to the disk`
  yield fromPairs('memory.saving', measured, { most: 1.25 }, note)
}

/** The same on every machine: clusters, as the vectors of texts have them, of length 1. */
function generated(): Float32Array {
  const random = generator(1)
  const centres = Float32Array.from({ length: 200 * DIMENSION }, () => random() - 0.5)
  const vectors = new Float32Array(COUNT * DIMENSION)
  for (let row = 0; row < COUNT; row++) {
    const centre = Math.floor(random() * 200) * DIMENSION
    let length = 0
    for (let at = 0; at < DIMENSION; at++) {
      const value = (centres[centre + at] ?? 0) + 0.5 * (random() - 0.5)
      vectors[row * DIMENSION + at] = value
      length += value * value
    }
    for (let at = 0; at < DIMENSION; at++) {
      const place = row * DIMENSION + at
      vectors[place] = (vectors[place] ?? 0) / Math.sqrt(length)
    }
  }
  return vectors
}

/** Rows of the best products, the best first. */
function scanned(vectors: Float32Array, asked: Float32Array): number[] {
  const scores = new Float64Array(BEST).fill(-2)
  const rows = new Int32Array(BEST)
  for (let row = 0, from = 0; row < COUNT; row++, from += DIMENSION) {
    let score = 0
    for (let at = 0; at < DIMENSION; at++) score += (vectors[from + at] as number) * (asked[at] as number)
    if (score <= (scores[BEST - 1] as number)) continue
    let place = BEST - 1
    for (; place > 0 && (scores[place - 1] as number) < score; place--) {
      scores[place] = scores[place - 1] as number
      rows[place] = rows[place - 1] as number
    }
    scores[place] = score
    rows[place] = row
  }
  return [...rows]
}

/** Written straight into the store's tables: looking for a twin of each, as saving does, is not what is measured. */
function fill(path: string, vectors: Float32Array): void {
  new Store(path)[Symbol.dispose]()
  const db = new SqliteDatabase(path)
  db.loadExtension(getLoadablePath())
  db.exec(`CREATE VIRTUAL TABLE vectors_1 USING vec0(value float[${DIMENSION}] distance_metric=cosine)`)
  db.prepare('INSERT INTO spaces (id, model, dimension) VALUES (1, ?, ?)').run(MODEL, DIMENSION)
  const memory = db.prepare(
    `INSERT INTO memories (id, kind, outcome, title, key, text, tips, made) VALUES (?, 'experience', 'worked', ?, ?, ?, '', 0)`,
  )
  const words = db.prepare('INSERT INTO memory_words (rowid, key, text) VALUES (?, ?, ?)')
  const plain = db.prepare('INSERT INTO vectors (space, memory, value) VALUES (1, ?, ?)')
  const index = db.prepare('INSERT INTO vectors_1 (rowid, value) VALUES (?, ?)')
  db.transaction(() => {
    for (let row = 0; row < COUNT; row++) {
      const [key, text] = [sentence(row, 8), sentence(row + COUNT, 40)]
      memory.run(row + 1, key, key, text)
      words.run(row + 1, indexText(key), indexText(text))
      const value = Buffer.from(vectors.buffer, row * DIMENSION * 4, DIMENSION * 4)
      plain.run(row + 1, value)
      index.run(BigInt(row + 1), value)
    }
  })()
  db.close()
}

/** Words as often as they are in a language: the few first ones in every other sentence, most of them seldom. */
function sentence(seed: number, length: number): string {
  const random = generator(seed + 17)
  return Array.from({ length }, () => `word${Math.floor(VOCABULARY ** random())}`).join(' ')
}

function generator(seed: number): () => number {
  let state = (seed * 2654435761) % 2147483647 || 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}
