// Sees to unsaved work before a desktop ends with its session: its person says what becomes of it.
import { NAME_QUESTION, UNSAVED_QUESTION } from '../../src-preload/contract/program-questions.ts'
import { RunControl } from '../core/run-control.ts'
import type { OpenWork, PassingDesktop, SessionDependencies } from './dependencies.ts'

const { code, save, discard, keep } = UNSAVED_QUESTION

/** Milliseconds to look at what a stopped run leaves. */
const LOOK_MS = 3_000

/** A title that names a file, after the marks of unsaved work. */
const NAMES_A_FILE = /[^\s*•●]\.[A-Za-z0-9]{1,5}\b/

type Parts = Pick<SessionDependencies, 'interactor' | 'sink'> & { desktop: PassingDesktop }

/** A request that saves the work in a window, once that is in front. */
export interface Saving {
  work: OpenWork
  /**
   * A plain command, which models understand, too. It counts as the person’s own words, so a window’s title, which a stranger may have
   * written, is no part of it.
   */
  request: string
}

/**
 * Closes what is open, and asks about what would be lost. Returns what saves it, none to go on with the session as it is, null to end.
 * Where nobody answers, the work is given up, and the run says what was.
 */
export async function seeToWork(parts: Parts, run: RunControl): Promise<Saving[] | null> {
  const { desktop, interactor, sink } = parts
  let discarded: OpenWork[] = []
  for (;;) {
    const left = await desktop.close(discarded, run)
    const fresh = left.filter(({ handle }) => !discarded.some((one) => one.handle === handle))
    if (fresh.length === 0) return null
    const windows = quoted(fresh)
    const { answer, by } = await interactor.questionAsker(
      `Not saved: ${windows}. The virtual desktop ends with this session. What shall become of it?`,
      1,
      [save, discard, keep],
      run,
      { code, parameters: { windows } },
    )
    if (answer === save) return await savings(parts, fresh, run)
    if (answer === keep) {
      sink.emit({ type: 'session_kept_open' })
      return []
    }
    if (by !== 'person') sink.emit({ type: 'warning', message: lostWords(fresh) })
    discarded = [...discarded, ...fresh]
  }
}

/** Says what is lost where nobody is asked: after a stop, and at the end of a plan. `run` may be stopped. Never throws. */
export async function tellLost({ desktop, sink }: Omit<Parts, 'interactor'>, run: RunControl): Promise<void> {
  using look = new RunControl({ clock: run.clock, timeoutMs: LOOK_MS, name: 'Looking for unsaved work' })
  try {
    const lost = await desktop.unsaved(look)
    if (lost.length > 0) sink.emit({ type: 'warning', message: lostWords(lost) })
  } catch {
    // A desktop that has failed has said so itself, and a busy one is not waited for.
  }
}

async function savings({ interactor }: Parts, work: readonly OpenWork[], run: RunControl): Promise<Saving[]> {
  const all: Saving[] = []
  for (const one of work) {
    if (NAMES_A_FILE.test(one.title)) all.push({ work: one, request: 'press Ctrl+S' })
    else {
      const window = quoted([one])
      const { answer } = await interactor.questionAsker(
        `Under which name shall ${window} be saved?`,
        1,
        [],
        run,
        {
          code: NAME_QUESTION.code,
          parameters: { window },
        },
      )
      if (answer.trim() !== '') all.push({ work: one, request: `save as ${mark(answer.trim())}` })
    }
  }
  return all
}

/** Quotes a text for a plain command. */
const mark = (text: string): string => (text.includes('"') ? `“${text}”` : `"${text}"`)
const quoted = (work: readonly OpenWork[]): string => work.map(({ title }) => `“${title}”`).join(', ')
const lostWords = (work: readonly OpenWork[]): string =>
  `Not saved, and lost with the virtual desktop: ${quoted(work)}.`
