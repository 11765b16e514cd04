// Holds a memory as a person types it, and finds what they have changed.
import type { Memory } from '../../src-preload/contract/memory.ts'

type Changed = Partial<Pick<Memory, 'title' | 'key' | 'text' | 'tips' | 'applications'>>

export interface MemoryDraft {
  title: string
  key: string
  text: string
  tips: string
  /** Names with commas between them. */
  applications: string
}

export const draftOf = ({ title, key, text, tips, applications }: Memory): MemoryDraft => ({
  title,
  key,
  text,
  tips,
  applications: applications.join(', '),
})

/** Reads the names; Chinese commas count, too; each name comes once, whatever its case. */
export function applicationsOf(typed: string): string[] {
  const names = typed.split(/[,，、;\n]/).map((name) => name.trim())
  return [...new Map(names.filter((name) => name !== '').map((name) => [name.toLowerCase(), name])).values()]
}

/** Returns what has changed; null where nothing has. */
export function changeOf(memory: Memory, draft: MemoryDraft): Changed | null {
  const before = draftOf(memory)
  const texts = (['title', 'key', 'text', 'tips'] as const).filter(
    (name) => draft[name].trim() !== before[name].trim(),
  )
  const applications = applicationsOf(draft.applications)
  const moved = JSON.stringify(applications) !== JSON.stringify(applicationsOf(before.applications))
  if (texts.length === 0 && !moved) return null
  return {
    ...Object.fromEntries(texts.map((name) => [name, draft[name].trim()])),
    ...(moved ? { applications } : {}),
  }
}
