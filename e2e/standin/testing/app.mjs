// A small Electron program that uses what the stand-in plays: its tests start it.
import { join } from 'node:path'
import { app, BrowserWindow, globalShortcut, ipcMain, protocol, session } from 'electron'

const here = import.meta.dirname
const page = (name) =>
  `<!doctype html><title>${name}</title><body style="margin:0;background:#c00"><h1>${name}</h1><a id="away" href="https://example.invalid/">away</a><img id="big" src="big.bmp" width="1">`
const big = new Uint8Array(8_000_000)

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
function serve() {
  session.defaultSession.on('will-download', (event, item) => {
    heard.push(`download ${item.getURL()}`)
    event.preventDefault()
  })
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.protocol.handle('app', (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/big.bmp')
      return new Response(big, { headers: { 'Content-Type': 'application/octet-stream' } })
    const headers = {
      'Content-Type': 'text/html',
      'Content-Security-Policy': "default-src 'self'; style-src 'unsafe-inline'",
    }
    return new Response(page(pathname.slice(1)), { headers })
  })
}

const heard = []
app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => {
    heard.push(`will-navigate ${event.url}`)
    event.preventDefault()
  })
  contents.on('render-process-gone', (_gone, details) => {
    heard.push(`gone ${details.reason}`)
    contents.reload()
  })
  contents.setWindowOpenHandler(({ url }) => {
    heard.push(`open ${url}`)
    return { action: 'deny' }
  })
})
app.on('second-instance', () => heard.push('second-instance'))
ipcMain.handle('echo', (event, value) => {
  if (value === 'fail') throw new Error('as asked')
  return {
    value,
    from: event.senderFrame.url,
    origin: event.senderFrame.origin,
    top: event.senderFrame.parent === null,
  }
})
async function start() {
  serve()
  const webPreferences = { preload: join(here, 'preload.cjs') }
  const main = new BrowserWindow({ x: 50, y: 60, width: 500, height: 300, show: false, webPreferences })
  main.once('ready-to-show', () => main.show())
  globalShortcut.register('CommandOrControl+Shift+F9', () => heard.push('shortcut'))
  const flags = { show: false, frame: false, focusable: false, alwaysOnTop: true }
  const float = new BrowserWindow({ x: 700, y: 100, width: 200, height: 100, ...flags, webPreferences })
  globalThis.fixture = () => ({ main, float, heard })
  await Promise.all([main.loadURL('app://standin/main.html'), float.loadURL('app://standin/float.html')])
}

if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.exit(7)
