// Whether two names mean the same application: a person says `LibreOffice`, its window `LibreOffice Calc`, its process `soffice.bin`.

/** What a program's file is called beside its name. */
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

/** The same, or one is the other with more words: `Calc` and `LibreOffice Calc`, `EXCEL.EXE` and `Microsoft Excel`; not `Writer`. */
export function meansApplication(one: string, other: string): boolean {
  const [its, others] = [partsOf(one), partsOf(other)]
  if (its.size === 0 || others.size === 0) return one === other
  const [fewer, more] = its.size <= others.size ? [its, others] : [others, its]
  return [...fewer].every((part) => more.has(part))
}
