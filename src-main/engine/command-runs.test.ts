// Runs of the strategy `single` on a scripted desktop, by a model over HTTP that gives commands: judged by the files that they leave.
// The commands are real ones.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { absentInteractor, type Interactor } from '../core/interactor.ts'
import { OpenAIServer } from '../models/testing/openai-server.ts'
import { scriptedHome } from './testing/scripted-home.ts'

type Act = [name: string, parameters: Record<string, unknown>]

const reply = (act: Act | null, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    observation: 'o', thought: 't', plan: [], status: act ? 'CONTINUE' : 'FINISH', result: act ? null : 'done',
    action: act ? [{ function: act[0], arguments: act[1], status: 'CONTINUE' }] : [],
    ...more,
  }) // prettier-ignore

/** A run of these acts, with a person who answers like this. The model fails when they have refused one. */
async function runOf(actsOn: (folder: string) => Act[], allow: boolean, policy = '') {
  let acts: Act[] = []
  await using server = await OpenAIServer.start({
    reply: ({ user, index }) => {
      if (user.includes('refused by the person'))
        return reply(null, { status: 'FAIL', comment: 'They said no.' })
      return reply(acts[index] ?? null)
    },
  })
  const model = `{provider: custom, model_name: scripted, base_url: "${server.baseUrl}", visual_mode: false, max_retry: 0}`
  await using home = await scriptedHome(`models:\n  linux: ${model}\n${policy}`)
  const folder = join(home.file, '..')
  acts = actsOn(folder)
  const asked: string[] = []
  const interactor: Interactor = {
    ...absentInteractor,
    sensitiveStepAsker: (step) => {
      asked.push(`${step.categories.join()}: ${step.action}`)
      return Promise.resolve({ answer: { allow, scope: 'once', why: null }, by: 'person' })
    },
  }
  const end = await home.run({ request: 'sort the words', strategy: 'single', interactor })
  const fileOf = (path: string) => readFile(path, 'utf8').catch(() => null)
  return {
    end,
    asked,
    sorted: await fileOf(join(folder, 'sorted.txt')),
    text: await fileOf(home.file),
  }
}

const sorts = (folder: string): Act[] => [
  ['execute_command', { command: `printf 'pear\\nfig\\napple\\n' | sort > ${folder}/sorted.txt` }],
]
const SORTED = 'apple\nfig\npear\n'

describe('a command that pipes and writes', () => {
  test('asks the person, and is carried out with their yes', async () => {
    const { end, asked, sorted } = await runOf(sorts, true)
    expect(end, end.error ?? '').toMatchObject({ status: 'completed', result: 'done' })
    expect(asked).toEqual([expect.stringMatching(/run_command.*: Run the command “printf/)])
    expect(sorted).toBe(SORTED)
  })

  test('is not carried out with their no, which the model is told', async () => {
    const { end, asked, sorted } = await runOf(sorts, false)
    expect(end.status).toBe('failed')
    expect([asked.length, end.error, sorted]).toEqual([1, 'They said no.', null])
  })

  test.each([
    ['allow', SORTED],
    ['refuse', null],
  ])('is decided by the policy without a question: %s', async (decision, text) => {
    const policy = `safety:\n  categories:\n    run_command: ${decision}\n    overwrite: ${decision}\n`
    const { asked, sorted } = await runOf(sorts, true, policy)
    expect(asked).toEqual([])
    expect(sorted).toBe(text)
  })
})

test('a deletion is no command like another: what is allowed of commands does not cover it', async () => {
  const deletes = (folder: string): Act[] => [['execute_command', { command: `rm ${folder}/word.txt` }]]
  const { asked, text } = await runOf(deletes, false, 'safety:\n  categories:\n    run_command: allow\n')
  expect(asked).toEqual([expect.stringMatching(/delete.*: Run the command “rm /)])
  expect(text).toBe('alpha\n')
})
