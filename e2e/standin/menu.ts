// `Menu`, `MenuItem` and `Tray`: kept as they are set. Nothing is drawn; a test clicks their items.
import { app } from './app.ts'
import { Emitter, loudClass } from './loud.ts'
import { note, record } from './record.ts'
import { BrowserWindow } from './window.ts'

export interface ItemTemplate {
  id?: string
  label?: string
  type?: string
  role?: string
  enabled?: boolean
  visible?: boolean
  checked?: boolean
  accelerator?: string
  registerAccelerator?: boolean
  submenu?: ItemTemplate[] | Menu
  click?: (item: MenuItem, window: unknown, event: object) => void
  [more: string]: unknown
}

export class MenuItem {
  readonly id: string | undefined
  readonly label: string
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly click: () => void

  constructor(template: ItemTemplate) {
    this.id = template.id
    this.label = template.label ?? ''
    this.type = template.type ?? (template.submenu ? 'submenu' : 'normal')
    this.role = template.role
    this.accelerator = template.accelerator
    this.enabled = template.enabled ?? true
    this.visible = template.visible ?? true
    this.checked = template.checked ?? false
    this.submenu = Array.isArray(template.submenu)
      ? Menu.buildFromTemplate(template.submenu)
      : template.submenu
    this.click = () => {
      if (!this.enabled) return
      if (this.type === 'checkbox') this.checked = !this.checked
      if (template.click) template.click(this, BrowserWindow.getFocusedWindow() ?? undefined, {})
      else if (this.role === 'quit') app.quit()
      else note('role', this.role)
    }
  }
}

let applicationMenu: Menu | null = null

export class Menu extends Emitter {
  items: MenuItem[] = []

  constructor() {
    super('Menu', ['menu-will-show', 'menu-will-close'])
  }

  static buildFromTemplate(template: (ItemTemplate | MenuItem)[]): Menu {
    const menu = new Menu()
    menu.items = template.map((item) => (item instanceof MenuItem ? item : new MenuItem(item)))
    return menu
  }

  static setApplicationMenu = (menu: Menu | null): void => void (applicationMenu = menu)
  static getApplicationMenu = (): Menu | null => applicationMenu

  append = (item: MenuItem): void => void this.items.push(item)
  popup = (): void =>
    note(
      'popup',
      this.items.map(({ label }) => label),
    )

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}

export class Tray extends Emitter {
  /** For tests. */
  image: unknown
  tip = ''
  menu: Menu | null = null
  #destroyed = false

  constructor(image: unknown) {
    super('Tray', ['click', 'right-click', 'double-click', 'middle-click'])
    this.image = image
    record.trays.push(this)
  }

  setImage = (image: unknown): void => void (this.image = image)
  setPressedImage = (_image: unknown): void => {}
  setToolTip = (text: string): void => void (this.tip = text)
  setTitle = (_title: string): void => {}
  setContextMenu = (menu: Menu | null): void => void (this.menu = menu)
  setIgnoreDoubleClickEvents = (_on: boolean): void => {}
  popUpContextMenu = (menu?: Menu): void =>
    note(
      'popup',
      (menu ?? this.menu)?.items.map(({ label }) => label),
    )
  isDestroyed = (): boolean => this.#destroyed
  destroy = (): void => void (this.#destroyed = true)
}

loudClass(MenuItem, 'MenuItem')
loudClass(Menu, 'Menu')
loudClass(Tray, 'Tray')
