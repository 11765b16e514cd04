// Defines the AppAgent, which carries out one subtask in one application and hands back to the HostAgent.
import type { Command, Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Observation, WindowInfo } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import type { AppInput } from '../models/input.ts'
import { otherWindowsOf } from '../models/render/own-windows.ts'
import { appReplySchema } from '../models/replies.ts'
import { ActingAgent } from './acting-agent.ts'
import type { Agent } from './agent.ts'
import { CHOOSE_WINDOW, decisionOfApp, goingOnIn, type Decision } from './decision.ts'
import type { AgentDependencies, SharedMemory } from './dependencies.ts'
import { aboutWindow } from './given.ts'
import type { Step } from './step.ts'

export class AppAgent extends ActingAgent {
  protected readonly role = 'app' as const
  readonly #host: Agent
  /** The windows that it may go on in. */
  #others: readonly WindowInfo[] = []
  #before: { subtask: number; ids: readonly string[] } | null = null

  constructor(host: Agent, root: string, process: string, deps: AgentDependencies, shared: SharedMemory) {
    super(AppAgent.nameOf(root, process), 'AppAgent', deps, shared)
    this.#host = host
  }

  static nameOf(root: string, process: string): string {
    return `AppAgent/${root}/${process}`
  }

  override get host(): Agent {
    return this.#host
  }

  protected async decide(step: Step, observation: Observation, run: RunControl): Promise<Decision> {
    const { context } = step
    const next = observation.window ? null : this.#goesOnIn(context, observation)
    if (next) {
      this.#others = [next]
      return aboutWindow('CONTINUE', next)
    }
    const common = await this.input(step, observation, await this.tools(context, run), run)
    const input: AppInput = {
      kind: 'app',
      subtask: context.get('SUBTASK'),
      host_message: context.get('HOST_MESSAGE'),
      ...common,
      windows_before: this.#windowsBefore(context, observation),
    }
    const told = { ...this.told(common), host_message: input.host_message }
    const reply = await this.askFor(step, input, appReplySchema, told, run)
    this.#others = otherWindowsOf(input)
    return this.reannotate(step, goingOnIn(this.#others, decisionOfApp(reply)))
  }

  /** Of the subtask that it carries out, as its first look has shown them. */
  #windowsBefore(context: Context, { windows }: Observation): readonly string[] {
    const subtask = context.currentRoundSubtaskAmount
    if (this.#before?.subtask !== subtask) this.#before = { subtask, ids: windows.map(({ id }) => id) }
    return this.#before.ids
  }

  /** The window of its application that is left, where the chosen one has closed: behind a wizard, a splash, a start page. */
  #goesOnIn(context: Context, { windows }: Observation): WindowInfo | null {
    if (this.deps.model.nameOf(this.role) === 'offline') return null
    const own = windows.filter(
      ({ kind, process_name }) =>
        kind === 'normal' && process_name === context.get('APPLICATION_PROCESS_NAME'),
    )
    return own.find(({ active }) => active) ?? own[0] ?? null
  }

  /** The host lends it the tool that chooses a window, for those of its own application. */
  protected override routeOf(context: Context, command?: Command): Route {
    const isLent =
      command?.tool_name === CHOOSE_WINDOW &&
      this.#others.some(({ id }) => id === String(command.parameters['id']))
    return (isLent ? this.#host : this).route(context)
  }

  protected async settle(step: Step, decision: Decision, _run: RunControl): Promise<void> {
    if (this.status === 'FINISH') this.setResult(this.resultOf(step, decision))
  }
}
