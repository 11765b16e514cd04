// Holds what the scripted model services of the tests share: a loopback server, and how bodies are read and errors answered.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export abstract class ScriptedService implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.answer(request, response))
  #port = 0

  /** The address for a client: a service's `base_url`. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<void>

  /** @param port any free one unless given */
  protected async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', resolve)
    })
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }
}

export const bodyOf = async (request: IncomingMessage): Promise<unknown> => JSON.parse(await text(request))

/** Where an answer has begun, its status can no longer be told: a failure ends the connection. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent && status !== 200) return void response.destroy()
  begin(response, 'application/json', status)
  response.end(JSON.stringify(body))
}

/** Does nothing where the answer has begun. */
export function begin(response: ServerResponse, type: string, status = 200): void {
  if (!response.headersSent) response.writeHead(status, { 'content-type': type })
}

export const failed = (
  response: ServerResponse,
  status: number,
  message: string,
  code: string | null = null,
) => json(response, status, { error: { message, code, type: 'invalid_request_error', param: null } })
