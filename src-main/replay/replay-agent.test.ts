import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChecklistChange } from '../../src-preload/contract/checklist.ts'
import { SharedMemory } from '../agents/dependencies.ts'
import {
  aControl,
  appReply,
  aWindow,
  round,
  ScriptedModel,
  world,
  type Script,
} from '../agents/testing/scripted.ts'
import { Checklist } from '../core/checklist.ts'
import { VirtualClock } from '../core/clock.ts'
import type { Control, EffectReport, WindowInfo } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import { evidenceWords, seen } from '../../src-preload/contract/evidence.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { Places } from './locator.ts'
import { writePlan, readRecordedPlan, type PlannedAct, type RecordedPlan } from './plan-file.ts'
import { ReplayAgent } from './replay-agent.ts'
import type { ReplayOptions } from './replay-options.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deskhand-replay-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const WINDOW = aWindow('70', 'Demo')
const controls = (...names: string[]): Control[] =>
  names.map((name, index) =>
    aControl(String(90 + index), name, {
      window_id: '70',
      bounds: { x: 10, y: 10 + 40 * index, width: 80, height: 30 },
    }),
  )

const act = (more: Partial<PlannedAct>): PlannedAct => ({
  step: 0, agent: 'AppAgent', tool: 'click_input', namespace: 'AppUIExecutor', parameters: {}, target: null, aim: null,
  offset: null, window: 'demo', effect: 'confirmed', ...more,
}) // prettier-ignore

/** Chooses the window, clicks each of these buttons, whose recorded numbers are long gone. */
function planOf(names: string[], more: PlannedAct[] = []): RecordedPlan {
  const before = controls(...names)
  const clicks = before.map((control, index) =>
    act({
      step: index + 1,
      target: {
        role: 'button',
        name: control.name,
        window: 'Demo',
        ...new Places(before).of(control),
        picture: null,
      },
      aim: 'id',
    }),
  )
  const choose = act({
    agent: 'HostAgent',
    tool: 'select_application_window',
    namespace: 'HostUIExecutor',
    parameters: { id: { window: 'demo' } },
  })
  return {
    task: 'click them',
    steps: [
      'Go to “Demo”',
      ...names.map((name) => `Click button “${name}” in “Demo”`),
      ...more.map(({ tool }) => tool),
    ],
    object: '',
    close: false,
    recorded: {
      version: 1,
      run: 'before',
      at: '2026-11-21T10:00:00.000Z',
      notes: [],
      values: { text: 'Hello', secret: null },
      windows: { demo: { process_name: 'demo', title: 'Demo' } },
      acts: [choose, ...clicks, ...more.map((one, index) => ({ ...one, step: names.length + 1 + index }))],
    },
  }
}

/** Time passes as soon as somebody waits for it. */
class HurriedClock extends VirtualClock {
  override after(ms: number, callback: () => void): () => void {
    const cancel = super.after(ms, callback)
    setImmediate(() => this.advance(ms))
    return cancel
  }
}

interface Setting {
  options?: ReplayOptions
  model?: Script[] | 'offline'
  answers?: string[]
  there?: Control[]
}

async function replay(plan: RecordedPlan, { options = {}, model = [], answers = [], there }: Setting = {}) {
  const scripted = new ScriptedModel(...(model === 'offline' ? [] : model))
  if (model === 'offline') scripted.nameOf = () => 'offline'
  const made = world(scripted, { answers })
  made.desktop.windows = [WINDOW]
  made.desktop.controls = there ?? controls('One', 'Two')
  telling(made)
  const path = join(home, 'plan.json')
  await writePlan(path, plan)
  const folder = await RunFolder.create(home, 'replay')
  const run = new RunControl({ clock: new HurriedClock() })
  const agent = new ReplayAgent(made.deps, new SharedMemory(), {
    plan: structuredClone(plan),
    path,
    options,
    folder,
  })
  return { ...made, agent, path, go: () => round(agent, made.context, run) }
}

/** Tells of acts as the dispatcher of a real desktop does. */
function telling({ desktop, journal }: ReturnType<typeof world>): void {
  const inner = desktop.executeCommands.bind(desktop)
  desktop.executeCommands = async (commands, options, run) => {
    const acts = commands.filter(({ tool_type }) => tool_type === 'action')
    for (const { call_id = '', tool_name, tool_type, parameters } of acts) {
      const control = desktop.controls.find(({ id }) => id === parameters['id'])
      const [role, name, bounds] = [control?.role ?? null, control?.name ?? null, control?.bounds ?? null]
      const target = { kind: 'control', application: 'Demo', window: 'Demo', role, name, bounds, point: null }
      const words = `${tool_name} ${name ?? ''}`
      journal.emit({
        type: 'act_started',
        call_id,
        tool_name,
        tool_type,
        namespace: 'AppUIExecutor',
        parameters,
        target,
        words,
      })
    }
    const results = await inner(commands, options, run)
    for (const [index, { call_id = '', tool_name }] of acts.entries()) {
      const { status = 'none', error = null } = results[index] ?? {}
      journal.emit({ type: 'act_finished', call_id, tool_name, status, error, result: null, ms: 1 })
    }
    return results
  }
}

const clicked = (desktop: { acted: { tool_name: string; parameters: Record<string, unknown> }[] }) =>
  desktop.acted
    .filter(({ tool_name }) => tool_name === 'click_input')
    .map(({ parameters }) => parameters['id'])

describe('a replay', () => {
  test('does each act on the controls that are there now, and asks no model', async () => {
    const { go, desktop, model, agent } = await replay(planOf(['One', 'Two']), {
      there: controls('Two', 'One'),
    })
    const { states } = await go()
    expect(states.at(-1)).toBe('ReplayAgent.FINISH')
    expect(clicked(desktop)).toEqual(['91', '90'])
    expect(desktop.acted[0]?.parameters).toEqual({ id: '70' })
    expect(model.asked).toEqual([])
    expect(agent.tally).toMatchObject({ done: 3, of: 3, confirmed: 3, healed: 0 })
  })

  test('chooses nothing from a menu behind a dialog that asks first, and names the dialog', async () => {
    const menu = act({ tool: 'choose_menu', parameters: { path: ['File', 'New'] } })
    const { go, desktop, agent } = await replay(planOf(['One'], [menu]), { options: { strict: true } })
    const dialog = {
      ...aWindow('71', 'Replace?'),
      kind: 'dialog' as const,
      modal: true,
      active: true,
      owner: '70',
    }
    desktop.acts['click_input'] = () => {
      desktop.windows = [dialog, { ...WINDOW, active: false }]
      return {}
    }
    const { states } = await go()
    expect(states.at(-1)).toBe('ReplayAgent.FAIL')
    expect(desktop.acted.map(({ tool_name }) => tool_name)).not.toContain('choose_menu')
    expect(agent.error).toMatch(
      /After step 2 .+ something is open that was not there when it was recorded: the dialog “Replace\?”/,
    )
  })

  const asks = (more: Partial<WindowInfo> = {}): WindowInfo => ({
    ...aWindow('71', 'Question'),
    process_name: 'demo',
    kind: 'dialog',
    modal: true,
    says: 'march.pdf exists. Replace it?',
    ...more,
  })

  test.each<[string, string[], WindowInfo]>([
    ['the last act', ['One'], asks()],
    ['an act that others follow', ['One', 'Two'], asks({ title: '', active: false })],
    ['an act of its own name', ['Question'], asks()],
  ])(
    'is stopped by a dialog that nobody has meant after %s, and tells its text',
    async (_, names, dialog) => {
      const { go, desktop, agent } = await replay(planOf(names), { there: controls(...names) })
      desktop.acts['click_input'] = () => {
        desktop.windows = [dialog, WINDOW]
        return {}
      }
      const { states } = await go()
      expect(states.at(-1)).toBe('ReplayAgent.FAIL')
      expect(clicked(desktop)).toHaveLength(1)
      expect(agent.error).toContain('march.pdf exists. Replace it?')
      expect(agent.tally.stopped).toContain('march.pdf exists. Replace it?')
    },
  )

  test.each<[string, string[], WindowInfo]>([
    ['was announced', ['Print…'], asks({ title: 'Print', says: null })],
    ['tells about the application', ['About'], asks({ title: 'About Demo', says: 'Demo 1.0' })],
    ['is no message and takes no input away', ['One'], asks({ modal: false, says: null })],
  ])('is not stopped by a dialog that %s', async (_, names, dialog) => {
    const { go, desktop } = await replay(planOf(names), { there: controls(...names) })
    desktop.acts['click_input'] = () => {
      desktop.windows = [dialog, WINDOW]
      return {}
    }
    expect((await go()).states.at(-1)).toBe('ReplayAgent.FINISH')
  })

  test('is not stopped by a dialog that goes by itself', async () => {
    const { go, desktop } = await replay(planOf(['One']))
    let looks = 0
    desktop.acts['click_input'] = () => {
      desktop.windows = [asks({ says: 'Saving …' }), WINDOW]
      desktop.observing = () => {
        if (++looks === 3) desktop.windows = [WINDOW]
        return {}
      }
      return {}
    }
    expect((await go()).states.at(-1)).toBe('ReplayAgent.FINISH')
  })

  test('has not come off where the file that it saves is not on the disk', async () => {
    const { go, desktop, agent } = await replay(planOf(['Save']), {
      there: controls('Save'),
      options: { strict: true },
    })
    const missing = seen('file_not_new', { path: '/tmp/march.pdf' })
    desktop.effects['click_input'] = {
      effect: 'unconfirmed',
      evidence: evidenceWords([missing]),
      told: [missing],
    }
    expect((await go()).states.at(-1)).toBe('ReplayAgent.FAIL')
    expect(agent.error).toContain('There is no new file /tmp/march.pdf.')
  })

  test('uses the tools of the agent that has done each act', async () => {
    const { go, desktop } = await replay(planOf(['One']))
    await go()
    const agents = desktop.commands.flatMap((command, index) =>
      command.tool_type === 'action' ? desktop.routes[index]?.agent_name : [],
    )
    expect(agents).toEqual(['HostAgent', 'AppAgent'])
  })

  test('types the texts of the plan, and other ones where they are set', async () => {
    const type = act({ tool: 'type_text', parameters: { text: { value: 'text' }, enter: true } })
    const usual = await replay(planOf([], [type]))
    await usual.go()
    expect(usual.desktop.acted.at(-1)?.parameters).toEqual({ text: 'Hello', enter: true })
    const other = await replay(planOf([], [type]), { options: { set: { text: 'Bye' } } })
    await other.go()
    expect(other.desktop.acted.at(-1)?.parameters).toEqual({ text: 'Bye', enter: true })
  })

  test('asks for a secret when its act comes; with nobody there it stops', async () => {
    const type = act({ tool: 'type_text', parameters: { text: { value: 'secret' } } })
    const given = await replay(planOf([], [type]), { answers: ['hush hush'] })
    await given.go()
    expect(given.interactor.questions).toHaveLength(1)
    expect(given.desktop.acted.at(-1)?.parameters).toEqual({ text: 'hush hush' })
    const absent = await replay(planOf([], [type]))
    await expect(absent.go()).rejects.toMatchObject({ reason: 'unanswered' })
    expect(absent.desktop.acted).toHaveLength(1)
  })

  test('waits for a control that comes later, and for a button that is disabled', async () => {
    const { go, desktop } = await replay(planOf(['One', 'Two']), { there: [] })
    let looks = 0
    desktop.observing = () => {
      looks++
      if (looks === 6)
        desktop.controls = controls('One', 'Two').map((each) => ({ ...each, states: ['disabled' as const] }))
      if (looks === 12) desktop.controls = controls('One', 'Two')
      return {}
    }
    const { states } = await go()
    expect(states.at(-1)).toBe('ReplayAgent.FINISH')
    expect(looks).toBeGreaterThanOrEqual(12)
    expect(clicked(desktop)).toEqual(['90', '91'])
  })

  test('begins an act again whose target changed before it was done', async () => {
    const { go, desktop } = await replay(planOf(['One']))
    let times = 0
    desktop.acts['click_input'] = () =>
      ++times === 1 ? { status: 'failure', error: 'It is another one now.', code: 'target_changed' } : {}
    const { states } = await go()
    expect(states.at(-1)).toBe('ReplayAgent.FINISH')
    expect(times).toBe(2)
  })

  test('leaves out a second try where the first one has had its effect this time', async () => {
    const plan = planOf(['Save'])
    const [choose, save] = plan.recorded.acts
    if (!choose || !save) throw new Error('The plan has two acts.')
    plan.steps.push('Click button “Save” in “Demo”')
    plan.recorded.acts = [choose, { ...save, effect: 'unconfirmed' }, { ...save, step: 2 }]
    const { go, desktop, agent } = await replay(plan, { there: controls('Save') })
    desktop.acts['click_input'] = () => {
      desktop.controls = []
      return {}
    }
    expect((await go()).states.at(-1)).toBe('ReplayAgent.FINISH')
    expect(clicked(desktop)).toEqual(['90'])
    expect(agent.tally).toMatchObject({ done: 3, of: 3, unseen: [] })
  })

  test('misses the button of a second click that was meant at recording', async () => {
    const plan = planOf(['Save'])
    const [choose, save] = plan.recorded.acts
    if (!choose || !save) throw new Error('The plan has two acts.')
    plan.steps.push('Click button “Save” in “Demo”')
    plan.recorded.acts = [choose, save, { ...save, step: 2 }]
    const { go, desktop, agent } = await replay(plan, { there: controls('Save'), options: { strict: true } })
    desktop.acts['click_input'] = () => {
      desktop.controls = []
      return {}
    }
    await go()
    expect(agent.error).toMatch(/^Step 3 of the plan/)
  })

  test('goes on where an effect is not seen again, and tells which', async () => {
    const { go, desktop, agent } = await replay(planOf(['One']))
    desktop.effects['click_input'] = { effect: 'unconfirmed', evidence: 'Only pixels have changed.' }
    await go()
    expect(agent.status).toBe('FINISH')
    expect(agent.tally.unseen).toEqual([2])
  })
})

describe('an obstacle', () => {
  test.each<[string, Setting, RegExp]>([
    ['is the end where the replay is strict', { options: { strict: true } }, /strict: it stops here/],
    [
      'is the end where no model is set up',
      { model: 'offline' },
      /A model could heal this step, and none is set up/,
    ],
  ])('%s: it says what was looked for and what was nearest', async (_title, setting, reason) => {
    const { go, agent, desktop, model } = await replay(planOf(['One', 'Two']), {
      ...setting,
      there: controls('One', 'Zwei'),
    })
    await go()
    expect(agent.status).toBe('FAIL')
    expect(agent.error).toMatch(
      /^Step 3 of the plan \(Click button “Two” in “Demo”\) could not be replayed\./,
    )
    expect(agent.error).toMatch(/Looked for button “Two” in “Demo”.*Nearest: .*button “Zwei”/)
    expect(agent.error).toMatch(reason)
    expect(clicked(desktop)).toEqual(['90'])
    expect(model.asked).toEqual([])
  })

  test('is two controls that can’t be told apart: neither is clicked', async () => {
    const plan = planOf(['One'])
    const twins = [...controls('One'), ...controls('x', 'One').slice(1)].map((each) => ({
      ...each,
      bounds: { x: 10, y: 10, width: 80, height: 30 },
    }))
    const [, click] = plan.recorded.acts
    if (click?.target) click.target.order = null
    const { go, agent, desktop } = await replay(plan, { options: { strict: true }, there: twins })
    await go()
    expect(agent.error).toMatch(/2 fit alike/)
    expect(clicked(desktop)).toEqual([])
  })

  test('is keys that would go elsewhere', async () => {
    const target = {
      role: 'edit' as const,
      name: 'Name',
      window: 'Demo',
      path: null,
      order: null,
      label: null,
      neighbours: [],
      picture: null,
    }
    const type = act({ tool: 'type_text', parameters: { text: { value: 'text' } }, target, aim: 'focus' })
    const { go, agent, desktop } = await replay(planOf([], [type]), { options: { strict: true } })
    const resolved = {
      kind: 'focus',
      window: WINDOW,
      control: aControl('5', 'Search', { role: 'edit' }),
      text: null,
      point: null,
      terminal: false,
      unsaved: null,
      overwrites: null,
      default_button: null,
      fingerprint: '',
    }
    desktop.acts['resolve_target'] = () => ({ result: resolved })
    await go()
    expect(agent.error).toMatch(/the keyboard in edit “Name” in “Demo”: it is elsewhere.*edit “Search”/)
    expect(desktop.acted.map(({ tool_name }) => tool_name)).toEqual(['select_application_window'])
  })

  test.each([
    ['the same', 'One', 1],
    ['another one', 'Delete all', 0],
  ])(
    'is a point where something else is now: with %s there it is clicked %s %i times',
    async (_what, name, times) => {
      const target = planOf(['One']).recorded.acts[1]?.target ?? null
      const click = act({
        tool: 'click_on_coordinates',
        parameters: { x: 0.5, y: 0.5, on: 'desktop' },
        target,
      })
      const { go, agent, desktop } = await replay(planOf([], [click]), { options: { strict: true } })
      desktop.acts['resolve_target'] = () => ({
        result: {
          kind: 'point',
          window: WINDOW,
          control: aControl('5', name),
          text: null,
          point: null,
          terminal: false,
          unsaved: null,
          overwrites: null,
          default_button: null,
          fingerprint: '',
        },
      })
      await go()
      expect(desktop.acted.filter(({ tool_name }) => tool_name === 'click_on_coordinates')).toHaveLength(
        times,
      )
      if (times === 0)
        expect(agent.error).toMatch(
          /button “One” in “Demo” at its point: something else is there.*button “Delete all”/,
        )
    },
  )

  test.each<[string, EffectReport | null]>([
    ['an effect that is contradicted', { effect: 'contradicted', evidence: 'It is still open.' }],
    ['a tool that fails', null],
  ])('is %s: the next act is not begun', async (_title, effect) => {
    const { go, agent, desktop } = await replay(planOf(['One', 'Two']), { options: { strict: true } })
    if (effect) desktop.effects['click_input'] = effect
    else
      desktop.acts['click_input'] = () => ({
        status: 'failure',
        error: 'It is not on the screen.',
        code: 'tool',
      })
    await go()
    expect(agent.error).toMatch(
      effect ? /did not have its effect: It is still open/ : /It is not on the screen/,
    )
    expect(clicked(desktop)).toEqual(['90'])
  })

  test('that a person has made by refusing is not given to a model', async () => {
    const { go, agent, desktop, model } = await replay(planOf(['One']), { model: [appReply('FINISH')] })
    desktop.acts['click_input'] = () => ({
      status: 'failure',
      error: 'The person refused this act.',
      code: 'refused',
      gate: { decision: 'ask' },
    })
    await go()
    expect(agent.status).toBe('FAIL')
    expect(model.asked).toEqual([])
  })

  test('of a step with a secret is not given to a model', async () => {
    const type = act({ tool: 'type_text', parameters: { text: { value: 'secret' } } })
    const { go, agent, desktop, model } = await replay(planOf([], [type]), {
      answers: ['hush hush'],
      model: [appReply('FINISH')],
    })
    desktop.effects['type_text'] = { effect: 'contradicted', evidence: 'The field is empty.' }
    await go()
    expect(agent.error).toMatch(/a secret, which no model is told/)
    expect(model.asked).toEqual([])
  })
})

describe('healing', () => {
  test('tells no model a secret that an earlier step has typed', async () => {
    const plan = planOf(
      [],
      [
        act({ tool: 'type_text', parameters: { text: { value: 'secret' } } }),
        { ...act({ aim: 'id' }), target: planOf(['Two']).recorded.acts[1]?.target ?? null },
      ],
    )
    const made = await replay(plan, {
      answers: ['hush hush'],
      model: [appReply('FINISH', [['click_input', { id: '90', name: 'Zwei' }]])],
      there: controls('Zwei'),
    })
    await made.go()
    expect(made.agent.error).toBeNull()
    expect(made.agent.tally.healed).toBe(1)
    expect(JSON.stringify(made.model.asked)).not.toContain('hush hush')
  })

  test('gives one step to a model, with its words, and goes on with the plan', async () => {
    const model = [appReply('FINISH', [['click_input', { id: '91', name: 'Zwei' }]])]
    const {
      go,
      agent,
      desktop,
      journal,
      model: scripted,
    } = await replay(planOf(['One', 'Two', 'Three']), {
      model,
      there: controls('One', 'Zwei', 'Three'),
    })
    await go()
    expect(agent.error).toBeNull()
    expect(agent.status).toBe('FINISH')
    expect(clicked(desktop)).toEqual(['90', '91', '92'])
    expect(scripted.asked.map(({ role }) => role)).toEqual(['app'])
    expect(scripted.asked[0]?.input).toMatchObject({ kind: 'app', subtask: 'Click button “Two” in “Demo”' })
    expect(journal.of('step_healed')).toMatchObject([
      { plan_step: 2, before: 'Click button “Two” in “Demo”' },
    ])
    expect(agent.tally.healed).toBe(1)
  })

  test('by several acts is one of the plan’s', async () => {
    const clicks: [string, Record<string, unknown>][] = ['90', '91'].map((id) => ['click_input', { id, name: 'x' }])
    const { go, agent, desktop } = await replay(planOf(['Two']), {
      model: [appReply('FINISH', clicks)],
      there: controls('Zwei', 'Drei'),
    })
    await go()
    expect(clicked(desktop)).toEqual(['90', '91'])
    expect(agent.tally).toMatchObject({ done: 2, of: 2, healed: 1 })
  }) // prettier-ignore

  test('by the word of the model alone, without an effect that was seen, is told as one that was not seen', async () => {
    const { go, agent } = await replay(planOf(['Two']), {
      model: [appReply('FINISH', [], { comment: 'It is done already.' })],
      there: controls('Zwei'),
    })
    await go()
    expect(agent.status).toBe('FINISH')
    expect(agent.tally).toMatchObject({ healed: 1, unseen: [2] })
  })

  test('that does not come off ends the replay with both reasons', async () => {
    const model = [appReply('FAIL', [], { comment: 'There is no such thing here.' })]
    const { go, agent, desktop } = await replay(planOf(['One', 'Two', 'Three']), {
      model,
      there: controls('One', 'Three'),
    })
    await go()
    expect(agent.status).toBe('FAIL')
    expect(agent.error).toMatch(
      /Looked for button “Two”.*A model could not heal it either: There is no such thing here\./,
    )
    expect(clicked(desktop)).toEqual(['90'])
  })

  test('is bounded', async () => {
    const model = Array.from({ length: 30 }, (_, index) =>
      appReply('CONTINUE', [], {
        thought: String(index),
        plan: Array.from({ length: 30 - index }, () => 'go on'),
      }),
    )
    const { go, agent, model: scripted } = await replay(planOf(['Two']), { model, there: controls('One') })
    await go()
    expect(agent.error).toMatch(/more than 8 steps/)
    expect(scripted.asked).toHaveLength(8)
  })

  test('leaves the plan as it is unless it is to be updated at the end', async () => {
    const model = () => [appReply('FINISH', [['click_input', { id: '90', name: 'Zwei' }]])]
    const plan = planOf(['Two'])
    const kept = await replay(plan, { model: model(), there: controls('Zwei') })
    const before = await readFile(kept.path, 'utf8')
    await kept.go()
    expect(await readFile(kept.path, 'utf8')).toBe(before)
    expect(kept.journal.of('warning')[0]?.message).toMatch(/To keep what was healed: deskhand record replay /)
    const updated = await replay(plan, { model: model(), there: controls('Zwei'), options: { update: true } })
    await updated.go()
    expect(updated.journal.of('plan_updated')).toMatchObject([{ path: updated.path, steps: 1 }])
    const mended = await readRecordedPlan(updated.path)
    expect(mended?.recorded.acts).toMatchObject([
      { step: 0 },
      { step: 1, target: { role: 'button', name: 'Zwei' } },
    ])
    expect(mended?.steps).toEqual(['Go to “Demo”', 'click_input Zwei'])
    const again = await replay(mended as RecordedPlan, { there: controls('Zwei'), options: { strict: true } })
    await again.go()
    expect(again.agent.status).toBe('FINISH')
    expect(clicked(again.desktop)).toEqual(['90'])
  })
})

describe('the checklist of a replay', () => {
  /** `change` is made when this button was clicked. */
  async function changed(after: string, changes: ChecklistChange[], answers: string[] = []) {
    const made = await replay(planOf(['One', 'Two', 'Three']), {
      there: controls('One', 'Two', 'Three'),
      answers,
    })
    const checklist = new Checklist({
      sink: made.journal,
      interactor: made.deps.interactor,
      showFirst: false,
    })
    made.deps.checklist = checklist
    const clicked: string[] = []
    made.desktop.acts['click_input'] = ({ id }) => {
      const name = made.desktop.controls.find((control) => control.id === id)?.name ?? ''
      clicked.push(name)
      if (name === after) checklist.edit(changes)
      return {}
    }
    await made.go()
    return { ...made, clicked, checklist }
  }

  test('is what is done: in its order, without what was left out, and the verdict counts that', async () => {
    const run = await changed('One', [
      { item: '4', before: '3' },
      { item: '3', left_out: true },
    ])
    expect(run.clicked).toEqual(['One', 'Three'])
    expect(run.agent.status).toBe('FINISH')
    expect(run.agent.tally).toMatchObject({ done: 3, of: 3, leftOut: 1 })
    expect(run.checklist.items.map(({ words, state }) => `${words}: ${state}`)).toEqual([
      'Go to “Demo”: done',
      'Click button “One” in “Demo”: done',
      'Click button “Three” in “Demo”: done',
      'Click button “Two” in “Demo”: left_out',
    ])
  })

  test('asks at a step, and a recorded step keeps its words', async () => {
    const run = await changed('One', [{ item: '3', ask: true }], ['Leave it out'])
    expect(run.clicked).toEqual(['One', 'Three'])
    expect(() => run.checklist.edit([{ item: '3', words: 'another' }])).toThrow(/can’t be changed here/)
  })
})
