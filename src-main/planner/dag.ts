// Reads the Manager's subtasks as a graph: nodes with ids, edges by id. Reads the seed's form, too (nodes by name, edges of whole
// nodes).
import { z } from 'zod'
import { faultWordsOf } from '../../src-preload/contract/issue-words.ts'
import type { Node } from '../core/global-state.ts'

/** One subtask of a plan. The seed's Node is its `name` and `info`. */
export interface DagNode extends Node {
  id: string
}

export interface Dag {
  nodes: DagNode[]
  /** Pairs of ids: a node, and one that needs it. */
  edges: [string, string][]
}

/** The fault of a graph, in words for the model that made it. */
export class DagFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DagFault'
  }
}

const idOf = z.union([z.string().min(1), z.number()]).transform(String)
const nodeSchema = z.looseObject({
  id: idOf.optional(),
  name: z.string().trim().min(1),
  info: z.union([z.string(), z.null()]).optional(),
})
/** An end of an edge: an id, a name, or the whole node as the seed has it. */
const endSchema = z.union([idOf, nodeSchema])
const pairSchema = z.tuple([endSchema, endSchema])
const edgeSchema = z.union(
  [
    pairSchema,
    z.looseObject({ from: endSchema, to: endSchema }).transform(({ from, to }) => [from, to] as const),
    z
      .looseObject({ source: endSchema, target: endSchema })
      .transform(({ source, target }) => [source, target] as const),
  ],
  { error: 'give the two ids of an edge, as ["1", "2"]' },
)
const graphSchema = z.looseObject({
  nodes: z.array(nodeSchema).min(1).max(200),
  edges: z.array(edgeSchema).default([]),
})

/**
 * Reads the graph in a reply: `<json>` tags, a fenced block, or the first object that has nodes, with or without `{"dag": …}` around it.
 * Throws DagFault: no graph, an edge to nothing, two nodes with the same id, a cycle.
 */
export function parseDag(reply: string): Dag {
  const parsed = graphSchema.safeParse(graphIn(reply))
  if (!parsed.success) {
    throw new DagFault(`The graph does not fit: ${faultWordsOf(parsed.error)}.`)
  }
  const nodes = withIds(parsed.data.nodes)
  const edges = parsed.data.edges.map(([from, to]): [string, string] => [
    endOf(from, nodes),
    endOf(to, nodes),
  ])
  const unique = [...new Map(edges.map((edge) => [edge.join('\0'), edge])).values()]
  const dag = { nodes, edges: unique }
  topologicalOrder(dag)
  return dag
}

/**
 * Reads the subtasks of a reply that is only a numbered list, starting from 1; lines without a number continue the one above. Null for any
 * other text.
 */
export function numberedList(plan: string): DagNode[] | null {
  const nodes: DagNode[] = []
  for (const line of plan.split('\n').filter((each) => each.trim() !== '')) {
    const [, number, name = ''] = /^ {0,3}(\d+)[.)]\s+(.+?)\s*$/.exec(line) ?? []
    if (number !== undefined && Number(number) === nodes.length + 1)
      nodes.push({ id: number, name, info: '' })
    else {
      const above = nodes.at(-1)
      if (!above || (number !== undefined && !/^\s/.test(line))) return null
      above.info = `${above.info}\n${line.trim()}`.trim()
    }
  }
  return nodes.length > 0 ? nodes : null
}

/**
 * Orders the nodes so that each comes after those that it needs; independent ones stay in the reply's order. Throws DagFault that names a
 * cycle.
 */
export function topologicalOrder({ nodes, edges }: Dag): DagNode[] {
  const waits = new Map(nodes.map(({ id }) => [id, edges.filter(([, to]) => to === id).length]))
  const order: DagNode[] = []
  const left = new Set(nodes)
  while (left.size > 0) {
    const free = nodes.find((node) => left.has(node) && waits.get(node.id) === 0)
    if (!free)
      throw new DagFault(`The subtasks wait for each other: ${circleIn([...left], edges).join(' → ')}.`)
    left.delete(free)
    order.push(free)
    for (const [from, to] of edges) if (from === free.id) waits.set(to, (waits.get(to) ?? 0) - 1)
  }
  return order
}

/** Names the nodes of a cycle, with the first one again at the end. */
function circleIn(nodes: DagNode[], edges: Dag['edges']): string[] {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id
  const path: string[] = []
  // Every node left needs another node left, so going back must reach a node again.
  let at = nodes[0]?.id
  while (at !== undefined && !path.includes(at)) {
    path.unshift(at)
    const [here] = path
    at = edges.find(([from, to]) => to === here && nodes.some(({ id }) => id === from))?.[0]
  }
  const circle = at === undefined ? path : [at, ...path.slice(0, path.indexOf(at) + 1)]
  return circle.map(nameOf)
}

function withIds(nodes: z.output<typeof nodeSchema>[]): DagNode[] {
  const taken = new Set(nodes.flatMap(({ id }) => (id === undefined ? [] : [id])))
  let next = 1
  const fresh = () => {
    while (taken.has(String(next))) next++
    taken.add(String(next))
    return String(next)
  }
  const made = nodes.map(({ id, name, info }) => ({ id: id ?? fresh(), name, info: info ?? '' }))
  const twice = made.find(({ id }, index) => made.findIndex((other) => other.id === id) !== index)
  if (twice) throw new DagFault(`Two subtasks have the id ${twice.id}: give each its own.`)
  // The seed's edges refer to nodes by name, so two equal names would be ambiguous.
  const same = made.find((node, index) => made.findIndex((other) => other.name === node.name) !== index)
  const hasOwnIds = nodes.every(({ id }) => id !== undefined)
  if (same && !hasOwnIds)
    throw new DagFault(`Two subtasks are called “${same.name}”: give each an id of its own.`)
  return made
}

function endOf(end: z.output<typeof endSchema>, nodes: DagNode[]): string {
  const wanted = typeof end === 'string' ? end : (end.id ?? end.name)
  const found = nodes.find(({ id }) => id === wanted) ?? nodes.find(({ name }) => name === wanted)
  if (!found) throw new DagFault(`An edge leads to “${wanted}”, which is none of the nodes.`)
  return found.id
}

function graphIn(reply: string): unknown {
  for (const text of candidates(reply)) {
    const value = parsedObject(text)
    const graph = value && (isGraph(value) ? value : Object.values(value).find(isGraph))
    if (graph) return graph
  }
  throw new DagFault('There is no graph in the reply: {"dag": {"nodes": […], "edges": […]}} is needed.')
}

const isGraph = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'nodes' in value

function* candidates(reply: string): Generator<string> {
  for (const tagged of reply.matchAll(/<json>([\s\S]*?)(?:<\/json>|$)/gi)) yield tagged[1] ?? ''
  for (const block of reply.matchAll(/```[^\n`]*\n([\s\S]*?)```/g)) yield block[1] ?? ''
  yield reply
}

/** Finds the object in a text that may contain more; null when there is none. */
function parsedObject(text: string): Record<string, unknown> | null {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to < from) return null
  try {
    const value: unknown = JSON.parse(text.slice(from, to + 1))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
