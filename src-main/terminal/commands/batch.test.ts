import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoppedError, UserError } from '../../core/errors.ts'
import type { BatchReport, TerminalEngine } from '../engine-port.ts'
import { fakeWorld } from '../testing/fake-shell.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'batch-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

type State = NonNullable<BatchReport['tasks'][number]['record']>['state']
const reportOf = (states: (State | null)[], stopped = false): BatchReport => ({
  root: '/work',
  stopped,
  tasks: states.map((state, index) => ({
    task: `t${index}`,
    record: state && {
      state, run: null, complete: null, result: null, error: null, steps: 0, cost: 0, started_at: 0, finished_at: 1,
    },
  })),
}) // prettier-ignore

type Asked = Partial<Parameters<TerminalEngine['batch']>[0]>

async function batch(answer: BatchReport | Error, ...args: string[]) {
  const asked: Asked[] = []
  const give = (wanted: Asked) => {
    asked.push(wanted)
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const world = fakeWorld({ home, engine: { batch: give, queuedBatch: give } })
  const code = await world.deskhand('batch', '/work', ...args)
  return { ...world, code, asked }
}

describe('deskhand batch', () => {
  it.each<[number, string, BatchReport | Error]>([
    [0, 'all are done', reportOf(['done', 'done'])],
    [1, 'one has failed', reportOf(['done', 'failed'])],
    [1, 'one waits for a person', reportOf(['done', 'interrupted'])],
    [1, 'one was never begun', reportOf(['done', null])],
    [1, 'the record of one was left behind', reportOf(['done', 'running'])],
    [3, 'it was stopped', reportOf(['done', null], true)],
    [3, 'it was stopped before it began', new StoppedError('stopped', 'Stopped by the user.')],
    [1, 'it can’t begin', new UserError('Another Deskhand works on it.')],
  ])('ends with %i where %s, and says so', async (code, _what, answer) => {
    const ended = await batch(answer)
    expect(ended.code).toBe(code)
    if (answer instanceof UserError) expect(ended.stderr.text).toContain(answer.message)
    else if (!(answer instanceof Error)) expect(ended.stdout.text).toMatch(/2 tasks: /)
  })

  it('hands on what it was told, and asks nobody', async () => {
    const { asked } = await batch(reportOf([]), '--parallel', '3', '--retry', 'failed', '--task', 'mine', '--max-step', '9')
    expect(asked).toMatchObject([{ folder: '/work', parallel: 3, retry: 'failed', task: 'mine', maxStep: 9 }])
    expect(await asked[0]?.interactor?.firstRequest(null as never)).toMatchObject({ by: 'nobody' })
  }) // prettier-ignore

  it.each([
    [['--parallel', '2'], '--parallel'],
    [['--display', 'virtual'], '--display'],
    [['--model', 'offline'], '--model'],
    [['--yes-to', 'delete'], '--yes-to'],
  ])('with --queue refuses %j: that is for the workers to say', async (more, word) => {
    const { code, stderr, asked } = await batch(reportOf([]), '--queue', 'redis://127.0.0.1:1', ...more)
    expect([code, asked]).toEqual([1, []])
    expect(stderr.text).toContain(word)
  })

  it.each([['--pool'], ['--shared']])(
    'refuses %s without --queue, instead of not reading it',
    async (option) => {
      const { code, stderr, asked } = await batch(reportOf([]), option, 'x')
      expect([code, asked]).toEqual([1, []])
      expect(stderr.text).toMatch(new RegExp(`^${option} .*--queue`))
    },
  )
})
