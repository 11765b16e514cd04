// The strategy `single` on the command line: a model over HTTP that runs commands, judged by the files that they leave, the
// processes that live, and what the model was told.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { EXIT } from '../src-main/terminal/exit-code.ts'
import { deskhand, place, start, story, type Place } from './support/deskhand.ts'

type Act = [name: string, parameters: Record<string, unknown>]

const reply = (act: Act | null) =>
  JSON.stringify({
    observation: 'o', thought: 't', plan: [], status: act ? 'CONTINUE' : 'FINISH', result: act ? null : 'done',
    action: act ? [{ function: act[0], arguments: act[1], status: 'CONTINUE' }] : [],
  }) // prettier-ignore

/** A model that does one act after the other, then finishes. */
async function modelThat(where: Place, acts: Act[]) {
  const prompts: string[] = []
  const server = await OpenAIServer.start({
    reply: ({ user }) => {
      prompts.push(user)
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
`)
  return { server, prompts, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const fileOf = (path: string) => readFile(path, 'utf8').catch(() => null)

test('a command that pipes and writes ends the run where nobody is there to be asked', async () => {
  await using where = await place()
  const file = join(where.home, 'sorted.txt')
  await using _model = await modelThat(where, [
    ['execute_command', { command: `printf 'pear\\nfig\\napple\\n' | sort > ${file}` }],
  ])
  const { code } = await deskhand(where, ['run', 'sort the words', '--strategy', 'single', '--json'])
  expect([code, await fileOf(file)]).toEqual([4, null])
})

test('an output longer than a prompt is kept with the run; a run that was killed goes on, and reads on in it', async () => {
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
  expect(model.prompts[1]).toContain('100000 lines, 588895 bytes')
  expect(model.prompts[1]).not.toContain('70020')
  const kept = await readFile(join(where.data, 'logs', run, 'outputs/command_1.stdout.txt'), 'utf8')
  expect(kept.split('\n')).toHaveLength(100_001)
  expect(kept.endsWith('\n100000\n')).toBe(true)
  const { code, events } = await deskhand(where, ['continue', run, '--json'])
  expect(code, story(events)).toBe(EXIT.unsure)
  // Reading asks nobody.
  const asked = [...first.events, ...events].filter(
    (event) => event.type === 'gate_decided' && event.decision === 'ask',
  )
  expect(asked).toEqual([])
  expect(model.prompts[2]).toMatch(/# This goes on with an interrupted run[^]*100000 lines, 588895 bytes/)
  expect(model.prompts[3]).toMatch(/70000\\n70001\\n[^"]*70039\\n/)
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
  await expect.poll(async () => (await fileOf(pids))?.trim().split('\n').length).toBe(2)
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
