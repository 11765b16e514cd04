// Makes a desktop of this machine the place of a run: the gate is here, and so is the person whose desktop it may be.
import { release } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../src-preload/contract/config.ts'
import { consentsFile } from '../computer/tool-consents.ts'
import { drop } from '../core/control-flow.ts'
import { isThere } from '../core/stat.ts'
import type { RunControl } from '../core/run-control.ts'
import type { MeantCommands } from '../interpreter/meant.ts'
import { OUTPUTS } from '../servers/bash/kept-output.ts'
import { builtInServers } from '../servers/registry.ts'
import { thisSystem } from '../platform/this-system.ts'
import { openDesktop, type RunDesktop } from './desktops.ts'
import { lendDesktop } from './lend.ts'
import { MouseBrake } from './mouse-brake.ts'
import { passingDesktop } from './passing-desktop.ts'
import type { OpenPlace } from './place.ts'
import { ReturnableDesktop, type DrivenDesktop } from './returnable-desktop.ts'
import { decidesByCommands, homeOf, runGate } from './run-gate.ts'
import type { RunRequest, RunSurroundings } from './run-request.ts'
import { usualStrategy } from './strategy.ts'
import { buildStack, type Stack, type StackOptions } from './stack.ts'
import { WrittenWords } from './written-words.ts'

type Wanted = Pick<RunRequest, 'continues' | 'onDesktop' | 'keepOpen' | 'lent' | 'askedBy'>

/** Opens the desktop that `wanted` describes, with its gate. */
export function openLocalPlace(around: RunSurroundings, wanted: Wanted): OpenPlace {
  return async ({ folder, config, sink, interactor, state }, run) => {
    const { logger } = around
    const { lent, askedBy = 'person' } = wanted
    await using borrowed = new AsyncDisposableStack()
    const open = (continues: string | null, control: RunControl, nextId?: number): Promise<RunDesktop> =>
      lent
        ? Promise.resolve(lent.desktop())
        : openDesktop({ ...around, config }, folder.name, control, { continues, nextId })
    // The first prompt tells of these: they are found out while the desktop starts.
    drop(thisSystem().installedApplications(around.env))
    drop(Promise.resolve(thisSystem().sandbox?.fault()))
    builtInServers().load()
    const desktop = borrowed.use(await open(wanted.continues ?? null, run))
    const writing = new WrittenWords()
    const written: string[] = []
    const byCommands = decidesByCommands(config.models) && (askedBy === 'person' || askedBy === 'plan')
    // Only who decides by commands reads them.
    const meant = byCommands ? await meantCommands() : null
    borrowed.defer(
      sink.subscribe((event) => {
        const words = writing.of(event)
        for (const each of words) if (meant) drop(meant.hear(each))
        if (meant && event.type === 'observed' && event.window) drop(meant.see(event.window))
        // No person of this desktop has written the words of a program, a server or another's plan, so they name nothing for the gate.
        if (event.type !== 'round_started' || askedBy === 'person') written.push(...words)
      }),
    )
    const { gate, rules } = await runGate({
      around,
      config,
      env: desktop.env,
      requests: () => written,
      commands: () => meant?.all ?? [],
      commandsOfOthers: askedBy !== 'person',
      interactor,
      runId: folder.name,
      warn: (message) => sink.emit({ type: 'warning', message }),
    })
    borrowed.defer(() => rules.endRun(folder.name))
    const outputFolder = folder.resolve(OUTPUTS)
    const driver = { around, config, gate, sink, outputFolder, onDesktop: wanted.onDesktop }
    const first = await drive(desktop, { ...driver, nextId: lent?.nextId }, run)
    const returnable = borrowed.use(
      new ReturnableDesktop({
        first,
        open: async (nextId, control) =>
          drive(await open(null, control, nextId), { ...driver, nextId }, control),
        afterMs: isReturnable(desktop, config, wanted) ? minutesOf(config.display.give_back_after) : null,
        sink,
        logger,
      }),
    )
    const passing =
      desktop.kind === 'virtual' && !lent && !wanted.keepOpen
        ? borrowed.use(passingDesktop({ present: () => returnable.present, sink }))
        : null
    // The next run there must not reuse control ids that the program knows.
    if (lent) borrowed.defer(() => void (lent.nextId = first.stack.desktopProcess.nextId))
    const mouse =
      desktop.kind === 'host' && config.app.pause_on_person
        ? borrowed.use(new MouseBrake({ desktop: first.stack.desktopProcess, state, run, logger }))
        : null
    if (mouse) borrowed.defer(sink.subscribe((event) => mouse.hear(event)))
    const owned = borrowed.move()
    return {
      dispatcher: returnable.dispatcher,
      idleDesktop: returnable,
      ...(passing ? { passingDesktop: passing } : {}),
      display: first.display,
      platform: thisSystem().name,
      os: `${thisSystem().name} ${release()}`,
      personHome: homeOf(desktop.env),
      isMissing: (path) => !isThere(path),
      applications: () => thisSystem().installedApplications(desktop.env),
      adopted: desktop.adopted,
      usualStrategy: (control) => usualStrategy(first.stack, control),
      pausedByMouse: () => mouse?.takesBlame() === true,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  }
}

async function meantCommands(): Promise<MeantCommands> {
  const [meant, { cataloguesFor }] = await Promise.all([
    import('../interpreter/meant.ts'),
    import('../matching/catalogues.ts'),
  ])
  return new meant.MeantCommands(cataloguesFor(process.env))
}

interface Driver
  extends Pick<Wanted, 'onDesktop'>, Pick<StackOptions, 'config' | 'gate' | 'sink' | 'nextId'> {
  around: RunSurroundings
  outputFolder: string
}

/**
 * Starts the desktop's driver, so that the desktop can be watched and the driver knows the shell's own windows. Ends it where that fails.
 */
async function drive(
  desktop: RunDesktop,
  { around, onDesktop, ...driver }: Driver,
  run: RunControl,
): Promise<DrivenDesktop & { stack: Stack }> {
  const { logger, startProgram, ownWindows, secrets } = around
  const consents = consentsFile(join(around.home, 'mcp-tools.json'))
  await using borrowed = new AsyncDisposableStack()
  borrowed.use(desktop)
  const stack = borrowed.use(
    await buildStack({ ...driver, own: around.home, consents, desktop, logger, startProgram, secrets }, run),
  )
  const live = borrowed.use(
    await lendDesktop({ desktop: stack.desktopProcess, ownWindows, onDesktop, logger }),
  )
  const owned = borrowed.move()
  const display = { kind: desktop.kind, name: desktop.name }
  return {
    display,
    stack,
    live,
    settings: desktop.settings,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** False for the person's own desktop, and for one that is lent, is to be kept, or contains its own home folder. */
const isReturnable = (
  { kind }: RunDesktop,
  { display }: Config,
  { keepOpen = false, lent }: Wanted,
): boolean => kind === 'virtual' && display.home === 'shared' && !keepOpen && !lent

const minutesOf = (minutes: number | null): number | null => (minutes === null ? null : minutes * 60_000)
