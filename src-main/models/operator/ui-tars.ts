// Reads UI-TARS action text: `Thought: … Action: click(start_box='(x,y)')`, with or without the marks that models put around
// points. It is a small grammar, and none of the text is ever evaluated.
import type { Point } from '../../../src-preload/contract/geometry.ts'
import { nearest } from '../../matching/nearest.ts'
import type { ScreenPoint } from '../../core/geometry.ts'
import { CallFault } from '../call-lexer.ts'
import { parseCall, type Call, type CallDialect, type CallValue } from '../call-parser.ts'
import { OperatorFault } from './fault.ts'
import type { OperatorAction } from './reply.ts'

export interface Said {
  thought: string | null
  actions: OperatorAction[]
  status: 'CONTINUE' | 'PENDING' | 'FINISH'
  result: string | null
  question: string | null
}

export interface Surroundings {
  toScreen: (point: Point) => ScreenPoint
  /** Where a scroll without a point happens. */
  middle: ScreenPoint
  /** Names of the other tools on offer. */
  tools: readonly string[]
}

/** Describes to the model which actions it can write. `tools` are lines of further functions. */
export const actionSpace = (tools: readonly string[]): string =>
  [
    "click(start_box='(x1,y1)')",
    "left_double(start_box='(x1,y1)')",
    "right_single(start_box='(x1,y1)')",
    "middle_click(start_box='(x1,y1)')",
    "hover(start_box='(x1,y1)')",
    "drag(start_box='(x1,y1)', end_box='(x2,y2)')",
    "hotkey(key='ctrl c') # Keys in lower case with spaces between them, at most three.",
    "type(content='xxx') # Escape quotes and new lines: \\', \\\", \\n. To submit what you type, put \\n at its end.",
    "scroll(start_box='(x1,y1)', direction='down or up or right or left')",
    'wait() # Waits 5 s, then shows the screen again.',
    ...tools,
    "finished(content='xxx') # The task is done; content answers it.",
    "call_user(content='xxx') # Asks the person what only they can answer.",
  ].join('\n')

const WAIT_SECONDS = 5
const NOTCHES = 5
/** The most actions of one reply. */
const MAX_ACTIONS = 20
/** The most places that are tried as the beginning of the actions. */
const MAX_BEGINNINGS = 10

const DIALECT: CallDialect = { usageOf, positional: false, dotted: false, casts: {} }

/** Reads the meaning of a reply. Throws OperatorFault with what to write instead. */
export function readUiTars(text: string, around: Surroundings): Said {
  const { thought, calls } = partsOf(text)
  const said: Said = { thought, actions: [], status: 'CONTINUE', result: null, question: null }
  for (const call of calls) {
    if (said.status !== 'CONTINUE') throw new OperatorFault('Nothing can follow finished() or call_user().')
    take(call, said, around)
  }
  // The model must see the effect of its actions first, so an end that came with them does not count.
  return said.actions.length > 0 ? { ...said, status: 'CONTINUE', result: null, question: null } : said
}

const FORM = "Write: Thought: … (new line) Action: click(start_box='(x,y)')"

/**
 * Takes the last `Action:` that is followed by calls. The text before it is thought, which may quote other actions; a typed text may
 * contain one, too, which is never carried out.
 */
function partsOf(text: string): { thought: string | null; calls: Call[] } {
  const marks = [...text.matchAll(/^(?:\*|[^\S\n])*Actions?\s*[:：]\**/gm)]
    .slice(-MAX_BEGINNINGS)
    .toReversed()
  let fault: OperatorFault | null = null
  for (const mark of marks) {
    try {
      const calls = callsOf(text.slice(mark.index + mark[0].length))
      if (calls.length > 0) return { thought: thoughtOf(text.slice(0, mark.index)), calls }
      fault ??= new OperatorFault(`There is no action after “Action:”. ${FORM}`)
    } catch (error) {
      if (!(error instanceof OperatorFault)) throw error
      fault ??= error
    }
  }
  throw fault ?? new OperatorFault(`“Action:” is missing. ${FORM}`)
}

function thoughtOf(text: string): string | null {
  const thought = text
    .replace(/^[\s*]*(?:Thought|Reflection|Action_Summary)\s*[:：]\**/i, '')
    .replaceAll(/<\/?think>/g, '')
    .trim()
  return thought === '' ? null : thought
}

/** Reads calls one after the other, in a fence or not. */
function callsOf(text: string): Call[] {
  const calls: Call[] = []
  let rest = unfenced(text)
  while (rest !== '') {
    if (calls.length >= MAX_ACTIONS)
      throw new OperatorFault(`Give at most ${MAX_ACTIONS} actions in one reply.`)
    const { call, end } = readCall(rest)
    calls.push(call)
    rest = unfenced(rest.slice(end))
  }
  return calls
}

const unfenced = (text: string): string =>
  text
    .trim()
    .replace(/^```\w*|```$/g, '')
    .replace(/^[;\s]+/, '')

function readCall(text: string): { call: Call; end: number } {
  try {
    return parseCall(text, DIALECT)
  } catch (error) {
    if (!(error instanceof CallFault)) throw error
    const call = bareQuotes(text)
    if (call === null) throw new OperatorFault(error.message)
    return { call, end: text.length }
  }
}

/** Reads a last action whose text has unescaped quotes, as these models often write it: `type(content='it's')`. */
function bareQuotes(text: string): Call | null {
  const found = /^((?:type|finished|call_user)\(\s*(?:content|text)\s*=\s*)(['"])([^]*)\2\s*\)\s*$/.exec(text)
  const [, head = '', quote = '', inner = ''] = found ?? []
  // Where another call seems to follow, the end of the text can't be known.
  if (!found || /['"]\s*\)[^\S\n]*\n\s*\w+\(/.test(inner)) return null
  const escaped = inner.replaceAll(/\\[^]|['"]/g, (part) => (part.startsWith('\\') ? part : `\\${part}`))
  try {
    return parseCall(`${head}${quote}${escaped}${quote})`, DIALECT).call
  } catch (error) {
    if (error instanceof CallFault) return null
    throw error
  }
}

// What the calls mean.

type Read = (call: Call, around: Surroundings) => OperatorAction

const click =
  (button: 'left' | 'middle' | 'right', times: number): Read =>
  (call, around) => ({ type: 'click', point: pointIn(call, START, around), button, times, keys: [] })

/** Names of the start point, which differ between the generations of these models. */
const START = ['start_box', 'point', 'start_point', 'box'] as const
const END = ['end_box', 'end_point'] as const

const hotkey: Read = (call) => {
  const keys = textIn(call, ['key', 'keys', 'hotkey'])
    // `ctrl + c` means `ctrl+c`, but `ctrl +` means two keys.
    .replaceAll(/(?<=\w)\s+\+\s+(?=\w)/g, '+')
    .split(/\s+/)
    .filter((key) => key !== '')
  if (keys.length === 0) throw new OperatorFault(`${call.name} needs a key: ${usageOf('hotkey')}.`)
  return { type: 'keypress', keys }
}
const scroll: Read = (call, around) => {
  const direction = textIn(call, ['direction']).toLowerCase()
  const by = DIRECTIONS[direction]
  if (!by) throw new OperatorFault(`direction must be down, up, right or left; it is “${direction}”.`)
  const placed = START.some((name) => name in call.keywords)
  return { type: 'scroll', point: placed ? pointIn(call, START, around) : around.middle, ...by, keys: [] }
}
const DIRECTIONS: Record<string, { up: number; left: number } | undefined> = {
  up: { up: NOTCHES, left: 0 },
  down: { up: -NOTCHES, left: 0 },
  left: { up: 0, left: NOTCHES },
  right: { up: 0, left: -NOTCHES },
}
const move: Read = (call, around) => ({ type: 'move', point: pointIn(call, START, around), keys: [] })
const drag: Read = (call, around) => ({
  type: 'drag',
  path: [pointIn(call, START, around), pointIn(call, END, around)],
  keys: [],
})

const READ: Record<string, Read> = {
  click: click('left', 1),
  left_single: click('left', 1),
  left_click: click('left', 1),
  left_double: click('left', 2),
  double_click: click('left', 2),
  right_single: click('right', 1),
  right_click: click('right', 1),
  middle_click: click('middle', 1),
  hover: move,
  move,
  move_to: move,
  drag,
  select: drag,
  hotkey,
  press: hotkey,
  type: (call) => ({ type: 'type', text: textIn(call, ['content', 'text']) }),
  scroll,
  wait: () => ({ type: 'wait', seconds: WAIT_SECONDS }),
}
const ENDS = ['finished', 'call_user']

function take(call: Call, said: Said, around: Surroundings): void {
  const { name, keywords } = call
  if (name === 'finished') {
    said.status = 'FINISH'
    said.result = optionalText(keywords['content'])
  } else if (name === 'call_user') {
    said.status = 'PENDING'
    said.question = optionalText(keywords['content']) ?? said.thought ?? 'What shall I do?'
  } else if (around.tools.includes(name)) {
    said.actions.push({ type: 'call', name, arguments: { ...keywords } })
  } else {
    const read = Object.hasOwn(READ, name) ? READ[name] : undefined
    if (!read) throw new OperatorFault(unknownAction(name, around.tools))
    said.actions.push(read(call, around))
  }
}

function unknownAction(name: string, tools: readonly string[]): string {
  const names = [...Object.keys(READ), ...tools, ...ENDS]
  const [meant] = nearest(name, names)
  return `There is no action ${name}. ${meant === undefined ? `Use one of: ${names.join(', ')}.` : `Did you mean ${usageOf(meant)}?`}`
}

/** Gives the form of an action. */
function usageOf(name: string): string {
  const line = actionSpace([])
    .split('\n')
    .find((each) => each.startsWith(`${name}(`))
  return line?.replace(/ #.*$/, '') ?? `${name}(…)`
}

function textIn({ name, keywords }: Call, keys: readonly string[]): string {
  const key = keys.find((each) => each in keywords)
  const value = key === undefined ? undefined : keywords[key]
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new OperatorFault(`${name} needs ${keys[0] ?? 'a text'}: ${usageOf(name)}.`)
}

const optionalText = (value: CallValue | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

const MARKS = /<\|(?:box|point)_(?:start|end)\|>|<\/?(?:point|bbox|box)>/g
const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`
const NUMBERS = new RegExp(
  String.raw`^[([\s]*(${NUMBER})[,\s]+(${NUMBER})(?:[,\s]+(${NUMBER})[,\s]+(${NUMBER}))?[)\]\s]*$`,
)

/** Reads a point, or takes the middle of a box. */
function pointIn(call: Call, keys: readonly string[], { toScreen }: Surroundings): ScreenPoint {
  const key = keys.find((each) => each in call.keywords)
  if (key === undefined)
    throw new OperatorFault(`${call.name} needs ${keys[0] ?? 'a point'}: ${usageOf(call.name)}.`)
  const value = call.keywords[key]
  const numbers = Array.isArray(value) ? value.flat() : numbersIn(value ?? null)
  const [x1, y1, x2, y2] = numbers
  const fits = numbers.length === 2 || numbers.length === 4
  if (!fits || !numbers.every((each) => typeof each === 'number'))
    throw new OperatorFault(`${key} must be a point such as '(120,340)'; it is ${JSON.stringify(value)}.`)
  const [x, y] = [Number(x1), Number(y1)]
  return toScreen(numbers.length === 2 ? { x, y } : { x: (x + Number(x2)) / 2, y: (y + Number(y2)) / 2 })
}

function numbersIn(value: CallValue): number[] {
  const found = typeof value === 'string' ? NUMBERS.exec(value.replaceAll(MARKS, ' ')) : null
  return found ? found.slice(1).flatMap((each) => (each === undefined ? [] : [Number(each)])) : []
}
