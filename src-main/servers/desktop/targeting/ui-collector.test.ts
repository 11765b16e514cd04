import sharp from 'sharp'
import { expect, test, onTestFinished, vi } from 'vitest'
import {
  scriptedElement as element,
  scriptedWindow,
  type ScriptedElement,
} from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const editor = (elements: ScriptedElement[] = [element('button', 'Save')]) =>
  scriptedWindow({
    title: 'Editor',
    processName: 'editor',
    active: true,
    elements,
    bounds: { x: 10, y: 20, width: 300, height: 200 },
  })

test('an observation has windows, the chosen window, its controls and its picture', async () => {
  await using desktop = await scriptedDesktop([
    editor(),
    scriptedWindow({ title: 'Other', processName: 'other' }),
  ])
  const seen = await desktop.observe({ picture: 'window' })
  expect(seen.windows.map((window) => window.title)).toEqual(['Editor', 'Other'])
  expect(seen.window?.title).toBe('Editor')
  expect(seen.controls).toMatchObject([{ role: 'button', name: 'Save', window_id: seen.window?.id }])
  expect(seen.limited).toBeNull()
  const { info } = await sharp(Buffer.from(seen.picture!.data, 'base64')).toBuffer({
    resolveWithObject: true,
  })
  expect(info).toMatchObject({ format: 'png', width: 300, height: 200 })
  expect(seen.picture!.bounds).toEqual({ x: 10, y: 20, width: 300, height: 200 })
})

test('unsaved work is told where a title or a tab shows it', async () => {
  const tabs = scriptedWindow({
    title: 'Geany',
    processName: 'geany',
    elements: [element('tab', '*notes.txt')],
  })
  await using desktop = await scriptedDesktop([
    tabs,
    scriptedWindow({ title: '*a.txt - Mousepad', processName: 'mousepad' }),
    scriptedWindow({ title: 'b.txt - Mousepad', processName: 'mousepad' }),
  ])
  const id = (await desktop.observe()).windows.find(({ title }) => title === 'Geany')?.id
  const seen = await desktop.observe({ window_id: id })
  expect(seen.window?.unsaved).toBe(true)
  expect(seen.windows.map(({ unsaved }) => unsaved).slice(1)).toEqual([true, false])
})

test('looks into a window by its id, which stays where it is', async () => {
  const other = scriptedWindow({
    title: 'Other',
    processName: 'other',
    elements: [element('button', 'Stay')],
  })
  await using desktop = await scriptedDesktop([editor(), other])
  const id = (await desktop.observe()).windows.find(({ title }) => title === 'Other')?.id
  const seen = await desktop.observe({ window_id: id })
  expect(seen.window?.title).toBe('Other')
  expect(seen.controls.map(({ name }) => name)).toEqual(['Stay'])
  expect(desktop.platform.shown.map(({ title, active }) => [title, active])).toEqual([
    ['Editor', true],
    ['Other', false],
  ])
  expect(await desktop.fail('observe', { window_id: 'gone' })).toContain('There is no window gone')
})

test('a picture shows the dialogs of the window, too, as the list of controls has them', async () => {
  const main = editor()
  const dialog = { title: 'Save As', processName: 'editor', kind: 'dialog' as const, owner: main.handle }
  await using desktop = await scriptedDesktop([
    main,
    scriptedWindow({ ...dialog, bounds: { x: 5, y: 100, width: 400, height: 250 } }),
    scriptedWindow({
      title: 'Other',
      processName: 'other',
      bounds: { x: 500, y: 400, width: 100, height: 100 },
    }),
  ])
  const seen = await desktop.observe({ picture: 'window' })
  expect(seen.picture!.bounds).toEqual({ x: 5, y: 20, width: 400, height: 330 })
})

test('a picture of one colour is said to show nothing', async () => {
  await using desktop = await scriptedDesktop([editor()])
  desktop.platform.colours = [[0, 0, 0]]
  expect((await desktop.observe({ picture: 'window' })).limited).toContain('one colour')
})

test('of an empty desktop of one colour nothing is missing', async () => {
  await using desktop = await scriptedDesktop([])
  desktop.platform.colours = [[0, 0, 0]]
  const seen = await desktop.observe({ picture: 'desktop' })
  expect([seen.limited, seen.windows]).toEqual([null, []])
  expect(seen.picture).not.toBeNull()
})

test('a tree that is not whole is never silent', async () => {
  await using desktop = await scriptedDesktop([editor([])])
  desktop.platform.limited = 'Editor does not answer.'
  expect((await desktop.observe()).limited).toBe('Editor does not answer.')
})

test('a window whose application is busy is read when that answers again', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const { controls } = await desktop.observe()
  desktop.platform.silent = true
  setTimeout(() => (desktop.platform.silent = false), 300)
  expect(await desktop.observe()).toMatchObject({ limited: null, controls })
})

test('an application that hangs is waited for once, and told as such until it answers', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await using desktop = await scriptedDesktop([editor()])
  desktop.platform.silent = true
  const hung = { limited: 'editor does not answer.', controls: [] }
  const first = desktop.observe()
  // A busy machine gives an application up to four times as long.
  await vi.advanceTimersByTimeAsync(240_000)
  expect(await first).toMatchObject(hung)
  expect(await desktop.observe()).toMatchObject(hung)
  desktop.platform.silent = false
  expect((await desktop.observe()).limited).toBeNull()
})

test('a desktop whose windows can have no tree says why', async () => {
  await using desktop = await scriptedDesktop([editor()])
  expect(await desktop.get('check_control_tree')).toEqual({ fault: null })
  desktop.platform.withoutTrees = 'There is no accessibility bus.'
  expect(await desktop.get('check_control_tree')).toEqual({ fault: 'There is no accessibility bus.' })
})

test('another application’s window in front of the picture is said', async () => {
  await using desktop = await scriptedDesktop([editor()])
  desktop.platform.open(scriptedWindow({ title: 'Chat', processName: 'chat' }))
  expect((await desktop.observe({ picture: 'window' })).limited).toContain('“Chat” covers')
})

test('when the chosen window is closed, the only other one of its application takes its place', async () => {
  const welcome = editor()
  const main = { ...scriptedWindow({ title: 'Document 1', processName: 'editor' }), pid: welcome.pid }
  await using desktop = await scriptedDesktop([welcome, main])
  desktop.platform.close(welcome.handle)
  const seen = await desktop.observe()
  expect(seen.window?.title).toBe('Document 1')
  expect(seen.limited).toContain('“Editor” is closed; this is “Document 1”')
})

test('when the whole application is gone, there is no window and that is said', async () => {
  const window = editor()
  await using desktop = await scriptedDesktop([window])
  desktop.platform.close(window.handle)
  const seen = await desktop.observe({ picture: 'window' })
  expect(seen.window).toBeNull()
  expect(seen.limited).toContain('“Editor” is closed. Choose a window.')
  expect(await desktop.fail('get_app_window_info')).toContain('Choose a window')
})

test('the control tree has the seed’s shape', async () => {
  const group = element('group', 'Tools', { bounds: { x: 1, y: 2, width: 3, height: 4 } })
  const button = element('button', 'Save', { parent: group.ref, bounds: { x: 1, y: 2, width: 3, height: 4 } })
  await using desktop = await scriptedDesktop([editor([group, button])])
  expect(await desktop.get('get_ui_tree')).toMatchObject({
    root: {
      control_type: 'Window',
      name: 'Editor',
      bounding_box: [10, 20, 300, 200],
      level: 0,
      children: [
        {
          control_type: 'group',
          name: 'Tools',
          level: 1,
          children: [{ name: 'Save', level: 2, bounding_box: [1, 2, 3, 4], children: [] }],
        },
      ],
    },
  })
})

test('fields are given by the seeds’ names, and by ours', async () => {
  await using desktop = await scriptedDesktop([editor()])
  expect(
    await desktop.get('get_app_window_info', {
      field_list: ['control_text', 'control_rect', 'process_name'],
    }),
  ).toEqual({
    control_text: 'Editor',
    control_rect: [10, 20, 310, 220],
    process_name: 'editor',
  })
  expect(
    await desktop.get('get_app_window_controls_info', { field_list: ['control_text', 'control_type'] }),
  ).toEqual([{ control_text: 'Save', control_type: 'button' }])
})

test('a control that was seen in a picture can be added and clicked', async () => {
  await using desktop = await scriptedDesktop([editor([])])
  const added = await desktop.get('add_control_list', {
    control_list: [{ name: 'Icon', rect: [20, 40, 40, 60] }],
  })
  const [{ id }] = added as [{ id: string }]
  expect((await desktop.observe()).controls.map((control) => control.id)).toEqual([id])
  await desktop.get('click_input', { id, name: 'Icon' })
  expect(desktop.platform.events[0]).toEqual({ type: 'move', x: 30, y: 50 })
})

test('pop-ups and nameless windows are left out unless they are asked for', async () => {
  await using desktop = await scriptedDesktop([
    editor(),
    scriptedWindow({ title: '', processName: 'panel', kind: 'popup' }),
  ])
  expect(await desktop.get('get_desktop_app_target_info')).toMatchObject([{ kind: 'window', name: 'Editor' }])
  expect(await desktop.get('get_desktop_app_info', { remove_empty: false })).toHaveLength(2)
})
