// A model behind a real HTTP service on loopback: it finds its control numbers in the prompt that it is sent.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { plainModel } from '../src-main/models/testing/plain-model.ts'
import { place, runIn, startRun, story, type Place } from './support/deskhand.ts'

const TEXT = 'naïve café 你好 😀 !@#'
const REQUEST = `open Mousepad, type "${TEXT}", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display`

const useModel = (where: Place, server: OpenAIServer, more = '') =>
  where.config(`models:
  default:
    provider: custom
    model_name: plain
    base_url: ${server.baseUrl}
    timeout: 2
    max_retry: 0
${more}`)

describe.each(['host-app', 'single'])('with the strategy %s', (strategy) => {
  test('a model that is asked over HTTP does what the offline commands do', async () => {
    await using server = await OpenAIServer.start({ reply: plainModel })
    await using where = await place()
    await useModel(where, server)
    const { code, last, events, stderr } = await runIn(where, REQUEST, ['--strategy', strategy])
    expect(code, `${stderr}\n${story(events)}`).toBe(0)
    expect(last?.result).toBe('42')
    expect((await readFile(join(where.home, 'a.txt'), 'utf8')).trimEnd()).toBe(TEXT)
    // A visual model is given pictures, the numbers are those of the prompt, and the fixed part never changes.
    expect(server.requests.some((request) => request.pictures.length > 0)).toBe(true)
    const systems = Map.groupBy(server.requests, (request) => request.system)
    expect(systems.size).toBeLessThanOrEqual(3)
    // The price of this model is unknown: the cost is not 0.
    expect(last?.cost).toBeNull()
  })
})

test('a stop ends a run whose model hangs', async () => {
  const asked = Promise.withResolvers<void>()
  await using server = await OpenAIServer.start({
    reply: () => {
      asked.resolve()
      return { hang: true }
    },
  })
  await using where = await place()
  await useModel(where, server)
  const running = startRun(where, 'open galculator')
  await asked.promise
  running.child.kill('SIGINT')
  const { code, last } = await running.ended
  expect(code).toBe(3)
  expect(last?.status).toBe('stopped')
  expect(server.requests.every((request) => request.abandoned)).toBe(true)
})
