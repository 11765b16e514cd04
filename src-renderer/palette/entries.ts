// Finds entries of the command palette, and orders them: those that begin with the words come before those that only contain
// them.
export interface Entry {
  /** Unique among all. */
  id: string
  group: 'action' | 'plan' | 'run' | 'setting'
  label: string
  /** Shown small at its right. */
  hint?: string
  run: () => void
}

/** The most lines that a person would read through. */
export const MAX_FOUND = 30
/** Most lines of a group, while nothing is typed. */
const MAX_OF_GROUP = 6

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Finds entries with all of the words. Equally good ones keep their order. */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return firstOfEach(entries)
  const scored = entries.flatMap((entry) => {
    const text = fold(`${entry.label} ${entry.hint ?? ''}`)
    if (!words.every((word) => text.includes(word))) return []
    return [{ entry, score: scoreOf(fold(entry.label), words) }]
  })
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, MAX_FOUND)
    .map(({ entry }) => entry)
}

/** Returns a score; the lowest is the best. */
function scoreOf(label: string, words: readonly string[]): number {
  const [first = ''] = words
  if (label.startsWith(first)) return 0
  return label.split(/\s+/).some((word) => word.startsWith(first)) ? 1 : 2
}

function firstOfEach(entries: readonly Entry[]): Entry[] {
  const counts = new Map<string, number>()
  return entries.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return group === 'action' || count <= MAX_OF_GROUP
  })
}
