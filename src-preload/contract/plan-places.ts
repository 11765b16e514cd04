// Finds the places of a plan's words where something else stands each time: `{{name}}`.
const PLACE = /\{\{\s*([^{}]+?)\s*\}\}/g

export const placesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name = '']) => name)

export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (_, name: string) => values[name] ?? '')

/** One word or path: a request reads it as nothing else. */
const WORD = /^[\p{L}\p{N}\p{M}_.@~:+/\\-]*$/u
const isInQuotes = (before: string): boolean => {
  let open = false
  for (const char of before) {
    if (char === '"') open = !open
    else if (/[“„«]/u.test(char)) open = true
    else if (/[”»]/u.test(char)) open = false
  }
  return open
}

/**
 * Fills the places of a request or step; those without a value stay. What is more than a word is put in quotes where it does not
 * stand in them, so that none of it is read as a command.
 */
export const filledWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (whole: string, name: string, at: number) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : whole
    return value === whole || WORD.test(value) || isInQuotes(text.slice(0, at)) ? value : `"${value}"`
  })

/** In a command a text is in quotation marks, so the part after a quotation mark inside it would be read as a command. */
// oxlint-disable-next-line no-control-regex -- they are what a text must not have
const ODD_SIGN = /["“”„«»\u0000-\u001f]/

export const endsQuotes = (text: string): boolean => ODD_SIGN.test(text)
