import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ModelQuestion } from '../../src-preload/contract/pushes.ts'
import { clientFetch, clientModelConfig, type AskClient } from './client-model.ts'

const replySchema = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })) })
const ask = (answer: AskClient, body: Record<string, unknown>) =>
  clientFetch(answer)('http://client.invalid/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify(body),
  })
const messages = [
  { role: 'system', content: 'You act.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What now?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,cGljdHVyZQ==' } },
    ],
  },
  { role: 'assistant', content: 'Click.' },
]

test('the model of a program is asked what a service would be, with its pictures, and answers as one', async () => {
  const asked: ModelQuestion[] = []
  const response = await ask(
    (question) => {
      asked.push(question)
      return Promise.resolve({ text: 'Type.', model: 'theirs' })
    },
    { messages, max_tokens: 99 },
  )
  expect(asked).toEqual([
    {
      system: 'You act.',
      max_tokens: 99,
      messages: [
        { role: 'user', type: 'text', text: 'What now?' },
        { role: 'user', type: 'image', data: 'cGljdHVyZQ==', mime: 'image/png' },
        { role: 'assistant', type: 'text', text: 'Click.' },
      ],
    },
  ])
  expect(replySchema.parse(await response.json()).choices[0]?.message.content).toBe('Type.')
})

test('where it is asked to stream it answers in one piece', async () => {
  const response = await ask(() => Promise.resolve({ text: 'Type.', model: 'theirs' }), {
    messages,
    stream: true,
  })
  expect(await response.text()).toMatch(/^data: .*"content":"Type\.".*\n\ndata: \[DONE\]/)
})

test('what it can not answer is no answer, and says why', async () => {
  const response = await ask(() => Promise.reject(new Error('The person said no.')), { messages })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('The person said no.')
})

test('its address is that of no machine', () => {
  expect(new URL(clientModelConfig().base_url ?? '').hostname).toMatch(/\.invalid$/)
})
