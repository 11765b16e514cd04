// Shows the main window: where it lies, and which view is open in it.
import { screen, type BrowserWindow } from 'electron'
import type { View } from '../../src-preload/contract/calls/app.ts'
import { isReachable, type WindowState } from './window-state.ts'
import type { Windows } from './windows.ts'

export class ChatWindow {
  readonly #windows: Windows
  readonly #state: WindowState

  constructor(windows: Windows, state: WindowState) {
    this.#windows = windows
    this.#state = state
    windows.onMade((window, kind) => {
      if (kind === 'chat') this.#place(window)
    })
  }

  get isInFront(): boolean {
    const window = this.#windows.find('chat')
    return window !== null && window.isVisible() && window.isFocused()
  }

  /** Brings the window to the front once its page is drawn; shows this view in it, or leaves it unchanged without one. */
  open(view: View | null = null, run: string | null = null): void {
    const isNew = this.#windows.find('chat') === null
    const window = this.#windows.get('chat')
    if (view !== null) this.#windows.tell('chat', { push: 'show', view, run })
    if (!isNew) this.#windows.show('chat')
    else {
      window.once('ready-to-show', () => {
        if (this.#state.places.chat?.maximized === true) window.maximize()
        window.show()
      })
    }
  }

  #place(window: BrowserWindow): void {
    const kept = this.#state.places.chat
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
    if (kept && isReachable(kept.bounds, screens)) window.setBounds(kept.bounds)
    else window.center()
    const keep = () => {
      if (window.isDestroyed() || window.isMinimized() || !window.isVisible()) return
      this.#state.keep({ chat: { bounds: window.getNormalBounds(), maximized: window.isMaximized() } })
    }
    window.on('resize', keep)
    window.on('move', keep)
    window.on('maximize', keep)
    window.on('unmaximize', keep)
  }
}
