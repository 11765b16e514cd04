// Builds a whole engine on scripted platforms in this process. Agents, gate, dispatcher and desktop server are the product's own;
// an editor that reads and writes real files is the only application.
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { ProgramEnd, StartProgram } from '../../core/child-program.ts'
import { drop } from '../../core/control-flow.ts'
import { filesBelow } from '../../core/folder.ts'
import { silentLogger } from '../../core/logger.ts'
import { createEngine, type Engine, type RunRequest } from '../../engine.ts'
import type { LaunchResult } from '../../platform/platform.ts'
import {
  scriptedElement,
  ScriptedPlatform,
  scriptedWindow,
  type ScriptedElement,
  type ScriptedWindow,
} from '../../platform/testing/scripted.ts'
import { createGate } from '../../safety/create-gate.ts'
import { memorySchema } from '../../servers/desktop/protocol/messages.ts'
import { createDesktopServer } from '../../servers/desktop/protocol/server.ts'
import type { OpenPlace } from '../place.ts'
import { buildStack } from '../stack.ts'

/** A desktop with an editor that marks unsaved work in its title: it opens any file, and Ctrl+S writes what is in front. */
export class EditorDesktop extends ScriptedPlatform {
  readonly #paths = new Map<ScriptedWindow, string>()
  readonly #hung = Promise.withResolvers<void>()

  constructor() {
    super()
    this.shortcuts.set('Control+s', () => this.#save())
  }

  override launch(path: string): Promise<LaunchResult> {
    const text = scriptedElement('document', 'Text', {
      value: readFileSync(path, 'utf8'),
      states: ['focused'],
    })
    const window = scriptedWindow({
      title: `${basename(path)} - Mousepad`,
      processName: 'mousepad',
      elements: [text],
    })
    this.#paths.set(window, path)
    this.open(window)
    this.setFocus(text.ref)
    return Promise.resolve({ application: 'Mousepad', pid: window.pid })
  }

  override update(ref: string, patch: Partial<ScriptedElement>): void {
    super.update(ref, patch)
    const window = this.shown.find(({ elements }) => elements.some((element) => element.ref === ref))
    if (window && patch.value !== undefined) window.title = `*${window.title.replace(/^\*/, '')}`
  }

  get titles(): string[] {
    return this.shown.map(({ title }) => title)
  }

  /** Hangs at this key, as if its program was killed in the middle of it, and resolves then. */
  hangAt(key: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.beforeEvent = (event) => {
      if (event.type !== 'key' || !event.down || event.key !== key) return undefined
      resolve()
      return this.#hung.promise
    }
    return promise
  }

  /** Lets later work run again. */
  revive(): void {
    this.beforeEvent = () => {}
  }

  /** Also ends hanging work, so that a test can end. */
  release(): void {
    this.revive()
    this.#hung.resolve()
  }

  #save(): void {
    const front = this.shown.find(({ active }) => active)
    const path = front && this.#paths.get(front)
    if (!path) return
    writeFileSync(path, front.elements[0]?.value ?? '')
    front.title = front.title.replace(/^\*/, '')
  }
}

/** Starts a desktop server in this process. */
export const startsOn =
  (platform: ScriptedPlatform): StartProgram =>
  ({ args }) => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const desktop = createDesktopServer(
      platform,
      memorySchema.parse(JSON.parse(args[args.indexOf('--memory') + 1] ?? '{}')),
    )
    const gone = Promise.withResolvers<ProgramEnd>()
    drop(desktop.server.connect(far))
    const end = async () => {
      await desktop[Symbol.asyncDispose]()
      gone.resolve({ inOrder: true, how: 'It was closed.' })
    }
    return {
      pid: null,
      transport: near,
      gone: gone.promise,
      close: () => drop(end()),
      kill: () => drop(end()),
    }
  }

/** The desktops of a machine, by the names of their runs. They outlive the engines that use them. */
export class ScriptedDesktops {
  readonly all = new Map<string, EditorDesktop>()
  /** Called with each new one. */
  onOpen: (desktop: EditorDesktop, run: string) => void = () => {}

  /** Opens a desktop; a run that continues another one gets the desktop of that run. */
  openPlace(continues: string | null): OpenPlace {
    return async ({ folder, config, sink, interactor }, run) => {
      const left = continues === null ? undefined : this.all.get(continues)
      const desktop = left ?? new EditorDesktop()
      if (!left) this.onOpen(desktop, folder.name)
      this.all.set(folder.name, desktop)
      const name = `:${100 + [...this.all.keys()].indexOf(folder.name)}`
      const gate = createGate({ policy: config.safety, yesTo: new Set(), interactor, runId: folder.name })
      const environment = { kind: 'virtual' as const, name, env: {} }
      const stack = await buildStack(
        { config, desktop: environment, gate, sink, logger: silentLogger, startProgram: startsOn(desktop) },
        run,
      )
      return {
        dispatcher: stack.dispatcher,
        display: { kind: 'virtual', name },
        platform: 'linux',
        os: 'linux 6',
        personHome: '/nowhere',
        applications: () => Promise.resolve([]),
        adopted: left !== undefined,
        usualStrategy: () => Promise.resolve({ strategy: 'host-app', why: null }),
        [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
      }
    }
  }
}

/** `home`: DESKHAND_HOME. Its runs are on the scripted desktops. */
export async function scriptedEngine(home: string, desktops: ScriptedDesktops): Promise<Engine> {
  const engine = await createEngine({ home, env: { HOME: home }, printLog: () => {} })
  const run = engine.run.bind(engine)
  engine.run = (request: RunRequest) =>
    run({ ...request, openPlace: desktops.openPlace(request.continues ?? null) })
  engine.hasDesktop = (name) => Promise.resolve(desktops.all.has(name))
  engine.windows = () => Promise.resolve([])
  return engine
}

/** Writes a process that does not exist into every owner file below these folders, as if the owner had been killed. */
export async function declareDead(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    for (const path of await filesBelow(folder)) {
      if (!/\/(owner|\.tasks_owner)\.json$/.test(path)) continue
      const owner = JSON.parse(await readFile(path, 'utf8')) as object
      await writeFile(path, JSON.stringify({ ...owner, pid: 2 ** 22 + 1, started: '1' }))
    }
  }
}
