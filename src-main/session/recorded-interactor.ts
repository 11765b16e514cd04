// Passes every question on to the person: records it before it is asked and after it is answered, and lets no deadline run out
// while a person thinks.
import { randomUUID } from 'node:crypto'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { EventOf, QuestionDetails, QuestionKind } from '../../src-preload/contract/events.ts'
import { EXPERIENCE_QUESTIONS } from '../../src-preload/contract/words.ts'
import { StoppedError } from '../core/errors.ts'
import { MASK, registerSecret } from '../core/redaction.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Scope } from '../../src-preload/contract/safety.ts'
import type { Answer, Interactor, Permission, SensitiveStep } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'

interface Asked {
  kind: QuestionKind
  text: string
  choices?: string[]
  callId?: string
  details?: QuestionDetails
  secret?: true
  told?: CodedText
}

/** The recorded part of an answer. */
interface Said {
  answer: string
  scope?: Scope
  why?: string | null
}

export class RecordedInteractor implements Interactor {
  readonly #inner: Interactor
  readonly #sink: EventSink
  readonly #heard: (question: string, answer: string) => void

  /** `heard` gets each answer before it is recorded. */
  constructor(
    inner: Interactor,
    sink: EventSink,
    heard: (question: string, answer: string) => void = () => {},
  ) {
    this.#inner = inner
    this.#sink = sink
    this.#heard = heard
  }

  firstRequest(run: RunControl): Promise<Answer<string | null>> {
    return this.#ask(
      { kind: 'first_request', text: 'What should be done?' },
      run,
      () => this.#inner.firstRequest(run),
      (answer) => ({ answer: answer ?? '' }),
    )
  }

  newRequest(run: RunControl): Promise<Answer<{ request: string; complete: boolean }>> {
    return this.#ask(
      { kind: 'new_request', text: 'What next?' },
      run,
      () => this.#inner.newRequest(run),
      (answer) => ({ answer: answer.complete ? 'N' : answer.request }),
    )
  }

  experienceAsker(run: RunControl, worked = true): Promise<Answer<boolean>> {
    return this.#ask(
      {
        kind: 'experience',
        text: EXPERIENCE_QUESTIONS[worked ? 'worked' : 'failed'],
        choices: ['yes', 'no'],
      },
      run,
      () => this.#inner.experienceAsker(run, worked),
      (answer) => ({ answer: answer ? 'yes' : 'no' }),
    )
  }

  questionAsker(
    question: string,
    index: number,
    choices: string[],
    run: RunControl,
    told?: CodedText,
  ): Promise<Answer<string>> {
    return this.#ask(
      { kind: 'question', text: question, choices, ...(told ? { told } : {}) },
      run,
      () => this.#inner.questionAsker(question, index, choices, run),
      (answer) => ({ answer }),
    )
  }

  secretAsker(question: string, run: RunControl): Promise<Answer<string>> {
    return this.#ask(
      { kind: 'question', text: question, secret: true },
      run,
      async () => {
        const given = await this.#inner.secretAsker(question, run)
        // From here on the secret is masked wherever it would be written.
        if (given.answer !== '') registerSecret(given.answer)
        return given
      },
      (answer) => ({ answer: answer === '' ? '' : MASK }),
    )
  }

  sensitiveStepAsker(step: SensitiveStep, run: RunControl): Promise<Answer<Permission>> {
    const { call_id: callId, action: text, ...details } = step
    return this.#ask(
      { kind: 'sensitive_step', text, choices: ['no', 'yes'], callId, details },
      run,
      // The person reads the act in its recorded form, without passwords.
      ({ text: action, details: told }) => this.#inner.sensitiveStepAsker({ ...step, ...told, action }, run),
      ({ allow, scope, why }) => (allow ? { answer: 'yes', scope } : { answer: 'no', why }),
    )
  }

  async #ask<T>(
    asked: Asked,
    run: RunControl,
    ask: (told: Pick<EventOf<'question_asked'>, 'text' | 'details'>) => Promise<Answer<T>>,
    say: (answer: T) => Said,
  ): Promise<Answer<T>> {
    const question = randomUUID()
    const told = this.#sink.emit({
      type: 'question_asked',
      question,
      kind: asked.kind,
      text: asked.text,
      choices: asked.choices ?? [],
      call_id: asked.callId ?? null,
      details: asked.details ?? null,
      ...(asked.secret ? { secret: true } : {}),
      ...(asked.told ? { told: asked.told } : {}),
    })
    await this.#sink.sync()
    using _hold = run.hold()
    try {
      const answer = await run.race(
        ask(told.type === 'question_asked' ? told : { text: asked.text, details: asked.details ?? null }),
      )
      const said = say(answer.answer)
      this.#heard(asked.text, said.answer)
      this.#sink.emit({
        type: 'question_answered',
        question,
        kind: asked.kind,
        by: answer.by,
        scope: null,
        why: null,
        ...said,
      })
      return answer
    } catch (error) {
      if (error instanceof StoppedError) {
        const unsaid = { answer: '', by: 'nobody', scope: null, why: null } as const
        this.#sink.emit({ type: 'question_answered', question, kind: asked.kind, ...unsaid })
      }
      throw error
    }
  }
}
