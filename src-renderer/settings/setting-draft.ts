// A part of the settings that is changed here first, and written down as a whole: nothing half is ever in the file.
import { createContext, useContext, useState } from 'react'
import { valueAt, type Path } from './fields.ts'

type Values = Record<string, unknown>

export interface SettingDraft {
  /** Where it stands in the file. */
  path: Path
  /** The person's present values. */
  value: Values
  change: (value: Values) => void
}

/** The draft from which settings below its path are read, and in which they are changed. */
export const DraftOfSettings = createContext<SettingDraft | null>(null)

/** The draft that contains this path, and the path within it; null where changes are saved at once. */
export function useDraftAt(path: Path): { draft: SettingDraft; within: Path } | null {
  const draft = useContext(DraftOfSettings)
  if (!draft || path.length <= draft.path.length) return null
  return draft.path.every((part, index) => part === path[index])
    ? { draft, within: path.slice(draft.path.length) }
    : null
}

/** A person's changes until they are saved or discarded; `saved` is the file's value. */
export function useDraft(path: Path, saved: unknown) {
  const [changed, setChanged] = useState<Values | null>(null)
  const value = changed ?? (saved as Values | undefined) ?? {}
  return {
    draft: { path, value, change: setChanged } satisfies SettingDraft,
    isChanged: changed !== null,
    giveUp: () => setChanged(null),
  }
}

/** The values with another one at this path; undefined takes it out. */
export function withValueAt(values: Values, [first, ...rest]: Path, value: unknown): Values {
  if (first === undefined) return values
  const { [first]: _before, ...others } = values
  if (rest.length === 0) return value === undefined ? others : { ...values, [first]: value }
  return {
    ...values,
    [first]: withValueAt((valueAt(values, [first]) as Values | undefined) ?? {}, rest, value),
  }
}
