import { expect, test } from 'vitest'
import { scriptedElement, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

test('the target of keys tells what they call, and menus are read for such keys only', async () => {
  const field = scriptedElement('edit', 'Text', { value: '' })
  await using desktop = await scriptedDesktop([
    scriptedWindow({ title: 'Editor', processName: 'editor', active: true, elements: [field] }),
  ])
  let reads = 0
  desktop.platform.menuShortcuts = () => {
    reads++
    return Promise.resolve([
      { keys: 'Ctrl+Shift+l', item: ['File', 'Save All'], opens: false },
      { keys: 'Ctrl+l', item: ['Go', 'Line…'], opens: false },
    ])
  }
  const target = (keys: string) => desktop.target('keyboard_input', { keys })
  expect((await target('shift+control+L')).calls).toEqual([
    { keys: 'ctrl+shift+l', item: ['File', 'Save All'], opens: false },
  ])
  expect((await target('ctrl+shift+m')).calls).toBeUndefined()
  expect(reads).toBe(2)
  for (const keys of ['a', 'Ctrl+C', 'Enter', 'Shift+Tab', 'Ctrl+S']) await target(keys)
  expect(reads).toBe(2)
})
