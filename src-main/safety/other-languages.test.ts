// Judges labels of interfaces in other languages by what their own catalogues call them in English.
import { expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { judge } from './policy.ts'
import { createSurroundings } from './surroundings.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const SWEDISH: Record<string, string[]> = {
  Exportera: ['export'],
  'Ta bort': ['delete'],
  Töm: ['clear', 'empty trash'],
  Verkställ: ['save', 'frobnicate'],
}
const around = createSurroundings({
  english: (process, label) => (process === 'pen' ? (SWEDISH[label] ?? []) : []),
})
const categoriesOf = (label: string, process = 'pen', role: 'button' | 'menu item' = 'button') =>
  judge(actOf('click_input', { id: '7', name: '' }, targetOf(windowOf(process), controlOf(role, label))), {
    categories: configSchema.parse({}).safety.categories,
    refused_applications: [],
    yesTo: new Set(),
    around,
    covered: () => false,
  }).categories

test('a label is harmless where everything that it may mean in English is', () => {
  expect(categoriesOf('Exportera')).toEqual([])
  expect(categoriesOf('Exportera', 'pen', 'menu item')).toEqual([])
  expect(categoriesOf('Exportera', 'other')).toEqual(['unknown'])
  expect(categoriesOf('Verkställ')).toEqual(['unknown'])
})

test('a label is harmful where anything that it may mean in English is', () => {
  expect(categoriesOf('Ta bort')).toEqual(['delete'])
  expect(categoriesOf('Töm')).toEqual(['delete'])
})
