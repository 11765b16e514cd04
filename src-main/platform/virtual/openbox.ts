// The window manager's configuration on a virtual desktop: one work area, new windows get the focus, no menus or keys of
// its own that would catch what is meant for an application.

const bind = (button: string, action: string, ...actions: string[]) =>
  `<mousebind button="${button}" action="${action}">${actions.map((name) => `<action name="${name}"/>`).join('')}</mousebind>`

const FOCUS = ['Focus', 'Raise']

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
