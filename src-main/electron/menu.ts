// Builds the menu of the application: what macOS expects at the top of the screen, nothing elsewhere (so no reload, no developer
// tools).
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Texts } from './texts.ts'

export interface MenuActions {
  settings(): void
  newRequest(): void
}

export function setMenu(texts: Texts, actions: MenuActions): void {
  if (process.platform !== 'darwin') {
    Menu.setApplicationMenu(null)
    return
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(macMenu(app.name, texts, actions)))
}

export const macMenu = (name: string, texts: Texts, actions: MenuActions): MenuItemConstructorOptions[] => [
  {
    label: name,
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      { label: texts.settings, accelerator: 'Command+,', click: () => actions.settings() },
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  },
  {
    role: 'fileMenu',
    submenu: [
      { label: texts.newRequest, accelerator: 'Command+N', click: () => actions.newRequest() },
      { role: 'close' },
    ],
  },
  { role: 'editMenu' },
  {
    role: 'viewMenu',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  },
  { role: 'windowMenu' },
]
