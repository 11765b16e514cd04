// Lists what a worker may call, with parameters and defaults as the seed's generation has them (reference: Lybic, section 5.1),
// and what each call means: an action whose points are still descriptions.
import { z } from 'zod'
import type { MCPToolInfo } from '../../core/command.ts'
import { nearest } from '../../matching/nearest.ts'
import { mouseButtonSchema, type ActionType } from '../hardware/action.ts'
import { CallFault } from '../../models/call-lexer.ts'
import type { Call, CallValue } from '../../models/call-parser.ts'
import { cut } from '../../models/render/data.ts'
import { toolLine } from '../../models/render/tools.ts'

/** A point that Grounding has to find: an element, or an end of a text on the screen. */
export interface Wanted {
  field: 'xy' | 'start' | 'end'
  description: string
  by: 'element' | 'first word' | 'last word'
}

/** An action as the worker wants it; `wanted` lists its points that must be found. */
export interface Intent {
  type: ActionType
  fields: Record<string, unknown>
  wanted: Wanted[]
  /** A reason without a field in the action: why a subtask can't be done. */
  said?: string
}

interface Parameter {
  name: string
  schema: z.ZodType
  /** In words, for a fault. */
  what: string
  /** Without it, the parameter is required. */
  fallback?: CallValue
  /** Other names for it in later generations of these models. */
  aliases?: readonly string[]
}

interface Signature {
  parameters: readonly Parameter[]
  make: (given: Record<string, unknown>) => Intent
}

/** The most characters of a name or description, because each control is compared with it. */
const MAX_NAME_LENGTH = 1000
const nameText = z.string().trim().min(1).max(MAX_NAME_LENGTH)
const text = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  schema: nameText,
  what: `a text in quotes, of ${MAX_NAME_LENGTH} characters at most`,
  ...more,
})
const flag = (name: string, fallback: boolean): Parameter => ({
  name,
  schema: z.boolean(),
  what: 'True or False',
  fallback,
})
const keyNames = z.preprocess(
  (value) => (typeof value === 'string' ? (keysOf(value) ?? value) : (value ?? [])),
  z.array(z.string().min(1)),
)
/** Reads `ctrl+s`, `ctrl s`; a plus in a key's place is the key: `ctrl++`. Null where a key is missing: `ctrl+`. */
function keysOf(chord: string): string[] | null {
  const text = chord.trim()
  const key = /([^\s+]+|\+)(?:\s*\+\s*(?=\S)|\s+|$)/y
  const found: string[] = []
  while (key.lastIndex < text.length) {
    const name = key.exec(text)?.[1]
    if (name === undefined) return null
    found.push(name)
  }
  return found
}
const keys = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  schema: keyNames,
  what: 'a list of key names: ["ctrl", "c"]',
  ...more,
})
/** Accepts a number, also in quotes; None is not 0. */
const number = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), schema)
const count = (name: string, fallback?: number): Parameter => ({
  name,
  schema: number(z.number().int()),
  what: 'a whole number',
  ...(fallback === undefined ? {} : { fallback }),
})
/** 1, 2 and 4 are the button numbers of a later generation. */
const BUTTONS: Record<number, string> = { 1: 'left', 2: 'right', 4: 'middle' }
const button: Parameter = {
  name: 'button_type',
  schema: z.preprocess(
    (value) =>
      typeof value === 'number' ? BUTTONS[value] : typeof value === 'string' ? value.toLowerCase() : value,
    mouseButtonSchema,
  ),
  what: '"left", "middle" or "right"',
  fallback: 'left',
  aliases: ['button'],
}
const holdKeys = keys('hold_keys', { fallback: [], aliases: ['holdKey', 'holdKeys'] })
const element = text('element_description', { aliases: ['description', 'element'] })

const wants = (field: Wanted['field'], description: unknown, by: Wanted['by'] = 'element'): Wanted => ({
  field,
  description: String(description),
  by,
})
const plain = (type: ActionType, parameters: readonly Parameter[]): Signature => ({
  parameters,
  make: (fields) => ({ type, fields, wanted: [] }),
})
const pointed = (
  type: ActionType,
  parameters: readonly Parameter[],
  more: Record<string, unknown> = {},
): Signature => ({
  parameters,
  make: (fields) => ({
    type,
    fields: { ...fields, ...more },
    wanted: [wants('xy', fields['element_description'])],
  }),
})

const dragAndDrop: Signature = {
  parameters: [text('starting_description'), text('ending_description'), holdKeys],
  make: (fields) => ({
    type: 'Drag',
    fields,
    wanted: [wants('start', fields['starting_description']), wants('end', fields['ending_description'])],
  }),
}
const done = plain('Done', [
  { name: 'return_value', schema: z.unknown(), what: 'any value', fallback: null, aliases: ['message'] },
])

const TYPE_PARAMETERS: readonly Parameter[] = [
  text('element_description', { schema: nameText.nullable(), fallback: null }),
  text('text', { schema: z.string(), fallback: '' }),
  flag('overwrite', false),
  flag('enter', false),
]

const API: Record<string, Signature> = {
  click: pointed('Click', [element, count('num_clicks', 1), button, holdKeys]),
  doubleclick: pointed('Click', [element, button, holdKeys], { num_clicks: 2 }),
  type: {
    parameters: TYPE_PARAMETERS,
    make: (fields) => {
      const { element_description: description } = fields
      if (description === null && fields['text'] === '')
        throw new CallFault('type(…) needs the text: type(text="…").')
      return {
        type: 'TypeText',
        fields: { ...fields, element_description: description ?? '' },
        wanted: description === null ? [] : [wants('xy', description)],
      }
    },
  },
  scroll: pointed('Scroll', [element, count('clicks'), flag('vertical', true)]),
  drag_and_drop: dragAndDrop,
  drag: dragAndDrop,
  highlight_text_span: {
    parameters: [text('starting_phrase'), text('ending_phrase')],
    make: (fields) => ({
      type: 'HighlightTextSpan',
      fields,
      wanted: [
        wants('start', fields['starting_phrase'], 'first word'),
        wants('end', fields['ending_phrase'], 'last word'),
      ],
    }),
  },
  hotkey: plain('Hotkey', [keys('keys')]),
  hold_and_press: plain('HoldAndPress', [keys('hold_keys'), keys('press_keys')]),
  open: plain('Open', [
    text('app_or_filename', { aliases: ['filename'] }),
    text('application', { schema: nameText.nullable(), fallback: null, aliases: ['app', 'app_name'] }),
  ]),
  switch_applications: plain('SwitchApp', [text('app_code')]),
  save_to_knowledge: plain('SaveToKnowledge', [
    {
      name: 'text',
      schema: z.preprocess(
        (value) => (typeof value === 'string' ? [value] : value),
        z.array(z.string()).min(1),
      ),
      what: 'a list of texts',
      aliases: ['information'],
    },
  ]),
  wait: plain('Wait', [
    { name: 'seconds', schema: number(z.number().min(0).max(600)), what: 'seconds, at most 600' },
  ]),
  done,
  fail: {
    parameters: [{ name: 'message', schema: z.unknown(), what: 'any value', fallback: null }],
    make: ({ message }) => ({
      type: 'Fail',
      fields: {},
      wanted: [],
      ...(typeof message === 'string' && message.trim() !== '' ? { said: message.trim() } : {}),
    }),
  },
}

export const AGENT_FUNCTIONS: readonly string[] = Object.keys(API)

/** Writes the form of a function, for a fault and a prompt: `agent.scroll(element_description, clicks, vertical=True)`. */
export function signatureOf(name: string): string {
  const parameters = API[name]?.parameters ?? []
  const written = parameters.map(({ name: parameter, fallback }) =>
    fallback === undefined ? parameter : `${parameter}=${pythonWords(fallback)}`,
  )
  return `agent.${name}(${written.join(', ')})`
}

/** Reads the meaning of a call, of one of these tools, too. Throws CallFault that tells the model what to write instead. */
export function intentOf(call: Call, tools: readonly MCPToolInfo[] = []): Intent {
  const signature = Object.hasOwn(API, call.name) ? API[call.name] : undefined
  if (signature) return signature.make(bind(call, signature.parameters))
  const tool = tools.find(({ tool_name }) => tool_name === call.name)
  if (tool)
    return { type: 'Tool', fields: { name: tool.tool_name, arguments: named(call, tool) }, wanted: [] }
  const known = [...AGENT_FUNCTIONS, ...tools.map(({ tool_name }) => tool_name)]
  const [meant] = nearest(call.name, known)
  const like = tools.find(({ tool_name }) => tool_name === meant)
  const hint =
    meant === undefined
      ? `Use one of: ${known.join(', ')}.`
      : `Did you mean ${like ? `agent.${toolLine(like)}` : signatureOf(meant)}?`
  throw new CallFault(`There is no agent.${call.name}. ${hint}`)
}

/** Names the arguments of a tool's call. Their values are checked where every agent's are. */
function named(call: Call, tool: MCPToolInfo): Record<string, CallValue> {
  const { properties } = tool.input_schema
  const order = Object.keys(properties ?? {})
  const positional = call.positional.map((value, index): [string, CallValue] => {
    const name = order[index]
    if (name !== undefined && !Object.hasOwn(call.keywords, name)) return [name, value]
    throw new CallFault(
      `agent.${call.name}: name each argument once, as in agent.${cut(toolLine(tool), MAX_TOLD_LENGTH * 2)}`,
    )
  })
  return { ...Object.fromEntries(positional), ...call.keywords }
}

function bind(call: Call, parameters: readonly Parameter[]): Record<string, unknown> {
  const usage = `Write ${signatureOf(call.name)}.`
  const given = new Map<string, CallValue>()
  // The only text of type("…") is the text to type, not a place, because typing nothing would be pointless.
  const order = isTextAlone(call) ? ['text'] : parameters.map(({ name }) => name)
  call.positional.forEach((value, index) => {
    const name = order[index]
    if (name === undefined)
      throw new CallFault(`agent.${call.name} takes at most ${order.length} arguments. ${usage}`)
    given.set(name, value)
  })
  for (const [written, value] of Object.entries(call.keywords)) {
    const found = parameters.find(({ name, aliases = [] }) => name === written || aliases.includes(written))
    if (!found) throw new CallFault(`agent.${call.name} has no argument ${written}. ${usage}`)
    if (given.has(found.name)) throw new CallFault(`The argument ${found.name} is given twice. ${usage}`)
    given.set(found.name, value)
  }
  return Object.fromEntries(
    parameters.map(({ name, schema, what, fallback }) => {
      const value = given.has(name) ? given.get(name) : fallback
      if (value === undefined) throw new CallFault(`The argument ${name} is missing. ${usage}`)
      const parsed = schema.safeParse(value)
      if (!parsed.success)
        throw new CallFault(
          `${name} must be ${what}; it is ${cut(pythonWords(value), MAX_TOLD_LENGTH)}. ${usage}`,
        )
      return [name, parsed.data]
    }),
  )
}

/** The most characters of a value that a fault repeats. */
const MAX_TOLD_LENGTH = 200

const isTextAlone = ({ name, positional, keywords }: Call): boolean =>
  name === 'type' && positional.length === 1 && !('text' in keywords)

function pythonWords(value: CallValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
