// What the record of a session says of acts on a device: as a Deskhand tells them, or, of a UFO device, that they were asked for.
import type { EventBody } from '../../src-preload/contract/events.ts'
import type { Command, Result } from '../core/command.ts'
import type { RunControl } from '../core/run-control.ts'
import { describeAct } from '../safety/words.ts'
import { plainTarget, summaryOf } from '../computer/targets.ts'
import type { ToldEvent } from './device-extension.ts'

type Called = Command & { call_id: string }

/** Of the commands of one message. What a device tells of other calls is not recorded. */
export class DeviceReport implements Disposable {
  protected readonly commands: readonly Called[]
  protected readonly emit: (body: EventBody) => void
  readonly #run: RunControl
  /** Questions that the device asks its own person, by their ids: no deadline runs out meanwhile. */
  readonly #open = new Map<string, Disposable>()
  #pauses = 0

  constructor(commands: readonly Called[], emit: (body: EventBody) => void, run: RunControl) {
    this.commands = commands
    this.emit = emit
    this.#run = run
  }

  begin(): void {}

  end(_results: readonly Result[]): void {
    for (const [question, hold] of this.#open) {
      hold[Symbol.dispose]()
      this.emit({ type: 'question_answered', question, kind: 'sensitive_step', ...UNSAID })
    }
    this.#open.clear()
    if (this.#pauses > 0) this.emit({ type: 'resumed', by: 'device' })
    this.#pauses = 0
  }

  tell(events: readonly ToldEvent[]): void {
    for (const event of events) this.#tellOne(event)
  }

  [Symbol.dispose](): void {
    this.end([])
  }

  #tellOne(event: ToldEvent): void {
    switch (event.type) {
      case 'act_started': {
        const command = this.#commandOf(event.call_id)
        // What was asked for is known here; where it was typed into a password field, this journal hides it, too.
        if (command) this.emit({ ...event, tool_name: command.tool_name, parameters: command.parameters })
        return
      }
      case 'act_finished':
      case 'gate_decided': {
        const command = this.#commandOf(event.call_id)
        if (command) this.emit({ ...event, tool_name: command.tool_name })
        return
      }
      case 'question_asked':
        if (event.call_id === null || !this.#commandOf(event.call_id)) return
        this.#open.set(event.question, this.#run.hold())
        this.emit(event)
        return
      case 'question_answered':
        if (!this.#open.has(event.question)) return
        this.#open.get(event.question)?.[Symbol.dispose]()
        this.#open.delete(event.question)
        this.emit(event)
        return
      case 'paused':
        if (this.#pauses++ === 0) this.emit({ type: 'paused', by: 'device' })
        return
      case 'resumed':
        if (this.#pauses > 0 && --this.#pauses === 0) this.emit({ type: 'resumed', by: 'device' })
        return
      case 'warning':
        this.emit(event)
    }
  }

  #commandOf(callId: string): Called | undefined {
    return this.commands.find((command) => command.call_id === callId)
  }
}

const UNSAID = { answer: '', by: 'nobody', scope: null, why: null } as const

/** Of a UFO device, which tells nothing: that an act was asked for, and what came back. What it was aimed at is not known. */
export class ReportedActs extends DeviceReport {
  #began = 0
  readonly #acts = this.commands.filter(
    ({ tool_type, tool_name }) => tool_type === 'action' && tool_name !== 'list_tools',
  )

  override begin(): void {
    this.#began = performance.now()
    for (const { call_id, tool_name, tool_type, namespace = null, parameters } of this.#acts) {
      const target = plainTarget('unknown', null)
      const words = describeAct(tool_name, parameters, target)
      const head = { type: 'act_started', call_id, tool_name, tool_type, namespace, parameters } as const
      this.emit({ ...head, target: summaryOf(target), words })
    }
  }

  override end(results: readonly Result[]): void {
    const ms = performance.now() - this.#began
    for (const { call_id, tool_name } of this.#acts) {
      const result = results.find((one) => one.call_id === call_id)
      if (!result) continue
      const { status, error } = result
      this.emit({
        type: 'act_finished',
        call_id,
        tool_name,
        status,
        error,
        result: result.result ?? null,
        ms,
      })
    }
    super.end(results)
  }
}
