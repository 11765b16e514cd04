// Where the seed and the programs that it describes contradict each other or fail in silence (reference: Lybic, section 9): each of
// the eighteen, and what holds here.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { PIXEL, round, ScriptedModel, world, type Script } from '../agents/testing/scripted.ts'
import { silentLogger } from '../core/logger.ts'
import { watchBrake } from '../core/run-brake.ts'
import { RunControl } from '../core/run-control.ts'
import { KnowledgeBase, type Keeping } from '../memory/knowledge-base.ts'
import { Retriever } from '../memory/retrieve.ts'
import { InProcessMemory } from '../memory/testing/in-process.ts'
import type { Model } from '../models/model.ts'
import { actionSchema } from './hardware/action.ts'
import { ModelSource } from './grounding/model.ts'
import { OcrSource } from './grounding/picture-text.ts'
import { SourcedGrounding } from './grounding/grounding.ts'
import { HardwareInterface } from './hardware/hardware-interface.ts'
import { calls, decides, names, planned, plans, removeFolders, said, toldTo } from './testing/planned.ts'
import { dag } from './testing/set-up.ts'
import { PlannerTools } from './tools.ts'
import { parseWorkerPlan } from './worker/reply.ts'
import { newestScreenshot } from '../core/testing/newest-screenshot.ts'

afterEach(removeFolders)

const run = new RunControl()
const intentOf = (call: string) => parseWorkerPlan(`\`\`\`python\n${call}\n\`\`\``).intent
const whole = (...scripts: Script[]) => [...plans('Press 7'), ...scripts, decides('done')]

describe('what things are', () => {
  it('1: a screenshot is PNG bytes, in the GlobalState and for a model', async () => {
    const one = await planned(whole(calls('agent.done()')))
    one.model.pictures = true
    await one.go()
    expect((await newestScreenshot(one.state))?.subarray(1, 4).toString()).toBe('PNG')
    const [asked] = one.model.asked
    expect(asked?.input.kind === 'tool' && asked.input.pictures[0]?.picture.data).toBe(PIXEL.data)
  })

  it('2: a tool answers with one text, and so do the methods of the KnowledgeBase under the seed’s names', async () => {
    const { deps, journal } = world(new ScriptedModel(said('How?'), said('How?')))
    const tools = new PlannerTools(deps, () => {})
    expect((await tools.call('query_formulator', { str_input: 'x' }, run)).tool_output).toBe('How?')
    const knowledge = new KnowledgeBase({ think: () => Promise.resolve('How?'), sink: journal, searchWeb: () => Promise.resolve(null) })
    const texts = await Promise.all([
      knowledge.formulateQuery('x', '', run),
      knowledge.retrieveNarrativeExperience('x', run),
      knowledge.retrieveEpisodeExperience('x', run),
      knowledge.retrieveKnowledge('x', 'How?', run),
    ])
    expect(texts).toEqual(['How?', '', '', ''])
  }) // prettier-ignore

  it('3: memory_retrival is asked where it has a model', async () => {
    const memory = {
      id: 1,
      kind: 'narrative',
      outcome: 'worked',
      title: 'T',
      text: 'long',
      tips: '',
      helped: 0,
      failed: 0,
    } as unknown as Memory
    const memories = {
      retrieve: ({ kinds }: { kinds?: readonly string[] }) =>
        Promise.resolve(kinds?.includes('narrative') ? [memory] : []),
      followed: () => {},
    }
    const tools = ['subtask_planner', 'dag_translator', 'action_generator', 'evaluator', 'memory_retrival']
    const one = await planned([said('short'), ...whole(calls('agent.done()'))], { tools, more: { memories } })
    await one.go()
    expect(one.agent.error).toBeNull()
    expect(toldTo(one.model, 'subtask_planner')[0]).toMatch(/<memory_data>\n"short"/)
  })

  it('4: what is told about a subtask is its node’s text', async () => {
    const graph = said(dag([['1', 'Press 7', 'on the keypad']]))
    const one = await planned([said('Press 7.'), graph, calls('agent.done()'), decides('done')])
    await one.go()
    expect(toldTo(one.model, 'action_generator')[0]).toContain('About it: on the keypad')
  }) // prettier-ignore

  it('5: Manager_info is an object, beside the subtasks and not before them, and is kept as JSON', async () => {
    const one = await planned(whole(calls('agent.done()')))
    await one.go()
    const info: unknown = JSON.parse(String(one.files.get('manager_info_0.json')))
    expect(info).toMatchObject({
      search_query: 'Press 7 and save',
      goal_plan: '1. Press 7',
      goal_plan_cost: 0.01,
    })
  })
})

describe('the brake', () => {
  it('6: running_state and termination_flag hold and end the work', async () => {
    const one = await planned(whole(calls('agent.click("7")'), calls('agent.done()')))
    const control = new RunControl()
    const seen = Promise.withResolvers<void>()
    using _ = await watchBrake(one.state, control, {
      paused: seen.resolve,
      resumed: () => {},
      stopped: () => {},
    })
    await one.state.setRunningState('stopped')
    await seen.promise
    const going = round(one.agent, one.context, control)
    await one.state.setTerminationFlag('terminated')
    await expect(going).rejects.toThrow('Stopped by the user.')
    expect([one.acted(), one.model.asked]).toEqual([[], []])
  })
})

describe('actions', () => {
  it('7: the seed’s own example of a Click, which lacks what the dataclass wants, has the defaults', () => {
    expect(actionSchema.parse({ type: 'Click', xy: [10, 20] })).toEqual({
      type: 'Click', xy: [10, 20], element_description: '', num_clicks: 1, button_type: 'left', hold_keys: null,
    })
  }) // prettier-ignore

  it.each([
    ['agent.drag_and_drop("a", "b")', 'Drag'],
    ['agent.switch_applications("a")', 'SwitchApp'],
    ['agent.type("a", text="b")', 'TypeText'],
    ['DONE', 'Done'],
    ['FAIL', 'Fail'],
    ['agent.fail()', 'Fail'],
  ])('8: %s is a %s', (call, type) => {
    expect(intentOf(call).type).toBe(type)
  })

  it('9: a text with “done”, “fail”, “wait” and “next” is typed, and ends and skips nothing', async () => {
    const text = 'done fail wait next WAIT DONE'
    const one = await planned(whole(calls(`agent.type(text="${text}")`), calls('agent.done()')))
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.desktop.acted.map(({ parameters }) => parameters['text'])).toEqual([text])
  })

  it('10: seconds are seconds, as many as are asked for', async () => {
    const one = await planned(whole(calls('agent.wait(0.25)'), calls('agent.done()')))
    await one.go()
    expect(one.desktop.acted.map(({ tool_name, parameters }) => [tool_name, parameters])).toEqual([
      ['wait', { seconds: 0.25 }],
    ])
  })

  it('11: a point of a model is scaled from its space, a point of OCR from the picture alone', async () => {
    // Twice as wide and high on the screen as on the picture.
    const picture = { ...PIXEL, width: 3000, height: 2000, bounds: { x: 0, y: 0, width: 6000, height: 4000 } }
    const observation = { windows: [], window: null, controls: [], picture, limited: null }
    const model = new ScriptedModel(said('(500, 250)'))
    model.pictures = true
    const save = { text: 'Save', line: '1', block: '1', bounds: { x: 100, y: 40, width: 20, height: 10 } }
    const engine = { enlargement: 1, read: () => Promise.resolve([save]) }
    const ocr = new OcrSource(engine, { ...offline, nameOf: () => 'offline' })
    const intent = intentOf('agent.click("the Save button")')
    const byModel = new SourcedGrounding([new ModelSource(model, { pictureSize: 400, space: 'thousandths' })])
    const byOcr = new SourcedGrounding([ocr])
    expect((await byModel.ground(intent, observation, run)).action).toMatchObject({ xy: [3000, 1000] })
    expect((await byOcr.ground(intent, observation, run)).action).toMatchObject({ xy: [220, 90] })
  })

  it('12: keywords may stand in any order, lists are nobody else’s, and quotes are kept', () => {
    const drag = intentOf('agent.drag_and_drop(ending_description="B", starting_description="A")')
    expect(drag.wanted.map(({ field, description }) => [field, description])).toEqual([
      ['start', 'A'],
      ['end', 'B'],
    ])
    const span = intentOf('agent.highlight_text_span(ending_phrase="z", starting_phrase="a")')
    expect(span.wanted.map(({ field, by }) => [field, by])).toEqual([
      ['start', 'first word'],
      ['end', 'last word'],
    ])
    const [one, other] = [intentOf('agent.click("a")'), intentOf('agent.click("a")')]
    expect(one.fields['hold_keys']).not.toBe(other.fields['hold_keys'])
    expect(intentOf(`agent.type(text='it\\'s a "test" (1)')`).fields['text']).toBe(`it's a "test" (1)`)
  })
})

describe('lists, memories and plans', () => {
  it('13: what is being done is not among what remains, and nothing is done twice, also when it is planned again', async () => {
    const one = await planned([
      ...plans('Press 7', 'Save it'),
      calls('agent.done()'),
      decides('done'),
      calls('agent.fail()'),
      ...plans('Press 7', 'Save by keys'),
      calls('agent.done()'),
      decides('done'),
    ])
    await one.go()
    const later = toldTo(one.model, 'action_generator').map(
      (text) => /Comes later, not yours: (.*)/.exec(text)?.[1] ?? '',
    )
    expect(later).toEqual(['Save it', '', ''])
    expect(names(await one.state.getCompletedSubtasks())).toEqual(['Press 7', 'Save by keys'])
  })

  it('14: narrative memory is found by the instruction that it was saved under', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'traps-'))
    try {
      using store = new InProcessMemory(join(folder, 'memory.db'))
      const { journal } = world(new ScriptedModel())
      const memories = new Retriever({
        store,
        model: offline,
        sink: journal,
        account: { add: () => {}, isOver: false },
        logger: silentLogger,
        budget: 1000,
        limit: 3,
      })
      const keeping: Keeping = {
        run: 'r',
        when: 'at once',
        mask: (value) => value,
        save: async (records) => (await store.ask('save', { records })).length,
      }
      const knowledge = new KnowledgeBase({
        think: () => Promise.resolve(null),
        sink: journal,
        memories,
        keeping,
      })
      const ended = { applications: [], trajectory: ['File, then Export'], worked: true }
      await knowledge.updateNarrative('export the sheet as PDF', 'How does one write a PDF file?', ended, run)
      await knowledge.save(null, new RunControl())
      expect(await knowledge.retrieveNarrativeExperience('export the sheet as PDF', run)).toContain(
        'then Export',
      )
      await memories.settled()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('15: a graph that can’t be read ends nothing, the evaluator is really asked, and a hanging model ends with the run', async () => {
    const one = await planned([
      said('1. Press 7'),
      said('no graph'),
      said('none again'),
      calls('agent.done()'),
      decides('done'),
    ])
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.told().filter((role) => role === 'evaluator')).toHaveLength(1)
    const control = new RunControl()
    const hanging = new ScriptedModel()
    hanging.ask = (_, asked) => {
      queueMicrotask(() => control.stop())
      return asked.race(new Promise<never>(() => {}))
    }
    const tools = new PlannerTools(world(hanging).deps, () => {})
    await expect(tools.call('subtask_planner', { str_input: 'x' }, control)).rejects.toThrow()
  })

  it('16: screenshots of one millisecond are all kept, and the last one is the newest', async () => {
    const { state } = await planned([])
    const paths: string[] = []
    for (let index = 0; index < 20; index++)
      paths.push(await state.setScreenshot(Buffer.from(`picture ${index}`)))
    expect(new Set(paths).size).toBe(20)
    expect((await newestScreenshot(state))?.toString()).toBe('picture 19')
  })

  it('17: what the HardwareInterface gives back is what came of each act, as text', async () => {
    const record = { function: 'wait', arguments: {}, status: 'success', target: null, result: null, error: null, effect: 'confirmed', evidence: 'waited', user_confirm: null } as const
    const hardware = new HardwareInterface(() => Promise.resolve([record]))
    const seen = { observation: { windows: [], window: null, controls: [], picture: null, limited: null } }
    expect(await hardware.dispatch(actionSchema.parse({ type: 'Wait', seconds: 1 }), seen, run)).toContain('effect confirmed, "waited"')
  }) // prettier-ignore

  it('18: the text of a failure is no plan, and no knowledge', async () => {
    const one = await planned([said('Error: the quota is used up')])
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.ERROR')
    expect(one.acted()).toEqual([])
  })
})

const offline: Model = {
  ask: () => Promise.reject(new Error('not asked')),
  embed: () => Promise.reject(new Error('not asked')),
  nameOf: () => 'offline',
  wantsPictures: () => false,
}
