// Holds the pages for people and the tests together: no promise without a test, no test that is only named.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../src-preload/contract/config.ts'
import { sessionEventSchema } from '../src-preload/contract/events.ts'
import { REQUIREMENTS } from './requirements.ts'

const root = join(import.meta.dirname, '..')
const SECTIONS = {
  'README.md': 'Two commands',
  'docs/using.md': 'The app',
  'SECURITY.md': 'What is protected',
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const pages = Object.keys(SECTIONS)
  .map((page) => readFileSync(join(root, page), 'utf8'))
  .join('\n\n')

/** Sentences of the sections that promise something, without code and pictures. */
function sentences(): string[] {
  const found: string[] = []
  for (const [page, title] of Object.entries(SECTIONS)) {
    const section = new RegExp(`^## ${title}\n(.*?)(?=^## )`, 'ms').exec(pages)?.[1]
    if (section === undefined) throw new Error(`${page} has no section “${title}”.`)
    const prose = section.replaceAll(/^```.*?^```/gms, '\n').replaceAll(/^!\[.*$/gm, '')
    for (const part of prose.split(/\n\s*\n|^- /m)) found.push(...plain(part).split(/(?<=[.!?]) (?=[A-Z`])/))
  }
  return found.filter((sentence) => sentence !== '')
}

/** Words that a test file has in common with a title, whatever quotes and line breaks are around them. */
const words = (text: string): string =>
  text.replaceAll(/\\'/g, '’').replaceAll(/['’]/g, '’').replaceAll(/\s+/g, ' ')

describe('the promises of the pages', () => {
  test('are all in the table', () => {
    const quotes = REQUIREMENTS.map(({ promise }) => plain(promise))
    const without = sentences().filter((sentence) => !quotes.some((quote) => sentence.includes(quote)))
    expect(without, 'Add a row to e2e/requirements.ts').toEqual([])
  })

  test('are quoted as they stand there', () => {
    const text = plain(pages)
    expect(
      REQUIREMENTS.filter(({ promise }) => !text.includes(plain(promise))).map(({ promise }) => promise),
    ).toEqual([])
  })

  test('have a test each that exists', () => {
    const missing = REQUIREMENTS.filter(({ test: proof }) => {
      if (!proof) return false
      const path = join(root, proof.file)
      return !existsSync(path) || !words(readFileSync(path, 'utf8')).includes(words(proof.title))
    })
    expect(missing.map(({ id, test: proof }) => `${id}: ${proof?.file}: ${proof?.title}`)).toEqual([])
  })

  test('have rows with names of their own, and a test unless they only explain', () => {
    const ids = REQUIREMENTS.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const { id, kind, test: proof } of REQUIREMENTS) expect(kind === 'explains', id).toBe(proof === null)
  })
})

test('no event of a run can hold a frame or what a person does by hand', () => {
  const types = sessionEventSchema.options.map((option) => option.shape.type.value)
  expect(types).toContain('act_started')
  expect(types.filter((type) => /frame|input|take|hand/.test(type))).toEqual([])
  const fields = sessionEventSchema.options.flatMap((option) => Object.keys(option.shape))
  expect(fields.filter((field) => /^(?:data|frame|inputs?)$/.test(field))).toEqual([])
})

test('password managers are refused by default', () => {
  const { safety } = configSchema.parse({})
  expect(safety.refused_applications).toEqual(expect.arrayContaining(['keepassxc', 'seahorse']))
})
