import { expect, test, vi } from 'vitest'
import type { ControlRole } from '../../../core/desktop.ts'
import { VirtualClock } from '../../../core/clock.ts'
import { screenRect } from '../../../core/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../platform.ts'
import { LateWindows } from './late-windows.ts'

const element = (role: ControlRole, window: string | null, parent: string | null): PlatformElement => ({
  ref: 'one',
  role,
  name: 'Save as',
  value: null,
  description: '',
  states: [],
  bounds: screenRect({ x: 0, y: 0, width: 9, height: 9 }),
  actions: [],
  parent,
  depth: 0,
  editableText: false,
  window,
})
const tree = (...of: Parameters<typeof element>) => ({ listed: [{ element: element(...of) }] })

test('a dialog that is told of before its window is there is read again until it is placed', async () => {
  const told = [tree('dialog', null, null), tree('dialog', null, null), tree('dialog', '0x7', null)]
  const placed = await new LateWindows().placed(
    () => Promise.resolve(told.shift() ?? tree('dialog', '0x8', null)),
    new RunControl(),
  )
  expect(placed).toEqual(tree('dialog', '0x7', null))
})

test('one that never gets a window is waited for once', async () => {
  const clock = new VirtualClock()
  const run = new RunControl({ clock })
  using _passing = setInterval(() => clock.advance(100), 1)
  const late = new LateWindows()
  const read = vi.fn(() => Promise.resolve(tree('dialog', null, null)))
  expect(await late.placed(read, run)).toEqual(tree('dialog', null, null))
  const asked = read.mock.calls.length
  expect(asked).toBeGreaterThan(2)
  await late.placed(read, run)
  expect(read).toHaveBeenCalledTimes(asked + 1)
})

test.each([
  ['a dialog within a page', tree('dialog', null, 'page')],
  ['a group without a window', tree('group', null, null)],
])('%s has no window to wait for', async (_name, shown) => {
  const read = vi.fn(() => Promise.resolve(shown))
  await new LateWindows().placed(read, new RunControl())
  expect(read).toHaveBeenCalledOnce()
})
