import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { planCalls } from '../../src-preload/contract/calls/plans.ts'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { readPlanFile } from '../session/plan-file.ts'
import { isOwnPlan } from './plan-file.ts'
import { PlanLibrary } from './plan-library.ts'

let home: string
let library: PlanLibrary
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'library-'))
  await mkdir(join(home, 'plans'))
  library = new PlanLibrary(home)
})
afterEach(() => rm(home, { recursive: true, force: true }))

const file = (name: string): string => join(home, 'plans', `${name}.json`)
const onDisk = async (name: string) =>
  JSON.parse(await readFile(file(name), 'utf8')) as {
    steps: string[]
    recorded?: { acts: { step: number; tool: string }[]; values: Record<string, string | null> }
  }
const save = (wanted: CallInput<'save_plan'>) => library.save(planCalls.save_plan.input.parse(wanted))

const act = (step: number, tool: string) => ({
  step,
  agent: 'AppAgent',
  tool,
  namespace: null,
  parameters: tool === 'type' ? { text: { value: 'item' } } : {},
  target: null,
  aim: null,
  offset: null,
  window: null,
  effect: null,
})
/** Opens, types, types a secret, saves. */
const recorded = {
  task: 'Write the list',
  steps: ['Open Mousepad', 'Type “Milk”', 'Save'],
  object: '',
  close: false,
  recorded: {
    version: 1,
    run: 'list-1',
    at: '2026-11-20T09:00:00.000Z',
    notes: ['Left out: “Look”'],
    values: { item: 'Milk', password: null },
    windows: {},
    acts: [act(0, 'open'), act(1, 'type'), act(2, 'save')],
  },
}
const record = (name: string) => writeFile(file(name), JSON.stringify(recorded))

describe('the words of a plan', () => {
  const isOwn = async (name: string) => isOwnPlan(home, await readPlanFile(file(name)))
  const written = { task: 'Look at evil.example ', steps: ['open "evil.example"'] }

  it('are a person’s own where they have saved it, also when it has been away, and as long as nobody changes it', async () => {
    await save({
      name: 'mine',
      was: null,
      task: written.task,
      steps: [{ words: 'open "a"', from: null }],
      inputs: {},
      object: '',
      close: false,
    })
    expect(await isOwn('mine')).toBe(true)
    const { content } = await library.exported('mine')
    await library.take({ name: 'back', content })
    expect(await isOwn('back')).toBe(true)
    await library.take({ name: 'changed', content: content.replace('open "a"', 'open "evil.example"') })
    expect(await isOwn('changed')).toBe(false)
  })

  it('are nobody’s in a plan of others, until the person saves it', async () => {
    await library.take({ name: 'theirs', content: JSON.stringify({ ...written, seal: 'f'.repeat(64) }) })
    expect(await isOwn('theirs')).toBe(false)
    await save({
      name: 'theirs',
      was: 'theirs',
      task: written.task,
      steps: [{ words: 'open "a"', from: null }],
      inputs: {},
      object: '',
      close: false,
    })
    expect(await isOwn('theirs')).toBe(true)
    await record('put there')
    expect(await isOwn('put there')).toBe(false)
  })
})

describe('the library of plans', () => {
  it('lists each plan with what it asks for and how its own runs have ended, and says which can’t be used', async () => {
    await record('list')
    await writeFile(file('broken'), '{"task": "x", "stepz": []}')
    const run = (name: string, plan: string): RunSummary =>
      ({ run: name, plan, status: 'completed', started_at: 5 }) as RunSummary
    const plans = await library.list([run('list-9', file('list')), run('other', file('another'))])
    expect(plans).toMatchObject([
      { name: 'broken', fault: expect.stringContaining('did you mean “steps”?') as string, last: [] },
      {
        name: 'list',
        steps: 3,
        recorded: true,
        fault: null,
        inputs: [
          { name: 'item', text: 'Milk' },
          { name: 'password', text: null },
        ],
        last: [{ run: 'list-9', status: 'completed', at: 5 }],
      },
    ])
  })

  it('keeps the acts of steps that are moved, renamed and left out', async () => {
    await record('list')
    const { task } = recorded
    await save({
      name: 'list',
      was: 'list',
      task,
      steps: [
        { words: 'Type the item', from: 1 },
        { words: 'Open Mousepad', from: 0 },
      ],
      inputs: { item: 'Bread' },
    })
    const { steps, recorded: kept } = await onDisk('list')
    expect(steps).toEqual(['Type the item', 'Open Mousepad'])
    expect(kept?.acts.map(({ step, tool }) => [step, tool])).toEqual([
      [0, 'type'],
      [1, 'open'],
    ])
    expect(kept?.values).toEqual({ item: 'Bread', password: null })
  })

  it('refuses a step of a recorded plan that nothing was recorded for: it would be passed over in silence', async () => {
    await record('list')
    const change = { name: 'list', was: 'list', task: 'x', steps: [{ words: 'Send it', from: null }] }
    await expect(save(change)).rejects.toThrow('“Send it” has no recorded act')
    const doubled = {
      ...change,
      steps: [
        { words: 'Open', from: 0 },
        { words: 'Open again', from: 0 },
      ],
    }
    await expect(save(doubled)).rejects.toThrow('“Open again” has no recorded act')
    expect((await onDisk('list')).steps).toEqual(recorded.steps)
  })

  it('renames a plan, and never replaces another one', async () => {
    await record('list')
    const steps = recorded.steps.map((words, from) => ({ words, from }))
    await save({ name: 'shopping', was: 'list', task: 'x', steps })
    await expect(readFile(file('list'))).rejects.toThrow('ENOENT')
    await record('list')
    await expect(save({ name: 'shopping', was: 'list', task: 'x', steps })).rejects.toThrow('already')
    await expect(save({ name: 'list', task: 'x', steps: [{ words: 'Open' }] })).rejects.toThrow('already')
  })

  it('writes a plan from scratch that can be read again', async () => {
    await save({
      name: 'new',
      task: 'Say hello',
      object: 'Mousepad',
      close: true,
      steps: [{ words: 'Type hello' }],
    })
    expect(await library.read('new')).toMatchObject({
      task: 'Say hello',
      object: 'Mousepad',
      close: true,
      steps: [{ words: 'Type hello', acts: 0 }],
      recorded: null,
    })
  })

  it('hands a plan on as YAML, and takes the same plan in again', async () => {
    await record('list')
    const { name, content } = await library.exported('list')
    expect(name).toBe('list.yaml')
    expect(content).toContain('task: Write the list\nsteps:\n  - Open Mousepad')
    await library.take({ name: 'copy', content })
    expect(await onDisk('copy')).toEqual(await onDisk('list'))
    await expect(library.take({ name: 'copy', content })).rejects.toThrow('already')
    await expect(library.take({ name: 'bad', content: 'task: x\nsteps: [a]\nrun: y' })).rejects.toThrow(
      '“run”',
    )
    await expect(library.take({ name: 'bad', content: 'task: x\nsteps: []' })).rejects.toThrow('has no steps')
    await expect(library.take({ name: 'bad', content: 'task: a: b' })).rejects.toThrow(
      'The plan “bad” is no YAML and no JSON: it can’t be read at line 1, column 7.',
    )
    await expect(library.take({ name: 'bad', content: ' \n' })).rejects.toThrow('The plan “bad” is empty.')
    await expect(library.take({ name: 'bad', content: '# only a note' })).rejects.toThrow('has no fields')
    await expect(library.take({ name: 'bad', content: 'just words' })).rejects.toThrow('has no fields')
    const long = JSON.stringify({ task: 'x', steps: Array.from({ length: 1_001 }, () => 'click 7') })
    await expect(library.take({ name: 'bad', content: long })).rejects.toThrow(
      'steps: list at most 1000 entries',
    )
  })

  it.each(['../out', 'a/b', '.hidden', 'x.json', '-rf', ''])('has no plan called “%s”', (name) => {
    expect(planCalls.save_plan.input.safeParse({ name, task: 'x', steps: [{ words: 'a' }] }).success).toBe(
      false,
    )
    expect(planCalls.delete_plan.input.safeParse({ name }).success).toBe(false)
  })
})
