// Defines the Platform port: what a driver must be able to see and touch. There is one implementation per operating system, each
// in a desktop process. A driver is plain: composing clicks, hotkeys and drags, ids, waiting and judging effects are done
// above it, once for all platforms. Every method may throw ToolError; each has a bound of its own and obeys `run`.
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { ControlRole, ControlState } from '../core/desktop.ts'
import type { ScreenPoint, ScreenRect } from '../core/geometry.ts'
import type { RunControl } from '../core/run-control.ts'

/** How large a window is shown; `normal` is as it was before. */
export const WINDOW_STATES = ['maximized', 'minimized', 'normal'] as const
export type WindowState = (typeof WINDOW_STATES)[number]

export interface PlatformWindow {
  /** The platform's own handle: an X11 window id as `0x1400003`, an HWND. */
  handle: string
  title: string
  processName: string
  /** The application as a person calls it. */
  application: string
  pid: number | null
  /** Client area. */
  bounds: ScreenRect
  active: boolean
  minimized: boolean
  /** Whether it fills the work area; left out where the system does not tell it. */
  maximized?: boolean
  kind: 'normal' | 'dialog' | 'popup'
  modal: boolean
  /** Handle of the window that this one belongs to. */
  owner: string | null
  /**
   * The window's program has more rights than Deskhand, which then can't see its controls nor act on it; left out where the system has no
   * such rights.
   */
  elevated?: boolean
}

/** One node of an accessibility tree. */
export interface PlatformElement {
  /** Only the driver knows its meaning; it stays the same for a control as long as the control lives. */
  ref: string
  role: ControlRole
  name: string
  value: string | null
  description: string | null
  states: ControlState[]
  bounds: ScreenRect
  actions: string[]
  /** `ref` of the parent, null for a root. */
  parent: string | null
  depth: number
  /** It has a text that can be replaced through the tree. */
  editableText: boolean
  /** Handle of its window where the driver knows it. */
  window: string | null
  /** The program's own id of the control, the same in every language and run; left out where the program gives none. */
  automationId?: string
  /** The kind of control as its toolkit calls it. */
  className?: string
  /** The toolkit. */
  framework?: string
}

export interface PlatformTree {
  /** Parents come before their children; siblings in the order of the tree. Only what is visible. */
  elements: PlatformElement[]
  /** Why the tree is not whole (no accessibility, application hangs, guard), else null. */
  limited: string | null
  /** Elements are missing because the application does not answer now; it may be busy, and answer later. */
  silent?: boolean
  /** The application answers for itself, or is not in the tree at all, and tells of nothing in this window. */
  treeless?: boolean
}

/** A text that the tree gives as a whole, with the control that it is in. */
export interface PlatformText {
  /** The ref of the object that has the text, which is not always a control. */
  ref: string
  /** Each object inside the text (a link, a picture) is one character, U+FFFC. */
  text: string
  control: PlatformElement
}

export interface RawPicture {
  /** Four bytes a pixel, red green blue alpha, rows from the top, without padding. */
  rgba: Buffer
  width: number
  height: number
  bounds: ScreenRect
  /** Own windows are in it: the driver could not see below them. */
  showsOwnWindows?: boolean
}

export interface Screen {
  bounds: ScreenRect
  scale: number
  primary: boolean
}

export type MouseButton = 'left' | 'middle' | 'right'

/** A clipboard's content, with every format that could be read. It survives JSON. */
export interface ClipboardContent {
  formats: { type: string; data: string /* base64 */ }[]
}

export interface PlannedLaunch {
  /** The command line, program first. */
  words: string[]
  /** The file that says what is started: the desktop entry, or the program where there is none. */
  from: string
  /** The person has given the name its command, in config.yaml. */
  configured: boolean
  /** Only a keyword of the application is what was asked for, none of its names. */
  byKeyword?: true
}

export interface LaunchResult {
  application: string
  pid: number | null
  /** The file that takes what the program writes, on a virtual desktop. */
  output?: string
  /** It was given files, though nothing says that it opens any. */
  takesNoFiles?: true
  /** Only a keyword of it is what was asked for, none of its names. */
  byKeyword?: true
}

/** Something that has visibly changed since it was asked for. */
export interface ChangeWatch extends AsyncDisposable {
  /** Milliseconds (`fairTime` of the process) of the last change seen within `area`, null when nothing has changed. */
  lastChange(): number | null
  /**
   * Where something outside of `own` looks different than at the beginning, if the watch compares, else what was painted and is in none of
   * them; null where the system does not tell it, or it was too much. Asked once.
   */
  changedBeyond?(own: readonly Rect[]): Promise<readonly Rect[] | null>
}

/** What keys call in an application: `Ctrl+Shift+N`, `['File', 'New Window']`. */
export interface MenuShortcut {
  keys: string
  item: string[]
  /** Whether it only opens a menu. */
  opens: boolean
}

/** What a click in a page goes to, and the smallest element that holds this and the element that was asked about. */
export interface PageHit {
  element: PlatformElement
  common: PlatformElement
}

export interface Platform extends AsyncDisposable {
  readonly name: 'linux' | 'windows' | 'macos' | 'scripted'

  screens(run: RunControl): Promise<Screen[]>
  /** Lists windows front to back, with dialogs and pop-ups (menus, lists) of every application. */
  windows(run: RunControl): Promise<PlatformWindow[]>
  /** Brings the window to the front and gives it the keyboard; returns when the desktop confirms that, else throws. */
  focusWindow(handle: string, run: RunControl): Promise<void>
  /** Asks the window to close, as its close button does. */
  closeWindow(handle: string, run: RunControl): Promise<void>
  /** Returns when the desktop confirms it, else throws. */
  setWindowState(handle: string, state: WindowState, run: RunControl): Promise<void>

  /** Says why no window of this desktop can have a control tree; null where they can. */
  treeFault(run: RunControl): Promise<string | null>
  /** Reads the visible controls of a window together with its dialogs, pop-ups and menus. `max` bounds their number. */
  tree(window: PlatformWindow, options: { max: number }, run: RunControl): Promise<PlatformTree>
  /** Reads one element as it is now, null when it is gone. */
  element(ref: string, run: RunControl): Promise<PlatformElement | null>
  /** Finds the deepest element at a point together with its window; the window alone where there is no tree. */
  elementAt(
    point: ScreenPoint,
    run: RunControl,
  ): Promise<{ element: PlatformElement | null; window: PlatformWindow | null }>
  /** Asks the page around an element what a click at a point goes to. Null in no page. Missing where no page is asked. */
  pageHit?(ref: string, point: ScreenPoint, run: RunControl): Promise<PageHit | null>
  /** Finds the element that has the keyboard, null when that can't be known. */
  focusedElement(run: RunControl): Promise<PlatformElement | null>
  /** Reads the whole text, not cut. Null when the element has none. */
  text(ref: string, run: RunControl): Promise<string | null>
  /**
   * Reads what is in a page, document, list or table, but no fields of a page. What is out of sight is read where the application
   * tells it (LibreOffice does not). Null for nothing.
   */
  textWithin?(ref: string, run: RunControl): Promise<string | null>

  /** Gives where a link leads, as a whole address; null for what is no link, or where the application does not say. */
  linkAddress?(ref: string, run: RunControl): Promise<string | null>

  /** Gives the address of a page, also of a page within a page; null for what is no page, or where the application does not report it. */
  documentAddress?(ref: string, run: RunControl): Promise<string | null>

  /** Lists the texts that a window shows, in the order of its tree; a text may be in another one, too. Leaves out passwords. */
  texts(
    window: PlatformWindow,
    options: { max: number },
    run: RunControl,
  ): Promise<{ texts: PlatformText[]; limited: string | null }>
  /** Gives where characters of a text, counted in code points, are on the screen; null where the application does not say. */
  textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null>
  /** Selects characters of a text. False when it can't; the selection may come a moment later. */
  selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean>
  /** Reads what is selected in a text, `''` for nothing; null when that can't be known. */
  selectedText(ref: string, run: RunControl): Promise<string | null>

  /** Does the element's accessibility action, without `action` the default one. False when it has none. */
  invoke(ref: string, action: string | null, run: RunControl): Promise<boolean>
  /** Replaces the text through the tree. False when it can't; nothing was changed then. */
  setText(ref: string, text: string, run: RunControl): Promise<boolean>
  /** Gives the least and the largest number of a spinner or slider; null where the application does not say. */
  range?(ref: string, run: RunControl): Promise<{ least: number; most: number } | null>
  /** Sets a number (slider, spinner). False when it can't. */
  setValue(ref: string, value: number, run: RunControl): Promise<boolean>
  /** Selects an item of a list, combo box, tab list or tree. False when it can't. */
  select(ref: string, run: RunControl): Promise<boolean>
  focus(ref: string, run: RunControl): Promise<boolean>
  scrollIntoView(ref: string, run: RunControl): Promise<boolean>
  /** Lists the shortcuts of a window's menus, as its application tells them; empty for none. Missing where nobody tells. */
  menuShortcuts?(window: PlatformWindow, run: RunControl): Promise<MenuShortcut[]>
  /** Lists what a page or list tells of and does not show. Missing where nobody tells. */
  outOfSight?(ref: string, run: RunControl): Promise<Pick<PlatformElement, 'ref' | 'role' | 'name'>[]>

  picture(area: ScreenRect, run: RunControl): Promise<RawPicture>

  /** Pointer and key methods send single events without delay. Key names: `Control`, `Shift`, `Alt`, `Super`, `Enter`, `F1`, `a`, `*`. */
  movePointer(point: ScreenPoint, run: RunControl): Promise<void>
  /** Gives where the pointer is. Missing where looks are not compared (`ChangeWatch.changedBeyond`). */
  pointerPlace?(run: RunControl): Promise<ScreenPoint>
  pressButton(button: MouseButton, run: RunControl): Promise<void>
  releaseButton(button: MouseButton, run: RunControl): Promise<void>
  /** Scrolls by notches; positive is up (or left with `horizontal`). */
  scroll(notches: number, horizontal: boolean, run: RunControl): Promise<void>
  pressKey(key: string, run: RunControl): Promise<void>
  releaseKey(key: string, run: RunControl): Promise<void>
  /** Tells whether this driver can press a key; an unknown name is refused, with the nearest ones, before any press. */
  knowsKey(key: string): boolean
  /** Tells whether the keyboard as set up has a key for each character: one without a key may be typed, but is slow. */
  hasKeys(text: string, run: RunControl): Promise<boolean>

  readClipboard(run: RunControl): Promise<ClipboardContent>
  /** Counts, from its first call on, how often another program has put something into the clipboard, the same text included; null where that is not told. */
  clipboardTaken?(run: RunControl): Promise<number | null>
  /** Counts the bytes of files that a process has changed so far; null where that is not told. */
  bytesWritten?(pid: number): number | null
  writeClipboard(content: ClipboardContent, run: RunControl): Promise<void>
  /** Keys that paste into this window's focused control: `Control+v`, `Control+Shift+v` in a terminal. */
  pasteKeys(window: PlatformWindow | null): string[]

  /** Starts an application or opens a file with its application. Throws ToolError that lists the nearest names when there is none. */
  launch(nameOrFile: string, args: string[], run: RunControl): Promise<LaunchResult>
  /** Says what `launch` would start. Starts nothing; throws as `launch` does. */
  plannedLaunch?(nameOrFile: string, args: string[], run: RunControl): Promise<PlannedLaunch>
  /** Tells whether a process comes from a launch: the launched process, its children and theirs, even after it has ended. */
  startedBy?(pid: number, launched: number): Promise<boolean>
  /** Tells whether a launched process, or one that it has started, still runs. */
  isLaunchRunning?(launched: number): Promise<boolean>
  /** Lists absolute paths of the files that a process was started with; empty when it has ended. */
  filesOpenedBy?(pid: number): Promise<string[]>
  /**
   * Watches an area for visible change (X Damage and the like); leaves out changes of own windows where the driver can tell them apart.
   * `compares`: it keeps a picture, so that what was only painted again is no change.
   */
  watch(area: ScreenRect, run: RunControl, compares?: boolean): Promise<ChangeWatch>

  /**
   * Makes these windows Deskhand's own from now on: `windows`, `elementAt` and trees leave them out, and so do pictures where the
   * driver can see below a window. Handles of windows that are gone do no harm.
   */
  setOwnWindows(handles: readonly string[], run: RunControl): Promise<void>
  /** Tells whether an own window would take a click at this point. One that lets clicks through does not. */
  ownWindowAt(point: ScreenPoint, run: RunControl): Promise<boolean>
  /** Tells whether an own window has the keyboard. */
  ownWindowHasKeyboard(run: RunControl): Promise<boolean>
  /**
   * Calls back once, soon after a person's hand has moved the pointer from where it is now. A jump (an application moves the pointer) does
   * not count where the driver can tell it apart.
   */
  watchPointer(onMoved: (point: ScreenPoint) => void, run: RunControl): Promise<AsyncDisposable>
}
