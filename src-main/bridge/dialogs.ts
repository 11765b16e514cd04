// Implements the Interactor of windows: a question is an event with an id, and an answer counts for that id alone, once.
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { EventOf, QuestionKind, SessionEvent } from '../../src-preload/contract/events.ts'
import { UserError } from '../core/errors.ts'
import { NO_PERMISSION, type Answer, type Interactor, type Permission } from '../core/interactor.ts'

type AnswerOf<K extends QuestionKind> = Extract<PersonAnswer, { kind: K }>

interface Question {
  asked: EventOf<'question_asked'>
  answer(answer: PersonAnswer): void
  /** The answer. It may come before the session waits for it, because the session records the question first. */
  answered: Promise<PersonAnswer>
  isOpen: boolean
}

interface DialogOptions {
  /** Takes the next request out of the queue; null when it is empty. */
  takeRequest: () => string | null
  /** Whether it is a quick request: the person has moved on, and is not asked whether to remember it. */
  oneShot: boolean
  /** Whether a person is present to be asked. */
  attended: boolean
  /** Whether the session ends instead of asking for a next request. */
  isFinishing: () => boolean
}

/**
 * Takes the events of its run (`hear`): the session waits for the last question. A stop ends the wait itself, and its `question_answered`
 * also closes the question here.
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
      // Only one question is open at a time, so this event answered or ended it.
      if (this.#question) this.#question.isOpen = false
    }
  }

  /** Answers a question; false when it is no longer open. Throws UserError for an answer that does not fit; then it stays open. */
  answer(question: string, answer: PersonAnswer): boolean {
    const open = this.#question
    if (!open?.isOpen || open.asked.question !== question) return false
    if (answer.kind !== 'nobody' && open.asked.kind !== answer.kind)
      throw new UserError('This answer is for another kind of question.')
    const { choices } = open.asked
    if (answer.kind === 'question' && choices.length > 0 && !choices.includes(answer.text)) {
      throw new UserError(`Choose one of: ${choices.join(', ')}.`)
    }
    open.isOpen = false
    open.answer(answer)
    return true
  }

  /** Ends the session's wait for a next request: one has been queued, or none will come any more. */
  wake(): void {
    if (!this.#question?.isOpen || this.#question.asked.kind !== 'new_request') return
    const { asked } = this.#question
    const next = this.#options.takeRequest()
    if (next !== null) this.answer(asked.question, { kind: 'new_request', text: next })
    else if (this.#options.isFinishing()) this.answer(asked.question, { kind: 'new_request', text: null })
  }

  async firstRequest(): Promise<Answer<string | null>> {
    const given = await this.#ask('first_request')
    return given === null ? { answer: null, by: 'nobody' } : { answer: given.text, by: 'person' }
  }

  async newRequest(): Promise<Answer<{ request: string; complete: boolean }>> {
    // Queued requests are carried out even if nobody is present.
    const waiting = this.#options.attended ? null : this.#options.takeRequest()
    if (waiting !== null) return { answer: { request: waiting, complete: false }, by: 'default' }
    const asked = this.#ask('new_request')
    this.wake()
    const given = await asked
    const text = given?.text ?? null
    return {
      answer: { request: text ?? '', complete: text === null },
      by: given === null ? 'default' : 'person',
    }
  }

  async experienceAsker(): Promise<Answer<boolean>> {
    if (this.#options.oneShot) return { answer: false, by: 'default' }
    const given = await this.#ask('experience')
    return given === null ? { answer: false, by: 'default' } : { answer: given.save, by: 'person' }
  }

  async questionAsker(): Promise<Answer<string>> {
    const given = await this.#ask('question')
    return given === null ? { answer: '', by: 'nobody' } : { answer: given.text, by: 'person' }
  }

  secretAsker(): Promise<Answer<string>> {
    return this.questionAsker()
  }

  async sensitiveStepAsker(): Promise<Answer<Permission>> {
    const given = await this.#ask('sensitive_step')
    if (given === null) return { answer: NO_PERMISSION, by: 'nobody' }
    const { allow, scope, why } = given
    return { answer: { allow, scope, why }, by: 'person' }
  }

  /** Waits for the answer to the last question; null where nobody is present. */
  async #ask<K extends QuestionKind>(kind: K): Promise<AnswerOf<K> | null> {
    if (!this.#options.attended) return null
    const question = this.#question
    if (question?.asked.kind !== kind) throw new Error(`The session asked no ${kind} question.`)
    const answer = await question.answered
    // `answer` accepts only the right kind.
    return answer.kind === 'nobody' ? null : (answer as AnswerOf<K>)
  }
}
