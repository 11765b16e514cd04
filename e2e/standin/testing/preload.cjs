const { contextBridge, ipcRenderer } = require('electron')

globalThis.secret = 'of the preload'
contextBridge.exposeInMainWorld('fixture', {
  echo: (value) => ipcRenderer.invoke('echo', value),
  hear: (listener) => {
    const heard = (_event, ...args) => listener(...args)
    ipcRenderer.on('push', heard)
    return () => ipcRenderer.off('push', heard)
  },
})
