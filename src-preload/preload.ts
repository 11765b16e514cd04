// Exposes exactly the contract to the windows: one function per call, one for pushes, and one for the path of a dropped file. A
// page can name no channel.
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { CALL_NAMES, type CallName } from './contract/call-names.ts'
import type { Envelope } from './contract/bridge.ts'
import type { Push } from './contract/pushes.ts'

const call = (name: CallName) => (input: unknown) =>
  ipcRenderer.invoke('deskhand:call', name, input) as Promise<Envelope>

const listeners = new Set<(push: Push) => void>()

ipcRenderer.on('deskhand:push', (_event, push: Push) => {
  for (const listener of listeners) listener(push)
  // The next picture is sent only when this one is shown, because pictures are dropped, never queued.
  if (push.push === 'frame') ipcRenderer.send('deskhand:frame-taken')
})

contextBridge.exposeInMainWorld('deskhand', {
  calls: Object.fromEntries(CALL_NAMES.map((name) => [name, call(name)])),
  pathOfFile: (file: File) => webUtils.getPathForFile(file),
  subscribe: (listener: (push: Push) => void) => {
    listeners.add(listener)
    // Messages that came before this window listened are sent now.
    ipcRenderer.send('deskhand:ready')
    return () => {
      listeners.delete(listener)
    }
  },
})
