import { expect, test } from 'vitest'
import type { Point, Rect } from '../../../../src-preload/contract/geometry.ts'
import type { TreeNode } from './collect.ts'
import { popupMenusIn, shiftJavaMenus } from './java-menus.ts'
import { AtspiRole } from './roles.ts'

const nodeOf = (role: number, name: string, children: TreeNode[] = []): TreeNode => ({
  bus: ':1.9',
  path: `/${role}/${name}`,
  role,
  name,
  description: '',
  states: [0, 0],
  interfaces: null,
  cached: false,
  chosen: null,
  childCount: children.length,
  children,
  sheet: false,
})
const NAMES = ['Print', 'Print to PDF', 'Preferences', 'Quit']
const itemsOf = () => NAMES.map((name) => nodeOf(AtspiRole.menuItem, name))

/** Measured on Sweet Home 3D: items of 21 pixels, one row above those of the pop-up. */
function menusAt(popup: Rect): {
  byMenu: TreeNode[]
  byPopup: TreeNode[]
  shifts: Map<TreeNode, Point | null>
} {
  const [byMenu, byPopup] = [itemsOf(), itemsOf()]
  const rects = new Map<TreeNode, Rect | null>()
  for (const items of [byMenu, byPopup])
    items.forEach((item, row) => rects.set(item, { x: 134, y: 106 + 21 * row, width: 253, height: 21 }))
  const menu = nodeOf(AtspiRole.menu, 'File', byMenu)
  const open = nodeOf(AtspiRole.popupMenu, '', byPopup)
  rects.set(open, popup)
  const root = nodeOf(AtspiRole.frame, 'Plan', [menu, open])
  expect(popupMenusIn(root)).toEqual([open])
  const shifts = new Map<TreeNode, Point | null>()
  shiftJavaMenus(root, rects, shifts)
  return { byMenu, byPopup, shifts }
}

test('an item is moved into its pop-up, whether it is told in the menu or in the pop-up', () => {
  const { byMenu, byPopup, shifts } = menusAt({ x: 133, y: 124, width: 255, height: 88 })
  for (const item of [...byMenu, ...byPopup]) {
    const shift = shifts.get(item)
    expect(shift?.x).toBe(0)
    expect(Math.abs((shift?.y ?? 0) - 20)).toBeLessThanOrEqual(1)
  }
})

test('an item of a menu whose pop-up does not hold it has no place', () => {
  const { byMenu, byPopup, shifts } = menusAt({ x: 133, y: 124, width: 255, height: 300 })
  for (const item of [...byMenu, ...byPopup]) expect(shifts.get(item)).toBeNull()
})
