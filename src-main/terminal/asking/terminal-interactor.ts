// Asks the five questions in a terminal. (By readline: @clack/prompts takes the first line of a paste and loses the others, which
// are the next requests here, and never ends a line that a pipe sends.)
import { createInterface } from 'node:readline/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import type { ChecklistChange, ChecklistItem } from '../../../src-preload/contract/checklist.ts'
import type { Scope } from '../../../src-preload/contract/safety.ts'
import { consequenceWords } from '../../../src-preload/contract/safety.ts'
import { whyAsked } from '../../../src-preload/contract/words.ts'
import type { AnsweredBy, QuestionDetails } from '../../../src-preload/contract/events.ts'
import { exampleApplications } from '../../core/system.ts'
import { changeOf, CHECKLIST_HINT, checklistLines } from './checklist-lines.ts'
import type { Screen } from '../output/screen.ts'
import { silent } from './silent.ts'
import { plain, plainLines } from '../output/plain.ts'
import { wrap, type Ink } from '../output/text.ts'

function examples(): string[] {
  const { editor, calculator } = exampleApplications()
  return [
    `open ${editor}, type "Hello", save as "~/hello.txt"`,
    `open ${calculator}, click 7, click "*", click 6, click "=", read display`,
    'open "~/report.ods", choose File > Export As > Export as PDF…',
  ]
}

/** An answer, and who gave it. */
interface Answer<T> {
  answer: T
  by: AnsweredBy
}

/** A person's answer about a sensitive act. */
interface Permission {
  allow: boolean
  scope: Scope
  why: string | null
}

const NO_PERMISSION: Permission = { allow: false, scope: 'once', why: null }

/** A sensitive act, as the question to a person describes it; `action` is the act in plain words. */
export type SensitiveStep = QuestionDetails & { action: string }

/** Aborted, with the reason, when a question is no longer needed. */
interface Asked {
  readonly signal: AbortSignal
}

interface TerminalInteractorOptions {
  input: Readable
  output: Writable & { isTTY?: boolean }
  screen: Screen
  ink: Ink
  /** Called at Ctrl+C while a question is open. */
  onInterrupt: () => void
  /** Requests that are already queued. */
  waiting?: readonly string[]
}

export class TerminalInteractor {
  readonly #options: TerminalInteractorOptions
  readonly #ink: Ink
  readonly #screen: Screen
  /** Lines that came together with a request, as in a paste; they are the next requests. */
  #waiting: string[] = []
  /** The unfinished line after them. */
  #begun = ''

  constructor(options: TerminalInteractorOptions) {
    this.#options = options
    this.#ink = options.ink
    this.#screen = options.screen
    this.#waiting = [...(options.waiting ?? [])]
  }

  /** The given requests that have not been taken yet. */
  get waiting(): readonly string[] {
    return this.#waiting
  }

  async firstRequest(run: Asked): Promise<Answer<string | null>> {
    this.#print(
      this.#ink.strong('Deskhand') +
        this.#ink.dim(' does what you say in your own applications. For example:'),
      ...examples().map((example) => this.#ink.dim(`  ${example}`)),
      '',
    )
    const request = await this.#line('Your request: ', run)
    return { answer: request, by: request === null ? 'nobody' : 'person' }
  }

  async newRequest(run: Asked): Promise<Answer<{ request: string; complete: boolean }>> {
    this.#print('')
    const request = await this.#line(`What next? ${this.#ink.dim('(N ends)')} `, run)
    const complete = request === null || request.toUpperCase() === 'N'
    return { answer: { request: complete ? '' : (request ?? ''), complete }, by: 'person' }
  }

  async experienceAsker(run: Asked, worked = true): Promise<Answer<boolean>> {
    const what = worked ? 'how this was done' : 'what did not work'
    return this.#yesOrNo(`Remember ${what}, for the next time?`, true, run)
  }

  async questionAsker(
    question: string,
    index: number,
    choices: string[],
    run: Asked,
  ): Promise<Answer<string>> {
    const [first = '', ...more] = plainLines(question).flatMap((line) =>
      wrap(line, this.#screen.columns - 13),
    )
    this.#print('', this.#ink.you(`Question ${index}: `) + this.#ink.strong(first), ...more)
    choices.forEach((choice, number) => this.#print(`  ${number + 1}) ${plain(choice)}`))
    for (;;) {
      const prompt = choices.length > 0 ? `Your choice (1 to ${choices.length}): ` : 'Your answer: '
      const text = await this.#ask(prompt, run)
      if (text === null) return { answer: '', by: 'nobody' }
      if (choices.length === 0) return { answer: text, by: 'person' }
      const chosen = choose(text, choices)
      if (chosen !== null) return { answer: chosen, by: 'person' }
      this.#print(this.#ink.dim(`Type a number from 1 to ${choices.length}.`))
    }
  }

  /** Asks whether to begin. Each change is given to `edit`, which returns why it was refused, or null. */
  async checklistAsker(
    items: () => readonly ChecklistItem[],
    edit: (change: ChecklistChange) => Promise<string | null>,
    run: Asked,
  ): Promise<Answer<boolean>> {
    for (;;) {
      this.#print('', this.#ink.you('To be done:'), ...checklistLines(items()).map(plain))
      this.#print(this.#ink.dim(CHECKLIST_HINT))
      const text = await this.#ask('Begin? ', run)
      if (text === null) return { answer: false, by: 'nobody' }
      if (text === '' || /^(?:y|yes|begin)$/i.test(text)) return { answer: true, by: 'person' }
      if (/^(?:n|no|stop)$/i.test(text)) return { answer: false, by: 'person' }
      const change = changeOf(text, items())
      const fault = change ? await edit(change) : 'This is none of the commands.'
      if (fault !== null) this.#print(this.#ink.you(plain(fault)))
    }
  }

  async secretAsker(question: string, run: Asked): Promise<Answer<string>> {
    this.#print('', ...plainLines(question).map((line) => this.#ink.you(line)))
    const text = await this.#ask('It is not shown while you type: ', run, { hidden: true })
    return text === null || text === '' ? { answer: '', by: 'nobody' } : { answer: text, by: 'person' }
  }

  async sensitiveStepAsker(step: SensitiveStep, run: Asked): Promise<Answer<Permission>> {
    const place = [step.target.window, step.target.application]
      .filter((part) => part !== null)
      .map((part) => `“${plain(part)}”`)
    const text = plainLines(step.control_text).filter((line) => line !== '')
    this.#print(
      '',
      this.#ink.you('! ') +
        this.#ink.strong(plain(step.consequence ? consequenceWords(step.consequence) : step.action)),
      ...(step.consequence ? [`  by     ${plain(step.action)}`] : []),
      ...(text.length > 0 ? text.map((line, n) => `  ${n === 0 ? 'on     ' : '       '}${line}`) : []),
      ...(place.length > 0 ? [`  in     ${place.join(' of ')}`] : []),
      `  asked  because ${plain(whyAsked(step))}`,
      this.#ink.dim(`  rule   ${plain(step.rule)}`),
    )
    return this.#permission(step, run)
  }

  async #permission({ scopes }: SensitiveStep, run: Asked): Promise<Answer<Permission>> {
    const [rules, hint] =
      scopes.length > 1 ? ['r from now on in this run, a always here, ', 'y, r, a or n'] : ['', 'y or n']
    this.#print(this.#ink.dim(`  keys   y this once, ${rules}n no; after n you can say why`))
    for (;;) {
      const text = await this.#ask('Allow it? [y/N] ', run)
      if (text === null) return { answer: NO_PERMISSION, by: 'nobody' }
      const answer = permissionOf(text)
      if (answer && scopes.includes(answer.scope)) return { answer, by: 'person' }
      this.#print(this.#ink.dim(`Type ${hint}.`))
    }
  }

  async #yesOrNo(question: string, usual: boolean, run: Asked): Promise<Answer<boolean>> {
    for (;;) {
      const text = await this.#ask(`${question} ${usual ? '[Y/n]' : '[y/N]'} `, run)
      if (text === null) return { answer: usual, by: usual ? 'default' : 'nobody' }
      if (text === '') return { answer: usual, by: 'person' }
      if (/^(y|yes)$/i.test(text)) return { answer: true, by: 'person' }
      if (/^(n|no)$/i.test(text)) return { answer: false, by: 'person' }
      this.#print(this.#ink.dim('Type y or n.'))
    }
  }

  /** Reads a line that is not empty, null at the end of input. Further lines that came with it wait for the next call. */
  async #line(prompt: string, run: Asked): Promise<string | null> {
    for (;;) {
      run.signal.throwIfAborted()
      const waiting = this.#waiting.shift()
      if (waiting !== undefined) this.#print(prompt + plain(waiting))
      const text =
        waiting ?? (await this.#ask(prompt, run, { keep: (lines) => this.#waiting.push(...lines) }))
      if (text !== '') return text
    }
  }

  /**
   * Reads one line without spaces around it; null at the end of input. Throws the reason when the run has to end. Further lines that came
   * with it are dropped unless `keep` takes them, so that no pasted text answers the next question. A `hidden` line is not echoed.
   */
  async #ask(
    prompt: string,
    run: Asked,
    { keep = null, hidden = false }: Asking = {},
  ): Promise<string | null> {
    run.signal.throwIfAborted()
    using _held = this.#screen.hold()
    const { input, output } = this.#options
    const terminal = output.isTTY === true
    const echo = hidden && terminal ? silent() : output
    if (echo !== output) output.write(prompt)
    const reader = createInterface({ input, output: echo, terminal })
    reader.on('SIGINT', this.#options.onInterrupt)
    const more: string[] = []
    reader.on('line', (line) => more.push(line.trim()))
    try {
      const ended = new Promise<null>((resolve) => {
        reader.once('close', () => resolve(null))
      })
      const answer = reader.question(prompt, { signal: run.signal }).catch((error: unknown) => {
        run.signal.throwIfAborted()
        throw error
      })
      if (keep && this.#begun !== '') reader.write(this.#begun)
      const text = await Promise.race([answer, ended])
      if (text === null || echo !== output) output.write('\n')
      if (keep) {
        // A long paste comes in parts.
        for (let seen = -1; seen < more.length; await nextTurn()) seen = more.length
        keep(more.filter((line) => line !== ''))
        this.#begun = reader.line
      }
      return text === null || hidden ? text : text.trim()
    } finally {
      reader.close()
    }
  }

  #print(...lines: string[]): void {
    for (const line of lines) this.#screen.print(line)
  }
}

interface Asking {
  keep?: ((lines: string[]) => void) | null
  hidden?: boolean
}

/** Null for an answer that is neither a clear yes nor a no. An empty answer is a no. */
function permissionOf(text: string): Permission | null {
  const no = /^(?:n|no)?(?:[\s,:;.]+(\S.*))?$/is.exec(text)
  if (no) return { allow: false, scope: 'once', why: no[1] ?? null }
  const scope = /^(?:y|yes)$/i.test(text) ? 'once' : SCOPE_KEYS[text.toLowerCase()]
  return scope ? { allow: true, scope, why: null } : null
}

const SCOPE_KEYS: Record<string, Scope> = { r: 'run', run: 'run', a: 'always', always: 'always' }

function choose(text: string, choices: string[]): string | null {
  if (/^\d+$/.test(text)) return choices[Number(text) - 1] ?? null
  const same = choices.filter((choice) => choice.toLowerCase() === text.toLowerCase())
  return same.length === 1 ? (same[0] ?? null) : null
}
