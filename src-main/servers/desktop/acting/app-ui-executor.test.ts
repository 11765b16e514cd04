import { setTimeout as wait } from 'node:timers/promises'
import { expect, test as alone } from 'vitest'
import { screenRect } from '../../../core/geometry.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

/** Each has a desktop of its own and mostly waits. */
const test = alone.concurrent

const TEXT = 'naïve café 你好 😀 !@#$%^&*()'

const form = (elements = [element('edit', 'Name'), element('button', 'Send')]) =>
  scriptedWindow({ title: 'Form', processName: 'form', application: 'Form', active: true, elements })

test('text goes into a field through the tree, whole, without touching keys or clipboard', async () => {
  await using desktop = await scriptedDesktop([form()])
  await desktop.get('set_edit_text', { id: await desktop.id('Name'), name: 'Name', text: TEXT })
  expect(desktop.platform.find('Name').value).toBe(TEXT)
  expect(desktop.platform.events).toEqual([])
  expect(desktop.ledgers).toEqual([])
})

test.each([
  ['takes the keyboard when it is asked to', true],
  ['takes it for a click alone', false],
])('a field that %s has it while its text is set, so that leaving the field is told', async (_, isGiven) => {
  await using desktop = await scriptedDesktop([form([element('edit', 'Name'), element('edit', 'City')])])
  const focus = desktop.platform.focus.bind(desktop.platform)
  desktop.platform.focus = (ref, run) => (isGiven ? focus(ref, run) : Promise.resolve(false))
  const had: (string | null)[] = []
  const setText = desktop.platform.setText.bind(desktop.platform)
  desktop.platform.setText = async (ref, text, run) => {
    had.push((await desktop.platform.focusedElement(run))?.name ?? null)
    return setText(ref, text, run)
  }
  await desktop.get('set_edit_text', { id: await desktop.id('City'), text: 'Rome' })
  await desktop.get('set_edit_text', { id: await desktop.id('Name'), text: 'Ada' })
  expect(had).toEqual(['City', 'Name'])
})

test('without clearing, text is put after what is there; with it, instead', async () => {
  await using desktop = await scriptedDesktop([form([element('edit', 'Name', { value: 'Anna' })])])
  const id = await desktop.id('Name')
  await desktop.get('set_edit_text', { id, name: 'Name', text: ' é' })
  expect(desktop.platform.find('Name').value).toBe('Anna é')
  await desktop.get('set_edit_text', { id, name: 'Name', text: 'Otto', clear_current_text: true })
  expect(desktop.platform.find('Name').value).toBe('Otto')
})

test('a field that takes no text through the tree gets it pasted, and the clipboard is given back', async () => {
  await using desktop = await scriptedDesktop([
    form([element('edit', 'Name', { value: 'old', editableText: false })]),
  ])
  const mine = {
    formats: [{ type: 'text/plain;charset=utf-8', data: Buffer.from('mine').toString('base64') }],
  }
  desktop.platform.clipboard = mine
  await desktop.get('set_edit_text', { id: await desktop.id('Name'), text: TEXT, clear_current_text: true })
  expect(desktop.platform.find('Name').value).toBe(TEXT)
  expect(desktop.platform.clipboard).toEqual(mine)
  expect(desktop.ledgers.some((ledger) => ledger.clipboard?.formats[0]?.data === mine.formats[0]!.data)).toBe(
    true,
  )
  expect(desktop.ledgers.at(-1)).toEqual({ keys: [], buttons: [], clipboard: null, kept: mine })
})

test('the same text pasted over itself is not typed a second time', async () => {
  const name = element('edit', 'Name', { value: 'a.txt', editableText: false })
  await using desktop = await scriptedDesktop([form([name])])
  await desktop.get('set_edit_text', {
    id: await desktop.id('Name'),
    text: 'a.txt',
    clear_current_text: true,
  })
  expect(name.value).toBe('a.txt')
})

test('where no keys paste, the text is typed', async () => {
  const name = element('edit', 'Name', { editableText: false })
  await using desktop = await scriptedDesktop([form([name])])
  desktop.platform.pasteKeys = () => []
  await desktop.get('set_edit_text', { id: await desktop.id('Name'), text: 'abc' })
  expect(name.value).toBe('abc')
  expect(desktop.ledgers.every((ledger) => ledger.clipboard === null)).toBe(true)
})

test('short text with keys for all its characters is typed, what is long or foreign or has lines is pasted', async () => {
  const name = element('edit', 'Name', { editableText: false })
  await using desktop = await scriptedDesktop([form([name])])
  desktop.platform.setFocus(name.ref)
  let pasted = 0
  const paste = desktop.platform.shortcuts.get('Control+v')
  desktop.platform.shortcuts.set('Control+v', (...hands) => {
    pasted++
    paste?.(...hands)
  })
  await desktop.get('type_text', { text: '((7+3)*(4+6))' })
  expect([name.value, pasted]).toEqual(['((7+3)*(4+6))', 0])
  for (const text of ['你好', 'two\nlines', 'long '.repeat(50)]) {
    const before = pasted
    await desktop.get('type_text', { text })
    expect(pasted, text).toBe(before + 1)
  }
})

test('nothing is typed into an open menu, where each letter would choose; a list of suggestions is none', async () => {
  const name = element('edit', 'Name', { editableText: false })
  await using desktop = await scriptedDesktop([form([name])])
  desktop.platform.setFocus(name.ref)
  const { pid } = desktop.platform.shown[0]!
  const bounds = { x: 190, y: 190, width: 100, height: 60 }
  const popupOf = (role: 'menu item' | 'list item') => {
    const inside = [element(role, 'Delete', { bounds: { x: 200, y: 200, width: 60, height: 20 } })]
    return scriptedWindow({ title: '', processName: 'form', kind: 'popup', pid, bounds, elements: inside })
  }
  const menu = popupOf('menu item')
  desktop.platform.open(menu)
  expect(await desktop.fail('type_text', { text: 'Dear' })).toMatch(/A menu is open/)
  expect(desktop.platform.events.filter(({ type }) => type === 'key')).toEqual([])
  desktop.platform.close(menu.handle)
  desktop.platform.open(popupOf('list item'))
  await desktop.get('type_text', { text: 'Dear' })
  expect(name.value).toBe('Dear')
})

test('a text is not typed on into a window that comes to the front meanwhile', async () => {
  const canvas = element('other', 'Canvas')
  await using desktop = await scriptedDesktop([form([canvas])])
  const { platform } = desktop
  const pressed: string[] = []
  const press = platform.pressKey.bind(platform)
  platform.pressKey = (key, run) => {
    if (pressed.push(key) === 10)
      platform.open(scriptedWindow({ title: 'Console', processName: 'other', active: true }))
    return press(key, run)
  }
  const why = await desktop.fail('type_text', { text: 'abcdefghijklmnopqrst'.repeat(3), enter: true })
  expect(why).toMatch(/“Console” has come to the front: .*Nothing more was typed/)
  expect(pressed).toHaveLength(16)
})

test('Enter behind a name waits for the button that it presses, which a busy dialog enables late', async () => {
  const name = element('edit', 'Name', { editableText: false })
  const save = element('button', 'Save', { states: ['disabled', 'default'] })
  await using desktop = await scriptedDesktop([{ ...form([name, save]), kind: 'dialog' }])
  const { platform } = desktop
  platform.setFocus(name.ref)
  let enabled = Promise.resolve()
  const late = async () => {
    await wait(300)
    platform.update(save.ref, { states: ['default'] })
  }
  let enabledAtEnter: boolean | null = null
  platform.beforeEvent = (event) => {
    if (event.type !== 'key' || !event.down) return
    if (event.key === 'm') enabled = late()
    if (event.key === 'Enter') enabledAtEnter = !save.states.includes('disabled')
  }
  await desktop.get('type_text', { text: '/home/ada/sum', enter: true })
  expect(enabledAtEnter).toBe(true)
  await enabled
  platform.update(save.ref, { states: ['disabled', 'default'] })
  await desktop.get('type_text', { text: 'm' })
  await desktop.get('keyboard_input', { keys: 'Enter' })
  expect(enabledAtEnter).toBe(true)
  await enabled
  // A text that is no answer to the dialog does not hold Enter back for ever.
  platform.update(save.ref, { states: ['disabled', 'default'] })
  await desktop.get('type_text', { text: 'x', enter: true })
  expect(enabledAtEnter).toBe(false)
})

test('a blank is not typed where it would press the button that has the keyboard', async () => {
  const close = element('button', 'Close')
  await using desktop = await scriptedDesktop([form([close])])
  desktop.platform.setFocus(close.ref)
  expect(await desktop.fail('type_text', { text: ' milk' })).toMatch(/on the button “Close”/)
  expect(desktop.platform.events.filter(({ type }) => type === 'key')).toEqual([])
  await desktop.get('type_text', { text: '12*3' })
  expect(desktop.platform.events.filter(({ type }) => type === 'key')).not.toEqual([])
})

test('a text with blanks is typed where the window takes the keyboard from the button for a search', async () => {
  const close = element('button', 'Close')
  const search = element('edit', 'Search', { editableText: false })
  await using desktop = await scriptedDesktop([form([close, search])])
  desktop.platform.setFocus(close.ref)
  setTimeout(() => desktop.platform.setFocus(search.ref), 300)
  await desktop.get('type_text', { text: 'snow man' })
  expect(search.value).toBe(' man')
})

test('where nobody knows what a paste does, every text is typed', async () => {
  const canvas = element('other', 'Canvas')
  await using desktop = await scriptedDesktop([form([canvas])])
  desktop.platform.setFocus(canvas.ref)
  await desktop.get('type_text', { text: 'é'.repeat(300) })
  expect(desktop.ledgers.every((ledger) => ledger.clipboard === null)).toBe(true)
  expect(desktop.platform.events.filter((event) => event.type === 'key' && event.key === 'é')).toHaveLength(
    600,
  )
})

test('a text for what does not take the keyboard goes nowhere', async () => {
  const name = element('edit', 'Name', { value: 'Anna' })
  const label = element('text', 'Day')
  await using desktop = await scriptedDesktop([form([name, label])])
  desktop.platform.setFocus(name.ref)
  expect(
    await desktop.fail('set_edit_text', { id: await desktop.id('Day'), name: 'Day', text: '1 May' }),
  ).toBe('The text “Day” does not take the keyboard: the edit “Name” has it.')
  expect(name.value).toBe('Anna')
})

test('from mixed, a box that goes off first is clicked once more', async () => {
  const box = element('check box', 'Partly', {
    states: ['mixed'],
    onPress: (hands, self) =>
      hands.update(self.ref, { states: [self.states.includes('unchecked') ? 'checked' : 'unchecked'] }),
  })
  await using desktop = await scriptedDesktop([form([box])])
  const parameters = { id: await desktop.id('Partly'), name: 'Partly', checked: true }
  expect(await desktop.act('set_toggle', parameters)).toMatchObject({ effect: 'confirmed' })
  expect(box.states).toContain('checked')
})

test('an item that is to be seen is selected by a click, and its action is never done', async () => {
  const rows = element('list', 'Rows')
  const row = element('list item', 'Second', { parent: rows.ref, actions: ['activate'] })
  await using desktop = await scriptedDesktop([form([rows, row])])
  await desktop.get('select_item', { id: await desktop.id('Rows'), name: 'Second' })
  expect(desktop.platform.actions).toEqual([])
  expect(desktop.platform.events.filter(({ type }) => type === 'button')).toHaveLength(2)
})

test('a control that is enabled a moment later is waited for', async () => {
  const send = element('button', 'Send', { states: ['disabled'] })
  await using desktop = await scriptedDesktop([form([send])])
  const clicking = desktop.get('click_input', { id: await desktop.id('Send'), name: 'Send' })
  send.states = []
  expect(await clicking).toContain('Clicked')
})

test('a field that takes neither gets the text key by key', async () => {
  await using desktop = await scriptedDesktop([form([element('edit', 'Name', { editableText: false })])])
  desktop.platform.shortcuts.set('Control+v', () => {})
  await desktop.get('set_edit_text', { id: await desktop.id('Name'), text: 'abc é' })
  expect(desktop.platform.find('Name').value).toBe('abc é')
})

test('typing in a terminal and in a cell presses keys and Enter, and borrows no clipboard', async () => {
  const cell = element('cell', 'A1')
  await using desktop = await scriptedDesktop([form([cell])])
  desktop.platform.setFocus(cell.ref)
  await desktop.get('type_text', { text: '=6*7', enter: true })
  expect(cell.value).toBe('=6*7')
  const pressed = desktop.platform.events.flatMap((event) =>
    event.type === 'key' && event.down ? [event.key] : [],
  )
  expect(pressed).toEqual(['=', '6', '*', '7', 'Enter'])
  expect(desktop.ledgers.every((ledger) => ledger.clipboard === null)).toBe(true)
})

test('a button is clicked where it is; one that is not to be reached by its action', async () => {
  const send = element('button', 'Send', { bounds: { x: 100, y: 100, width: 80, height: 20 } })
  const nowhere = element('button', 'Nowhere', { bounds: { x: 0, y: 0, width: 0, height: 0 } })
  await using desktop = await scriptedDesktop([form([send, nowhere])])
  await desktop.get('click_input', { id: await desktop.id('Send'), name: 'Send' })
  expect(desktop.platform.events).toEqual([
    { type: 'move', x: 140, y: 110 },
    { type: 'button', button: 'left', down: true },
    { type: 'button', button: 'left', down: false },
  ])
  await desktop.get('click_input', { id: await desktop.id('Nowhere'), name: 'Nowhere' })
  expect(desktop.platform.actions).toEqual([{ action: 'click', ref: nowhere.ref }])
})

test('a click under another application’s window brings the right window forward first', async () => {
  const send = element('button', 'Send', { bounds: { x: 100, y: 100, width: 80, height: 20 } })
  const under = form([send])
  const other = scriptedWindow({ title: 'Notes', processName: 'notes' })
  await using desktop = await scriptedDesktop([under, other])
  desktop.platform.open(scriptedWindow({ title: 'Chat', processName: 'chat' }))
  await desktop.get('click_input', { id: await desktop.id('Send'), name: 'Send', double: true })
  expect(desktop.platform.shown[0]?.title).toBe('Form')
  expect(desktop.platform.events.filter((event) => event.type === 'button')).toHaveLength(4)
})

test('a control under a dialog of its own application is not clicked through it', async () => {
  const send = element('button', 'Send', { bounds: { x: 100, y: 100, width: 80, height: 20 }, actions: [] })
  const window = form([send])
  await using desktop = await scriptedDesktop([window])
  const dialog = scriptedWindow({ title: 'Sure?', processName: 'form', kind: 'dialog', pid: window.pid })
  desktop.platform.focusWindow = () => Promise.resolve()
  desktop.platform.open(dialog)
  const message = await desktop.fail('click_input', { id: await desktop.id('Send'), name: 'Send' })
  expect(message).toBe('“Sure?” covers that place: close it first.')
  expect(desktop.platform.events).toEqual([])
})

test('nothing is clicked where another control would be pressed', async () => {
  const bounds = { x: 100, y: 100, width: 80, height: 20 }
  const bait = element('edit', 'Name', { bounds })
  const trap = element('button', 'Pay', { bounds })
  await using desktop = await scriptedDesktop([form([bait, trap])])
  expect(await desktop.fail('click_input', { id: await desktop.id('Name'), name: 'Name' })).toBe(
    'A click on the edit “Name” would press the button “Pay”, which is in the same place.',
  )
  expect(desktop.platform.events).toEqual([])
  // A button of its own is pressed by its action, whatever lies over it.
  const send = element('button', 'Send', { bounds })
  desktop.platform.shown[0]!.elements.unshift(send)
  await desktop.get('click_input', { id: await desktop.id('Send'), name: 'Send' })
  expect(desktop.platform.actions).toEqual([{ action: 'click', ref: send.ref }])
})

test.each([
  ['click_on_coordinates', { x: 0.2, y: 0.2 }],
  ['drag_on_coordinates', { start_x: 0.2, start_y: 0.2, end_x: 0.5, end_y: 0.5 }],
])(
  '%s does nothing at a point where another window was in front when it was judged',
  async (tool, parameters) => {
    await using desktop = await scriptedDesktop([form()])
    desktop.platform.open(scriptedWindow({ title: 'Chat', processName: 'chat' }))
    expect(await desktop.fail(tool, parameters)).toContain('Something else was in front')
    expect(desktop.platform.events).toEqual([])
    await desktop.get(tool, parameters)
    expect(desktop.platform.events).not.toEqual([])
  },
)

test('an item or menu item whose name says more than was asked for is never taken', async () => {
  const list = element('list', 'Colours')
  const items = ['dark red', 'red (sold out)'].map((name) => element('list item', name, { parent: list.ref }))
  const file = element('menu', 'File')
  const discard = element('menu item', 'Close and Discard')
  await using desktop = await scriptedDesktop([form([list, ...items, file, discard])])
  await desktop.fail('select_item', { id: await desktop.id('Colours'), name: 'red' })
  await desktop.fail('choose_menu', { path: ['File', 'Close'] })
  expect(items.flatMap(({ states }) => states)).toEqual([])
  expect(desktop.platform.actions.map(({ ref }) => ref)).not.toContain(discard.ref)
})

test('another name than the control has is a warning, and the control of the id is used', async () => {
  await using desktop = await scriptedDesktop([form()])
  const done = await desktop.get('click_input', { id: await desktop.id('Send'), name: 'Cancel' })
  expect(done).toContain('is called “Send”, not “Cancel”')
  expect(desktop.platform.events).not.toEqual([])
})

test('a disabled control is refused before anything is done', async () => {
  await using desktop = await scriptedDesktop([form([element('button', 'Send', { states: ['disabled'] })])])
  expect(await desktop.fail('click_input', { id: await desktop.id('Send') })).toContain('is disabled')
  expect(desktop.platform.events).toEqual([])
})

test('an item is selected by the id of its list and its own name', async () => {
  const list = element('list', 'Colours')
  const items = ['red', 'green'].map((name) => element('list item', name, { parent: list.ref }))
  await using desktop = await scriptedDesktop([form([list, ...items])])
  await desktop.get('select_item', { id: await desktop.id('Colours'), name: 'green' })
  expect(items[1]!.states).toContain('selected')
  const message = await desktop.fail('select_item', { id: await desktop.id('Colours'), name: 'violet' })
  expect(message).toMatch(/no item “violet”.*“red”, “green”/)
})

test('a list that stays closed is opened once more, and then it is not said what it lacks, nor Escape pressed', async () => {
  const city = element('combo box', 'City', { states: ['collapsed'] })
  await using desktop = await scriptedDesktop([form([city])])
  const told = await desktop.fail('select_item', { id: await desktop.id('City'), name: 'Oslo' })
  expect(told).toContain('No list that can be read has opened')
  expect(told).not.toContain('has no item')
  const { actions, events } = desktop.platform
  expect(actions.map(({ ref }) => ref)).toEqual([city.ref, city.ref])
  expect(events.filter(({ type }) => type === 'key')).toEqual([])
})

test('the name of a list that does not tell what it shows is not read as what it shows', async () => {
  const lists = [element('combo box', 'Format:'), element('combo box', 'Colour', { value: 'red' })]
  await using desktop = await scriptedDesktop([form(lists)])
  desktop.platform.text = () => Promise.resolve(null)
  expect(await desktop.fail('texts', { id: await desktop.id('Format:') })).toContain('can’t be read')
  expect(await desktop.get('texts', { id: await desktop.id('Colour') })).toBe('red')
})

test('a status bar is read by what stands in it, and one that says nothing is no answer', async () => {
  const bars = [element('status bar', 'State'), element('status bar', ''), element('edit', 'Note')]
  await using desktop = await scriptedDesktop([form(bars)])
  desktop.platform.text = () => Promise.resolve(null)
  Object.assign(desktop.platform, {
    textWithin: (ref: string) => Promise.resolve(ref === bars[0]?.ref ? 'Lines: 61' : null),
  })
  expect(await desktop.get('texts', { id: await desktop.id('State') })).toBe('Lines: 61')
  expect(await desktop.fail('texts', { id: await desktop.id('') })).toContain('can’t be read')
})

test('an item without a place is selected by a click and opened by a double click, never by the pointer', async () => {
  const file = element('list item', 'beta.txt', {
    bounds: { x: 20, y: 20, width: 0, height: 0 },
    states: ['offscreen'],
    actions: ['open', 'menu'],
  })
  await using desktop = await scriptedDesktop([form([element('list', 'Files'), file])])
  const target = { id: await desktop.id('beta.txt'), name: 'beta.txt' }
  await desktop.get('click_input', target)
  expect(file.states).toContain('selected')
  await desktop.get('select_item', target)
  expect(desktop.platform.actions.map(({ action }) => action)).toEqual(['select', 'select'])
  await desktop.get('click_input', { ...target, double: true })
  expect(desktop.platform.actions.at(-1)).toEqual({ action: 'open', ref: file.ref })
  await desktop.fail('click_input', { ...target, button: 'right' })
  expect(desktop.platform.events).toEqual([])
})

test('an item at the edge of its list is clicked where the list shows it', async () => {
  const list = element('list', 'Maps', { bounds: screenRect({ x: 12, y: 64, width: 256, height: 194 }) })
  const cut = element('list item', 'Austria', {
    bounds: screenRect({ x: 13, y: 252, width: 240, height: 17 }),
    parent: list.ref,
  })
  await using desktop = await scriptedDesktop([form([list, cut])])
  await desktop.get('click_input', { id: await desktop.id('Austria'), name: 'Austria' })
  const [moved] = desktop.platform.events
  expect(moved).toMatchObject({ x: 133, y: 255 })
})

test('a control of which only the edge is shown is scrolled to before it is clicked', async () => {
  const cut = element('tree item', 'Fruit', { bounds: screenRect({ x: 20, y: 300, width: 80, height: 1 }) })
  await using desktop = await scriptedDesktop([form([cut])])
  desktop.platform.scrollIntoView = () => {
    cut.bounds = screenRect({ x: 20, y: 180, width: 80, height: 20 })
    return Promise.resolve(true)
  }
  await desktop.get('click_input', { id: await desktop.id('Fruit'), name: 'Fruit' })
  expect(desktop.platform.events[0]).toMatchObject({ x: 60, y: 190 })
})

test('an item of a closed combo box is chosen by opening it', async () => {
  const combo = element('combo box', 'Colour', { value: 'red' })
  await using desktop = await scriptedDesktop([form([combo])])
  combo.onPress = (hands) => {
    const item = element('menu item', 'green', {
      bounds: { x: 200, y: 200, width: 60, height: 20 },
      onPress: () => {
        hands.update(combo.ref, { value: 'green' })
        hands.close(popup.handle)
      },
    })
    const popup = scriptedWindow({
      title: '', processName: 'form', kind: 'popup', pid: desktop.platform.shown[0]!.pid, elements: [item],
      bounds: { x: 190, y: 190, width: 100, height: 60 },
    }) // prettier-ignore
    hands.open(popup)
  }
  const id = await desktop.id('Colour')
  const effect = await desktop.act('select_item', { id, name: 'green' })
  expect(combo.value).toBe('green')
  // The name is the item's, so that the list's own is no surprise.
  expect(await desktop.get('select_item', { id, name: 'green' })).toBe(
    'Selected “green” in the combo box “Colour”.',
  )
  expect(effect).toEqual({
    effect: 'confirmed',
    evidence: 'The combo box “Colour” is “green”, it was “red”.',
  })
})

test.each([
  ['the chosen item', 'green', { effect: 'confirmed', evidence: 'The combo box “Colour” is “green”.' }],
  ['another item', 'red', { effect: 'contradicted', evidence: 'The combo box “Colour” is “red”.' }],
  ['no item', null, { effect: 'unconfirmed', evidence: expect.stringMatching(/^What the combo box/) }],
])(
  'a list that does not tell what it shows is opened again: it has %s selected',
  async (_what, shown, told) => {
    const combo = element('combo box', 'Colour', { states: ['collapsed'] })
    await using desktop = await scriptedDesktop([form([combo])])
    let chosen: string | null = 'red'
    combo.onPress = (hands) => {
      const items = ['red', 'green'].map((name, index) =>
        element('cell', name, {
          bounds: { x: 200, y: 200 + index * 20, width: 60, height: 20 },
          states: name === chosen ? ['selected'] : [],
          onPress: () => {
            chosen = shown
            hands.close(popup.handle)
          },
        }),
      )
      const popup = scriptedWindow({
        title: '', processName: 'form', kind: 'popup', pid: desktop.platform.shown[0]!.pid, elements: items,
        bounds: { x: 190, y: 190, width: 100, height: 60 },
      }) // prettier-ignore
      hands.open(popup)
    }
    const isEscaped = () => desktop.platform.shown.filter(({ kind }) => kind === 'popup')
    const press = desktop.platform.pressKey.bind(desktop.platform)
    desktop.platform.pressKey = (key, run) => {
      if (key === 'Escape') for (const { handle } of isEscaped()) desktop.platform.close(handle)
      return press(key, run)
    }
    expect(await desktop.act('select_item', { id: await desktop.id('Colour'), name: 'green' })).toEqual(told)
    expect(isEscaped()).toEqual([])
  },
)

test('a menu path opens one menu after the other and presses the last item', async () => {
  let chosen = ''
  const save = element('menu item', 'Save As…', {
    hidden: true,
    bounds: { x: 10, y: 60, width: 80, height: 20 },
    onPress: () => (chosen = 'Save As…'),
  })
  const file = element('menu', 'File', {
    bounds: { x: 10, y: 30, width: 40, height: 20 },
    onPress: (hands) => hands.update(save.ref, { hidden: false }),
  })
  await using desktop = await scriptedDesktop([form([file, save])])
  await desktop.get('choose_menu', { path: ['file', 'save as'] })
  expect(chosen).toBe('Save As…')
  expect(await desktop.fail('choose_menu', { path: ['Edit', 'Copy'] })).toMatch(/no “Edit”.*“File”/)
})

test.each([
  ['About', 'About KForm', 'done'],
  ['About KForm', 'About', 'done'],
  ['关于 KForm', '关于', 'done'],
  ['关于', '关于KForm', 'done'],
  ['About KForm', 'About Qt', 'refused'],
  ['About', 'About Formats', 'refused'],
  ['Close KForm', 'Close', 'refused'],
])('asked for “%s”, “%s” in the menu of KForm is %s', async (asked, name, outcome) => {
  let isChosen = false
  const bounds = { x: 10, y: 30, width: 40, height: 20 }
  const item = element('menu item', name, {
    hidden: true,
    bounds: { ...bounds, y: 60 },
    onPress: () => (isChosen = true),
  })
  const help = element('menu', 'Help', {
    bounds,
    onPress: (hands) => hands.update(item.ref, { hidden: false }),
  })
  await using desktop = await scriptedDesktop([{ ...form([help, item]), application: 'KForm' }])
  const path = { path: ['Help', asked] }
  await (outcome === 'done' ? desktop.get('choose_menu', path) : desktop.fail('choose_menu', path))
  expect(isChosen).toBe(outcome === 'done')
})

test('a menu that was opened for a disabled item is closed again', async () => {
  const bounds = { x: 10, y: 30, width: 40, height: 20 }
  const file = element('menu', 'File', { bounds })
  const place = { bounds: { ...bounds, y: 60 }, parent: file.ref }
  const save = element('menu item', 'Save', { ...place, states: ['disabled'] })
  await using desktop = await scriptedDesktop([form([file, save])])
  expect(await desktop.fail('choose_menu', { path: ['File', 'Save'] })).toContain('disabled')
  const keys = desktop.platform.events.filter(({ type }) => type === 'key')
  expect(keys).toEqual([
    { type: 'key', key: 'Escape', down: true },
    { type: 'key', key: 'Escape', down: false },
  ])
})

test('an application that is busy for a moment is waited for before its menus are opened', async () => {
  let isCopied = false
  const bounds = { x: 10, y: 30, width: 40, height: 20 }
  const copy = element('menu item', 'Copy', { bounds, onPress: () => (isCopied = true) })
  await using desktop = await scriptedDesktop([form([copy])])
  await desktop.observe()
  desktop.platform.limited = 'Form does not answer.'
  desktop.platform.update(copy.ref, { hidden: true })
  setTimeout(() => {
    desktop.platform.limited = null
    desktop.platform.update(copy.ref, { hidden: false })
  }, 700)
  await desktop.get('choose_menu', { path: ['Copy'] })
  expect(isCopied).toBe(true)
})

test.each<[string, Partial<ReturnType<typeof element>>]>([
  ['by its description', { name: 'GtkMenuButton', description: 'Primary menu' }],
  ['as the only one without a name that opens something', { name: '', states: ['collapsed'] }],
])('the menu of a button in the title bar is called “Menu”: it is known %s', async (_how, more) => {
  let isShown = false
  const bounds = { x: 300, y: 5, width: 30, height: 20 }
  const button = element('toggle button', 'x', {
    bounds,
    onPress: (hands) => hands.update(about.ref, { hidden: false }),
    ...more,
  })
  const about = element('menu item', 'About', {
    hidden: true,
    bounds: { ...bounds, y: 40 },
    onPress: () => (isShown = true),
  })
  const close = element('button', 'Close', { bounds: { ...bounds, x: 340 } })
  await using desktop = await scriptedDesktop([form([button, about, close])])
  await desktop.get('choose_menu', { path: ['Menu', 'About'] })
  expect(isShown).toBe(true)
  // Another name than that is none of these.
  expect(await desktop.fail('choose_menu', { path: ['File', 'About'] })).toContain('no “File”')
})

test('what is elsewhere in the window is not in the menu that was opened', async () => {
  const file = element('menu', 'File', {
    bounds: { x: 10, y: 30, width: 40, height: 20 },
    onPress: (hands) => hands.update(open.ref, { hidden: false }),
  })
  const open = element('menu item', 'Open…', {
    hidden: true,
    bounds: { x: 10, y: 60, width: 80, height: 20 },
  })
  const save = element('button', 'Save', { bounds: { x: 200, y: 30, width: 40, height: 20 } })
  await using desktop = await scriptedDesktop([form([file, open, save])])
  expect(await desktop.fail('choose_menu', { path: ['File', 'Save'] })).toMatch(
    /“File” has no “Save”\. It has: “Open…”\./,
  )
  expect(desktop.platform.actions.map(({ ref }) => ref)).not.toContain(save.ref)
})

test('an expander is clicked on its sign: it takes no click beside its label', async () => {
  const bounds = { x: 20, y: 200, width: 400, height: 16 }
  const more = element('toggle button', 'More', { states: ['unchecked', 'collapsed'], bounds })
  await using desktop = await scriptedDesktop([form([more])])
  await desktop.get('click_input', { id: await desktop.id('More'), name: 'More' })
  expect(desktop.platform.events).toContainEqual(expect.objectContaining({ x: 28, y: 208 }))
})

test('an item that leaves its menu open is not told as chosen', async () => {
  const bounds = { x: 10, y: 60, width: 80, height: 20 }
  const popup = scriptedWindow({ title: '', processName: 'form', kind: 'popup', elements: [], bounds })
  const file = element('menu', 'File', {
    bounds: { x: 10, y: 30, width: 40, height: 20 },
    onPress: (hands) => hands.open(popup),
  })
  const missed = element('menu item', 'Missed', { bounds, parent: file.ref })
  await using desktop = await scriptedDesktop([form([file, missed])])
  expect(await desktop.fail('choose_menu', { path: ['File', 'Missed'] })).toContain(
    'The menu has stayed open',
  )
  desktop.platform.close(popup.handle)
  desktop.platform.update(missed.ref, { onPress: (hands) => hands.close(popup.handle) })
  await desktop.get('choose_menu', { path: ['File', 'Missed'] })
})

test('set_toggle waits for a button that still shows what was selected before', async () => {
  const bold = element('toggle button', 'Bold', { states: ['checked'] })
  await using desktop = await scriptedDesktop([form([bold])])
  const id = await desktop.id('Bold')
  setTimeout(() => desktop.platform.update(bold.ref, { states: ['unchecked'] }), 100)
  expect(await desktop.get('set_toggle', { id, name: 'Bold', checked: true })).toMatch(/^Made the toggle/)
  expect(bold.states).toContain('checked')
})

test('set_toggle leaves alone what already is so', async () => {
  const box = element('check box', 'I agree', { states: ['checked'] })
  await using desktop = await scriptedDesktop([form([box])])
  const id = await desktop.id('I agree')
  expect(await desktop.get('set_toggle', { id, name: 'I agree', checked: true })).toBe(
    'It was checked already.',
  )
  expect(desktop.platform.actions).toEqual([])
  await desktop.get('set_toggle', { id, name: 'I agree', checked: false })
  expect(box.states).toContain('unchecked')
})

test('set_toggle switches the box of a row by the space bar where a click only selects the row', async () => {
  const row = element('cell', 'Cookies', { states: ['checked'] })
  await using desktop = await scriptedDesktop([form([row])])
  const id = await desktop.id('Cookies')
  await desktop.act('set_toggle', { id, name: 'Cookies', checked: false })
  const keys = desktop.platform.events.flatMap((event) =>
    event.type === 'key' && event.down ? [event.key] : [],
  )
  expect(keys).toEqual(['Space'])
})

test('set_toggle presses no key where a click has switched the box of a row late, or has opened a window', async () => {
  const late = element('cell', 'Cookies', {
    states: ['checked'],
    onPress: (platform, { ref }) =>
      void setTimeout(() => platform.update(ref, { states: ['unchecked'] }), 100),
  })
  const opening = element('cell', 'History', {
    states: ['checked'],
    onPress: (platform) => platform.open(form([element('button', 'Delete all')])),
  })
  await using desktop = await scriptedDesktop([form([late, opening])])
  const keys = () => desktop.platform.events.filter((event) => event.type === 'key')
  for (const name of ['Cookies', 'History']) {
    await desktop.act('set_toggle', { id: await desktop.id(name), name, checked: false })
    expect(keys(), name).toEqual([])
  }
})

test('a drag goes over points between, with the keys held down', async () => {
  await using desktop = await scriptedDesktop([form([])])
  const path = { start_x: 0.1, start_y: 0.5, end_x: 0.9, end_y: 0.5, key_hold: 'Shift' }
  await desktop.get('drag_on_coordinates', path)
  const { events } = desktop.platform
  expect(events.filter((event) => event.type === 'move').length).toBeGreaterThan(10)
  expect(events[0]).toEqual({ type: 'key', key: 'Shift', down: true })
  expect(events.at(-2)).toEqual({ type: 'button', button: 'left', down: false })
  expect(events.at(-1)).toEqual({ type: 'key', key: 'Shift', down: false })
})

test('a drag rests a pixel before its end, because a program tells with each move what was so at the one before', async () => {
  await using desktop = await scriptedDesktop([form([])])
  await desktop.get('drag_on_coordinates', { start_x: 0.1, start_y: 0.5, end_x: 0.9, end_y: 0.5 })
  const moves = desktop.platform.events.flatMap((event) => (event.type === 'move' ? [event] : []))
  const [nearly, end] = moves.slice(-2)
  expect(nearly).toEqual({ type: 'move', x: (end?.x ?? 0) - 1, y: end?.y })
})

test('the wheel is turned with the keys held down, at whatever is there', async () => {
  await using desktop = await scriptedDesktop([form([])])
  const turn = { x: 0.5, y: 0.5, wheel_dist: -2, key_hold: 'Ctrl' }
  await desktop.get('wheel_mouse_input', turn)
  const { events } = desktop.platform
  const told = events.map((event) =>
    event.type === 'key' ? `${event.key} ${event.down ? 'down' : 'up'}` : event.type,
  )
  expect(told.filter((each) => each !== 'move')).toEqual(['Control down', 'scroll', 'scroll', 'Control up'])
})

test('wait_for_control gives the control once it is there, and says what there was instead', async () => {
  const late = element('button', 'Done', { hidden: true })
  await using desktop = await scriptedDesktop([form([element('button', 'Send'), late])])
  const waiting = desktop.get('wait_for_control', { name: 'done', seconds: 10 })
  late.hidden = false
  expect(await waiting).toMatchObject({ role: 'button', name: 'Done' })
  const message = await desktop.fail('wait_for_control', { name: 'Never', role: 'button', seconds: 0.05 })
  expect(message).toMatch(/No button “Never”.*“Send”, “Done”/)
})

test('a password field is not read', async () => {
  await using desktop = await scriptedDesktop([form([element('password', 'Password', { value: 'secret' })])])
  expect(await desktop.fail('texts', { id: await desktop.id('Password') })).toContain('not read')
})

test('an id that is gone is a failure that says to look again', async () => {
  await using desktop = await scriptedDesktop([form()])
  const id = await desktop.id('Send')
  desktop.platform.shown[0]!.elements.pop()
  expect(await desktop.fail('click_input', { id, name: 'Send' })).toContain('Look at the window again')
})

test('a button outside of the screen is pressed by its action, one without an action is refused, and half a one is clicked', async () => {
  const at = (x: number) => ({ bounds: screenRect({ x, y: 100, width: 80, height: 30 }) })
  await using desktop = await scriptedDesktop([
    form([
      element('button', 'Acts', { ...at(-300), actions: ['click'] }),
      element('list item', 'Mute', { ...at(-300), actions: [] }),
      element('list item', 'Half', { ...at(-60), actions: [] }),
    ]),
  ])
  expect(await desktop.get('click_input', { id: await desktop.id('Acts'), name: 'Acts' })).toContain('Acts')
  const mute = await desktop.call('click_input', { id: await desktop.id('Mute'), name: 'Mute' })
  expect(mute).toMatchObject({ isError: true })
  expect(JSON.stringify(mute.content)).toContain('outside of the screen')
  expect(desktop.platform.events).toEqual([])
  await desktop.get('click_input', { id: await desktop.id('Half'), name: 'Half' })
  expect(desktop.platform.events[0]).toMatchObject({ type: 'move', x: 10, y: 115 })
})

test('a place of the window that is outside of the screen is not clicked, and nothing is dragged there', async () => {
  const bounds = screenRect({ x: -200, y: 0, width: 400, height: 300 })
  await using desktop = await scriptedDesktop([
    scriptedWindow({ title: 'Form', processName: 'form', active: true, bounds, elements: [] }),
  ])
  const click = await desktop.call('click_on_coordinates', { x: 0.25, y: 0.5 })
  const drag = await desktop.call('drag_on_coordinates', {
    start_x: 0.75,
    start_y: 0.5,
    end_x: 0.25,
    end_y: 0.5,
  })
  for (const result of [click, drag])
    expect(JSON.stringify(result.content)).toContain('outside of the screen')
  expect(desktop.platform.events).toEqual([])
})

test('a slider that takes no value through the tree is moved by its keys, at most to where it ends', async () => {
  const slider = element('slider', 'Brightness', { value: '3', editableText: false })
  await using desktop = await scriptedDesktop([form([slider])])
  const { platform } = desktop
  platform.setValue = () => Promise.resolve(true)
  platform.setFocus(slider.ref)
  platform.focus = () => Promise.resolve(true)
  platform.pressKey = (key) => {
    const step = key === 'Right' ? 1 : key === 'Left' ? -1 : 0
    platform.update(slider.ref, { value: String(Math.min(8, Number(slider.value) + step)) })
    return Promise.resolve()
  }
  const set = async (text: string) =>
    desktop.get('set_edit_text', { id: await desktop.id('Brightness'), text, clear_current_text: true })
  await set('6')
  expect(slider.value).toBe('6')
  await set('20')
  expect(slider.value).toBe('8')
})

test('a slider is not moved to its end by a number beyond it, and one from 0 to 1 takes a percentage', async () => {
  const share = element('slider', 'Volume', { value: '0.5', range: { least: 0, most: 1 } })
  const steps = element('slider', 'Speed', { value: '5', range: { least: 1, most: 10 } })
  await using desktop = await scriptedDesktop([form([share, steps])])
  const set = async (name: string, text: string) =>
    desktop.get('set_edit_text', { id: await desktop.id(name), text, clear_current_text: true })
  await set('Volume', '30')
  expect(share.value).toBe('0.3')
  await expect(set('Speed', '30')).rejects.toThrow('goes from 1 to 10')
  expect(steps.value).toBe('5')
})

test.each(['2 cm', '0.79'])(
  'a spinner is given a measure (%s) by keys and left, as it reads its text only then',
  async (text) => {
    const spinner = element('spinner', 'Left', { value: '0.39″', editableText: true })
    await using desktop = await scriptedDesktop([form([spinner])])
    const { platform } = desktop
    platform.setFocus(spinner.ref)
    platform.focus = () => Promise.resolve(true)
    platform.setText = () => Promise.reject(new Error('It is not read.'))
    const pressed: string[] = []
    platform.pressKey = (key) => {
      pressed.push(key)
      return Promise.resolve()
    }
    await desktop.get('set_edit_text', { id: await desktop.id('Left'), text, clear_current_text: true })
    expect(pressed.at(-1)).toBe('Tab')
  },
)

test('a spinner that only says that it takes a value is moved by its own steps', async () => {
  const spinner = element('spinner', 'Guests', {
    value: '1',
    editableText: false,
    actions: ['increment', 'decrement'],
  })
  await using desktop = await scriptedDesktop([form([spinner])])
  const { platform } = desktop
  platform.setValue = () => Promise.resolve(true)
  platform.invoke = (ref, action) => {
    platform.update(ref, { value: String(Number(spinner.value) + (action === 'increment' ? 1 : -1)) })
    return Promise.resolve(true)
  }
  const set = async (text: string) =>
    desktop.get('set_edit_text', { id: await desktop.id('Guests'), text, clear_current_text: true })
  await set('4')
  expect(spinner.value).toBe('4')
  await set('2')
  expect(spinner.value).toBe('2')
})

test.each<[string, Parameters<typeof element>, string]>([
  ['is a key on an item', ['cell', 'clip.mp4'], 'v'],
  ['is a key on a button', ['button', 'Play'], 'v'],
  ['is a letter in a field', ['edit', 'Name', { value: '' }], 'V'],
  ['is a letter in the cell of a sheet', ['cell', 'A1', { editableText: true }], 'V'],
])('a lone capital %s', async (_how, control, key) => {
  const focused = element(...control)
  await using desktop = await scriptedDesktop([form([focused])])
  desktop.platform.setFocus(focused.ref)
  const pressed: string[] = []
  desktop.platform.pressKey = (each) => {
    pressed.push(each)
    return Promise.resolve()
  }
  await desktop.get('keyboard_input', { keys: 'V' })
  expect(pressed).toEqual([key])
})
