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
]

/** Writes what the model sends. */
export const sloppyText = ({ write }: SloppyKind, good: GoodReply): string => {
  const written = write(good)
  return typeof written === 'string' ? written : JSON.stringify(written)
}
