import { describe, expect, test } from 'vitest'
import en from '../../resources/locales/en.json' with { type: 'json' }
import zh from '../../resources/locales/zh.json' with { type: 'json' }
import { CONFIG_FIELDS, MODEL_FIELDS, SERVER_FIELDS, valueAt, type Field } from './fields.ts'
import { PAGES, SECTIONS } from './pages.ts'

/** The names of the words that a field needs and the language does not have. */
function missing(words: unknown, of: 'fields' | 'model' | 'server', { key, shape }: Field): string[] {
  // What an act of a category may be has the same three words everywhere.
  const own = shape.kind === 'choice' && !key.startsWith('safety.categories.')
  const names = ['label', 'help', ...(own ? shape.options.map((option) => `options.${option}`) : [])]
  const paths = names.map((name) => ['settings', of, ...key.split('.'), ...name.split('.')])
  return paths.filter((path) => typeof valueAt(words, path) !== 'string').map((path) => path.join('.'))
}

describe.each([
  ['English', en],
  ['Chinese', zh],
])('in %s', (_language, words) => {
  test('every setting has its words, and each of its choices', () => {
    expect([
      ...CONFIG_FIELDS.flatMap((field) => missing(words, 'fields', field)),
      ...MODEL_FIELDS.flatMap((field) => missing(words, 'model', field)),
      ...SERVER_FIELDS.flatMap((field) => missing(words, 'server', field)),
    ]).toEqual([])
  })

  test('every page and section has its heading', () => {
    const sections: Record<string, string> = words.settings.sections
    const names = PAGES.flatMap((page) => SECTIONS[page].map((section) => section.name))
    expect(names.filter((name) => sections[name] === undefined)).toEqual([])
    expect(Object.keys(words.settings.pages).toSorted()).toEqual([...PAGES].toSorted())
  })
})
