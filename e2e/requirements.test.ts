// Holds the requirements and the tests together: no promise without a test, no test that is only named.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema } from '../src-preload/contract/config.ts'
import { sessionEventSchema } from '../src-preload/contract/events.ts'
import { REQUIREMENTS } from './requirements.ts'

const root = join(import.meta.dirname, '..')
/** Words that a test file has in common with a title, whatever quotes and line breaks are around them. */
const words = (text: string): string =>
  text.replaceAll(/\\'/g, '’').replaceAll(/['’]/g, '’').replaceAll(/\s+/g, ' ')

test('every requirement has an id of its own and a test that exists', () => {
  const ids = REQUIREMENTS.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const missing = REQUIREMENTS.filter(({ test: { file, title } }) => {
    const path = join(root, file)
    return !existsSync(path) || !words(readFileSync(path, 'utf8')).includes(words(title))
  })
  expect(missing.map(({ id, test: { file, title } }) => `${id}: ${file}: ${title}`)).toEqual([])
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
