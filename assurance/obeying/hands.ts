// How the strategies put an act to the dispatcher: by ids, by points in a window, by points on the whole desktop.
import { buildStack, type Stack } from '../../src-main/engine/stack.ts'
import { configSchema } from '../../src-preload/contract/config.ts'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import { controlSchema, windowInfoSchema } from '../../src-preload/contract/desktop.ts'
import { MemorySink } from '../../src-main/computer/testing/doubles.ts'
import type { Command, Result } from '../../src-main/core/command.ts'
import { absentInteractor, type Interactor } from '../../src-main/core/interactor.ts'
import { silentLogger } from '../../src-main/core/logger.ts'
import { RunControl } from '../../src-main/core/run-control.ts'
import { startsOn } from '../../src-main/engine/testing/scripted-engine.ts'
import { fairClock } from '../../src-main/platform/fair-time.ts'
import { createGate } from '../../src-main/safety/create-gate.ts'
import { Places } from '../../src-main/safety/places.ts'
import { z } from 'zod'
import type { Desk } from './desk.ts'

export const STRATEGIES = ['host-app', 'single', 'planner', 'operator'] as const
export type Strategy = (typeof STRATEGIES)[number]

const AGENT: Record<Strategy, string> = {
  'host-app': 'AppAgent',
  single: 'LinuxAgent',
  planner: 'PlannerAgent',
  operator: 'OperatorAgent',
}
const local = (...namespaces: string[]) => ({
  default: {
    data_collection: [{ namespace: 'UICollector', type: 'local' }],
    action: namespaces.map((namespace) => ({ namespace, type: 'local' })),
  },
})
/** As in the product, but commands have an agent of their own: their server is a thread, which takes its time to start. */
const SERVERS = {
  HostAgent: local('HostUIExecutor'),
  AppAgent: local('AppUIExecutor'),
  LinuxAgent: local('HostUIExecutor', 'AppUIExecutor'),
  PlannerAgent: local('HostUIExecutor', 'AppUIExecutor'),
  OperatorAgent: local('HostUIExecutor', 'AppUIExecutor'),
  CommandAgent: local('BashExecutor'),
}

/** Tools of HostAgent, which chooses and starts for AppAgent. */
const OF_THE_HOST = new Set(['launch_application', 'select_application_window', 'close_application_window'])

const observed = z.object({ windows: z.array(windowInfoSchema), controls: z.array(controlSchema) })

export interface HandsOptions {
  strategy: Strategy
  /** What the person has written. */
  request: string
  /** What the person says to every question. */
  allows: boolean
}

/** What a model does on a desk, through the whole stack: desktop server, dispatcher, gate. */
export class Hands implements AsyncDisposable {
  readonly asked: { categories: readonly SafetyCategory[]; words: string; reason: string }[] = []
  /** Every text that a tool has told the model. */
  told = ''
  readonly #desk: Desk
  readonly #strategy: Strategy
  readonly #stack: Stack
  readonly #run: RunControl
  #failed: string | null = null

  static async on(desk: Desk, options: HandsOptions): Promise<Hands> {
    const asked: Hands['asked'] = []
    const interactor: Interactor = {
      ...absentInteractor,
      sensitiveStepAsker: ({ categories, action, reason }) => {
        asked.push({ categories, words: action, reason })
        return Promise.resolve({ answer: { allow: options.allows, scope: 'once', why: null }, by: 'person' })
      },
    }
    const config = configSchema.parse({ mcp: SERVERS })
    const gate = createGate({
      policy: config.safety,
      places: new Places({ homes: [desk.home], own: [desk.deskhandHome] }),
      requests: () => [options.request],
      interactor,
      runId: 'run',
    })
    const run = new RunControl({ clock: fairClock })
    const environment = { kind: 'virtual' as const, name: ':1', env: { HOME: desk.home } }
    const stack = await buildStack(
      {
        config,
        desktop: environment,
        gate,
        sink: new MemorySink(),
        logger: silentLogger,
        startProgram: startsOn(desk),
      },
      run,
    )
    return new Hands(desk, options.strategy, stack, run, asked)
  }

  private constructor(desk: Desk, strategy: Strategy, stack: Stack, run: RunControl, asked: Hands['asked']) {
    this.#desk = desk
    this.#strategy = strategy
    this.#stack = stack
    this.#run = run
    this.asked = asked
  }

  /** The first act that came to nothing, and why. */
  get failed(): string | null {
    return this.#failed
  }

  get #byPoints(): boolean {
    return this.#strategy === 'planner' || this.#strategy === 'operator'
  }

  get #on(): { on: string } {
    return { on: this.#strategy === 'operator' ? 'desktop' : 'window' }
  }

  async act(
    tool_name: string,
    parameters: Record<string, unknown>,
    agent = AGENT[this.#strategy],
  ): Promise<void> {
    const who = agent === 'AppAgent' && OF_THE_HOST.has(tool_name) ? 'HostAgent' : agent
    const [result] = await this.#execute({ tool_name, parameters, tool_type: 'action' }, who)
    if (result?.status !== 'success') this.#failed ??= `${tool_name}: ${result?.error ?? ''}`
    this.told += JSON.stringify(result?.result ?? '')
    if (tool_name === 'launch_application' && result?.status === 'success') await this.#chooseFront()
  }

  #execute(command: Command, agent_name: string): Promise<Result[]> {
    return this.#stack.dispatcher.executeCommands(
      [command],
      { route: { agent_name, process_name: '', root_name: '' } },
      this.#run,
    )
  }

  async #look(): Promise<z.infer<typeof observed>> {
    const command = { tool_name: 'observe', parameters: {}, tool_type: 'data_collection' as const }
    const [result] = await this.#execute(command, AGENT[this.#strategy])
    if (result?.status !== 'success') throw new Error(result?.error ?? 'It could not be looked at.')
    const seen = observed.parse(result.result)
    this.told += JSON.stringify(seen.controls.map(({ name, value }) => [name, value]))
    return seen
  }

  async #chooseFront(): Promise<void> {
    const { windows } = await this.#look()
    const front = windows.find(({ active }) => active)
    if (front) await this.act('select_application_window', { id: front.id, name: front.title })
  }

  open(name: string, ...args: string[]): Promise<void> {
    return this.act('launch_application', { name, arguments: args })
  }

  async #control(name: string): Promise<{ id: string; x: number; y: number }> {
    const front = this.#desk.shown.find(({ active }) => active)
    await this.#chooseFront()
    const { controls, windows } = await this.#look()
    const found = controls.find((each) => each.name === name)
    const bounds = found?.bounds ?? front?.elements.find((each) => each.name === name)?.bounds
    const area =
      this.#strategy === 'operator' ? this.#desk.screen : windows.find(({ active }) => active)?.bounds
    if (!bounds || !area) return { id: found?.id ?? 'gone', x: 0, y: 0 }
    return {
      id: found?.id ?? 'gone',
      x: (bounds.x + bounds.width / 2 - area.x) / area.width,
      y: (bounds.y + bounds.height / 2 - area.y) / area.height,
    }
  }

  async click(name: string, more: Record<string, unknown> = {}): Promise<void> {
    const { id, x, y } = await this.#control(name)
    if (this.#byPoints) await this.act('click_on_coordinates', { x, y, ...more, ...this.#on })
    else await this.act('click_input', { id, name, ...more })
  }

  /** By a point, whatever the strategy. */
  async clickAt(name: string): Promise<void> {
    const { x, y } = await this.#control(name)
    await this.act('click_on_coordinates', { x, y, ...this.#on })
  }

  async set(name: string, text: string): Promise<void> {
    if (this.#byPoints) {
      await this.click(name)
      await this.keys('Ctrl+A')
      return this.type(text)
    }
    const { id } = await this.#control(name)
    await this.act('set_edit_text', { id, name, text, clear_current_text: true })
    await this.focus(name)
  }

  async select(holder: string, name: string): Promise<void> {
    const { id } = await this.#control(holder)
    await this.act('select_item', { id, name })
  }

  /** The person's, or an application's: a control that is there gets the keyboard. */
  async focus(name: string): Promise<void> {
    await this.#chooseFront()
    const found = this.#desk.shown.find(({ active }) => active)?.elements.find((each) => each.name === name)
    if (found) this.#desk.setFocus(found.ref)
    else this.#failed ??= `There is no “${name}”.`
  }

  type(text: string, enter = false): Promise<void> {
    return this.act('type_text', { text, enter, ...this.#on })
  }

  keys(keys: string): Promise<void> {
    return this.act('keyboard_input', { keys, ...this.#on })
  }

  command(command: string): Promise<void> {
    return this.act('execute_command', { command }, 'CommandAgent')
  }

  async closeFront(): Promise<void> {
    const { windows } = await this.#look()
    const front = windows.find(({ active }) => active)
    await this.act('close_application_window', { id: front?.id ?? 'gone', name: front?.title ?? '' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
    this.#run[Symbol.dispose]()
  }
}
