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
const DIALOG: Record<string, string[]> = {
  'Sök och ersätt': ['find and replace'],
  'Ersätt alla i:': ['replace all in'],
}
const around = createSurroundings({
  english: (process, label) => (process === 'pen' ? (SWEDISH[label] ?? DIALOG[label] ?? []) : []),
})
const categoriesOf = (
  label: string,
  process = 'pen',
  role: 'button' | 'menu item' | 'check box' = 'button',
  window = windowOf(process),
) =>
  judge(actOf('click_input', { id: '7', name: '' }, targetOf(window, controlOf(role, label))), {
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

test('what the words are about is read in English, too: the title of the dialog', () => {
  const titled = (title: string) => windowOf('pen', title, { kind: 'dialog', modal: true })
  expect(categoriesOf('Ersätt alla i:', 'pen', 'check box', titled('Sök och ersätt'))).toEqual(
    categoriesOf('Replace all in:', 'pen', 'check box', titled('Find and Replace')),
  )
  expect(categoriesOf('Ersätt alla i:', 'pen', 'check box', titled('Filer'))).toEqual(['overwrite'])
})
