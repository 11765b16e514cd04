// Asks the five questions in a terminal. (By readline: @clack/prompts takes the first line of a paste and loses the others, which
// are the next requests here, and never ends a line that a pipe sends.)
import { createInterface } from 'node:readline/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import type { CodedText } from '../../../src-preload/contract/coded-text.ts'
import { askedWords } from '../../../src-preload/contract/program-questions.ts'
import type { ChecklistChange, ChecklistItem } from '../../../src-preload/contract/checklist.ts'
import type { Scope } from '../../../src-preload/contract/safety.ts'
import { ruleWords } from '../../../src-preload/contract/gate-rules.ts'
import { foldOf, whyAsked } from '../../../src-preload/contract/words.ts'
import type { AnsweredBy, QuestionDetails } from '../../../src-preload/contract/events.ts'
import { exampleApplications } from '../../core/system.ts'
import { changeOf, checklistLines } from './checklist-lines.ts'
import type { Screen } from '../output/screen.ts'
import { silent } from './silent.ts'
import { plain, plainLines } from '../output/plain.ts'
import { ENGLISH, type Speech } from '../output/speech.ts'
import { padEnd, widthOf, wrap, type Ink } from '../output/text.ts'

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

/** The columns of the names of facts, which stand below one another. */
const FACT_COLUMNS = 7
type Fact = 'by' | 'on' | 'in' | 'asked' | 'rule' | 'keys'

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
  speech?: Speech
  /** Called at Ctrl+C while a question is open. */
  onInterrupt: () => void
  /** Requests that are already queued. */
  waiting?: readonly string[]
}

export class TerminalInteractor {
  readonly #options: TerminalInteractorOptions
  readonly #ink: Ink
  readonly #speech: Speech
  readonly #screen: Screen
  /** Lines that came together with a request, as in a paste; they are the next requests. */
  #waiting: string[] = []
  /** The unfinished line after them. */
  #begun = ''

  constructor(options: TerminalInteractorOptions) {
    this.#options = options
    this.#ink = options.ink
    this.#speech = options.speech ?? ENGLISH
    this.#screen = options.screen
    this.#waiting = [...(options.waiting ?? [])]
  }

  /** The given requests that have not been taken yet. */
  get waiting(): readonly string[] {
    return this.#waiting
  }

  async firstRequest(run: Asked): Promise<Answer<string | null>> {
    this.#print(
      this.#ink.strong('Deskhand') + this.#ink.dim(` ${this.#say('intro')}`),
      ...examples().map((example) => this.#ink.dim(`  ${example}`)),
      '',
    )
    const request = await this.#line(this.#prompt(this.#say('request')), run)
    return { answer: request, by: request === null ? 'nobody' : 'person' }
  }

  async newRequest(run: Asked): Promise<Answer<{ request: string; complete: boolean }>> {
    this.#print('')
    const request = await this.#line(
      this.#prompt(`${this.#say('next')} ${this.#ink.dim(this.#say('ends'))}`),
      run,
    )
    const complete = request === null || request.toUpperCase() === 'N'
    return { answer: { request: complete ? '' : (request ?? ''), complete }, by: 'person' }
  }

  async experienceAsker(run: Asked, worked = true): Promise<Answer<boolean>> {
    return this.#yesOrNo(this.#say(worked ? 'remember' : 'remember_failed'), true, run)
  }

  /** The answer is one of `choices`, in whatever language they are shown. */
  async questionAsker(
    question: { text: string; told?: CodedText | undefined },
    index: number,
    choices: string[],
    run: Asked,
  ): Promise<Answer<string>> {
    const asked = askedWords(question, this.#speech.say)
    const number = this.#prompt(this.#say('number', { number: String(index) }))
    const [first = '', ...more] = plainLines(asked.text).flatMap((line) =>
      wrap(line, this.#screen.columns - widthOf(number)),
    )
    this.#print('', this.#ink.you(number) + this.#ink.strong(first), ...more)
    const to = { count: String(choices.length) }
    choices.forEach((choice, at) => this.#print(`  ${at + 1}) ${plain(asked.choice(choice))}`))
    for (;;) {
      const prompt = choices.length > 0 ? this.#say('choice', to) : this.#say('answer')
      const text = await this.#ask(this.#prompt(prompt), run)
      if (text === null) return { answer: '', by: 'nobody' }
      if (choices.length === 0) return { answer: text, by: 'person' }
      const chosen = choose(text, choices, asked.choice)
      if (chosen !== null) return { answer: chosen, by: 'person' }
      this.#print(this.#ink.dim(this.#say('choose', to)))
    }
  }

  /** Asks whether to begin. Each change is given to `edit`, which returns why it was refused, or null. */
  async checklistAsker(
    items: () => readonly ChecklistItem[],
    edit: (change: ChecklistChange) => Promise<string | null>,
    run: Asked,
  ): Promise<Answer<boolean>> {
    let more = ''
    for (;;) {
      this.#print('', this.#ink.you(this.#say('to_do')), ...checklistLines(items(), this.#speech).map(plain))
      this.#print(...this.#wrapped(this.#say('plan_hint')).map(this.#ink.dim))
      const text = await this.#ask(this.#prompt(this.#say('begin')), run)
      if (text === null) return { answer: false, by: 'nobody' }
      if (text === '' || /^(?:y|yes|begin)$/i.test(text)) return { answer: true, by: 'person' }
      if (/^(?:n|no|stop)$/i.test(text)) return { answer: false, by: 'person' }
      if (text === '?' && more !== '') {
        this.#print(...this.#wrapped(more))
        continue
      }
      const change = changeOf(text, items())
      const fault = change ? await edit(change) : this.#say('no_command')
      const folded = foldOf(this.#speech.sentence(fault ?? ''))
      more = folded.more
      if (folded.told !== '') this.#print(...this.#wrapped(folded.told).map(this.#ink.you))
      if (more !== '') this.#print(this.#ink.dim(plain(this.#say('more', { about: folded.heading }))))
    }
  }

  async secretAsker(question: string, run: Asked): Promise<Answer<string>> {
    this.#print(
      '',
      ...plainLines(this.#speech.sentence(question))
        .flatMap((line) => this.#wrapped(line))
        .map(this.#ink.you),
    )
    const text = await this.#ask(this.#prompt(this.#say('hidden')), run, { hidden: true })
    return text === null || text === '' ? { answer: '', by: 'nobody' } : { answer: text, by: 'person' }
  }

  async sensitiveStepAsker(step: SensitiveStep, run: Asked): Promise<Answer<Permission>> {
    const { say } = this.#speech
    const act = this.#speech.act({ tool_name: step.tool_name ?? '', words: step.action, parameters: {} })
    const { consequence } = step
    // locales: consequence.*
    const headline = consequence ? say(`consequence.${consequence.code}`, consequence.parameters) : act
    const text = plainLines(step.control_text).filter((line) => line !== '')
    const [first = '', ...more] = wrap(plain(headline), this.#screen.columns - 2, 0)
    this.#print(
      '',
      `${this.#ink.you('!')} ${this.#ink.strong(first)}`,
      ...more.map((line) => `  ${this.#ink.strong(line)}`),
      ...(consequence ? this.#fact('by', act) : []),
      ...text.flatMap((line, n) => this.#fact(n === 0 ? 'on' : '', this.#speech.translate?.(line) ?? line)),
      ...this.#fact('in', this.#placeOf(step)),
      ...this.#fact('asked', this.#say('because', { why: this.#why(step) })),
      ...this.#fact('rule', step.rule).map(this.#ink.dim),
    )
    return this.#permission(step, run)
  }

  #placeOf({ target: { window, application } }: SensitiveStep): string {
    // A dialog may have no title.
    if (!window || !application) return window || application || ''
    return this.#say('place', { window, application })
  }

  /** Says why it asks: in English in the gate's own words, else in those of its rule, as the windows do. */
  #why(step: SensitiveStep): string {
    const { say, translate } = this.#speech
    if (translate === null) return whyAsked(step)
    // locales: categories.*
    const categories = step.categories.map((name) => say(`categories.${name}`))
    // locales: rules.*
    return [...categories, say(`rules.${ruleWords(step.rule)}`)].filter((part) => part !== '').join(' · ')
  }

  /** Writes a fact of a question in lines that end where the terminal ends; nothing for one that is not known. */
  #fact(name: Fact | '', text: string): string[] {
    if (text === '') return []
    // locales: terminal.ask.*
    const label = padEnd(name === '' ? '' : this.#say(name), FACT_COLUMNS)
    return wrap(plain(text), this.#screen.columns - FACT_COLUMNS - 2, 0).map(
      (line, n) => `  ${n === 0 ? label : ' '.repeat(FACT_COLUMNS)}${line}`,
    )
  }

  #say(key: string, parameters: Record<string, string> = {}): string {
    return this.#speech.say(`terminal.ask.${key}`, parameters)
  }

  /** Writes what stands before an answer; a full-width sign has its own space. */
  #prompt(text: string): string {
    return text.endsWith('：') || text.endsWith('）') ? text : `${text} `
  }

  #wrapped(text: string): string[] {
    return wrap(plain(text), this.#screen.columns, 0)
  }

  async #permission({ scopes }: SensitiveStep, run: Asked): Promise<Answer<Permission>> {
    const keys = scopes.length > 1 ? 'all' : 'once'
    this.#print(...this.#fact('keys', this.#say(`keys_${keys}`)).map(this.#ink.dim))
    const hint = this.#say('type', { keys: this.#say(keys === 'all' ? 'type_all' : 'type_yes') })
    for (;;) {
      const text = await this.#ask(this.#prompt(this.#say('allow')), run)
      if (text === null) return { answer: NO_PERMISSION, by: 'nobody' }
      const answer = permissionOf(text)
      if (answer && scopes.includes(answer.scope)) return { answer, by: 'person' }
      this.#print(this.#ink.dim(hint))
    }
  }

  async #yesOrNo(question: string, usual: boolean, run: Asked): Promise<Answer<boolean>> {
    for (;;) {
      const text = await this.#ask(`${question} ${usual ? '[Y/n]' : '[y/N]'} `, run)
      if (text === null) return { answer: usual, by: usual ? 'default' : 'nobody' }
      if (text === '') return { answer: usual, by: 'person' }
      if (/^(y|yes)$/i.test(text)) return { answer: true, by: 'person' }
      if (/^(n|no)$/i.test(text)) return { answer: false, by: 'person' }
      this.#print(this.#ink.dim(this.#say('type', { keys: this.#say('type_yes') })))
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

function choose(text: string, choices: string[], shown: (choice: string) => string): string | null {
  if (/^\d+$/.test(text)) return choices[Number(text) - 1] ?? null
  const same = choices.filter((choice) => shown(choice).toLowerCase() === text.toLowerCase())
  return same.length === 1 ? (same[0] ?? null) : null
}
