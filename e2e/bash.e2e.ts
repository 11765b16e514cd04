// The strategy `single` on the command line: a model over HTTP that runs commands, judged by the files that they leave, the
// processes that live, and what the model was told.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../src-preload/contract/events.ts'
import { absentInteractor, type Interactor } from '../src-main/core/interactor.ts'
import { createEngine } from '../src-main/engine.ts'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { EXIT } from '../src-main/terminal/exit-code.ts'
import { deskhand, place, start, story, type Place } from './support/deskhand.ts'

type Act = [name: string, parameters: Record<string, unknown>]

const reply = (act: Act | null, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    observation: 'o', thought: 't', plan: [], status: act ? 'CONTINUE' : 'FINISH', result: act ? null : 'done',
    action: act ? [{ function: act[0], arguments: act[1], status: 'CONTINUE' }] : [],
    ...more,
  }) // prettier-ignore

/** A model that does one act after the other, then finishes, or fails when a person has refused one. */
async function modelThat(where: Place, acts: Act[], more = '') {
  const prompts: string[] = []
  const server = await OpenAIServer.start({
    reply: ({ user }) => {
      prompts.push(user)
      if (user.includes('refused by the person'))
        return reply(null, { status: 'FAIL', comment: 'They said no.' })
      return reply(acts[prompts.length - 1] ?? null)
    },
  })
  await where.config(`models:
  linux:
    provider: custom
    model_name: scripted
    base_url: ${server.baseUrl}
    visual_mode: false
    max_retry: 0
display:
  kind: virtual
${more}`)
  return { server, prompts, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** Runs with a person who answers like this, or with nobody. */
async function runWith(where: Place, allow: boolean | null) {
  const events: SessionEvent[] = []
  const asked: string[] = []
  const interactor: Interactor = {
    ...absentInteractor,
    ...(allow === null
      ? {}
      : {
          sensitiveStepAsker: (step) => {
            asked.push(`${step.categories.join()}: ${step.action}`)
            return Promise.resolve({ answer: { allow, scope: 'once', why: null }, by: 'person' })
          },
        }),
  }
  const env = { PATH: process.env['PATH'], HOME: where.home }
  await using engine = await createEngine({ home: where.data, env, printLog: () => {} })
  const onEvent = (event: SessionEvent) => void events.push(event)
  const end = await engine.run({ request: 'sort the words', strategy: 'single', interactor, onEvent })
  return { end, events, asked }
}

const fileOf = (path: string) => readFile(path, 'utf8').catch(() => null)

const SORTS = (file: string): Act => [
  'execute_command',
  { command: `printf 'pear\\nfig\\napple\\n' | sort > ${file}` },
]

describe('a command that pipes and writes', () => {
  test('asks the person, and is carried out with their yes', async () => {
    await using where = await place()
    const file = join(where.home, 'sorted.txt')
    await using _model = await modelThat(where, [SORTS(file)])
    const { end, events, asked } = await runWith(where, true)
    expect(end, story(events)).toMatchObject({ status: 'completed', result: 'done' })
    expect(asked).toEqual([expect.stringMatching(/run_command.*: Run the command “printf/)])
    expect(await fileOf(file)).toBe('apple\nfig\npear\n')
  })

  test('is not carried out with their no, which the model is told', async () => {
    await using where = await place()
    const file = join(where.home, 'sorted.txt')
    await using _model = await modelThat(where, [SORTS(file)])
    const { end, events, asked } = await runWith(where, false)
    expect(end.status, story(events)).toBe('failed')
    expect([asked.length, end.error, await fileOf(file)]).toEqual([1, 'They said no.', null])
  })

  test('ends the run where nobody is there', async () => {
    await using where = await place()
    const file = join(where.home, 'sorted.txt')
    await using _model = await modelThat(where, [SORTS(file)])
    const { code } = await deskhand(where, ['run', 'sort the words', '--strategy', 'single', '--json'])
    expect([code, await fileOf(file)]).toEqual([4, null])
  })

  test.each([
    ['allow', 'apple\nfig\npear\n'],
    ['refuse', null],
  ])('is decided by the policy without a question: %s', async (decision, text) => {
    await using where = await place()
    const file = join(where.home, 'sorted.txt')
    const policy = `safety:\n  categories:\n    run_command: ${decision}\n    overwrite: ${decision}\n`
    await using _model = await modelThat(where, [SORTS(file)], policy)
    const { events, asked } = await runWith(where, true)
    expect(asked, story(events)).toEqual([])
    expect(await fileOf(file)).toBe(text)
  })
})

test('a deletion is no command like another: what is allowed of commands does not cover it', async () => {
  await using where = await place()
  const file = join(where.home, 'kept.txt')
  await writeFile(file, 'kept')
  const policy = 'safety:\n  categories:\n    run_command: allow\n'
  await using _model = await modelThat(where, [['execute_command', { command: `rm ${file}` }]], policy)
  const { asked, events } = await runWith(where, false)
  expect(asked, story(events)).toEqual([expect.stringMatching(/delete.*: Run the command “rm /)])
  expect(await fileOf(file)).toBe('kept')
})

test('an output longer than a prompt is kept with the run, and the model reads it on', async () => {
  await using where = await place()
  const acts: Act[] = [
    ['execute_command', { command: 'seq 1 100000' }],
    ['read_output', { output: 'command_1', from_line: 70_000, lines: 40 }],
  ]
  await using model = await modelThat(where, acts)
  const { end, events, asked } = await runWith(where, false)
  expect(end.status, story(events)).toBe('completed')
  // Reading asks nobody.
  expect(asked).toEqual([])
  expect(model.prompts[1]).toContain('100000 lines, 588895 bytes')
  expect(model.prompts[1]).not.toContain('70020')
  expect(model.prompts[2]).toMatch(/70000\\n70001\\n[^"]*70039\\n/)
  const kept = await readFile(join(end.log_path, 'outputs/command_1.stdout.txt'), 'utf8')
  expect(kept.split('\n')).toHaveLength(100_001)
  expect(kept.endsWith('\n100000\n')).toBe(true)
})

test('a run that was killed goes on, and reads on what a command had said before', async () => {
  await using where = await place()
  const acts: Act[] = [
    ['execute_command', { command: 'seq 1 100000' }],
    ['wait', { seconds: 100 }],
    ['read_output', { output: 'command_1', from_line: 70_000, lines: 40 }],
  ]
  await using model = await modelThat(where, acts)
  const first = start(where, ['run', 'count', '--strategy', 'single', '--resumable', '--json'])
  const { run } = await first.event('run_started')
  await first.event('act_started', ({ tool_name }) => tool_name === 'wait')
  first.child.kill('SIGKILL')
  await first.ended
  const { code, events } = await deskhand(where, ['continue', run, '--json'])
  expect(code, story(events)).toBe(EXIT.unsure)
  expect(model.prompts[2]).toMatch(/# This goes on with an interrupted run[^]*100000 lines, 588895 bytes/)
  expect(model.prompts[3]).toMatch(/70000\\n70001\\n/)
})

test('a stop in the middle of a command ends all that it has started', async () => {
  await using where = await place()
  const pids = join(where.home, 'pids')
  const command = `sleep 1000 & echo $! >> ${pids}; (sleep 1001 & echo $! >> ${pids}; wait); wait`
  await using _model = await modelThat(where, [['execute_command', { command, timeout: 600 }]])
  const running = start(where, [
    'run',
    'wait',
    '--strategy',
    'single',
    // What a shell puts together may do anything.
    ...['run_command', 'overwrite', 'unknown', 'delete', 'send'].flatMap((category) => [
      '--yes-to',
      category,
    ]),
    '--json',
  ])
  await expect.poll(async () => (await fileOf(pids))?.trim().split('\n').length, { timeout: 60_000 }).toBe(2)
  const started = (await fileOf(pids))?.trim().split('\n').map(Number) ?? []
  for (const pid of started) expect(await isRunning(pid)).toBe(true)
  running.child.kill('SIGINT')
  const { code } = await running.ended
  expect(code).toBe(3)
  for (const pid of started) await expect.poll(() => isRunning(pid)).toBe(false)
})

async function isRunning(pid: number): Promise<boolean> {
  const stat = await fileOf(`/proc/${String(pid)}/stat`)
  return stat !== null && !/\) [ZX] /.test(stat)
}
