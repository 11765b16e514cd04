// Shows the icon in the tray: the state of all runs at a glance, and the brake first in its menu.
import { Menu, nativeImage, nativeTheme, Tray as SystemTray, type MenuItemConstructorOptions } from 'electron'
import type { Glance } from '../../src-preload/contract/calls/app.ts'
import type { RunSummary, RunView } from '../../src-preload/contract/run-view.ts'
import { stepsOf } from '../../src-preload/contract/run-view.ts'
import { inOneLine } from '../../src-preload/contract/words.ts'
import { trayIconPath } from './icons.ts'
import type { Texts } from './texts.ts'

export interface TrayState {
  glance: Glance
  /** Runs that are at work, the newest first. */
  busy: readonly RunView[]
  /** The newest first. */
  recent: readonly RunSummary[]
  /** Accelerators that are registered now. */
  shortcuts: Readonly<Record<string, string | null>>
}

export interface TrayActions {
  open(): void
  openRun(run: string): void
  quick(): void
  control(run: string, wish: 'pause' | 'resume' | 'stop'): void
  quit(): void
}

const MAX_RECENT = 5
/** UTF-16 units of a request in the menu. */
const MAX_TITLE_LENGTH = 48

export class Tray {
  readonly #tray: SystemTray
  readonly #actions: TrayActions
  readonly #texts: () => Texts
  #state: TrayState = { glance: 'idle', busy: [], recent: [], shortcuts: {} }
  #drawn = ''
  #icon = ''

  constructor(actions: TrayActions, texts: () => Texts) {
    this.#actions = actions
    this.#texts = texts
    this.#icon = trayIconPath('idle', isTaskbarDark())
    this.#tray = new SystemTray(imageOf(this.#icon))
    // Linux and macOS show the menu on a click; on Windows a left click opens the app and a right click the menu.
    if (process.platform === 'win32') this.#tray.on('click', () => actions.open())
    if (process.platform === 'win32') nativeTheme.on('updated', () => this.#drawIcon())
    this.show(this.#state)
  }

  /** Replaces the menu only when it has changed, because an open menu would close. */
  show(state: TrayState): void {
    this.#state = state
    const texts = this.#texts()
    this.#drawIcon()
    const template = trayMenu(state, texts, this.#actions)
    const drawn = JSON.stringify(template)
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.#tray.setToolTip(`Deskhand – ${stateText(state, texts)}`)
    this.#tray.setContextMenu(Menu.buildFromTemplate(template))
  }

  destroy(): void {
    this.#tray.destroy()
  }

  #drawIcon(): void {
    const icon = trayIconPath(this.#state.glance, isTaskbarDark())
    if (icon === this.#icon) return
    this.#icon = icon
    this.#tray.setImage(imageOf(icon))
  }
}

/** The system's own theme, whatever theme the app's windows have; only Windows reports it. */
const isTaskbarDark = (): boolean =>
  process.platform === 'win32' && nativeTheme.shouldUseDarkColorsForSystemIntegratedUI

function imageOf(path: string): Electron.NativeImage {
  const image = nativeImage.createFromPath(path)
  // macOS colours the image for its menu bar, so only its shape shows the state.
  if (process.platform === 'darwin') image.setTemplateImage(true)
  return image
}

const stateText = ({ glance, busy }: TrayState, texts: Texts): string => {
  if (glance !== 'running') return texts[glance]
  const step = busy[0] ? stepsOf(busy[0]).at(-1)?.step : undefined
  return texts.running(step === undefined ? null : step + 1)
}

/** In a menu `&` marks an access key. */
const titleOf = (request: string): string => inOneLine(request, MAX_TITLE_LENGTH).replaceAll('&', '&&')

const MARKS: Partial<Record<RunSummary['status'], string>> = {
  asking: '!',
  running: '▶',
  paused: '❚❚',
  completed: '✓',
  failed: '✗',
}

/** Marks a run by its state; a run that waits for its next request shows the state of its last one. */
function markOf({ status, asks, last }: RunSummary): string {
  const waits = status === 'asking' && asks === 'new_request'
  if (last === 'unsure' && (waits || status === 'completed')) return '?'
  return (waits ? (last === 'failed' ? MARKS.failed : MARKS.completed) : MARKS[status]) ?? '·'
}

export function trayMenu(state: TrayState, texts: Texts, actions: TrayActions): MenuItemConstructorOptions[] {
  const { busy, recent, shortcuts } = state
  const run = busy[0]
  const accelerator = (name: string): Pick<MenuItemConstructorOptions, 'accelerator'> => {
    const keys = shortcuts[name]
    return keys ? { accelerator: keys } : {}
  }
  const brake: MenuItemConstructorOptions[] = run
    ? [
        run.paused
          ? {
              label: texts.resume,
              ...accelerator('pause'),
              click: () => actions.control(run.run, 'resume'),
            }
          : { label: texts.pause, ...accelerator('pause'), click: () => actions.control(run.run, 'pause') },
        {
          label: texts.terminate,
          ...accelerator('terminate'),
          click: () => actions.control(run.run, 'stop'),
        },
      ]
    : []
  const runs = recent.slice(0, MAX_RECENT).map((summary): MenuItemConstructorOptions => ({
    label: `${markOf(summary)} ${titleOf(summary.request) || summary.run}`,
    click: () => actions.openRun(summary.run),
  }))
  return [
    { label: stateText(state, texts), enabled: false },
    ...brake,
    { type: 'separator' },
    { label: texts.quickRequest, ...accelerator('quick'), click: () => actions.quick() },
    { label: texts.open, click: () => actions.open() },
    ...(runs.length > 0 ? ([{ type: 'separator' }, ...runs] as const) : []),
    { type: 'separator' },
    { label: texts.quit, click: () => actions.quit() },
  ]
}
