import { expect, it } from 'vitest'
import { UserError } from '../../core/errors.ts'
import { hostDesktop } from './host-desktop.ts'

it.each([
  { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' },
  { DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' },
  { WAYLAND_DISPLAY: 'wayland-0' },
])('a Wayland session is refused, XWayland or not, with the mend named: %j', (env) => {
  expect(() => hostDesktop(env)).toThrow(UserError)
  expect(() => hostDesktop(env)).toThrow(/Wayland.*Xorg.*--display virtual/s)
})

it('a machine without a display is refused, with the virtual desktop offered', () => {
  expect(() => hostDesktop({})).toThrow(/DISPLAY is not set.*--display virtual/s)
})

it('an X11 desktop is taken as it is, and its programs are told to show their controls', () => {
  const desktop = hostDesktop({ DISPLAY: ':7', XDG_SESSION_TYPE: 'x11', NO_AT_BRIDGE: '1', LANG: undefined })
  expect(desktop).toMatchObject({ kind: 'host', name: ':7' })
  expect(desktop.env).toMatchObject({ DISPLAY: ':7', ACCESSIBILITY_ENABLED: '1' })
  expect(desktop.env).not.toHaveProperty('NO_AT_BRIDGE')
})
