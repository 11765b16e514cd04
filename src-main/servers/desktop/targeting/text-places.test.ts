import { expect, test } from 'vitest'
import { textPlacesSchema } from '../../../core/text-place.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const BOUNDS = { x: 100, y: 100, width: 400, height: 100 }
const editor = (...more: ReturnType<typeof element>[]) =>
  scriptedWindow({
    title: 'Letter',
    processName: 'pad',
    active: true,
    bounds: { x: 80, y: 80, width: 600, height: 500 },
    elements: [
      element('document', '', { bounds: BOUNDS, text: 'Dear Sir,\nthe quick 😀 fox\nKind regards' }),
      ...more,
    ],
  })
type Desktop = Awaited<ReturnType<typeof scriptedDesktop>>
const find = async (desktop: Desktop, text: string) =>
  textPlacesSchema.parse(await desktop.get('find_text', { text }))

test('a phrase is told with its control, what stands around it, and where its first and last character are', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const { places, count, limited } = await find(desktop, 'fox kind')
  expect([count, limited]).toEqual([1, null])
  expect(places[0]).toEqual({
    control: { id: await desktop.id(''), name: '', role: 'document' },
    order: 0,
    start: 22,
    end: 30,
    text: 'fox\nKind',
    context: 'Dear Sir, the quick 😀 fox Kind regards',
    first: { x: 100 + 12 * 8, y: 116, width: 8, height: 16 },
    last: { x: 100 + 3 * 8, y: 132, width: 8, height: 16 },
  })
})

test('characters that are out of sight, or whose place is not told, have none', async () => {
  await using desktop = await scriptedDesktop([
    editor(
      element('text', `${' '.repeat(9)}far away`, { bounds: { x: 100, y: 300, width: 60, height: 16 } }),
    ),
  ])
  expect((await find(desktop, 'far away')).places[0]).toMatchObject({ first: null, last: null })
  desktop.platform.tellsPlaces = false
  expect((await find(desktop, 'Dear')).places[0]).toMatchObject({ first: null, last: null })
})

test('a field for a password is not searched', async () => {
  const secret = element('edit', 'Password', { value: 'Dear hidden' })
  await using desktop = await scriptedDesktop([
    editor(secret, element('password', 'PIN', { value: 'Dear 12' })),
  ])
  await desktop.observe()
  expect((await find(desktop, 'Dear')).count).toBe(1)
})

test('a text is selected through the tree, and that is what confirms it', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const phrases = { starting_phrase: 'the quick', ending_phrase: 'Kind' }
  const act = await desktop.act('select_text', phrases)
  expect(act).toMatchObject({ effect: 'confirmed' })
  expect([...desktop.platform.selected.values()]).toEqual(['the quick 😀 fox\nKind'])
  expect(desktop.platform.events).toEqual([])
  expect(await desktop.target('select_text', phrases)).toMatchObject({
    kind: 'control',
    control: { role: 'document' },
  })
})

test('else with the pointer: a click before its first character, one with Shift behind its last', async () => {
  await using desktop = await scriptedDesktop([editor()])
  desktop.platform.selectsText = false
  const act = await desktop.act('select_text', { starting_phrase: 'fox' }, 0.3)
  const moves = desktop.platform.events.filter(({ type }) => type === 'move')
  expect(moves).toEqual([
    { type: 'move', x: 100 + 12 * 8 + 1, y: 124 },
    { type: 'move', x: 100 + 15 * 8 - 1, y: 124 },
  ])
  expect(desktop.platform.events.filter(({ type }) => type === 'key')).toMatchObject([
    { key: 'Shift', down: true },
    { key: 'Shift', down: false },
  ])
  expect(act.effect).toBe('unconfirmed')
})

test('what is selected instead contradicts', async () => {
  await using desktop = await scriptedDesktop([editor()])
  desktop.platform.selectText = (ref) => {
    desktop.platform.selected.set(ref, 'Dear')
    return Promise.resolve(true)
  }
  expect((await desktop.act('select_text', { starting_phrase: 'fox' }, 0.3)).effect).toBe('contradicted')
})

test.each([
  ['that stands there more than once', { starting_phrase: 'regards' }, 'stands there 2 times'],
  ['that is not there', { starting_phrase: 'cat' }, 'was not found'],
  ['whose end comes first', { starting_phrase: 'fox', ending_phrase: 'Dear' }, 'was not found behind “fox”'],
])('a phrase %s is said, and nothing is selected', async (_, phrases, words) => {
  await using desktop = await scriptedDesktop([editor(element('text', 'Best regards'))])
  expect(await desktop.target('select_text', phrases)).toMatchObject({ kind: 'unknown' })
  expect(await desktop.fail('select_text', phrases)).toContain(words)
  expect(desktop.platform.selected.size).toBe(0)
  expect(desktop.platform.events).toEqual([])
})

test('of equal texts the one in what has the keyboard is meant', async () => {
  const field = element('edit', 'Note', { text: 'Best regards', value: 'Best regards', states: ['focused'] })
  await using desktop = await scriptedDesktop([editor(field, element('text', 'Best regards'))])
  await desktop.get('select_text', { starting_phrase: 'Best regards' })
  expect([...desktop.platform.selected.keys()]).toEqual([field.ref])
})

test('with the id of a control the phrase is looked for in that one', async () => {
  await using desktop = await scriptedDesktop([editor(element('text', 'Best regards'))])
  await desktop.get('select_text', { starting_phrase: 'regards', id: await desktop.id('Best regards') })
  expect([...desktop.platform.selected.values()]).toEqual(['regards'])
})

test('what a click may press is not clicked to select its text', async () => {
  const link = element('link', 'Pay', { text: 'Pay now', bounds: { x: 100, y: 300, width: 80, height: 16 } })
  await using desktop = await scriptedDesktop([editor(link)])
  desktop.platform.selectsText = false
  expect(await desktop.fail('select_text', { starting_phrase: 'Pay now' })).toContain(
    'where a click may do something: drag over it, from 100,308',
  )
  expect(desktop.platform.events).toEqual([])
})
