// Shows a run as it goes on, in lines: one for each finished act, a changing one for the current step.
import { isPatience } from '../../../src-preload/contract/clause-marker.ts'
import type { EventOf, SessionEvent } from '../../../src-preload/contract/events.ts'
import {
  currentStep,
  effectCounts,
  lastOutcome,
  emptyRunView,
  openQuestion,
  reduceRunView,
  stepsOf,
  workedMs,
  type ActionView,
  type QuestionView,
  type RunView,
  type StepView,
} from '../../../src-preload/contract/run-view.ts'
import { askedWords, type AskedWords } from '../../../src-preload/contract/program-questions.ts'
import { outcomeWords } from '../../../src-preload/contract/outcome-said.ts'
import { healedWords, updatedWords } from '../../../src-preload/contract/healed-words.ts'
import {
  costWords,
  durationWords,
  markOf,
  resultWords,
  tokenWords,
  untoldError,
  type Mark,
} from '../../../src-preload/contract/words.ts'
import type { Screen } from './screen.ts'
import { plain, plainLines } from './plain.ts'
import { ENGLISH, type Speech } from './speech.ts'
import { cut, padEnd, padStart, widthOf, wrap, type Ink } from './text.ts'
import type { Remembered } from '../../../src-preload/contract/memory.ts'
import type { EvaluatorView } from '../../../src-preload/contract/run-view.ts'

const TURNING = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const REDRAW_MS = 120

export class Progress implements Disposable {
  readonly #screen: Screen
  readonly #ink: Ink
  readonly #now: () => number
  readonly #speech: Speech
  readonly #timer: NodeJS.Timeout | null
  #view: RunView = emptyRunView()
  #turn = 0
  /** What lines of acts say of them, by call: an act is told again only where something else is known of it. */
  readonly #toldActs = new Map<string, string>()

  constructor(screen: Screen, ink: Ink, speech: Speech = ENGLISH, now: () => number = Date.now) {
    this.#screen = screen
    this.#ink = ink
    this.#now = now
    this.#speech = speech
    this.#timer = screen.canChange ? setInterval(() => this.#redraw(), REDRAW_MS).unref() : null
  }

  get view(): RunView {
    return this.#view
  }

  show(event: SessionEvent): void {
    this.#view = reduceRunView(this.#view, event)
    for (const line of this.#lines(event)) this.#screen.print(line)
    this.#redraw()
  }

  [Symbol.dispose](): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#screen.live('')
  }

  /** Gives the permanent lines for this event. */
  #lines(event: SessionEvent): string[] {
    const ink = this.#ink
    const { say, sentence } = this.#speech
    switch (event.type) {
      case 'round_started':
        return this.#opening(event.request)
      case 'step_finished': {
        const step = this.#view.rounds.at(-1)?.steps.at(-1)
        return step && (step.error !== null || !isPatience(step)) ? this.#stepLines(step) : []
      }
      case 'question_asked': {
        // What a question is about is judged by what was done before it.
        const before = currentStep(this.#view)?.actions ?? []
        return this.#actLines(before.filter((act) => act.ms !== null && act.call_id !== event.call_id))
      }
      case 'question_answered':
        // A run without a person always leaves these two questions unanswered, so they are not worth a line.
        if (event.kind === 'new_request' || event.kind === 'experience') return []
        // A person at the terminal has seen the question and its answer.
        if (event.by === 'person' || this.#screen.canChange) return []
        return [
          ink.you(
            `! ${this.#unasked(event.question)}: ${plain(this.#answer(event))} (${say(`answered.by_${event.by}`)})`,
          ),
        ]
      case 'desktop_given_back':
        return [ink.dim(`◌ ${say('terminal.given_back')}`)]
      case 'desktop_renewed':
        return [ink.dim(`◌ ${say('terminal.renewed', { name: event.display.name })}`)]
      case 'paused':
        return [ink.you(`❚❚ ${say('terminal.paused')}`)]
      case 'resumed':
        return [ink.dim(`▸ ${say('terminal.goes_on')}`)]
      case 'stop_requested':
        return [ink.you(`■ ${say('terminal.stopping')}`)]
      case 'step_healed': {
        const [first = '', ...change] = healedWords(event)
        const inks = change.map((line) =>
          (line.startsWith('-') ? ink.bad : ink.good)(`  ${cut(plain(line), this.#screen.columns - 2)}`),
        )
        return [...this.#told(ink.you('↻'), sentence(first)), ...inks]
      }
      case 'plan_updated':
        return this.#told(ink.you('↻'), sentence(updatedWords(event)))
      case 'warning':
        return this.#told(ink.you('!'), sentence(event.message))
      case 'remembered':
        return event.memories.map((one) =>
          ink.dim(cut(`↺ ${plain(this.#remembered(one))}`, this.#screen.columns)),
        )
      case 'evaluator_decided':
        return [ink.dim(cut(`◇ ${plain(this.#judged(event))}`, this.#screen.columns))]
      case 'evaluated': {
        const paint = { yes: ink.good, no: ink.bad, unsure: ink.you }[event.complete]
        const sign = { yes: '✓', no: '✗', unsure: '?' }[event.complete]
        const word = paint(`${sign} ${say(`terminal.judged.${event.complete}`)}`)
        return this.#told(word, sentence(this.#untold(event.reason))).map((line) => line.trimEnd())
      }
      case 'round_finished':
        return this.#resultLines(event.result, event.error)
      case 'session_finished':
        return this.#closing()
      default:
        return []
    }
  }

  #opening(request: string): string[] {
    const view = this.#view
    const [first = '', ...more] = plainLines(request)
    const last = view.questions.findLast(
      (asked) => asked.kind === 'first_request' || asked.kind === 'new_request',
    )
    const typed = last?.by === 'person' && last.answer === request
    // A request that a person has just typed is already on the screen.
    const lines = typed ? [] : ['', ...[first, ...more].map((line) => this.#ink.strong(line))]
    if (view.rounds.length > 1) return lines
    const { say } = this.#speech
    const where = view.display ? say(`terminal.place.${view.display.kind}`, { name: view.display.name }) : ''
    // A person who has set up a service does not need to know that `offline` serves the other roles.
    const named = new Set(Object.values(view.models))
    const models = [...named].filter((name) => name !== 'offline' || named.size === 1).join(', ')
    const before = view.continues === null ? '' : say('round.continues', { run: view.continues })
    const parts = [where, view.strategy, models, before].filter((part) => part !== '').map(plain)
    return [...lines, this.#ink.dim(cut(parts.join(' · '), this.#screen.columns - 1))]
  }

  /** Lines of these acts, but for those that are told already. */
  #actLines(actions: StepView['actions']): string[] {
    return actions.flatMap((action) => {
      const known = `${action.status} ${action.effect}`
      if (this.#toldActs.get(action.call_id) === known) return []
      this.#toldActs.set(action.call_id, known)
      // This is the time of the act alone, without the model's thinking.
      return [this.#actionLine(action, action.ms ?? 0)]
    })
  }

  #stepLines(step: StepView): string[] {
    const lines = this.#actLines(step.actions)
    const skipped = step.decided.length - step.actions.length
    if (step.actions.length > 0 && skipped > 0) {
      lines.push(this.#ink.dim(`– ${this.#speech.say('terminal.skipped', { count: String(skipped) })}`))
    }
    // An agent passes on the error of another one, so it is shown only once.
    const { steps } = this.#view.rounds.at(-1) ?? { steps: [] }
    const isTold =
      step.actions.some((action) => action.error === step.error) ||
      steps.some((other) => other !== step && other.error === step.error)
    if (step.error !== null && !isTold)
      lines.push(...this.#told(this.#ink.bad('✗'), this.#speech.sentence(step.error)))
    return lines
  }

  /** Gives the part of a judgement that the errors of its requests, shown above, do not contain. */
  #untold(reason: string): string {
    const told =
      this.#view.rounds.find(({ error }) => error !== null && reason.startsWith(error))?.error ?? ''
    return reason.slice(told.length).trimStart()
  }

  // locales: aside.used.*
  #remembered({ kind, title, helped, failed }: Remembered): string {
    const { say } = this.#speech
    const counts = { helped: String(helped), all: String(helped + failed) }
    return [say(`aside.used.${kind}`, { title }), helped + failed === 0 ? '' : say('aside.helped', counts)]
      .filter((part) => part !== '')
      .join(' · ')
  }

  // locales: step.evaluator.*
  #judged({ decision, reason, by, subtask }: EvaluatorView): string {
    const { say, translate } = this.#speech
    const name = say(`step.evaluator.by.${by}`)
    const who = subtask === null ? say('step.evaluator.whole', { who: name }) : name
    const judged = `${say('step.evaluator.says', { who })} ${say(`step.evaluator.${decision}`)}`
    return reason === '' ? judged : `${judged} – ${translate?.(reason) ?? reason}`
  }

  /** Writes a text of any length after a mark; of several paragraphs, those after the first are for who wants to know more. */
  #told(mark: string, text: string): string[] {
    const [reason = '', ...paragraphs] = plainLines(text)
    const [first = '', ...rest] = wrap(reason, this.#screen.columns - widthOf(mark) - 1, 0)
    const more = paragraphs
      .filter((paragraph) => paragraph !== '')
      .flatMap((paragraph) => wrap(paragraph, this.#screen.columns - 2, 0))
    return [
      `${mark} ${first}`,
      ...rest.map((line) => `  ${line}`),
      ...more.map((line) => this.#ink.dim(`  ${line}`)),
    ]
  }

  #actionLine(action: ActionView, ms: number): string {
    const { act, say, translate } = this.#speech
    return this.#row(markOf(action), plain(act(action)), plain(outcomeWords(action, say, translate)), ms)
  }

  /**
   * Writes `✓ Click button “7” … display shows 7 0.1 s`: the words are cut in favour of the evidence, but at least half of the room stays
   * theirs.
   */
  #row(mark: Mark, words: string, evidence: string, ms: number): string {
    const time = padStart(durationWords(ms), 7)
    const room = this.#screen.columns - 2 - widthOf(time) - 1
    const seen = cut(evidence, Math.max(Math.floor(room / 2), room - widthOf(words) - 2))
    const said = cut(words, room - (seen === '' ? 0 : widthOf(seen) + 2))
    const gap = ' '.repeat(Math.max(2, room - widthOf(said) - widthOf(seen)))
    const paint = {
      '✓': this.#ink.good,
      '?': this.#ink.you,
      '✗': this.#ink.bad,
      '–': this.#ink.dim,
      '·': this.#ink.dim,
    }
    const ink = paint[mark]
    if (seen === '') {
      const padded = padEnd(said, room)
      return `${ink(mark)} ${mark === '·' ? this.#ink.dim(padded) : padded}${this.#ink.dim(time)}`
    }
    return `${ink(mark)} ${said}${gap}${ink(seen)}${this.#ink.dim(time)}`
  }

  #asked(question: QuestionView): AskedWords {
    const { say, sentence } = this.#speech
    const asked = askedWords(question, say)
    return question.told ? asked : { ...asked, text: sentence(asked.text) }
  }

  #answer({ kind, question, answer, scope, why }: EventOf<'question_answered'>): string {
    const { say } = this.#speech
    if (answer === null || answer === '') return say('answered.nothing')
    const asked = this.#view.questions.find((one) => one.question === question)
    if (kind !== 'sensitive_step') return asked ? this.#asked(asked).choice(answer) : answer
    // locales: answered.*
    const said = say(answer === 'yes' ? `answered.allowed_${scope ?? 'once'}` : 'answered.refused')
    return why === null ? said : `${said}: ${why}`
  }

  #unasked(id: string): string {
    const asked = this.#view.questions.find((question) => question.question === id)
    if (!asked) return this.#speech.say('terminal.question')
    const words =
      asked.kind === 'sensitive_step'
        ? this.#speech.act({ tool_name: asked.tool ?? '', words: asked.text, parameters: {} })
        : this.#asked(asked).text
    return cut(plain(words), this.#screen.columns - 30)
  }

  #resultLines(result: unknown, error: string | null): string[] {
    const lines: string[] = []
    const words = resultWords(result)
    if (words !== '' && words !== error) {
      const [first = '', ...more] = plainLines(words)
      lines.push(
        '',
        `${this.#ink.dim(`${this.#speech.say('round.result')} `)} ${this.#ink.strong(first)}`,
        ...more.map((line) => `        ${line}`),
      )
    }
    const told = this.#view.rounds.at(-1)?.steps.at(-1)?.error === error
    if (error !== null && !told)
      lines.push('', ...this.#told(this.#ink.bad('✗'), this.#speech.sentence(error)))
    return lines
  }

  #closing(): string[] {
    const view = this.#view
    const ink = this.#ink
    const { say, sentence } = this.#speech
    const unsure = view.status === 'completed' && lastOutcome(view) === 'unsure'
    const end = unsure
      ? 'unsure'
      : view.status === 'completed' || view.status === 'stopped'
        ? view.status
        : 'failed'
    const paint = { completed: ink.good, unsure: ink.you, stopped: ink.you, failed: ink.bad }[end]
    const word = paint(say(`terminal.end.${end}`))
    const effects = effectCounts(view)
    const { input, output } = view.tokens
    const facts = [
      say('terminal.fact.time', { time: durationWords(workedMs(view)) }),
      say('terminal.fact.steps', { count: String(stepsOf(view).length) }),
      say('terminal.fact.verified', { confirmed: String(effects.confirmed), count: String(effects.acts) }),
      ...(isOffline(view)
        ? [say('terminal.fact.no_model')]
        : [
            say('terminal.fact.tokens', { input: tokenWords(input), output: tokenWords(output) }),
            view.cost === null ? say('terminal.fact.cost_unknown') : costWords(view.cost),
          ]),
    ]
    const untold = stepsOf(view).some((step) => step.error === view.error) ? null : untoldError(view)
    const error =
      untold !== null && view.status !== 'stopped' ? this.#told(ink.bad('✗'), sentence(untold)) : []
    return ['', `${word} ${ink.dim(facts.join(' · '))}`, ...error, ink.dim(view.log_path), '']
  }

  #redraw(): void {
    if (!this.#screen.canChange) return
    const view = this.#view
    const step = currentStep(view)
    if (view.finished_at !== null || openQuestion(view) || view.paused) return this.#screen.live('')
    this.#turn = (this.#turn + 1) % TURNING.length
    const elapsed = durationWords(workedMs(view, this.#now()))
    const { say } = this.#speech
    const doing = step
      ? say('terminal.doing.step', { number: String(step.step + 1), doing: this.#doing(step) })
      : view.seq < 0
        ? say('chat.starting')
        : view.rounds.at(-1)?.status != null
          ? say('terminal.doing.checking')
          : say('terminal.doing.starting')
    this.#screen.live(`${TURNING[this.#turn]} ${doing} · ${elapsed}`)
  }

  #doing(step: StepView): string {
    const { act, say } = this.#speech
    const action = step.actions.findLast((candidate) => candidate.status === 'acting')
    if (action) return plain(act(action))
    if (step.phase === 'observing')
      return step.application
        ? say('terminal.doing.looks_at', { application: plain(step.application) })
        : say('terminal.doing.looks')
    if (step.phase === 'deciding') return step.thought ? plain(step.thought) : say('terminal.doing.decides')
    const last = step.actions.at(-1)
    const isDone = last && last.effect === null && last.status === 'success'
    return say(isDone ? 'terminal.doing.verifies' : 'terminal.doing.acts')
  }
}

const isOffline = ({ models, cost }: RunView): boolean =>
  cost === 0 && Object.values(models).every((name) => name.startsWith('offline'))
