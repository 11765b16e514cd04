import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { openLink } from './links.ts'
import { isOwnDownload, secureSession, securePreferences } from './security.ts'

const electron = vi.hoisted(() => ({
  opened: [] as string[],
  handlers: {} as Record<string, (...given: never[]) => unknown>,
  app: null as unknown as EventEmitter,
  session: null as unknown as EventEmitter,
}))
vi.mock('electron', async () => {
  const events = await import('node:events')
  electron.app = new events.EventEmitter()
  electron.session = Object.assign(
    new events.EventEmitter(),
    Object.fromEntries(
      ['PermissionRequest', 'PermissionCheck', 'DevicePermission', 'DisplayMediaRequest'].map((name) => [
        `set${name}Handler`,
        (handler: () => unknown) => (electron.handlers[name] = handler),
      ]),
    ),
  )
  return {
    app: electron.app,
    session: { defaultSession: electron.session },
    shell: { openExternal: (url: string) => Promise.resolve(void electron.opened.push(url)) },
  }
})

beforeEach(() => {
  electron.opened.length = 0
  electron.app.removeAllListeners()
  electron.session.removeAllListeners()
})

test('every window is sandboxed and isolated, without Node and with web security', () => {
  expect(securePreferences('/preload.cjs')).toMatchObject({
    preload: '/preload.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
  })
})

test('every permission is refused, asked for or checked', () => {
  secureSession()
  const answers: unknown[] = []
  const call = (name: string, ...given: unknown[]) => electron.handlers[name]?.(...(given as never[]))
  for (const permission of ['media', 'notifications', 'clipboard-read', 'fileSystem', 'openExternal'])
    call('PermissionRequest', {}, permission, (granted: boolean) => answers.push(granted))
  call('DisplayMediaRequest', {}, (streams: unknown) => answers.push(streams === null ? false : streams))
  answers.push(call('PermissionCheck', {}, 'media'), call('DevicePermission', {}))
  expect(answers).toEqual(Array.from({ length: 8 }, () => false))
})

test('no page navigates, is redirected, embeds a web view, or opens a window', async () => {
  secureSession()
  let open: ((details: { url: string }) => unknown) | null = null
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: typeof open) => (open = handler),
  })
  electron.app.emit('web-contents-created', {}, contents)
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
    const preventDefault = vi.fn()
    contents.emit(name, { preventDefault })
    expect(preventDefault, name).toHaveBeenCalledOnce()
  }
  for (const url of [
    'https://example.org/a',
    'file:///etc/passwd',
    'app://deskhand/index.html',
    'javascript:1',
  ])
    expect(open!({ url })).toEqual({ action: 'deny' })
  await vi.waitFor(() => expect(electron.opened).toEqual(['https://example.org/a']))
})

test('only https addresses are opened, and none that carry a name', async () => {
  await openLink('https://example.org/?q=1')
  for (const address of [
    'http://example.org',
    'mailto:a@example.org',
    'https://a:b@example.org',
    'file:///x',
    'x',
  ])
    await expect(openLink(address)).rejects.toThrow('Only https addresses are opened.')
  expect(electron.opened).toEqual(['https://example.org/?q=1'])
})

test('only what our own pages have made, and the documents of runs, are downloaded', () => {
  expect(isOwnDownload('blob:app://deskhand/1b2c')).toBe(true)
  expect(isOwnDownload('app://deskhand/files/first/report.html')).toBe(true)
  expect(isOwnDownload('https://example.org/x.exe')).toBe(false)
  expect(isOwnDownload('blob:https://example.org/1')).toBe(false)
  expect(isOwnDownload('app://deskhand.example.org/files/x')).toBe(false)
  const preventDefault = vi.fn()
  secureSession()
  electron.session.emit('will-download', { preventDefault }, { getURL: () => 'data:text/plain,x' })
  expect(preventDefault).toHaveBeenCalled()
})
