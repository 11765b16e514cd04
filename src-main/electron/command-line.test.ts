import { expect, test, vi } from 'vitest'

vi.mock('electron', () => ({ app: {}, utilityProcess: {} }))
const { commandLineOf } = await import('./command-line.ts')

test.each([
  [['/opt/Deskhand/deskhand'], null],
  [['/opt/Deskhand/deskhand', '--hidden'], null],
  [['/opt/Deskhand/deskhand', '--no-sandbox', '--ozone-platform=x11'], null],
  [
    ['/opt/Deskhand/deskhand', '--ozone-platform=headless', 'run', 'open Mousepad', '--json'],
    ['run', 'open Mousepad', '--json'],
  ],
  [['/opt/Deskhand/deskhand', '--version'], ['--version']],
  [['/opt/Deskhand/deskhand', 'mcp'], ['mcp']],
])('of %j the command gets %j', (argv, args) => {
  expect(commandLineOf(argv, true)).toEqual(args)
})

test('Electron that is not packaged has the folder of the app before', () => {
  expect(commandLineOf(['electron', '.'], false)).toBeNull()
  expect(commandLineOf(['electron', '.', 'runs'], false)).toEqual(['runs'])
})
