import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { MemoryJournal, PIXEL, scriptedInteractor, type Script } from '../agents/testing/scripted.ts'
import { Checklist } from '../core/checklist.ts'
import { testTool } from '../models/testing/inputs.ts'
import { ModelSource } from './grounding/model.ts'
import { SourcedGrounding, treeSource } from './grounding/grounding.ts'
import { calls, decides, names, planned, plans, removeFolders, said, toldTo } from './testing/planned.ts'
import { workerSays } from './testing/set-up.ts'
import { newestScreenshot } from '../core/testing/newest-screenshot.ts'

afterEach(removeFolders)

describe('the PlannerAgent', () => {
  it('plans, does one subtask after the other, and is judged after each and at the end', async () => {
    const one = await planned([
      ...plans('Press 7', 'Save it'),
      calls('agent.switch_applications("Calculator")'),
      calls('agent.click("the 7 button")'),
      calls('agent.done()'),
      decides('done'),
      calls('agent.click("Save")'),
      calls('agent.done("saved as 7")'),
      decides('done'),
    ])
    const { states, agent } = await one.go()
    expect(states.map((state) => state.replace('PlannerAgent.', ''))).toEqual([
      'CONTINUE',
      'CONTINUE',
      'CONTINUE',
      'JUDGE',
      'ASSIGN',
      'CONTINUE',
      'CONTINUE',
      'JUDGE',
      'ASSIGN',
      'FINISH',
    ])
    expect(one.acted()).toEqual(['select_application_window Calculator', 'click_input 7', 'click_input Save'])
    expect(one.display.value).toBe('7Save')
    // What the task still needs is no fault of the subtask.
    expect(names(await one.state.getCompletedSubtasks())).toEqual(['Press 7', 'Save it'])
    expect(names(await one.state.getFailedSubtasks())).toEqual([])
    expect([agent.error, one.context.get('ROUND_RESULT')]).toEqual([null, 'saved as 7'])
    expect(names(await one.state.getCompletedSubtasks())).toEqual(['Press 7', 'Save it'])
    expect(await one.state.getRemainingSubtasks()).toEqual([])
    expect(await one.state.getTu()).toBe('Press 7 and save')
    expect(await newestScreenshot(one.state)).not.toBeNull()
  })

  it('has tools that need no place on the screen, and tells each once', async () => {
    const one = await planned([
      ...plans('Sum it'),
      calls('agent.set_cells(range="B9", values=[["=SUM(B2:B8)"]])'),
      calls('agent.save_as(file_ext=".pdf")'),
      calls('agent.done()'),
      decides('done'),
    ])
    one.context.set('REQUEST', 'sum column B of costs.ods')
    one.desktop.tools = [
      testTool('click_input(id: string)', 'Clicks.', 'AppUIExecutor'),
      testTool('set_cells(range: string, values: array)', 'Writes cells.', 'DocumentExecutor'),
      testTool('save_as(file_ext: string)', 'Saves.', 'DocumentExecutor'),
      testTool('add_slides(slides: array)', 'Adds slides.', 'DocumentExecutor'),
    ]
    one.desktop.acts['set_cells'] = () => ({})
    one.desktop.acts['save_as'] = () => ({ result: { saved: '/home/ada/costs.pdf' } })
    await one.go()
    expect(one.desktop.acted.map(({ tool_name, parameters }) => [tool_name, parameters])).toEqual([
      ['set_cells', { range: 'B9', values: [['=SUM(B2:B8)']] }],
      ['save_as', { file_ext: '.pdf' }],
    ])
    const last = toldTo(one.model, 'action_generator').at(-1) ?? ''
    expect(last.split('— Writes cells.')).toHaveLength(2)
    expect(last).toContain('/home/ada/costs.pdf')
    // Its own calls stand for the mouse, and nothing here is about slides.
    expect(last).not.toMatch(/click_input\(id|add_slides/)
  })

  it('tells its steps as the other agents do: steps, decisions, effects, costs', async () => {
    const one = await planned([
      ...plans('Press 7'),
      calls('agent.click("7")'),
      calls('agent.done()'),
      decides('done'),
    ])
    await one.go()
    const { journal } = one
    expect(journal.of('step_started').map(({ agent, subtask, subtask_index }) => [agent, subtask, subtask_index])).toEqual([
      ['PlannerAgent', 'Press 7', 0],
      ['PlannerAgent', 'Press 7', 0],
    ]) // prettier-ignore
    expect(journal.of('decided').map(({ status, actions }) => [status, actions.length])).toEqual([
      ['CONTINUE', 1],
      ['FINISH', 0],
    ])
    expect(journal.of('effect_verified').map(({ effect }) => effect)).toEqual(['confirmed'])
    expect(journal.of('step_finished').map(({ cost }) => cost)).toEqual([0.01, 0.01])
    expect(one.context.currentRoundCost).toBeCloseTo(0.04)
    expect(one.lines.request).toHaveLength(4)
    expect(one.context.get('PREVIOUS_SUBTASKS')).toEqual([
      { subtask: 'Press 7', status: 'FINISH', result: null },
    ])
    expect(JSON.parse(String(one.files.get('manager_info_0.json')))).toMatchObject({
      goal_plan: '1. Press 7',
      goal_plan_cost: 0.01,
    })
  })

  it('ends a subtask with its last action, and goes on where that does not come off', async () => {
    const one = await planned([
      ...plans('Press 7'),
      calls('agent.click("Save")\nagent.done("lost")'),
      calls('agent.click("7")\nagent.done("7")'),
      decides('done'),
    ])
    const press = one.desktop.acts['click_input']
    one.desktop.acts['click_input'] = (parameters) =>
      parameters['name'] === 'Save'
        ? { status: 'failure', code: 'tool', error: 'No.' }
        : (press?.(parameters) ?? {})
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.acted()).toEqual(['click_input Save', 'click_input 7'])
    expect(one.context.get('ROUND_RESULT')).toBe('7')
  })

  it('does the calls of one reply one after the other, each as a step on the screen as it is then', async () => {
    const one = await planned([
      ...plans('Press 7'),
      calls('agent.click("7")\nagent.click("the \\"Save\\" button")\nagent.done("saved")'),
      decides('done'),
    ])
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.acted()).toEqual(['click_input 7', 'click_input Save'])
    expect(one.display.value).toBe('7Save')
    expect(one.context.get('ROUND_RESULT')).toBe('saved')
    expect(one.journal.of('decided').map(({ status }) => status)).toEqual(['CONTINUE', 'FINISH'])
    expect(toldTo(one.model, 'action_generator')).toHaveLength(1)
  })

  it.each([
    [
      'after one that does not come off',
      'agent.click("Save")\nagent.click("7")\nagent.done("no")',
      [],
      /Save.*No\./s,
    ],
    [
      'where one is not on the screen',
      'agent.click("7")\nagent.click("Load")\nagent.done("no")',
      ['click_input 7'],
      /Load/,
    ],
  ])('leaves calls of a reply out %s, and says so', async (_, reply, before, why) => {
    const one = await planned([
      ...plans('Press 7'),
      calls(reply),
      calls('agent.click("7")\nagent.done("7")'),
      decides('done'),
    ])
    const press = one.desktop.acts['click_input']
    one.desktop.acts['click_input'] = (parameters) =>
      parameters['name'] === 'Save'
        ? { status: 'failure', code: 'tool', error: 'No.' }
        : (press?.(parameters) ?? {})
    await one.go()
    expect(one.acted().filter((each) => each !== 'click_input Save')).toEqual([...before, 'click_input 7'])
    const told = toldTo(one.model, 'action_generator').at(-1) ?? ''
    expect(told).toMatch(/Left out.*agent\.click/)
    expect(told).toMatch(why)
    expect(one.context.get('ROUND_RESULT')).toBe('7')
  })

  it('has the one window that the request is about chosen, unasked', async () => {
    const one = await planned([...plans('Press 7'), calls('agent.click("7")\nagent.done()'), decides('done')])
    one.desktop.windows = one.desktop.windows.slice(1).map((window) => ({ ...window, active: true }))
    one.desktop.chosen = null
    one.context.set('REQUEST', 'Press 7 in the calculator')
    await one.go()
    expect(one.acted()[0]).toMatch(/^select_application_window/)
  })

  it('plans another way when a subtask fails; what is done is not done again', async () => {
    const one = await planned([
      ...plans('Press 7', 'Save it'),
      calls('agent.click("7")'),
      calls('agent.done()'),
      decides('done'),
      calls('agent.fail()'),
      ...plans('Press 7', 'Save by keys'),
      calls('agent.hotkey(["ctrl", "s"])'),
      calls('agent.done()'),
      decides('done'),
    ])
    const { states, ends } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(ends).toHaveLength(3)
    expect(one.acted()).toEqual(['click_input 7', 'keyboard_input ctrl+s'])
    expect(names(await one.state.getCompletedSubtasks())).toEqual(['Press 7', 'Save by keys'])
    expect(names(await one.state.getFailedSubtasks())).toEqual(['Save it'])
    expect(
      one.journal.of('evaluator_decided').map(({ decision, by, subtask }) => [decision, by, subtask]),
    ).toEqual([
      ['done', 'rule', 'Press 7'],
      ['replan', 'rule', 'Save it'],
      ['done', 'rule', 'Save by keys'],
    ])
    const again = one.model.asked.filter(({ role }) => role === 'subtask_planner')[1]?.input
    expect(again?.kind === 'tool' && again.str_input).toMatch(
      /never plan these again\n- "Press 7"[\s\S]*# Failed\n- "Save it"/,
    )
  })

  it('has a contradicted effect judged at once, and goes on as the evaluator says', async () => {
    const one = await planned([
      ...plans('Press 7'),
      calls('agent.click("7")'),
      decides('continue', 'Try the keyboard.'),
      calls('agent.type(text="7")'),
      calls('agent.done()'),
      decides('done'),
    ])
    one.desktop.effects['click_input'] = { effect: 'contradicted', evidence: 'The display is empty.' }
    const { states } = await one.go()
    expect(states.slice(1, 3)).toEqual(['PlannerAgent.JUDGE', 'PlannerAgent.CONTINUE'])
    const worker = one.model.asked.filter(({ role }) => role === 'action_generator')[1]?.input
    expect(worker?.kind === 'tool' && worker.str_input).toMatch(
      /contradicted, "The display is empty[\s\S]*Try the keyboard/,
    )
    expect(one.acted()).toEqual(['click_input 7', 'type_text'])
  })

  it('is judged when the same act is done three times on the same screen', async () => {
    const one = await planned([
      ...plans('Wake it'),
      ...Array.from({ length: 3 }, () => calls('agent.hotkey(["f5"])')),
      decides('replan', 'Nothing happens.'),
      ...plans('Press 7'),
      calls('agent.click("7")'),
      calls('agent.done()'),
      decides('done'),
    ])
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.told().indexOf('evaluator')).toBe(4)
    expect(names(await one.state.getFailedSubtasks())).toEqual(['Wake it'])
  })

  it('is judged every so many acts', async () => {
    const one = await planned(
      [
        ...plans('Press'),
        calls('agent.click("7")'),
        calls('agent.click("Save")'),
        decides('continue'),
        calls('agent.done()'),
        decides('done'),
      ],
      { planner: { judge_every: 2 } },
    )
    await one.go()
    expect(one.told().slice(1)).toEqual([
      'action_generator',
      'action_generator',
      'evaluator',
      'action_generator',
    ])
  })

  it('is not judged in the middle of what a reply wants done', async () => {
    const one = await planned(
      [
        ...plans('Press'),
        () => workerSays('agent.click("7")\nagent.click("Save")\nagent.click("7")\nagent.done()'),
      ],
      { planner: { judge_every: 2 } },
    )
    await one.go()
    expect(one.acted()).toEqual(['click_input 7', 'click_input Save', 'click_input 7'])
    expect(one.told().slice(1)).toEqual(['action_generator'])
  })

  it('does not believe that it is done: the last subtask and the whole are checked, at once', async () => {
    const one = await planned([
      ...plans('Press 7'),
      calls('agent.done()'),
      decides('continue', 'The display is empty.'),
      calls('agent.click("7")'),
      calls('agent.done()'),
      decides('replan', 'It is not saved.'),
      ...plans('Save it'),
      calls('agent.click("Save")'),
      calls('agent.done()'),
      decides('done'),
    ])
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.display.value).toBe('7Save')
  })

  it('knows what it does and what is done, also when somebody deletes its files', async () => {
    const forget: Script = () => {
      rmSync(one.folder, { recursive: true })
      return workerSays('agent.fail()')
    }
    const one = await planned([
      ...plans('Press 7', 'Save it'),
      calls('agent.done()'),
      decides('done'),
      forget,
      ...plans('Press 7', 'Save by keys'),
      calls('agent.done()'),
      decides('done'),
    ])
    const { states } = await one.go()
    expect([states.at(-1), one.agent.error]).toEqual(['PlannerAgent.FINISH', null])
    expect(toldTo(one.model, 'subtask_planner')[1]).toMatch(
      /# Task\nPress 7 and save\n[^]*never plan these again\n- "Press 7"/,
    )
    expect(toldTo(one.model, 'action_generator').at(-1)).toContain('Only this subtask is yours: Save by keys')
  })

  it('gives up after its last plan, and says why', async () => {
    const failing = [calls('agent.fail()')]
    const one = await planned([...plans('A'), ...failing, ...plans('B'), ...failing], {
      planner: { most_replans: 1 },
    })
    const { states, agent } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FAIL')
    expect(agent.error).toContain('(after 1 other plan)')
    expect(one.acted()).toEqual([])
  })

  it('counts a subtask as failed whose worker writes no usable call', async () => {
    const one = await planned([...plans('A'), said('hm'), said('hm'), said('hm')], {
      planner: { most_replans: 0 },
    })
    const { states, agent } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FAIL')
    expect(agent.error).toMatch(
      /gave no action that can be used, also when it was told why: There is no call/,
    )
  })

  it('on the fast path asks the worker alone', async () => {
    const one = await planned([said('agent.click("7")'), said('agent.done(7)')], {
      tools: ['fast_action_generator'],
      planner: { mode: 'fast' },
    })
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.told()).toEqual(['fast_action_generator', 'fast_action_generator'])
    expect(one.context.get('ROUND_RESULT')).toBe(7)
  })

  it('on the fast path, where nobody plans anew, goes on after an act without its effect', async () => {
    const one = await planned(
      [said('agent.click("7")'), said('agent.done()'), said('agent.type(text="7")'), said('agent.done(7)')],
      { tools: ['fast_action_generator'], planner: { mode: 'fast' } },
    )
    one.desktop.effects['click_input'] = { effect: 'contradicted', evidence: 'The display is empty.' }
    const { states } = await one.go()
    expect([states.at(-1), one.agent.error]).toEqual(['PlannerAgent.FINISH', null])
    expect(one.acted()).toEqual(['click_input 7', 'type_text'])
    const told = toldTo(one.model, 'fast_action_generator')
    expect(told[1]).toContain('Who watches the work says: The last act did not have its effect.')
    // It is not done by an act that has failed, whatever the worker says.
    expect(told[2]).toContain('Who watches the work says: The last act did not come off.')
  })

  it('tells and counts what finding a place has cost, in the step, the round and request.log', async () => {
    const one = await planned(
      [
        ...plans('Press'),
        calls('agent.click("the red circle")'),
        said('(500, 500)'),
        calls('agent.done()'),
        decides('done'),
      ],
      {
        tools: ['subtask_planner', 'dag_translator', 'action_generator', 'evaluator', 'grounding'],
        more: {
          grounding: (model) =>
            new SourcedGrounding([
              treeSource,
              new ModelSource(model, { pictureSize: 350, space: 'thousandths' }),
            ]),
        },
      },
    )
    one.model.pictures = true
    const [editor] = one.desktop.windows
    one.desktop.chosen = editor ?? null
    one.desktop.picture = { ...PIXEL, bounds: editor?.bounds ?? PIXEL.bounds }
    await one.go()
    expect(one.agent.error).toBeNull()
    expect(one.told().filter((role) => role === 'grounding')).toHaveLength(1)
    expect(one.journal.of('model_replied').map(({ role }) => role)).toEqual(one.told())
    expect(one.journal.of('step_finished').map(({ cost }) => cost)).toEqual([0.02, 0.01])
    expect(one.context.currentRoundCost).toBeCloseTo(0.05)
    expect(
      one.lines.request.filter((line) => JSON.stringify(line).includes('"tool_name":"grounding"')),
    ).toHaveLength(1)
  })

  it('takes different notes on one screen for no repetition', async () => {
    const notes = ['a', 'b', 'c', 'd', 'e', 'f'].map((note) => calls(`agent.save_to_knowledge(["${note}"])`))
    const one = await planned([...plans('Read it'), ...notes, calls('agent.done("a to f")'), decides('done')])
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(one.journal.of('evaluator_decided').map(({ trigger }) => trigger)).toEqual(['final'])
    expect(toldTo(one.model, 'action_generator').at(-1)).toContain('Your notes: ["a","b","c","d","e","f"]')
    expect(one.context.get('ROUND_RESULT')).toBe('a to f')
  })

  it('tells worker and manager the answers of earlier subtasks, and no note as one', async () => {
    const one = await planned([
      ...plans('Add up', 'Write it', 'Save it'),
      calls('agent.done(408)'),
      decides('done'),
      calls('agent.save_to_knowledge(["x"])'),
      calls('agent.done()'),
      decides('done'),
      calls('agent.fail()'),
      ...plans('Save by keys'),
      calls('agent.done()'),
      decides('done'),
    ])
    await one.go()
    expect(toldTo(one.model, 'subtask_planner')[1]).toContain('# Their answers\n- "Add up": 408\n')
    const told = toldTo(one.model, 'action_generator').at(-1)
    expect(told?.match(/^Answer of .*$/gm)).toEqual(['Answer of “Add up”: 408'])
    expect(one.context.get('ROUND_RESULT')).toBe(408)
  })

  it('tells the manager why a worker gives up', async () => {
    const one = await planned([
      ...plans('A'),
      calls('agent.fail("The file is write-protected.")'),
      ...plans('B'),
      calls('agent.done()'),
      decides('done'),
    ])
    await one.go()
    expect(toldTo(one.model, 'subtask_planner')[1]).toContain('The file is write-protected.')
  })

  it('files the subtask as failed that a model’s failure has ended', async () => {
    const one = await planned([...plans('A', 'B')])
    await one.go()
    expect(one.agent.error).toBe('The script has ended.')
    expect(names(await one.state.getFailedSubtasks())).toEqual(['A'])
    expect(names(await one.state.getRemainingSubtasks())).toEqual(['B'])
  })

  it('ends when the termination flag is set', async () => {
    const one = await planned([...plans('A'), calls('agent.done()'), decides('done')])
    await one.state.setTerminationFlag('terminated')
    await expect(one.go()).rejects.toThrow('terminated')
  })

  it('ends in ERROR with the reason when no model plans', async () => {
    const one = await planned([])
    const { agent, states } = await one.go()
    expect([states.at(-1), agent.error]).toEqual(['PlannerAgent.ERROR', 'The script has ended.'])
  })

  it('begins each round anew', async () => {
    const script = [...plans('A'), calls('agent.done()'), decides('done')]
    const one = await planned([...script, ...script])
    await one.go()
    one.context.set('CURRENT_ROUND_ID', 1)
    const { states } = await one.go()
    expect(states.at(-1)).toBe('PlannerAgent.FINISH')
    expect(names(await one.state.getCompletedSubtasks())).toEqual(['A'])
    expect((await readdir(one.folder)).toSorted()).toContain('search_query.json')
  })
})

describe('the checklist of the planner', () => {
  it('says which subtasks are done, in which order and words; a change costs no model a second question', async () => {
    const checklist = new Checklist({
      sink: new MemoryJournal(),
      interactor: scriptedInteractor('Leave it out'),
      showFirst: false,
    })
    const one = await planned(
      [
        ...plans('Press 7', 'Press 8', 'Save it', 'Close it'),
        calls('agent.click("the 7 button")'),
        calls('agent.done()'),
        decides('done'),
        calls('agent.click("Save")'),
        calls('agent.done()'),
        decides('done'),
      ],
      { more: { checklist } },
    )
    const click = one.desktop.acts['click_input']
    one.desktop.acts['click_input'] = (parameters) => {
      if (parameters['name'] === '7')
        checklist.edit([
          { item: '2', left_out: true },
          { item: '3', words: 'Save it as x' },
          { item: '4', ask: true },
        ])
      return click?.(parameters) ?? {}
    }
    await one.go()
    expect(one.acted()).toEqual(['click_input 7', 'click_input Save'])
    expect(names(await one.state.getCompletedSubtasks())).toEqual(['Press 7', 'Save it as x'])
    expect(checklist.items.map(({ words, state }) => `${words}: ${state}`)).toEqual([
      'Press 7: done',
      'Press 8: left_out',
      'Save it as x: done',
      'Close it: left_out',
    ])
  })

  it('keeps what is settled where the rest is planned another way', async () => {
    const checklist = new Checklist({
      sink: new MemoryJournal(),
      interactor: scriptedInteractor(),
      showFirst: false,
    })
    const one = await planned(
      [
        ...plans('Press 7', 'Save it'),
        calls('agent.done()'),
        decides('done'),
        calls('agent.fail()'),
        ...plans('Save it by the menu'),
        calls('agent.done()'),
        decides('done'),
      ],
      { more: { checklist } },
    )
    await one.go()
    expect(checklist.items.map(({ words, state }) => `${words}: ${state}`)).toEqual([
      'Press 7: done',
      'Save it: failed',
      'Save it by the menu: done',
    ])
  })
})
