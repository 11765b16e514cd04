import { expect, test, vi } from 'vitest'
import { fakeWorld } from '../testing/fake-shell.ts'

const home = '/nowhere'

test('the address is the one line on standard output; Ctrl+C ends the web shell', async () => {
  const world = fakeWorld({ home })
  const ended = world.deskhand('web', '--port', '4321', '--display', 'virtual')
  await world.said('\n')
  expect(world.stdout.text).toBe('Deskhand is open at http://127.0.0.1:1/?token=printed\n')
  expect(world.webs).toMatchObject([
    { env: { DESKHAND_HOME: home }, port: 4321, open: false, display: 'virtual', version: '1.2.3' },
  ])
  world.interrupt()
  expect(await ended).toBe(0)
  expect(world.webs).toEqual([])
})

test('a page can end it, too', async () => {
  const world = fakeWorld({ home })
  const ended = world.deskhand('web')
  await world.said('\n')
  world.webs[0]?.onQuit?.()
  expect(await ended).toBe(0)
})

test('a browser is opened where that is asked for, and none is no fault', async () => {
  const world = fakeWorld({ home })
  const ended = world.deskhand('web', '--open')
  await vi.waitFor(() => expect(world.webs).toMatchObject([{ open: true }]))
  await world.said('\n')
  expect(world.stderr.text).not.toContain('Open the address yourself')
  world.interrupt()
  expect(await ended).toBe(0)

  const without = fakeWorld({ home, notOpened: 'There is no screen here.' })
  const endedWithout = without.deskhand('web', '--open')
  await vi.waitFor(() =>
    expect(without.stderr.text).toContain('There is no screen here. Open the address yourself.\n'),
  )
  without.interrupt()
  expect(await endedWithout).toBe(0)
})

test('a port that is none is bad usage, and nothing is begun', async () => {
  for (const port of ['0', 'http', '65536', '-1', '1.5']) {
    const world = fakeWorld({ home })
    expect(await world.deskhand('web', '--port', port)).toBe(2)
    expect(world.webs).toEqual([])
  }
})
