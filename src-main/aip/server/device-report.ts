// Records acts on a device in a session's record: as a Deskhand tells of them, or, for a UFO device, that they were asked for.
import type { EventBody } from '../../../src-preload/contract/events.ts'
import type { Result } from '../../core/command.ts'
import type { RunControl } from '../../core/run-control.ts'
import { describeAct } from '../../safety/words.ts'
import { plainTarget, summaryOf } from '../../computer/targets.ts'
import { isAct, type Called } from '../protocol/called.ts'
import { MAX_TOLD, type ToldEvent } from '../protocol/extension.ts'

/** Most characters of a text of the device. */
const MAX_TEXT_LENGTH = 2000

/**
 * Reports on the commands of one message. Events of other calls are not recorded, nor a question that these commands can't have raised: the
 * person of this machine reads the device's words and must not take them for this machine's. Where the device sends no events (its
 * connection was cut, or it is silent), the record shows the command and its result.
 */
export class DeviceReport implements Disposable {
  readonly #emit: (body: EventBody) => void
  /** The commands that act. */
  readonly #acts: readonly Called[]
  readonly #began = performance.now()
  readonly #started = new Set<string>()
  readonly #finished = new Set<string>()
  #told = 0
  readonly #run: RunControl
  /** Questions that the device asks its own person, by their ids; deadlines wait for them. */
  readonly #open = new Map<string, Disposable>()
  /** Holds the deadlines while the device's person has paused it. */
  #paused: Disposable | null = null

  constructor(commands: readonly Called[], emit: (body: EventBody) => void, run: RunControl) {
    this.#acts = commands.filter(isAct)
    this.#emit = emit
    this.#run = run
  }

  /** Records for a UFO device, which sends no events, that the acts were requested. Their targets are not known. */
  startAll(): void {
    for (const command of this.#acts) this.#start(command)
  }

  end(results: readonly Result[]): void {
    for (const command of this.#acts) {
      const result = results.find(({ call_id }) => call_id === command.call_id)
      if (result) this.#complete(command, result)
    }
    for (const [question, hold] of this.#open) {
      hold[Symbol.dispose]()
      this.#emit({ type: 'question_answered', question, kind: 'sensitive_step', ...UNSAID })
    }
    this.#open.clear()
    this.#resume()
  }

  tell(events: readonly ToldEvent[]): void {
    for (const event of events) this.#tellOne(event)
  }

  [Symbol.dispose](): void {
    this.end([])
  }

  #start(command: Called): void {
    const { call_id, tool_name, tool_type, namespace = null, parameters } = command
    const target = plainTarget('unknown', null)
    const words = describeAct(tool_name, parameters, target)
    const head = { type: 'act_started', call_id, tool_name, tool_type, namespace, parameters } as const
    this.#started.add(call_id)
    this.#emit({ ...head, target: summaryOf(target), words })
  }

  /** Records the end of an act. An act that was refused, or that its tool did not take, has not begun. */
  #complete(command: Called, { status, error, result }: Result): void {
    const { call_id, tool_name } = command
    if (this.#finished.has(call_id)) return
    if (!this.#started.has(call_id)) {
      if (status !== 'success') return
      this.#start(command)
    }
    this.#finished.add(call_id)
    const ms = performance.now() - this.#began
    this.#emit({ type: 'act_finished', call_id, tool_name, status, error, result: result ?? null, ms })
  }

  #tellOne(event: ToldEvent): void {
    // The old connection may still look open, for example after a change of network.
    if (++this.#told > MAX_TOLD) return
    switch (event.type) {
      case 'act_started': {
        const command = this.#actOf(event.call_id)
        if (!command || this.#started.has(event.call_id)) return
        this.#started.add(event.call_id)
        // The parameters come from the server's own command. If they were typed into a password field, this journal hides them, too.
        this.#emit({ ...event, tool_name: command.tool_name, parameters: command.parameters })
        return
      }
      case 'act_finished': {
        const command = this.#actOf(event.call_id)
        if (!command || !this.#started.has(event.call_id) || this.#finished.has(event.call_id)) return
        this.#finished.add(event.call_id)
        this.#emit({ ...event, tool_name: command.tool_name })
        return
      }
      case 'gate_decided': {
        const command = this.#actOf(event.call_id)
        if (command) this.#emit({ ...event, tool_name: command.tool_name })
        return
      }
      case 'question_asked': {
        const { question, kind, call_id } = event
        if (kind !== 'sensitive_step' || call_id === null || !this.#actOf(call_id)) return
        if (this.#open.has(question)) return
        this.#open.set(question, this.#run.hold())
        const { secret: _secret, ...asked } = event
        this.#emit({ ...asked, text: event.text.slice(0, MAX_TEXT_LENGTH) })
        return
      }
      case 'question_answered':
        if (!this.#open.has(event.question)) return
        this.#open.get(event.question)?.[Symbol.dispose]()
        this.#open.delete(event.question)
        this.#emit(event)
        return
      case 'paused':
        if (this.#paused) return
        this.#paused = this.#run.hold()
        this.#emit({ type: 'paused', by: 'device' })
        return
      case 'resumed':
        return this.#resume()
      case 'warning':
        this.#emit({ ...event, message: `The device says: ${event.message.slice(0, MAX_TEXT_LENGTH)}` })
    }
  }

  #resume(): void {
    if (!this.#paused) return
    this.#paused[Symbol.dispose]()
    this.#paused = null
    this.#emit({ type: 'resumed', by: 'device' })
  }

  #actOf(callId: string): Called | undefined {
    return this.#acts.find((command) => command.call_id === callId)
  }
}

const UNSAID = { answer: '', by: 'nobody', scope: null, why: null } as const
