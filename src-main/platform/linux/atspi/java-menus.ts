// Finds where the items of Java's menus are: its bridge reports them beside their pop-up, one row off.
import type { Point, Rect } from '../../../../src-preload/contract/geometry.ts'
import type { TreeNode } from './collect.ts'
import { menuShift } from './placement.ts'
import { isPlaced } from './places.ts'
import { AtspiRole } from './roles.ts'

export const popupMenusIn = (node: TreeNode): TreeNode[] => [
  ...(node.role === AtspiRole.popupMenu ? [node] : []),
  ...node.children.flatMap(popupMenusIn),
]

/**
 * Gives the shifts of all items, which the bridge tells in the menu and once more in its pop-up, and of both too high. A menu without a
 * pop-up has no place.
 */
export function shiftJavaMenus(
  root: TreeNode,
  rects: ReadonlyMap<TreeNode, Rect | null>,
  shifts: Map<TreeNode, Point | null>,
): void {
  const popups = popupMenusIn(root).flatMap((node) => rects.get(node) ?? [])
  const visit = (node: TreeNode) => {
    const items = node.children.filter((child) => isPlaced(rects.get(child) ?? null))
    const own = node.role === AtspiRole.popupMenu ? (rects.get(node) ?? null) : null
    if ((node.role === AtspiRole.menu || node.role === AtspiRole.popupMenu) && items.length > 0) {
      const shift = menuShift(
        items.flatMap((item) => rects.get(item) ?? []),
        own ? [own] : popups,
      )
      for (const item of items) shifts.set(item, shift)
    }
    node.children.forEach(visit)
  }
  visit(root)
}
