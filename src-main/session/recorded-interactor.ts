// Every question goes through here: it is recorded before it is asked and after it is answered, and no deadline runs
// out while a person thinks.
import { randomUUID } from 'node:crypto'
import type { QuestionKind } from '../../src-preload/contract/events.ts'
import { StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Answer, Interactor, SensitiveStep } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'

interface Asked {
  kind: QuestionKind
  text: string
  choices?: string[]
  callId?: string
}

export class RecordedInteractor implements Interactor {
  readonly #inner: Interactor
  readonly #sink: EventSink

  constructor(inner: Interactor, sink: EventSink) {
    this.#inner = inner
    this.#sink = sink
  }

  firstRequest(run: RunControl): Promise<Answer<string | null>> {
    return this.#ask(
      { kind: 'first_request', text: 'What should be done?' },
      run,
      () => this.#inner.firstRequest(run),
      (answer) => answer ?? '',
    )
  }

  newRequest(run: RunControl): Promise<Answer<{ request: string; complete: boolean }>> {
    return this.#ask(
      { kind: 'new_request', text: 'What next?' },
      run,
      () => this.#inner.newRequest(run),
      (answer) => (answer.complete ? 'N' : answer.request),
    )
  }

  experienceAsker(run: RunControl): Promise<Answer<boolean>> {
    return this.#ask(
      { kind: 'experience', text: 'Remember how this was done?', choices: ['yes', 'no'] },
      run,
      () => this.#inner.experienceAsker(run),
      yesOrNo,
    )
  }

  questionAsker(
    question: string,
    index: number,
    choices: string[],
    run: RunControl,
  ): Promise<Answer<string>> {
    return this.#ask(
      { kind: 'question', text: question, choices },
      run,
      () => this.#inner.questionAsker(question, index, choices, run),
      String,
    )
  }

  sensitiveStepAsker(step: SensitiveStep, run: RunControl): Promise<Answer<boolean>> {
    return this.#ask(
      { kind: 'sensitive_step', text: step.action, choices: ['no', 'yes'], callId: step.call_id },
      run,
      () => this.#inner.sensitiveStepAsker(step, run),
      yesOrNo,
    )
  }

  async #ask<T>(
    asked: Asked,
    run: RunControl,
    ask: () => Promise<Answer<T>>,
    words: (answer: T) => string,
  ): Promise<Answer<T>> {
    const question = randomUUID()
    this.#sink.emit({
      type: 'question_asked',
      question,
      kind: asked.kind,
      text: asked.text,
      choices: asked.choices ?? [],
      call_id: asked.callId ?? null,
    })
    await this.#sink.sync()
    using _hold = run.hold()
    try {
      const answer = await run.race(ask())
      this.#sink.emit({
        type: 'question_answered',
        question,
        kind: asked.kind,
        answer: words(answer.answer),
        by: answer.by,
      })
      return answer
    } catch (error) {
      if (error instanceof StoppedError) {
        this.#sink.emit({ type: 'question_answered', question, kind: asked.kind, answer: '', by: 'nobody' })
      }
      throw error
    }
  }
}

const yesOrNo = (answer: boolean) => (answer ? 'yes' : 'no')
