// Classifies applications by the names of their processes. `/proc` cuts names at 15 characters.
import type { WindowInfo } from '../core/desktop.ts'

export type ApplicationKind =
  | 'browser'
  | 'calculator'
  | 'chat'
  | 'settings'
  | 'viewer'
  | 'installer'
  | 'terminal'
  | 'office'

const names = (list: string): string[] => list.split(' ')

const FILE_MANAGERS = names(
  'pcmanfm pcmanfm-qt nautilus thunar nemo dolphin caja krusader spacefm doublecmd io.elementary.fi pantheon-files dde-file-manag peony gnome-commander xfe rox rox-filer qtfm worker cosmic-files explorer finder',
)
export const isFileManager = (process: string): boolean =>
  FILE_MANAGERS.includes(process.toLowerCase().replace(/\.exe$/, ''))

/** Archive managers, whose “Extract” opens a dialog with a button of that name. */
const ARCHIVERS = new Set(names('engrampa file-roller xarchiver ark peazip b1manager'))
export const isArchiver = (process: string): boolean => ARCHIVERS.has(process.toLowerCase())

/** Programs that connect to hosts: some take a host in their search field, too. `/proc` cuts names, so some are only beginnings. */
const CONNECTING =
  /^(?:(?:org\.)?remmina|krdc|vinagre|(?:gnome-)?connections|tigervnc|vncviewer|xtigervncviewe|realvnc|x?freerdp|wlfreerdp|tsclient|rdesktop|x2goclient|nxplayer|anydesk|rustdesk|teamviewer|virt-viewer|remote-viewer|spicy|virt-manager|putty|kitty_portable|mobaxterm|mstsc|asbru-cm|easyssh|filezilla|gftp|winscp|cyberduck|zenmap|screen sharing|microsoft remote)/
export const connects = (process: string): boolean => CONNECTING.test(process.toLowerCase())

/** Players, which take a list of what to play for one whatever its name is. */
const PLAYING =
  /^(?:vlc|cvlc|qvlc|mpv|mplayer|gmplayer|smplayer|celluloid|io\.github\.celluloid|totem|showtime|parole|haruna|dragon|kaffeine|xine|ff(?:play|probe|mpeg)|audacious|rhythmbox|clementine|strawberry|deadbeef|quodlibet|exaile|gmusicbrowser|amarok|elisa|lollypop|gnome-music|qmmp|xmms|sayonara|cmus|moc|pragha|guayadeque|goodvibes|shortwave|kodi)/
export const plays = (process: string): boolean => PLAYING.test(process.toLowerCase())

/** Programs that show letters and news of others. */
const MAIL =
  /^(?:thunderbird|betterbird|evolution|geary|kmail|claws-mail|sylpheed|balsa|trojita|mailspring|icedove|seamonkey|outlook|olk|hxoutlook|mail$|liferea|akregator|newsflash|feedreader|quiterss|rssguard)/
export const showsMail = (process: string): boolean => MAIL.test(process.toLowerCase())

const KINDS: Record<ApplicationKind, string[]> = {
  browser: names(
    'chromium chrome google-chrome chromium-browse firefox firefox-esr brave brave-browser msedge opera vivaldi vivaldi-bin epiphany falkon konqueror midori qutebrowser librewolf safari microsoft-edge iexplore',
  ),
  calculator: names(
    'galculator gnome-calculator gnome-calculato kcalc mate-calc qalculate-gtk qalculate-qt xcalc speedcrunch deepin-calculator calculatorapp calculator',
  ),
  chat: names(
    'slack discord telegram-deskto telegram-desktop signal-desktop element-desktop wechat weixin qq teams teams-for-linux pidgin hexchat dino gajim fractal skypeforlinux whatsapp zoom konversation polari',
  ),
  settings: names(
    'gnome-control-center gnome-control-c xfce4-settings-manager xfce4-settings systemsettings systemsettings5 gnome-tweaks pavucontrol nm-connection-editor nm-connection-e lxappearance obconf arandr xfce4-display-settings blueman-manager firewall-config gufw users-admin dconf-editor systempreferences system-settings control mmc regedit',
  ),
  /** Applications that only show or compute. Closing them loses no work. */
  viewer: [
    ...FILE_MANAGERS,
    ...names(
      'evince eog atril xviewer okular gwenview ristretto nomacs feh file-roller baobab gnome-system-monitor gnome-system-mo xfce4-taskmanager vlc mpv totem parole gnome-clocks yelp taskmgr preview',
    ),
  ],
  office: names(
    'soffice oosplash libreoffice gnumeric abiword calligrasheets calligrawords wps et excel winword powerpnt',
  ),
  installer: names(
    'gnome-software plasma-discover synaptic gdebi-gtk pamac-manager apper mintinstall update-manager software-properties-gtk packagekit msiexec appinstaller',
  ),
  terminal: names(
    'xterm uxterm gnome-terminal gnome-terminal- gnome-terminal-server konsole xfce4-terminal mate-terminal lxterminal alacritty kitty foot tilix terminator urxvt rxvt st wezterm-gui qterminal guake tilda yakuake ptyxis kgx gnome-console deepin-terminal cool-retro-term cmd powershell powershell_ise pwsh windowsterminal wt conhost openconsole terminal iterm2',
  ),
}

const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, list]) => list.map((name) => [name, kind as ApplicationKind])),
)

/** Gives null for the many applications of which nothing special is known. */
export const kindOfProcess = (process: string): ApplicationKind | null =>
  KIND_OF.get(
    process
      .toLowerCase()
      .replace(/\.(exe|bin)$/, '')
      .replaceAll(' ', '-'),
  ) ?? null

export const kindOf = (window: WindowInfo | null): ApplicationKind | null =>
  window ? kindOfProcess(window.process_name) : null

/** File managers of KDE, which open an item at one click unless the person has set them otherwise. */
const OPENING_AT_ONE_CLICK = new Set(names('dolphin konqueror krusader'))
export const opensAtOneClick = (process: string): boolean => OPENING_AT_ONE_CLICK.has(process.toLowerCase())

/** Tells whether a list of applications (process names, as a person writes them) names the application of this window. */
export function namesApplication(list: string[], ...candidates: (string | null | undefined)[]): boolean {
  const plain = (name: string) =>
    name
      .trim()
      .toLowerCase()
      .replace(/\.exe$/, '')
  const wanted = new Set(list.map(plain))
  return candidates.some((candidate) => !!candidate && wanted.has(plain(candidate)))
}
