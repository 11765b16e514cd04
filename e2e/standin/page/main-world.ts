// The page's own world: it receives what the preload exposes, frozen, under a name that can't be taken or changed.
import { openWorld } from './worlds.ts'

export function runMainWorld(hears: string, tells: string): void {
  const { tell, copyIn } = openWorld(hears, tells, (message) => {
    if (message.kind === 'hello') tell({ kind: 'here' })
    if (message.kind !== 'expose' || Object.hasOwn(globalThis, message.key)) return
    Object.defineProperty(globalThis, message.key, {
      value: copyIn(message.api, true),
      enumerable: true,
      configurable: false,
      writable: false,
    })
  })
  tell({ kind: 'here' })
}
