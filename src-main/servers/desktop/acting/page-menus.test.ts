import { expect, test } from 'vitest'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

test('a menu of a page that opens under the pointer is not clicked, but its entry is', async () => {
  const bounds = { x: 0, y: 0, width: 640, height: 480 }
  const page = element('web page', 'Orders', { bounds })
  const row = (nth: number) => ({ x: 10, y: 10 + 40 * nth, width: 100, height: 30 })
  const reports = element('link', 'Reports', { parent: page.ref, bounds: row(0) })
  const item = element('list item', 'Weekly', { parent: page.ref, bounds: row(1) })
  const weekly = element('link', 'Weekly', { parent: item.ref, depth: 3, bounds: row(1) })
  const pressed: string[] = []
  reports.onPress = () => pressed.push(reports.name)
  weekly.onPress = () => pressed.push(weekly.name)
  const window = scriptedWindow({
    title: 'Orders',
    processName: 'chromium',
    active: true,
    elements: [page, reports],
    bounds,
  })
  await using desktop = await scriptedDesktop([window])
  desktop.platform.beforeEvent = (event) => {
    if (event.type === 'move' && event.y < 40) window.elements = [page, reports, item, weekly]
    return Promise.resolve()
  }
  await desktop.get('choose_menu', { path: ['Reports', 'Weekly'] })
  expect(pressed).toEqual(['Weekly'])
})
