import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

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

test('an application that nobody knows is refused', async () => {
  await using desktop = await scriptedDesktop([])
  expect(await desktop.fail('launch_application', { name: 'nothing' })).toContain('no application “nothing”')
})
