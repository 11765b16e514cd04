// Configures the window manager of a virtual desktop, and waits until it is ready.
import type { RunControl } from '../../core/run-control.ts'
import { XConnection } from '../linux/x11/connection.ts'

const READY_WITHIN_MS = 20_000
const NOTICED_WITHIN_MS = 50
/** A plain slate colour: a watching person sees a desktop, not a black hole. */
const BACKGROUND = 0x3b4658

const bind = (button: string, action: string, ...actions: string[]) =>
  `<mousebind button="${button}" action="${action}">${actions.map((name) => `<action name="${name}"/>`).join('')}</mousebind>`

const FOCUS = ['Focus', 'Raise']

/** Sets one work area, gives new windows the focus, and defines no menus or keys that would catch an application's input. */
export const OPENBOX_CONFIGURATION = `<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <resistance><strength>0</strength><screen_edge_strength>0</screen_edge_strength></resistance>
  <focus>
    <focusNew>yes</focusNew><followMouse>no</followMouse><focusLast>yes</focusLast><raiseOnFocus>no</raiseOnFocus>
  </focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <theme>
    <name>Clearlooks</name><titleLayout>NLIMC</titleLayout><animateIconify>no</animateIconify>
  </theme>
  <desktops><number>1</number><firstdesk>1</firstdesk><popupTime>0</popupTime></desktops>
  <resize><drawContents>yes</drawContents><popupShow>Never</popupShow></resize>
  <keyboard>
    <keybind key="A-F4"><action name="Close"/></keybind>
  </keyboard>
  <mouse>
    <dragThreshold>3</dragThreshold><doubleClickTime>400</doubleClickTime>
    <context name="Frame">${bind('A-Left', 'Press', ...FOCUS)}</context>
    <context name="Titlebar">${bind('Left', 'Drag', 'Move')}${bind('Left', 'DoubleClick', 'ToggleMaximize')}</context>
    <context name="Titlebar Top Right Bottom Left TLCorner TRCorner BRCorner BLCorner">${bind('Left', 'Press', ...FOCUS, 'Unshade')}</context>
    <context name="Top Right Bottom Left TLCorner TRCorner BRCorner BLCorner">${bind('Left', 'Drag', 'Resize')}</context>
    <context name="Client">${['Left', 'Middle', 'Right'].map((button) => bind(button, 'Press', ...FOCUS)).join('')}</context>
    <context name="Close">${bind('Left', 'Press', ...FOCUS)}${bind('Left', 'Click', 'Close')}</context>
    <context name="Maximize">${bind('Left', 'Press', ...FOCUS)}${bind('Left', 'Click', 'ToggleMaximize')}</context>
    <context name="Iconify">${bind('Left', 'Press', 'Focus')}${bind('Left', 'Click', 'Iconify')}</context>
  </mouse>
  <menu><hideDelay>200</hideDelay></menu>
  <applications/>
</openbox_config>
`

/**
 * Returns when new windows will be managed. Measured: openbox announces itself earlier, and a window shown in between (22 of 25; after its
 * window list exists, 1 of 25) is never managed. So a test window is opened.
 */
export async function windowManagerReady(env: Record<string, string>, run: RunControl): Promise<void> {
  await using connection = await XConnection.open(env)
  const { client, root } = connection
  await connection.act(() => client.ChangeWindowAttributes(root, { backgroundPixel: BACKGROUND }))
  await connection.act(() => client.ClearArea(root, 0, 0, 0, 0, 0))
  const isThere = async () => ((await connection.property(root, '_NET_CLIENT_LIST')) ? true : null)
  await run.until(isThere, READY_WITHIN_MS, 5)
  const probe = client.AllocID()
  const managed = async () => (await connection.numbers(root, '_NET_CLIENT_LIST')).includes(probe)
  await connection.act(() => client.CreateWindow(probe, root, 0, 0, 1, 1, 0, 0, 1, 0, {}))
  await run.until(async () => {
    await connection.act(() => client.UnmapWindow(probe))
    await connection.act(() => client.MapWindow(probe))
    return run.until(async () => ((await managed()) ? true : null), NOTICED_WITHIN_MS, 2)
  }, READY_WITHIN_MS)
  await connection.act(() => client.DestroyWindow(probe))
  await run.until(async () => ((await managed()) ? null : true), READY_WITHIN_MS, 2)
}
