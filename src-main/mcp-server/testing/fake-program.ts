// Plays a program without a desktop, for tests of what MCP clients reach: it answers calls as the bridge does, and keeps what was
// asked.
import type { Envelope } from '../../../src-preload/contract/bridge.ts'
import { CALLS } from '../../../src-preload/contract/calls.ts'
import type { CallName } from '../../../src-preload/contract/call-names.ts'
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import type { ModelQuestion, Push } from '../../../src-preload/contract/pushes.ts'
import type { PageRouter } from '../../web/page-router.ts'

/** An event without its head. */
type Told = Partial<SessionEvent> & { type: SessionEvent['type'] }
type Answers = Partial<Record<CallName, (input: never, program: FakeConnection) => unknown>>

export interface Called {
  name: string
  input: Record<string, unknown>
}

/** Plays one connection to the program. */
export class FakeConnection {
  readonly calls: Called[] = []
  isGone = false
  readonly #push: (push: Push) => void
  readonly #answers: Answers
  #seq = 0

  constructor(push: (push: Push) => void, answers: Answers) {
    this.#push = push
    this.#answers = answers
  }

  async call(name: unknown, input: unknown): Promise<Envelope> {
    const known = name as CallName
    const parsed = CALLS[known].input.parse(input)
    this.calls.push({ name: known, input: parsed })
    try {
      const answer = this.#answers[known] ?? DEFAULTS[known]
      return { ok: true, value: await answer?.(parsed as never, this) }
    } catch (error) {
      return { ok: false, fault: { kind: 'user', message: (error as Error).message, key: null } }
    }
  }

  /** Returns the inputs of the calls of this name. */
  of(name: CallName): Record<string, unknown>[] {
    return this.calls.filter((call) => call.name === name).map(({ input }) => input)
  }

  tell(run: string, event: Told): void {
    const head = { v: 1, run, seq: this.#seq++, time: 1_000, round: null, step: null }
    this.#push({ push: 'event', run, event: { ...head, ...event } as unknown as SessionEvent })
  }

  ask(ask: string, question: ModelQuestion): void {
    this.#push({ push: 'ask_model', ask, question })
  }

  /** Sends the last event of a run. */
  end(run: string, status: 'completed' | 'failed' | 'stopped' = 'completed'): void {
    const reason = status === 'completed' ? 'finished' : status === 'stopped' ? 'stopped' : 'error'
    const common = { result: null, error: null, cost: 0, steps: 0 }
    this.tell(run, { type: 'session_finished', status, reason, rounds: 1, log_path: '', ...common })
    this.#push({ push: 'run_over', run, error: null })
  }

  [Symbol.dispose](): void {
    this.isGone = true
  }
}

const TOOL = {
  tool_name: 'click_input',
  namespace: 'AppUIExecutor',
  tool_type: 'action',
  description: 'Click a control.',
  input_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
}
const DEFAULTS: Answers = {
  list_own_tools: () => ({ tools: [TOOL] }),
  open_desktop: () => ({ desktop: 'd1', kind: 'virtual', tools: [] }),
  use_desktop: ({ commands }: { commands: unknown[] }) => ({
    run: 'hand',
    results: commands.map(() => ({ status: 'success', result: 'said', error: null, effect: null })),
  }),
  start_run: (_input, program) => {
    setTimeout(() => program.end('r1'))
    return { run: 'r1' }
  },
  list_runs: () => ({ runs: [], unreadable: [] }),
}

export function fakeProgram(answers: Answers = {}): PageRouter & { connections: FakeConnection[] } {
  const connections: FakeConnection[] = []
  return {
    connections,
    connect: (push) => {
      const connection = new FakeConnection(push, answers)
      connections.push(connection)
      return connection
    },
  }
}
