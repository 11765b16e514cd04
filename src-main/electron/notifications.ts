// Tells what a person who looks elsewhere has to know: a request is done, or it needs them. A click opens it.
import { Notification } from 'electron'
import type { QuestionView, RoundView } from '../../src-preload/contract/run-view.ts'
import { appIconPath } from './icons.ts'
import type { Seen } from './observer.ts'
import type { Texts } from './texts.ts'

export interface Note {
  /** Null: it is about the app itself. */
  run: string | null
  title: string
  body: string
}

/** UTF-16 units of the text; systems cut it anyway. */
const LONGEST = 200

/** What an event is worth telling, null for most. */
export function noteOf({ view, event }: Seen, texts: Texts): Note | null {
  if (!event) return null
  const request = view.rounds.at(-1)?.request ?? view.task
  const note = (title: string, text: string): Note => ({ run: view.run, title, body: cut(text) })
  switch (event.type) {
    case 'question_asked': {
      const asked = view.questions.findLast(({ question }) => question === event.question)
      return asked && needsPerson(asked) ? note(texts.asksYou, asked.text) : null
    }
    case 'round_finished':
      return event.status === 'FINISH'
        ? note(`${texts.finished}: ${cut(request, 60)}`, textOf(event.result) || request)
        : note(`${texts.failed}: ${cut(request, 60)}`, event.error ?? (textOf(event.result) || request))
    case 'session_finished':
      // One that a person has stopped, or whose last round has failed, is known already. What its last round has called done
      // may be judged otherwise.
      return event.status === 'failed' && !hasFailed(view.rounds.at(-1))
        ? note(`${texts.failed}: ${cut(request, 60)}`, event.error ?? request)
        : null
    default:
      return null
  }
}

const needsPerson = ({ kind }: QuestionView): boolean => kind === 'question' || kind === 'sensitive_step'

/** It has ended, and said that it is not done. */
const hasFailed = (round: RoundView | undefined): boolean =>
  round !== undefined && round.status !== null && round.status !== 'FINISH'

const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : result == null ? '' : JSON.stringify(result)

const cut = (text: string, longest = LONGEST): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

interface NotifierOptions {
  texts: () => Texts
  /** Whether it shall be told now: the setting is on, and the person does not look at the window. */
  isWanted: () => boolean
  open: (run: string | null) => void
}

export class Notifier {
  readonly #options: NotifierOptions
  /** The newest of each run. Kept, because a notification that nothing holds forgets its click. */
  readonly #shown = new Map<string | null, Notification>()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  see(seen: Seen): void {
    const { run } = seen.view
    // What it asked for was answered, or the run went on.
    if (seen.event?.type === 'question_answered') this.close(run)
    const note = noteOf(seen, this.#options.texts())
    if (note && this.#options.isWanted()) this.tell(note)
  }

  tell({ run, title, body }: Note): void {
    if (!Notification.isSupported()) return
    this.close(run)
    const notification = new Notification({ title, body, icon: appIconPath('linux') })
    notification.on('click', () => {
      this.close(run)
      this.#options.open(run)
    })
    notification.on('close', () => {
      if (this.#shown.get(run) === notification) this.#shown.delete(run)
    })
    this.#shown.set(run, notification)
    notification.show()
  }

  close(run: string | null): void {
    this.#shown.get(run)?.close()
    this.#shown.delete(run)
  }
}
