import { spawnSync } from 'node:child_process'
import { expect, test as alone } from 'vitest'
import { ToolError } from '../../../core/errors.ts'
import { RunControl } from '../../../core/run-control.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

/** Each has a desktop of its own and mostly waits. */
const test = alone.concurrent

const window = (title: string, processName: string) => scriptedWindow({ title, processName })

test('choosing a window brings it to the front and tells the names by which it is routed', async () => {
  await using desktop = await scriptedDesktop([window('Notes', 'notes'), window('Chat', 'chat')])
  const chat = (await desktop.observe()).windows.find((each) => each.title === 'Chat')!
  const chosen = await desktop.get('select_application_window', { id: chat.id, name: 'Chat' })
  expect(chosen).toMatchObject({
    root_name: 'chat',
    process_name: 'chat',
    window_info: { id: chat.id, active: true },
  })
  expect((await desktop.observe()).window?.title).toBe('Chat')
})

test('a window whose dialog keeps the keyboard is chosen; one behind another application is not', async () => {
  const notes = { ...window('Notes', 'notes'), pid: 7 }
  const wizard = { ...window('Wizard', 'notes'), pid: 7, kind: 'dialog' as const, active: true }
  await using desktop = await scriptedDesktop([notes, wizard, window('Chat', 'chat')])
  const { windows } = await desktop.observe()
  const idOf = (title: string) => windows.find((each) => each.title === title)!.id
  desktop.platform.focusWindow = () => Promise.reject(new ToolError('“Wizard” keeps the keyboard.'))
  expect(await desktop.get('select_application_window', { id: idOf('Notes') })).toMatchObject({
    window_info: { title: 'Notes' },
  })
  expect(await desktop.fail('select_application_window', { id: idOf('Chat') })).toMatch(/Wizard/)
})

test('a launch gives the main window, not a tool bar that stands over it and comes first', async () => {
  await using desktop = await scriptedDesktop([])
  desktop.platform.applications.set('paint', (platform) => {
    const main = scriptedWindow({ title: 'Paint', processName: 'paint', pid: 4711 })
    const bar = scriptedWindow({ title: 'Settings', processName: 'paint', pid: 4711, owner: main.handle })
    platform.open(bar)
    setTimeout(() => platform.open(main), 100)
    return { application: 'Paint', pid: 4711 }
  })
  expect(await desktop.get('launch_application', { name: 'paint' })).toMatchObject({
    window: { title: 'Paint' },
  })
})

test('another name than the window has is a warning', async () => {
  await using desktop = await scriptedDesktop([window('Notes', 'notes')])
  const [notes] = (await desktop.observe()).windows
  const chosen = await desktop.get('select_application_window', { id: notes!.id, name: 'Chat' })
  expect(chosen).toMatchObject({
    warning: expect.stringContaining('is called “Notes”, not “Chat”') as string,
  })
})

test('an id that no window has is refused with the windows that there are', async () => {
  await using desktop = await scriptedDesktop([window('Notes', 'notes')])
  expect(await desktop.fail('select_application_window', { id: '99' })).toMatch(/no window 99.*Notes/)
})

test('a launch gives the window that it has opened', async () => {
  await using desktop = await scriptedDesktop([window('Notes', 'notes')])
  desktop.platform.applications.set('chat', (platform) => {
    platform.open(scriptedWindow({ title: 'Chat', processName: 'chat', pid: 4711 }))
    return { application: 'Chat', pid: 4711 }
  })
  expect(await desktop.get('launch_application', { name: 'chat' })).toMatchObject({
    pid: 4711,
    window: { title: 'Chat' },
  })
})

test('a launch that only brings forward the running instance gives its window', async () => {
  const notes = window('Notes', 'notes')
  await using desktop = await scriptedDesktop([window('Chat', 'chat'), notes])
  const gone = spawnSync('true').pid
  desktop.platform.applications.set('notes', (platform) => {
    platform.close(notes.handle)
    platform.open(notes)
    return { application: 'Notes', pid: gone }
  })
  expect(await desktop.get('launch_application', { name: 'notes' })).toMatchObject({
    window: { title: 'Notes' },
  })
})

test('a launch is over when its window has the keyboard, behind however many controls', async () => {
  await using desktop = await scriptedDesktop([])
  const { platform } = desktop
  const text = element('edit', 'Text')
  const elements = [...Array.from({ length: 300 }, (_, index) => element('button', `B${index}`)), text]
  platform.applications.set('writer', () => {
    platform.open(
      scriptedWindow({ title: 'Untitled', processName: 'writer', pid: 4711, active: true, elements }),
    )
    setTimeout(() => platform.setFocus(text.ref), 400)
    return { application: 'Writer', pid: 4711 }
  })
  await desktop.get('launch_application', { name: 'writer' })
  using run = new RunControl()
  expect((await platform.focusedElement(run))?.name).toBe('Text')
})

test('what is typed into a launched window waits for its keyboard, where that comes after the launch', async () => {
  await using desktop = await scriptedDesktop([])
  const { platform } = desktop
  const text = element('edit', 'Text')
  const writer = { title: 'Untitled', processName: 'writer', pid: 4711, active: true, elements: [text] }
  platform.applications.set('writer', () => {
    platform.open(scriptedWindow(writer))
    return { application: 'Writer', pid: 4711 }
  })
  await desktop.get('launch_application', { name: 'writer' })
  const [window] = (await desktop.observe()).windows
  await desktop.get('select_application_window', { id: window!.id, name: 'Untitled' })
  setTimeout(() => platform.setFocus(text.ref), 600)
  expect(await desktop.target('type_text', { text: 'so' })).toMatchObject({ control: { name: 'Text' } })
})

test('what is typed into a window without any control waits for no keyboard', async () => {
  await using desktop = await scriptedDesktop([])
  const { platform } = desktop
  platform.applications.set('xcalc', () => {
    platform.open(scriptedWindow({ title: 'Calculator', processName: 'xcalc', pid: 4711, active: true }))
    return { application: 'xcalc', pid: 4711 }
  })
  await desktop.get('launch_application', { name: 'xcalc' })
  const [window] = (await desktop.observe()).windows
  await desktop.get('select_application_window', { id: window!.id, name: 'Calculator' })
  let asked = 0
  platform.focusedElement = () => {
    asked++
    return Promise.resolve(null)
  }
  await desktop.target('type_text', { text: '2' })
  expect(asked).toBeLessThan(5)
})

test('what is typed waits for the keyboard that is on its way from one control to the next, and once for none', async () => {
  const [first, second] = [element('cell', 'A1', { states: ['focused'] }), element('cell', 'B1')]
  await using desktop = await scriptedDesktop([
    { ...window('Sheet', 'calc'), elements: [first, second], active: true },
  ])
  const { platform } = desktop
  platform.setFocus(first.ref)
  const typed = () => desktop.target('type_text', { text: '1' })
  expect(await typed()).toMatchObject({ control: { name: 'A1' } })
  platform.setFocus(null)
  setTimeout(() => platform.setFocus(second.ref), 600)
  expect(await typed()).toMatchObject({ control: { name: 'B1' } })
})

test('a launch belongs to the window of what its wrapper has started, whatever that is called', async () => {
  await using desktop = await scriptedDesktop([window('Notes', 'notes')])
  const { platform } = desktop
  platform.started.set(4712, 4711)
  platform.applications.set('my editor', () => {
    platform.open(scriptedWindow({ title: 'Somebody else', processName: 'else', pid: 99 }))
    platform.open(scriptedWindow({ title: 'Untitled', processName: 'geany', pid: 4712 }))
    return { application: 'my editor', pid: 4711 }
  })
  expect(await desktop.get('launch_application', { name: 'my editor' })).toMatchObject({
    window: { title: 'Untitled' },
  })
})

test.each([
  ['the one window', ['normal'], 0],
  ['the message before its window', ['dialog'], 0],
  ['its window beside a message', ['dialog', 'normal'], 1],
] as const)('a launch takes %s that has opened and tells no process, as Tk’s do', async (_, kinds, which) => {
  await using desktop = await scriptedDesktop([window('Notes', 'notes')])
  const { platform } = desktop
  platform.applications.set('idle', () => {
    const open = () =>
      kinds.forEach((kind, index) =>
        platform.open(scriptedWindow({ title: `IDLE ${index}`, processName: 'tk', pid: null, kind })),
      )
    setTimeout(open, 200)
    return { application: 'Python', pid: process.pid }
  })
  expect(await desktop.get('launch_application', { name: 'idle' })).toMatchObject({
    window: { title: `IDLE ${which}` },
  })
})

test('a launch waits for the window behind its splash window', async () => {
  await using desktop = await scriptedDesktop([])
  const { platform } = desktop
  platform.applications.set('studio', () => {
    const splash = scriptedWindow({ title: 'Studio', processName: 'studio', pid: 4711, kind: 'popup' })
    platform.open(splash)
    setTimeout(() => {
      platform.close(splash.handle)
      platform.open(scriptedWindow({ title: 'Studio – Untitled', processName: 'studio', pid: 4711 }))
    }, 300)
    return { application: 'Studio', pid: process.pid }
  })
  expect(await desktop.get('launch_application', { name: 'studio' })).toMatchObject({
    window: { title: 'Studio – Untitled' },
  })
})

test('a launch waits for the window behind one without a title in which there is nothing to do', async () => {
  await using desktop = await scriptedDesktop([])
  const { platform } = desktop
  const bar = element('scroll bar', '')
  const opened = (title: string, role: 'progress bar' | 'button') =>
    scriptedWindow({
      title,
      processName: 'maps',
      pid: 4711,
      elements: [element(role, 'Loading'), bar, element('button', '', { parent: bar.ref })],
    })
  const tree = platform.tree.bind(platform)
  let readings = 0
  platform.applications.set('maps', () => {
    const splash = opened(' ', 'progress bar')
    platform.open(splash)
    // An application that still loads answers slowly, and slower the more it is asked.
    platform.tree = async (window, options, run) => {
      if (window.handle === splash.handle) readings++
      await run.sleep(50)
      return tree(window, options, run)
    }
    setTimeout(() => {
      platform.close(splash.handle)
      platform.open(opened('Maps', 'button'))
    }, 1600)
    return { application: 'Maps', pid: process.pid }
  })
  expect(await desktop.get('launch_application', { name: 'maps' })).toMatchObject({
    window: { title: 'Maps' },
  })
  expect(readings).toBeLessThan(4)
})

test('a dialog that opens in place of a window is told with its text, and is not taken for the document', async () => {
  await using desktop = await scriptedDesktop([])
  const { platform } = desktop
  platform.applications.set('/home/ada/t.csv', () => {
    platform.open(
      scriptedWindow({
        title: 'Text Import',
        processName: 'sheet',
        pid: 4711,
        kind: 'dialog',
        elements: [element('text', 'The separators are not known.'), element('button', 'OK')],
      }),
    )
    return { application: 'Sheet', pid: 4711 }
  })
  expect(await desktop.act('launch_application', { name: '/home/ada/t.csv' })).toMatchObject({
    effect: 'unconfirmed',
    evidence:
      'A dialog is in its place. The dialog “Text Import” has opened. It says: “The separators are not known.”.',
  })
})

test('an application that nobody knows is refused', async () => {
  await using desktop = await scriptedDesktop([])
  expect(await desktop.fail('launch_application', { name: 'nothing' })).toContain('no application “nothing”')
})

test.each([
  ['a keyword of an application and a part of the open window', 'Trash', true, true],
  ['an application and a part of the open window', 'Trash', false, false],
  ['a keyword of an application only', 'Downloads', true, false],
])('what is the name of %s', async (_, part, byKeyword, isRefused) => {
  const places = element('cell', part)
  await using desktop = await scriptedDesktop([{ ...window('Files', 'files'), elements: [places] }])
  const { platform } = desktop
  platform.applications.set('trash', () => {
    platform.open(scriptedWindow({ title: 'Other Files', processName: 'other', pid: 4711 }))
    return { application: 'Other Files', pid: 4711 }
  })
  const planned = { words: ['other'], from: '/other.desktop', configured: false, byKeyword }
  Object.assign(platform, { plannedLaunch: () => Promise.resolve(planned) })
  const launched = isRefused
    ? await desktop.fail('launch_application', { name: 'trash' })
    : await desktop.get('launch_application', { name: 'trash' })
  expect(JSON.stringify(launched)).toContain(
    isRefused ? 'There is no application “trash” here, but “Files” has the cell “Trash”.' : 'Other Files',
  )
})
