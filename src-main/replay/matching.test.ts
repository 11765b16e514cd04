import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTROL_ROLES, type ControlRole } from '../core/desktop.ts'
import { Places, type Placed } from './locator.ts'
import { matchLocator } from './matching.ts'
import type { Locator } from './plan-file.ts'

const control = (
  id: string,
  role: ControlRole,
  name: string,
  [x, y, width = 80, height = 30]: [number, number, number?, number?],
  parent: string | null = 'w',
): Placed => ({ id, role, name, bounds: { x, y, width, height }, parent })

const locatorOf = (target: Placed, controls: Placed[], window = 'Demo'): Locator => ({
  role: target.role,
  name: target.name,
  window,
  ...new Places(controls).of(target),
  picture: null,
})

/** Two columns of a form, and a dialog's buttons. */
const form = (): Placed[] => [
  control('w', 'window', 'Demo', [0, 0, 600, 400], null),
  control('1', 'text', 'First name', [10, 10]),
  control('2', 'edit', '', [100, 10]),
  control('3', 'text', 'Last name', [10, 50]),
  control('4', 'edit', '', [100, 50]),
  control('5', 'button', 'Save', [10, 100]),
  control('6', 'button', 'Cancel', [100, 100]),
  control('7', 'toggle button', 'Save', [200, 100]),
]

const idOf = (match: ReturnType<typeof matchLocator<Placed>>): string | null =>
  match.kind === 'found' ? match.control.id : null

describe('a control is found again', () => {
  test.each(
    form()
      .slice(1)
      .map(({ id }) => id),
  )('in the same window: number %s', (id) => {
    const controls = form()
    const target = controls.find((each) => each.id === id) as Placed
    expect(idOf(matchLocator(locatorOf(target, controls), controls))).toBe(id)
  })

  test('after its window was moved and made wider, and everything has another number', () => {
    const before = form()
    const after = form().map((each) => ({
      ...each,
      id: `new${each.id}`,
      parent: each.parent && `new${each.parent}`,
      bounds: {
        ...each.bounds,
        x: each.bounds.x * 2 + 300,
        width: each.bounds.width * 2,
        y: each.bounds.y + 77,
      },
    }))
    for (const target of before.slice(1)) {
      expect(idOf(matchLocator(locatorOf(target, before), after))).toBe(`new${target.id}`)
    }
  })

  test('when a field was added above it: the label beside it says which it is', () => {
    const before = form()
    const target = before[4] as Placed
    const after = [...form(), control('8', 'text', 'Title', [10, 400]), control('9', 'edit', '', [100, 400])]
    expect(idOf(matchLocator(locatorOf(target, before), after))).toBe('4')
  })

  test.each([
    ['Save', '_Save'],
    ['Save', 'Save (Ctrl+S)'],
    ['保存', '保存(S)'],
    ["Don't Save", 'Don’t Save'],
  ])('%s as its toolkit writes it now: %s', (name, now) => {
    const before = [control('w', 'window', 'Demo', [0, 0], null), control('b', 'button', name, [10, 10])]
    const after = before.map((each) => (each.id === 'b' ? { ...each, name: now } : each))
    expect(idOf(matchLocator(locatorOf(before[1] as Placed, before), after))).toBe('b')
  })

  test('when its window has unsaved work now', () => {
    const before = form()
    const after = before.map((each) => (each.id === 'w' ? { ...each, name: '*Demo' } : each))
    const locator = locatorOf(before[2] as Placed, before)
    expect(idOf(matchLocator(locator, after, () => '*Demo'))).toBe('2')
  })
})

describe('a control is gone', () => {
  test('when its row is, and another row stands in its place: what is beside it says which it is', () => {
    const before = form()
    const swapped = before.map((each) =>
      each.id === '1'
        ? { ...each, name: 'Last name' }
        : each.id === '3'
          ? { ...each, name: 'First name' }
          : each,
    )
    expect(idOf(matchLocator(locatorOf(before[2] as Placed, before), swapped))).toBe('4')
    const other = before.map((each) => (each.id === '1' ? { ...each, name: 'Street' } : each))
    expect(matchLocator(locatorOf(before[2] as Placed, before), other).kind).toBe('gone')
  })

  test('when one of several buttons of its name is meant, and its row has moved away', () => {
    const row = (at: number, name: string): Placed[] => [
      control(`t${at}`, 'text', name, [10, 10 + at * 40]),
      control(`b${at}`, 'button', 'Remove', [100, 10 + at * 40]),
    ]
    const root = control('w', 'window', 'Demo', [0, 0, 600, 400], null)
    const before = [root, ...row(0, 'Ada'), ...row(1, 'Bo'), ...row(2, 'Cy')]
    const locator = locatorOf(before[4] as Placed, before)
    expect(idOf(matchLocator(locator, [root, ...row(0, 'Cy'), ...row(1, 'Ada'), ...row(2, 'Bo')]))).toBe('b2')
    expect(matchLocator(locator, [root, ...row(0, 'Ada'), ...row(1, 'Dee'), ...row(2, 'Cy')]).kind).toBe(
      'gone',
    )
  })

  test('when it was renamed, and the message can say what is there now', () => {
    const before = form()
    const after = before.map((each) => (each.id === '5' ? { ...each, name: 'Store' } : each))
    const match = matchLocator(locatorOf(before[5] as Placed, before), after)
    expect(match.kind).toBe('gone')
    expect(match.kind === 'gone' && match.nearest[0]?.control.name).toBe('Store')
  })

  test('when a button of its name is only in a window of another kind', () => {
    const before = form()
    const elsewhere = [
      control('d', 'dialog', 'Preferences', [0, 0, 300, 200], null),
      control('g', 'group', 'Colours', [0, 0, 300, 100], 'd'),
      control('s', 'button', 'Save', [10, 10], 'g'),
      control('t', 'button', 'Load', [10, 50], 'g'),
      control('u', 'button', 'Reset', [10, 90], 'g'),
    ]
    const match = matchLocator(locatorOf(before[5] as Placed, before), elsewhere, () => 'Preferences')
    expect(match.kind).toBe('gone')
  })

  test('when it was told only by its place, and nothing stands where it stood', () => {
    const before = form()
    const after = [control('x', 'dialog', 'Other', [0, 0], null), control('y', 'edit', '', [5, 5], 'x')]
    expect(matchLocator(locatorOf(before[2] as Placed, before), after, () => 'Other').kind).toBe('gone')
  })
})

const placed: fc.Arbitrary<Placed[]> = fc
  .array(
    fc.record({
      role: fc.constantFrom(...CONTROL_ROLES),
      name: fc.constantFrom('', 'OK', 'Save', 'Save as', 'Name', '7'),
      bounds: fc.record({
        x: fc.integer({ min: 0, max: 500 }),
        y: fc.integer({ min: 0, max: 500 }),
        width: fc.integer({ min: 0, max: 200 }),
        height: fc.integer({ min: 0, max: 100 }),
      }),
      under: fc.nat(),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((list) =>
    list.map(({ under, ...rest }, index) => ({
      ...rest,
      id: String(index),
      parent: index === 0 || under % 3 === 0 ? null : String(under % index),
    })),
  )

describe('whatever is on the screen', () => {
  test('nothing of another role or another name is taken for a control', () => {
    fc.assert(
      fc.property(placed, placed, fc.nat(), (before, after, pick) => {
        const target = before[pick % before.length] as Placed
        const match = matchLocator(locatorOf(target, before), after)
        if (match.kind !== 'found') return
        expect(match.control.role).toBe(target.role)
        const soft = ['document', 'web page', 'window', 'dialog', 'text']
        if (!soft.includes(target.role)) expect(match.control.name).toBe(target.name)
      }),
      { numRuns: 500 },
    )
  })

  test('of two that are alike in everything, neither is taken', () => {
    fc.assert(
      fc.property(placed, fc.nat(), (before, pick) => {
        const target = before[pick % before.length] as Placed
        const locator = locatorOf(target, before)
        // The same screen twice, side by side with itself.
        const twin = before.map((each) => ({
          ...each,
          id: `twin${each.id}`,
          parent: each.parent === null ? null : `twin${each.parent}`,
        }))
        const match = matchLocator({ ...locator, order: null, label: null, neighbours: [] }, [
          ...before,
          ...twin,
        ])
        expect(match.kind).not.toBe('found')
      }),
      { numRuns: 300 },
    )
  })

  test('what is found does not depend on where the window is', () => {
    fc.assert(
      fc.property(placed, fc.nat(), fc.integer(), fc.integer(), (before, pick, dx, dy) => {
        const locator = locatorOf(before[pick % before.length] as Placed, before)
        const moved = before.map((each) => ({
          ...each,
          bounds: { ...each.bounds, x: each.bounds.x + (dx % 5000), y: each.bounds.y + (dy % 5000) },
        }))
        expect(idOf(matchLocator(locator, moved))).toBe(idOf(matchLocator(locator, before)))
      }),
    )
  })
})
