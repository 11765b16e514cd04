import { describe, expect, test } from 'vitest'
import { configSchema } from '../../../src-preload/contract/config.ts'
import { modelWords, OFFLINE, presetOf, withOffline, withProvider } from './roles.ts'

const openai = {
  ...OFFLINE,
  provider: 'openai',
  label: 'OpenAI',
  local: false,
  api_key_name: 'OPENAI_API_KEY',
}
const presets = [openai]

describe('the model of a role', () => {
  test('is told by the name of its service and its own', () => {
    const config = configSchema.parse({ models: { app: { provider: 'OpenAI', model_name: 'gpt-4o' } } })
    expect(modelWords(config, 'app', presets, 'Plain commands')).toBe('OpenAI · gpt-4o')
    expect(modelWords(config, 'host', presets, 'Plain commands')).toBeNull()
    expect(modelWords(config, 'default', presets, 'Plain commands')).toBe('Plain commands')
  })

  test('a change of the service keeps the limits and lets go of what belonged to the old one', () => {
    const before = {
      provider: 'custom',
      model_name: 'mine',
      base_url: 'http://a',
      api_key_name: 'A',
      timeout: 9,
    }
    expect(withProvider(before, 'openai', ['gpt-4o'])).toEqual({
      provider: 'openai',
      model_name: 'gpt-4o',
      timeout: 9,
    })
    expect(withProvider(undefined, 'custom', [])).toEqual({ provider: 'custom' })
    expect(withProvider(before, 'offline', [])).toEqual({ provider: 'offline', timeout: 9 })
  })

  test('what is written down for a chosen service is a valid entry', () => {
    const models = { app: withProvider({ timeout: 9 }, 'openai', ['gpt-4o']) }
    expect(configSchema.parse({ models }).models['app']).toMatchObject({ model_name: 'gpt-4o', timeout: 9 })
  })

  test('plain commands are always there, once', () => {
    expect(withOffline(presets).map((preset) => preset.provider)).toEqual(['offline', 'openai'])
    expect(withOffline(withOffline(presets))).toHaveLength(2)
    expect(presetOf(presets, 'Open AI')).toBe(openai)
  })
})
