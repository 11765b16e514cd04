// Accepts a reply that is written otherwise than asked for, where its meaning is beyond doubt: names of fields, statuses,
// arguments. What may mean two things stays as it is, and the model hears what is wrong.
import { isRecord } from '../core/record.ts'
import type { MCPToolInfo } from '../core/command.ts'
import { bareCalls } from './bare-calls.ts'
import { nearest } from '../matching/nearest.ts'

/** Maps the names that models use to the field's own, compared without case, blanks and signs. */
const FIELDS: Record<string, string> = {
  actions: 'action',
  acts: 'action',
  toolcalls: 'action',
  question: 'questions',
  observations: 'observation',
  thoughts: 'thought',
  reasoning: 'thought',
  subtask: 'current_subtask',
  actioninput: 'arguments',
  toolinput: 'arguments',
  args: 'arguments',
  params: 'arguments',
  parameters: 'arguments',
}
const ACTION_FIELDS: Record<string, string> = {
  tool: 'function',
  toolname: 'function',
  name: 'function',
  functionname: 'function',
  action: 'function',
  args: 'arguments',
  params: 'arguments',
  parameters: 'arguments',
  input: 'arguments',
}
const STATUSES: Record<string, string> = {
  FINISHED: 'FINISH',
  DONE: 'FINISH',
  COMPLETE: 'FINISH',
  COMPLETED: 'FINISH',
  SUCCESS: 'FINISH',
  FAILED: 'FAIL',
  FAILURE: 'FAIL',
  CONTINUED: 'CONTINUE',
  IN_PROGRESS: 'CONTINUE',
  CONFIRMATION: 'CONFIRM',
}
const TEXTS = ['observation', 'thought', 'comment', 'current_subtask', 'reason']
const LISTS = ['plan', 'questions', 'message']

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * @param acts where such a reply says what to do: at its top, too, or in its list alone; missing thoughts are then no fault. False where
 * it does nothing.
 */
export function tidyReply(
  given: Record<string, unknown>,
  tools: readonly MCPToolInfo[],
  acts: 'top' | 'list' | false,
): Record<string, unknown> {
  const tidy = renamed(unwrapped(given), FIELDS)
  for (const name of TEXTS) if (name in tidy) tidy[name] = asText(tidy[name])
  for (const name of LISTS) if (name in tidy) tidy[name] = asTexts(tidy[name])
  if ('status' in tidy)
    tidy['status'] = asStatus(
      [tidy['status']].flat().length === 1 ? [tidy['status']].flat()[0] : tidy['status'],
    )
  if (typeof tidy['complete'] === 'string') tidy['complete'] = tidy['complete'].trim().toLowerCase()
  if (!acts) return tidy
  if (tidy['status'] === '') delete tidy['status']
  if (typeof tidy['action'] === 'string') tidy['action'] = fromText(tidy['action'], tools) ?? tidy['action']
  if (acts === 'list' || !tidy['function']) callAtTop(tidy, tools, acts)
  const says = ['action', 'status', 'function'].some((name) => tidy[name] !== undefined)
  if (says) for (const name of ['observation', 'thought']) tidy[name] ??= ''
  if (typeof tidy['save_screenshot'] === 'boolean')
    tidy['save_screenshot'] = { save: tidy['save_screenshot'] }
  if (tidy['action'] !== undefined && tidy['action'] !== null) {
    tidy['action'] = [tidy['action']]
      .flat()
      .flatMap((action: unknown) =>
        typeof action === 'string' ? (fromText(action, tools) ?? action) : action,
      )
      .filter((action) => !isNothing(action))
      .map((action) => tidyAction(action, tools))
  }
  // A host's reply calls one tool at its top level.
  if (tidy['function'] !== undefined || tidy['arguments'] !== undefined) {
    const { function: name, arguments: given } = tidyCall(tidy, tools)
    Object.assign(tidy, { function: name, arguments: given })
  }
  return tidy
}

/** Takes the reply out of an object that holds nothing else, such as `{"response": {…}}`. */
function unwrapped(given: Record<string, unknown>): Record<string, unknown> {
  const [only, ...others] = Object.values(given)
  const isReply =
    isRecord(only) && ['action', 'status', 'complete'].some((name) => name in renamed(only, FIELDS))
  return isReply && others.length === 0 ? only : given
}

/** Fields of a reply that say something of themselves, whoever gives it. */
const REPLY_FIELDS = new Set(
  'observation thought action status plan comment questions result message current_subtask window last save_screenshot reason complete'.split(
    ' ',
  ),
)

/**
 * Takes the call that stands at the top of a reply, in whatever form an act may have. Without it the reply would say only its status, and
 * FINISH would end work that was not done. An object without any field of a reply is no reply: it may be quoted.
 */
function callAtTop(tidy: Record<string, unknown>, tools: readonly MCPToolInfo[], acts: 'top' | 'list'): void {
  const beside = Object.entries(tidy).filter(([name]) => !REPLY_FIELDS.has(name))
  if (beside.length === 0 || beside.length === Object.keys(tidy).length) return
  const named = typeof tidy['action'] === 'string' && tidy['function'] === undefined
  const call = withTool(
    { ...Object.fromEntries(beside), ...(named ? { function: tidy['action'] } : {}) },
    tools,
  )
  const { function: name, arguments: given } = renamed(call, ACTION_FIELDS)
  if (typeof name !== 'string' || name.trim() === '') return
  if (toolOf(name, tools) === null && !isRecord(given)) return
  for (const field of [...beside.map(([field]) => field), ...(named ? ['action'] : [])]) delete tidy[field]
  const act = tidyAction(call, tools) as Record<string, unknown>
  if (acts === 'top') Object.assign(tidy, { function: act['function'], arguments: act['arguments'] })
  else
    tidy['action'] = [act, ...listed(tidy['action']).filter((each) => !isSame(tidyAction(each, tools), act))]
}

const listed = (action: unknown): unknown[] => [action ?? []].flat()
const isSame = (one: unknown, other: Record<string, unknown>): boolean =>
  isRecord(one) &&
  ['function', 'arguments'].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))

/** Reads acts that are written as a text: JSON, or calls. */
function fromText(text: string, tools: readonly MCPToolInfo[]): unknown {
  return bareCalls(text, (name) => toolOf(name, tools) !== null) ?? parsed(text)
}

/** Tells whether an act names no tool and gives it nothing: the model had no act to give. */
const isNothing = (action: unknown): boolean =>
  isRecord(action) &&
  action['function'] === '' &&
  Object.entries(action).every(
    ([name, value]) =>
      ['status', 'function'].includes(name) ||
      value === null ||
      value === '' ||
      (isRecord(value) && Object.keys(value).length === 0),
  )

/** An act without a status does not end anything. */
function tidyAction(action: unknown, tools: readonly MCPToolInfo[]): unknown {
  if (!isRecord(action)) return action
  const given = withTool(action, tools)
  const tidy = renamed(given, ACTION_FIELDS)
  // Some models put the arguments beside the tool's name.
  if (tidy['arguments'] === undefined && typeof given['function'] === 'string') {
    const { function: _name, status: _status, ...beside } = given
    tidy['arguments'] = beside
  }
  const status = asStatus(tidy['status'] ?? '')
  return { ...tidy, ...tidyCall(tidy, tools), status: status === '' ? 'CONTINUE' : status }
}

/** Finds the tool where it stands in place of a field: `{"click_input": {…}}`, `{"type": "click_input", "id": "7"}`. */
function withTool(action: Record<string, unknown>, tools: readonly MCPToolInfo[]): Record<string, unknown> {
  if (action['function'] !== undefined) return action
  const { status, ...rest } = action
  const [only, ...others] = Object.entries(rest)
  if (only && others.length === 0 && isRecord(only[1]) && toolOf(only[0], tools))
    return { function: only[0], arguments: only[1], ...(status === undefined ? {} : { status }) }
  const key = ['tool', 'type'].find((name) => typeof action[name] === 'string' && toolOf(action[name], tools))
  if (key === undefined) return action
  const { [key]: name, ...others_ } = action
  return { function: name, ...others_ }
}

function tidyCall(
  call: Record<string, unknown>,
  tools: readonly MCPToolInfo[],
): { function: unknown; arguments: unknown } {
  // Services write calls in this form: {"type": "function", "function": {"name": …, "arguments": "…"}}.
  const inner = isRecord(call['function']) ? renamed(call['function'], ACTION_FIELDS) : call
  const name = inner['function']
  const given = inner['arguments']
  const read = typeof given === 'string' ? (given.trim() === '' ? {} : (parsed(given) ?? given)) : given
  const tool = typeof name === 'string' ? toolOf(name, tools) : null
  return {
    function: tool?.tool_name ?? name,
    arguments: tool && isRecord(read) ? tidyArguments(read, tool) : read,
  }
}

/** `AppUIExecutor.click_input`, `Click-Input` and `click_input()` mean one tool. An unknown name is kept, and refused by name. */
export function toolOf(name: string, tools: readonly MCPToolInfo[]): MCPToolInfo | null {
  const exact = tools.filter((tool) => tool.tool_name === name)
  if (exact.length > 0) return exact.length === 1 ? (exact[0] ?? null) : null
  const meant = tools.filter((tool) =>
    [tool.tool_name, tool.namespace + tool.tool_name].map(bare).includes(bare(name)),
  )
  return meant.length === 1 ? (meant[0] ?? null) : null
}

function tidyArguments(given: Record<string, unknown>, tool: MCPToolInfo): Record<string, unknown> {
  const properties = isRecord(tool.input_schema['properties']) ? tool.input_schema['properties'] : {}
  const known = Object.keys(properties)
  const free = known.filter((name) => !(name in given))
  const { required: asked } = tool.input_schema
  const required = Array.isArray(asked) ? asked.map(String) : []
  const strange = Object.keys(given).filter((name) => !known.includes(name))
  const point = pointOf(given, strange, free)
  if (point) return tidyArguments(point, tool)
  const meant = new Map<string, string>()
  for (const name of strange) {
    const taken = [...meant.values()]
    const parameter = parameterOf(
      name,
      free.filter((each) => !taken.includes(each)),
    )
    if (parameter !== null) meant.set(name, parameter)
  }
  // If one name is unknown then, and one is missing, they mean the same parameter.
  const [unknown, ...others] = strange.filter((name) => !meant.has(name))
  const [missing, ...more] = required.filter(
    (each) => free.includes(each) && ![...meant.values()].includes(each),
  )
  if (unknown !== undefined && missing !== undefined && others.length + more.length === 0)
    meant.set(unknown, missing)
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const key = meant.get(name) ?? name
      return [key, key === 'id' ? asId(value) : asType(value, properties[key])]
    }),
  )
}

/** Takes `[0.5, 0.25]` for x and y where both are missing and nothing else is unknown. Other numbers are no fractions, and stay. */
function pointOf(
  given: Record<string, unknown>,
  unknown: readonly string[],
  free: readonly string[],
): Record<string, unknown> | null {
  const [name, ...others] = unknown
  if (name === undefined || others.length > 0 || !['x', 'y'].every((each) => free.includes(each))) return null
  const { [name]: value, ...rest } = given
  const numbers =
    typeof value === 'string'
      ? value
          .replaceAll(/[[\]()\s]/g, '')
          .split(',')
          .map(Number)
      : value
  if (!Array.isArray(numbers) || numbers.length !== 2) return null
  const [x, y] = numbers as unknown[]
  const isFraction = (each: unknown) => typeof each === 'number' && each >= 0 && each <= 1
  return isFraction(x) && isFraction(y) ? { ...rest, x, y } : null
}

/** Takes the id out of its brackets: `[12]`, `#12`, `id 12`. */
const asId = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value)
  const id =
    typeof value === 'string' ? /^\s*(?:id\s*)?[[(#]?\s*(\d+)\s*[\])]?\s*$/i.exec(value)?.[1] : undefined
  return id ?? value
}

/** The least length of the beginning of a name that stands for the whole. */
const MIN_SHORTENED = 3

/** Finds the one parameter with a near name: `ID`, `control_id`, `lang` and `buton` are `id`, `id`, `language` and `button`. */
function parameterOf(name: string, free: readonly string[]): string | null {
  const same = free.filter((each) => bare(each) === bare(name))
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const isShort = (each: string) => name.length >= MIN_SHORTENED && bare(each).startsWith(bare(name))
  const within =
    same.length > 0 ? same : free.filter((each) => words.includes(each.toLowerCase()) || isShort(each))
  const near =
    within.length > 0
      ? within
      : nearest(
          name,
          free.filter((each) => each.length > 3),
          { most: 2 },
        )
  return near.length === 1 ? (near[0] ?? null) : null
}

/** Converts a value of another type that has only one meaning: `7` for `"7"`, `"true"` for `true`, `"3"` for `3`. */
function asType(value: unknown, schema: unknown): unknown {
  if (!isRecord(schema)) return value
  const { type, items, enum: words } = schema
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (type === 'array') return asList(value, items)
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  if (Array.isArray(words)) return words.find((each) => String(each).toLowerCase() === word) ?? value
  if (type === 'boolean' && (word === 'true' || word === 'false')) return word === 'true'
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(word)) return Number(word)
  if (type === 'integer' && NUMBERS.includes(word)) return NUMBERS.indexOf(word)
  if (type === 'number' && isFractionOf(schema) && /^\d+(\.\d+)?\s*%$/.test(word))
    return Number.parseFloat(word) / 100
  if (type === 'object') return parsed(value) ?? value
  return value
}

/** Makes a list of the only entry. A text that is no list is one where the list is of texts. */
function asList(value: unknown, items: unknown): unknown {
  const read = typeof value === 'string' ? (parsed(value) ?? value) : value
  const type = isRecord(items) ? items['type'] : undefined
  const isEntry = type === 'object' ? isRecord(read) : typeof read === type
  return isEntry ? [read] : read
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const isFractionOf = (schema: unknown): boolean => isRecord(schema) && schema['maximum'] === 1

function asStatus(status: unknown): unknown {
  if (typeof status !== 'string') return status
  const word = status
    .trim()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/[^A-Za-z_]/g, '')
    .toUpperCase()
  return STATUSES[word] ?? word
}

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : Array.isArray(value)
      ? asTexts(value).join('\n')
      : value

/** Makes a list of texts; an entry such as `{"step": "…"}` becomes its only text. */
function asTexts(value: unknown): string[] {
  if (value === null || value === undefined) return []
  return [value].flat().map((entry: unknown) => {
    if (typeof entry === 'string') return entry
    const texts = isRecord(entry) ? Object.values(entry).filter((each) => typeof each === 'string') : []
    return texts.length === 1 ? String(texts[0]) : JSON.stringify(entry)
  })
}

/** Renames fields to the names that were asked for. A field that has its right name already wins. */
function renamed(value: Record<string, unknown>, names: Record<string, string>): Record<string, unknown> {
  const tidy: Record<string, unknown> = {}
  const others: [string, unknown][] = []
  for (const [name, each] of Object.entries(value)) {
    const lower = name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    const meant = names[bare(name)] ?? lower
    if (meant === name) tidy[name] = each
    else others.push([meant, each])
  }
  for (const [name, each] of others) if (!(name in tidy)) tidy[name] = each
  return tidy
}

/** Parses an object or a list that was written as a text. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
