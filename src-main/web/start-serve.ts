// Puts `deskhand serve` together: an engine, the server that devices connect to, and, where it is wanted, the page that
// shows what they do.
import { randomBytes } from 'node:crypto'
import { SERVER_KEY } from '../aip/protocol/key.ts'
import { readPem } from '../aip/protocol/pem.ts'
import { serveAip } from '../aip/server/serve.ts'
import { createBridge } from '../bridge/create-bridge.ts'
import { ServedDevices } from '../bridge/served-devices.ts'
import { builtPages } from '../bridge/page-files.ts'
import { UserError } from '../core/errors.ts'
import { createEngine, type EngineOptions } from '../engine.ts'
import { createRunTask } from '../engine/service.ts'
import { pageShell } from './page-shell.ts'
import { serve } from './serve.ts'

/** Characters of a key; fewer can be guessed. */
const SHORTEST_KEY = 16

export interface ServerOptions extends EngineOptions {
  /** 0 for any that is free. */
  port: number
  host: string
  /** Further names under which it is reached. */
  hosts: readonly string[]
  /** Null: the one of the environment or the key store, else a new one. */
  key: string | null
  /** Files, PEM. */
  tls: { cert: string; key: string } | null
  /** Null for none; port 0 for any that is free. */
  page: { port: number } | null
  version: string
  /** A page wants the program to end. */
  onQuit: () => void
}

export interface ServerShell extends AsyncDisposable {
  /** What devices connect to. */
  address: string
  /** Only one that was made for this start; nobody else is told. */
  newKey: string | null
  /** What a person opens to see the devices. */
  page: string | null
}

/** Throws UserError where it can't begin. Disposing ends every task and tells it to the devices. */
export async function startServer(options: ServerOptions): Promise<ServerShell> {
  const { port, host, hosts, page, version, onQuit, ...wishes } = options
  const tls = options.tls && { cert: await readPem(options.tls.cert), key: await readPem(options.tls.key) }
  await using begun = new AsyncDisposableStack()
  const engine = begun.use(await createEngine(wishes))
  const known = options.key ?? (await engine.keys.get(SERVER_KEY))
  if (known !== null && known.length < SHORTEST_KEY) {
    throw new UserError(`The key of devices needs ${SHORTEST_KEY} characters or more.`)
  }
  const newKey = known === null ? randomBytes(32).toString('base64url') : null
  const devices: ServedDevices = new ServedDevices(() => aip)
  const aip = begun.use(
    await serveAip({
      port,
      host,
      hosts,
      key: known ?? newKey ?? '',
      tls,
      home: engine.home,
      config: engine.config.aip,
      runTask: createRunTask(engine),
      logger: () => engine.logger,
      changed: () => devices.changed(),
    }),
  )
  const ended = new AsyncDisposableStack()
  let address: string | null = null
  if (page) {
    const shell = pageShell({ version, env: wishes.env, quit: onQuit })
    const router = begun.use(createBridge({ engine, shell, devices }))
    const logger = () => engine.logger
    const pages = builtPages()
    const web = begun.use(await serve({ port: page.port, home: engine.home, pages, router, logger }))
    address = web.address
    // The page goes last: it shows how everything else has ended.
    ended.use(web)
    ended.use(router)
  }
  ended.use(engine)
  ended.use(aip)
  begun.move()
  return { address: aip.address, newKey, page: address, [Symbol.asyncDispose]: () => ended.disposeAsync() }
}
