// The lint of the languages: every key that the windows and the terminal use is in every language, none is in one alone, none is unused, and a
// translation fills the same places as the English text.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'resources', 'locales')
const PLURAL = /_(zero|one|two|few|many|other)$/

const flat = (value, path = []) =>
  typeof value === 'string'
    ? [[path.join('.'), value]]
    : Object.entries(value).flatMap(([key, inner]) => flat(inner, [...path, key]))

const languages = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -5), flat(JSON.parse(readFileSync(join(folder, name), 'utf8')))]),
)
/** Languages have different plurals: what is compared is the key without its plural. */
const keysOf = (entries) => new Set(entries.map(([key]) => key.replace(PLURAL, '')))
const placesOf = (text) => new Set([...text.matchAll(/\{\{-?\s*(\w+)/g)].map((found) => found[1]))

/** The windows, the terminal, and what both of them say with the same words. */
const sources = ['src-renderer', 'src-main/terminal', 'src-preload/contract'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, room, path), 'utf8')]),
)

const used = new Map()
const families = new Map()
for (const [path, text] of sources) {
  for (const [, key] of text.matchAll(/(?<!#)\b(?:t|i18next\.t|say)\(\s*'([^']+)'/g)) used.set(key, path)
  for (const [, key] of text.matchAll(/\bi18nKey="([^"]+)"/g)) used.set(key, path)
  for (const [, key] of text.matchAll(/(?<!#)\b(?:t|i18next\.t|say)\(\s*`([^`]+)`/g))
    families.set(key.replace(/\$\{[^}]*\}/g, '*'), path)
  for (const [, key] of text.matchAll(/\/\/ locales: (\S+)/g)) families.set(key, path)
  // Keys that stand in tables: `'act.click'` is one where such a key exists.
  for (const [, key] of text.matchAll(/'([a-z_]+(?:\.[a-zA-Z0-9_]+)+)'/g))
    if (!used.has(key)) used.set(key, null)
}
const patterns = [...families].map(([family, path]) => ({
  family,
  path,
  fits: new RegExp(`^${family.split('*').map(RegExp.escape).join('.+')}$`),
}))

const faults = []

/** The sentences of the program that windows know, a few of which are their own: `{1}` stands for what the source fills in. */
const said = ['src-main', 'src-preload', 'src-renderer']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(root, room, path), 'utf8')),
  )
  .join('\n')
  .replaceAll(/['`]\s*\+\s*['`]/g, '')
  .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}')
  .replaceAll(/\\(['`])/g, '$1')
const placesIn = (text) => text.match(/\{\d\}/g) ?? []
for (const name of readdirSync(join(root, 'resources/sentences'))) {
  const sentences = JSON.parse(readFileSync(join(root, 'resources/sentences', name), 'utf8'))
  for (const [english, words] of Object.entries(sentences)) {
    if (!said.includes(english.replaceAll(/\{\d\}/g, '{}')))
      faults.push(`sentences/${name}: the program no longer says “${english}”`)
    if (placesIn(words).some((place) => !english.includes(place)))
      faults.push(`sentences/${name}: “${english}” has other places than its translation`)
  }
}
const reference = keysOf(languages.en ?? [])
for (const [language, entries] of Object.entries(languages)) {
  const keys = keysOf(entries)
  for (const key of reference) if (!keys.has(key)) faults.push(`${language}.json: ${key} is missing`)
  for (const key of keys) if (!reference.has(key)) faults.push(`${language}.json: ${key} is not in en.json`)
  for (const [key, text] of entries) if (text.trim() === '') faults.push(`${language}.json: ${key} is empty`)
}
const english = new Map((languages.en ?? []).map(([key, text]) => [key.replace(PLURAL, ''), text]))
for (const [language, entries] of Object.entries(languages)) {
  for (const [key, text] of entries) {
    const there = placesOf(text)
    const wanted = placesOf(english.get(key.replace(PLURAL, '')) ?? '')
    const differs = [...wanted.symmetricDifference(there)].filter((place) => place !== 'count')
    if (differs.length > 0) faults.push(`${language}.json: ${key} differs in {{${differs.join('}}, {{')}}}`)
  }
}
for (const [key, path] of used) {
  if (path !== null && !reference.has(key)) faults.push(`${path}: ${key} is in no language`)
}
for (const { family, path, fits } of patterns) {
  if (![...reference].some((key) => fits.test(key))) faults.push(`${path}: ${family} is in no language`)
}
for (const key of reference) {
  if (!used.has(key) && !patterns.some(({ fits }) => fits.test(key)))
    faults.push(`en.json: ${key} is used nowhere`)
}

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exit(faults.length === 0 ? 0 : 1)
