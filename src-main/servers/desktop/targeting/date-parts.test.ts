import { expect, test } from 'vitest'
import { RunControl } from '../../../core/run-control.ts'
import type { Platform } from '../../../platform/platform.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'
import { dateNumbers, datePartsOf, type DatePart, type DateUnit } from './date-parts.ts'

const part = (unit: DateUnit, least: number, most: number): DatePart => ({
  element: element('spinner', unit),
  unit,
  least,
  most,
  isNamed: false,
})
const DATE = [part('month', 1, 12), part('day', 1, 31), part('year', 1, 275760)]
const HALVES = [part('month', 1, 12), part('minute', 0, 59), part('half', 1, 2)]
const TIME = [part('hour', 0, 23), part('minute', 0, 59)]

test.each<[string, DatePart[], number[] | null]>([
  ['2027-03-14', DATE, [3, 14, 2027]],
  ['14:30', TIME, [14, 30]],
  ['14:30', HALVES, [2, 30, 2]],
  ['00:05', HALVES, [12, 5, 1]],
  [
    '2027-03-14 14:30',
    [...DATE, part('hour', 1, 12), part('minute', 0, 59), part('half', 1, 2)],
    [3, 14, 2027, 2, 30, 2],
  ],
  ['2027-03', [part('month', 1, 12), part('year', 1, 275760)], [3, 2027]],
  ['2027-03', DATE, null],
  ['2027-13-14', DATE, null],
  ['14:30', DATE, null],
  ['2027-03-14', TIME, null],
  ['2027-03-14 14:30', DATE, null],
  ['2027-03-14 14:30', TIME, null],
  ['March 14', DATE, null],
  ['24 December 2001', DATE, [12, 24, 2001]],
  ['24th of dec. 2001', DATE, [12, 24, 2001]],
  ['March 3rd, 2027', DATE, [3, 3, 2027]],
  ['24.12.2001', DATE, [12, 24, 2001]],
  ['24 Brumaire 2001', DATE, null],
  ['12/24/2001', DATE, null],
  ['31.13.2001', DATE, null],
  ['2:30 pm', TIME, [14, 30]],
  ['12 a.m.', TIME, [0, 0]],
  ['13 pm', TIME, null],
])('%s in its parts', (text, parts, expected) => {
  const numbers = dateNumbers(text, parts)
  expect(numbers && parts.map((each) => numbers.get(each))).toEqual(expected)
})

test.each([true, false])(
  'a date goes into its parts, in their own order (through the tree: %s)',
  async (takesNumbers) => {
    const field = element('edit', 'Ankunft', { editableText: false })
    const parts = ['Tag', 'Monat', 'Jahr'].map((name, index) =>
      element('spinner', name, {
        parent: field.ref,
        value: '0',
        editableText: false,
        range: { least: 1, most: [31, 12, 275760][index] ?? 0 },
        bounds: { ...field.bounds, x: field.bounds.x + 40 * index, width: 40 },
      }),
    )
    const page = scriptedWindow({
      title: 'Seite',
      processName: 'browser',
      application: 'Browser',
      active: true,
      elements: [field, ...parts],
    })
    await using desktop = await scriptedDesktop([page])
    if (!takesNumbers) {
      desktop.platform.setValue = () => Promise.resolve(false)
      // As Firefox does: what is typed into a part takes the place of what is there.
      for (const one of parts)
        one.onPress = (platform) => (platform.setFocus(one.ref), platform.update(one.ref, { value: '' }))
      desktop.platform.focus = () => Promise.resolve(false)
    }
    const id = await desktop.id('Ankunft')
    const act = await desktop.act('set_edit_text', { id, text: '2027-03-14', clear_current_text: true })
    expect(parts.map(({ value }) => Number(value))).toEqual([14, 3, 2027])
    expect(act).toMatchObject({ effect: 'confirmed' })
    expect(await desktop.fail('set_edit_text', { id, text: 'tomorrow' })).toContain(
      'write a date as 2027-03-14',
    )
    expect(parts.map(({ value }) => Number(value))).toEqual([14, 3, 2027])
  },
)

test('a date whose parts tell no ranges takes nothing', async () => {
  const field = element('edit', 'Arrival')
  const parts = ['a', 'b'].map((name) => element('spinner', name, { parent: field.ref, value: '' }))
  const page = scriptedWindow({
    title: 'Page',
    processName: 'browser',
    application: 'Browser',
    active: true,
    elements: [field, ...parts],
  })
  await using desktop = await scriptedDesktop([page])
  const id = await desktop.id('Arrival')
  expect(await desktop.fail('set_edit_text', { id, text: '2027-03-14' })).toContain('is made of parts')
  expect([field.value ?? '', ...parts.map(({ value }) => value)]).toEqual(['', '', ''])
  expect(desktop.platform.events).toEqual([])
})

test('parts that tell no ranges are known by their names, hours beside morning and afternoon count to twelve', async () => {
  const parts = async (...names: string[]) => {
    const spinners = names.map((name) => element(name === 'AM/PM' ? 'edit' : 'spinner', name))
    const platform = { range: () => Promise.resolve(null) } as unknown as Platform
    const read = await datePartsOf(platform, spinners, new RunControl())
    return read.map(({ unit, least, most }) => [unit, least, most])
  }
  expect(await parts('Monat', 'Tag', 'Jahr')).toEqual([
    ['month', 1, 12],
    ['day', 1, 31],
    ['year', 1, 275_760],
  ])
  expect(await parts('Hours', 'Minutes', 'AM/PM')).toEqual([
    ['hour', 1, 12],
    ['minute', 0, 59],
    ['half', 0, 1],
  ])
  expect(await parts('Hours', 'Width')).toEqual([])
  expect(await parts('Hours', 'Minutes', 'Hours', 'Minutes')).toEqual([])
})

test('a time whose parts have only names is typed in turn, from its first part', async () => {
  const field = element('group', 'Pickup')
  const parts = ['Hours', 'Minutes', 'AM/PM'].map((name) =>
    element(name === 'AM/PM' ? 'edit' : 'spinner', name, { parent: field.ref, value: '' }),
  )
  const page = scriptedWindow({
    title: 'Page',
    processName: 'firefox',
    application: 'Firefox',
    active: true,
    elements: [field, ...parts],
  })
  await using desktop = await scriptedDesktop([page])
  await desktop.act('set_edit_text', {
    id: await desktop.id('Pickup'),
    text: '14:05',
    clear_current_text: true,
  })
  const typed = desktop.platform.events.flatMap((event) =>
    event.type === 'key' && event.down ? [event.key] : [],
  )
  expect(typed).toEqual(['0', '2', '0', '5', 'p'])
  // The keyboard does not go on by itself here, as in a group of fields for numbers.
  expect(parts.map(({ value }) => value)).toEqual(['02', '05', 'p'])
})
