// `ipcMain`, and the same of one window.
import { EventEmitter } from 'node:events'
import { loudClass } from './loud.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

/** Its events are the app's own channels: any name may be listened to. */
export class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** For web-contents.ts. */
  handlerOf(channel: string): Handler | undefined {
    return this.#handlers.get(channel)
  }
}

loudClass(IpcMain, 'ipcMain')
export const ipcMain = new IpcMain()
