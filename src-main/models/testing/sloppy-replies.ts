// Lists ways in which weak models write a reply that acts, otherwise than they were asked to.

interface Act {
  function: string
  arguments: Record<string, unknown>
  status: string
}
export interface GoodReply {
  observation: string
  thought: string
  status: string
  action: [Act, ...Act[]]
  [key: string]: unknown
}

export interface SloppyKind {
  what: string
  write: (good: GoodReply) => unknown
  /** How often the model has to be told its fault. */
  repairs: 0 | 1 | 2
}

const kind = (what: string, write: SloppyKind['write'], repairs: SloppyKind['repairs'] = 0): SloppyKind => ({
  what,
  write,
  repairs,
})
/** Changes how the reply's first act is written. */
const acting = (what: string, write: (act: Act) => unknown): SloppyKind =>
  kind(what, (good) => ({ ...good, action: [write(good.action[0])] }))
const argued = (what: string, write: (given: Record<string, unknown>) => unknown): SloppyKind =>
  acting(what, (act) => ({ ...act, arguments: write(act.arguments) }))

const pythonOf = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('"', "'")
    .replaceAll(
      /:(true|false|null)/g,
      (_, word: string) => ({ true: ': True', false: ': False', null: ': None' })[word] ?? '',
    )
const codeOf = ({ function: name, arguments: given }: Act): string =>
  `${name}(${Object.entries(given)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(', ')})`

/** For a reply whose first act is `set_edit_text` with an id, a name and a text. */
export const SLOPPY_KINDS: readonly SloppyKind[] = [
  kind('statuses in lower case', (good) => ({
    ...good,
    status: 'continue',
    action: good.action.map((act) => ({ ...act, status: 'continue' })),
  })),
  acting('an act without a status', ({ function: name, arguments: given }) => ({
    function: name,
    arguments: given,
  })),
  argued('arguments as a JSON text', (given) => JSON.stringify(given)),
  argued('a parameter by a longer name', ({ id, ...rest }) => ({ control_id: id, ...rest })),
  argued('a parameter by another word', ({ text, ...rest }) => ({ ...rest, value: text })),
  argued('a parameter in capitals, misspelt', ({ id, name, text }) => ({ ID: id, Name: name, Text: text })),
  argued('an id as a number', ({ id, ...rest }) => ({ id: Number(id), ...rest })),
  acting('“tool” and “parameters”', (act) => ({ tool: act.function, parameters: act.arguments })),
  acting('“name” and “args”', (act) => ({ name: act.function, args: act.arguments })),
  acting('arguments beside the tool', (act) => ({ function: act.function, ...act.arguments })),
  kind('one act that is no list', (good) => ({ ...good, action: good.action[0] })),
  kind('the acts as a JSON text', (good) => ({ ...good, action: JSON.stringify(good.action) })),
  kind('the calls of a service', ({ action: [act], ...good }) => {
    const call = { name: act.function, arguments: JSON.stringify(act.arguments) }
    return { ...good, tool_calls: [{ type: 'function', function: call }] }
  }),
  acting('a tool with its server', (act) => ({ ...act, function: `AppUIExecutor.${act.function}` })),
  acting('a tool in another spelling', (act) => ({ ...act, function: 'SetEditText' })),
  kind('no thoughts', ({ observation: _o, thought: _t, status: _s, ...rest }) => rest),
  kind('fields in capitals', ({ observation, thought, status, action, ...rest }) => ({
    ...rest,
    Observation: observation,
    Thought: thought,
    Status: status,
    Action: action,
  })),
  kind('other words for a status, a plan of objects', (good) => ({
    ...good,
    status: 'in progress',
    plan: [{ step: 'type on' }, 7],
  })),
  kind(
    'a trailing comma after prose',
    (good) => `Sure! Here it is:\n${JSON.stringify(good).replace(/}$/, ',}')}`,
  ),
  kind('prose alone', () => 'I will type the text now.', 1),
  kind(
    'a status that there is not',
    (good) => ({ ...good, action: [{ ...good.action[0], status: 'MAYBE' }] }),
    1,
  ),
  kind('an act without a tool, and again', (good) => ({ ...good, action: [{ arguments: {} }] }), 2),
  kind('thoughts before it', (good) => `<think>{"status": "FAIL"}? No.</think>\n${JSON.stringify(good)}`),
  kind(
    'comments',
    (good) => `// My reply\n${JSON.stringify(good).replace('{', '{ /* first */ ')} # that is all`,
  ),
  kind('single quotes and Python’s words', (good) =>
    pythonOf({ ...good, save_screenshot: { save: false }, result: null }),
  ),
  kind('bare keys', (good) => JSON.stringify(good).replaceAll(/"(\w+)":/g, '$1:')),
  kind('Chinese signs', (good) =>
    JSON.stringify(good)
      .replaceAll(/"(\w+)":/g, '“$1”：')
      .replaceAll(',“', '，“'),
  ),
  kind('a list around it', (good) => [good]),
  kind('an object around it', (good) => ({ response: good })),
  kind('its text as a JSON text', (good) => JSON.stringify(JSON.stringify(good))),
  kind('the call alone', ({ action: [act] }) => ({ name: act.function, arguments: act.arguments })),
  kind(
    'the call alone in tags',
    ({ action: [act] }) =>
      `<think>Type it.</think>\n<tool_call>\n${JSON.stringify({ name: act.function, arguments: act.arguments })}\n</tool_call>`,
  ),
  kind('the call alone in tags with parameters', ({ action: [act] }) => {
    const given = Object.entries(act.arguments).map(
      ([key, value]) => `<parameter=${key}>\n${String(value)}\n</parameter>`,
    )
    return `<tool_call>\n<function=${act.function}>\n${given.join('\n')}\n</function>\n</tool_call>`
  }),
  kind(
    'the call alone behind a mark',
    ({ action: [act] }) =>
      `[TOOL_CALLS][${JSON.stringify({ name: act.function, arguments: act.arguments })}]`,
  ),
  kind('the call alone as code', ({ action: [act] }) => `\`\`\`python\n${codeOf(act)}\n\`\`\``),
  kind('the act as code', (good) => ({ ...good, action: codeOf(good.action[0]) })),
  kind('the tool and its input at the top', ({ action: [act], ...good }) => ({
    ...good,
    action: act.function,
    action_input: act.arguments,
  })),
  kind('the call at the top', ({ action: [act], ...good }) => ({
    ...good,
    function: act.function,
    arguments: act.arguments,
  })),
  kind('the call of a service with the reply’s fields, after prose', ({ action: [act], ...good }) => {
    const call = { name: act.function, arguments: act.arguments, status: good.status, result: 6 }
    return `I do it now.\n<tool_call>\n${JSON.stringify(call)}\n</tool_call>`
  }),
  kind('the tool and its arguments side by side at the top', ({ action: [act], ...good }) => ({
    ...good,
    tool: act.function,
    ...act.arguments,
  })),
  kind('the tool as a key at the top', ({ action: [act], ...good }) => ({
    ...good,
    [act.function]: act.arguments,
  })),
  kind('the call at the top and in the list', (good) => ({
    ...good,
    function: good.action[0].function,
    arguments: good.action[0].arguments,
  })),
  acting('the tool as a key', (act) => ({ [act.function]: act.arguments })),
  acting('the tool as a type, arguments beside it', (act) => ({ type: act.function, ...act.arguments })),
  argued('an id in brackets', ({ id, ...rest }) => ({ id: `[${String(id)}]`, ...rest })),
  argued('an id with a sign', ({ id, ...rest }) => ({ id: `#${String(id)}`, ...rest })),
  kind('a status in a list, an act that is none', (good) => ({
    ...good,
    status: ['CONTINUE'],
    action: [...good.action, { function: '', arguments: {} }],
  })),
  kind(
    'a call in prose',
    ({ action: [act] }) => `The page wants ${codeOf(act)}, and says {"name": "x", "arguments": {}}.`,
    1,
  ),
  kind(
    'two replies that differ',
    (good) => `${JSON.stringify(good)}\n${JSON.stringify({ ...good, action: [] })}`,
    1,
  ),
  kind('a field given twice', (good) => JSON.stringify(good).replace('"action"', '"action":[],"action"'), 1),
  kind('a reply that was cut off', (good) => JSON.stringify(good).slice(0, -2), 1),
]

/** Writes what the model sends. */
export const sloppyText = ({ write }: SloppyKind, good: GoodReply): string => {
  const written = write(good)
  return typeof written === 'string' ? written : JSON.stringify(written)
}
