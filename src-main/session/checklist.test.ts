// The checklist of plain commands: what is done is what stands on it, whenever its person changes it.
import { describe, expect, it } from 'vitest'
import type { ChecklistChange, ChecklistItem } from '../../src-preload/contract/checklist.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { aControl, aWindow } from '../agents/testing/scripted.ts'
import { Checklist } from '../core/checklist.ts'
import type { Interactor } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import { begunClauses } from '../interpreter/begun.ts'
import { createOfflineModel } from '../interpreter/offline-model.ts'
import { resumptionOf } from './resumption.ts'
import { person, useWorld } from './testing/world.ts'

const world = useWorld()
const STRATEGIES = ['host-app', 'single'] as const

interface Asked {
  answers?: string[]
  showFirst?: boolean
  strategy?: (typeof STRATEGIES)[number]
}

/** Two windows with buttons 1 to 9; `on` hears each click and each choice of a window while it is carried out. */
async function commands(
  request: string,
  { answers = [], showFirst = false, strategy = 'host-app' }: Asked = {},
) {
  const questions: string[] = []
  const interactor: Interactor = {
    ...person(),
    questionAsker: (question) => {
      questions.push(question)
      hears.ask?.()
      const answer = answers.shift()
      return Promise.resolve(
        answer === undefined ? { answer: '', by: 'nobody' as const } : { answer, by: 'person' as const },
      )
    },
  }
  const { dependencies, journal, desktop } = await world({ scripts: [], interactor })
  const hears: { act?: (done: readonly string[]) => void; ask?: () => void; decide?: () => void } = {}
  desktop.windows = [aWindow('101', 'Alpha'), aWindow('102', 'Beta', false)]
  desktop.controls = Array.from({ length: 9 }, (_, index) => aControl(String(index + 1), String(index + 1)))
  const done: string[] = []
  const click = ({ name }: Record<string, unknown>) => {
    done.push(String(name))
    hears.act?.(done)
    return {}
  }
  desktop.acts['click_input'] = click
  desktop.acts['select_application_window'] = ({ id }) => {
    const window = desktop.windows.find((one) => one.id === id)
    if (!window) return { status: 'failure', error: 'There is no such window.' }
    for (const each of desktop.windows) each.active = each === window
    desktop.chosen = window
    const { process_name } = window
    return { result: { root_name: process_name, process_name, window_info: window } }
  }
  const offline = createOfflineModel()
  const model: typeof offline = {
    ...offline,
    ask: (asked, run) => {
      hears.decide?.()
      return offline.ask(asked, run)
    },
  }
  const checklist = new Checklist({ sink: journal, interactor: dependencies.interactor, showFirst })
  const { SessionFactory } = await import('./session-factory.ts')
  const agents = { ...dependencies.agents, model, checklist }
  const factory = new SessionFactory({ ...dependencies, agents })
  const session = factory.createSession({ id: 's', task: 't', request, strategy })
  using run = new RunControl()
  const change = (...changes: (Omit<ChecklistChange, 'item'> & { item: number })[]) =>
    checklist.edit(changes.map(({ item, ...rest }) => ({ item: String(item), ...rest })))
  return {
    hears,
    done,
    questions,
    change,
    checklist,
    journal,
    view: () => runViewOf(journal.events),
    carryOut: () => session.run(run),
  }
}

const told = (items: readonly ChecklistItem[]) => items.map(({ words, state }) => `${words}: ${state}`)

describe.each(STRATEGIES)('the checklist of plain commands (%s)', (strategy) => {
  it('is fixed when it is first shown, and ticked as the run goes on', async () => {
    const run = await commands('click 1, click 1 and click 2', { strategy })
    const seen: string[][] = []
    run.hears.act = () => seen.push(told(run.checklist.items))
    expect((await run.carryOut()).status).toBe('completed')
    expect(run.done).toEqual(['1', '1', '2'])
    expect(seen).toEqual([
      ['click 1: current', 'click 1: open', 'click 2: open'],
      ['click 1: done', 'click 1: current', 'click 2: open'],
      ['click 1: done', 'click 1: done', 'click 2: current'],
    ])
    expect(told(run.view().checklist?.items ?? [])).toEqual([
      'click 1: done',
      'click 1: done',
      'click 2: done',
    ])
  })

  it('shows nothing of a request that is not understood, which has failed', async () => {
    const run = await commands('click 1, make me happy', { strategy })
    expect(await run.carryOut()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('make me happy') as string,
    })
    expect(run.done).toEqual([])
    expect(run.view().checklist).toBeNull()
  })

  it('leaves out, reorders and rewords what was not begun', async () => {
    const run = await commands('click 1, click 2, click 3, click 4', { strategy })
    run.hears.act = ({ length }) => {
      if (length !== 1) return
      run.change({ item: 2, left_out: true }, { item: 4, before: '3' }, { item: 3, words: 'click 9' })
    }
    expect((await run.carryOut()).status).toBe('completed')
    expect(run.done).toEqual(['1', '4', '9'])
    expect(told(run.checklist.items)).toEqual([
      'click 1: done',
      'click 2: left_out',
      'click 4: done',
      'click 9: done',
    ])
  })

  it('takes no command for another where one that chooses a window is moved between them', async () => {
    const run = await commands('switch to Alpha, click 1, switch to Beta, click 2', { strategy })
    run.hears.act = ({ length }) => {
      if (length === 1) run.change({ item: 4, before: '3' })
    }
    expect((await run.carryOut()).status).toBe('completed')
    expect(run.done).toEqual(['1', '2'])
    expect(told(run.checklist.items).at(-1)).toBe('switch to Beta: done')
  })

  it('decides anew what was changed while it was decided', async () => {
    const run = await commands('click 1, click 2, click 3', { strategy })
    run.hears.decide = () => {
      if (run.done.length !== 1 || run.checklist.items[1]?.state !== 'open') return
      run.change({ item: 2, left_out: true })
    }
    expect((await run.carryOut()).status).toBe('completed')
    expect(run.done).toEqual(['1', '3'])
  })

  it('asks at a step that wants it, also when it was set meanwhile, and leaves it out at a no', async () => {
    const run = await commands('click 1, click 2, click 3', { strategy, answers: ['Leave it out', 'Do it'] })
    run.hears.act = ({ length }) => {
      if (length === 1) run.change({ item: 2, ask: true }, { item: 3, ask: true })
    }
    expect((await run.carryOut()).status).toBe('completed')
    expect(run.questions).toEqual(['Do this step now: click 2?', 'Do this step now: click 3?'])
    expect(run.done).toEqual(['1', '3'])
    expect(
      run
        .view()
        .questions.slice(0, 2)
        .map((asked) => asked.told),
    ).toMatchObject([
      { code: 'checklist_step', parameters: { words: 'click 2' } },
      { code: 'checklist_step', parameters: { words: 'click 3' } },
    ])
  })

  it('ends unanswered where nobody is there to be asked, and the step is not done', async () => {
    const run = await commands('click 1, click 2', { strategy })
    run.hears.act = () => run.change({ item: 2, ask: true })
    expect(await run.carryOut()).toMatchObject({ status: 'failed', reason: 'unanswered' })
    expect(run.done).toEqual(['1'])
  })

  it('is shown first, can be changed then, and begins with a yes', async () => {
    const run = await commands('click 1, click 2, click 3', { strategy, showFirst: true, answers: ['Begin'] })
    run.hears.ask = () => {
      expect(run.done).toEqual([])
      run.change({ item: 1, left_out: true }, { item: 3, before: '2' })
    }
    expect((await run.carryOut()).status).toBe('completed')
    expect(run.done).toEqual(['3', '2'])
  })

  it('does nothing where its person stops it at first, or has left out everything', async () => {
    const stopped = await commands('click 1', { strategy, showFirst: true, answers: ['Stop'] })
    expect(await stopped.carryOut()).toMatchObject({ status: 'stopped' })
    expect(stopped.done).toEqual([])
    const empty = await commands('click 1', { strategy, showFirst: true, answers: ['Begin'] })
    empty.hears.ask = () => empty.change({ item: 1, left_out: true })
    expect(await empty.carryOut()).toMatchObject({ status: 'completed' })
    expect(empty.done).toEqual([])
  })

  it('marks the step that failed, and leaves what follows it open', async () => {
    const run = await commands('click 1, click Nowhere, click 2', { strategy })
    expect((await run.carryOut()).status).toBe('failed')
    expect(told(run.checklist.items)).toEqual(['click 1: done', 'click Nowhere: failed', 'click 2: open'])
  })

  it('does what stands on it in the end, each once, however it is changed', async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const random = randomOf(seed)
      const words = Array.from({ length: 8 }, (_, index) =>
        random(4) === 0 ? `switch to ${random(2) === 0 ? 'Alpha' : 'Beta'}` : `click ${index + 1}`,
      )
      const run = await commands(words.join(', '), { strategy })
      const meddle = () => {
        if (random(3) > 0) return
        const open = run.checklist.items.filter(({ state }) => state === 'open' || state === 'left_out')
        const item = open[random(open.length)]
        // What was left out may stand among what was begun.
        const behind = run.checklist.items.findLastIndex(
          ({ state }) => state !== 'open' && state !== 'left_out',
        )
        const free = run.checklist.items.slice(behind + 1)
        const before = free[random(free.length)]
        if (!item || !before || item === before) return
        if (random(2) === 0) run.checklist.edit([{ item: item.id, left_out: random(2) === 0 }])
        else run.checklist.edit([{ item: item.id, before: before.id }])
      }
      run.hears.act = meddle
      run.hears.decide = meddle
      const end = await run.carryOut()
      expect(end.status, `seed ${seed}: ${words.join(', ')}: ${end.error}`).toBe('completed')
      const items = run.checklist.items
      expect(items.filter(({ state }) => state !== 'done' && state !== 'left_out')).toEqual([])
      const clicked = items.filter(({ state, words: said }) => state === 'done' && said.startsWith('click'))
      expect(run.done, `seed ${seed}: ${words.join(', ')}`).toEqual(
        clicked.map(({ words: said }) => said.slice(6)),
      )
    }
  })
})

describe('a change of the checklist', () => {
  it('is refused for what was begun, for what is no command, and for a place before what was begun', async () => {
    const run = await commands('click 1, click 2')
    const faults: unknown[] = []
    const attempt = (work: () => void) => {
      try {
        work()
      } catch (error) {
        faults.push((error as Error).message)
      }
    }
    run.hears.act = ({ length }) => {
      if (length !== 1) return
      attempt(() => run.change({ item: 1, left_out: true }))
      attempt(() => run.change({ item: 2, ask: true }, { item: 2, words: 'dance' }))
      attempt(() => run.change({ item: 2, words: 'click 3, click 4' }))
      attempt(() => run.change({ item: 2, before: '1' }))
    }
    await run.carryOut()
    expect(faults).toEqual([
      '“click 1” was begun: it can’t be changed any more.',
      expect.stringMatching(/^Not understood: “dance”/),
      'Write one command for each step.',
      'What was begun stays first.',
    ])
    expect(run.questions).toEqual([])
    expect(run.done).toEqual(['1', '2'])
  })

  it('holds for a run that is interrupted and goes on', async () => {
    const run = await commands('click 1, click 2, click 3, click 4')
    run.hears.act = ({ length }) => {
      if (length === 1)
        run.change({ item: 2, left_out: true }, { item: 4, before: '3' }, { item: 3, ask: true })
    }
    await expect(run.carryOut()).resolves.toMatchObject({ reason: 'unanswered' })
    const cut = run.journal.events.findIndex(({ type }) => type === 'question_asked')
    const { request, ask, steps } = resumptionOf(runViewOf(run.journal.events.slice(0, cut)))
    expect({ request, ask }).toEqual({ request: 'click 4, click 3', ask: [1] })
    expect(steps.map(({ comment }) => comment)).toEqual([
      // What was assigned is assigned anew.
      'clause 1 of 2: click 4',
    ])
    expect(begunClauses(request ?? '', steps)).toBe(1)
  })
})

/** Numbers below a bound, the same for the same seed. */
function randomOf(seed: number): (bound: number) => number {
  let state = seed * 2_654_435_761
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return (state >> 8) % Math.max(1, bound)
  }
}
