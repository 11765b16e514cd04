// Denies every page of the app, in whatever window it is: permissions, navigation, windows of its own, downloads from elsewhere
// (https://electronjs.org/docs/tutorial/security).
import { app, session, type WebContents, type WebPreferences } from 'electron'
import { drop } from '../core/control-flow.ts'
import { openLink } from './links.ts'
import { ORIGIN } from './origin.ts'

/** Sets the preferences of every window. It repeats the defaults of Electron, so that none is lost by mistake. */
export const securePreferences = (preload: string): WebPreferences => ({
  preload,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  devTools: !app.isPackaged,
  // Spell checking would fetch dictionaries from the network and underline what is written.
  spellcheck: false,
})

/** Call it when the app is ready, before the first window. */
export function secureSession(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  defaultSession.setPermissionCheckHandler(() => false)
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  defaultSession.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) event.preventDefault()
  })
  app.on('web-contents-created', (_event, contents) => secureContents(contents))
}

/** True for an export, which is a blob that one of our pages has made; documents of a run come from our own protocol. */
export const isOwnDownload = (address: string): boolean =>
  address.startsWith(`blob:${ORIGIN}/`) || address.startsWith(`${ORIGIN}/files/`)

function secureContents(contents: WebContents): void {
  const refuse = (event: { preventDefault(): void }) => event.preventDefault()
  contents.on('will-navigate', refuse)
  contents.on('will-frame-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', refuse)
  contents.setWindowOpenHandler(({ url }) => {
    // A page's link opens in the person's browser; openLink lets only https pass.
    drop(openLink(url))
    return { action: 'deny' }
  })
}
