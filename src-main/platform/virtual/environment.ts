// Makes the environment of a program that is started on a virtual desktop.
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { accessible, DESKTOP_FOLDER } from '../linux/launch-environment.ts'
import { tempFolder } from './folders.ts'
import { GSETTINGS_BACKEND } from './gsettings.ts'

/** Variables of the session that Deskhand was started in; on a virtual desktop they would lead back to that session. */
const OF_ANOTHER_SESSION =
  /^(WAYLAND_|XDG_SESSION_|XDG_SEAT|XDG_VTNR|XDG_MENU_PREFIX|XDG_CURRENT_DESKTOP|DBUS_|AT_SPI_|GNOME_|KDE_|GTK_|QT_|XMODIFIERS|SESSION_MANAGER|DESKTOP_|WINDOWID|XAUTHORITY|NO_AT_BRIDGE|DESKHAND_|npm_|NODE_|VITEST|INIT_CWD|TERM_)/
/** Variables with keys of model services, which programs on the desktop do not need. */
const SECRET = /(API_?KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)/i

export interface Place {
  folder: string
  runtime: string
  display: string
  xauthority: string
  homeMode: 'shared' | 'private'
}

export function virtualEnvironment(base: NodeJS.ProcessEnv, place: Place): Record<string, string> {
  const kept = Object.fromEntries(
    Object.entries(base).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !OF_ANOTHER_SESSION.test(entry[0]) && !SECRET.test(entry[0]),
    ),
  )
  const home = kept['HOME'] ?? homedir()
  const ownData = kept['XDG_DATA_HOME'] ?? join(home, '.local', 'share')
  const dataFolders = kept['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share'
  const env: Record<string, string> = {
    ...kept,
    ...accessible({}),
    // Each login sets these, and programs rely on them (measured: puddletag).
    USER: kept['USER'] ?? userInfo().username,
    LOGNAME: kept['LOGNAME'] ?? userInfo().username,
    HOME: place.homeMode === 'private' ? join(place.folder, 'home') : home,
    DISPLAY: place.display,
    XAUTHORITY: place.xauthority,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(place.runtime, 'bus')}`,
    XDG_RUNTIME_DIR: place.runtime,
    // Measured: TEA and TeXstudio hand a file to a window of another desktop by a socket or shared memory that they name there.
    TMPDIR: tempFolder(place.runtime),
    TMP: tempFolder(place.runtime),
    TEMP: tempFolder(place.runtime),
    XDG_CONFIG_HOME: join(place.folder, 'config'),
    XDG_CACHE_HOME: join(place.folder, 'cache'),
    XDG_DATA_HOME: join(place.folder, 'data'),
    XDG_STATE_HOME: join(place.folder, 'state'),
    // The data folder is another one here, so the person's own applications are added to the search path.
    XDG_DATA_DIRS: place.homeMode === 'shared' ? `${ownData}:${dataFolders}` : dataFolders,
    XDG_SESSION_TYPE: 'x11',
    GDK_BACKEND: 'x11',
    QT_QPA_PLATFORM: 'xcb',
    MOZ_ENABLE_WAYLAND: '0',
    ELECTRON_OZONE_PLATFORM_HINT: 'x11',
    GTK_USE_PORTAL: '0',
    GSETTINGS_BACKEND,
    // A mount below the runtime folder would hinder the removal of this folder.
    GVFS_DISABLE_FUSE: '1',
    GVFS_REMOTE_VOLUME_MONITOR_IGNORE: '1',
    // A virtual desktop has no graphics card; drawing on the processor without OpenGL is several times as fast.
    GSK_RENDERER: 'cairo',
    LIBGL_ALWAYS_SOFTWARE: '1',
    [DESKTOP_FOLDER]: place.folder,
  }
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  if (!/utf-?8/i.test(locale)) {
    delete env['LC_ALL']
    env['LANG'] = 'C.UTF-8'
    env['LC_CTYPE'] = 'C.UTF-8'
  }
  return env
}
