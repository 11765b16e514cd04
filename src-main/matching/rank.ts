// Ranks what a name may mean, with the evidence: which of its texts agrees, and how. A policy says what is near enough.
import { agreementOf, type Agreement } from './agreement.ts'
import { Label } from './label.ts'

/** Where a text of an item comes from; `shortcut` is the key that its description ends with. */
export type Source = 'name' | 'description' | 'shortcut' | 'value'

/** The value of each agreement of a text; an agreement that is missing is not near enough. */
export type Policy = Partial<Record<Source, Partial<Record<Agreement, number>>>>

export interface Evidence {
  source: Source
  agreement: Agreement
  worth: number
}

export interface Candidate<T> {
  item: T
  /** The strongest evidence that there is. */
  evidence: Evidence
}

/** The texts of an item; a missing one is null or left out. */
export type Texts = Partial<Record<Source, string | null>>

type Row = readonly [
  source: Source,
  accepted: readonly Agreement[],
  worth: Partial<Record<Agreement, number>>,
]

const rowsOf = (policy: Policy): Row[] =>
  (['name', 'description', 'shortcut', 'value'] as const).flatMap((source): Row[] => {
    const worth = policy[source]
    if (!worth) return []
    const accepted = (Object.keys(worth) as Agreement[]).toSorted((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0))
    return [[source, accepted, worth]]
  })

/** Lists all that are near enough, the best first, equal ones in their order. None for an empty name. */
export function rank<T>(
  wanted: string,
  items: readonly T[],
  textsOf: (item: T) => Texts,
  policy: Policy,
): Candidate<T>[] {
  const asked = new Label(wanted)
  if (asked.line === '') return []
  const rows = rowsOf(policy)
  const candidates: Candidate<T>[] = []
  for (const item of items) {
    const texts = textsOf(item)
    let best: Evidence | null = null
    for (const [source, accepted, worth] of rows) {
      const text = textIn(source, texts)
      const agreement = text === null ? null : agreementOf(asked, text, accepted)
      if (agreement === null) continue
      const found = { source, agreement, worth: worth[agreement] ?? 0 }
      if (best === null || found.worth > best.worth) best = found
    }
    if (best) candidates.push({ item, evidence: best })
  }
  return candidates.toSorted((a, b) => b.evidence.worth - a.evidence.worth)
}

function textIn(source: Source, texts: Texts): Label | null {
  const text = source === 'shortcut' ? texts.description : texts[source]
  const label = text === null || text === undefined ? null : new Label(text)
  if (source !== 'shortcut') return label === null || label.shown === '' ? null : label
  return label?.remark?.kind === 'key' ? new Label(label.remark.text) : null
}

/** Keeps those with the highest value. */
export const theBest = <T>([first, ...rest]: readonly Candidate<T>[]): T[] =>
  first
    ? [first, ...rest.filter(({ evidence }) => evidence.worth === first.evidence.worth)].map(
        ({ item }) => item,
      )
    : []
