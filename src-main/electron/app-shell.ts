// Does what the program asks of the desktop app as its shell.
import { app } from 'electron'
import { ownCommand } from './command-line.ts'
import { UserError } from '../core/errors.ts'
import type { Caller } from '../bridge/handler.ts'
import type { ShellPort } from '../bridge/shell-port.ts'
import type { ChatWindow } from './chat-window.ts'
import { openFolder, openLink } from './links.ts'
import type { Overlay } from './overlay.ts'
import type { Shortcuts } from './shortcuts.ts'
import type { WindowKind } from './window-table.ts'
import type { Windows } from './windows.ts'

interface AppShellOptions {
  windows: Windows
  chat: ChatWindow
  overlay: Overlay
  shortcuts: Shortcuts
  kindOf: (caller: Caller) => WindowKind | null
}

/** Gives the first of the person's languages (Chromium may only have translations for another one); `C` on Linux means none. */
export const systemLocale = (): string =>
  app.getPreferredSystemLanguages().find(isLanguage) ?? (app.getLocale() || 'en')

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

export const appShell = ({ windows, chat, overlay, shortcuts, kindOf }: AppShellOptions): ShellPort => ({
  kind: 'app',
  version: app.getVersion(),
  command: ownCommand,
  locale: systemLocale,
  shortcuts: () => ({ ...shortcuts.registered }),
  openView: (view, run) => chat.open(view, run),
  closeWindow: (caller) => {
    const kind = kindOf(caller)
    if (kind !== null) windows.find(kind)?.close()
  },
  dragWindow: (caller, drag) => {
    if (kindOf(caller) !== 'pill') throw new UserError('This window is moved by its frame.')
    overlay.drag(drag)
  },
  openLink,
  showFolder: openFolder,
  quit: () => app.quit(),
})
