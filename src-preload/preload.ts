// Exposes exactly the contract to the windows: one function per call and one for pushes. No channel can be named from a page.
import { contextBridge, ipcRenderer } from 'electron'
import { CALL_NAMES, type CallName } from './contract/call-names.ts'
import type { Envelope } from './contract/bridge.ts'
import type { Push } from './contract/pushes.ts'

const call = (name: CallName) => (input: unknown) =>
  ipcRenderer.invoke('deskhand:call', name, input) as Promise<Envelope>

contextBridge.exposeInMainWorld('deskhand', {
  calls: Object.fromEntries(CALL_NAMES.map((name) => [name, call(name)])),
  subscribe: (listener: (push: Push) => void) => {
    const hear = (_event: unknown, push: Push) => listener(push)
    ipcRenderer.on('deskhand:push', hear)
    return () => {
      ipcRenderer.off('deskhand:push', hear)
    }
  },
})
