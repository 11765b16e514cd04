import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StoppedError, ToolError } from '../../core/errors.ts'
import { screenPoint, screenRect } from '../../core/geometry.ts'
import { RunControl } from '../../core/run-control.ts'
import { carryOut, CHECKS } from '../contract/testing/contract.ts'
import type { PlatformElement, PlatformWindow } from '../platform.ts'
import { checkMacos } from './doctor-checks.ts'
import { macos } from './macos.ts'
import { MockDesktop } from './testing/mock-desktop.ts'
import { buildMock, loadMock, type Mock, type Part, type Window } from './testing/mock-frameworks.ts'
import { fairTime } from '../fair-time.ts'

const MAX = 20_000
/** Milliseconds after which nothing of a test may still be under way. */
const SETTLES_MS = 10_000
/** Ids that no process has. */
const PID = { app: 200_000_001, other: 200_000_002 } as const

let folder: string
let mock: Mock
let run: RunControl
let desk: MockDesktop
let live: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-macos-'))
  mock = loadMock(await buildMock(folder))
  const contents = join(folder, 'Applications', 'TextEdit.app', 'Contents')
  await mkdir(contents, { recursive: true })
  await writeFile(
    join(contents, 'Info.plist'),
    '<plist><dict><key>CFBundleName</key><string>TextEdit</string><key>CFBundleIdentifier</key><string>com.apple.TextEdit</string></dict></plist>',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeEach(() => {
  mock.allow(1, 1)
  live = mock.live()
  run = new RunControl()
  desk = new MockDesktop(mock, folder)
})
afterEach(async () => {
  for (const pid of Object.values(PID)) mock.end(pid)
  await desk[Symbol.asyncDispose]()
  mock.emptyPasteboard()
  const settled = await run.until(() => (mock.live() === live ? true : null), SETTLES_MS, 20)
  run[Symbol.dispose]()
  expect([settled, mock.live() - live, mock.badReleases()]).toEqual([true, 0, 0])
  expect([mock.observers(), mock.looseSources()]).toEqual([0, 0])
})

interface Opened {
  window: PlatformWindow
  elements: PlatformElement[]
  limited: string | null
  named: (name: string) => PlatformElement
  ref: (name: string) => string
  node: (title: string) => number
}

const press = { AXPress: 'count' } as const
const shell = (parts: Part[], more: Partial<Window> = {}): Window => ({
  role: 'AXWindow',
  subrole: 'AXStandardWindow',
  title: 'Work',
  at: [-900, -50, 800, 600],
  parts,
  ...more,
})

async function windowNamed(title: string): Promise<PlatformWindow> {
  const found = (await desk.windows(run)).find((one) => one.title === title)
  if (!found) throw new Error(`There is no window ${title}.`)
  return found
}

async function open(all: Window[] | Part[], beside: Part[] = [], max = MAX): Promise<Opened> {
  const windows = all.every(({ role }) => role === 'AXWindow' || role === 'AXSheet') ? all : [shell(all)]
  mock.application(PID.app, 'Work App', windows, beside)
  mock.front(PID.app)
  const window = await windowNamed(windows[0]?.title ?? '')
  const { elements, limited } = await desk.tree(window, { max }, run)
  const named = (name: string) => {
    const found = elements.find((one) => one.name === name)
    if (!found) throw new Error(`There is no ${name} among ${elements.map((one) => one.name).join(', ')}.`)
    return found
  }
  const node = (title: string) => mock.node(PID.app, title)
  return { window, elements, limited, named, ref: (name) => named(name).ref, node }
}

const at = (row: number, width = 100): Part['at'] => [-880, row * 20, width, 18]
const STANDARD: Part[] = [
  { role: 'AXStaticText', value: '姓名', at: at(0), title: 'label' },
  { role: 'AXTextField', value: 'naïve', at: at(1), texts: { AXIdentifier: 'name', AXDescription: 'Name é' }, settable: ['AXValue'], actions: { AXConfirm: 'count' } },
  { role: 'AXTextField', value: '', at: at(2), links: { AXTitleUIElement: 'label' }, settable: ['AXValue'] },
  { role: 'AXButton', title: '保存', at: at(3), actions: press },
  { role: 'AXCheckBox', title: '你好', value: 0, at: at(4), actions: { AXPress: 'toggle' } },
  { role: 'AXCheckBox', title: 'Some', value: 2, at: at(5), actions: { AXPress: 'toggle' } },
  { role: 'AXCheckBox', subrole: 'AXSwitch', title: 'Switch', value: 1, at: at(6), actions: { AXPress: 'toggle' } },
  { role: 'AXTextField', subrole: 'AXSecureTextField', title: 'Secret', value: 'hunter2', at: at(7), settable: ['AXValue'] },
  { role: 'AXTextField', title: 'Fixed', value: 'x', at: at(8) },
  { role: 'AXButton', title: 'Disabled', at: at(9), flags: { AXEnabled: false }, actions: press },
  { role: 'AXPopUpButton', title: 'Size', value: 'Large', at: at(10), actions: press },
  { role: 'AXSlider', title: 'Volume', value: 30, numbers: { AXMinValue: 0, AXMaxValue: 100 }, at: at(11), settable: ['AXValue'], actions: { AXIncrement: 'more' } },
  { role: 'AXTabGroup', title: 'Tabs', at: at(12), parts: [
    { role: 'AXRadioButton', title: 'One', value: 1, at: at(12, 40), actions: press },
    { role: 'AXRadioButton', title: 'Two', value: 0, at: [-830, 240, 40, 18], actions: press },
  ] },
  { role: 'AXOutline', title: 'Files', at: at(13), visible: 2, parts: [
    { role: 'AXRow', subrole: 'AXOutlineRow', title: 'docs', at: at(13), flags: { AXDisclosing: true, AXSelected: true }, settable: ['AXSelected'] },
    { role: 'AXRow', subrole: 'AXOutlineRow', title: 'src', at: at(14), flags: { AXSelected: false }, settable: ['AXSelected'] },
    { role: 'AXRow', subrole: 'AXOutlineRow', title: 'below', at: at(15) },
  ] },
  { role: 'AXDisclosureTriangle', title: 'More', value: 0, at: at(16), actions: press },
  { role: 'AXTextArea', title: 'Text', value: 'first 你😀好\nsecond', at: [-880, 340, 400, 60], settable: ['AXValue', 'AXSelectedTextRange'] },
  { role: 'AXLink', title: 'Home', at: at(21), url: 'https://example.org/a', actions: press },
  { role: 'AXButton', title: 'Ask', at: at(22), actions: { AXPress: 'modal' } },
  { role: 'AXScrollArea', at: [-880, 460, 100, 40], parts: [{ role: 'AXButton', title: 'Seen', at: at(23), actions: press }, { role: 'AXButton', title: 'Scrolled away', at: at(80), actions: press }] },
] // prettier-ignore

describe('the macOS driver on the mock of its frameworks', () => {
  it('tells controls in the words of Deskhand', async () => {
    const { elements, limited, named } = await open(STANDARD)
    expect(limited).toBeNull()
    expect(elements.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'text 姓名', 'edit Name é', 'edit label', 'button 保存', 'check box 你好', 'check box Some', 'switch Switch', 'password Secret', 'edit Fixed',
      'button Disabled', 'combo box Size', 'slider Volume', 'tab list Tabs', 'tab One', 'tab Two', 'tree Files', 'tree item docs', 'tree item src',
      'toggle button More', 'edit Text', 'link Home', 'button Ask', 'group ', 'button Seen',
    ]) // prettier-ignore
    expect(named('Name é')).toMatchObject({
      bounds: { x: -880, y: 20, width: 100, height: 18 },
      value: 'naïve',
      states: ['editable'],
      editableText: true,
      automationId: 'name',
      className: 'AXTextField',
      actions: ['confirm'],
      parent: null,
    })
    expect(named('Some').states).toEqual(['mixed'])
    expect(named('Switch').states).toEqual(['checked'])
    expect(named('Fixed')).toMatchObject({ states: ['readonly'], editableText: false })
    expect(named('Disabled').states).toEqual(['disabled'])
    expect(named('Size').value).toBe('Large')
    expect(named('Volume').value).toBe('30')
    expect(named('One')).toMatchObject({ states: ['selected'], parent: named('Tabs').ref })
    expect(named('docs').states).toEqual(['selected', 'expanded'])
    expect(named('More').states).toEqual(['collapsed'])
    expect(named('Text').states).toEqual(['editable', 'multiline'])
  })

  it('never asks for a password', async () => {
    const { elements, ref, named } = await open(STANDARD)
    expect(named('Secret')).toMatchObject({ value: null, editableText: true })
    expect(JSON.stringify(elements)).not.toContain('hunter2')
    expect(await desk.text(ref('Secret'), run)).toBeNull()
    expect(await desk.selectedText(ref('Secret'), run)).toBeNull()
    expect(mock.secretsAsked()).toBe(0)
  })

  it('acts by what a control offers, and sees that it was done', async () => {
    const { ref, node } = await open(STANDARD)
    const states = async (name: string) => (await desk.element(ref(name), run))?.states
    expect(await desk.invoke(ref('保存'), null, run)).toBe(true)
    expect(mock.presses(node('保存'))).toBe(1)
    expect(await desk.invoke(ref('你好'), null, run)).toBe(true)
    expect(await states('你好')).toEqual(['checked'])
    expect(await desk.invoke(ref('Volume'), 'increment', run)).toBe(true)
    expect((await desk.element(ref('Volume'), run))?.value).toBe('31')
    expect(await desk.setValue(ref('Volume'), 42.5, run)).toBe(true)
    expect((await desk.element(ref('Volume'), run))?.value).toBe('42.5')
    expect(await desk.setValue(ref('Volume'), 101, run)).toBe(false)
    expect(await desk.select(ref('src'), run)).toBe(true)
    expect(await states('src')).toEqual(['selected'])
    expect(await desk.select(ref('Two'), run)).toBe(true)
    expect(mock.presses(node('Two'))).toBe(1)
    expect(await desk.focus(ref('保存'), run)).toBe(true)
    expect(await states('保存')).toEqual(['focused'])
    expect(await desk.linkAddress(ref('Home'), run)).toBe('https://example.org/a')
  })

  it('does not act on what is disabled, fixed, or can not do it', async () => {
    const { ref, node } = await open(STANDARD)
    expect(await desk.invoke(ref('Disabled'), null, run)).toBe(false)
    expect(mock.presses(node('Disabled'))).toBe(0)
    expect(await desk.setText(ref('Fixed'), 'y', run)).toBe(false)
    expect(await desk.setText(ref('保存'), 'y', run)).toBe(false)
    expect(await desk.setValue(ref('Name é'), 1, run)).toBe(false)
    expect(await desk.invoke(ref('保存'), 'increment', run)).toBe(false)
    expect(await desk.select(ref('保存'), run)).toBe(false)
  })

  it('says that an act was delivered that does not return, and goes on meanwhile', async () => {
    const { ref, node } = await open(STANDARD)
    let beats = 0
    const beat = setInterval(() => beats++, 20)
    expect(await desk.invoke(ref('Ask'), null, run)).toBe(true)
    clearInterval(beat)
    expect(mock.presses(node('Ask'))).toBe(1)
    expect(mock.timeOutMs()).toBe(1000)
    expect(beats).toBeGreaterThan(5)
  })

  it('writes a text of any script, reads it back, and finds parts of it', async () => {
    const { ref } = await open(STANDARD)
    const text = 'naïve 你好 😀\nsecond line'
    expect(await desk.setText(ref('Name é'), text, run)).toBe(true)
    expect(await desk.text(ref('Name é'), run)).toBe(text)
    expect(await desk.text(ref('Text'), run)).toBe('first 你😀好\nsecond')
    expect(await desk.selectedText(ref('Text'), run)).toBe('')
    expect(await desk.selectText(ref('Text'), 8, 9, run)).toBe(true)
    expect(await desk.selectedText(ref('Text'), run)).toBe('好')
    expect(await desk.selectText(ref('Text'), 50, 60, run)).toBe(false)
    // 😀 counts as one character here, and as two in macOS.
    expect(await desk.textBounds(ref('Text'), 8, 9, run)).toEqual({
      x: -880 + 9 * 8,
      y: 342,
      width: 8,
      height: 14,
    })
    expect(await desk.selectedText(ref('保存'), run)).toBeNull()
  })

  it('reads what a table shows, a row in a line, and neither fields nor passwords', async () => {
    const cell = (value: string, row: number, width: number): Part => ({
      role: 'AXCell',
      at: at(row, width),
      parts: [{ role: 'AXStaticText', value, at: at(row, width) }],
    })
    const row = (nth: number, parts: Part[]): Part => ({ role: 'AXRow', at: at(nth), parts })
    const field: Part = { role: 'AXTextField', value: 'typed', at: at(3, 90), settable: ['AXValue'] }
    const secret: Part = { ...field, subrole: 'AXSecureTextField', value: 'hunter2', at: at(3, 80) }
    const rows = [
      row(1, [cell('apple', 1, 40), cell('7', 1, 30)]),
      row(2, [cell('梨', 2, 40), cell('9', 2, 30)]),
      row(3, [field, secret]),
    ]
    const { ref } = await open([
      { role: 'AXTable', title: 'Prices', at: [-880, 20, 400, 100], visible: 3, parts: rows },
    ])
    expect(await desk.textWithin(ref('Prices'), run)).toBe('apple\t7\n梨\t9')
  })

  it('finds the control at a point and the one with the keyboard', async () => {
    const { ref, window } = await open(STANDARD)
    const found = await desk.elementAt(screenPoint(-870, 25), run)
    expect([found.window?.handle, found.element?.ref]).toEqual([window.handle, ref('Name é')])
    await desk.focus(ref('Name é'), run)
    expect((await desk.focusedElement(run))?.ref).toBe(ref('Name é'))
  })

  it('asks each of 1,111 nodes once for what all have', async () => {
    const group = (depth: number, index: number): Part => ({
      role: depth === 2 ? 'AXStaticText' : 'AXGroup',
      title: `${depth}.${index}`,
      value: `中 ${index}`,
      at: [-880, 10, 50, 10],
      parts: depth === 2 ? [] : Array.from({ length: 10 }, (_, at) => group(depth + 1, at)),
    })
    const before = mock.batches()
    const { elements, limited } = await open(Array.from({ length: 10 }, (_, at) => group(0, at)))
    expect([elements.length, limited]).toEqual([1110, null])
    // The 1,000 texts are asked once more, for their value; the window a few times.
    expect(mock.batches() - before).toBeLessThan(2 * 1000 + 110 + 10)
  })

  it.each([
    ['with', 20],
    ['without', undefined],
  ] as const)('is not held up by a list of 10,000 rows, %s those in view told', async (_, visible) => {
    const rows = Array.from({ length: 10_000 }, (__, index): Part => ({
      role: 'AXRow',
      title: `row ${index}`,
      at: [-880, index * 2, 100, 2],
    }))
    const { elements, limited } = await open([
      {
        role: 'AXTable',
        title: 'Rows',
        at: [-880, 0, 100, 500],
        ...(visible === undefined ? {} : { visible }),
        parts: rows,
      },
    ])
    expect(elements.length).toBe(1 + (visible ?? 200))
    expect(limited).toBe(visible === undefined ? 'A list in it has more than 200 entries.' : null)
  })

  it('keeps to the number of controls that was asked for', async () => {
    const { elements, limited } = await open(STANDARD, [], 3)
    expect([elements.length, limited]).toEqual([3, 'It has more than 3 controls.'])
  })

  it('copes with parts that give nothing, are gone, or die meanwhile', async () => {
    const { elements, limited } = await open([
      { role: 'AXGroup', title: 'nulls', at: at(1), mode: 'nulls', parts: [{ role: 'AXButton', title: 'inside', at: at(1) }] },
      { role: 'AXButton', title: 'gone', at: at(2), mode: 'gone' },
      { role: 'AXGroup', title: 'dies', at: at(3), mode: 'dies', parts: [{ role: 'AXButton', title: 'orphan', at: at(3) }] },
      { role: 'AXButton', title: 'last', at: at(4), actions: press },
    ]) // prettier-ignore
    expect(elements.map(({ name }) => name)).toEqual(['dies', 'last'])
    expect(limited).toBeNull()
  })

  it('does nothing to an element that is gone', async () => {
    const { ref, node } = await open(STANDARD)
    mock.setMode(node('保存'), 'gone')
    expect(await desk.element(ref('保存'), run)).toBeNull()
    expect(await desk.invoke(ref('保存'), null, run)).toBe(false)
    expect(await desk.text('ax:1/none', run)).toBeNull()
  })

  it('asks again where the first question fails without a reason', async () => {
    mock.application(PID.app, 'Work App', [shell([{ role: 'AXButton', title: 'late', at: at(1) }])])
    const window = await windowNamed('Work')
    mock.setMode(mock.node(PID.app, 'Work'), 'first fails')
    const { elements, limited } = await desk.tree(window, { max: MAX }, run)
    expect([elements.map(({ name }) => name), limited]).toEqual([['late'], null])
  })

  it('says that controls answer too slowly, and still lists other applications', async () => {
    const { window, node } = await open(STANDARD)
    mock.application(PID.other, 'Other', [shell([], { title: 'Else' })])
    mock.setMode(node('Work'), 'silent')
    const tree = await desk.tree(window, { max: MAX }, run)
    expect(tree.limited).toMatch(/slowly|nothing of its controls/)
    expect((await desk.windows(run)).map(({ title }) => title)).toContain('Else')
  })

  it('says that an application has no tree', async () => {
    const { window } = await open(STANDARD)
    mock.setMode(mock.node(PID.app, 'Work App'), 'no tree')
    expect(await desk.tree(window, { max: MAX }, run)).toEqual({
      elements: [],
      limited: 'It tells nothing of its controls.',
      silent: false,
    })
  })

  it.each(['asleep', 'asleep, old'] as const)('wakes a page whose tree is %s', async (mode) => {
    const page: Part = {
      role: 'AXWebArea',
      title: 'Page',
      at: at(1),
      mode,
      url: 'https://example.org/',
      parts: [{ role: 'AXButton', title: 'Buy', at: at(1), actions: press }],
    }
    const { elements, ref } = await open([page])
    expect(elements.map(({ role, name }) => `${role} ${name}`)).toEqual(['web page Page', 'button Buy'])
    expect(await desk.documentAddress(ref('Page'), run)).toBe('https://example.org/')
  })

  it('lists sheets and open menus with their window, and closed menus not', async () => {
    const menu = (title: string, selected: boolean): Part => ({
      role: 'AXMenuBarItem', title, at: [selected ? 40 : 0, 0, 40, 22], flags: { AXSelected: selected }, actions: press,
      parts: [{ role: 'AXMenu', at: [40, 22, 100, 60], parts: [{ role: 'AXMenuItem', title: `${title} …`, at: [40, 22, 100, 20], actions: press }] }],
    }) // prettier-ignore
    const { elements, window, named } = await open(
      [
        shell([{ role: 'AXButton', title: 'Below', at: at(1), actions: press }]),
        { role: 'AXSheet', title: 'Save?', at: [-700, 0, 300, 100], links: { AXDefaultButton: 'Save' }, parts: [{ role: 'AXButton', title: 'Save', at: [-690, 10, 60, 20], actions: press }] },
      ],
      [{ role: 'AXMenuBar', at: [0, 0, 1440, 22], parts: [menu('File', false), menu('Edit', true)] }],
    ) // prettier-ignore
    expect(elements.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'button Below',
      'menu bar ',
      'menu item File',
      'menu item Edit',
      'menu ',
      'menu item Edit …',
      'button Save',
    ])
    expect(named('Save').states).toEqual(['default'])
    const sheet = (await desk.windows(run)).find(({ title }) => title === 'Save?')
    expect(sheet).toMatchObject({ kind: 'dialog', modal: true, owner: window.handle })
  })

  it('stops in the middle of a question', async () => {
    const { window, node } = await open(STANDARD)
    mock.setMode(node('Name é') || node('保存'), 'silent')
    using stopped = run.child()
    setTimeout(() => stopped.stop(), 100)
    await expect(desk.tree(window, { max: MAX }, stopped)).rejects.toThrow(StoppedError)
    await expect(desk.invoke('ax:1/x', null, stopped)).rejects.toThrow(StoppedError)
  })

  it('lists windows front to back, minimised ones last, and brings one to the front', async () => {
    mock.application(PID.app, 'Work App', [
      shell([], { title: 'Behind' }),
      shell([], { title: 'Menu level', layer: 101, at: [0, 0, 50, 50] }),
      shell([], { title: 'Dock level', layer: 20 }),
      shell([], { title: 'Unseen', alpha: 0 }),
      shell([], { title: 'Front', links: { AXCloseButton: 'close' }, parts: [{ role: 'AXButton', subrole: 'AXCloseButton', title: 'close', at: at(0), actions: { AXPress: 'close' } }] }),
    ]) // prettier-ignore
    mock.front(PID.app)
    const titles = async () => (await desk.windows(run)).map(({ title, kind }) => `${kind} ${title}`)
    expect(await titles()).toEqual(['normal Front', 'popup ', 'normal Behind'])
    const behind = await windowNamed('Behind')
    expect(behind).toMatchObject({
      active: false,
      processName: 'Work App',
      application: 'Work App',
      pid: PID.app,
    })
    await desk.focusWindow(behind.handle, run)
    expect((await desk.windows(run))[0]).toMatchObject({ title: 'Behind', active: true })
    await desk.setWindowState(behind.handle, 'minimized', run)
    expect(await windowNamed('Behind')).toMatchObject({ minimized: true })
    await desk.setWindowState(behind.handle, 'normal', run)
    expect(await windowNamed('Behind')).toMatchObject({ minimized: false })
    await expect(desk.setWindowState(behind.handle, 'maximized', run)).rejects.toThrow('not maximized')
    await desk.closeWindow((await windowNamed('Front')).handle, run)
    expect(await titles()).toEqual(['normal Behind', 'popup '])
    await expect(desk.closeWindow(behind.handle, run)).rejects.toThrow('no button that closes it')
    await expect(desk.focusWindow('999', run)).rejects.toThrow(ToolError)
  })

  it('takes pictures across screens without own windows, a pixel per point', async () => {
    expect(await desk.screens()).toEqual([
      { bounds: { x: 0, y: 0, width: 1440, height: 900 }, scale: 2, primary: true },
      { bounds: { x: -1280, y: -100, width: 1280, height: 1024 }, scale: 1, primary: false },
    ])
    mock.application(PID.app, 'Work App', [shell([], { title: 'Own' })])
    const own = await windowNamed('Own')
    const area = screenRect({ x: -905, y: 0, width: 10, height: 2 })
    const colours = ({ rgba }: { rgba: Buffer }) => [rgba.readUInt32BE(0), rgba.readUInt32BE(9 * 4)]
    const before = await desk.picture(area, run)
    expect([before.width, before.height, before.rgba.length]).toEqual([10, 2, 80])
    expect(new Set(colours(before)).size).toBe(2)
    await desk.setOwnWindows([own.handle])
    expect(new Set(colours(await desk.picture(area, run)))).toEqual(new Set([0x80_80_80_ff]))
    expect(await desk.windows(run)).toEqual([])
    await expect(desk.picture(screenRect({ x: 5000, y: 0, width: 9, height: 9 }), run)).rejects.toThrow(
      ToolError,
    )
    expect(await desk.ownWindowAt(screenPoint(-800, 0))).toBe(true)
    mock.letsClicksThrough(Number(own.handle))
    mock.application(PID.other, 'Other', [shell([], { title: 'Under', back: true })])
    expect(await desk.ownWindowAt(screenPoint(-800, 0))).toBe(false)
  })

  it('counts clicks in a row, without which there is no double click', async () => {
    await open(STANDARD)
    await desk.movePointer(screenPoint(-870, 25), run)
    for (let time = 0; time < 2; time++) {
      await desk.pressButton('left', run)
      await desk.releaseButton('left', run)
    }
    expect(mock.doubleClicks()).toBe(1)
  })

  it('keeps all formats of all items of the clipboard', async () => {
    const formats = [
      { type: 'text/plain;charset=utf-8', data: Buffer.from('naïve 你好').toString('base64') },
      { type: 'macos/1/public.html', data: Buffer.from('<b>x</b>').toString('base64') },
      { type: 'macos/2/public.file-url', data: Buffer.from('file:///tmp/a').toString('base64') },
    ]
    await desk.writeClipboard({ formats }, run)
    expect(await desk.readClipboard(run)).toEqual({ formats })
    await desk.writeClipboard({ formats: [] }, run)
    expect(await desk.readClipboard(run)).toEqual({ formats: [] })
  })

  it('puts files into the trash, of a link the link and not what it leads to', async () => {
    const [place, bin] = [join(folder, 'place'), join(folder, 'bin')]
    await Promise.all([mkdir(place), mkdir(bin)])
    mock.trash(bin)
    await writeFile(join(place, 'naïve 你好.txt'), 'one')
    await writeFile(join(place, 'kept.txt'), 'two')
    await symlink('kept.txt', join(place, 'link'))
    await macos.trash?.([join(place, 'naïve 你好.txt'), join(place, 'link')])
    expect([await readdir(place), await readdir(bin)]).toEqual([['kept.txt'], ['link', 'naïve 你好.txt']])
    await expect(macos.trash?.([join(place, 'gone.txt')])).rejects.toThrow(ToolError)
  })

  it('makes a window larger and small again, and says of one without a button that it can not', async () => {
    const zoom: Part = {
      role: 'AXButton',
      subrole: 'AXZoomButton',
      title: 'zoom',
      at: at(1, 12),
      actions: { AXPress: 'zoom' },
    }
    const { window } = await open([
      shell([zoom], { links: { AXZoomButton: 'zoom' } }),
      shell([], { title: 'Palette', back: true }),
    ])
    const node = mock.node(PID.app, 'zoom')
    await desk.setWindowState(window.handle, 'normal', run)
    expect(mock.presses(node)).toBe(0)
    await desk.setWindowState(window.handle, 'maximized', run)
    expect(await windowNamed('Work')).toMatchObject({ maximized: true, bounds: { width: 1440, height: 805 } })
    // A second press would make it small again.
    await desk.setWindowState(window.handle, 'maximized', run)
    expect(mock.presses(node)).toBe(1)
    await desk.setWindowState(window.handle, 'normal', run)
    expect(await windowNamed('Work')).toEqual(window)
    const palette = await windowNamed('Palette')
    await expect(desk.setWindowState(palette.handle, 'maximized', run)).rejects.toThrow(ToolError)
    expect(await windowNamed('Palette')).toEqual(palette)
  })

  it('hears what an application tells of its changes, which no picture shows, while a window is watched', async () => {
    const { window, node } = await open(STANDARD)
    await using watch = await desk.watch(window.bounds, run)
    expect(watch.lastChange()).toBeNull()
    const began = fairTime()
    mock.tell(node('Volume'), 'AXValueChanged')
    expect(watch.lastChange()).toBeGreaterThan(began)
    const first = watch.lastChange()
    mock.tell(node('Volume'), 'AXNothingThatIsAskedFor')
    expect(watch.lastChange()).toBe(first)
    expect(mock.observers()).toBe(1)
  })

  it('is not held up by what changes for ever, nor by an application that hangs', async () => {
    const { window, node } = await open(STANDARD)
    {
      await using watch = await desk.watch(window.bounds, run)
      for (let time = 0; time < 3000; time++) mock.tell(node('Volume'), 'AXValueChanged')
      const began = performance.now()
      expect(watch.lastChange()).not.toBeNull()
      expect(performance.now() - began).toBeLessThan(500)
    }
    mock.setMode(node('Work App'), 'silent')
    const began = performance.now()
    await using watch = await desk.watch(window.bounds, run)
    expect(watch.lastChange()).toBeNull()
    expect(performance.now() - began).toBeLessThan(8000)
    expect(mock.observers()).toBe(0)
    mock.setMode(node('Work App'), 'none')
  })

  it('touches nothing without the permissions, and says where to give them', async () => {
    const { ref, window } = await open(STANDARD)
    mock.allow(0, 0)
    const before = desk.input.calls
    for (const act of [
      () => desk.pressKey('a', run),
      () => desk.movePointer(screenPoint(1, 1), run),
      () => desk.pressButton('left', run),
      () => desk.focusWindow(window.handle, run),
    ])
      await expect(act()).rejects.toThrow('Privacy_Accessibility')
    await expect(desk.picture(window.bounds, run)).rejects.toThrow('Privacy_ScreenCapture')
    expect(desk.input.calls).toBe(before)
    expect(await desk.invoke(ref('保存'), null, run)).toBe(false)
    expect(await desk.treeFault()).toContain('System Settings → Privacy & Security → Accessibility')
    expect((await desk.tree(window, { max: MAX }, run)).limited).toContain('Privacy_Accessibility')
    expect((await checkMacos()).map(({ name, ok }) => [name, ok])).toEqual([
      ['Accessibility', false],
      ['Screen Recording', false],
      ['Input Monitoring', true],
    ])
    mock.allow(1, 1)
    expect((await checkMacos()).every(({ ok }) => ok)).toBe(true)
  })
})

describe('the contract of the drivers, on the mock', () => {
  it.each(CHECKS)('$title', async (check) => {
    const end = (pid: number) => {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has ended by itself.
      }
    }
    await carryOut(check, { platform: desk, editor: 'TextEdit', end })
  })
})
