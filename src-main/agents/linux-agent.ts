// Defines the LinuxAgent of the strategy `single`: one agent with all of the desktop's tools carries out the whole request.
import type { Observation } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ActionRecord, LinuxInput } from '../models/input.ts'
import { linuxReplySchema } from '../models/replies.ts'
import { ActingAgent } from './acting-agent.ts'
import { decisionOfApp, goingOnIn, type DecidedAction, type Decision } from './decision.ts'
import { aboutWindow } from './given.ts'
import { SharedMemory, type AgentDependencies } from './dependencies.ts'
import { choiceOf, openedWindow } from './opened-window.ts'
import type { Step } from './step.ts'

export class LinuxAgent extends ActingAgent {
  protected readonly role = 'linux' as const

  constructor(deps: AgentDependencies, shared: SharedMemory = new SharedMemory()) {
    super('LinuxAgent', 'LinuxAgent', deps, shared)
  }

  protected async decide(step: Step, observation: Observation, run: RunControl): Promise<Decision> {
    const { context } = step
    const meant = observation.window ? null : await this.windowMeant(context, observation.windows, true)
    if (meant) return aboutWindow('CONTINUE', meant)
    const common = await this.input(step, observation, await this.tools(context, run), run)
    const input: LinuxInput = {
      kind: 'linux',
      subtask: context.get('REQUEST'),
      host_message: [],
      ...common,
    }
    const reply = await this.askFor(step, input, linuxReplySchema, this.told(common), run)
    return this.reannotate(step, goingOnIn(input.windows, decisionOfApp(reply)))
  }

  /** Chooses the window that it has opened, to work in it. */
  protected override thereupon({ function: name, result }: ActionRecord): DecidedAction | null {
    const window = name === 'launch_application' ? openedWindow(result) : null
    return window && choiceOf(window)
  }

  protected async settle(step: Step, decision: Decision, _run: RunControl): Promise<void> {
    if (this.status !== 'FINISH' && this.status !== 'FAIL') return
    const result = this.resultOf(step, decision)
    this.setResult(result)
    step.context.set('ROUND_RESULT', result)
  }
}
