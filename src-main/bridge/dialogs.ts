// The Interactor of windows: a question is an event with an id, and an answer counts for that id alone, once.
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { EventOf, QuestionKind, SessionEvent } from '../../src-preload/contract/events.ts'
import { UserError } from '../core/errors.ts'
import type { Answer, Interactor, Permission } from '../core/interactor.ts'

type AnswerOf<K extends QuestionKind> = Extract<PersonAnswer, { kind: K }>

interface Question {
  asked: EventOf<'question_asked'>
  answer(answer: PersonAnswer): void
  /** A window may be faster than the session, which writes the question down before it waits for this. */
  answered: Promise<PersonAnswer>
  isOpen: boolean
}

interface DialogOptions {
  /** The next request that waits; null when there is none. Taken requests are gone. */
  takeRequest: () => string | null
  /** A quick request: whoever made it has gone on, and is not called back to say whether to remember it. */
  oneShot: boolean
  /** Whether the session ends instead of asking for a next request. */
  isFinishing: () => boolean
}

/**
 * Hears the events of its run (`hear`): the question that was asked last is the one that the session waits for. A stop
 * ends the waiting itself, and its `question_answered` closes the question here, too.
 */
export class Dialogs implements Interactor {
  readonly #options: DialogOptions
  #question: Question | null = null

  constructor(options: DialogOptions) {
    this.#options = options
  }

  hear(event: SessionEvent): void {
    if (event.type === 'question_asked') {
      const { promise, resolve } = Promise.withResolvers<PersonAnswer>()
      this.#question = { asked: event, answered: promise, answer: resolve, isOpen: true }
    } else if (event.type === 'question_answered' || event.type === 'session_finished') {
      // One question at a time: whatever was answered or ended, it was this one.
      if (this.#question) this.#question.isOpen = false
    }
  }

  /** False when the question is not open any more. Throws UserError for an answer that does not fit it; it stays open. */
  answer(question: string, answer: PersonAnswer): boolean {
    const open = this.#question
    if (!open?.isOpen || open.asked.question !== question) return false
    if (open.asked.kind !== answer.kind) throw new UserError('This answer is for another kind of question.')
    const { choices } = open.asked
    if (answer.kind === 'question' && choices.length > 0 && !choices.includes(answer.text)) {
      throw new UserError(`Choose one of: ${choices.join(', ')}.`)
    }
    open.isOpen = false
    open.answer(answer)
    return true
  }

  /** The session asked for its next request, and one has come: from the queue, or none will come any more. */
  wake(): void {
    if (!this.#question?.isOpen || this.#question.asked.kind !== 'new_request') return
    const { asked } = this.#question
    const next = this.#options.takeRequest()
    if (next !== null) this.answer(asked.question, { kind: 'new_request', text: next })
    else if (this.#options.isFinishing()) this.answer(asked.question, { kind: 'new_request', text: null })
  }

  async firstRequest(): Promise<Answer<string | null>> {
    const { text } = await this.#ask('first_request')
    return { answer: text, by: 'person' }
  }

  async newRequest(): Promise<Answer<{ request: string; complete: boolean }>> {
    const asked = this.#ask('new_request')
    this.wake()
    const { text } = await asked
    return { answer: { request: text ?? '', complete: text === null }, by: 'person' }
  }

  async experienceAsker(): Promise<Answer<boolean>> {
    if (this.#options.oneShot) return { answer: false, by: 'default' }
    const { save } = await this.#ask('experience')
    return { answer: save, by: 'person' }
  }

  async questionAsker(): Promise<Answer<string>> {
    const { text } = await this.#ask('question')
    return { answer: text, by: 'person' }
  }

  secretAsker(): Promise<Answer<string>> {
    return this.questionAsker()
  }

  async sensitiveStepAsker(): Promise<Answer<Permission>> {
    const { allow, scope, why } = await this.#ask('sensitive_step')
    return { answer: { allow, scope, why }, by: 'person' }
  }

  /** Waits for the answer to the question that was asked last. */
  async #ask<K extends QuestionKind>(kind: K): Promise<AnswerOf<K>> {
    const question = this.#question
    if (question?.asked.kind !== kind) throw new Error(`The session asked no ${kind} question.`)
    const answer = await question.answered
    // `answer` lets only the right kind through.
    return answer as AnswerOf<K>
  }
}
