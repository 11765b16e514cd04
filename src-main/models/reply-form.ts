// Accepts a reply that is written otherwise than asked for, where its meaning is beyond doubt: names of fields, statuses,
// arguments. What may mean two things stays as it is, and the model hears what is wrong.
import { isRecord } from '../core/record.ts'
import type { MCPToolInfo } from '../core/command.ts'
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

/** @param acts whether such a reply says what to do; missing thoughts are then no fault. */
export function tidyReply(
  reply: Record<string, unknown>,
  tools: readonly MCPToolInfo[],
  acts: boolean,
): Record<string, unknown> {
  const tidy = renamed(reply, FIELDS)
  for (const name of TEXTS) if (name in tidy) tidy[name] = asText(tidy[name])
  for (const name of LISTS) if (name in tidy) tidy[name] = asTexts(tidy[name])
  if ('status' in tidy) tidy['status'] = asStatus(tidy['status'])
  if (typeof tidy['complete'] === 'string') tidy['complete'] = tidy['complete'].trim().toLowerCase()
  if (!acts) return tidy
  if (tidy['status'] === '') delete tidy['status']
  if (typeof tidy['action'] === 'string') tidy['action'] = parsed(tidy['action']) ?? tidy['action']
  const says = ['action', 'status', 'function'].some((name) => tidy[name] !== undefined)
  if (says) for (const name of ['observation', 'thought']) tidy[name] ??= ''
  if (typeof tidy['save_screenshot'] === 'boolean')
    tidy['save_screenshot'] = { save: tidy['save_screenshot'] }
  if (tidy['action'] !== undefined && tidy['action'] !== null) {
    tidy['action'] = [tidy['action']].flat().map((action) => tidyAction(action, tools))
  }
  // A host's reply calls one tool at its top level.
  if (tidy['function'] !== undefined || tidy['arguments'] !== undefined) {
    const { function: name, arguments: given } = tidyCall(tidy, tools)
    Object.assign(tidy, { function: name, arguments: given })
  }
  return tidy
}

/** An act without a status does not end anything. */
function tidyAction(action: unknown, tools: readonly MCPToolInfo[]): unknown {
  const given = typeof action === 'string' ? (parsed(action) ?? action) : action
  if (!isRecord(given)) return given
  const tidy = renamed(given, ACTION_FIELDS)
  // Some models put the arguments beside the tool's name.
  if (tidy['arguments'] === undefined && typeof given['function'] === 'string') {
    const { function: _name, status: _status, ...beside } = given
    tidy['arguments'] = beside
  }
  const status = asStatus(tidy['status'] ?? '')
  return { ...tidy, ...tidyCall(tidy, tools), status: status === '' ? 'CONTINUE' : status }
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
function toolOf(name: string, tools: readonly MCPToolInfo[]): MCPToolInfo | null {
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
  const required = Array.isArray(tool.input_schema['required']) ? tool.input_schema['required'] : []
  const tidy: Record<string, unknown> = {}
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  for (const [name, value] of Object.entries(given)) {
    const meant = known.includes(name)
      ? name
      : parameterOf(
          name,
          free.filter((each) => !(each in tidy)),
        )
    const missing = free.filter((each) => required.includes(each) && !(each in tidy))
    // If one name is unknown and one is missing, they mean the same parameter.
    const only = unknown.length === 1 && missing.length === 1 ? missing[0] : undefined
    const key = meant ?? only ?? name
    tidy[key] = asType(value, properties[key])
  }
  return tidy
}

/** Finds the one parameter with a near name: `ID`, `control_id` and `buton` are `id`, `id` and `button`. */
function parameterOf(name: string, free: readonly string[]): string | null {
  const same = free.filter((each) => bare(each) === bare(name))
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const within = same.length > 0 ? same : free.filter((each) => words.includes(each.toLowerCase()))
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
  const type = isRecord(schema) ? schema['type'] : undefined
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  if (type === 'boolean' && (word === 'true' || word === 'false')) return word === 'true'
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(word)) return Number(word)
  if (type === 'array' || type === 'object') return parsed(value) ?? value
  return value
}

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
