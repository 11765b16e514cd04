import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { unfit } from './applications.ts'
import { scoreOf, table } from './score.ts'
import { isKeptBack, readTasks } from './tasks.ts'

const check = { command: 'check', key: 'ok', expected: true, description: 'it is so' }

async function checkout(tasks: Record<string, unknown>): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'deskhand-checkout-'))
  for (const [id, task] of Object.entries(tasks)) {
    await mkdir(join(path, 'task_generator', 'tasks', id), { recursive: true })
    const text = typeof task === 'string' ? task : JSON.stringify(task)
    await writeFile(join(path, 'task_generator', 'tasks', id, 'task.json'), text)
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const taskOf = (id: string, app: string) => ({ id, app, task: `Do ${id}.`, verification: [check] })
const all = { apps: [], ids: [], keptBack: '' }

describe('Tasks of a checkout', () => {
  test('are those of the applications and ids that are asked for', async () => {
    await using made = await checkout({
      a: taskOf('a', 'gedit'),
      b: taskOf('b', 'gimp'),
      c: taskOf('c', 'gimp'),
    })
    const ids = async (choice: object) =>
      (await readTasks(made.path, { ...all, ...choice })).map(({ id }) => id)
    expect(await ids({})).toEqual(['a', 'b', 'c'])
    expect(await ids({ apps: ['gimp'] })).toEqual(['b', 'c'])
    expect(await ids({ ids: ['c'] })).toEqual(['c'])
  })

  test('that are kept back are not even opened', async () => {
    // The SHA-1 of “a” begins with 8, that of “b” with e.
    await using made = await checkout({ a: taskOf('a', 'gedit'), b: 'no JSON: opening it throws' })
    expect([isKeptBack('a', '8'), isKeptBack('b', '8')]).toEqual([true, false])
    expect(await readTasks(made.path, { ...all, keptBack: 'e' })).toMatchObject([{ id: 'a' }])
    await expect(readTasks(made.path, all)).rejects.toThrow('JSON')
  })

  test('that nothing here can judge or start are named with the reason', () => {
    const task = { ...taskOf('a', 'gedit'), env: { files: [] }, folder: '' }
    expect(unfit(task)).toBeNull()
    const online = { ...task, task: 'Open https://example.org and http://localhost:8000.' }
    expect([unfit(online), unfit(online, true)]).toEqual([expect.stringContaining('internet'), null])
    expect(unfit({ ...task, task: 'Open http://localhost:8000.' })).toBeNull()
    expect(unfit({ ...task, app: 'zoom' })).toBe('zoom is not started here')
    expect(unfit({ ...task, verification: [{ ...check, judge: 'llm' }] })).toContain('asks a model')
  })

  test('that no work can pass as they are written are named with the reason', () => {
    const asked = (app: string, command: string) =>
      unfit({ ...taskOf('a', app), env: { files: [] }, folder: '', verification: [{ ...check, command }] })
    expect(asked('libreoffice_impress', 'check-registry-value /a/b AutoSave true')).toContain('name space')
    expect(asked('gedit', 'check-tab-size 8')).toContain('cannot pass as written')
    expect(asked('gedit', 'check-file-exists /home/user/a.txt')).toBeNull()
    expect(asked('thunderbird', 'check-pref-value a.b Ada Lovelace')).toContain('several words')
    expect(asked('thunderbird', 'check-pref-value a.b "Ada Lovelace"')).toBeNull()
    expect(asked('thunderbird', 'check-pref-value a.b true')).toBeNull()
  })
})

const event = (type: string, rest: object) => ({ type, ...rest }) as unknown as SessionEvent
const replied = event('model_replied', {
  attempts: 2,
  usage: { input_tokens: 100, cached_tokens: 40, output_tokens: 10, cost: null },
})
const gate = (categories: string[]) => event('gate_decided', { decision: 'allow', categories })
const ended = (status: string) => event('session_finished', { status, cost: null })
const judged = (complete: string) => event('evaluated', { complete })
const yes = { description: 'one', passed: true, answer: {} }
const no = { description: 'two', passed: false, answer: { found: 3 } }

describe('The score of a task', () => {
  test('counts calls with their repairs, acts, tokens, and what the standard policy asks about', () => {
    const events = [
      replied,
      replied,
      event('act_started', {}),
      gate([]),
      gate(['delete']),
      judged('yes'),
      ended('completed'),
    ]
    expect(scoreOf({ id: 'a', app: 'gedit' }, events, [yes, no], 9.6)).toEqual({
      task: 'a',
      app: 'gedit',
      passed: false,
      checks: '1/2',
      calls: 4,
      acts: 1,
      input_tokens: 200,
      cached_tokens: 80,
      output_tokens: 20,
      cost: null,
      seconds: 10,
      verdict: 'yes',
      truthful: false,
      questions: 1,
      failed: [{ description: 'two', answer: '{"found":3}' }],
    })
  })

  test.each([
    ['yes', 'completed', [yes], true],
    ['yes', 'completed', [yes, no], false],
    ['no', 'completed', [no], true],
    ['unsure', 'completed', [yes], null],
    ['yes', 'failed', [yes], false],
    ['yes', 'failed', [no], true],
  ])(
    'a verdict “%s” of a run that %s is true or not by the checks',
    (complete, status, checked, truthful) => {
      const events = [judged(complete), ended(status)]
      expect(scoreOf({ id: 'a', app: 'gedit' }, events, checked, 1).truthful).toBe(truthful)
    },
  )

  test('without a check is never passed', () => {
    expect(scoreOf({ id: 'a', app: 'gedit' }, [ended('completed')], [], 1).passed).toBe(false)
  })

  test('stands in the row of its application and in that of all', () => {
    const score = scoreOf({ id: 'a', app: 'gedit' }, [replied, judged('yes'), ended('completed')], [yes], 1)
    expect(table([score, { ...score, app: 'gimp', passed: false, truthful: false, calls: 5 }])).toContain(
      '| gedit | 1 | 1 | 2.0 | 0.0 | 0 | 1 | 0 |\n| gimp | 1 | 0 | 5.0 | 0.0 | 0 | 0 | 0 |\n| all | 2 | 1 | 3.5 |',
    )
  })
})
