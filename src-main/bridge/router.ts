// Answers every call of every window: parses it, calls the handler, puts the result in an envelope, writes one line to the log.
// Knows no transport.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Envelope, Fault } from '../../src-preload/contract/bridge.ts'
import { CALL_NAMES, type CallName } from '../../src-preload/contract/call-names.ts'
import { CALLS } from '../../src-preload/contract/calls.ts'
import { issueWords, ownWordsOf } from '../../src-preload/contract/issue-words.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { messageOf, StoppedError, UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Caller, Handlers } from './handler.ts'

/** The connection of one window. Closing it ends what the window watches. */
export interface Connection extends Caller, Disposable {
  /** Never rejects: a fault is in the envelope. `name` and `input` come from outside and may be anything. */
  call(name: unknown, input: unknown): Promise<Envelope>
}

export interface Router {
  connect(push: (push: Push) => void): Connection
  /** Sends a push to every window. */
  broadcast(push: Push): void
}

interface RouterOptions {
  handlers: Handlers<CallName>
  logger: () => Logger
  /** Checks the handlers' answers, too; for tests. */
  checkOutput?: boolean
}

export function createRouter({ handlers, logger, checkOutput = false }: RouterOptions): Router {
  const connections = new Set<WindowConnection>()
  const answer: Answering = async (name, input, caller) => {
    const known = CALL_NAMES.find((candidate) => candidate === name)
    if (!known) return refused({ kind: 'input', message: 'There is no such call.', key: null })
    const started = performance.now()
    const envelope = await call(known, input, caller)
    const line = { call: known, caller: caller.id, ms: Math.round(performance.now() - started) }
    if (envelope.ok) logger().debug(line, 'Answered.')
    else logger().warn({ ...line, kind: envelope.fault.kind }, envelope.fault.message)
    return envelope
  }
  const call = async (name: CallName, input: unknown, caller: Caller): Promise<Envelope> => {
    const parsed = CALLS[name].input.safeParse(input)
    if (!parsed.success) return refused(inputFault(parsed.error))
    try {
      // The table has a handler for this schema, which the types can't show.
      const handler = handlers[name] as (input: unknown, caller: Caller) => unknown
      const value = await handler(parsed.data, caller)
      return { ok: true, value: checkOutput ? CALLS[name].output.parse(value) : value }
    } catch (error) {
      if (!(error instanceof UserError) && !(error instanceof StoppedError)) {
        logger().error({ call: name, stack: error instanceof Error ? error.stack : null }, messageOf(error))
      }
      return refused(faultOf(error))
    }
  }
  return {
    connect(push) {
      const connection = new WindowConnection(push, answer, () => connections.delete(connection))
      connections.add(connection)
      return connection
    },
    broadcast(push) {
      for (const connection of connections) connection.push(push)
    },
  }
}

type Answering = (name: unknown, input: unknown, caller: Caller) => Promise<Envelope>

class WindowConnection implements Connection {
  readonly id: string = randomUUID()
  readonly #push: (push: Push) => void
  readonly #answer: Answering
  readonly #forget: () => void
  readonly #atEnd = new Set<() => void>()
  #gone = false

  constructor(push: (push: Push) => void, answer: Answering, forget: () => void) {
    this.#push = push
    this.#answer = answer
    this.#forget = forget
  }

  call(name: unknown, input: unknown): Promise<Envelope> {
    return this.#answer(name, input, this)
  }

  push(push: Push): void {
    if (!this.#gone) this.#push(push)
  }

  onGone(work: () => void): Disposable {
    if (this.#gone) work()
    else this.#atEnd.add(work)
    return { [Symbol.dispose]: () => this.#atEnd.delete(work) }
  }

  [Symbol.dispose](): void {
    if (this.#gone) return
    this.#gone = true
    this.#forget()
    for (const work of this.#atEnd) work()
  }
}

const refused = (fault: Fault): Envelope => ({ ok: false, fault })

function inputFault(error: z.ZodError): Fault {
  const issue = error.issues[0]
  const key = issue && issue.path.length > 0 ? issue.path.map(String).join('.') : null
  const message = issue ? (ownWordsOf(issue) ?? `${issueWords(issue)}.`) : 'The call is not understood.'
  return { kind: 'input', message, key }
}

export function faultOf(error: unknown): Fault {
  if (error instanceof UserError || error instanceof StoppedError) {
    const key = 'key' in error && typeof error.key === 'string' ? error.key : null
    const isStopped = error instanceof StoppedError && error.reason === 'stopped'
    return { kind: isStopped ? 'stopped' : 'user', message: error.message, key }
  }
  return { kind: 'internal', message: `Deskhand has a defect here: ${messageOf(error)}`, key: null }
}
