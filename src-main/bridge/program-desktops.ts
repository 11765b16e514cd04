// Keeps the desktops that programs have opened through this bridge: each belongs to the caller that opened it, and ends with it.
import { randomUUID } from 'node:crypto'
import type { CallOutput, ParsedInput } from '../../src-preload/contract/calls.ts'
import { StoppedError, UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Engine } from '../engine.ts'
import type { ProgramDesktop } from '../engine/program-desktop.ts'
import type { Caller } from './handler.ts'
import type { LiveRuns } from './live-runs.ts'
import { whileHere } from './while-here.ts'

/** How many desktops one caller may have open: each is a screen with applications. */
const MAX_DESKTOPS = 4

interface Opened {
  desktop: ProgramDesktop
  caller: Caller
  attended: boolean
  gone: Disposable
  /** The run that records the program's own acts. */
  run: string
  uses: Map<string, RunControl>
}

export class ProgramDesktops {
  readonly #engine: Engine
  readonly #live: LiveRuns
  readonly #opened = new Map<string, Opened>()

  constructor({ engine, live }: { engine: Engine; live: LiveRuns }) {
    this.#engine = engine
    this.#live = live
  }

  async open(
    { display, attended }: ParsedInput<'open_desktop'>,
    caller: Caller,
  ): Promise<CallOutput<'open_desktop'>> {
    const own = [...this.#opened.values()].filter((one) => one.caller === caller)
    if (own.length >= MAX_DESKTOPS) throw new UserError(`Close a desktop first: ${MAX_DESKTOPS} are open.`)
    if (this.#engine.desktopKind(display) === 'host') this.#live.leaveHost()
    let isGone = false
    using gone = new DisposableStack()
    gone.use(caller.onGone(() => (isGone = true)))
    const desktop = await this.#engine.openProgramDesktop(display)
    const name = randomUUID()
    if (isGone) {
      desktop.close()
      throw new StoppedError('stopped', 'The program that asked for it has gone.')
    }
    const opened: Opened = {
      desktop,
      caller,
      attended,
      gone: caller.onGone(() => this.close(name, caller)),
      run: '',
      uses: new Map(),
    }
    this.#opened.set(name, opened)
    desktop.control.signal.addEventListener('abort', () => this.#forget(name), { once: true })
    try {
      return { desktop: name, kind: desktop.kind, tools: await desktop.tools(() => this.#ears(opened)) }
    } catch (error) {
      this.close(name, caller)
      throw error
    }
  }

  async use(
    { desktop: name, commands, call }: ParsedInput<'use_desktop'>,
    caller: Caller,
  ): Promise<CallOutput<'use_desktop'>> {
    const opened = this.#find(name, caller)
    if (call !== null && opened.uses.has(call)) throw new UserError('A use of this name goes on.')
    return whileHere(caller, async (control) => {
      if (call !== null) opened.uses.set(call, control)
      try {
        const results = await opened.desktop.use(commands, () => this.#ears(opened), control)
        return { run: opened.run, results }
      } finally {
        if (call !== null) opened.uses.delete(call)
      }
    })
  }

  cancel({ desktop, call }: ParsedInput<'cancel_use'>, caller: Caller): void {
    const why = new StoppedError('stopped', 'The program does not want it any more.')
    this.#find(desktop, caller).uses.get(call)?.stop(why)
  }

  close(name: string, caller: Caller): void {
    const opened = this.#opened.get(name)
    if (opened?.caller !== caller) return
    opened.desktop.close()
  }

  /** Throws UserError for a desktop that this caller has not opened, or has closed. */
  of(name: string, caller: Caller): ProgramDesktop {
    return this.#find(name, caller).desktop
  }

  #find(name: string, caller: Caller): Opened {
    const opened = this.#opened.get(name)
    if (opened?.caller !== caller)
      throw new UserError('This desktop is not open here any more. Open another one.')
    return opened
  }

  #forget(name: string): void {
    const opened = this.#opened.get(name)
    this.#opened.delete(name)
    opened?.gone[Symbol.dispose]()
  }

  /** Makes the record a run that the program watches from its first event. */
  #ears(opened: Opened) {
    const ears = this.#live.adopt(opened.attended, opened.caller)
    return {
      ...ears,
      onBegun: (run: string) => {
        opened.run = run
        ears.onBegun?.(run)
      },
    }
  }
}
