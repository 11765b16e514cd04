import { afterEach, describe, expect, it } from 'vitest'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { RunControl } from '../core/run-control.ts'
import type { Keeping } from '../memory/knowledge-base.ts'
import type { MemoryQuery } from '../memory/port.ts'
import type { NewMemory } from '../memory/record.ts'
import { calls, decides, planned, plans, removeFolders, said, toldTo } from './testing/planned.ts'

afterEach(removeFolders)

const TOOLS = ['subtask_planner', 'dag_translator', 'action_generator', 'evaluator']
/** A store of which the first memory fits every question, and that keeps what it is given. */
function memory(when: Keeping['when'] = 'at once') {
  const saved: NewMemory[] = []
  const asked: MemoryQuery[] = []
  const followed: [number[], string][] = []
  const found = {
    id: 7,
    kind: 'episodic',
    outcome: 'worked',
    title: 'T',
    text: 'Use Ctrl+S',
    tips: '',
    helped: 0,
    failed: 0,
  } as unknown as Memory
  const memories = {
    retrieve: (query: MemoryQuery) => {
      asked.push(query)
      return Promise.resolve([found])
    },
    followed: (ids: readonly number[], outcome: 'helped' | 'failed') => followed.push([[...ids], outcome]),
  }
  const keeping: Keeping = {
    run: 'r',
    when,
    mask: (value) => value,
    save: (records) => Promise.resolve(saved.push(...records) && records.length),
  }
  return { saved, asked, followed, more: { memories, keeping } }
}
const failingOnce = [
  ...plans('Press 7', 'Save it'),
  calls('agent.click("7")'),
  calls('agent.done()'),
  decides('done'),
  calls('agent.fail()'),
  ...plans('Save by keys'),
  calls('agent.hotkey(["ctrl", "s"])'),
  calls('agent.done()'),
  decides('done'),
]

describe('what a planner learns', () => {
  it('is one memory per subtask that did something, also of the last one, and one of the request', async () => {
    const { saved, more } = memory()
    const one = await planned(failingOnce, { more })
    await one.go()
    expect(one.agent.error).toBeNull()
    await one.agent.saveKnowledge(null, new RunControl())
    expect(saved.map(({ kind, title, outcome, text }) => [kind, title, outcome, text])).toEqual([
      ['episodic', 'Press 7', 'worked', expect.stringContaining('click_input on button “7”')],
      ['episodic', 'Save by keys', 'worked', 'keyboard_input with keys="ctrl+s"'],
      ['narrative', 'Press 7 and save', 'worked', '1. Press 7\n2. Save it: did not work\n3. Save by keys'],
    ])
  })

  it('is not waited for before a subtask is told to have ended', async () => {
    const { saved, more } = memory()
    const tools = [...TOOLS, 'episode_summarization']
    const one = await planned(
      [
        ...plans('Press 7'),
        calls('agent.click("7")'),
        calls('agent.done()'),
        decides('done'),
        said('Press the key 7.'),
      ],
      { tools, more },
    )
    const { agent, context } = one
    agent.startRound(context)
    while (agent.state.name !== 'ASSIGN') {
      await agent.handle(context, new RunControl())
      agent.setState(agent.state.nextState(agent))
    }
    expect(agent.lastSubtask).toMatchObject({ subtask: 'Press 7', status: 'FINISH' })
    expect(one.told()).not.toContain('episode_summarization')
    // A limit ends the round here: what was done is learned all the same.
    await agent.saveKnowledge(null, new RunControl())
    expect(one.told()).toContain('episode_summarization')
    expect(saved.map(({ title }) => title)).toEqual(['Press 7'])
  })

  it('is summed up by the models of the two roles, who are told the acts as data', async () => {
    const { saved, more } = memory()
    const tools = [...TOOLS, 'episode_summarization', 'narrative_summarization']
    const one = await planned(
      [
        ...plans('Press 7'),
        calls('agent.click("7")'),
        calls('agent.done()'),
        decides('done'),
        said('Press the key 7.'),
        said('One key.'),
      ],
      { tools, more },
    )
    await one.go()
    await one.agent.saveKnowledge(null, new RunControl())
    expect(saved.map(({ text }) => text)).toEqual(['Press the key 7.', 'One key.'])
    expect(toldTo(one.model, 'episode_summarization')[0]).toMatch(
      /# What was done\n<history_data>\n"click_input on button “7”/,
    )
  })

  it('is kept as it was done where summing it up would cost more than the session may', async () => {
    const { saved, more } = memory('at the end')
    const one = await planned(
      [...plans('Press 7'), calls('agent.click("7")'), calls('agent.done()'), decides('done')],
      {
        tools: [...TOOLS, 'episode_summarization', 'narrative_summarization'],
        more,
        costCeiling: 0.04,
      },
    )
    await one.go()
    expect(await one.agent.saveKnowledge(null, new RunControl())).toBe(2)
    expect(saved.map(({ kind }) => kind)).toEqual(['episodic', 'narrative'])
    expect(one.told().filter((role) => role.endsWith('_summarization'))).toEqual([])
  })

  it('of a request that was given up is that it did not work, and why', async () => {
    const { saved, followed, more } = memory()
    const one = await planned([...plans('Press 7'), calls('agent.click("7")'), calls('agent.fail()')], {
      more,
      planner: { most_replans: 0 },
    })
    await one.go()
    expect(saved.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['episodic', 'did_not_work'],
      ['narrative', 'did_not_work'],
    ])
    expect(saved[0]?.text).toContain('confirmed')
    expect(new Set(followed.filter(([ids]) => ids.length > 0).map(([, outcome]) => outcome))).toEqual(
      new Set(['failed']),
    )
  })

  it('is that the request did not work where the last word on it is no', async () => {
    const { saved, more } = memory()
    const one = await planned(failingOnce, { more })
    await one.go()
    await one.agent.saveKnowledge({ complete: 'no', reason: 'The file is empty.' }, new RunControl())
    expect(saved.map(({ title, outcome }) => [title, outcome])).toEqual([
      ['Press 7', 'worked'],
      ['Save by keys', 'worked'],
      ['Press 7 and save', 'did_not_work'],
    ])
    expect(saved[2]?.text).toContain('The file is empty.')
  })

  it('waits for the person where the person is asked', async () => {
    const { saved, more } = memory('at the end')
    const one = await planned(failingOnce, { more })
    await one.go()
    expect(saved).toEqual([])
    expect(await one.agent.saveKnowledge(null, new RunControl())).toBe(3)
    expect(saved).toHaveLength(3)
  })
})

describe('what a planner remembers', () => {
  it('is of the request for the plan, and of the subtask in its application for the worker', async () => {
    const { asked, more } = memory()
    const one = await planned([...plans('Press 7'), calls('agent.switch_applications("Calculator")'), calls('agent.done()'), decides('done')], { more })
    await one.go()
    expect(asked.map(({ request, applications }) => [request, applications])).toEqual([
      ['Press 7 and save', []],
      ['Press 7 and save', []],
      ['Press 7', []],
    ])
    expect(asked.map(({ kinds }) => kinds?.[0])).toEqual(['narrative', 'document', 'episodic'])
    expect(toldTo(one.model, 'subtask_planner')[0]).toContain('Use Ctrl+S')
    expect(toldTo(one.model, 'action_generator')[0]).toContain('Use Ctrl+S')
  }) // prettier-ignore

  it('is followed by what came of it, once for each time that it was given', async () => {
    const { followed, more } = memory()
    const one = await planned(failingOnce, { more })
    await one.go()
    const told = followed.filter(([ids]) => ids.length > 0)
    expect(told.map(([, outcome]) => outcome)).toEqual(['helped', 'failed', 'helped', 'helped'])
  })
})
