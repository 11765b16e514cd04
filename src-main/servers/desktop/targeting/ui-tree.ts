// Shapes the control tree as it is saved in a run folder: the first seed's shape, with the id and level of the reference.
import type { Control, WindowInfo } from '../../../core/desktop.ts'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'

export interface UITreeNode {
  id: string
  control_type: string
  name: string
  automation_id: string
  /** Left, top, width, height in screen space. */
  bounding_box: [number, number, number, number]
  level: number
  value?: string
  states?: string[]
  children: UITreeNode[]
}

const box = (rect: Rect): [number, number, number, number] => [rect.x, rect.y, rect.width, rect.height]

export function uiTree(window: WindowInfo, controls: Control[]): { root: UITreeNode } {
  const root: UITreeNode = {
    id: window.id,
    control_type: 'Window',
    name: window.title,
    automation_id: window.id,
    bounding_box: box(window.bounds),
    level: 0,
    children: [],
  }
  const nodes = new Map<string, UITreeNode>()
  for (const control of controls) {
    const parent = (control.parent === null ? null : nodes.get(control.parent)) ?? root
    const node: UITreeNode = {
      id: control.id,
      control_type: control.role,
      name: control.name,
      automation_id: control.id,
      bounding_box: box(control.bounds),
      level: parent.level + 1,
      ...(control.value === null ? {} : { value: control.value }),
      ...(control.states.length === 0 ? {} : { states: control.states }),
      children: [],
    }
    nodes.set(control.id, node)
    parent.children.push(node)
  }
  return { root }
}
