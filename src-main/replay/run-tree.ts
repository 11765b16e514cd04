// Reads the control tree of a recorded step back from the run folder.
import { z } from 'zod'
import { controlRoleSchema } from '../core/desktop.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import type { Placed } from './locator.ts'

interface Node {
  id: string
  control_type: string
  name: string
  bounding_box: [number, number, number, number]
  children: Node[]
}
const nodeSchema: z.ZodType<Node> = z.object({
  id: z.string(),
  control_type: z.string(),
  name: z.string(),
  bounding_box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  get children() {
    return z.array(nodeSchema)
  },
})

/** Returns the controls as they were when the step began; null where `save_ui_tree` was off or nothing was observed. */
export async function treeOfStep(folder: RunFolder, step: number): Promise<Placed[] | null> {
  const text = await folder.readFile(`ui_trees/ui_tree_step${step}.json`).catch(() => null)
  if (text === null) return null
  const { root } = z.object({ root: nodeSchema }).parse(JSON.parse(text.toString()))
  const placed: Placed[] = []
  const add = (node: Node, parent: string | null) => {
    const [x, y, width, height] = node.bounding_box
    const role = controlRoleSchema.catch('other').parse(node.control_type)
    placed.push({ id: node.id, role, name: node.name, bounds: { x, y, width, height }, parent })
    for (const child of node.children) add(child, node.id)
  }
  for (const child of root.children) add(child, null)
  return placed
}
