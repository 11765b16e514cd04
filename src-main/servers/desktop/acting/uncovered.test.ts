import { expect, test } from 'vitest'
import type { ControlRole } from '../../../core/desktop.ts'
import { contains, type ScreenRect } from '../../../core/geometry.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { clickOn, scriptedDesktop } from '../testing/scripted-desktop.ts'

type Rect = Pick<ScreenRect, 'x' | 'y' | 'width' | 'height'>

interface Over {
  role?: ControlRole
  name?: string
  under?: ControlRole
}

/** A page with a button, and something over it that no tree tells to be over it. */
async function pageDesktop(
  over: Rect,
  { role = 'group', name = 'We use cookies', under = 'button' }: Over = {},
) {
  const page = element('web page', 'Shop', { bounds: { x: 0, y: 0, width: 640, height: 480 } })
  const button = element(under, 'Details', {
    bounds: { x: 100, y: 400, width: 100, height: 30 },
    parent: page.ref,
    depth: 9,
  })
  const bar = element(role, name, { bounds: over, parent: page.ref })
  const window = scriptedWindow({
    title: 'Shop',
    processName: 'chromium',
    active: true,
    elements: [page, bar, button],
    bounds: page.bounds,
  })
  const desktop = await scriptedDesktop([window])
  const { platform } = desktop
  platform.pageHit = (ref, point) => {
    const at = contains(bar.bounds, point) ? bar : contains(button.bounds, point) ? button : page
    return Promise.resolve({ element: at, common: at.ref === ref ? at : page })
  }
  const clicked = () => platform.events.filter(({ type }) => type === 'button')
  return { desktop, button, bar, clicked, platform }
}

test('a button under a bar of its page is not clicked, and what lies over it is named', async () => {
  const { desktop, clicked } = await pageDesktop({ x: 0, y: 380, width: 640, height: 100 })
  await using _ = desktop
  const id = await desktop.id('Details')
  expect(await desktop.fail('click_input', { id, name: 'Details' })).toContain(
    '“We use cookies” lies over the button “Details”',
  )
  expect(clicked()).toEqual([])
})

test('a button that is covered in part is clicked beside what covers it', async () => {
  const { desktop, clicked, platform } = await pageDesktop({ x: 140, y: 390, width: 500, height: 90 })
  await using _ = desktop
  await clickOn(desktop, 'Details')
  expect(clicked()).toHaveLength(2)
  expect(platform.pointer.x).toBeLessThan(140)
})

const LINE = { x: 100, y: 400, width: 100, height: 30 }

test('the hint of a field that lies in one line with it takes the click for it', async () => {
  const over = { role: 'text', name: 'Pick one', under: 'edit' } as const
  const { desktop, clicked, platform, bar, button } = await pageDesktop(LINE, over)
  await using _ = desktop
  const line = element('group', '', { bounds: { x: 90, y: 395, width: 300, height: 40 } })
  platform.pageHit = () => Promise.resolve({ element: bar, common: line })
  await clickOn(desktop, button.name)
  expect(clicked()).toHaveLength(2)
})

test('nothing takes the click for a button, though it lies in one line with it', async () => {
  const { desktop, clicked, platform, bar } = await pageDesktop(LINE, { role: 'group', name: '' })
  await using _ = desktop
  const line = element('group', '', { bounds: { x: 90, y: 395, width: 300, height: 40 } })
  platform.pageHit = () => Promise.resolve({ element: bar, common: line })
  const id = await desktop.id('Details')
  expect(await desktop.fail('click_input', { id, name: 'Details' })).toContain('lies over the button')
  expect(clicked()).toEqual([])
})
