// Asks the questions of a run in a terminal, one after the other, and gives their answers to the bridge.
import type { Bridge } from '../../../src-preload/contract/bridge.ts'
import type { PersonAnswer } from '../../../src-preload/contract/calls/runs.ts'
import type { EventOf, SessionEvent } from '../../../src-preload/contract/events.ts'
import { EXPERIENCE_QUESTIONS } from '../../../src-preload/contract/words.ts'
import { missingCaseError } from '../../core/control-flow.ts'
import type { TerminalInteractor } from './terminal-interactor.ts'

type Asked = EventOf<'question_asked'>

/** Asks a person: at this terminal, or by a notification. */
export type Asking = Pick<
  TerminalInteractor,
  | 'firstRequest'
  | 'newRequest'
  | 'experienceAsker'
  | 'questionAsker'
  | 'secretAsker'
  | 'sensitiveStepAsker'
  | 'waiting'
>

interface QuestionDeskOptions {
  bridge: Bridge
  interactor: Asking
  /** A question could not be asked, or its answer not be given. */
  onFault: (error: unknown) => void
}

/** Listens to the events of a run. Ends a question that was answered elsewhere, or is not needed any more. */
export class QuestionDesk implements Disposable {
  readonly #options: QuestionDeskOptions
  #open: AbortController | null = null
  /** Questions of the model since its last decision. */
  #asked = 0

  constructor(options: QuestionDeskOptions) {
    this.#options = options
  }

  hear(run: string, event: SessionEvent): void {
    if (event.type === 'decided') this.#asked = 0
    else if (event.type === 'question_asked') this.#ask(run, event)
    else if (event.type === 'question_answered' || event.type === 'session_finished') this.#close()
  }

  [Symbol.dispose](): void {
    this.#close()
  }

  #close(): void {
    this.#open?.abort()
    this.#open = null
  }

  #ask(run: string, asked: Asked): void {
    const { bridge, onFault } = this.#options
    const open = new AbortController()
    this.#open = open
    const give = async () => {
      const answer = await this.#answer(asked, open)
      if (!open.signal.aborted)
        await bridge.call('answer_question', { run, question: asked.question, answer })
    }
    give().catch((error: unknown) => {
      if (!open.signal.aborted) onFault(error)
    })
  }

  async #answer(asked: Asked, open: AbortController): Promise<PersonAnswer> {
    const { interactor } = this.#options
    const { kind, text, choices, details } = asked
    switch (kind) {
      case 'first_request': {
        const { answer } = await interactor.firstRequest(open)
        return answer === null ? NOBODY : { kind, text: answer }
      }
      case 'new_request': {
        const { answer } = await interactor.newRequest(open)
        return { kind, text: answer.complete ? null : answer.request }
      }
      case 'experience': {
        const { answer } = await interactor.experienceAsker(open, text !== EXPERIENCE_QUESTIONS.failed)
        return { kind, save: answer }
      }
      case 'question': {
        const given = asked.secret
          ? await interactor.secretAsker(text, open)
          : await interactor.questionAsker(text, ++this.#asked, choices, open)
        return given.by === 'nobody' ? NOBODY : { kind, text: given.answer }
      }
      case 'sensitive_step': {
        if (details === null) return NOBODY
        const { answer, by } = await interactor.sensitiveStepAsker({ action: text, ...details }, open)
        return by === 'nobody' ? NOBODY : { kind, ...answer }
      }
      default:
        return missingCaseError(kind)
    }
  }
}

const NOBODY: PersonAnswer = { kind: 'nobody' }
