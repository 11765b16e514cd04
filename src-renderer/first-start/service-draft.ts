// Holds the model service while it is typed in, as a draft: nothing of it is saved before it is complete.
import { addressSchema } from '../../src-preload/contract/config.ts'
import type { ModelPreset } from '../../src-preload/contract/calls/settings.ts'

export interface ServiceDraft {
  /** Null: none is chosen yet. */
  provider: string | null
  model_name: string
  base_url: string
  /** The key as it was pasted; it is stored among the keys, never in config.yaml. */
  key: string
}

export type DraftField = 'provider' | 'base_url' | 'model_name'

export interface DraftFault {
  field: DraftField
  kind: 'no_service' | 'no_address' | 'no_scheme' | 'no_model'
}

/** Lists what is still missing or wrong, in the order of the form. */
export function faultsOf(draft: ServiceDraft, preset: ModelPreset | null): DraftFault[] {
  if (draft.provider === null) return [{ field: 'provider', kind: 'no_service' }]
  const address = draft.base_url.trim()
  const faults: DraftFault[] = []
  if (address === '' && !preset?.base_url) faults.push({ field: 'base_url', kind: 'no_address' })
  if (address !== '' && !addressSchema.safeParse(address).success)
    faults.push({ field: 'base_url', kind: 'no_scheme' })
  if (draft.model_name.trim() === '') faults.push({ field: 'model_name', kind: 'no_model' })
  return faults
}

/** A name of a key has at most 100 characters. */
const MAX_HOST = 80

/** Returns the usual name of the service's key; for an unknown service, one made of its address. Null without an address. */
export function keyNameOf({ base_url }: ServiceDraft, preset: ModelPreset | null): string | null {
  if (preset?.api_key_name) return preset.api_key_name
  const address = addressSchema.safeParse(base_url.trim())
  if (!address.success) return null
  const host = new URL(address.data).host.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  return `CUSTOM_${host.replace(/^_|_$/g, '').slice(0, MAX_HOST)}_API_KEY`
}

/** Returns the draft as an entry of `models`. `hasKey`: whether a key of its name exists, or will exist. */
export function entryOf(draft: ServiceDraft, preset: ModelPreset | null, hasKey: boolean) {
  const address = draft.base_url.trim()
  const keyName = keyNameOf(draft, preset)
  return {
    provider: draft.provider ?? 'offline',
    model_name: draft.model_name.trim(),
    ...(address === '' ? {} : { base_url: address }),
    ...(hasKey && keyName !== null && keyName !== preset?.api_key_name ? { api_key_name: keyName } : {}),
  }
}
