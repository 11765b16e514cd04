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
  refuseWindows((url, name) => tell({ kind: 'open', url, name }))
}

interface Link {
  tagName?: string
  target?: string
  href?: string
}

/**
 * Windows that a page opens never come to be: a browser window that is closed while a debugger still holds it leaves the page
 * that opened it without timers. The program is asked all the same, and the page gets null, as where it is denied in Electron.
 */
function refuseWindows(asked: (url: string, name: string) => void): void {
  const page = globalThis as unknown as EventTarget & {
    open: (url?: string, name?: string) => null
    document: { baseURI: string }
  }
  page.open = (url = '', name = '_blank') => {
    asked(new URL(url, page.document.baseURI).href, name)
    return null
  }
  page.addEventListener('click', (event) => {
    const link = (event.composedPath() as Link[]).find(({ tagName }) => tagName === 'A')
    if (event.defaultPrevented || link?.target !== '_blank') return
    event.preventDefault()
    asked(link.href ?? '', link.target)
  })
}
