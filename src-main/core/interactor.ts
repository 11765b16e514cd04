// Defines the seeds' five questions as a port: prompts in the terminal, dialogs in the app.
import type { AnsweredBy, TargetSummary } from '../../src-preload/contract/events.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { Consequence, Coverage, SafetyCategory, Scope } from '../../src-preload/contract/safety.ts'
import type { RunControl } from './run-control.ts'

/** An answer, and who gave it. `by: 'nobody'` means that the question could not be asked and has no harmless default. */
export interface Answer<T> {
  answer: T
  by: AnsweredBy
}

/** A sensitive act, as the question to a person describes it. */
export interface SensitiveStep {
  call_id: string
  /** The tool that would do it; missing where that is not one act of one tool. */
  tool_name?: string | undefined
  /** The act in plain words: `Click button “Send” in “Mail”`. */
  action: string
  /** The target of the act: the control's text, the command, the file. */
  control_text: string
  categories: SafetyCategory[]
  reason: string
  rule: string
  /** The consequence of the act; null where only the act itself is known. */
  consequence: Consequence | null
  target: TargetSummary
  /** The permissions that may be given; `once` is always among them. */
  scopes: Scope[]
  /** The scope of a rule; null where `once` is the only permission. */
  coverage: Coverage | null
}

/** A person's answer to a sensitive act. `scope` counts where the act is allowed; the model gets `why` where it is refused. */
export interface Permission {
  allow: boolean
  scope: Scope
  why: string | null
}

/** The answer where nobody is present. */
export const NO_PERMISSION: Permission = { allow: false, scope: 'once', why: null }

export interface Interactor {
  /** Asks for the first request. Null when there is nobody to ask or the input has ended. Empty input is asked again. */
  firstRequest(run: RunControl): Promise<Answer<string | null>>
  /** `complete` when the person has no more requests (`N`, end of input) or nobody is present. */
  newRequest(run: RunControl): Promise<Answer<{ request: string; complete: boolean }>>
  /** Asks whether to remember the acts; with `worked` false, what did not work. */
  experienceAsker(run: RunControl, worked?: boolean): Promise<Answer<boolean>>
  /** Asks an agent's question. `index` is 1-based. With `choices` the answer is one of them. */
  questionAsker(
    question: string,
    index: number,
    choices: string[],
    run: RunControl,
    /** The question as codes, where the program itself asks. */
    told?: CodedText,
  ): Promise<Answer<string>>
  /** Asks for a secret: no screen shows the answer, and no file keeps it. */
  secretAsker(question: string, run: RunControl): Promise<Answer<string>>
  /** Asks before a sensitive act. The default is no. */
  sensitiveStepAsker(step: SensitiveStep, run: RunControl): Promise<Answer<Permission>>
}

/** Answers at once where nobody is present: harmless questions get their default, any other gets no answer. */
export const absentInteractor: Interactor = {
  firstRequest: () => Promise.resolve<Answer<null>>({ answer: null, by: 'nobody' }),
  newRequest: () => Promise.resolve({ answer: { request: '', complete: true }, by: 'default' }),
  experienceAsker: () => Promise.resolve({ answer: false, by: 'default' }),
  questionAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
  secretAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
  sensitiveStepAsker: () => Promise.resolve({ answer: NO_PERMISSION, by: 'nobody' }),
}
