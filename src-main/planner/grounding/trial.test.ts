import { describe, expect, it } from 'vitest'
import { modelConfigSchema } from '../../../src-preload/contract/config.ts'
import { silentLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { createModel } from '../../models/create-model.ts'
import { createOfflineModel } from '../../interpreter/offline-model.ts'
import { OpenAIServer } from '../../models/testing/openai-server.ts'
import { testTool } from '../../models/tools/test-tools.ts'
import { tryGrounding } from './trial.ts'

const modelAt = (base_url: string, more = {}) => {
  const config = { provider: 'custom', model_name: 'm', base_url, max_retry: 0, ...more }
  return createModel({
    models: { grounding: modelConfigSchema.parse(config) },
    prices: {},
    secrets: { get: () => Promise.resolve(null) },
    offline: createOfflineModel(),
    logger: silentLogger,
  })
}
/** The tool's test as the engine puts it together, with a model that always says the same. */
async function tested(reply: string, space: 'auto' | 'thousandths' = 'auto', more = {}) {
  await using server = await OpenAIServer.start({ reply: () => reply })
  const model = modelAt(server.baseUrl, { visual_mode: true, ...more })
  const grounding = (run: RunControl) => tryGrounding(model, { pictureSize: 1280, space }, run)
  const told = await testTool('grounding', { model, search: null, grounding }, new RunControl())
  return { ...told, requests: server.requests }
}

describe('the test of the tool grounding', () => {
  it('sends a picture, and says that the model has hit what is meant', async () => {
    const { requests, ...told } = await tested('(968, 216)')
    expect(told).toMatchObject({
      state: 'works',
      model: 'custom/m',
      usage: { input_tokens: expect.any(Number) as number },
    })
    expect(told.said).toBe('Hit: the red circle is at 968,216 of 1280 × 800; it was found at 968,216.')
    expect(requests[0]?.pictures).toHaveLength(1)
    expect(requests[0]?.user).toContain('the red circle')
  })

  it('reads the reply in the space that is set', async () => {
    expect(await tested('(756, 270)', 'thousandths')).toMatchObject({ state: 'works' })
  })

  it.each([
    ['beside it', '(260, 216)', 'Miss by 708 pixels'],
    ['that finds nothing', 'none', 'Miss: “the red circle” was not found'],
    ['without a point', 'It is at the top.', 'Miss: The grounding model gave no point'],
  ])('calls a reply %s a miss', async (_, reply, words) => {
    const { state, said } = await tested(reply)
    expect([state, said]).toEqual(['failed', expect.stringContaining(words)])
  })

  it('says of a model without pictures what to set, and asks it nothing', async () => {
    const { state, said, requests } = await tested('(968, 216)', 'auto', { visual_mode: false })
    expect([state, said, requests.length]).toEqual(['failed', expect.stringContaining('visual_mode'), 0])
  })
})
