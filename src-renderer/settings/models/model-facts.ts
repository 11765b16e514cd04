// Collects what is known of services, keys and models on this machine, for the editors of models.
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import { useAnswer, type Answer } from '../../state/use-answer.ts'
import { presetOf, withOffline } from './roles.ts'

/** The facts about services, keys and models on this machine that the editors of all roles share. */
export interface ModelFacts {
  presets: CallOutput<'list_presets'>['presets']
  keys: Answer<CallOutput<'read_keys'>>
  local: Answer<CallOutput<'find_local_models'>>
}

export function useModelFacts(): {
  facts: ModelFacts
  roles: readonly string[]
  answer: Answer<CallOutput<'list_presets'>>
} {
  const presets = useAnswer('list_presets', {})
  const keys = useAnswer('read_keys', {})
  const local = useAnswer('find_local_models', {})
  const facts = { presets: withOffline(presets.value?.presets ?? []), keys, local }
  return { facts, roles: presets.value?.roles ?? [], answer: presets }
}

/** Lists the known models of a service: those found on this machine first. */
export function knownModels(facts: ModelFacts, provider: string): string[] {
  const preset = presetOf(facts.presets, provider)
  const found = facts.local.value?.found.find((one) => one.provider === preset?.provider)
  return [...new Set([...(found?.models ?? []), ...(preset?.models ?? [])])]
}
