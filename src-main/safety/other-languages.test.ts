// Judges labels of interfaces in other languages by what their own catalogues call them in English.
import { expect, test } from 'vitest'
import type { TargetDescription } from '../core/desktop.ts'
import { configSchema } from '../../src-preload/contract/config.ts'
import { judge } from './policy.ts'
import { createSurroundings } from './surroundings.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const SWEDISH: Record<string, string[]> = {
  Exportera: ['export'],
  'Ta bort': ['delete'],
  Töm: ['clear', 'empty trash'],
  Verkställ: ['save', 'frobnicate'],
  Ja: ['yes'],
  Öppna: ['open'],
  'Öppna filen?': ['open the file?'],
  'Ta bort sidor': ['delete pages'],
  Rader: ['rows'],
  Kör: ['go', 'run'],
  Rensa: ['search', 'delete'],
}
const DIALOG: Record<string, string[]> = {
  'Sök och ersätt': ['find and replace'],
  'Ersätt alla i:': ['replace all in'],
}
const english = (process: string, label: string) =>
  process === 'pen' ? (SWEDISH[label] ?? DIALOG[label] ?? []) : []
const around = createSurroundings({ english })
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

const alone = { categories: configSchema.parse({}).safety.categories, refused_applications: [] }
const answer = (label: string, title: string, more: Partial<TargetDescription>, speaksOther = true) =>
  judge(
    actOf(
      'click_input',
      { id: '7', name: '' },
      targetOf(windowOf('pen', title, { kind: 'dialog', modal: true }), controlOf('button', label), more),
    ),
    {
      ...alone,
      yesTo: new Set(),
      around: createSurroundings({ english, speaksOther }),
      covered: () => false,
    },
  ).categories

test('a question that no catalogue has is answered by the person, whatever its buttons are called', () => {
  const question = 'Vill du förlora allt?'
  for (const label of ['Ja', 'OK', 'Öppna', 'Weiter', 'Beenden'])
    expect(answer(label, 'Filer', { question }), label).toEqual(['unknown'])
  for (const label of ['Cancel', 'Save']) expect(answer(label, 'Filer', { question }), label).toEqual([])
  expect(answer('Öppna', 'Filer', { question: 'Öppna filen?' })).toEqual([])
  expect(answer('OK', 'Files', { question: 'All is done.' }, false)).toEqual([])
  expect(answer('OK', 'Filer', { question: 'Allt är gjort.', only_answer: true })).toEqual([])
})

test('“Yes” of another language is as harmless as the title, which has to be known in English', () => {
  expect(answer('Ja', 'Ta bort sidor', {})).toEqual(['delete'])
  expect(answer('OK', 'Ta bort sidor', {})).toEqual(['delete'])
})

test('each meaning of a default button and of a menu counts', () => {
  const field = targetOf(windowOf('pen', 'Sök', { kind: 'dialog' }), controlOf('edit', 'Namn'), {
    default_button: 'Rensa',
  })
  const policy = { ...alone, yesTo: new Set<never>(), around, covered: () => false }
  expect(judge(actOf('keyboard_input', { keys: 'Enter' }, field), policy).categories).toEqual(['delete'])
  const item = targetOf(windowOf('pen'), null, { kind: 'control', text: 'Kör > Rader' })
  expect(judge(actOf('choose_menu', { path: ['Kör', 'Rader'] }, item), policy).categories).toEqual([
    'run_command',
  ])
})

test('an item that keys call is judged by its name in English', () => {
  const page = targetOf(windowOf('pen'), controlOf('document', 'Text', ['multiline']), {
    calls: [{ keys: 'Ctrl+L', item: ['Redigera', 'Ta bort'], opens: false }],
  })
  const policy = { ...alone, yesTo: new Set<never>(), around, covered: () => false }
  expect(judge(actOf('keyboard_input', { keys: 'Ctrl+L' }, page), policy).categories).toEqual(['delete'])
})
