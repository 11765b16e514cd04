// Comparing names of controls, menus, windows and applications as a person would.

/** Without case, mnemonics, trailing dots, doubled spaces and typographic apostrophes. */
export const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_&](?=\w)/g, '')
    .replace(/’/g, "'")
    .replace(/(\.\.\.|…|:)\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()

export const sameName = (a: string, b: string): boolean => plain(a) === plain(b)

/** Cut to a length that fits a sentence. */
export const short = (text: string, most = 60): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

export const quoted = (text: string): string => `“${short(text)}”`

/** The items whose name equals `name`, else those that begin with it, else those that contain it. */
export function matching<T extends { name: string }>(items: T[], name: string): T[] {
  const wanted = plain(name)
  if (wanted === '') return []
  const tests = [
    (each: string) => each === wanted,
    (each: string) => each.startsWith(wanted),
    (each: string) => each.includes(wanted),
  ]
  for (const test of tests) {
    const found = items.filter((item) => test(plain(item.name)))
    if (found.length > 0) return found
  }
  return []
}

/** Keys and counts that toolkits write behind an item's name: `Ctrl+S`, `(S)`, `[F3]`. */
const ACCELERATOR =
  /\s*(\([^()]{1,3}\)|\[[^\]]*\]|(\t|\s{2,}|\s)((ctrl|control|shift|alt|super|meta|strg)\+)+\S+|\s+f\d{1,2})$/i

/**
 * The item that is called so. Never one whose name says more (`Save` is not `Save and Send`): what was judged by its name is
 * what is done. The first in order where several are.
 */
export function theItem<T extends { name: string }>(items: T[], name: string): T | null {
  const wanted = plain(name)
  if (wanted === '') return null
  const bare = (item: T) => plain(item.name.trim().replace(ACCELERATOR, ''))
  return (
    items.find((item) => plain(item.name) === wanted) ?? items.find((item) => bare(item) === wanted) ?? null
  )
}

/** Up to `most` different names for a message that lists what there is. */
export const listed = (names: string[], most = 12): string => {
  const distinct = [...new Set(names.map((name) => short(name, 40)).filter((name) => name !== ''))]
  const shown = distinct.slice(0, most).map((name) => `“${name}”`).join(', ') // prettier-ignore
  return distinct.length > most ? `${shown} …` : shown
}
