// Defines a finding: what the doctor says of one thing.

export interface Finding {
  name: string
  ok: boolean
  /** What was seen. */
  detail: string
  /** What to do, null where nothing has to be done. */
  mend: string | null
}

export const good = (name: string, detail: string): Finding => ({ name, ok: true, detail, mend: null })
export const bad = (name: string, detail: string, mend: string): Finding => ({
  name,
  ok: false,
  detail,
  mend,
})
