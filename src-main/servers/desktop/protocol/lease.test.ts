// A desktop process whose keeper is frozen: it hears of no stop, and stops by itself when the lease of the act has lapsed.
import { expect, test } from 'vitest'
import { tell } from '../../../core/call-table.ts'
import { momentAfter, momentNow } from '../../../core/lease.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { DESKTOP_META, KEEPER_NOTICES } from './messages.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const editor = () =>
  scriptedWindow({
    title: 'Editor',
    processName: 'editor',
    active: true,
    elements: [element('edit', 'Text')],
  })
const lasting = (ms: number) => ({ [DESKTOP_META.lease]: momentAfter(momentNow(), ms) })
const drag = { start_x: 0.1, start_y: 0.1, end_x: 0.9, end_y: 0.9 }

test('an act ends where its lease lapses, and only lets go of what it holds', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const { platform } = desktop
  platform.beforeEvent = (event) => {
    if (event.type !== 'button' || !event.down) return
    // Nothing else runs meanwhile, as in a slow driver: no timer and no message could tell it.
    const until = performance.now() + 250
    while (performance.now() < until);
  }
  const result = await desktop.call('drag_on_coordinates', drag, lasting(200))
  expect(result.isError).toBe(true)
  expect(JSON.stringify(result.content)).toContain('lease')
  const pressed = platform.events.findIndex((event) => event.type === 'button' && event.down)
  expect(pressed).toBeGreaterThanOrEqual(0)
  const after = platform.events.slice(pressed + 1)
  expect(after.map((event) => ('down' in event ? event.down : event.type))).toEqual([false])
  expect(platform.heldButtons.size).toBe(0)

  const before = platform.events.length
  await desktop.call('drag_on_coordinates', drag, lasting(60_000))
  expect(platform.events.length - before).toBeGreaterThan(before)
})

test('an act that begins after its lease does nothing', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const result = await desktop.call('keyboard_input', { keys: 'Ctrl+s' }, lasting(-1))
  expect([result.isError, desktop.platform.events]).toEqual([true, []])
})

test('a keeper that lives extends the lease of an act that goes on', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const wanted = { name: 'Send', seconds: 0.6 }
  const lapsed = await desktop.call('wait_for_control', wanted, lasting(200))
  expect(JSON.stringify(lapsed.content)).toContain('lease')
  const going = desktop.call('wait_for_control', wanted, lasting(200))
  // Again and again, as long as the keeper is not frozen.
  const telling = setInterval(() => {
    tell(desktop.client, KEEPER_NOTICES, 'lease', momentAfter(momentNow(), 60_000))
  }, 20)
  const { content } = await going
  clearInterval(telling)
  expect(JSON.stringify(content)).toContain('Send')
})
