// Serves a page for browsers of this machine, MCP clients, and a server for devices, while the program goes on.
import { randomBytes } from 'node:crypto'
import type { CallOutput, ParsedInput } from '../../src-preload/contract/calls.ts'
import { messageOf, UserError } from '../core/errors.ts'
import type { Engine } from '../engine.ts'
import type { PageRouter } from '../web/page-router.ts'
import type { WebServer } from '../web/serve.ts'
import type { AipServer } from '../aip/server/serve.ts'
import type { McpHttpServer } from '../mcp-server/serve.ts'
import { ServedDevices } from './served-devices.ts'

/** The least characters of a key; a shorter one can be guessed. */
const MIN_KEY = 16
/** Name of the token of MCP clients in the environment and the key store; without one, a new one is made for each start. */
const PROGRAMS_KEY = 'DESKHAND_MCP_TOKEN'

export interface Serving extends AsyncDisposable {
  readonly devices: ServedDevices
  openPage(wanted: ParsedInput<'open_page'>): Promise<CallOutput<'open_page'>>
  serveDevices(wanted: ParsedInput<'serve_devices'>): Promise<CallOutput<'serve_devices'>>
  stopServing(): Promise<void>
  /** The address for MCP clients; null where they are not served. */
  readonly programs: CallOutput<'serve_programs'> | null
  servePrograms(wanted: ParsedInput<'serve_programs'>): Promise<CallOutput<'serve_programs'>>
  stopServingPrograms(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface ServingOptions {
  engine: Engine
  version: string
  /** Returns the router to which pages and MCP clients are connected. */
  router: () => PageRouter
}

/** Disposing it ends the page; call `stopServing` before, so that the page shows how everything else has ended. */
export class ProgramServing implements Serving {
  readonly devices: ServedDevices = new ServedDevices()
  readonly #options: ServingOptions
  #page: WebServer | null = null
  #server: AipServer | null = null
  #programs: McpHttpServer | null = null

  constructor(options: ServingOptions) {
    this.#options = options
  }

  async openPage({ port, open }: ParsedInput<'open_page'>): Promise<CallOutput<'open_page'>> {
    if (this.#page) throw new UserError(`The page is open already, at ${this.#page.address}`)
    const { engine, router } = this.#options
    const [{ serve }, { builtPages }] = await Promise.all([
      import('../web/serve.ts'),
      import('../web/page-files.ts'),
    ])
    const logger = () => engine.logger
    const page = await serve({ port, home: engine.home, pages: builtPages(), router: router(), logger })
    this.#page = page
    const { openOutside } = await import('../web/open-outside.ts')
    const not_opened = open
      ? await openOutside(page.addressForOnce(), engine.env).then(() => null, messageOf)
      : null
    return { address: page.address, not_opened }
  }

  async #closePage(): Promise<void> {
    const page = this.#page
    this.#page = null
    await page?.[Symbol.asyncDispose]()
  }

  async serveDevices(wanted: ParsedInput<'serve_devices'>): Promise<CallOutput<'serve_devices'>> {
    if (this.#server) throw new UserError(`Devices are served already, at ${this.#server.address}`)
    const { engine } = this.#options
    const [{ SERVER_KEY }, { readPem }, { serveAip }, { createRunTask }] = await Promise.all([
      import('../aip/protocol/key.ts'),
      import('../aip/protocol/pem.ts'),
      import('../aip/server/serve.ts'),
      import('../engine/service.ts'),
    ])
    const { port, host, hosts } = wanted
    const tls = wanted.tls && { cert: await readPem(wanted.tls.cert), key: await readPem(wanted.tls.key) }
    const known = wanted.key ?? (await engine.keys.get(SERVER_KEY))
    if (known !== null && known.length < MIN_KEY) {
      throw new UserError(`The key of devices needs ${MIN_KEY} characters or more.`)
    }
    const new_key = known === null ? randomBytes(32).toString('base64url') : null
    const server = await serveAip({
      port,
      host,
      hosts,
      key: known ?? new_key ?? '',
      tls,
      home: engine.home,
      config: engine.config.aip,
      runTask: createRunTask(engine),
      logger: () => engine.logger,
      changed: () => this.devices.changed(),
    })
    this.#server = server
    this.devices.server = server
    return { address: server.address, new_key }
  }

  async stopServing(): Promise<void> {
    const server = this.#server
    this.#server = null
    await server?.[Symbol.asyncDispose]()
    this.devices.server = null
  }

  get programs(): CallOutput<'serve_programs'> | null {
    return this.#programs && { address: this.#programs.address, token: this.#programs.token }
  }

  async servePrograms({
    port,
    display,
  }: ParsedInput<'serve_programs'>): Promise<CallOutput<'serve_programs'>> {
    if (this.#programs) throw new UserError(`Programs are served already, at ${this.#programs.address}`)
    const { engine, router, version } = this.#options
    const { serveMcp } = await import('../mcp-server/serve.ts')
    const token = await engine.keys.get(PROGRAMS_KEY)
    const logger = () => engine.logger
    const server = await serveMcp({ port, token, router: router(), logger, session: { display, version } })
    this.#programs = server
    return { address: server.address, token: server.token }
  }

  async stopServingPrograms(): Promise<void> {
    const server = this.#programs
    this.#programs = null
    await server?.[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopServing()
    await this.stopServingPrograms()
    await this.#closePage()
  }
}
