// Asks the questions of a run in a terminal, one after the other, and gives their answers to the bridge.
import type { Bridge } from '../../../src-preload/contract/bridge.ts'
import {
  CHECKLIST_QUESTIONS,
  type ChecklistChange,
  type ChecklistItem,
} from '../../../src-preload/contract/checklist.ts'
import type { PersonAnswer } from '../../../src-preload/contract/calls/runs.ts'
import type { EventOf, SessionEvent } from '../../../src-preload/contract/events.ts'
import { EXPERIENCE_QUESTIONS } from '../../../src-preload/contract/words.ts'
import { missingCaseError } from '../../core/control-flow.ts'
import { faultWords } from '../fault.ts'
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
> &
  Partial<Pick<TerminalInteractor, 'checklistAsker'>>

interface QuestionDeskOptions {
  bridge: Bridge
  interactor: Asking
  /** Called when a question could not be asked, or its answer could not be sent. */
  onFault: (error: unknown) => void
}

/** Handles the questions of a run. Closes a question that was answered elsewhere, or is no longer needed. */
export class QuestionDesk implements Disposable {
  readonly #options: QuestionDeskOptions
  #open: AbortController | null = null
  /** Questions of the model since its last decision. */
  #asked = 0
  #checklist: readonly ChecklistItem[] = []

  constructor(options: QuestionDeskOptions) {
    this.#options = options
  }

  hear(run: string, event: SessionEvent): void {
    if (event.type === 'decided') this.#asked = 0
    else if (event.type === 'checklist') this.#checklist = event.items
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
      const answer = await this.#answer(run, asked, open)
      if (!open.signal.aborted)
        await bridge.call('answer_question', { run, question: asked.question, answer })
    }
    give().catch((error: unknown) => {
      if (!open.signal.aborted) onFault(error)
    })
  }

  async #answer(run: string, asked: Asked, open: AbortController): Promise<PersonAnswer> {
    const { bridge, interactor } = this.#options
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
        const { begin } = CHECKLIST_QUESTIONS
        if (asked.told?.code === begin.code && interactor.checklistAsker) {
          const edit = (change: ChecklistChange) =>
            bridge.call('edit_checklist', { run, changes: [change] }).then(() => null, faultWords)
          const { answer, by } = await interactor.checklistAsker(() => this.#checklist, edit, open)
          return by === 'nobody' ? NOBODY : { kind, text: answer ? begin.yes : begin.no }
        }
        const given = asked.secret
          ? await interactor.secretAsker(text, open)
          : await interactor.questionAsker(asked, ++this.#asked, choices, open)
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
