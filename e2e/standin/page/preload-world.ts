// The preload's world: `require('electron')` with contextBridge, ipcRenderer and webUtils, and nothing else, as in a sandboxed preload.
import { decodeValue, encodeValue } from './codec.ts'
import { openWorld, type WorldMessage } from './worlds.ts'

/** From a window to the program. */
export type Outward =
  | { kind: 'invoke'; id: number; channel: string; args: unknown[] }
  | { kind: 'send'; channel: string; args: unknown[] }
  | { kind: 'failed'; stack: string }
  | { kind: 'open'; url: string; name: string }

/** From the program to a window. */
export type Inward =
  | { kind: 'push'; channel: string; args: unknown[] }
  | { kind: 'answer'; id: number; channel: string; value?: unknown; error?: string }

interface Names {
  hears: string
  tells: string
  /** The function that the browser lends this world alone. */
  binding: string
  /** The function that the program calls. */
  inward: string
}

type Listener = (event: unknown, ...args: unknown[]) => void
export type PreloadCode = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: unknown,
) => void

export function runPreloadWorld(
  names: Names,
  versions: Record<string, string>,
  platform: string,
  preload: PreloadCode,
): void {
  const globals = globalThis as unknown as Record<string, unknown>
  const lent = globals[names.binding] as (text: string) => void
  delete globals[names.binding]
  const outward = (message: Outward): void => lent(encodeValue(message))

  const waiting: WorldMessage[] = []
  let there = false
  const { tell, copyOut } = openWorld(names.hears, names.tells, (message) => {
    if (message.kind === 'open') outward(message)
    if (message.kind !== 'here') return
    there = true
    for (const kept of waiting.splice(0)) tell(kept)
  })
  tell({ kind: 'hello' })

  const listeners = new Map<string, Listener[]>()
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  const off = (channel: string, listener: Listener): void => {
    const left = [...(listeners.get(channel) ?? [])]
    const at = left.indexOf(listener)
    if (at >= 0) left.splice(at, 1)
    listeners.set(channel, left)
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => {
      const id = ++count
      const call = Promise.withResolvers<unknown>()
      calls.set(id, call)
      try {
        outward({ kind: 'invoke', id, channel, args })
      } catch (error) {
        // What can't be cloned: the promise says so, as in Electron.
        calls.delete(id)
        call.reject(error)
      }
      return call.promise
    },
    send: (channel: string, ...args: unknown[]) => outward({ kind: 'send', channel, args }),
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    },
    off,
    removeListener: off,
  }
  globals[names.inward] = (text: string) => {
    const message = decodeValue(text) as Inward
    if (message.kind === 'push') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args)
      return
    }
    const call = calls.get(message.id)
    calls.delete(message.id)
    if (message.error === undefined) call?.resolve(message.value)
    else call?.reject(new Error(`Error invoking remote method '${message.channel}': ${message.error}`))
  }

  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      const message: WorldMessage = { kind: 'expose', key, api: copyOut(api) }
      if (there) tell(message)
      else waiting.push(message)
    },
  }
  const loud = (what: string, members: object): object =>
    new Proxy(members, {
      get(target, key) {
        if (typeof key === 'string' && !(key in target))
          throw new Error(`The stand-in for Electron does not implement ${what}.${key} in a preload.`)
        return Reflect.get(target, key) as unknown
      },
    })
  const electron = loud('electron', {
    contextBridge: loud('contextBridge', contextBridge),
    ipcRenderer: loud('ipcRenderer', ipcRenderer),
    // A browser is told no paths: every file is as one that lies nowhere.
    webUtils: loud('webUtils', { getPathForFile: () => '' }),
  })
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  try {
    const process = {
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      platform,
      versions,
      env: {},
      argv: [],
    }
    preload(require, module, module.exports, process)
  } catch (error) {
    outward({ kind: 'failed', stack: error instanceof Error ? String(error.stack) : String(error) })
  }
}
