// Creates a Model against a service on loopback, for tests.
import { modelConfigSchema, type ModelConfig } from '../../../src-preload/contract/config.ts'
import { ModelError } from '../../core/errors.ts'
import { silentLogger } from '../../core/logger.ts'
import { createModel, type ModelOptions } from '../create-model.ts'
import type { Model } from '../model.ts'

const none = () => Promise.reject(new ModelError('There is no model.'))
export const noOfflineModel: Model = {
  ask: none,
  embed: none,
  nameOf: () => 'offline',
  wantsPictures: () => false,
}

export const testModelConfig = (base_url: string, more: Partial<ModelConfig> = {}): ModelConfig =>
  modelConfigSchema.parse({ provider: 'custom', model_name: 'scripted', base_url, ...more })

/** Uses `base_url` for every role; pauses between tries last one millisecond. */
export const createTestModel = (
  base_url: string,
  config: Partial<ModelConfig> = {},
  more: Partial<ModelOptions> = {},
): Model =>
  createModel({
    models: {
      default: testModelConfig(base_url, config),
      embedding: testModelConfig(base_url, config),
    },
    prices: {},
    secrets: { get: () => Promise.resolve(null) },
    offline: noOfflineModel,
    logger: silentLogger,
    backoffMs: 1,
    ...more,
  })
