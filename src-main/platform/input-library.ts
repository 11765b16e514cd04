// Wraps pointer, keys, screen and active window of @nut-tree-fork/nut-js. The library is loaded when a desktop is connected,
// because its native part is that of the system.
import type * as nutModule from '@nut-tree-fork/nut-js'
import { messageOf, ToolError } from '../core/errors.ts'
import { screenPoint, screenRect, type ScreenPoint, type ScreenRect } from '../core/geometry.ts'
import type { MouseButton, RawPicture, Screen } from './platform.ts'

type Nut = typeof nutModule
type KeyName = keyof Nut['Key']

/** Windows counts one notch of the wheel as this number. */
const NOTCH = 120
/** The library's program for Windows reports a clipboard without a text by this code (ERROR_NOT_FOUND). */
const NO_TEXT = 'code: 1168'

/** Maps the port's key names, and other spellings of them (lower case, without blanks), to the library's names. */
const NAMED: Record<string, KeyName> = {
  control: 'LeftControl', ctrl: 'LeftControl', controlleft: 'LeftControl', leftcontrol: 'LeftControl', leftctrl: 'LeftControl',
  shift: 'LeftShift', shiftleft: 'LeftShift', leftshift: 'LeftShift',
  alt: 'LeftAlt', altleft: 'LeftAlt', leftalt: 'LeftAlt', option: 'LeftAlt', altgr: 'RightAlt',
  super: 'LeftSuper', meta: 'LeftSuper', win: 'LeftSuper', windows: 'LeftSuper', cmd: 'LeftSuper', command: 'LeftSuper', superleft: 'LeftSuper',
  enter: 'Return', return: 'Return', kpenter: 'Enter', escape: 'Escape', esc: 'Escape', tab: 'Tab',
  backspace: 'Backspace', bksp: 'Backspace', delete: 'Delete', del: 'Delete', insert: 'Insert', ins: 'Insert',
  space: 'Space', spacebar: 'Space', ' ': 'Space', home: 'Home', end: 'End',
  left: 'Left', arrowleft: 'Left', leftarrow: 'Left', right: 'Right', arrowright: 'Right', rightarrow: 'Right',
  up: 'Up', arrowup: 'Up', uparrow: 'Up', down: 'Down', arrowdown: 'Down', downarrow: 'Down',
  pageup: 'PageUp', pgup: 'PageUp', prior: 'PageUp', pagedown: 'PageDown', pgdn: 'PageDown', pgdown: 'PageDown', next: 'PageDown',
  menu: 'Menu', contextmenu: 'Menu', apps: 'Menu', print: 'Print', printscreen: 'Print', prtsc: 'Print',
  capslock: 'CapsLock', numlock: 'NumLock', scrolllock: 'ScrollLock',
  volumeup: 'AudioVolUp', volumedown: 'AudioVolDown', volumemute: 'AudioMute',
  '*': 'Multiply', asterisk: 'Multiply', '+': 'Add', plus: 'Add', '/': 'Divide', slash: 'Divide', '-': 'Minus', minus: 'Minus',
  '=': 'Equal', equal: 'Equal', equals: 'Equal', ',': 'Comma', comma: 'Comma', '.': 'Period', period: 'Period',
  ';': 'Semicolon', semicolon: 'Semicolon', "'": 'Quote', '`': 'Grave', '[': 'LeftBracket', ']': 'RightBracket', '\\': 'Backslash', backslash: 'Backslash',
} // prettier-ignore

const MAX_FUNCTION_KEY = 24

/** Gives the library's keys for a name: a capital is a letter with Shift. Null for a name that the library does not know. */
export function keysNamed(name: string): KeyName[] | null {
  if (/^[a-z]$/i.test(name)) {
    const letter = name.toUpperCase() as KeyName
    return name === letter ? ['LeftShift', letter] : [letter]
  }
  if (/^\d$/.test(name)) return [`Num${name}` as KeyName]
  const plain = name.length === 1 ? name : name.toLowerCase().replaceAll(/[\s_-]/g, '')
  const number = /^f(\d{1,2})$/.exec(plain)?.[1]
  if (number !== undefined && Number(number) >= 1 && Number(number) <= MAX_FUNCTION_KEY)
    return [`F${Number(number)}` as KeyName]
  const named = Object.hasOwn(NAMED, plain) ? NAMED[plain] : undefined
  return named === undefined ? null : [named]
}

export class InputLibrary {
  readonly #nut: Nut

  private constructor(nut: Nut) {
    this.#nut = nut
  }

  /** Throws ToolError where the library's native part is not that of this system. */
  static async load(): Promise<InputLibrary> {
    try {
      const module = await import('@nut-tree-fork/nut-js')
      const nut = (module as Nut & { default?: Nut }).default ?? module
      nut.providerRegistry.getKeyboard().setKeyboardDelay(0)
      nut.providerRegistry.getMouse().setMouseDelay(0)
      return new InputLibrary(nut)
    } catch (error) {
      throw new ToolError('The library for mouse and keyboard could not be loaded.', { cause: error })
    }
  }

  async move({ x, y }: ScreenPoint): Promise<void> {
    await this.#mouse.setMousePosition(new this.#nut.Point(x, y))
  }

  async pointer(): Promise<ScreenPoint> {
    const { x, y } = await this.#mouse.currentMousePosition()
    return screenPoint(x, y)
  }

  press(button: MouseButton): Promise<void> {
    return this.#mouse.pressButton(this.#button(button))
  }

  release(button: MouseButton): Promise<void> {
    return this.#mouse.releaseButton(this.#button(button))
  }

  scroll(notches: number, horizontal: boolean): Promise<void> {
    const amount = Math.abs(notches) * NOTCH
    if (horizontal) return notches > 0 ? this.#mouse.scrollLeft(amount) : this.#mouse.scrollRight(amount)
    return notches > 0 ? this.#mouse.scrollUp(amount) : this.#mouse.scrollDown(amount)
  }

  async key(name: string, down: boolean): Promise<void> {
    const keys = keysNamed(name)
    if (!keys) throw new ToolError(`There is no key “${name}”.`)
    const keyboard = this.#nut.providerRegistry.getKeyboard()
    for (const key of down ? keys : keys.toReversed()) {
      if (down) await keyboard.pressKey(this.#nut.Key[key])
      else await keyboard.releaseKey(this.#nut.Key[key])
    }
  }

  async screens(): Promise<Screen[]> {
    const screen = this.#nut.providerRegistry.getScreen()
    const [width, height] = await Promise.all([screen.screenWidth(), screen.screenHeight()])
    return [{ bounds: screenRect({ x: 0, y: 0, width, height }), scale: 1, primary: true }]
  }

  async picture(area: ScreenRect): Promise<RawPicture> {
    const { x, y, width, height } = area
    const region = new this.#nut.Region(x, y, width, height)
    const image = await this.#nut.providerRegistry.getScreen().grabScreenRegion(region)
    const rgba = Buffer.alloc(image.width * image.height * 4, 255)
    const row = image.byteWidth
    for (let line = 0; line < image.height; line++) {
      for (let column = 0; column < image.width; column++) {
        const from = line * row + column * 4
        const to = (line * image.width + column) * 4
        rgba[to] = image.data[from + 2] ?? 0
        rgba[to + 1] = image.data[from + 1] ?? 0
        rgba[to + 2] = image.data[from] ?? 0
      }
    }
    return { rgba, width: image.width, height: image.height, bounds: area }
  }

  /** Reads the text on the clipboard, empty for none. */
  async readText(): Promise<string> {
    try {
      return await this.#nut.providerRegistry.getClipboard().paste()
    } catch (error) {
      if (messageOf(error).includes(NO_TEXT)) return ''
      throw error
    }
  }

  writeText(text: string): Promise<void> {
    return this.#nut.providerRegistry.getClipboard().copy(text)
  }

  /** Gives the handle of the window that has the keyboard, 0 for none. */
  async activeWindow(): Promise<bigint> {
    return BigInt(await this.#nut.providerRegistry.getWindow().getActiveWindow())
  }

  focusWindow(window: bigint): Promise<boolean> {
    return this.#nut.providerRegistry.getWindow().focusWindow(Number(window))
  }

  get #mouse() {
    return this.#nut.providerRegistry.getMouse()
  }

  #button(button: MouseButton) {
    const { Button } = this.#nut
    return { left: Button.LEFT, middle: Button.MIDDLE, right: Button.RIGHT }[button]
  }
}
