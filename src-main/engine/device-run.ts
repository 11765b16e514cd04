// Does the task of a server, or the acts of a program, on this machine: with a run folder that records the acts, a desktop, its
// gate and the person.
import { randomUUID } from 'node:crypto'
import type { EventBody, SessionEvent } from '../../src-preload/contract/events.ts'
import { bodyOf } from '../aip/protocol/extension.ts'
import type { DeviceWork, RemoteTask, WorkEnd } from '../aip/device/work.ts'
import type { Command, Result } from '../core/command.ts'
import { effectReportSchema } from '../core/desktop.ts'
import type { BasicCommandDispatcher, DispatchOptions } from '../core/dispatcher.ts'
import { messageOf } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Journal } from '../recorder/journal.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import { RecordedInteractor } from '../session/recorded-interactor.ts'
import { toldActions } from '../agents/typed-texts.ts'
import { openLocalPlace } from './local-place.ts'
import { RunRecord } from './run-record.ts'
import type { RunRequest, RunSurroundings } from './run-request.ts'

export interface DeviceRequest extends RemoteTask {
  /** Asks the person of this machine, if one is present. */
  interactor: Interactor
  onEvent(event: SessionEvent): void
  /** Gets each event as it happens, without the head of this machine's journal. */
  tell(event: EventBody): void
  onDesktop?: RunRequest['onDesktop']
  onBegun?: RunRequest['onBegun']
  /** Overrides `display.kind`. */
  display?: RunRequest['display']
  yesTo?: RunRequest['yesTo']
  /** `program`: a program of this machine acts by itself, on the desktop that it is lent. A server’s person is not present here. */
  askedBy?: 'program' | 'server'
  lent?: RunRequest['lent']
}

/**
 * Opens the desktop for a server's task. The person of this machine pauses and stops it like any run of theirs: by the state files of its
 * folder. Throws UserError where there is no desktop.
 */
export async function openDeviceRun(
  around: RunSurroundings,
  wanted: DeviceRequest,
  run: RunControl,
): Promise<DeviceWork> {
  const { home, config, logger } = around
  await using borrowed = new AsyncDisposableStack()
  const onEvent = (event: SessionEvent): void => {
    wanted.onEvent(event)
    wanted.tell(bodyOf(event) as EventBody)
  }
  const task = wanted.task_name === '' ? null : wanted.task_name
  const opened = borrowed.use(
    await RunRecord.open({ home, logger, task, onEvent, onBegun: wanted.onBegun }, run),
  )
  const { folder, journal, state } = opened
  const record = new DeviceRecord(journal, folder, wanted)
  try {
    const interactor = new RecordedInteractor(wanted.interactor, journal)
    const open = openLocalPlace(around, { ...wanted, askedBy: wanted.askedBy ?? 'server' })
    const place = borrowed.use(await open({ folder, config, sink: journal, interactor, state }, run))
    opened.pausedByMouse = place.pausedByMouse ?? opened.pausedByMouse
    record.begin(place.display, place.platform)
    const owned = borrowed.move()
    return {
      place: {
        display: place.display.kind === 'host' ? 'host' : 'virtual',
        os: place.os,
        home: place.personHome,
      },
      dispatcher: recording(place.dispatcher, journal),
      step: (route, commands) => record.step(route.agent_name, route.root_name, commands),
      finish: (end) => record.finish(end),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    record.finish({ status: run.stopped ? 'stopped' : 'failed', error: messageOf(error), result: null })
    throw error
  }
}

/** Records the acts as in any run: one round, and a step for each command that acts. */
class DeviceRecord {
  readonly #journal: Journal
  readonly #folder: RunFolder
  readonly #wanted: DeviceRequest
  #steps = 0
  #began = false

  constructor(journal: Journal, folder: RunFolder, wanted: DeviceRequest) {
    this.#journal = journal
    this.#folder = folder
    this.#wanted = wanted
    journal.where = () => ({
      round: this.#began ? 0 : null,
      step: this.#steps > 0 ? this.#steps - 1 : null,
    })
  }

  begin(display: { kind: 'host' | 'virtual' | 'device'; name: string }, platform: string): void {
    this.#journal.emit({
      type: 'run_started',
      session: randomUUID(),
      ...(this.#wanted.askedBy === 'program'
        ? { session_type: 'Program', mode: 'program' }
        : { session_type: 'Device', mode: 'device' }),
      task: this.#folder.name,
      strategy: '',
      platform,
      display,
      models: {},
      log_path: this.#folder.path,
      continues: null,
    })
    this.#began = true
    this.#journal.emit({ type: 'round_started', request: this.#wanted.request })
  }

  step(agent: string, application: string, commands: readonly Command[]) {
    const journal = this.#journal
    const began = performance.now()
    this.#steps++
    journal.emit({
      type: 'step_started',
      agent,
      application: application === '' ? null : application,
      subtask: null,
    })
    journal.emit({
      type: 'decided',
      agent,
      observation: null,
      thought: null,
      plan: [],
      status: 'CONTINUE',
      subtask: null,
      message: [],
      questions: [],
      comment: null,
      result: null,
      // The fields that the acts aim at are known only after the acts.
      actions: toldActions(
        commands.map(({ tool_name, parameters }) => ({
          function: tool_name,
          arguments: parameters,
          status: 'CONTINUE',
        })),
        [],
      ).actions,
    })
    return {
      end: (results: readonly Result[]) => {
        const error = results.find(({ status }) => status === 'failure')?.error ?? null
        const times = { act: performance.now() - began }
        journal.emit({ type: 'step_finished', agent, status: 'CONTINUE', times, cost: 0, error })
      },
    }
  }

  finish(end: WorkEnd): void {
    const rounds = this.#began ? 1 : 0
    for (const event of endOf(end, { steps: this.#steps, rounds, log_path: this.#folder.path }))
      this.#journal.emit(event)
  }
}

/** Makes the events of the end; the journal of this machine tells it as the server has judged it. */
export function endOf(
  { status, error, result, judged = null }: WorkEnd,
  { steps, rounds, log_path }: { steps: number; rounds: number; log_path: string },
): EventBody[] {
  const common = { result, error, cost: 0 }
  const word = status === 'completed' ? 'FINISH' : 'ERROR'
  const reason = status === 'completed' ? 'finished' : status === 'stopped' ? 'stopped' : 'error'
  return [
    ...(rounds > 0 ? [{ type: 'round_finished' as const, status: word, steps, ...common }] : []),
    ...(judged && status !== 'stopped'
      ? [{ ...UNJUDGED, complete: judged.complete, reason: judged.reason }]
      : []),
    { type: 'session_finished', status, reason, steps, rounds, log_path, ...common },
  ]
}

const UNJUDGED = {
  type: 'evaluated',
  level: 'session',
  sub_scores: [],
  quality: null,
  efficiency: null,
  effects: null,
  cost: 0,
} satisfies Partial<EventBody>

/** Records the desktop's report on an act's effect on this machine, too. */
const recording = (inner: BasicCommandDispatcher, journal: Journal): BasicCommandDispatcher => ({
  async executeCommands(commands: Command[], options: DispatchOptions, run: RunControl) {
    const began = performance.now()
    const results = await inner.executeCommands(commands, options, run)
    for (const [index, { tool_name, parameters }] of commands.entries()) {
      const call_id = parameters['call_id']
      if (tool_name !== 'verify_effect' || typeof call_id !== 'string') continue
      const report = effectReportSchema.safeParse(results[index]?.result)
      if (!report.success) continue
      const ms = performance.now() - began
      journal.emit({ type: 'effect_verified', call_id, ...report.data, ms })
    }
    return results
  },
  listTools: (route, toolType, run) => inner.listTools(route, toolType, run),
  reset: (run) => inner.reset(run),
})
