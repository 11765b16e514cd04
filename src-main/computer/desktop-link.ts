// Handles one life of a desktop process, from its start to its end: the child, its MCP client, its ledger.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { hearNotices, NO_DEADLINE_MS } from '../core/call-table.ts'
import type { ChildProgram, StartProgram } from '../core/child-program.ts'
import { messageOf, ToolError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { NO_VALIDATOR } from '../core/no-validator.ts'
import type { RunControl } from '../core/run-control.ts'
import {
  DESKTOP_FOLLOWS,
  DESKTOP_NOTICES,
  EMPTY_LEDGER,
  isEmpty,
  type DesktopMemory,
  type Ledger,
} from '../servers/desktop/protocol/messages.ts'
import type { DesktopWishes } from './desktop-wishes.ts'

/** Milliseconds that a process may take to start and to answer the greeting. */
const START_MS = 30_000

export interface DesktopProgram {
  program: string
  env: Record<string, string>
  memory: DesktopMemory
  /** `applications` of the configuration. */
  applications: Record<string, string>
  logger: Logger
  startProgram: StartProgram
}

export interface LinkOptions extends DesktopProgram {
  wishes: DesktopWishes
  /** A process that was started before its desktop, and was told of it. */
  waiting?: ChildProgram | null
}

/** Starts a process for the desktop of `env`, or one that waits for its desktop. */
export const startDesktopProgram = (options: DesktopProgram, { waits }: { waits: boolean }): ChildProgram =>
  options.startProgram({
    program: options.program,
    args: [
      '--memory',
      JSON.stringify(options.memory),
      '--applications',
      JSON.stringify(options.applications),
      ...(waits ? [DESKTOP_FOLLOWS] : []),
    ],
    env: options.env,
    name: 'Deskhand desktop process',
    onLine: (line) => options.logger.info({ from: 'desktop process' }, line),
  })

export class DesktopLink {
  readonly client: Client
  readonly #child: ChildProgram
  #ledger: Ledger = EMPTY_LEDGER
  #failure: string | null = null
  readonly #ended = new Map<string, () => void>()
  /** Resolves when the process is gone, and says how it ended. */
  readonly gone: Promise<string>
  #isGone = false
  #inOrder = false

  private constructor(options: LinkOptions) {
    const child = options.waiting ?? startDesktopProgram(options, { waits: false })
    this.#child = child
    this.gone = child.gone.then(({ inOrder, how }) => {
      this.#isGone = true
      this.#inOrder = inOrder
      for (const end of this.#ended.values()) end()
      return how
    })
    this.client = new Client({ name: 'deskhand', version: '1' }, { jsonSchemaValidator: NO_VALIDATOR })
    options.wishes.listen(this.client)
    hearNotices(this.client, DESKTOP_NOTICES, {
      ledger: (ledger) => {
        this.#ledger = { ...ledger, kept: ledger.kept === undefined ? this.#ledger.kept : ledger.kept }
      },
      ended: ({ token }) => this.#ended.get(token)?.(),
      failed: ({ message }) => {
        this.#failure = message
      },
      person_moved: ({ point }) => options.wishes.personMoved(point),
    })
  }

  /** Starts a process and greets it. Throws ToolError with the reason when it can't serve. */
  static async start(options: LinkOptions, run: RunControl): Promise<DesktopLink> {
    await run.checkpoint()
    const link = new DesktopLink(options)
    using starting = run.child({ timeoutMs: START_MS, name: 'Starting the desktop process' })
    try {
      const greeting = link.client.connect(link.#child.transport, { timeout: NO_DEADLINE_MS })
      const ended = link.gone.then((how) => {
        throw new ToolError(link.#failure ?? `The desktop process ended at its start: ${how}.`)
      })
      ended.catch(() => {})
      await starting.race(Promise.race([greeting, ended]))
      const told = options.wishes.tellAll(link.client).catch((error: unknown) => {
        options.logger.warn(`The desktop process did not take a wish: ${messageOf(error)}`)
      })
      await starting.race(Promise.race([told, ended]))
      return link
    } catch (error) {
      link.kill()
      const how = link.#failure ?? (link.#isGone ? await link.gone.then(() => link.#failure) : null)
      if (run.stopped || how === null) throw error
      throw new ToolError(how, { cause: error })
    }
  }

  get pid(): number | null {
    return this.#child.pid
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** What the process reported last as held. */
  get ledger(): Ledger {
    return this.#ledger
  }

  /** Whether something stays held or is lost after the process's end. A process that ended in order has cleaned up. */
  get leftSomething(): boolean {
    return !isEmpty(this.#ledger) || (!this.#inOrder && this.#ledger.kept != null)
  }

  /** Resolves when the call with this token has ended in the process, also after a cancellation, or the process is gone. */
  ended(token: string): { done: Promise<void>; forget: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended.set(token, resolve)
    if (this.#isGone) resolve()
    return { done: promise, forget: () => this.#ended.delete(token) }
  }

  kill(): void {
    this.#child.kill()
  }

  /** Asks the process to end, which releases everything held; the caller kills it if it does not end. */
  close(): void {
    this.#child.close()
  }
}
