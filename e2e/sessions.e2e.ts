// Each kind of session from one command, on real applications; what came of it is read from the files that they wrote.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { parsePrompt } from '../src-main/models/testing/parse-prompt.ts'
import { plainModel } from '../src-main/models/testing/plain-model.ts'
import { deskhand, place, story, type Place } from './support/deskhand.ts'

const PLAN = {
  task: 'two lines',
  steps: ['press Ctrl+End, type "first"', 'press Enter', 'type "second"', 'press Ctrl+S'],
  object: 'note.txt',
  close: true,
}

async function planIn(where: Place, plan: object, name = 'plan'): Promise<string> {
  await mkdir(join(where.home, 'plans/files'), { recursive: true })
  await writeFile(join(where.home, 'plans/files/note.txt'), 'note\n')
  const path = join(where.home, 'plans', `${name}.json`)
  await writeFile(path, JSON.stringify(plan))
  return path
}
const note = async (where: Place) =>
  (await readFile(join(where.home, 'plans/files/note.txt'), 'utf8')).trimEnd()
const follow = (where: Place, path: string, ...more: string[]) =>
  deskhand(where, ['follow', path, '--display', 'virtual', ...more])

test('a FollowerSession goes by plain commands, whatever max_round says, and closes the application', async () => {
  await using where = await place()
  await where.config('system:\n  max_round: 1\n')
  const { code, events } = await follow(where, await planIn(where, PLAN), '--json')
  expect(code, story(events)).toBe(0)
  expect(await note(where)).toBe('note\nfirst\nsecond')
  expect(events[0]).toMatchObject({ session_type: 'FollowerSession', mode: 'follower' })
  expect(events.filter(({ type }) => type === 'round_started')).toHaveLength(5)
  const closed = events.findLast((event) => event.type === 'act_started')
  expect(closed).toMatchObject({ tool_name: 'close_application_window' })
})

test('a FollowerSession with a model asks it for the steps alone: what the plan says is not asked', async () => {
  await using server = await OpenAIServer.start({ reply: plainModel })
  await using where = await place()
  await where.config(
    `models:\n  default: { provider: custom, model_name: plain, base_url: "${server.baseUrl}", max_retry: 0 }\n`,
  )
  const { code, events } = await follow(where, await planIn(where, PLAN), '--json')
  expect(code, story(events)).toBe(0)
  expect(await note(where)).toBe('note\nfirst\nsecond')
  const prompts = server.requests.map(({ system, user }) => parsePrompt(system, user))
  expect(new Set(prompts.map(({ role }) => role))).toEqual(new Set(['app', 'evaluation']))
})

test('a step that fails ends its plan with exit code 1; the other plans of the folder are followed', async () => {
  await using where = await place()
  await planIn(where, { ...PLAN, steps: ['type "a"', 'click "no such button"', 'press Ctrl+S'] }, 'a')
  const path = await planIn(where, PLAN, 'b')
  const { code, stderr } = await follow(where, join(path, '..'))
  expect(code, stderr).toBe(1)
  // The steps after the one that has failed were not done.
  expect(await note(where)).toBe('note\nfirst\nsecond')
  const runs = (await deskhand(where, ['runs', '--json'])).events as unknown as {
    run: string
    status: string
  }[]
  expect(Object.fromEntries(runs.map(({ run, status }) => [run, status]))).toEqual({
    plans_a: 'failed',
    plans_b: 'completed',
  })
})

test.each([
  [{ task: 'x', steps: [], object: 'note.txt' }, 'it has no steps'],
  [{ task: 'x', steps: ['type "a"'], object: '../plan.json' }, 'leads out of'],
  [{ task: 'x', steps: ['type "a"'], object: 'gone.txt' }, 'there is no file “gone.txt”'],
  [{ task: 'x', step: ['type "a"'] }, 'did you mean “steps”?'],
])('the plan %j is refused before anything is done', async (plan, words) => {
  await using where = await place()
  const { code, stderr } = await follow(where, await planIn(where, plan))
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  expect(stderr).toContain('plan.json')
})
