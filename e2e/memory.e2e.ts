// What was learned from one run shortens the next: seen on a real application with a model behind HTTP that takes the way that its
// prompt remembers, and on what the model was asked and sent.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SessionEvent } from '../src-preload/contract/events.ts'
import { runViewOf } from '../src-preload/contract/run-view.ts'
import { OpenAIServer, type ReceivedRequest } from '../src-main/models/testing/openai-server.ts'
import { parsePrompt } from '../src-main/models/testing/parse-prompt.ts'
import { plainModel } from '../src-main/models/testing/plain-model.ts'
import { deskhand, place, story } from './support/deskhand.ts'

const FIRST = 'open galculator, click 7, click "*", click 6, click "=", read display'
const LIKE = 'open galculator, click 7, click "*", click 6, click "=", then read display'

/** Lines of the way that worked, as the prompt remembers it: `3. click_input on button "7"`. */
function rememberedWay(user: string): { name: string; role: string; target: string }[] {
  const block = /<memory_data>\n([^]*?)\n<\/memory_data>/.exec(user)?.[1] ?? ''
  const text = block.split('\n').find((line) => line.startsWith('  "'))
  const way = text === undefined ? '' : (JSON.parse(text.trim()) as string)
  return [...way.matchAll(/^\d+\. (\w+) on ([a-z ]+?)(?: “(.*?)”)?(?: with .*)?$/gm)].map(
    ([, name = '', role = '', target = '']) => ({ name, role, target }),
  )
}

/** One reply with the whole way, once all of its targets are there; else the next small step. */
function rememberingModel(request: ReceivedRequest): string {
  const seen = parsePrompt(request.system, request.user)
  const way = rememberedWay(request.user).filter(({ name }) => name === 'click_input' || name === 'texts')
  const targets = way.map(({ role, target }) =>
    seen.controls.find((control) => control.role === role && (control.name === target || target === '')),
  )
  if (seen.role === 'evaluation' || way.length === 0 || !targets.every((target) => target !== undefined)) {
    return plainModel(request)
  }
  const action = way.map(({ name }, index) => ({
    function: name,
    arguments: { id: targets[index]?.id, name: targets[index]?.name },
    status: index === way.length - 1 ? 'FINISH' : 'CONTINUE',
  }))
  return JSON.stringify({ observation: '', thought: 'as remembered', plan: [], status: 'FINISH', action })
}

const tokensOf = (events: SessionEvent[]) => {
  const { tokens, model_calls } = runViewOf(events)
  return { calls: model_calls, tokens: (tokens.input ?? NaN) + (tokens.output ?? NaN) }
}

test('a like request takes fewer calls and tokens once the first one is remembered, and the report says so', async () => {
  await using server = await OpenAIServer.start({ reply: rememberingModel })
  await using where = await place()
  const configured = (memory: boolean) =>
    where.config(`models:
  default: {provider: custom, model_name: plain, base_url: "${server.baseUrl}", visual_mode: false, max_retry: 0}
system: {save_experience: always}
memory: {enabled: ${memory}}
`)
  const carryOut = async (request: string) => {
    const line = ['run', request, '--display', 'virtual', '--strategy', 'single', '--json']
    const done = await deskhand(where, line)
    expect(done.code, `${done.stderr}\n${story(done.events)}`).toBe(0)
    expect(done.last?.result, story(done.events)).toBe('42')
    return done.events
  }
  await configured(true)
  const first = await carryOut(FIRST)
  const second = await carryOut(LIKE)
  await configured(false)
  const without = await carryOut(LIKE)

  expect(first.filter(({ type }) => type === 'remembered')).toEqual([])
  expect(second.find((event) => event.type === 'remembered')).toMatchObject({
    memories: [{ kind: 'experience', title: FIRST, helped: 0, failed: 0 }],
  })
  expect(tokensOf(second).calls, story(second)).toBeLessThan(tokensOf(first).calls)
  expect(tokensOf(second).tokens).toBeLessThan(tokensOf(first).tokens)
  // It is the memory that does it: without it the like request is as long as the first.
  expect(tokensOf(without).calls).toBe(tokensOf(first).calls)

  const name = second[0]?.run ?? ''
  await deskhand(where, ['report', name])
  const report = await readFile(join(where.data, 'logs', name, 'report.html'), 'utf8')
  expect(report).toContain(`Used an experience: “${FIRST.replaceAll('"', '&quot;')}”`)
  expect(report).toMatch(new RegExp(`Model calls</dt><dd[^>]*>${tokensOf(second).calls}</dd>`))
  const listed = await deskhand(where, ['memory', 'list', '--json'])
  expect(listed.events).toContainEqual(
    expect.objectContaining({ title: FIRST, used: 1, helped: 1, failed: 0 }),
  )
})
