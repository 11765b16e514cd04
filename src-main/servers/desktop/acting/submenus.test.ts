import { expect, test } from 'vitest'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

test.each([
  ['is told as itself', false],
  // Audacity's, 60 ms after it has come.
  ['is told as part of the window below it', true],
])(
  'a submenu that closes under a quick click is opened by the pointer that rests on it, where its menu %s',
  async (_, isEarly) => {
    let chosen = 0
    const bounds = { x: 10, y: 60, width: 80, height: 20 }
    const table = element('menu item', 'As table', {
      bounds: { ...bounds, x: 95 },
      onPress: (hands) => {
        chosen++
        hands.close(second.handle)
      },
    })
    const second = scriptedWindow({
      title: '',
      processName: 'form',
      pid: 7,
      kind: 'popup',
      bounds: table.bounds,
      elements: [table],
    })
    const exported = element('menu', 'Export', {
      bounds,
      actions: [],
      onPress: (hands) => hands.close(second.handle),
    })
    const first = scriptedWindow({
      title: '',
      processName: 'form',
      pid: 7,
      kind: 'popup',
      bounds,
      elements: [exported],
    })
    const file = element('menu', 'File', {
      bounds: { ...bounds, y: 30 },
      actions: [],
      onPress: (hands) => hands.open(first),
    })
    const form = scriptedWindow({
      title: 'Form',
      processName: 'form',
      pid: 7,
      active: true,
      elements: [file],
    })
    await using desktop = await scriptedDesktop([form])
    const move = desktop.platform.movePointer.bind(desktop.platform)
    desktop.platform.movePointer = async (point, run) => {
      await move(point, run)
      if (point.y >= bounds.y && point.x < table.bounds.x) desktop.platform.open(second)
    }
    const tree = desktop.platform.tree.bind(desktop.platform)
    desktop.platform.tree = async (window, options, run) => {
      const read = await tree(window, options, run)
      const told = read.elements.map((each) =>
        each.name === 'Export' ? { ...each, window: form.handle } : each,
      )
      return isEarly ? { ...read, elements: told } : read
    }
    await desktop.get('choose_menu', { path: ['File', 'Export', 'As table'] })
    expect(chosen).toBe(1)
  },
)
