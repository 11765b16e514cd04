import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RunControl } from '../../src-main/core/run-control.ts'
import { answerRequest, nextRequest, startRelay } from './relay.ts'

let folder: string
let run: RunControl

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-relay-'))
  run = new RunControl()
})
afterEach(async () => {
  run[Symbol.dispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const ask = (
  baseUrl: string,
  text: string,
  { signal, stream = false }: { signal?: AbortSignal; stream?: boolean } = {},
): Promise<Response> =>
  fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    ...(signal ? { signal } : {}),
    body: JSON.stringify({
      model: 'relay',
      stream,
      messages: [
        { role: 'system', content: 'You are a clerk.' },
        {
          role: 'user',
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,UE5H' } },
          ],
        },
      ],
    }),
  })

describe('A request to the relay', () => {
  test('is shown with its pictures as files, and gets what somebody answers', async () => {
    await using service = await startRelay(folder, run)
    const asked = ask(service.baseUrl, 'What is 2 + 2?')
    const shown = await nextRequest(folder, 10_000, run)
    const picture = /\[picture: (.+)\]/.exec(shown ?? '')?.[1] ?? ''
    expect(shown).toContain('===== request 1 (reply as text)\n--- system\nYou are a clerk.')
    expect(shown).toContain('--- user\nWhat is 2 + 2?')
    expect(await readFile(picture, 'utf8')).toBe('PNG')
    await answerRequest(folder, 1, '4')
    const reply = (await (await asked).json()) as { choices: { message: { content: string } }[] }
    expect(reply.choices[0]?.message.content).toBe('4')
  })

  test('tells a system message that was shown before by its mark alone', async () => {
    await using service = await startRelay(folder, run)
    const first = ask(service.baseUrl, 'one')
    await nextRequest(folder, 10_000, run)
    await answerRequest(folder, 1, 'yes')
    await first
    const second = ask(service.baseUrl, 'two')
    expect(await nextRequest(folder, 10_000, run)).toMatch(/request 2 .*\n--- system: as before \(\w+\)\n/)
    await answerRequest(folder, 2, 'yes')
    await second
  })

  test('that nobody waits for any more is not shown, and can’t be answered', async () => {
    await using service = await startRelay(folder, run)
    const leaving = new AbortController()
    const asked = ask(service.baseUrl, 'Anybody?', leaving).catch(() => null)
    await nextRequest(folder, 10_000, run)
    leaving.abort()
    await asked
    await expect.poll(() => existsSync(join(folder, '0001', 'gone'))).toBe(true)
    expect(await nextRequest(folder, 0, run)).toBeNull()
    await expect(answerRequest(folder, 1, 'too late')).rejects.toThrow('Request 1 is not open.')
  })

  // Node’s `fetch` gives up after five minutes without a byte.
  test.each([
    ['as JSON', false, /^\n+\{.*forty-two.*\}$/s],
    ['as a stream', true, /^\n+data: .*forty-two.*\[DONE\]/s],
  ])('%s hears of the relay while somebody thinks', async (_, stream, wanted) => {
    await using service = await startRelay(folder, run, { beatMs: 20 })
    const begun = await ask(service.baseUrl, 'Take your time.', { stream })
    await nextRequest(folder, 10_000, run)
    await answerRequest(folder, 1, 'forty-two')
    expect(await begun.text()).toMatch(wanted)
  })

  test('fails once the limit is over', async () => {
    await using service = await startRelay(folder, run, { limitMs: 50 })
    expect((await ask(service.baseUrl, 'Anybody?')).status).toBe(503)
    await expect(answerRequest(folder, 1, 'too late')).rejects.toThrow('Request 1 is not open.')
  })

  test('is numbered on from those of an earlier relay in the same folder', async () => {
    for (const number of [1, 2]) {
      await using service = await startRelay(folder, run)
      const asked = ask(service.baseUrl, 'Again?')
      expect(await nextRequest(folder, 10_000, run)).toContain(`request ${number} `)
      await answerRequest(folder, number, 'yes')
      await asked
    }
  })
})
