// Makes runs as streams of events, for tests of everything that shows a run.
import type { CodedText } from '../coded-text.ts'
import { evidenceWords } from '../evidence.ts'
import { notDoneWords } from '../words.ts'
import { EVENT_VERSION, type EventBody, type SessionEvent, type TargetSummary } from '../events.ts'

const START = Date.UTC(2026, 10, 21, 10, 42, 0)

/** Adds the heads to event bodies: one event every `everyMs`; round and step follow from the earlier bodies. */
export function streamOf(bodies: readonly EventBody[], everyMs = 300): SessionEvent[] {
  let round: number | null = null
  let step: number | null = null
  return bodies.map((body, seq) => {
    if (body.type === 'round_started') round = round === null ? 0 : round + 1
    if (body.type === 'step_started') step = step === null ? 0 : step + 1
    return {
      v: EVENT_VERSION,
      seq,
      ts: START + seq * everyMs,
      run: 'sample',
      round,
      step: round === null ? null : step,
      ...body,
    }
  })
}

export const runStarted: EventBody = {
  type: 'run_started',
  session: 'c0ffee',
  session_type: 'Session',
  task: 'sample',
  mode: 'normal',
  strategy: 'host-app',
  platform: 'linux',
  display: { kind: 'virtual', name: ':101' },
  models: { host: 'openai/gpt-x', app: 'openai/gpt-x' },
  log_path: '/home/ana/.local/share/deskhand/logs/sample',
  continues: null,
}

/** What the Evaluator of the strategy `planner` says after a step. */
export const evaluatorDecided: EventBody = {
  type: 'evaluator_decided',
  trigger: 'contradicted',
  decision: 'replan',
  reason: 'The menu was not there.',
  by: 'evaluator',
  subtask: 'Save it',
}

export const target = (values: Partial<TargetSummary> = {}): TargetSummary => ({
  kind: 'control',
  application: 'galculator',
  window: 'galculator',
  role: 'button',
  name: '7',
  bounds: { x: 120, y: 220, width: 60, height: 36 },
  point: null,
  ...values,
})

interface SampleAct {
  call: string
  tool: string
  words: string
  parameters?: Record<string, unknown>
  target?: TargetSummary
  result?: unknown
  error?: string
  effect?: 'confirmed' | 'unconfirmed' | 'contradicted'
  evidence?: string
  told?: CodedText[]
  gate?: { decision: 'allow' | 'ask'; category: 'overwrite'; answer: 'yes' | 'no' }
}

function actEvents(act: SampleAct): EventBody[] {
  const aim = act.target ?? target()
  const { call, tool: tool_name, parameters = {} } = act
  const gate: Extract<EventBody, { type: 'gate_decided' }> = {
    type: 'gate_decided',
    call_id: call,
    tool_name,
    decision: act.gate?.decision ?? 'allow',
    categories: act.gate ? [act.gate.category] : [],
    rule: act.gate ? 'replace a file' : 'ordinary control',
    reason: act.gate ? 'A file of that name is there.' : 'A control of the chosen window.',
    target: aim,
  }
  const asked: EventBody[] = act.gate
    ? [
        {
          type: 'question_asked',
          question: `q-${call}`,
          kind: 'sensitive_step',
          text: act.words,
          choices: ['no', 'yes'],
          call_id: call,
          details: {
            consequence: null,
            reason: gate.reason,
            rule: gate.rule,
            categories: gate.categories,
            target: aim,
            control_text: `${aim.role ?? ''} “${aim.name ?? ''}”`,
            scopes: ['once', 'run', 'always'],
            coverage: { application: 'galculator', action: tool_name, argument: `“${aim.name ?? ''}”` },
          },
        },
        {
          type: 'question_answered',
          question: `q-${call}`,
          kind: 'sensitive_step',
          answer: act.gate.answer,
          by: 'person',
          scope: act.gate.answer === 'yes' ? 'once' : null,
          why: null,
        },
      ]
    : []
  if (act.gate?.answer === 'no') return [gate, ...asked]
  return [
    gate,
    ...asked,
    {
      type: 'act_started',
      call_id: call,
      tool_name,
      tool_type: 'action',
      namespace: 'AppUIExecutor',
      parameters,
      target: aim,
      words: act.words,
    },
    {
      type: 'act_finished',
      call_id: call,
      tool_name,
      status: act.error === undefined ? 'success' : 'failure',
      result: act.result ?? null,
      error: act.error ?? null,
      ms: 40,
    },
    ...(act.effect
      ? [
          {
            type: 'effect_verified' as const,
            call_id: call,
            effect: act.effect,
            evidence: act.evidence ?? evidenceWords(act.told ?? []),
            ...(act.told && { told: act.told }),
            ms: 25,
          },
        ]
      : []),
  ]
}

interface SampleStep {
  agent?: string
  application?: string | null
  subtask?: string | null
  observation?: string
  thought?: string
  status?: string
  comment?: string | null
  picture?: string
  controls?: number
  cost?: number | null
  acts?: SampleAct[]
  error?: string
}

/** Returns all events of one step. */
export function stepEvents(step: SampleStep): EventBody[] {
  const {
    agent = 'AppAgent',
    application = 'galculator',
    subtask = 'Multiply 7 by 6',
    acts = [],
    cost = 0.0012,
  } = step
  const bounds = { x: 100, y: 100, width: 320, height: 400 }
  return [
    { type: 'step_started', agent, application, subtask },
    {
      type: 'observed',
      agent,
      window: application === null ? null : { id: 'w1', title: application, process_name: application },
      windows: 2,
      controls: step.controls ?? 64,
      difference: false,
      picture: step.picture ? { path: step.picture, width: 320, height: 400, bounds } : null,
      limited: null,
      ms: 21,
    },
    {
      type: 'model_replied',
      role: agent === 'HostAgent' ? 'host' : 'app',
      provider: 'openai',
      model: 'gpt-x',
      usage: { input_tokens: 2130, output_tokens: 88, cached_tokens: 1725, cost },
      attempts: 1,
      ms: 1400,
    },
    {
      type: 'decided',
      agent,
      observation: step.observation ?? 'The calculator shows 0.',
      thought: step.thought ?? 'The keys are all there, so they can be pressed one after the other.',
      plan: ['Read the display'],
      status: step.status ?? 'CONTINUE',
      subtask,
      message: [],
      questions: [],
      comment: step.comment ?? null,
      result: null,
      actions: acts.map((act) => ({
        function: act.tool,
        arguments: act.parameters ?? {},
        status: 'CONTINUE',
      })),
    },
    ...acts.flatMap(actEvents),
    {
      type: 'step_finished',
      agent,
      status: step.status ?? 'CONTINUE',
      times: { observe: 21, decide: 1400, act: 65, record: 4 },
      cost,
      error: step.error ?? null,
    },
  ]
}

/** Makes a run of two agents with every kind of effect, a question, a skipped act, an evaluation and a result. */
export const sampleRun = (picture?: string): SessionEvent[] =>
  streamOf([
    runStarted,
    {
      type: 'round_started',
      request: 'open galculator, click 7, click "*", click 6, click "=", read display, save as "~/sum.txt"',
    },
    ...stepEvents({
      agent: 'HostAgent',
      application: null,
      subtask: null,
      thought: 'galculator is not open yet.',
      acts: [
        {
          call: 'c1',
          tool: 'launch_application',
          words: 'Launch “galculator”',
          parameters: { name: 'galculator' },
          target: target({ kind: 'application', role: null, name: 'galculator', bounds: null }),
          result: { application: 'galculator', pid: 4711 },
          effect: 'confirmed',
          evidence: 'window “galculator” opened',
        },
      ],
    }),
    { type: 'agent_switched', from: 'HostAgent', to: 'AppAgent' },
    ...stepEvents({
      ...(picture ? { picture } : {}),
      acts: [
        {
          call: 'c2',
          tool: 'click_input',
          words: 'Click button “7” in “galculator”',
          parameters: { id: '12', name: '7' },
          effect: 'confirmed',
          evidence: 'display shows 7',
        },
        {
          call: 'c3',
          tool: 'click_input',
          words: 'Click button “*” in “galculator”',
          parameters: { id: '18', name: '*' },
          target: target({ name: '*', bounds: { x: 300, y: 300, width: 60, height: 36 } }),
          effect: 'unconfirmed',
          evidence: 'something changed beside the clock',
        },
      ],
    }),
    ...stepEvents({
      ...(picture ? { picture } : {}),
      thought: 'The result can be read.',
      acts: [
        {
          call: 'c4',
          tool: 'texts',
          words: 'Read edit “display” in “galculator”',
          parameters: { id: '3', name: 'display' },
          target: target({
            role: 'edit',
            name: 'display',
            bounds: { x: 110, y: 130, width: 300, height: 48 },
          }),
          result: '42',
          effect: 'confirmed',
          evidence: 'read 42',
        },
      ],
    }),
    ...stepEvents({
      ...(picture ? { picture } : {}),
      subtask: 'Save the sum',
      application: 'mousepad',
      thought: 'A file of that name is there, so the person is asked before it is replaced.',
      acts: [
        {
          call: 'c5',
          tool: 'click_input',
          words: 'Click button “Save” in “Save As”',
          parameters: { id: '44', name: 'Save' },
          target: target({
            role: 'button',
            name: 'Save',
            window: 'Save As',
            bounds: { x: 330, y: 450, width: 80, height: 32 },
          }),
          gate: { decision: 'ask', category: 'overwrite', answer: 'yes' },
          effect: 'contradicted',
          evidence: 'the dialog is still open',
        },
      ],
    }),
    { type: 'subtask_finished', index: 0, subtask: 'Save the sum', status: 'FINISH', result: '42' },
    { type: 'warning', message: 'The picture of step 3 took 2 s.' },
    { type: 'round_finished', status: 'FINISH', result: '42', error: null, steps: 4, cost: 0.0048 },
    {
      type: 'evaluated',
      level: 'session',
      complete: 'yes',
      reason: 'The display shows 42 and the file was written.',
      sub_scores: [
        { name: 'The sum is right', evaluation: 'yes' },
        { name: 'The file is there', evaluation: 'unsure' },
      ],
      quality: { evaluation: 'yes', reason: 'Each act had the control it was meant for.' },
      efficiency: { evaluation: 'unsure', reason: 'One act was skipped.' },
      effects: { steps: 4, acts: 5, confirmed: 3, unconfirmed: 1, contradicted: 1, undone: 0 },
      cost: 0.0006,
    },
    {
      type: 'session_finished',
      status: 'completed',
      result: '42',
      error: null,
      reason: 'finished',
      steps: 4,
      rounds: 1,
      cost: 0.0054,
      log_path: '/home/ana/.local/share/deskhand/logs/sample',
    },
  ])

/** Changes the sample into a run that its agents call done, but the evaluation does not. */
export const refutedRun = (reason: string): SessionEvent[] =>
  sampleRun().map((event) => {
    if (event.type === 'evaluated') return { ...event, complete: 'no', reason }
    if (event.type !== 'session_finished') return event
    return { ...event, status: 'failed', error: notDoneWords(reason) }
  })
