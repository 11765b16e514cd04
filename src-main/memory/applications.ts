// Compares names of applications: a person says `LibreOffice`, its window `LibreOffice Calc`, its process `soffice.bin`.

/** The endings of a program's file. */
const ENDING = /\.(exe|bin|app|x86_64|real)$/

const partsOf = (name: string): Set<string> =>
  new Set(
    name
      .normalize('NFKC')
      .toLowerCase()
      .trim()
      .replace(ENDING, '')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  )

/** Says whether two names agree but for more words: `Calc`, `LibreOffice Calc`; `EXCEL.EXE`, `Microsoft Excel`; not `Writer`. */
export function meansApplication(one: string, other: string): boolean {
  const [its, others] = [partsOf(one), partsOf(other)]
  if (its.size === 0 || others.size === 0) return one === other
  const [fewer, more] = its.size <= others.size ? [its, others] : [others, its]
  return [...fewer].every((part) => more.has(part))
}
