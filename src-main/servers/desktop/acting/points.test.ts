import { expect, test } from 'vitest'
import { RunControl } from '../../../core/run-control.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const chosen = () =>
  scriptedWindow({
    title: 'Form',
    processName: 'form',
    active: true,
    bounds: { x: 100, y: 100, width: 400, height: 300 },
    elements: [],
  })
const beside = (elements = [element('edit', 'Note')]) =>
  scriptedWindow({
    title: 'Notes',
    processName: 'notes',
    active: true,
    bounds: { x: 640, y: 0, width: 400, height: 400 },
    elements,
  })
const screenOf = async (desktop: Awaited<ReturnType<typeof scriptedDesktop>>) => {
  using run = new RunControl()
  const [screen] = await desktop.platform.screens(run)
  return screen!.bounds
}

test('a point of the desktop is one of another window than the chosen one, and nothing is brought to the front for it', async () => {
  await using desktop = await scriptedDesktop([chosen()])
  desktop.platform.open(beside())
  const { width, height } = await screenOf(desktop)
  const at = { x: 800 / width, y: 200 / height, on: 'desktop' }
  expect(await desktop.target('click_on_coordinates', at)).toMatchObject({
    kind: 'point',
    window: { title: 'Notes' },
  })
  await desktop.get('click_on_coordinates', at)
  expect(desktop.platform.events[0]).toMatchObject({ type: 'move', x: 800, y: 200 })
  expect(desktop.platform.shown.find(({ active }) => active)?.title).toBe('Notes')
})

test('a point of a window is a fraction of the picture that was sent, which shows its dialogs, too', async () => {
  await using desktop = await scriptedDesktop([chosen()])
  const window = desktop.platform.shown[0]!
  const save = element('button', 'Save', { bounds: { x: 560, y: 360, width: 30, height: 20 } })
  desktop.platform.open(
    scriptedWindow({
      title: 'Save as',
      processName: 'form',
      kind: 'dialog',
      owner: window.handle,
      pid: window.pid,
      bounds: { x: 300, y: 200, width: 300, height: 300 },
      elements: [save],
    }),
  )
  const { picture } = await desktop.observe({ picture: 'window' })
  expect(picture?.bounds).toEqual({ x: 100, y: 100, width: 500, height: 400 })
  const at = { x: (575 - 100) / 500, y: (370 - 100) / 400 }
  expect(await desktop.target('click_on_coordinates', at)).toMatchObject({ control: { name: 'Save' } })
  await desktop.get('click_on_coordinates', at)
  expect(desktop.platform.events[0]).toMatchObject({ type: 'move', x: 575, y: 370 })
})

test('without a chosen window a point of the desktop can be acted on, one of a window can’t', async () => {
  await using desktop = await scriptedDesktop([])
  expect(await desktop.fail('click_on_coordinates', { x: 0.5, y: 0.5 })).toContain('No window is chosen')
  await desktop.get('move_on_coordinates', { x: 0.5, y: 0.5, on: 'desktop' })
  expect(desktop.platform.events.map(({ type }) => type)).toEqual(['move'])
})

test('the wheel turns over a point where no control is given, and needs one of the two', async () => {
  await using desktop = await scriptedDesktop([chosen()])
  await desktop.get('wheel_mouse_input', { x: 0.5, y: 0.5, wheel_dist: -2 })
  const { events } = desktop.platform
  expect(events[0]).toMatchObject({ type: 'move', x: 300, y: 250 })
  expect(events.filter(({ type }) => type === 'scroll')).toHaveLength(2)
  expect(await desktop.fail('wheel_mouse_input', { wheel_dist: 1 })).toBe('Give an id, or x and y.')
})

test('keys for the desktop go to what has the focus, and the chosen window stays where it is', async () => {
  const note = element('edit', 'Note', { bounds: { x: 650, y: 10, width: 100, height: 20 } })
  await using desktop = await scriptedDesktop([chosen()])
  desktop.platform.open(beside([note]))
  desktop.platform.setFocus(note.ref)
  expect(await desktop.target('keyboard_input', { keys: 'Enter', on: 'desktop' })).toMatchObject({
    kind: 'focus',
    control: { name: 'Note' },
    window: { title: 'Notes' },
  })
  await desktop.get('keyboard_input', { keys: 'Enter', on: 'desktop' })
  expect(desktop.platform.shown.find(({ active }) => active)?.title).toBe('Notes')
})

test('a drag passes the points that it is given, in order', async () => {
  await using desktop = await scriptedDesktop([])
  const { width, height } = await screenOf(desktop)
  const fraction = (x: number, y: number): [number, number] => [x / width, y / height]
  const [start_x, start_y] = fraction(100, 100)
  const [end_x, end_y] = fraction(100, 300)
  await desktop.get('drag_on_coordinates', {
    start_x,
    start_y,
    end_x,
    end_y,
    via: [fraction(300, 100), fraction(300, 300)],
    on: 'desktop',
  })
  const moves = desktop.platform.events.flatMap((event) =>
    event.type === 'move' ? [`${String(event.x)},${String(event.y)}`] : [],
  )
  const corners = ['100,100', '300,100', '300,300', '100,300']
  expect(moves.filter((move) => corners.includes(move))).toEqual(corners)
})
