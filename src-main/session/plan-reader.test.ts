import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../core/errors.ts'
import { planFilesIn } from './plan-file.ts'
import { PlanReader } from './plan-reader.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plans-'))
  await mkdir(join(root, 'tasks'))
  await mkdir(join(root, 'files/deep'), { recursive: true })
  await writeFile(join(root, 'files/letter.txt'), 'Dear Ada')
  await writeFile(join(root, 'files/deep/two.txt'), 'two')
  await writeFile(join(root, 'secret.txt'), 'secret')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = async (plan: unknown, path = 'tasks/one.json') => {
  const file = join(root, path)
  await writeFile(file, typeof plan === 'string' ? plan : JSON.stringify(plan))
  return file
}
const open = async (plan: unknown) => PlanReader.open(await write(plan))
const refused = async (plan: unknown): Promise<string> => {
  const error: unknown = await open(plan).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UserError)
  return error instanceof UserError ? error.message : ''
}

describe('the inputs of a plan', () => {
  const plan = {
    task: 'greet {{name}}',
    steps: ['type "Dear {{ name }},"', 'press Enter'],
    inputs: { name: 'Ada' },
  }
  const openWith = async (set: Record<string, string>, more = {}) =>
    PlanReader.open(await write({ ...plan, ...more }), set)

  it('stand in its words as usual, or as they are given this time', async () => {
    const said = (reader: PlanReader) => [reader.getTask(), ...reader.getSteps()]
    expect(said(await openWith({}))).toEqual(['greet Ada', 'type "Dear Ada,"', 'press Enter'])
    expect(said(await openWith({ name: 'Ben' }))).toEqual(['greet Ben', 'type "Dear Ben,"', 'press Enter'])
  })

  it.each<[string, Record<string, string>, object, string]>([
    ['an unknown one', { nmae: 'x' }, {}, 'It has: name.'],
    ['one of several lines', { name: 'x\ny' }, {}, 'line break'],
    [
      'one that fits into no quotes',
      { name: 'a" b” c» d」 e“ f’ g\' h' },
      {},
      'all kinds of quotation marks',
    ],
    ['a name in its words that is none', {}, { steps: ['type "{{other}}"'] }, '“other”'],
  ])('refuse %s', async (_title, set, more, words) => {
    await expect(openWith(set, more)).rejects.toThrow(words)
  })

  it('are no matter of a plan without any, whose places a batch fills', async () => {
    expect((await open({ task: 't', steps: ['type "{{column}}"'] })).getSteps()).toEqual([
      'type "{{column}}"',
    ])
  })
})

describe('a plan', () => {
  it('answers what the seeds ask of it', async () => {
    const plan = await open({
      task: 'greet',
      steps: ['type "a"', 'type "b"'],
      object: 'letter.txt',
      close: true,
    })
    expect(plan.getTask()).toBe('greet')
    expect(plan.getSteps()).toEqual(['type "a"', 'type "b"'])
    expect(plan.getOperationObject()).toBe('letter.txt')
    expect(plan.getClose()).toBe(true)
    expect(plan.getInitialRequest()).toBe('greet in letter.txt')
    expect(plan.getRootPath()).toBe(root)
    expect(plan.getFilePath()).toBe(join(root, 'files/letter.txt'))
    expect(plan.getOpening()).toBe(join(root, 'files/letter.txt'))
    expect(plan.getHostAgentRequest()).toBe(`open "${join(root, 'files/letter.txt')}"`)
    expect(plan.getHostRequest()).toBe('greet')
    expect(plan.getSupportApps()).toEqual(['WINWORD.EXE', 'EXCEL.EXE', 'POWERPNT.EXE'])
  })

  it('gives its steps one after the other, and then none', async () => {
    const plan = await open({ task: 'greet', steps: ['first', 'second'] })
    expect([
      plan.taskFinished(),
      plan.nextStep(),
      plan.nextStep(),
      plan.taskFinished(),
      plan.nextStep(),
    ]).toEqual([false, 'first', 'second', true, null])
    expect(plan.getSteps()).toEqual(['first', 'second'])
  })

  it('needs its task alone: the rest has a default, and no object is no fault', async () => {
    const plan = await open({ task: 'greet' })
    expect([plan.getSteps(), plan.getOperationObject(), plan.getClose()]).toEqual([[], '', false])
    expect([plan.getOpening(), plan.getFilePath()]).toEqual([null, null])
  })

  it.each([
    ['WINWORD.EXE', 'word'],
    ['excel.exe', 'excel'],
    ['POWERPNT.EXE', 'powerpoint'],
    ['Mousepad', 'Mousepad'],
    ['org.gnome.Maps', 'org.gnome.Maps'],
  ])('about the application %s is opened as %s', async (object, opened) => {
    await rm(join(root, 'files'), { recursive: true })
    const plan = await open({ task: 'greet', object })
    expect([plan.getOpening(), plan.getFilePath()]).toEqual([opened, null])
  })

  it('finds files in folders below files/', async () => {
    expect((await open({ task: 'greet', object: 'deep/two.txt' })).getFilePath()).toBe(
      join(root, 'files/deep/two.txt'),
    )
  })

  it('may begin with the mark of its byte order, as editors of Windows write it', async () => {
    const path = join(root, 'tasks/one.json')
    await writeFile(path, '\uFEFF{"task": "greet"}')
    expect((await PlanReader.open(path)).getTask()).toBe('greet')
  })

  it('that is not in tasks/ has its files beside it', async () => {
    await mkdir(join(root, 'tasks of may/files'), { recursive: true })
    await writeFile(join(root, 'tasks of may/files/x.txt'), '')
    const path = await write({ task: 'greet', object: 'x.txt' }, 'tasks of may/one.json')
    expect((await PlanReader.open(path)).getFilePath()).toBe(join(root, 'tasks of may/files/x.txt'))
  })
})

describe('a plan that can’t be used is refused with its file and its field', () => {
  it.each([
    [{ task: '' }, 'task: is empty'],
    [{ task: 7 }, 'task: '],
    [{}, 'task: '],
    [{ task: 'a', steps: 'b' }, 'steps: '],
    [{ task: 'a', steps: ['b', 7] }, 'steps.1: '],
    [{ task: 'a', steps: ['b', ' '] }, 'steps.1: is empty'],
    [{ task: 'a', close: 'yes' }, 'close: '],
    [{ task: 'a', step: ['b'] }, 'no field “step” (did you mean “steps”?)'],
    [
      { task: 'a', whatever: 1 },
      'no field “whatever” (there are task, steps, object, close, inputs, recorded)',
    ],
    ['{', 'no JSON'],
    ['{"task": "a",\n "steps": [1 2]}', 'is no JSON: it can’t be read at line 2, column 14.'],
    ['{"task":', 'is no JSON.'],
    ['[]', 'one.json'],
  ])('%j: %s', async (plan, words) => {
    const message = await refused(plan)
    expect(message).toContain(words)
    expect(message).toContain(join(root, 'tasks/one.json'))
  })

  it.each(['../secret.txt', 'deep/../../secret.txt', '/etc/passwd', '..', '.', 'a\0.txt'])(
    'the object %j leads out of files/',
    async (object) => {
      expect(await refused({ task: 'a', object })).toContain('leads out of')
    },
  )

  it('an object that is a link out of files/ is refused, one within is not', async () => {
    await symlink('../secret.txt', join(root, 'files/out.txt'))
    await symlink('letter.txt', join(root, 'files/in.txt'))
    expect(await refused({ task: 'a', object: 'out.txt' })).toContain('leads out of')
    expect((await open({ task: 'a', object: 'in.txt' })).getFilePath()).toBe(join(root, 'files/in.txt'))
  })

  it('a file that is not there is named', async () => {
    expect(await refused({ task: 'a', object: 'gone.odt' })).toContain('no file “gone.odt”')
  })
})

describe('a folder of plans', () => {
  it('is read in the order that people count in, without what is no plan', async () => {
    for (const name of [
      't10.json',
      't2.json',
      'T1.json',
      'notes.txt',
      '.hidden.json',
      'tasks_status.json',
      'tasks_report.json',
      'tasks_queue.json',
    ])
      await write({}, `tasks/${name}`)
    await mkdir(join(root, 'tasks/below'))
    const names = (await planFilesIn(join(root, 'tasks'))).map((path) => path.slice(root.length))
    expect(names).toEqual(['/tasks/T1.json', '/tasks/t2.json', '/tasks/t10.json'])
  })

  it('that has none is refused', async () => {
    await expect(planFilesIn(join(root, 'tasks'))).rejects.toThrow(/no plan/)
  })
})
