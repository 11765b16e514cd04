// Answers a model's requests with the replies of a played task: what they mean by role and name becomes the ids of the prompt at hand.
import type { ReceivedRequest, ScriptedReply } from '../../src-main/models/testing/openai-server.ts'
import { meantOf, type Meant, type Recording } from './recording.ts'

/** No tokenizer is a dependency; see `figures/tokens.ts`. */
const CHARACTERS_PER_TOKEN = 3.3

/** What the prompt of each agent begins with. */
const KINDS: readonly [string, RegExp][] = [
  ['host', /^You are the HostAgent/],
  ['app', /^You are the AppAgent/],
  ['linux', /^You are the LinuxAgent/],
  ['evaluation', /^You are the EvaluationAgent/],
  ['planner', /^You plan a task/],
  ['worker', /^You carry out one subtask/],
  ['reflection', /^You watch a worker/],
  ['judge', /^You judge the work/],
]
export const kindOf = (system: string): string =>
  KINDS.find(([, begins]) => begins.test(system))?.[0] ?? 'other'

export interface Asked {
  kind: string
  tokens: number
  /** Bytes of its pictures. */
  pictures: number
}

export class Player {
  readonly asked: Asked[] = []
  /** Why it could not answer, if it could not. */
  fault: string | null = null
  readonly #left: Recording['replies']
  readonly #filled: (text: string) => string

  constructor({ replies }: Recording, filled: (text: string) => string) {
    this.#left = [...replies]
    this.#filled = filled
  }

  answer({ messages, system }: ReceivedRequest): ScriptedReply {
    const kind = kindOf(system)
    const text = messages.map((message) => message.text).join('\n')
    const pictures = messages.flatMap((message) => message.pictures)
    const tokens = Math.round(text.length / CHARACTERS_PER_TOKEN)
    this.asked.push({ kind, tokens, pictures: pictures.reduce((sum, url) => sum + bytesOf(url), 0) })
    const next = this.#left.findIndex((reply) => reply.kind === kind)
    if (next === -1) return this.#fails(`It was asked more often as ${kind} than when it was played.`)
    const [{ reply } = { reply: '' }] = this.#left.splice(next, 1)
    if (typeof reply === 'string') return this.#filled(reply)
    try {
      return this.#filled(JSON.stringify(withIds(reply, listedIn(messages))))
    } catch (error) {
      return this.#fails(String(error))
    }
  }

  #fails(why: string): ScriptedReply {
    this.fault ??= why
    return { status: 400, message: why }
  }
}

/** Of a data URL in base64. */
const bytesOf = (url: string): number => Math.round((url.length - url.indexOf(',') - 1) * 0.75)

const CONTROL = /^(?:[+~] )?\[(\d+)\] ([a-z ]+?) ("(?:[^"\\]|\\.)*")/
const WINDOW = /^\[(\d+)\] ("(?:[^"\\]|\\.)*") "/

/** Id → role and name, as the prompt lists them; a later line of the same id wins. */
function listedIn(messages: ReceivedRequest['messages']): Map<string, { role: string; name: string }> {
  const listed = new Map<string, { role: string; name: string }>()
  const lines = messages.filter(({ role }) => role !== 'system').flatMap(({ text }) => text.split('\n'))
  for (const line of lines) {
    const [, id, role, name] = CONTROL.exec(line) ?? []
    const [, window, title] = id === undefined ? (WINDOW.exec(line) ?? []) : []
    if (id !== undefined && role !== undefined && name !== undefined)
      listed.set(id, { role, name: quoted(name) })
    else if (window !== undefined && title !== undefined)
      listed.set(window, { role: 'window', name: quoted(title) })
  }
  return listed
}

const quoted = (json: string): string => String(JSON.parse(json))

function withIds(value: unknown, listed: ReturnType<typeof listedIn>): unknown {
  const meant = meantOf(value)
  if (meant) return idOf(meant, listed)
  if (Array.isArray(value)) return value.map((each) => withIds(each, listed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withIds(each, listed)]))
}

function idOf({ role, name, nth }: Meant, listed: ReturnType<typeof listedIn>): string {
  const same = [...listed].filter(([, each]) => each.role === role && each.name === name)
  const found = same[nth]
  if (!found) throw new Error(`The prompt lists no ${role} “${name}”.`)
  return found[0]
}
