import { expect, test } from 'vitest'
import { ruleWords } from '../../src-preload/contract/gate-rules.ts'
import { CONSEQUENCE_WORDS } from '../../src-preload/contract/safety.ts'
import en from '../../resources/locales/en.json' with { type: 'json' }
import zh from '../../resources/locales/zh.json' with { type: 'json' }
import { HARMFUL } from './harmful.ts'
import { HARMLESS } from './harmless.ts'

/** Those of the policy, which has no table of them. */
const OTHERS = [
  'changed since the question',
  'Deskhand itself',
  'Deskhand’s own files',
  'not known to be harmless',
  'refused application',
  'refused before',
  'the model asks',
  'the same file',
  'the same work',
]

test('every rule says in each language why it asks', () => {
  const names = [...HARMFUL, ...HARMLESS].map(({ name }) => name)
  expect([...names, ...OTHERS].filter((name) => !Object.hasOwn(zh.rules, ruleWords(name)))).toEqual([])
})

test('each consequence has its headline in both languages', () => {
  expect(en.consequence).toEqual(CONSEQUENCE_WORDS)
  expect(Object.keys(zh.consequence).toSorted()).toEqual(Object.keys(CONSEQUENCE_WORDS).toSorted())
})
