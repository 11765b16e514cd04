import { expect, test } from 'vitest'
import type { ControlRole } from '../../../core/desktop.ts'
import {
  scriptedElement as element,
  scriptedWindow,
  type ScriptedElement,
} from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const ROWS = 100
const SHOWN = 5
const HEIGHT = 20

/** A list that keeps only the rows that it shows, three to a notch, with a slider in its middle. */
async function listDesktop({ role = 'list item' }: { role?: ControlRole } = {}) {
  const list = element('list', 'Towns', { bounds: { x: 0, y: 0, width: 200, height: SHOWN * HEIGHT } })
  const slider = element('slider', 'Volume', { bounds: { x: 80, y: 40, width: 40, height: 20 } })
  const window = scriptedWindow({
    title: 'List',
    processName: 'list',
    active: true,
    elements: [list, slider],
    bounds: { x: 0, y: 0, width: 640, height: 480 },
  })
  const desktop = await scriptedDesktop([window])
  const rows = Array.from({ length: ROWS }, (_, index) =>
    element(role, `Town ${index + 1}`, { parent: list.ref, window: window.handle }),
  )
  let top = 40
  const show = () => {
    const shown = rows.slice(top, top + SHOWN).map((row, index): ScriptedElement => {
      row.bounds = { ...list.bounds, y: index * HEIGHT, height: HEIGHT }
      return row
    })
    window.elements = [list, slider, ...shown]
  }
  show()
  desktop.platform.beforeEvent = (event) => {
    if (event.type === 'scroll') top = Math.max(0, Math.min(ROWS - SHOWN, top - event.notches * 3))
    show()
    return Promise.resolve()
  }
  return { desktop, list }
}

test.each(['Town 90', 'Town 3'])('%s, out of sight below or above, is scrolled to', async (name) => {
  const { desktop, list } = await listDesktop()
  await using _ = desktop
  const id = await desktop.id(list.name)
  expect(await desktop.get('wheel_mouse_input', { id, wheel_dist: -1, until: name })).toContain('is in sight')
  expect((await desktop.observe()).controls.map((control) => control.name)).toContain(name)
})

test('what the application tells of without showing it is scrolled to by the application', async () => {
  const { desktop, list } = await listDesktop()
  await using _ = desktop
  const { platform } = desktop
  const town = element('list item', 'Town 200')
  platform.outOfSight = (ref) => Promise.resolve(ref === list.ref ? [town] : [])
  platform.scrollIntoView = (ref) => {
    if (ref === town.ref) platform.find('Town 41').name = 'Town 200'
    return Promise.resolve(ref === town.ref)
  }
  const id = await desktop.id(list.name)
  await desktop.get('wheel_mouse_input', { id, wheel_dist: -1, until: 'Town 200' })
  expect(platform.events.filter(({ type }) => type === 'scroll')).toEqual([])
})

test('what is nowhere is said to be so once both ends were seen, with how many were', async () => {
  const { desktop, list } = await listDesktop()
  await using _ = desktop
  const id = await desktop.id(list.name)
  expect(await desktop.fail('wheel_mouse_input', { id, wheel_dist: -1, until: 'Atlantis' })).toMatch(
    /“Atlantis” is not among the 10\d controls that scrolling shows/,
  )
})

test('an item out of sight is selected in its list', async () => {
  const { desktop, list } = await listDesktop()
  await using _ = desktop
  await desktop.get('select_item', { id: await desktop.id(list.name), name: 'Town 77' })
  const pressed = desktop.platform.events.findLast(({ type }) => type === 'move')
  const item = (await desktop.observe()).controls.find(({ name }) => name === 'Town 77')
  expect(pressed).toMatchObject({ x: 100, y: (item?.bounds.y ?? 0) + HEIGHT / 2 })
})

test('a button out of sight is not pressed as an item: the gate has not seen its name', async () => {
  const { desktop, list } = await listDesktop({ role: 'button' })
  await using _ = desktop
  const id = await desktop.id(list.name)
  expect(await desktop.fail('select_item', { id, name: 'Town 77' })).toContain('has no item “Town 77”')
})

test('an empty part of a page is passed through', async () => {
  const page = element('web page', 'Page', { bounds: { x: 0, y: 0, width: 640, height: 480 } })
  const far = element('button', 'Far below', {
    parent: page.ref,
    bounds: { x: 10, y: 10, width: 80, height: 20 },
  })
  const window = scriptedWindow({
    title: 'Page',
    processName: 'chromium',
    active: true,
    elements: [page],
    bounds: { x: 0, y: 0, width: 640, height: 480 },
  })
  await using desktop = await scriptedDesktop([window])
  const { platform } = desktop
  let turned = 0
  platform.beforeEvent = (event) => {
    if (event.type !== 'scroll') return
    turned -= event.notches
    platform.update(page.ref, {})
    if (turned >= 20) window.elements = [page, { ...far, window: window.handle }]
  }
  const id = await desktop.id('Page')
  expect(await desktop.get('wheel_mouse_input', { id, wheel_dist: -1, until: 'Far below' })).toContain(
    'is in sight',
  )
})

test('the wheel is never turned over what it would change', async () => {
  const { desktop, list } = await listDesktop()
  await using _ = desktop
  await desktop.get('wheel_mouse_input', {
    id: await desktop.id(list.name),
    wheel_dist: -1,
    until: 'Town 60',
  })
  const turns = desktop.platform.events.flatMap((event, index, all) =>
    event.type === 'scroll' ? [all.slice(0, index).findLast(({ type }) => type === 'move')] : [],
  )
  expect(turns.length).toBeGreaterThan(0)
  for (const at of turns) expect(at).not.toMatchObject({ x: 100, y: 50 })
})

test('a page is scrolled on until what was looked for is clear of its edges, where bars lie over it', async () => {
  const page = element('web page', 'News', { bounds: { x: 0, y: 0, width: 600, height: 400 } })
  const row = element('link', 'Row 9', { parent: page.ref, bounds: { x: 0, y: 380, width: 80, height: 20 } })
  const window = scriptedWindow({
    title: 'News',
    processName: 'browser',
    active: true,
    elements: [page, row],
  })
  await using desktop = await scriptedDesktop([window])
  const { platform } = desktop
  platform.outOfSight = () => Promise.resolve([row])
  platform.beforeEvent = (event) => {
    if (event.type === 'scroll') row.bounds = { ...row.bounds, y: row.bounds.y + event.notches * 50 }
    return Promise.resolve()
  }
  window.elements = [page]
  platform.scrollIntoView = () => {
    window.elements = [page, row]
    return Promise.resolve(true)
  }
  await desktop.get('wheel_mouse_input', { id: await desktop.id('News'), wheel_dist: -1, until: 'Row 9' })
  expect(row.bounds.y).toBe(280)
})
