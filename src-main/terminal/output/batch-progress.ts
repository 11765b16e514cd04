// Shows a batch as it goes on: a line for each task that has ended, a bar with the time left, and a table at the end.
import type { BatchNews, BatchReport, TaskRecord } from '../../../src-preload/contract/calls/batch.ts'
import { costWords, durationWords, resultWords } from '../../../src-preload/contract/words.ts'
import type { Screen } from './screen.ts'
import type { Speech } from '../shell.ts'
import { titledTable } from './table.ts'
import { plain } from './plain.ts'
import { cut, roomOf, type Ink } from './text.ts'

const BAR = 24
const REDRAW_MS = 1000

export class BatchProgress implements Disposable {
  readonly #screen: Screen
  readonly #ink: Ink
  readonly #speech: Speech
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout | null
  readonly #running = new Map<string, number>()
  #left: string[] = []
  #parallel = 1
  #ended = 0
  #failed = 0
  /** The tasks that were really carried out. Tasks left by a crash may be settled at once, and tell nothing about the time of one. */
  #timed = 0
  #spent = 0

  constructor(screen: Screen, ink: Ink, speech: Speech, now: () => number = Date.now) {
    this.#screen = screen
    this.#ink = ink
    this.#speech = speech
    this.#now = now
    this.#timer = screen.canChange ? setInterval(() => this.#redraw(), REDRAW_MS).unref() : null
  }

  show(news: BatchNews): void {
    switch (news.type) {
      case 'batch_started':
        this.#left = news.left
        this.#parallel = news.parallel
        this.#screen.print(startedWords(news, this.#speech))
        break
      case 'task_started':
        this.#running.set(news.task, this.#now())
        if (news.how === 'continues')
          this.#screen.print(this.#speech.say('terminal.batch.goes_on', { task: plain(news.task) }))
        break
      case 'queue_told':
        this.#screen.print(plain(this.#speech.sentence(news.words)))
        break
      case 'task_finished':
        this.#finished(news.task, news.record)
        break
      case 'batch_paused':
      case 'batch_finished':
      case 'batch_failed':
    }
    this.#redraw()
  }

  [Symbol.dispose](): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#screen.live('')
  }

  #finished(task: string, record: TaskRecord): void {
    const begun = this.#running.get(task)
    if (begun !== undefined) {
      this.#spent += this.#now() - begun
      this.#timed++
    }
    this.#running.delete(task)
    this.#ended++
    if (record.state !== 'done') this.#failed++
    const paint = record.state === 'done' ? this.#ink.good : this.#ink.bad
    const word = paint(this.#speech.word(record.state))
    const why = whatCame(record, this.#speech)
    const line = `[${this.#ended}/${this.#left.length}] ${plain(task)}  ${word}  ${plain(why)}`
    this.#screen.print(cut(line, Math.max(80, this.#screen.columns * 2)))
  }

  #redraw(): void {
    if (this.#left.length === 0) return
    const full = Math.round((BAR * this.#ended) / this.#left.length)
    const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`
    const { say } = this.#speech
    const left = this.timeLeft
    const parts = [
      say('terminal.batch.ended', { ended: String(this.#ended), all: String(this.#left.length) }),
      ...(this.#failed > 0 ? [say('terminal.batch.not_done', { number: String(this.#failed) })] : []),
      say('terminal.batch.running', { number: String(this.#running.size) }),
      ...(left === null ? [] : [say('terminal.batch.left', { time: durationWords(left) })]),
    ]
    this.#screen.live(`${bar} ${parts.join(' · ')}`)
  }

  /** Estimates milliseconds by the tasks so far; null while none has ended. */
  get timeLeft(): number | null {
    if (this.#timed === 0) return null
    const each = this.#spent / this.#timed
    const begun = [...this.#running.values()].reduce((sum, at) => sum + Math.min(each, this.#now() - at), 0)
    const work = each * (this.#left.length - this.#ended) - begun
    return Math.max(0, work / Math.min(this.#parallel, this.#left.length - this.#ended || 1))
  }
}

function startedWords(
  { tasks, left, parallel }: Extract<BatchNews, { type: 'batch_started' }>,
  { say }: Speech,
): string {
  const before = tasks.length - left.length
  return [
    say('terminal.batch.tasks', { count: String(tasks.length) }),
    ...(before > 0 ? [say('terminal.batch.before', { number: String(before) })] : []),
    say('terminal.batch.to_do', { number: String(left.length) }),
    ...(parallel > 1 ? [say('terminal.batch.at_once', { number: String(parallel) })] : []),
  ].join(say('composer.comma'))
}

/** Describes the outcome of a task, and its notes. */
const whatCame = (record: TaskRecord | null, { sentence }: Speech): string =>
  [record?.error == null ? resultWords(record?.result) : sentence(record.error), sentence(record?.note ?? '')]
    .filter(Boolean)
    .join(' – ')

const NOT_BEGUN = 'not begun'

/** Lists the outcome of every task of the folder, also of those that were settled before. */
export function batchTable({ tasks }: BatchReport, columns: number | undefined, speech: Speech): string[] {
  const byWorkers = tasks.some(({ record }) => record?.worker !== undefined)
  const rows = tasks.map(({ task, record }) => [
    plain(task),
    speech.word(record?.state ?? NOT_BEGUN),
    record === null ? '' : String(record.steps),
    record?.finished_at == null ? '' : durationWords(record.finished_at - record.started_at),
    record === null
      ? ''
      : record.cost === null
        ? speech.say('terminal.fact.cost_unknown')
        : costWords(record.cost),
    plain(record?.run ?? ''),
    ...(byWorkers ? [plain(record?.worker ?? '')] : []),
    plain(whatCame(record, speech)),
  ])
  const heads = [
    { title: 'TASK', width: 30 },
    { title: 'STATE' },
    { title: 'STEPS', align: 'right' as const },
    { title: 'TIME', align: 'right' as const },
    { title: 'COST', align: 'right' as const },
    { title: 'RUN', width: 40 },
    ...(byWorkers ? [{ title: 'WORKER', width: 24 }] : []),
    { title: 'RESULT' },
  ]
  return titledTable(heads, rows, roomOf(columns === undefined ? {} : { columns }), speech)
}

/** Says how to restart the tasks that were begun and are not done; null where there are none. */
export function batchHint({ tasks }: BatchReport): string | null {
  const again = tasks.some(({ record }) => record?.state === 'failed' || record?.state === 'interrupted')
  return again ? 'What has failed or was interrupted is begun again only with --retry failed.' : null
}

/** Writes the number of tasks in each state on one line. */
export function batchTotals({ tasks }: BatchReport, { say, word }: Speech): string {
  const states = tasks.map(({ record }) => record?.state ?? NOT_BEGUN)
  const kinds = [...new Set(states)].map((state) =>
    say('terminal.batch.some', {
      number: String(states.filter((each) => each === state).length),
      state: word(state),
    }),
  )
  return say('terminal.batch.totals', {
    tasks: say('terminal.batch.tasks', { count: String(tasks.length) }),
    states: kinds.join(say('composer.comma')),
  })
}
