// Lists the applications of OpenComputer that a Debian desktop can have: how the benchmark starts each, and what can't be judged.
import { dirname } from 'node:path'
import type { Task } from './tasks.ts'

const UNO = '--accept=socket,host=localhost,port=2002;urp;'
const office = (kind: string) => (files: string[]) => [
  'soffice',
  UNO,
  `--${kind}`,
  '--norestore',
  '--nologo',
  ...files.slice(0, 1),
]
const CHROMIUM = [
  'chromium', '--no-first-run', '--no-default-browser-check', '--no-sandbox', '--test-type', '--disable-gpu', '--disable-extensions', '--password-store=basic',
  '--remote-debugging-port=9222', '--remote-allow-origins=*', '--force-renderer-accessibility',
] // prettier-ignore
const OBS_FIRST_START =
  'mkdir -p "$0/.config/obs-studio" && printf "[General]\\nFirstRun=true\\nLastVersion=486539266\\n" > "$0/.config/obs-studio/global.ini" && exec obs'
const PAGE = /\.(html?|json|svg|txt)$/

/** The words that open an application with a task's files, as the benchmark's own launchers do. */
export const LAUNCH: Readonly<Record<string, (files: string[], home: string) => string[]>> = {
  galculator: () => ['galculator'],
  gedit: (files) => ['gedit', ...files.slice(0, 1)],
  pcmanfm: ([first], home) => ['pcmanfm', first === undefined ? `${home}/Documents` : dirname(first)],
  gimp: (files) => ['gimp', '--no-splash', ...files.slice(0, 1)],
  libreoffice_calc: office('calc'),
  libreoffice_writer: office('writer'),
  libreoffice_impress: office('impress'),
  libreoffice_draw: office('draw'),
  inkscape: (files) => ['inkscape', ...files.slice(0, 1)],
  audacity: (files) => ['audacity', ...files.slice(0, 1)],
  // The task's profile is a packed file, which the benchmark's launcher unpacks first.
  thunderbird: ([profile], home) =>
    profile === undefined
      ? ['thunderbird']
      : ['sh', '-c', 'tar -xz -f "$0" -C "$1" && exec thunderbird', profile, home],
  vlc: (files) => [
    'vlc', '--extraintf', 'http', '--http-port', '8080', '--http-password', 'secret', '--no-qt-privacy-ask',
    ...files.slice(0, 1),
  ], // prettier-ignore
  firefox: ([first]) => [
    'firefox-esr',
    '--marionette',
    first === undefined ? 'about:blank' : `file://${first}`,
  ],
  cloudcompare: (files) => ['CloudCompare', ...files.slice(0, 1)],
  kdenlive: (files) => ['kdenlive', ...files.slice(0, 1)],
  shotcut: (files) => ['shotcut', ...files.slice(0, 1)],
  freecad: (files) => ['freecad', ...files.slice(0, 1)],
  // Its wizard of the first start is no part of a task: the benchmark's own desktop has it behind it.
  obs: (_files, home) => ['sh', '-c', OBS_FIRST_START, home],
  renderdoc: () => ['qrenderdoc'],
  blender: (files) => ['blender', ...files.slice(0, 1)],
  krita: (files) => ['krita', '--nosplash', ...files.slice(0, 1)],
  musescore3: (files) => ['mscore3', ...files.slice(0, 1)],
  darktable: (files) => ['darktable', ...(files.length > 1 && files[0] ? [dirname(files[0])] : files)],
  chrome: (files) => {
    const page = files.find((file) => PAGE.test(file))
    return [...CHROMIUM, page === undefined ? 'about:blank' : `file://${page}`]
  },
}

/**
 * Checks that no work can pass as they are written, each seen in a task that was done as its file or settings show: a pattern of
 * `application task: command of the check`, and why.
 */
const CANNOT_PASS: readonly [check: RegExp, why: string][] = [
  [
    /^libreoffice_impress \S+: (check|parse)-registry-/,
    'its verifier looks for the items of the registry in a name space that they do not have',
  ],
  [/^gedit \S+: check-tab-size /, 'its verifier reads the key tab-size, which gedit calls tabs-size'],
  [
    /^vlc \S+: check-config crop(top|bottom|left|right) /,
    'its verifier reads a key that VLC writes as a part of another (croppadd-croptop)',
  ],
  [
    /^vlc \S+: check-config (snapshot-format png|transform-type 90)$/,
    'its verifier reads a line that VLC leaves out, because it is the default',
  ],
  [
    /^inkscape \S+: check-text-contains \S+ (textPath|linearGradient|radialGradient)$/,
    'its verifier looks for elements in the texts of the drawing',
  ],
  [
    /^thunderbird \S+: check-pref-value \S+ [^\s"']+ \S/,
    'its verifier takes a value of several words for several arguments',
  ],
  [/^pcmanfm \S+: check-bookmark-exists /, 'its verifier reads a file that PCManFM does not write'],
  [
    /^galculator \S*hex\S*: check-display-value /,
    'its verifier compares all texts of the window with a number',
  ],
]

/** Why a task is not counted, or null where it is. */
export function unfit(task: Task, online = false): string | null {
  if (!LAUNCH[task.app]) return `${task.app} is not started here`
  for (const { command = '' } of task.verification) {
    const why = CANNOT_PASS.find(([check]) => check.test(`${task.app} ${task.id}: ${command}`))?.[1]
    if (why !== undefined) return `it cannot pass as written: ${why}`
  }
  if (task.verification.some((check) => check.judge === 'llm' || check.command === undefined))
    return 'one of its checks asks a model'
  return !online && PUBLIC_ADDRESS.test(task.task) ? 'it names an address in the internet (--online)' : null
}

const PUBLIC_ADDRESS = /https?:\/\/(?!localhost|127\.)/
