// Notifies a person who looks elsewhere: a request is done, or it needs them. A click opens it.
import { Notification } from 'electron'
import type { EventOf } from '../../src-preload/contract/events.ts'
import {
  lastEvaluation,
  lastOutcome,
  type QuestionView,
  type RoundView,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import { inOneLine, notDoneWords } from '../../src-preload/contract/words.ts'
import { appIconPath } from './icons.ts'
import type { Seen } from './observer.ts'
import type { Texts } from './texts.ts'

export interface Note {
  /** Null where the notification is about the app itself. */
  run: string | null
  title: string
  body: string
}

/** The most UTF-16 units of the text; systems cut it anyway. */
const MAX_LENGTH = 200

/** Makes the notification for an event that deserves one, null for most. */
export function noteOf({ view, event }: Seen, texts: Texts): Note | null {
  if (!event) return null
  const request = view.rounds.at(-1)?.request ?? view.task
  const note = (title: string, text: string): Note => ({ run: view.run, title, body: cut(text) })
  /** Reports the end only after the evaluation, which may disagree with the agents. */
  const ended = (end: EventOf<'session_finished'> | null): Note => {
    const round = view.rounds.at(-1)
    const reason = lastEvaluation(view)?.reason ?? null
    const outcome = end?.status === 'failed' ? 'failed' : lastOutcome(view)
    const about = cut(request, 60)
    const result = textOf(round?.result) || request
    if (outcome === 'unsure') return note(`${texts.unsure}: ${about}`, reason ?? result)
    if (outcome !== 'failed') return note(`${texts.finished}: ${about}`, result)
    const error =
      end?.error ?? round?.error ?? (isDone(round) && reason !== null ? notDoneWords(reason) : null)
    return note(`${texts.failed}: ${about}`, error ?? result)
  }
  switch (event.type) {
    case 'question_asked': {
      if (event.kind === 'new_request') return ended(null)
      const asked = view.questions.findLast(({ question }) => question === event.question)
      return asked && needsPerson(asked) ? note(texts.asksYou, asked.text) : null
    }
    case 'session_finished': {
      // A person who has stopped the run knows of its end already.
      if (event.status === 'stopped') return null
      const isNews = !wasTold(view) || (event.status === 'failed' && lastOutcome(view) !== 'failed')
      return isNews ? ended(event) : null
    }
    default:
      return null
  }
}

/** Tells whether the round was evaluated and the next request asked for. */
const wasTold = ({ rounds, questions }: RunView): boolean =>
  questions.some(({ kind, round }) => kind === 'new_request' && round === rounds.at(-1)?.round)

const needsPerson = ({ kind }: QuestionView): boolean => kind === 'question' || kind === 'sensitive_step'

/** Tells whether the agents call the round done. */
const isDone = (round: RoundView | undefined): boolean => round?.status === 'FINISH'

const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : result == null ? '' : JSON.stringify(result)

const cut = (text: string, longest = MAX_LENGTH): string => inOneLine(text, longest)

interface NotifierOptions {
  texts: () => Texts
  /** Tells whether to show a notification now: the setting is on, and the person does not look at the window. */
  isWanted: () => boolean
  open: (run: string | null) => void
}

export class Notifier {
  readonly #options: NotifierOptions
  /** The newest notification of each run. They are kept, because a notification that is garbage-collected loses its click. */
  readonly #shown = new Map<string | null, Notification>()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  see(seen: Seen): void {
    const { run } = seen.view
    // The question was answered, so its notification is closed.
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
