import { describe, expect, it } from 'vitest'
import { modelConfigSchema } from '../../../src-preload/contract/config.ts'
import { silentLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { createModel } from '../create-model.ts'
import { promptPath, readPrompt } from '../render/prompts.ts'
import { noOfflineModel } from '../testing/create-test-model.ts'
import { OpenAIServer, type ReceivedRequest } from '../testing/openai-server.ts'
import { parseToolName, testTool, TOOL_NAMES } from './test-tools.ts'

const modelAt = (base_url: string, roles: string[]) => {
  const config = { provider: 'custom', model_name: 'm', base_url, max_retry: 0 }
  return createModel({
    models: Object.fromEntries(roles.map((role) => [role, modelConfigSchema.parse(config)])),
    prices: {},
    secrets: { get: () => Promise.resolve(null) },
    offline: noOfflineModel,
    logger: silentLogger,
  })
}

const search = {
  provider: 'exa',
  search: () => Promise.resolve([{ title: 'A page', url: 'https://a.org', text: '', published: null }]),
}

describe('the test of the tools', () => {
  it('knows the fifteen names of the seed', () => {
    expect(TOOL_NAMES).toHaveLength(15)
  })

  it('calls every tool that is set up, each with its own prompt, and says what came back', async () => {
    await using server = await OpenAIServer.start({
      reply: ({ system }: ReceivedRequest) => `Seen: ${system.slice(0, 60)}`,
    })
    const model = modelAt(server.baseUrl, ['default', 'embedding'])
    for (const name of TOOL_NAMES) {
      const told = await testTool(name, { model, search }, new RunControl())
      expect(told).toMatchObject({ tool_name: name, state: 'works' })
      if (name === 'websearch') expect(told).toMatchObject({ model: 'exa', said: 'A page', usage: null })
      else if (name === 'embedding') expect(told.said).toBe('a vector of 2 numbers')
      else expect(told.said).toBe(`Seen: ${(await readPrompt(promptPath(name))).slice(0, 60)}`.trimEnd())
    }
  })

  it('says of a tool that is not set up what that means, and calls nothing', async () => {
    const tools = { model: noOfflineModel, search: null }
    for (const name of TOOL_NAMES) {
      const told = await testTool(name, tools, new RunControl())
      expect(told).toMatchObject({ model: 'none', state: 'not set up', usage: null, ms: 0 })
      expect(told.said.length).toBeGreaterThan(10)
    }
  })

  it('takes no empty reply and no text of a failure for one that works', async () => {
    for (const text of ['', '  ', 'Error: the quota is used up']) {
      await using server = await OpenAIServer.start({ reply: () => text })
      const tools = { model: modelAt(server.baseUrl, ['default']), search }
      expect(await testTool('traj_reflector', tools, new RunControl()), text).toMatchObject({
        state: 'failed',
      })
    }
  })

  it('takes an answer that can’t be used for a failure, and says what is wrong with it', async () => {
    await using server = await OpenAIServer.start({
      reply: ({ user }) => (user.startsWith('Which?') ? 'two' : 'Sure!'),
    })
    const check = (reply: string) => {
      if (reply !== 'one') throw new Error('It is one.')
    }
    const tools = {
      model: modelAt(server.baseUrl, ['default']),
      search,
      checks: { text_span: { input: 'Which?', check } },
    }
    expect(await testTool('text_span', tools, new RunControl())).toMatchObject({
      state: 'failed',
      said: 'It answers, but not so that it can be used. It is one. It said: two',
      usage: { input_tokens: expect.any(Number) },
    })
    expect(await testTool('traj_reflector', tools, new RunControl())).toMatchObject({ state: 'works' })
  })

  it('says why a tool fails, and is stopped like everything else', async () => {
    await using server = await OpenAIServer.start({ reply: () => ({ status: 401, message: 'no' }) })
    const tools = { model: modelAt(server.baseUrl, ['default']), search }
    expect(await testTool('evaluator', tools, new RunControl())).toMatchObject({
      state: 'failed',
      said: expect.stringContaining('refused the key'),
    })
    const run = new RunControl()
    run.stop()
    await expect(testTool('evaluator', tools, run)).rejects.toThrow('Stopped')
  })

  it('names the tool that was meant', () => {
    expect(parseToolName('memory_retrival')).toBe('memory_retrival')
    expect(() => parseToolName('memory_retrieval')).toThrow('Did you mean memory_retrival?')
    expect(() => parseToolName('x')).toThrow('The tools are: websearch')
  })
})
