// Reads a rendered prompt back, as a model has to. What this can't find, no model can.

export interface SeenControl {
  id: string
  role: string
  name: string
  value: string | null
  states: string[]
  width: number
  height: number
}

export interface SeenWindow {
  id: string
  title: string
  /** Process and application. */
  names: string[]
  active: boolean
}

export interface SeenAction {
  name: string
  /** The call with its arguments, as the prompt writes it. */
  call: string
  succeeded: boolean
  result: unknown
}

export interface SeenStep {
  agent: string
  subtask: number | null
  status: string
  comment: string
  actions: SeenAction[]
}

export interface SeenPrompt {
  role: 'host' | 'app' | 'linux' | 'evaluation'
  request: string
  /** The present task: the subtask, or the request where there is none. */
  task: string
  subtask: number | null
  /** Windows of the desktop, or of the application. */
  windows: SeenWindow[]
  /** False before a window is chosen. */
  windowChosen: boolean
  controls: SeenControl[]
  steps: SeenStep[]
  earlier: { status: string; result: unknown }[]
  /** Names of the tools that the system text offers. */
  tools: string[]
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`
const CONTROL = new RegExp(
  String.raw`^\[([^\]]+)\] ([a-z ]+?) (${STRING})(?: value=(${STRING}))?(?: description=${STRING})?(?: ([a-z,]+))? \(-?\d+,-?\d+ (\d+)×(\d+)\)(?: … \(.*\))?$`,
  'u',
)

export function parsePrompt(system: string, user: string): SeenPrompt {
  const agent = /^You are the (Host|App|Linux|Evaluation)Agent/.exec(system)?.[1] ?? ''
  const role = agent.toLowerCase() as SeenPrompt['role']
  const parts = sectionsOf(user)
  const subtask = [...parts.keys()].find((title) => /^Subtask( \d+)?$/.test(title))
  const request = parts.get('Request') ?? ''
  const index = /\d+$/.exec(subtask ?? '')?.[0]
  const chosen = parts.get('Chosen window') ?? ''
  return {
    role,
    request,
    task: (subtask ? parts.get(subtask) : undefined) ?? request,
    subtask: index === undefined ? null : Number(index),
    windows: [parts.get('Windows, front to back'), chosen, parts.get('Its other windows')].flatMap((part) =>
      linesOf(part).flatMap(windowOf),
    ),
    windowChosen: linesOf(chosen).length > 0,
    controls: controlsOf(parts),
    steps: stepsOf(linesOf(parts.get('Steps so far') ?? parts.get('Steps'))),
    earlier: linesOf(parts.get('Earlier subtasks')).flatMap(subtaskOf),
    tools: [...system.matchAll(/^(\w+)\(.*\)(?: — .*)?$/gm)].map((match) => match[1] ?? ''),
  }
}

function sectionsOf(user: string): Map<string, string> {
  const parts = user.split(/^# (.+)\n/m)
  const sections = new Map<string, string>()
  for (let index = 1; index < parts.length; index += 2) {
    sections.set(parts[index] ?? '', (parts[index + 1] ?? '').trim())
  }
  return sections
}

/** The lines inside the data block of a part. */
const linesOf = (part = ''): string[] => /^<(\w+)>\n([\s\S]*)\n<\/\1>/.exec(part)?.[2]?.split('\n') ?? []

const GONE = /\[([^\]…]+)(?:…([^\]]+))?\]/g

/** The whole list, or the base with its changes. */
function controlsOf(parts: Map<string, string>): SeenControl[] {
  const find = (start: string) => parts.get([...parts.keys()].find((title) => title.startsWith(start)) ?? '')
  const whole = parts.get('Controls')
  if (whole !== undefined) return linesOf(whole).flatMap(controlOf)
  const controls = new Map(
    linesOf(find('Controls at step'))
      .flatMap(controlOf)
      .map((control) => [control.id, control]),
  )
  for (const line of linesOf(find('Controls now'))) {
    for (const [, from = '', to = from] of line.startsWith('- [') ? line.matchAll(GONE) : []) {
      controls.delete(from)
      for (let id = Number(from); id <= Number(to); id++) controls.delete(String(id))
    }
    for (const control of /^[+~] /.test(line) ? controlOf(line.slice(2)) : [])
      controls.set(control.id, control)
  }
  return [...controls.values()]
}

function controlOf(line: string): SeenControl[] {
  const [, id = '', role = '', name = '""', value, states, width, height] = CONTROL.exec(line) ?? []
  if (id === '') return []
  const control = {
    role,
    name: textOf(name),
    value: value === undefined ? null : textOf(value),
    states: states?.split(',') ?? [],
    width: Number(width),
    height: Number(height),
  }
  const [first, last] = id.split('…').map(Number)
  if (first === undefined || last === undefined) return [{ id, ...control }]
  return Array.from({ length: last - first + 1 }, (_, index) => ({ id: String(first + index), ...control }))
}

function windowOf(line: string): SeenWindow[] {
  const id = /^\[([^\]]+)\] /.exec(line)?.[1]
  const [title = '', ...names] = (line.match(new RegExp(STRING, 'gu')) ?? []).map(textOf)
  return id === undefined ? [] : [{ id, title, names, active: / active /.test(blanked(line)) }]
}

function stepsOf(lines: string[]): SeenStep[] {
  const steps: SeenStep[] = []
  for (const line of lines) {
    const [, agent, subtask, status = ''] = /^step \d+ (\w+)(?: subtask (\d+))? (\w+)/.exec(line) ?? []
    if (agent) {
      const comment = new RegExp(`; comment (${STRING})`, 'u').exec(line)?.[1]
      steps.push({
        agent,
        subtask: subtask === undefined ? null : Number(subtask),
        status,
        comment: comment === undefined ? '' : textOf(comment),
        actions: [],
      })
    } else if (line.startsWith('  ')) steps.at(-1)?.actions.push(actionOf(line.trim()))
  }
  return steps
}

function actionOf(line: string): SeenAction {
  const bare = blanked(line)
  const outcome = bare.lastIndexOf(') → ') + 4
  const result = bare.indexOf(', result ', outcome)
  return {
    name: /^\w+/.exec(line)?.[0] ?? '',
    call: line.slice(0, outcome),
    succeeded: bare.startsWith('success', outcome) && !bare.includes('effect contradicted', outcome),
    result: result === -1 ? null : valueOf(line.slice(result + ', result '.length)),
  }
}

function subtaskOf(line: string): { status: string; result: unknown }[] {
  const bare = blanked(line)
  const status = /→ (\w+), result /.exec(bare)
  if (!status) return []
  return [{ status: status[1] ?? '', result: valueOf(line.slice(status.index + status[0].length)) }]
}

/** Replaces quoted texts by as many `x`, so that their content is not taken for syntax. */
const blanked = (line: string): string =>
  line.replace(new RegExp(STRING, 'gu'), (text) => `"${'x'.repeat(text.length - 2)}"`)

const textOf = (quoted: string): string => JSON.parse(quoted) as string

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
