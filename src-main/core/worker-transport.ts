// Carries MCP over a MessagePort: structured clone, no JSON text in between.
import type { MessagePort } from 'node:worker_threads'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

export class MessagePortTransport implements Transport {
  readonly #port: MessagePort
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void

  constructor(port: MessagePort) {
    this.#port = port
  }

  start(): Promise<void> {
    this.#port.on('message', (message: JSONRPCMessage) => this.onmessage?.(message))
    this.#port.on('messageerror', (error) => this.onerror?.(error))
    this.#port.on('close', () => this.onclose?.())
    this.#port.start()
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#port.postMessage(message)
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.#port.close()
    return Promise.resolve()
  }
}
