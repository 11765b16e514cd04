import { isAbsolute } from 'node:path'
import { expect, it } from 'vitest'
import { configSchema } from '../../../src-preload/contract/config.ts'
import { describeTools } from './described.ts'

it('the table of the tools has the seed’s fifteen, each with its provider, model and prompt', () => {
  const config = configSchema.parse({
    models: {
      default: { provider: 'openai', model_name: 'big' },
      evaluator: { provider: 'ollama', model_name: 'small' },
    },
    prompt_path: { evaluator: 'mine.md' },
    web_search: { provider: 'searxng' },
  })
  const tools = new Map(describeTools(config, '/data').map((tool) => [tool.tool_name, tool]))
  expect([...tools.keys()]).toHaveLength(15)
  expect(tools.get('evaluator')).toEqual({
    tool_name: 'evaluator',
    provider: 'ollama',
    model_name: 'small',
    from: 'evaluator',
    prompt_path: '/data/mine.md',
    own_prompt: true,
    without: null,
  })
  expect(tools.get('memory_retrival')).toMatchObject({
    from: 'default',
    model_name: 'big',
    own_prompt: false,
  })
  expect(isAbsolute(tools.get('memory_retrival')?.prompt_path ?? '')).toBe(true)
  expect(tools.get('embedding')).toMatchObject({ provider: 'offline', from: null, prompt_path: null })
  expect(tools.get('websearch')).toMatchObject({ provider: 'searxng', from: 'web_search', without: null })
})

it('a tool that nothing is set up for says what that means', () => {
  const tools = describeTools(configSchema.parse({}), '/data')
  expect(tools.every(({ from, without }) => from === null && (without?.length ?? 0) > 10)).toBe(true)
})
