import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configPath } from '../config/config.ts'
import { keysPath } from '../config/key-file.ts'
import { silentLogger } from '../core/logger.ts'
import { createModel } from '../models/create-model.ts'
import { noOfflineModel } from '../models/testing/create-test-model.ts'
import { createSecrets, loadConfigLeniently } from './configuration.ts'
import { checkSetUp } from './doctor-setup.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'doctor-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const examine = async (config: string, env: NodeJS.ProcessEnv = {}) => {
  await writeFile(configPath(home), config)
  const loaded = await loadConfigLeniently({ home })
  const keys = createSecrets({ home, env: { DESKHAND_KEYS: 'file', ...env } })
  const model = createModel({
    models: loaded.config.models,
    prices: {},
    secrets: keys,
    offline: noOfflineModel,
    logger: silentLogger,
  })
  const findings = await checkSetUp({ home, config: loaded.config, keys, model })
  return Object.fromEntries(findings.map(({ name, ...finding }) => [name, finding]))
}

test('nothing set up is well, and says what would make it more', async () => {
  const found = await examine('')
  expect(Object.values(found).map(({ ok }) => ok)).toEqual([true, true, true])
  expect(found['keys']?.detail).toContain('DESKHAND_KEYS=file says so')
  expect(found['model']?.detail).toMatch(/plain commands only/)
})

test('a model without its key is found before the first run, with how to give it', async () => {
  const config = 'models:\n  default: {provider: openai, model_name: gpt-5.5}\n'
  expect((await examine(config))['model']).toEqual({
    ok: false,
    detail: 'models.default: there is no key for OpenAI',
    mend: 'Set OPENAI_API_KEY in the settings, with `deskhand config key OPENAI_API_KEY`, or in the environment.',
  })
  expect((await examine(config, { OPENAI_API_KEY: 'x-y-z-key' }))['model']).toMatchObject({
    ok: true,
    detail: 'openai/gpt-5.5',
  })
  const local = 'models:\n  default: {provider: ollama, model_name: gemma3}\n'
  expect((await examine(local))['model']).toMatchObject({ ok: true, detail: 'ollama/gemma3' })
})

test('a configuration that is partly wrong, and keys that others may read, are found', async () => {
  await writeFile(keysPath(home), 'a: b\n')
  await chmod(keysPath(home), 0o644)
  const found = await examine('system:\n  max_step: 0\n')
  expect(found['configuration']).toMatchObject({
    ok: false,
    detail: 'system.max_step: Use at least 1; it is 0. (line 2)',
  })
  expect(found['keys']).toMatchObject({ ok: false, detail: expect.stringContaining('chmod 600') })
})
