// Shows the quick request: one line over everything, by a key or from the tray; it goes when the person looks elsewhere.
import { screen, type BrowserWindow } from 'electron'
import type { Windows } from './windows.ts'

export class QuickWindow {
  readonly #windows: Windows

  constructor(windows: Windows) {
    this.#windows = windows
    windows.onMade((window, kind) => {
      if (kind === 'quick') window.on('blur', () => window.hide())
    })
  }

  /** Shows the window on the pointer's screen, or hides it when it is visible. */
  toggle(): void {
    const known = this.#windows.find('quick')
    if (known?.isVisible() === true) {
      known.hide()
      return
    }
    const window = this.#windows.get('quick')
    this.#windows.tell('quick', { push: 'show', view: 'new', run: null })
    place(window)
    if (known) this.#windows.show('quick')
    else window.once('ready-to-show', () => this.#windows.show('quick'))
  }
}

/** Places the window in the middle, a fifth down the screen that the pointer is on. */
function place(window: BrowserWindow): void {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  const { width, height } = window.getBounds()
  window.setBounds({
    x: Math.round(workArea.x + (workArea.width - width) / 2),
    y: Math.round(workArea.y + workArea.height / 5),
    width,
    height,
  })
}
