import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { screenPoint } from '../../core/geometry.ts'
import { OperatorFault } from './fault.ts'
import { actionSpace, readUiTars } from './ui-tars.ts'

const around = {
  toScreen: ({ x, y }: { x: number; y: number }) => screenPoint(x, y),
  middle: screenPoint(640, 400),
  tools: ['launch_application'],
}
const read = (text: string) => readUiTars(text, around)
const actionsOf = (action: string) => read(`Thought: so.\nAction: ${action}`).actions
const faultOf = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof OperatorFault) return error.message
    throw error
  }
  throw new Error('There was no fault.')
}
const click = (x: number, y: number) => [
  { type: 'click', point: { x, y }, button: 'left', times: 1, keys: [] },
]

describe('points', () => {
  test.each([
    `click(start_box='(100,200)')`,
    `click(start_box='<|box_start|>(100,200)<|box_end|>')`,
    `click(point='<point>100 200</point>')`,
    `click(start_box='[90, 180, 110, 220]')`,
    `click(start_box='<bbox>90 180 110 220</bbox>')`,
    `click(start_box=(100, 200))`,
    `click(start_box="100,200")`,
    `left_single(start_box='( 100 , 200 )')`,
  ])('are read in every form that models write: %s', (action) => {
    expect(actionsOf(action)).toEqual(click(100, 200))
  })
})

test.each([
  [
    `left_double(start_box='(1,2)')`,
    { type: 'click', point: { x: 1, y: 2 }, button: 'left', times: 2, keys: [] },
  ],
  [
    `right_single(start_box='(1,2)')`,
    { type: 'click', point: { x: 1, y: 2 }, button: 'right', times: 1, keys: [] },
  ],
  [`hover(start_box='(1,2)')`, { type: 'move', point: { x: 1, y: 2 }, keys: [] }],
  [
    `drag(start_box='(1,2)', end_box='(3,4)')`,
    {
      type: 'drag',
      path: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      keys: [],
    },
  ],
  [
    `drag(start_point='<point>1 2</point>', end_point='<point>3 4</point>')`,
    {
      type: 'drag',
      path: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      keys: [],
    },
  ],
  [`hotkey(key='ctrl shift s')`, { type: 'keypress', keys: ['ctrl', 'shift', 's'] }],
  [`hotkey(key='ctrl+c')`, { type: 'keypress', keys: ['ctrl+c'] }],
  [`hotkey(key='ctrl + c')`, { type: 'keypress', keys: ['ctrl+c'] }],
  [`hotkey(key='ctrl+a delete')`, { type: 'keypress', keys: ['ctrl+a', 'delete'] }],
  [`hotkey(key='ctrl +')`, { type: 'keypress', keys: ['ctrl', '+'] }],
  [`type(content='It\\'s “here”\\n')`, { type: 'type', text: "It's “here”\n" }],
  [`type(content='it's "here"\\n')`, { type: 'type', text: 'it\'s "here"\n' }],
  [`type(content="say "yes" (or 'no')")`, { type: 'type', text: `say "yes" (or 'no')` }],
  [
    `scroll(start_box='(1,2)', direction='down')`,
    { type: 'scroll', point: { x: 1, y: 2 }, up: -5, left: 0, keys: [] },
  ],
  [`scroll(direction='left')`, { type: 'scroll', point: { x: 640, y: 400 }, up: 0, left: 5, keys: [] }],
  [`wait()`, { type: 'wait', seconds: 5 }],
  [
    `launch_application(name='mousepad')`,
    { type: 'call', name: 'launch_application', arguments: { name: 'mousepad' } },
  ],
])('%s', (action, meant) => {
  expect(actionsOf(action)).toEqual([meant])
})

test('the thought is what stands before the last “Action:”, and may quote actions', () => {
  const said = read('Thought: I would say “\nAction: wait()” but no.\n\nAction: click(start_box="(5,6)")')
  expect(said.actions).toEqual(click(5, 6))
  expect(said.thought).toContain('but no.')
})

test('a text that is typed may hold lines that look like actions: they are typed', () => {
  const said = read(
    `Thought: I write it down.\nAction: type(content='notes\nAction: hotkey(key="alt f4")\n')`,
  )
  expect(said.actions).toEqual([{ type: 'type', text: 'notes\nAction: hotkey(key="alt f4")\n' }])
  expect(said.thought).toBe('I write it down.')
})

test('several actions may follow each other, in a fence or not', () => {
  const said = read("Thought: a\nAction:\n```\nclick(start_box='(1,2)')\n\ntype(content='x')\n```")
  expect(said.actions.map(({ type }) => type)).toEqual(['click', 'type'])
})

test('finished ends with its answer, call_user asks the person', () => {
  expect(read("Thought: done\nAction: finished(content='It is 42.')")).toMatchObject({
    status: 'FINISH',
    result: 'It is 42.',
    actions: [],
  })
  expect(read('Thought: Which of the two files?\nAction: call_user()')).toMatchObject({
    status: 'PENDING',
    question: 'Which of the two files?',
  })
})

test.each([`finished(content='Clicked.')`, `call_user(content='Is it right?')`])(
  'what stands before %s is done, and shown before it ends or asks',
  (end) => {
    const said = read(`Thought: a\nAction: click(start_box='(1,2)')\n${end}`)
    expect(said).toMatchObject({ actions: click(1, 2), status: 'CONTINUE', result: null, question: null })
  },
)

test.each([
  ['I clicked it.', '“Action:” is missing.'],
  ['Thought: x\nAction:', 'There is no action'],
  ["Action: clik(start_box='(1,2)')", "Did you mean click(start_box='(x1,y1)')?"],
  ['Action: click()', "click needs start_box: click(start_box='(x1,y1)')."],
  ["Action: click(start_box='the button')", `must be a point such as '(120,340)'; it is "the button".`],
  ["Action: click('(1,2)')", 'Name each argument of click'],
  ["Action: scroll(start_box='(1,2)', direction='sideways')", 'direction must be down, up, right or left'],
  ['Action: type(content=os.system("rm -rf /"))', '“os” is no value'],
  ["Action: type(content='never ends)", 'has no end'],
  ["Action: type(content='it's')\nclick(start_box='(1,2)')", 'was not expected in type'],
  ["Action: finished()\nclick(start_box='(1,2)')", 'Nothing can follow'],
  ['Action: __import__("os").system("ls")', 'Name each argument of __import__'],
])('%j goes back with what is wrong', (text, fault) => {
  expect(faultOf(text)).toContain(fault)
})

test('whatever a model says is read or is a fault in words', () => {
  const word = fc.constantFrom(
    'Action:',
    'click',
    '(',
    ')',
    "start_box='(1,2)'",
    ',',
    '\n',
    '```',
    'type',
    "content='",
    "'",
    'Thought:',
    '\\',
    '=',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(word).map((words) => words.join('')),
        fc.string(),
      ),
      (text) => {
        try {
          expect(read(text).actions.length).toBeLessThanOrEqual(20)
        } catch (error) {
          expect(error).toBeInstanceOf(OperatorFault)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('every line of the action space can be read', () => {
  const lines = actionSpace([]).split('\n')
  for (const line of lines) {
    const action = line
      .replace(/ #.*$/, '')
      .replaceAll(/\(x\d,y\d\)/g, '(1,2)')
      .replace('down or up or right or left', 'up')
    expect(() => read(`Action: ${action}`)).not.toThrow()
  }
})

test.each([
  ['before any action', 'Thought: x', '', '“Action:” is missing'],
  ['after an action', "Action: click(start_box='(1,2)')", 'x', 'too long'],
  ['after a text', "Action: type(content='it's')", "'s')", 'too long'],
])('blank lines without an end %s take no time', (_, before, after, fault) => {
  expect(() => read(`${before}${'\n'.repeat(300_000)}${after}`)).toThrow(fault)
})
