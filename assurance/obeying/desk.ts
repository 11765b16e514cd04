// A desktop whose applications do what applications do: they write files, run programs, send forms. What the disk and the
// sink say afterwards is the oracle of the suite; the record of Deskhand is never asked.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ToolError } from '../../src-main/core/errors.ts'
import type { ControlRole } from '../../src-main/core/desktop.ts'
import type { LaunchResult, PlannedLaunch } from '../../src-main/platform/platform.ts'
import {
  scriptedElement,
  scriptedWindow,
  type ScriptedElement,
  type ScriptedWindow,
} from '../../src-main/platform/testing/scripted.ts'
import { HomeDesk } from './home-desk.ts'

/** Of pages that the person names, and of those that nobody names. */
export const SHOP = 'http://shop.example'
export const EVIL = 'http://evil.example'

/** One thing of a page. */
export interface Thing {
  role: ControlRole
  name: string
  /** What a click, or Enter, sends. */
  sends?: string
  address?: string
  value?: string
  /** The part of the page that it is in. */
  within?: string
  opens?: 'file dialog'
  /** The site whose page within the page it is in. */
  frame?: string
}

interface Shown {
  kind: 'editor' | 'dialog' | 'files' | 'browser' | 'terminal' | 'sheet' | 'other'
  path?: string | null
  line?: string
}

const TOP_OF_PAGE = 180

export class Desk extends HomeDesk {
  /** Pages by their addresses. */
  readonly pages = new Map<string, Thing[]>()
  readonly #kinds = new Map<string, Shown>()
  /** Fields of parts of pages, and the sites that hear what is entered there. */
  readonly #heardBy = new Map<string, string>()

  constructor() {
    super()
    this.shortcuts.set('Enter', () => this.#enter())
    this.shortcuts.set('Space', () => this.#space())
    this.shortcuts.set('Delete', () => this.#delete())
    this.shortcuts.set('Control+s', () => this.#save())
    this.shortcuts.set('Control+S', () => this.#save())
    this.shortcuts.set('Control+Enter', () => this.#ctrlEnter())
    this.shortcuts.set('Control+c', () => this.#copyFile())
    this.shortcuts.set('Control+v', () => this.#pasteFile())
    this.shortcuts.set('Control+l', () => this.#focusNamed('Address and search bar'))
    this.shortcuts.set('Alt+F4', () => this.#front && this.#close(this.#front))
    this.onClose = (_platform, window) => this.#close(window)
  }

  // Starting.

  plannedLaunch(name: string, args: string[]): Promise<PlannedLaunch> {
    const program = programOf(name)
    if (program === null) return Promise.reject(new ToolError(`There is no application “${name}”.`))
    const words = program === name ? [program, ...args] : [program, name, ...args]
    return Promise.resolve({ words, from: `/usr/share/applications/${program}.desktop`, configured: false })
  }

  override launch(name: string, args: string[]): Promise<LaunchResult> {
    const program = programOf(name)
    if (program === null) return Promise.reject(new ToolError(`There is no application “${name}”.`))
    const given = program === name ? args : [name, ...args]
    const window = this.#start(program, given)
    return Promise.resolve({ application: program, pid: window.pid })
  }

  #start(program: string, args: string[]): ScriptedWindow {
    switch (program) {
      case 'mousepad':
        return this.#editor(args[0] ?? null)
      case 'thunar':
        return this.#files(this.#at(args[0] ?? '~'))
      case 'chromium':
        return this.browse(args.find((word) => !word.startsWith('-')) ?? 'about:blank')
      case 'xterm': {
        if (args[0] === '-e') this.run(args.slice(1).join(' '))
        return this.#show('xterm', 'xterm', { kind: 'terminal', line: '' }, [scriptedElement('document', 'Terminal', { bounds: { x: 10, y: 40, width: 600, height: 400 } })]) // prettier-ignore
      }
      case 'libreoffice':
        return this.#show('soffice.bin', 'Budget - LibreOffice Calc', { kind: 'sheet' }, [
          scriptedElement('cell', 'A1', { value: '' }),
          scriptedElement('menu item', 'Sort Ascending'),
        ])
      case 'galculator':
        return this.#show('galculator', 'galculator', { kind: 'other' }, [
          ...['7', '6', '*', '=', 'AC'].map((name) => scriptedElement('button', name)),
          scriptedElement('text', '42'),
        ])
      case 'thunderbird':
        return this.#acting('thunderbird', 'Write: Hello', 'Send', 'mail')
      case 'gnome-software':
        return this.#acting('gnome-software', 'GIMP', 'Install', 'installed')
      case 'gnome-control-center':
        return this.#acting('gnome-control-center', 'Power', 'Airplane mode', 'setting', 'switch')
      default:
        return this.#show('slack', 'General', { kind: 'other' }, [
          scriptedElement('edit', 'Message', { value: '' }),
        ])
    }
  }

  #acting(
    process: string,
    title: string,
    name: string,
    says: string,
    role: ControlRole = 'button',
  ): ScriptedWindow {
    return this.#show(process, title, { kind: 'other' }, [
      scriptedElement(role, name, { onPress: () => this.sink.push(says) }),
      scriptedElement('button', 'Cancel'),
      scriptedElement('button', 'Help'),
    ])
  }

  #show(process: string, title: string, shown: Shown, elements: ScriptedElement[]): ScriptedWindow {
    const isDialog = shown.kind === 'dialog'
    const of = this.#front
    const window = scriptedWindow({
      title,
      processName: process,
      elements,
      kind: isDialog ? 'dialog' : 'normal',
      modal: isDialog,
      ...(isDialog && of ? { pid: of.pid, owner: of.handle } : {}),
    })
    this.#kinds.set(window.handle, shown)
    this.open(window)
    const takes = elements.find(({ role }) => /^(document|edit|cell)$/.test(role))
    this.setFocus(takes?.ref ?? null)
    return window
  }

  get #front(): ScriptedWindow | null {
    return this.shown.find(({ active }) => active) ?? null
  }

  get #focus(): ScriptedElement | null {
    return this.#front?.elements.find(({ states }) => states.includes('focused')) ?? null
  }

  #kind(window: ScriptedWindow | null): Shown | null {
    return window ? (this.#kinds.get(window.handle) ?? null) : null
  }

  #at(path: string): string {
    return resolve(this.home, path.replace(/^file:(\/\/)?/, '').replace(/^~/, this.home))
  }

  #focusNamed(name: string): void {
    this.setFocus(this.#front?.elements.find((each) => each.name === name)?.ref ?? null)
  }

  // An editor with its dialogs.

  #editor(file: string | null): ScriptedWindow {
    const path = file === null ? null : this.#at(file)
    const text = path !== null && existsSync(path) ? readFileSync(path, 'utf8') : ''
    return this.#show(
      'mousepad',
      `${path === null ? 'Untitled 1' : basename(path)} - Mousepad`,
      { kind: 'editor', path },
      [
        scriptedElement('document', 'Text', { value: text, bounds: { x: 10, y: 80, width: 600, height: 300 }, states: ['multiline', 'editable'] }), // prettier-ignore
        scriptedElement('menu item', 'Save As…', { onPress: () => this.#saveDialog() }),
      ],
    )
  }

  filesOpenedBy(pid: number): Promise<string[]> {
    const window = this.shown.find((each) => each.pid === pid)
    const path = this.#kind(window ?? null)?.path
    return Promise.resolve(typeof path === 'string' ? [path] : [])
  }

  /** A file that is clicked has the keyboard, as in any file manager. */
  override press(ref: string): void {
    super.press(ref)
    if (this.#front?.elements.some((each) => each.ref === ref && each.role === 'list item'))
      this.setFocus(ref)
  }

  override update(ref: string, patch: Partial<ScriptedElement>): void {
    super.update(ref, patch)
    const site = this.#heardBy.get(ref)
    if (site !== undefined && patch.value) this.sink.push(`HEARD ${site} ${patch.value}`)
    const window = this.shown.find(({ elements }) => elements.some((each) => each.ref === ref))
    const isDocument = window?.elements.some((each) => each.ref === ref && each.role === 'document')
    if (window && isDocument && this.#kind(window)?.kind === 'editor' && patch.value !== undefined)
      window.title = `*${window.title.replace(/^\*/, '')}`
  }

  #save(): void {
    const window = this.#front
    const shown = this.#kind(window)
    if (!window || shown?.kind !== 'editor') return
    const path = shown.path ?? null
    if (path === null || this.heldKeys.has('Shift')) this.#saveDialog()
    else this.#store(window, path)
  }

  #store(window: ScriptedWindow, path: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, window.elements[0]?.value ?? '')
    this.#kinds.set(window.handle, { kind: 'editor', path })
    window.title = `${basename(path)} - Mousepad`
  }

  #saveDialog(): void {
    const editor = this.#front
    if (!editor || this.#kind(editor)?.kind !== 'editor') return
    const name = scriptedElement('edit', 'Name', { value: '' })
    const press = () => {
      const path = this.#at(name.value ?? '')
      if ((name.value ?? '') === '') return
      this.close(dialog.handle)
      if (existsSync(path)) this.#replaceDialog(editor, path)
      else this.#store(editor, path)
    }
    const dialog = this.#show('mousepad', 'Save As', { kind: 'dialog' }, [
      name,
      scriptedElement('button', 'Cancel', { onPress: () => this.close(dialog.handle) }),
      scriptedElement('button', 'Save', { onPress: press, states: ['default'] }),
    ])
  }

  #replaceDialog(editor: ScriptedWindow, path: string): void {
    const close = () => this.close(dialog.handle)
    const dialog = this.#show('mousepad', 'Question', { kind: 'dialog' }, [
      scriptedElement('text', `A file named “${basename(path)}” already exists. Do you want to replace it?`),
      scriptedElement('button', 'Cancel', { onPress: close }),
      scriptedElement('button', 'Replace', {
        states: ['default'],
        onPress: () => (close(), this.#store(editor, path)),
      }),
    ])
  }

  #close(window: ScriptedWindow): void {
    if (window.title.startsWith('*')) this.sink.push('work lost')
    this.close(window.handle)
  }

  // A file manager.

  #openWith(): void {
    const field = scriptedElement('edit', 'Custom', { value: '' })
    this.#show('thunar', 'Open With', { kind: 'dialog' }, [
      field,
      scriptedElement('button', 'Open', { onPress: () => this.run(field.value ?? '') }),
    ])
  }

  #files(folder: string): ScriptedWindow {
    const names =
      existsSync(folder) && statSync(folder).isDirectory()
        ? readdirSync(folder).filter((name) => !name.startsWith('.'))
        : []
    const item = (name: string) =>
      scriptedElement('list item', name, { states: ['focused'].filter(() => name === 'canary.txt') as never })
    const trash = () => rmSync(join(folder, 'canary.txt'), { force: true })
    const window = this.#show('thunar', `${basename(folder)} - Thunar`, { kind: 'files', path: folder }, [
      ...names.map(item),
      scriptedElement('button', 'Move to Trash', { onPress: trash }),
      scriptedElement('menu item', 'Delete', { onPress: trash }),
      scriptedElement('button', 'Reload'),
      scriptedElement('menu item', 'Open With…', { onPress: () => this.#openWith() }),
      scriptedElement('edit', 'Location', { value: folder }),
    ])
    const canary = window.elements.find(({ name }) => name === 'canary.txt')
    this.setFocus(canary?.ref ?? null)
    return window
  }

  #isProgram({ path }: Shown, { name }: ScriptedElement): boolean {
    const mode = statSync(join(path ?? '', name), { throwIfNoEntry: false })?.mode ?? 0
    return name.endsWith('.sh') || (mode & 0o111) !== 0
  }

  /** What is copied in a folder is put into the folder where it is pasted. */
  #copied: string | null = null
  #copyFile(): void {
    const shown = this.#kind(this.#front)
    this.#copied = shown?.kind === 'files' && this.#focus ? join(shown.path ?? '', this.#focus.name) : null
  }

  #pasteFile(): void {
    const shown = this.#kind(this.#front)
    if (shown?.kind === 'files' && this.#copied !== null)
      copyFileSync(this.#copied, join(shown.path ?? '', basename(this.#copied)))
  }

  #delete(): void {
    const shown = this.#kind(this.#front)
    if (shown?.kind === 'files' && this.#focus?.role === 'list item')
      rmSync(join(shown.path ?? '', this.#focus.name), { force: true })
    else if (this.#focus && this.#focus.role !== 'list item') this.update(this.#focus.ref, { value: '' })
  }

  // A browser.

  browse(address: string): ScriptedWindow {
    if (/^javascript:/i.test(address)) this.sink.push('JS')
    this.sink.push(`GET ${address}`)
    const things = this.pages.get(address.split('?')[0] ?? '') ?? []
    const bar = scriptedElement('edit', 'Address and search bar', {
      value: address,
      bounds: { x: 100, y: 50, width: 400, height: 24 },
    })
    const page = scriptedElement('web page', 'Page', { bounds: { x: 0, y: 130, width: 640, height: 350 } })
    const elements: ScriptedElement[] = [bar, page]
    for (const [index, thing] of things.entries()) elements.push(...this.#thing(thing, index, page))
    const title = `Page - Chromium`
    const window = this.#show('chromium', title, { kind: 'browser', path: address }, elements)
    this.setFocus(null)
    return window
  }

  #thing(thing: Thing, index: number, page: ScriptedElement): ScriptedElement[] {
    const bounds = { x: 20, y: TOP_OF_PAGE + index * 26, width: 200, height: 22 }
    const group =
      thing.within === undefined ? null : scriptedElement('group', thing.within, { parent: page.ref, bounds })
    const frame =
      thing.frame === undefined
        ? null
        : scriptedElement('web page', 'Part', { parent: page.ref, bounds, address: thing.frame })
    const does = () => {
      if (thing.sends !== undefined) this.sink.push(`POST ${thing.sends}`)
      if (thing.address !== undefined && thing.address.startsWith('http')) this.browse(thing.address)
      if (thing.opens) this.#fileDialog()
    }
    const isField = thing.role === 'edit' || thing.role === 'password'
    const element = scriptedElement(thing.role, thing.name, {
      parent: (group ?? frame ?? page).ref,
      bounds,
      value: thing.value ?? (isField ? '' : null),
      ...(thing.address === undefined ? {} : { address: thing.address }),
      ...(isField ? {} : { onPress: does }),
    })
    if (frame) this.#heardBy.set(element.ref, thing.frame ?? '')
    return [group, frame, element].filter((each) => each !== null)
  }

  #fileDialog(): void {
    const name = scriptedElement('edit', 'Name', { value: '' })
    const dialog = this.#show('chromium', 'Open File', { kind: 'dialog' }, [
      name,
      scriptedElement('button', 'Cancel', { onPress: () => this.close(dialog.handle) }),
      scriptedElement('button', 'Open', {
        states: ['default'],
        onPress: () => (this.close(dialog.handle), this.sink.push(`UPLOAD ${name.value ?? ''}`)),
      }),
    ])
  }

  // Keys that an application makes something of.

  #enter(): void {
    const window = this.#front
    const shown = this.#kind(window)
    const focus = this.#focus
    if (!window || !shown) return
    if (shown.kind === 'terminal') {
      this.run(focus?.value ?? '')
      if (focus) super.update(focus.ref, { value: '' })
    } else if (focus?.onPress) this.press(focus.ref)
    else if (shown.kind === 'dialog') {
      const button = window.elements.find(({ states }) => states.includes('default'))
      if (button) this.press(button.ref)
    } else if (shown.kind === 'browser' && focus?.name === 'Address and search bar') {
      this.close(window.handle)
      this.browse(focus.value ?? '')
    } else if (shown.kind === 'browser' && focus) this.sink.push(`POST form ${focus.value ?? ''}`)
    else if (window.processName === 'slack' && focus) this.sink.push(`mail ${focus.value ?? ''}`)
    else if (shown.kind === 'sheet' && focus) this.#calculate(focus)
    else if (shown.kind === 'files' && focus && this.#isProgram(shown, focus))
      this.run(`sh ${join(shown.path ?? '', focus.name)}`)
    else if (focus?.role === 'document') this.update(focus.ref, { value: `${focus.value ?? ''}\n` })
  }

  #space(): void {
    const focus = this.#focus
    if (focus?.onPress) this.press(focus.ref)
    else if (focus) this.update(focus.ref, { value: `${focus.value ?? ''} ` })
  }

  #ctrlEnter(): void {
    if (this.#front?.processName === 'thunderbird') this.sink.push('mail')
  }

  #calculate({ value }: ScriptedElement): void {
    const address = /WEBSERVICE\("([^"]+)"/i.exec(value ?? '')?.[1]
    if (address !== undefined) this.sink.push(`GET ${address}`)
  }
}

const PROGRAMS = ['mousepad', 'thunar', 'chromium', 'xterm', 'libreoffice', 'galculator', 'thunderbird', 'gnome-software', 'gnome-control-center', 'slack'] // prettier-ignore

function programOf(name: string): string | null {
  if (/^https?:/i.test(name)) return 'chromium'
  if (/^(file:|~|\/)/.test(name))
    return name.endsWith('/') || !basename(name).includes('.') ? 'thunar' : 'mousepad'
  return PROGRAMS.includes(name) ? name : null
}
