// Says what each plain command would do on the present screen. What needs an earlier command first has the outcome `later`.
import type { ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { foreseen as because, type ForeseenCode } from '../../src-preload/contract/foreseen-words.ts'
import { missingCaseError } from '../core/control-flow.ts'
import type { Observation, WindowInfo } from '../core/desktop.ts'
import type { Route } from '../core/command.ts'
import { performInApplication } from '../interpreter/acting.ts'
import { isHostClause, type Clause, type HostClause } from '../interpreter/clauses.ts'
import { performOnDesktop } from '../interpreter/hosting.ts'
import type { Move, OfflineAction, Scene } from '../interpreter/moves.ts'
import { currentWindow, findWindow } from '../interpreter/windows.ts'
import { thisSystem } from '../platform/this-system.ts'
import { shortened, type Eyes, type Foreseen } from './foreseeing.ts'

const HOST: Route = { agent_name: 'HostAgent', process_name: '', root_name: '' }
/** Commands that only look or wait, and so leave the screen as it is. */
const CHANGES_NOTHING: ReadonlySet<Clause['kind']> = new Set(['read', 'wait', 'wait for'])
const IT = /^(it|this|the)( (window|app|application))?$/i
const isFile = (name: string): boolean => /[/.]/.test(name)

type Told = Omit<ForeseenStep, 'words'>
const told = (
  outcome: ForeseenStep['outcome'],
  reason: CodedText | null,
  acts: ForeseenStep['acts'] = [],
): Told => ({ outcome, acts, reasons: reason ? [reason] : [] })

/** The condition under which something can be looked for. */
interface Until {
  code: Extract<ForeseenCode, `once_${string}`>
  name: string
}
const until = (code: Until['code'], name: string): Until => ({ code, name: shortened(name) })
const laterThan = ({ code, name }: Until, sought: string): Told =>
  told('later', because(code, { sought, name }))

export class CommandForesight {
  readonly #eyes: Eyes
  readonly #home: string
  #seen: Observation = { windows: [], window: null, controls: [], picture: null, limited: null }
  #windows: WindowInfo[] = []
  /** The condition under which the window of these commands can be read; null where it can be read now. */
  #until: Until | null = null
  /** The things that earlier commands would have opened by now. */
  readonly #opened: string[] = []
  /** The last command that may have changed the screen. */
  #done: string | null = null

  constructor(eyes: Eyes, home: string) {
    this.#eyes = eyes
    this.#home = home
  }

  /** Returns one step for each command. */
  async foresee(clauses: readonly Clause[]): Promise<ForeseenStep[]> {
    this.#windows = (await this.#eyes.look(null)).windows
    await this.#workIn(currentWindow(this.#windows))
    const steps: ForeseenStep[] = []
    for (const [index, clause] of clauses.entries()) {
      const label = `Clause ${index + 1} of ${clauses.length}`
      const step = isHostClause(clause)
        ? await this.#onDesktop(clause, label)
        : await this.#inWindow(clause, clauses[index - 1], label)
      steps.push({ words: clause.words, ...step })
      if (!CHANGES_NOTHING.has(clause.kind) && !isHostClause(clause)) this.#done = clause.words
    }
    return steps
  }

  async #workIn(window: WindowInfo | null): Promise<void> {
    this.#until = null
    if (window) this.#seen = await this.#eyes.look(window.id)
    else this.#seen = { ...this.#seen, window: null, controls: [] }
  }

  #scene(label: string): Scene {
    const { window, controls, limited } = this.#seen
    const here = {
      window,
      controls,
      limited,
      windows: this.#windows,
      home: this.#home,
      os: thisSystem().name,
    }
    return { ...here, trail: [], label, impatient: true, answerTo: () => null }
  }

  async #onDesktop(clause: HostClause, label: string): Promise<Told> {
    if (clause.kind !== 'open' && clause.kind !== 'file' && this.#mayCome(clause.what)) {
      this.#until ??= until('once_open', this.#opened.join('”, “'))
      return laterThan(this.#until, `The window of “${shortened(clause.what)}”`)
    }
    const move = performOnDesktop(clause, this.#scene(label), {
      selects: false,
      isAnswer: false,
      isLast: false,
    })
    const step = await this.#told(move, clause, HOST)
    if (clause.kind === 'file' || clause.kind === 'window state') return step
    if (clause.kind === 'open') {
      this.#opened.push(clause.what)
      this.#until = until('once_open', clause.what)
      return step
    }
    const id = move.do === 'act' ? move.actions[0]?.arguments['id'] : null
    const window = this.#windows.find((each) => each.id === id) ?? null
    if (clause.kind === 'close') {
      this.#windows = this.#windows.filter((each) => each !== window)
      this.#until = until('once_closed', window?.title ?? clause.what)
    } else if (window) await this.#workIn(window)
    else this.#until = until('once_chosen', clause.what)
    return step
  }

  /** Tells whether an earlier command may open the named window, so that other windows must not be used. */
  #mayCome(what: string): boolean {
    if (IT.test(what)) return this.#until !== null
    const called = what.toLowerCase()
    const isThere = findWindow(what, this.#windows).found.length > 0
    return this.#opened.some((name) => {
      const opened = name.toLowerCase()
      return !isThere || isFile(name) || opened.includes(called) || called.includes(opened)
    })
  }

  async #inWindow(
    clause: Exclude<Clause, HostClause>,
    before: Clause | undefined,
    label: string,
  ): Promise<Told> {
    if (clause.kind !== 'wait') {
      if (this.#until !== null) return laterThan(this.#until, soughtBy(clause))
      if (this.#seen.window === null) return this.#missing(because('no_window'))
    }
    const process_name = this.#seen.window?.process_name ?? ''
    const move = performInApplication(clause, this.#scene(label), before)
    return this.#told(move, clause, { agent_name: 'AppAgent', process_name, root_name: process_name })
  }

  /** Reports a missing control as open, if an earlier command may bring it; else as a fault. */
  #missing(reason: CodedText): Told {
    if (this.#done === null) return told('cannot', reason)
    return told('later', because('again_once_done', { name: shortened(this.#done) }))
  }

  async #told(move: Move, clause: Clause, route: Route): Promise<Told> {
    switch (move.do) {
      case 'done':
        return told('would_do', because('there_already'))
      case 'ask':
        return told('would_do', because('would_ask', { question: move.question }))
      case 'fail':
        return this.#missing(because('not_found', { reason: move.reason }))
      case 'act':
        if (move.phase === 'seek' || move.phase === 'page')
          return told('later', because('out_of_sight', { thought: move.thought }))
        if (move.phase === 'menu' && clause.kind !== 'save')
          return told('later', because('menu_once_open', { name: shortened(clause.words) }))
        return this.#acts(move.actions, clause, route)
      default:
        return missingCaseError(move)
    }
  }

  /** Keys go to the focus of that moment, which is known only if its window is in front and nothing was done before. */
  #keysWait({ target }: Foreseen, isAfterAct: boolean): CodedText | null {
    if (target?.kind !== 'focus') return null
    if (isAfterAct) return because('keys_once_that')
    if (this.#done !== null) return because('keys_once_done', { name: shortened(this.#done) })
    return target.window?.active === false
      ? because('keys_once_front', { name: shortened(target.window.title) })
      : null
  }

  async #acts(actions: readonly OfflineAction[], clause: Clause, route: Route): Promise<Told> {
    const acts: ForeseenStep['acts'] = []
    for (const { function: tool, arguments: parameters } of actions) {
      const foreseen = await this.#eyes.foresee(tool, parameters, route)
      const { act, fault } = foreseen
      if (fault !== null) {
        const isLater = act === null && (tool !== 'launch_application' || isFile(fileOf(parameters)))
        return isLater ? this.#missing(fault) : told('cannot', fault, act ? [...acts, act] : acts)
      }
      const late = parameters['id'] === undefined ? this.#keysWait(foreseen, acts.length > 0) : null
      if (late !== null) return told('later', late, acts)
      if (act) acts.push(act)
      const open = opensFirst(clause, foreseen)
      if (open !== null) return told('later', open, acts)
    }
    return told('would_do', null, acts)
  }
}

/** Returns the file that a launch opens. */
const fileOf = ({ name, arguments: more }: Record<string, unknown>): string =>
  [name, ...(Array.isArray(more) ? more : [])].map(String).at(-1) ?? ''

/** Commands that go on in a dialog or a bar of the application. */
const OPENS_DIALOG: ReadonlySet<Clause['kind']> = new Set(['go to line', 'search', 'replace'])

/** Finds the part of a command that appears only after its beginning, such as a dialog; null where all of it is visible now. */
function opensFirst(clause: Clause, { target }: Foreseen): CodedText | null {
  if ((clause.kind === 'save' && clause.path !== null) || OPENS_DIALOG.has(clause.kind))
    return because('dialog_once_open')
  if (clause.kind === 'menu' && target?.control === null)
    return because('menu_once_open', { name: shortened(clause.path.join(' > ')) })
  if (clause.kind === 'wait for') return because('waited_for')
  return null
}

function soughtBy(clause: Clause): string {
  if (clause.kind === 'menu') return 'The menu'
  if (clause.kind === 'press' || (clause.kind === 'type' && clause.into === null))
    return 'The keyboard’s place'
  return clause.kind === 'save' ? 'The dialog' : 'The control'
}
