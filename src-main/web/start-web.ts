// Puts the web shell together: an engine, the bridge in front of it, and the server that a browser finds them at.
import { builtPages } from '../bridge/page-files.ts'
import { createBridge } from '../bridge/create-bridge.ts'
import { createEngine, type EngineOptions } from '../engine.ts'
import { pageShell } from './page-shell.ts'
import { serve, type WebServer } from './serve.ts'

export interface WebOptions extends EngineOptions {
  /** 0 for any that is free. */
  port: number
  version: string
  /** A page wants the program to end. */
  onQuit: () => void
}

export type WebShell = Pick<WebServer, 'address' | 'addressForOnce'> & AsyncDisposable

/** Throws UserError where it can't begin. Disposing stops and cleans up every run, tells it to the pages, and lets them go. */
export async function startWeb({ port, version, onQuit, ...options }: WebOptions): Promise<WebShell> {
  await using begun = new AsyncDisposableStack()
  const engine = begun.use(await createEngine({ ...options, lenient: true }))
  const shell = pageShell({ version, env: options.env, quit: onQuit })
  const router = begun.use(createBridge({ engine, shell }))
  const server = begun.use(
    await serve({ port, home: engine.home, pages: builtPages(), router, logger: () => engine.logger }),
  )
  begun.move()
  return {
    address: server.address,
    addressForOnce: () => server.addressForOnce(),
    async [Symbol.asyncDispose]() {
      try {
        await engine[Symbol.asyncDispose]()
      } finally {
        router[Symbol.dispose]()
        await server[Symbol.asyncDispose]()
      }
    },
  }
}
