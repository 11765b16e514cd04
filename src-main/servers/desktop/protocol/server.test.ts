import { expect, test } from 'vitest'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { META } from '../../tool-reply.ts'
import { DESKTOP_TOOLS, describeTool } from './server.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const editor = (elements = [element('edit', 'Text'), element('button', 'Send')]) =>
  scriptedWindow({ title: 'Editor', processName: 'editor', active: true, elements })

test('each tool says its namespace and its type, and its description is short', () => {
  const tools = DESKTOP_TOOLS.map((tool) => describeTool(tool))
  expect(new Set(tools.map((tool) => tool.name)).size).toBe(tools.length)
  for (const tool of tools) {
    expect(tool._meta?.[META.namespace]).toMatch(/^(UICollector|HostUIExecutor|AppUIExecutor)$/)
    expect(tool._meta?.[META.toolType]).toMatch(/^(data_collection|action)$/)
    expect(tool.description!.split(/\s+/).length, tool.name).toBeLessThanOrEqual(25)
  }
})

test('arguments that do not fit are named, and nothing is done', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const result = await desktop.call('click_on_coordinates', { x: 2, y: 'low' })
  expect(result._meta?.[META.code]).toBe('bad_arguments')
  expect(JSON.stringify(result.content)).toMatch(/x.*y/)
  expect(desktop.platform.events).toEqual([])
})

test('a target that has changed since it was judged is refused, and nothing is done', async () => {
  const send = element('button', 'Send')
  await using desktop = await scriptedDesktop([editor([send])])
  const parameters = { id: await desktop.id('Send'), name: 'Send' }
  const { fingerprint } = await desktop.target('click_input', parameters)
  desktop.platform.update(send.ref, { name: 'Delete everything' })
  const result = await desktop.call('click_input', parameters, { [META.expectedTarget]: fingerprint })
  expect(result._meta?.[META.code]).toBe('target_changed')
  expect(JSON.stringify(result.content)).toContain('Nothing was done. What has changed: the control.')
  expect(desktop.platform.events).toEqual([])
})

test('a target of which a part is only missing is looked at again, because its application may be busy', async () => {
  const field = element('edit', 'Search')
  await using desktop = await scriptedDesktop([editor([field])])
  desktop.platform.setFocus(field.ref)
  const parameters = { text: 'hello' }
  const { fingerprint } = await desktop.target('type_text', parameters)
  const { platform } = desktop
  const focusedElement = platform.focusedElement.bind(platform)
  let lost = 2
  platform.focusedElement = (run) => (lost-- > 0 ? Promise.resolve(null) : focusedElement(run))
  const result = await desktop.call('type_text', parameters, { [META.expectedTarget]: fingerprint })
  expect(result.isError).not.toBe(true)
  expect(lost).toBeLessThan(1)
  expect(platform.events.length).toBeGreaterThan(0)
})

test('keys that were judged for one field are not pressed when another has the focus', async () => {
  const fields = [element('edit', 'Search'), element('password', 'Password')]
  await using desktop = await scriptedDesktop([editor(fields)])
  desktop.platform.setFocus(fields[0]!.ref)
  const parameters = { text: 'hello', enter: true }
  const { fingerprint } = await desktop.target('type_text', parameters)
  desktop.platform.setFocus(fields[1]!.ref)
  const result = await desktop.call('type_text', parameters, { [META.expectedTarget]: fingerprint })
  expect(result._meta?.[META.code]).toBe('target_changed')
  expect(desktop.platform.events).toEqual([])
})

test.each([
  ['a hotkey', 'keyboard_input', { keys: 'Ctrl+Shift+S' }, 'Shift'],
  [
    'a drag',
    'drag_on_coordinates',
    { start_x: 0.1, start_y: 0.1, end_x: 0.9, end_y: 0.9, key_hold: 'Control' },
    'left',
  ],
  ['typing', 'type_text', { text: 'a text that is not finished' }, 'x'],
  ['a paste', 'type_text', { text: 'a text of two lines\nthat is not finished' }, 'Control'],
])(
  'a stop in the middle of %s releases everything, and nothing is pressed afterwards',
  async (_name, tool, parameters, at) => {
    const text = element('edit', 'Text', { editableText: false })
    await using desktop = await scriptedDesktop([editor([text])])
    const { platform } = desktop
    platform.setFocus(text.ref)
    const stop = new AbortController()
    platform.beforeEvent = (event) => {
      const down =
        (event.type === 'key' && event.key === at) || (event.type === 'button' && event.button === at)
      if (down && 'down' in event && event.down) stop.abort()
    }
    await expect(desktop.call(tool, parameters, {}, stop.signal)).rejects.toThrow()
    const held = () => [...platform.heldKeys, ...platform.heldButtons]
    await expect.poll(held).toEqual([])
    const ups = platform.events.slice(
      platform.events.findLastIndex((event) => 'down' in event && event.down) + 1,
    )
    expect(ups.length).toBeGreaterThan(0)
    expect(ups.every((event) => 'down' in event && !event.down)).toBe(true)
    expect(desktop.ledgers.at(-1)).toMatchObject({ keys: [], buttons: [], clipboard: null })
  },
)

test('what goes down is told before it is down', async () => {
  await using desktop = await scriptedDesktop([editor([])])
  let told = true
  desktop.platform.beforeEvent = (event) => {
    if (event.type !== 'key' || !event.down) return
    told &&= desktop.ledgers.at(-1)?.keys.includes(event.key) === true
  }
  await desktop.get('keyboard_input', { keys: 'Ctrl+Shift+S' })
  expect(desktop.platform.events).toHaveLength(6)
  expect(told).toBe(true)
})

test('two acts at once are done one after the other', async () => {
  await using desktop = await scriptedDesktop([editor([])])
  await Promise.all([
    desktop.get('keyboard_input', { keys: 'Ctrl+a' }),
    desktop.get('keyboard_input', { keys: 'Alt+b' }),
  ])
  const pressed = desktop.platform.events.map((event) => (event.type === 'key' ? event.key : ''))
  expect(pressed).toEqual(['Control', 'a', 'a', 'Control', 'Alt', 'b', 'b', 'Alt'])
})
