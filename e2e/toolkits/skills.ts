// What a person does with a form, as Deskhand's tools do it, and what has to have happened then.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Control, ControlRole, EffectReport } from '../../src-main/core/desktop.ts'
import type { DrivenDesktop } from '../../src-main/servers/desktop/testing/driven-desktop.ts'
import type { Form, Happened, Toolkit } from './forms.ts'

export const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
/** A line of each script. */
export const SCRIPTS: Record<string, string> = {
  accents: 'Ünïcödé çañón ßæøå',
  Greek: 'Καλημέρα κόσμε',
  Cyrillic: 'Привет, мир',
  Chinese: '你好，世界',
  Japanese: 'こんにちは世界カナ',
  Arabic: 'مرحبا بالعالم',
  emoji: 'ok 👍🎉 fine',
}

/** Milliseconds that a control may take to be told. */
const FOUND_MS = 60_000

/** Hands on one form. */
export class Hand {
  readonly desktop: DrivenDesktop
  readonly form: Form

  constructor(desktop: DrivenDesktop, form: Form) {
    this.desktop = desktop
    this.form = form
  }

  get toolkit(): Toolkit {
    return this.form.toolkit
  }

  /** The control of this name in one of these roles. */
  async find(name: string, ...roles: ControlRole[]): Promise<Control> {
    let seen: Control[] = []
    const found = await this.desktop.run.until(
      async () => {
        seen = (await this.desktop.observe()).controls
        const fits = (each: Control) => roles.length === 0 || roles.includes(each.role)
        return seen.find((each) => each.name.replace(/:$/, '') === name && fits(each)) ?? null
      },
      FOUND_MS,
      100,
    )
    if (found) return found
    const near = seen.filter((each) => each.name.includes(name)).map((each) => `${each.role} “${each.name}”`)
    throw new Error(`There is no ${roles.join('/')} “${name}”. There is: ${near.join(', ')}.`)
  }

  async on(
    tool: string,
    control: Control | Promise<Control>,
    more: Record<string, unknown> = {},
  ): Promise<EffectReport> {
    const { id, name } = await control
    return this.desktop.act(tool, { id, name, ...more })
  }

  /** A click on a control, by its place where there is no tree. */
  async click(name: string, ...roles: ControlRole[]): Promise<EffectReport> {
    const place = this.form.placeOf(name)
    if (!place) return this.on('click_input', this.find(name, ...roles))
    const { window } = await this.desktop.observe({ controls: false })
    const { bounds } = window!
    const [x, y, width, height] = place
    return this.desktop.act('click_on_coordinates', {
      x: (x + width / 2 - bounds.x) / bounds.width,
      y: (y + height / 2 - bounds.y) / bounds.height,
    })
  }

  keys(keys: string): Promise<EffectReport> {
    return this.desktop.act('keyboard_input', { keys })
  }

  type(text: string): Promise<EffectReport> {
    return this.desktop.act('type_text', { text })
  }

  set(name: string, text: string, clear: boolean, ...roles: ControlRole[]): Promise<EffectReport> {
    return this.on('set_edit_text', this.find(name, ...roles), { text, clear_current_text: clear })
  }
}

export interface Skill {
  name: string
  /** Not in these: what they do not have. */
  not?: Toolkit[]
  only?: Toolkit[]
  /** Where it can’t be done yet, and is said not to be. */
  unable?: Toolkit[]
  /** In the part that runs with every test. */
  fast?: boolean
  does: (hand: Hand) => Promise<EffectReport>
  values?: Record<string, unknown>
  /** Values that a toolkit may change along with it, as it does for a person. */
  may?: string[]
  events?: string[]
  /** What is true besides the log. */
  also?: (hand: Hand) => boolean
}

export const isFor = ({ only, not }: Skill, toolkit: Toolkit): boolean =>
  not?.includes(toolkit) !== true && (only?.includes(toolkit) ?? true)

const TREELESS: Toolkit[] = ['tk', 'sdl']
const nothing: Pick<Happened, 'events'> = { events: [] }

const setsText = (name: string, text: string, fast = false): Skill => ({
  name: `sets ${name}`,
  not: TREELESS,
  fast,
  does: (hand) => hand.set('Plain', text, true, 'edit'),
  values: { Plain: text },
  ...nothing,
})

const typesText = (name: string, text: string, fast = false): Skill => ({
  name: `types ${name}`,
  fast,
  async does(hand) {
    await hand.click('Caret', 'edit')
    await hand.keys('Home')
    await hand.keys('Shift+End')
    return hand.type(text)
  },
  values: { Caret: text },
})

const toggles = (name: string, checked: boolean, before: string): Skill => ({
  name: `makes ${name} ${checked ? 'checked' : 'unchecked'} (${before})`,
  not: TREELESS,
  fast: true,
  does: (hand) => hand.on('set_toggle', hand.find(name), { checked }),
  values: before === 'already' ? {} : { [name]: checked },
})

const presses = (name: string): Skill => ({
  name: `presses ${name}`,
  fast: true,
  does: (hand) => hand.click(name, 'button', 'toggle button', 'check box'),
  events: [`pressed: ${name}`],
})

const saves = (name: string, file: string): Skill => ({
  name,
  not: [...TREELESS, 'chromium', 'gtk2'],
  async does(hand) {
    const path = join(hand.desktop.folder, file)
    const already = existsSync(path)
    await hand.desktop.act('choose_menu', { path: ['File', 'Save As…'] })
    const field = await hand.desktop.run.until(
      async () => {
        const { controls } = await hand.desktop.observe()
        return controls.find((each) => each.role === 'edit' && /name/i.test(each.name)) ?? null
      },
      5000,
      100,
    )
    if (!field) throw new Error('There is no field for the name.')
    await hand.on('set_edit_text', field, { text: path, clear_current_text: true })
    const saved = await hand.click('Save', 'button')
    if (!already) return saved
    const answer = await hand.desktop.run.until(
      async () => {
        const { controls } = await hand.desktop.observe()
        return (
          controls.findLast((each) => each.role === 'button' && /^(Yes|Replace)$/.test(each.name)) ?? null
        )
      },
      5000,
      100,
    )
    if (!answer) throw new Error('Nothing has asked about the file that is there.')
    return hand.on('click_input', answer)
  },
  also(hand) {
    const path = join(hand.desktop.folder, file)
    return existsSync(path) && readFileSync(path, 'utf8') === 'saved'
  },
})

export const SKILLS: Skill[] = [
  setsText('every printable ASCII character', ASCII, true),
  ...Object.entries(SCRIPTS).map(([script, line]) => setsText(script, line)),
  typesText('every printable ASCII character over what is selected', ASCII, true),
  ...Object.entries(SCRIPTS).map(([script, line]) => typesText(script, line)),
  {
    name: 'types at the start, where the caret stands',
    not: ['sdl'],
    fast: true,
    async does(hand) {
      await hand.click('Caret', 'edit')
      await hand.keys('Ctrl+A')
      if (hand.toolkit === 'tk') await hand.keys('Shift+End')
      await hand.type('9876*5432')
      await hand.keys('Home')
      return hand.type('((7+3)*(4+6))-')
    },
    values: { Caret: '((7+3)*(4+6))-9876*5432' },
  },
  {
    name: 'types into the middle of a text of several lines',
    not: ['sdl'],
    fast: true,
    async does(hand) {
      await hand.click('Notes', 'edit', 'document')
      await hand.keys('Ctrl+Home')
      await hand.keys('Down')
      await hand.keys('End')
      return hand.type(' goes on\nthird: *')
    },
    values: { Notes: 'first line\nsecond line goes on\nthird: *' },
  },
  {
    name: 'types a long text over all of several lines',
    not: ['sdl'],
    async does(hand) {
      await hand.click('Notes', 'edit', 'document')
      await hand.keys('Ctrl+Home')
      await hand.keys('Ctrl+Shift+End')
      return hand.type(`${'All is well, she said. '.repeat(40)}\nEnd.`)
    },
    values: { Notes: `${'All is well, she said. '.repeat(40)}\nEnd.` },
  },
  {
    name: 'adds to the end of a field',
    not: TREELESS,
    fast: true,
    async does(hand) {
      await hand.set('Plain', 'begin', true, 'edit')
      return hand.set('Plain', ' end', false, 'edit')
    },
    values: { Plain: 'begin end' },
  },
  {
    name: 'empties a field',
    not: TREELESS,
    does: (hand) => hand.set('Plain', '', true, 'edit'),
    values: { Plain: '' },
  },
  {
    name: 'types a line with Enter',
    not: ['sdl'],
    async does(hand) {
      await hand.click('Plain', 'edit')
      return hand.desktop.act('type_text', { text: 'done', enter: true })
    },
    values: { Plain: 'done' },
    events: ['Plain: activated'],
  },
  {
    name: 'puts no text anywhere else when a label can’t take it',
    not: TREELESS,
    fast: true,
    does: (hand) => hand.set('Plain', 'elsewhere', true, 'text'),
  },
  {
    name: 'sets a spinner',
    unable: ['swing'],
    not: TREELESS,
    fast: true,
    does: (hand) => hand.set('Count', '42', true, 'spinner', 'edit'),
    values: { Count: 42 },
  },
  {
    name: 'sets a slider',
    unable: ['swing'],
    not: TREELESS,
    fast: true,
    does: (hand) => hand.set('Volume', '30', true, 'slider'),
    values: { Volume: 30 },
  },
  {
    name: 'sets a date',
    unable: ['chromium'],
    not: TREELESS,
    fast: true,
    does: (hand) => hand.set('Day', '2026-02-28', true, 'edit', 'spinner', 'group', 'other'),
    values: { Day: '2026-02-28' },
  },
  {
    name: 'chooses from a combo box of 60 items',
    // GTK 3 refuses it now and then: its list has not taken the keyboard yet.
    unable: ['gtk3', 'gtk4'],
    not: TREELESS,
    fast: true,
    async does(hand) {
      const { id } = await hand.find('City', 'combo box')
      return hand.desktop.act('select_item', { id, name: 'City 37' })
    },
    values: { City: 'City 37' },
  },
  toggles('Member', true, 'unchecked'),
  toggles('Member', true, 'already'),
  toggles('Member', false, 'checked'),
  { ...toggles('Partly', true, 'mixed'), not: [...TREELESS, 'swing'] },
  toggles('Large', true, 'unchecked'),
  { ...toggles('Flight mode', true, 'unchecked'), not: [...TREELESS, 'gtk2'] },
  presses('Log'),
  { ...presses('Log in'), not: ['sdl'] },
  { ...presses('Cut…'), not: TREELESS },
  { ...presses('Flash'), not: [...TREELESS, 'gtk2'] },
  {
    name: 'chooses from the menus',
    not: [...TREELESS, 'chromium'],
    fast: true,
    does: (hand) => hand.desktop.act('choose_menu', { path: ['File', 'Open'] }),
    events: ['menu: Open'],
  },
  {
    name: 'chooses from a menu within a menu',
    not: [...TREELESS, 'chromium'],
    fast: true,
    does: (hand) => hand.desktop.act('choose_menu', { path: ['File', 'Recent', 'Letter'] }),
    events: ['menu: Letter'],
  },
  {
    name: 'checks an item of a menu',
    not: [...TREELESS, 'chromium'],
    does: (hand) => hand.desktop.act('choose_menu', { path: ['Edit', 'Wrap lines'] }),
    values: { 'Wrap lines': true },
  },
  {
    name: 'clicks an item of an opened menu',
    not: [...TREELESS, 'chromium'],
    fast: true,
    async does(hand) {
      await hand.click('Edit', 'menu', 'menu item')
      return hand.click('Cut out', 'menu item')
    },
    events: ['menu: Cut out'],
  },
  {
    name: 'chooses from a context menu what the menu bar has, too',
    only: ['gtk3', 'qt5', 'qt6'],
    fast: true,
    async does(hand) {
      await hand.on('click_input', hand.find('Log', 'button'), { button: 'right' })
      return hand.desktop.act('choose_menu', { path: ['Edit'] })
    },
    events: ['context: Edit'],
  },
  {
    name: 'opens a menu by its key and chooses with the arrows',
    not: ['chromium', 'sdl'],
    async does(hand) {
      await hand.keys('Alt+F')
      await hand.keys('Down')
      return hand.keys('Enter')
    },
  },
  saves('saves under a new name', 'new.txt'),
  saves('saves under the name of a file that is there', 'new.txt'),
  {
    name: 'shows another tab',
    not: TREELESS,
    fast: true,
    does: (hand) => hand.on('select_item', hand.find('Second', 'tab')),
    values: { tab: 'Second' },
    may: ['Rows'],
  },
  {
    name: 'selects a row of 1,000',
    not: TREELESS,
    fast: true,
    does: (hand) => hand.on('select_item', hand.find('Row 0003')),
    values: { Rows: 'Row 0003' },
  },
  {
    name: 'clicks a row',
    not: TREELESS,
    does: (hand) => hand.click('Row 0005'),
    values: { Rows: 'Row 0005' },
  },
  {
    name: 'opens a row by a double click',
    not: TREELESS,
    does: (hand) => hand.on('click_input', hand.find('Row 0002'), { double: true }),
    values: { Rows: 'Row 0002' },
    events: ['activated: Row 0002'],
  },
  {
    name: 'selects in a small list',
    not: [...TREELESS, 'gtk2'],
    fast: true,
    does: (hand) => hand.on('select_item', hand.find('Green')),
    values: { Colours: 'Green' },
  },
  {
    name: 'selects in a tree',
    not: [...TREELESS, 'gtk2', 'gtk4'],
    fast: true,
    does: (hand) => hand.on('select_item', hand.find('Tools')),
    values: { Goods: 'Tools' },
  },
  {
    name: 'selects a cell',
    not: [...TREELESS, 'gtk4', 'chromium', 'gtk2', 'swing'],
    fast: true,
    does: (hand) => hand.on('select_item', hand.find('Toy 3')),
  },
  {
    name: 'presses the button in a cell of the same name',
    only: ['chromium'],
    fast: true,
    does: (hand) => hand.on('click_input', hand.find('Remove', 'button')),
    events: ['pressed: Remove'],
  },
  {
    name: 'types into a page’s own editor',
    only: ['chromium'],
    async does(hand) {
      await hand.click('Rich', 'edit')
      await hand.keys('Ctrl+Home')
      return hand.type('very ')
    },
    values: { Rich: 'very rich text' },
  },
]
