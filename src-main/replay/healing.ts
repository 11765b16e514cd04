// Heals a step that could not be replayed: a model does it, and its acts replace the step in the plan from then on.
import { AppAgent } from '../agents/app-agent.ts'
import type { Agent } from '../agents/agent.ts'
import type { AgentDependencies, SharedMemory } from '../agents/dependencies.ts'
import { stateOf } from '../agents/states.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { Context } from '../core/context.ts'
import type { RunControl } from '../core/run-control.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import { isReplayed, Planner } from './planned-acts.ts'
import { valueNames, type PlannedAct, type RecordedActs, type RecordedPlan } from './plan-file.ts'
import { actsOf, type RecordedAct } from './recorded-acts.ts'
import type { ReplayOptions } from './replay-options.ts'
import { withoutSecrets } from './secrets.ts'

/** How many steps a model may take for one step of a plan. */
const MAX_STEPS = 8
const ENDS = new Set(['FINISH', 'FAIL', 'ERROR'])

/** Says why a step is not healed by a model, as the end of a sentence to the person; null where it may be. */
export function whyNotHealed(
  act: PlannedAct,
  { options, plan }: { options: ReplayOptions; plan: RecordedPlan },
  { model }: Pick<AgentDependencies, 'model'>,
): string | null {
  if (options.strict) return 'The replay is strict: it stops here.'
  if (valueNames(act.parameters).some((name) => plan.recorded.values[name] === null)) {
    return 'It types a secret, which no model is told.'
  }
  if (model.nameOf('app') === 'offline') {
    return 'A model could heal this step, and none is set up: `deskhand config set models.default.provider …`.'
  }
  return null
}

export interface Healing {
  act: PlannedAct
  words: string
  why: string
  host: Agent
  deps: AgentDependencies
  shared: SharedMemory
  folder: RunFolder
  /** Texts that no model may get. */
  secrets: readonly string[]
  /** The values and windows in this replay. */
  recorded: Pick<RecordedActs, 'values' | 'windows'>
  /** Id of a window → its name in the plan. */
  names: ReadonlyMap<string, string>
}

export interface Healed {
  /** Why it failed; else null. */
  fault: string | null
  acts: PlannedAct[]
  words: string[]
  /** The values and windows of the new acts, in addition to the recorded ones. */
  values: RecordedActs['values']
  windows: RecordedActs['windows']
}

/** Lets an AppAgent carry out the step, with its words as the subtask. Reports the change. */
export async function healStep(healing: Healing, context: Context, run: RunControl): Promise<Healed> {
  const { act, words, why, deps, folder, recorded, names } = healing
  const { agent, done } = await assign(healing, context, run)
  const shared = { values: { ...recorded.values }, windows: { ...recorded.windows }, notes: [] }
  const healed: Healed = { fault: null, acts: [], words: [], values: shared.values, windows: shared.windows }
  if (agent.status !== 'FINISH') {
    return { ...healed, fault: agent.error ?? 'it came to no end.' }
  }
  const planner = new Planner(folder, shared, names)
  for (const one of done) {
    healed.acts.push(await planner.plan(one, act.step))
    healed.words.push(one.words)
  }
  deps.sink.emit({ type: 'step_healed', plan_step: act.step, why, before: words, after: healed.words })
  return healed
}

/** Returns the agent when it has ended, and its acts that succeeded. */
async function assign(
  { words, why, host, deps: given, shared, secrets }: Healing,
  context: Context,
  run: RunControl,
): Promise<{ agent: AppAgent; done: RecordedAct[] }> {
  const deps = { ...given, model: withoutSecrets(given.model, secrets) }
  const root = context.get('APPLICATION_ROOT_NAME')
  const process = context.get('APPLICATION_PROCESS_NAME')
  const agent = new AppAgent(host, root, process, deps, shared)
  const heard: SessionEvent[] = []
  using stack = new DisposableStack()
  stack.defer(deps.sink.subscribe((event) => heard.push(event)))
  context.set('SUBTASK', words)
  context.set('HOST_MESSAGE', [
    'This is one step of a plan that was recorded earlier. Do what this step says, and nothing that comes after it.',
    `It could not be done as it was recorded: ${why}`,
  ])
  agent.beginSubtask()
  agent.setState(stateOf('AppAgent', 'CONTINUE'))
  try {
    for (let step = 0; step < MAX_STEPS && !ENDS.has(agent.status); step++) {
      if (step > 0) agent.setState(agent.state.nextState(agent))
      await agent.handle(context, run)
    }
  } finally {
    context.set('SUBTASK', '')
    context.set('HOST_MESSAGE', [])
  }
  if (!ENDS.has(agent.status)) agent.error = `it took more than ${MAX_STEPS} steps.`
  return { agent, done: actsOf(heard).filter(({ tool, undone }) => undone === null && isReplayed(tool)) }
}
