// Handles one setting: its value, whether the file has it, and how it is saved. What is shown comes back from the program.
import { useEffect, useState } from 'react'
import { bridge, faultWords } from '../state/bridge.ts'
import { useConfig } from '../state/store.ts'
import { faultAt } from './faults.ts'
import { valueAt, type Path } from './fields.ts'
import { useDraftAt, withValueAt } from './setting-draft.ts'

export interface Setting {
  key: string
  value: unknown
  /** Its value without the file. */
  fallback: unknown
  /** Whether the file sets it. */
  own: boolean
  state: 'still' | 'saving' | 'saved'
  error: string | null
  /** Saves a value; false when it was refused, and `error` says why. */
  save: (value: unknown) => Promise<boolean>
  reset: () => Promise<boolean>
  /** Forgets the refused value. */
  forget: () => void
}

/** How long “Saved” is shown, in milliseconds. */
const SAVED_MS = 2_500

/** Handles the setting at `path`. `fallback` is for keys within entries, which have no default in the whole configuration. */
export function useSetting(path: Path, fallback?: unknown): Setting {
  const config = useConfig()
  const key = path.join('.')
  const known = (values: unknown): unknown => {
    const value = valueAt(values, path)
    return value === undefined ? fallback : value
  }
  const [state, setState] = useState<Setting['state']>('still')
  const [refused, setRefused] = useState<string | null>(null)
  const drafted = useDraftAt(path)
  const own = drafted ? valueAt(drafted.draft.value, drafted.within) : valueAt(config?.own, path)
  const fault = faultAt(config?.faults ?? [], key)

  useEffect(() => {
    if (state !== 'saved') return undefined
    const timer = setTimeout(() => setState('still'), SAVED_MS)
    return () => clearTimeout(timer)
  }, [state])

  const change = async (call: () => Promise<unknown>): Promise<boolean> => {
    setState('saving')
    try {
      await call()
      setRefused(null)
      setState('saved')
      return true
    } catch (error) {
      setRefused(faultWords(error))
      setState('still')
      return false
    }
  }

  /** A draft saves nothing, so nothing can be refused. */
  const amend = (value: unknown): Promise<boolean> => {
    drafted?.draft.change(withValueAt(drafted.draft.value, drafted.within, value))
    return Promise.resolve(true)
  }
  return {
    key,
    value: own ?? (own === undefined ? (drafted ? fallback : known(config?.values)) : null),
    fallback: known(config?.defaults),
    own: own !== undefined,
    state,
    error: refused ?? fault,
    save: (value) =>
      drafted ? amend(value) : change(() => bridge.call('set_config', { key: [...path], value })),
    forget: () => setRefused(null),
    reset: () => (drafted ? amend(undefined) : change(() => bridge.call('unset_config', { key: [...path] }))),
  }
}
