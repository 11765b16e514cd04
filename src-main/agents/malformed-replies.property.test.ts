import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { hostReplySchema, linuxReplySchema } from '../models/replies.ts'
import { HostAgent } from './host-agent.ts'
import { LinuxAgent } from './linux-agent.ts'
import { STATES } from './states.ts'
import { aControl, appReply, aWindow, hostReply, round, ScriptedModel, world } from './testing/scripted.ts'

const RUNS = 1000

const odd = fc.oneof(fc.anything(), fc.string(), fc.constantFrom(null, undefined, [], {}, 'FINISH', 0, NaN))
const statuses = fc.oneof(
  fc.constantFrom(
    'CONTINUE',
    'FINISH',
    'FAIL',
    'CONFIRM',
    'PENDING',
    'ASSIGN',
    'SCREENSHOT',
    'ERROR',
    'START',
    '',
  ),
  odd,
)
const names = fc.oneof(fc.constantFrom('click_input', 'texts', 'annotation', 'none', '__proto__', ''), odd)
const action = fc.record(
  { function: names, arguments: fc.oneof(fc.object(), odd), status: statuses },
  { requiredKeys: [] },
)
const texts = fc.oneof(fc.string(), odd)

/** Almost replies, and things that are none at all. */
const replies = fc.oneof(
  { weight: 1, arbitrary: odd },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        observation: texts,
        thought: texts,
        status: statuses,
        action: fc.oneof(fc.array(action, { maxLength: 4 }), action, odd),
        function: names,
        arguments: fc.oneof(fc.object(), odd),
        plan: fc.oneof(fc.array(fc.oneof(fc.string(), fc.constant('## part'))), odd),
        questions: fc.oneof(fc.array(fc.string(), { maxLength: 3 }), odd),
        message: odd,
        current_subtask: texts,
        comment: texts,
        save_screenshot: odd,
        result: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  },
)

describe('whatever a model replies', () => {
  it('a LinuxAgent never crashes, never acts outside the schema, and ends in a state with a name', async () => {
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        const { deps, desktop, context } = world(new ScriptedModel(() => reply, appReply('FINISH')), {
          answers: ['yes', 'yes', 'yes'],
        })
        desktop.windows = [aWindow('1', 'Calculator')]
        desktop.chosen = desktop.windows[0]!
        desktop.controls = [aControl('7', '7')]
        const { agent, states } = await round(new LinuxAgent(deps), context, new RunControl())
        expect(Object.keys(STATES.LinuxAgent)).toContain(agent.state.name)
        expect(['FINISH', 'FAIL', 'ERROR']).toContain(agent.state.name)
        if (agent.state.name === 'ERROR') expect(agent.error).toBeTruthy()
        expect(states.length).toBeLessThan(5)
        const fits = linuxReplySchema.safeParse(reply)
        const allowed = fits.success ? fits.data.action.map((one) => one.function) : []
        for (const command of desktop.acted) expect(allowed).toContain(command.tool_name)
      }),
      { numRuns: RUNS },
    )
  })

  it('a HostAgent never crashes, never acts outside the schema, and ends in a state with a name', async () => {
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        const model = new ScriptedModel(() => reply, appReply('FINISH'), hostReply('FINISH'))
        const { deps, desktop, context } = world(model, { answers: ['yes', 'yes', 'yes'] })
        desktop.windows = [aWindow('1', 'Calculator')]
        const { agent } = await round(new HostAgent(deps), context, new RunControl())
        expect(['FINISH', 'FAIL', 'ERROR']).toContain(agent.state.name)
        if (agent.state.name !== 'FINISH') expect(agent.error).toBeTruthy()
        const fits = hostReplySchema.safeParse(reply)
        // An assignment chooses the active window where none is chosen.
        const allowed = fits.success
          ? [fits.data.function, ...fits.data.action.map((one) => one.function), 'select_application_window']
          : []
        for (const command of desktop.acted) expect(allowed).toContain(command.tool_name)
      }),
      { numRuns: RUNS },
    )
  })
})
