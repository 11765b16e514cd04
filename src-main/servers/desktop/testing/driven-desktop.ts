// Drives a virtual desktop and its desktop process as an agent does, and has oracles that share no code with it.
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { DesktopProcess } from '../../../computer/desktop-process.ts'
import {
  observationSchema,
  targetDescriptionSchema,
  type Control,
  type ControlRole,
  type EffectReport,
  type Observation,
} from '../../../core/desktop.ts'
import { RunControl } from '../../../core/run-control.ts'
import { fairClock } from '../../../platform/fair-time.ts'
import { startVirtualDesktop } from '../../../platform/virtual/start.ts'
import type { VirtualDesktop } from '../../../platform/virtual-desktop.ts'
import { META } from '../../tool-reply.ts'
import { effectSentence } from './scripted-desktop.ts'

const execute = promisify(execFile)
type Parameters = Record<string, unknown>

const textOf = (result: CallToolResult): string =>
  result.content[0]?.type === 'text' ? result.content[0].text : ''

class FailedCall extends Error {
  readonly code: unknown
  constructor(message: string, code: unknown) {
    super(message)
    this.code = code
  }
}

export class DrivenDesktop implements AsyncDisposable {
  readonly desktop: VirtualDesktop
  readonly keeper: DesktopProcess
  readonly run: RunControl
  /** An empty folder for this test. */
  readonly folder: string
  #acts = 0

  private constructor(desktop: VirtualDesktop, keeper: DesktopProcess, run: RunControl, folder: string) {
    this.desktop = desktop
    this.keeper = keeper
    this.run = run
    this.folder = folder
  }

  static async start(name: string): Promise<DrivenDesktop> {
    const run = new RunControl({ clock: fairClock })
    const folder = mkdtempSync(join(tmpdir(), `deskhand-${name}-`))
    const desktop = await startVirtualDesktop(
      {
        home: join(folder, 'home'),
        runId: `${name}-${String(process.pid)}`,
        width: 1280,
        height: 800,
        homeMode: 'private',
        log: () => {},
      },
      run,
    )
    try {
      return new DrivenDesktop(desktop, await DesktopProcess.start({ desktop }, run), run, folder)
    } catch (error) {
      await desktop[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Gives the value of a call; throws the message of one that fails. */
  async get(
    name: string,
    parameters: Parameters = {},
    meta: Parameters = {},
    run = this.run,
  ): Promise<unknown> {
    const result = await this.keeper.callTool(name, parameters, meta, 60_000, run)
    if (result.isError === true) throw new FailedCall(`${name}: ${textOf(result)}`, result._meta?.[META.code])
    return z.object({ result: z.unknown() }).parse(result.structuredContent).result
  }

  async observe(parameters: Parameters = {}): Promise<Observation> {
    return observationSchema.parse(await this.get('observe', parameters))
  }

  /** Resolves the target, acts, and verifies. */
  async act(name: string, parameters: Parameters, within = 2): Promise<EffectReport> {
    try {
      return await this.#actOnce(name, parameters, within)
    } catch (error) {
      // As an agent does: nothing was done, so that what the act before still moves is judged once more.
      if (!(error instanceof FailedCall && error.code === 'target_changed')) throw error
      return this.#actOnce(name, parameters, within)
    }
  }

  async #actOnce(name: string, parameters: Parameters, within: number): Promise<EffectReport> {
    const callId = `act-${String(++this.#acts)}`
    const target = targetDescriptionSchema.parse(
      await this.get('resolve_target', { call_id: callId, tool_name: name, parameters }),
    )
    await this.get(name, parameters, { [META.callId]: callId, [META.expectedTarget]: target.fingerprint })
    return effectSentence.parse(await this.get('verify_effect', { call_id: callId, within }))
  }

  /** Starts an application and chooses its window. */
  async open(name: string, args: string[] = []): Promise<EffectReport> {
    const effect = await this.act('launch_application', { name, arguments: args })
    const [window] = (await this.observe()).windows
    await this.act('select_application_window', { id: window?.id ?? '', name: window?.title ?? '' })
    return effect
  }

  /** Waits for the control and gives it: the front-most where several have the name. */
  async control(role: ControlRole, name: string): Promise<Control> {
    const found = await this.run.until(
      async () =>
        (await this.observe()).controls.findLast(
          (control) => control.role === role && control.name.startsWith(name),
        ),
      20_000,
      100,
    )
    if (!found) throw new Error(`There is no ${role} “${name}”.`)
    return found
  }

  async target(role: ControlRole, name: string): Promise<{ id: string; name: string }> {
    const control = await this.control(role, name)
    return { id: control.id, name: control.name }
  }

  /** Runs a program of the system on this desktop, as a witness. */
  async witness(program: string, args: string[]): Promise<string> {
    const env = { ...process.env, ...this.desktop.env }
    const { stdout } = await execute(program, args, { env, timeout: 20_000 })
    return stdout.trim()
  }

  /** Reads all texts of an application by libatspi. */
  atspiTexts(application: string): Promise<string> {
    return this.witness('/usr/bin/python3', ['-c', ATSPI_TEXTS, application])
  }

  /** Keys and buttons that the X server says are down. */
  heldDown(): Promise<string> {
    return this.witness('/usr/bin/python3', ['-c', HELD_DOWN])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.keeper[Symbol.asyncDispose]()
    await this.desktop[Symbol.asyncDispose]()
  }
}

const ATSPI_TEXTS = `
import sys, gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi
def walk(node, depth):
    if node is None or depth > 12: return
    if node.get_text_iface() and node.get_role_name() != 'password text':
        print(Atspi.Text.get_text(node, 0, min(500, Atspi.Text.get_character_count(node))))
    for i in range(min(node.get_child_count(), 100)): walk(node.get_child_at_index(i), depth + 1)
desktop = Atspi.get_desktop(0)
for i in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(i)
    if app and app.get_name() == sys.argv[1]: walk(app, 0)
`

/** XQueryKeymap and XQueryPointer through ctypes: no code of Deskhand, no other package. */
const HELD_DOWN = `
import ctypes

x = ctypes.CDLL('libX11.so.6')
x.XOpenDisplay.restype = ctypes.c_void_p
d = ctypes.c_void_p(x.XOpenDisplay(None))
keys = (ctypes.c_char * 32)()
x.XQueryKeymap(d, keys)
x.XDefaultRootWindow.restype = ctypes.c_ulong
a, b = ctypes.c_ulong(), ctypes.c_ulong()
i = [ctypes.c_int() for _ in range(4)]
mask = ctypes.c_uint()
x.XQueryPointer(d, ctypes.c_ulong(x.XDefaultRootWindow(d)), ctypes.byref(a), ctypes.byref(b), *[ctypes.byref(v) for v in i], ctypes.byref(mask))
held = [n * 8 + bit for n in range(32) for bit in range(8) if keys.raw[n] >> bit & 1]
print('keys', held, 'buttons', mask.value >> 8 & 31)
`
