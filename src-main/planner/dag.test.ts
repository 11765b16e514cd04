import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DagFault, numberedList, parseDag, topologicalOrder, type Dag } from './dag.ts'

const names = (dag: Dag) => topologicalOrder(dag).map(({ name }) => name)
const json = (nodes: unknown[], edges: unknown[]) => JSON.stringify({ dag: { nodes, edges } })
const node = (id: string, name = id.toUpperCase()) => ({ id, name, info: '' })
const faultOf = (reply: string): string => {
  try {
    parseDag(reply)
    return 'no fault'
  } catch (error) {
    if (error instanceof DagFault) return error.message
    throw error
  }
}

describe('a plan as a graph', () => {
  it('is read in the form of the seed’s example', () => {
    const reply =
      '<json>\n{\n  "dag": {\n    "nodes": [\n      {\n        "name": "Open Finder",\n        "info": "Click on the Finder icon in the dock to open Finder."\n      }\n    ],\n    "edges": []\n  }\n}\n</json>'
    expect(parseDag(reply)).toEqual({
      nodes: [{ id: '1', name: 'Open Finder', info: 'Click on the Finder icon in the dock to open Finder.' }],
      edges: [],
    })
  })

  it('is read with edges of whole nodes, of names, of ids and as from and to', () => {
    const a = { name: 'A', info: 'first' }
    const b = { name: 'B', info: 'second' }
    const forms = [
      [a, b],
      ['A', 'B'],
      ['1', '2'],
      [1, 2],
      { from: 'A', to: 'B' },
      { source: '1', target: '2' },
    ]
    for (const edge of forms) expect(parseDag(json([b, a].toReversed(), [edge])).edges).toEqual([['1', '2']])
  })

  it('is found in a fenced block, in bare text and without “dag” around it', () => {
    const graph = JSON.stringify({ nodes: [{ name: 'A' }] })
    for (const reply of [
      `Here:\n\`\`\`json\n${graph}\n\`\`\``,
      `The graph is ${graph}.`,
      graph,
      `{"plan": ${graph}}`,
    ]) {
      expect(parseDag(reply).nodes).toEqual([{ id: '1', name: 'A', info: '' }])
    }
  })

  it('keeps the order of the plan where nothing else is said', () => {
    expect(names({ nodes: ['a', 'b', 'c'].map((id) => node(id)), edges: [['c', 'a']] })).toEqual([
      'B',
      'C',
      'A',
    ])
  })

  it('may have two nodes of one name when each has an id', () => {
    const reply = json([node('1', 'Save'), node('2', 'Save')], [['1', '2']])
    expect(parseDag(reply).nodes).toHaveLength(2)
  })

  it.each([
    ['no graph', 'First open the file.', /no graph/],
    ['an error as the reply', 'Error: LLM call failed', /no graph/],
    ['no nodes', json([], []), /does not fit: nodes: use at least 1\.$/],
    ['a node without a name', json([{ info: 'x' }], []), /nodes\.0\.name: it is missing, give a text\.$/],
    ['a name that is a number', json([{ name: 5 }], []), /nodes\.0\.name: give a text\.$/],
    [
      'an edge that is a word',
      json([node('a')], ['a']),
      /edges\.0: give the two ids of an edge, as \["1", "2"\]\.$/,
    ],
    ['an edge with an end that is none', json([node('a')], [['a', true]]), /edges\.0: give the two ids/],
    ['an edge to nothing', json([node('a')], [['a', 'z']]), /“z”, which is none/],
    ['an id twice', json([node('a'), node('a', 'other')], []), /id a/],
    ['a name twice without ids', json([{ name: 'A' }, { name: 'A' }], []), /called “A”/],
    [
      'a circle',
      json(
        [node('a'), node('b'), node('c')],
        [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ],
      ),
      /wait for each other: .*→.*→/,
    ],
    ['a node that needs itself', json([node('a')], [['a', 'a']]), /wait for each other: A → A/],
  ])('is refused with what is wrong: %s', (_what, reply, message) => {
    expect(faultOf(reply)).toMatch(message)
  })

  it('puts every node after all that it needs, whatever the graph', () => {
    const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        pairs: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1))),
        shuffle: fc.shuffledSubarray([...Array(size).keys()], { minLength: size, maxLength: size }),
      }),
    )
    fc.assert(
      fc.property(graph, ({ pairs, shuffle }) => {
        // Edges from lower to higher numbers make no circle.
        const edges = pairs.filter(([from, to]) => from < to)
        const dag: Dag = {
          nodes: shuffle.map((index) => node(String(index))),
          edges: edges.map(([from, to]) => [String(from), String(to)]),
        }
        const order = topologicalOrder(dag).map(({ id }) => id)
        expect(order.toSorted()).toEqual(dag.nodes.map(({ id }) => id).toSorted())
        for (const [from, to] of dag.edges) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to))
      }),
    )
  })
})

describe('a plan that is a numbered list', () => {
  it('keeps the lines of a text that a subtask writes, though they are not indented', () => {
    expect(numberedList('1. Write into a.csv:\nName,Price\nNut,5\n2. Print it.')).toEqual([
      { id: '1', name: 'Write into a.csv:', info: 'Name,Price\nNut,5' },
      { id: '2', name: 'Print it.', info: '' },
    ])
  })

  it('is none where it begins with other words or its numbers do not go up', () => {
    expect(numberedList('First:\n1. Write.')).toBeNull()
    expect(numberedList('1. Write.\n3. Print.')).toBeNull()
  })
})
