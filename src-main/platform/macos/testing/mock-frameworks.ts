// Builds the mock of macOS' frameworks, puts it in the place of the true ones, and builds applications in it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { koffi, libraryInPlaceOf } from '../../native/library.ts'
import { LIBRARY } from '../native/frameworks.ts'

/** In the order of the C source. */
const MODES = [
  'none',
  'gone',
  'first fails',
  'silent',
  'no tree',
  'nulls',
  'slow act',
  'dies',
  'asleep',
  'asleep, old',
] as const
const EFFECTS = ['count', 'toggle', 'close', 'modal', 'more', 'zoom'] as const

/** A part of an application. Places are of the screen. */
export interface Part {
  role: string
  at: [x: number, y: number, width: number, height: number]
  subrole?: string
  title?: string
  value?: string | number
  texts?: Record<string, string>
  numbers?: Record<string, number>
  flags?: Record<string, boolean>
  /** Attribute → the title of another part of the application that it leads to. */
  links?: Record<string, string>
  url?: string
  actions?: Record<string, (typeof EFFECTS)[number]>
  settable?: string[]
  mode?: (typeof MODES)[number]
  /** How many of its children are in view, where it says so. */
  visible?: number
  parts?: Part[]
}

export interface Window extends Part {
  layer?: number
  alpha?: number
  /** Below the windows that are there. */
  back?: boolean
}

export async function buildMock(folder: string): Promise<string> {
  const library = join(folder, 'mock-frameworks.so')
  const source = fileURLToPath(new URL('mock-frameworks.c', import.meta.url))
  await promisify(execFile)('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-lpthread'])
  return library
}

export function loadMock(path: string) {
  const library = koffi().load(path)
  for (const name of Object.values(LIBRARY)) libraryInPlaceOf(name, library)
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The declaration in C is the caller’s, and so is its type.
  const fn = <F>(declaration: string) => library.func(declaration) as F
  const node = fn<
    (parent: number, pid: number, role: string, x: number, y: number, w: number, h: number) => number
  >('int mock_node(int parent, int pid, const char *role, double x, double y, double w, double h)')
  const text = fn<(id: number, name: string, units: Buffer, length: number) => void>(
    'void mock_text(int id, const char *name, uint8_t *units, int length)',
  )
  const number = fn<(id: number, name: string, number: number) => void>(
    'void mock_number(int id, const char *name, double number)',
  )
  const flag = fn<(id: number, name: string, flag: number) => void>(
    'void mock_flag(int id, const char *name, int flag)',
  )
  const link = fn<(id: number, name: string, other: number) => void>(
    'void mock_link(int id, const char *name, int other)',
  )
  const url = fn<(id: number, name: string, address: string) => void>(
    'void mock_url(int id, const char *name, const char *address)',
  )
  const settable = fn<(id: number, name: string, on: number) => void>(
    'void mock_settable(int id, const char *name, int on)',
  )
  const action = fn<(id: number, name: string, effect: number) => void>(
    'void mock_action(int id, const char *name, int effect)',
  )
  const mode = fn<(id: number, mode: number) => void>('void mock_mode(int id, int mode)')
  const visible = fn<(id: number, count: number) => void>('void mock_visible(int id, int count)')
  const window = fn<(id: number, owner: string, layer: number, alpha: number, front: number) => number>(
    'int mock_window(int id, const char *owner, int layer, double alpha, int front)',
  )
  const count = (name: string) => fn<() => number>(`int ${name}()`)
  const setText = (id: number, name: string, value: string) =>
    text(id, name, Buffer.from(value, 'utf16le'), value.length)

  /** Application and title of a part → its node. */
  const ids = new Map<string, number>()
  const links: [id: number, pid: number, name: string, title: string][] = []

  function make(parent: number, pid: number, part: Part): number {
    const id = node(parent, pid, part.role, ...part.at)
    const { title, subrole, value } = part
    if (title !== undefined) {
      setText(id, 'AXTitle', title)
      ids.set(`${pid} ${title}`, id)
    }
    if (subrole !== undefined) setText(id, 'AXSubrole', subrole)
    if (typeof value === 'string') setText(id, 'AXValue', value)
    if (typeof value === 'number') number(id, 'AXValue', value)
    for (const [name, one] of Object.entries(part.texts ?? {})) setText(id, name, one)
    for (const [name, one] of Object.entries(part.numbers ?? {})) number(id, name, one)
    for (const [name, one] of Object.entries(part.flags ?? {})) flag(id, name, one ? 1 : 0)
    for (const [name, one] of Object.entries(part.links ?? {})) links.push([id, pid, name, one])
    if (part.url !== undefined) url(id, 'AXURL', part.url)
    for (const [name, effect] of Object.entries(part.actions ?? {})) action(id, name, EFFECTS.indexOf(effect))
    for (const name of part.settable ?? []) settable(id, name, 1)
    if (part.mode !== undefined) mode(id, MODES.indexOf(part.mode))
    if (part.visible !== undefined) visible(id, part.visible)
    return id
  }

  function add(parent: number, pid: number, part: Part): number {
    const id = make(parent, pid, part)
    for (const below of part.parts ?? []) add(id, pid, below)
    return id
  }

  return {
    live: count('mock_live'),
    badReleases: count('mock_bad_releases'),
    secretsAsked: count('mock_secrets_asked'),
    batches: count('mock_batches'),
    doubleClicks: count('mock_double_clicks'),
    observers: count('mock_observers'),
    looseSources: count('mock_loose_sources'),
    /** An element tells of a change. */
    tell: fn<(id: number, name: string) => void>('void mock_tell(int id, const char *name)'),
    timeOutMs: count('mock_messages_ms'),
    focused: count('mock_focused'),
    presses: fn<(id: number) => number>('int mock_presses(int id)'),
    end: fn<(pid: number) => void>('void mock_end(int pid)'),
    front: fn<(pid: number) => void>('void mock_front(int pid)'),
    move: fn<(x: number, y: number) => void>('void mock_move(double x, double y)'),
    letsClicksThrough: fn<(window: number) => void>('void mock_through(int window)'),
    allow: fn<(accessibility: number, pictures: number) => void>(
      'void mock_allow(int accessibility, int pictures)',
    ),
    emptyPasteboard: () => void fn<(board: bigint) => number>('int32_t PasteboardClear(intptr_t board)')(0n),
    trash: fn<(folder: string) => void>('void mock_trash(const char *folder)'),
    setText,
    setMode(id: number, name: (typeof MODES)[number]): void {
      mode(id, MODES.indexOf(name))
    },
    node: (pid: number, title: string) => ids.get(`${pid} ${title}`) ?? 0,
    add: (parent: number, pid: number, part: Part) => add(parent, pid, part),
    /** Starts an application; gives the ids of its windows. Parts beside its windows belong to it, as a menu bar does. */
    application(pid: number, owner: string, all: Window[], beside: Part[] = []): number[] {
      const app = make(0, pid, { role: 'AXApplication', title: owner, at: [0, 0, 0, 0] })
      const shown = all.map((part) => {
        const id = make(
          part.role === 'AXSheet' ? (ids.get(`${pid} ${all[0]?.title ?? ''}`) ?? app) : app,
          pid,
          part,
        )
        const { layer = 0, alpha = 1, back = false } = part
        const number = window(id, owner, layer, alpha, back ? 0 : 1)
        for (const below of part.parts ?? []) add(id, pid, below)
        return number
      })
      for (const part of beside) {
        const id = add(app, pid, part)
        if (part.role === 'AXMenuBar') link(app, 'AXMenuBar', id)
      }
      for (const [id, of, name, title] of links.splice(0)) link(id, name, ids.get(`${of} ${title}`) ?? 0)
      return shown
    },
  }
}
export type Mock = ReturnType<typeof loadMock>
