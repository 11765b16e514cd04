// Reads what a person has allowed this program in System Settings. Nothing here asks the person. Sources: AXUIElement.h, CGWindow.h,
// IOHIDLib.h.
import { fn } from './frameworks.ts'
import { isTrusted } from './accessibility.ts'
import { canTakePictures } from './graphics.ts'

/** kIOHIDRequestTypeListenEvent, kIOHIDAccessTypeGranted. */
const LISTEN = 1
const GRANTED = 0

const checkAccess = fn<(request: number) => number>('kit', 'uint32_t IOHIDCheckAccess(uint32_t request)')

export interface Permission {
  /** As System Settings calls it. */
  title: string
  /** What Deskhand can't do without it. */
  needed: string
  pane: string
  granted: () => boolean
}

const pane = (name: string): string =>
  `x-apple.systempreferences:com.apple.preference.security?Privacy_${name}`

export const PERMISSIONS = {
  accessibility: {
    title: 'Accessibility',
    needed: 'controls can’t be seen, and nothing can be clicked or typed',
    pane: pane('Accessibility'),
    granted: () => isTrusted(),
  },
  pictures: {
    title: 'Screen Recording',
    needed: 'no picture of the screen can be taken',
    pane: pane('ScreenCapture'),
    granted: () => canTakePictures(),
  },
  hand: {
    title: 'Input Monitoring',
    needed: 'nothing',
    pane: pane('ListenEvent'),
    granted: () => checkAccess(LISTEN) === GRANTED,
  },
} as const satisfies Record<string, Permission>

/** Says how to allow it. The permission belongs to the program that started Deskhand: the app, or the terminal. */
export const mendOf = ({ title, pane: address }: Permission): string =>
  `System Settings → Privacy & Security → ${title}: allow Deskhand, or the terminal that it runs in, then start it again; \`open "${address}"\` shows the page.`
