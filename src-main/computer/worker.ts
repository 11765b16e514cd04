// Runs in a worker thread: holds instances of thread servers, one per link that the pool asks for.
import { parentPort, type MessagePort } from 'node:worker_threads'
import { messageOf } from '../core/errors.ts'
import { MessagePortTransport } from '../core/worker-transport.ts'
import { builtInServers } from '../servers/registry.ts'
import type { ServerOptions, ThreadServerModule } from '../servers/server-module.ts'

/** Says which server a thread must run, as plain data. */
export interface ThreadServerSpec {
  namespace: string
  /** URL of its module; null for one of the registry. */
  module: string | null
  options: ServerOptions
  /** The Computer that has the server for itself; without it, all share the server. */
  owner?: string
}

/** Asks the thread for a server at the other end of `port`. */
export interface LinkRequest {
  link: number
  spec: ThreadServerSpec
  port: MessagePort
}

/** The messages of a thread to the pool beside the protocol. */
export type ThreadMessage =
  | { kind: 'broken'; link: number; message: string }
  | { kind: 'own'; pid: number }
  | { kind: 'disown'; pid: number }

const registry = builtInServers()

async function load(spec: ThreadServerSpec): Promise<ThreadServerModule> {
  if (spec.module !== null) return (await import(spec.module)) as ThreadServerModule
  const server = registry.get(spec.namespace)
  if (server?.place !== 'thread') throw new Error(`No thread server is called ${spec.namespace}.`)
  return server.load()
}

if (parentPort) {
  const pool = parentPort
  const tell = (message: ThreadMessage) => pool.postMessage(message)
  const host = {
    own: (pid: number) => tell({ kind: 'own', pid }),
    disown: (pid: number) => tell({ kind: 'disown', pid }),
  }
  pool.on('message', ({ link, spec, port }: LinkRequest) => {
    load(spec)
      .then((module) => module.build(spec.options, host))
      .then((server) => server.connect(new MessagePortTransport(port)))
      .catch((error: unknown) => tell({ kind: 'broken', link, message: messageOf(error) }))
  })
}
