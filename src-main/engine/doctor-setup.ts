// Checks what a person has set up, as a part of the doctor: the configuration, keys and models.
import type { Config } from '../../src-preload/contract/config.ts'
import { configPath } from '../config/config.ts'
import { messageOf, UserError } from '../core/errors.ts'
import type { Model } from '../models/model.ts'
import { resolvePreset } from '../models/presets.ts'
import { loadConfigLeniently, type KeyStore } from './configuration.ts'
import { bad, good, type Finding } from '../core/finding.ts'

export interface SetUp {
  home: string
  config: Config
  keys: KeyStore
  model: Model
}

export async function checkSetUp(setUp: SetUp): Promise<Finding[]> {
  const findings = [await checkConfiguration(setUp.home), await checkKeyStore(setUp.keys)]
  return [...findings, await checkModels(setUp)]
}

/** Reads the file leniently, because a shell with a window also runs with a partly wrong one. */
async function checkConfiguration(home: string): Promise<Finding> {
  try {
    const { faults } = await loadConfigLeniently({ home })
    if (faults.length === 0) return good('configuration', configPath(home))
    const list = faults.map(({ key, message }) => (key === null ? message : `${key}: ${message}`)).join(' ')
    return bad('configuration', list, `Mend it in the settings or in ${configPath(home)}.`)
  } catch (error) {
    return bad('configuration', messageOf(error), 'See the message.')
  }
}

async function checkKeyStore(keys: KeyStore): Promise<Finding> {
  try {
    const { store } = await keys.list([])
    if (store.why === null) return good('keys', 'kept in the key store of this system')
    return store.kind === 'file'
      ? good('keys', store.why)
      : bad('keys', store.why, 'Unlock the key store, or set DESKHAND_KEYS=file.')
  } catch (error) {
    return bad('keys', messageOf(error), 'See the message.')
  }
}

async function checkModels({ config, keys, model }: SetUp): Promise<Finding> {
  for (const [role, chosen] of Object.entries(config.models)) {
    const fault = chosen.provider === 'offline' ? null : await keyFault(role, chosen, keys)
    if (fault) return fault
  }
  const names = new Set((['host', 'app', 'linux', 'evaluation'] as const).map((role) => model.nameOf(role)))
  const offline = Object.keys(config.models).length === 0
  return good(
    'model',
    offline
      ? 'offline: plain commands only, no AI. Set one up in the settings, or with `deskhand config set models.default.provider openai` and `… models.default.model_name gpt-5.5`.'
      : [...names].join(', '),
  )
}

/** Returns null where the model's key exists, or it needs none. */
async function keyFault(
  role: string,
  chosen: Config['models'][string],
  keys: KeyStore,
): Promise<Finding | null> {
  try {
    const { preset, keyName } = resolvePreset(role, chosen)
    if (keyName === null || (await keys.get(keyName)) !== null) return null
    return bad(
      'model',
      `models.${role}: there is no key for ${preset.title}`,
      `Set ${keyName} in the settings, with \`deskhand config key ${keyName}\`, or in the environment.`,
    )
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return bad('model', `models.${role}: ${error.message}`, 'See the message.')
  }
}
