// A desktop of this machine as the place of a run: the gate is here, and the person whose desktop it may be.
import { homedir, release } from 'node:os'
import { createGate } from '../safety/create-gate.ts'
import { Places } from '../safety/places.ts'
import { ROLES, type Role } from '../models/model.ts'
import { toolOf, type ModelsConfig } from '../models/roles.ts'
import { OUTPUTS } from '../servers/bash/kept-output.ts'
import { openDesktop } from './desktops.ts'
import { lendDesktop } from './lend.ts'
import { MouseBrake } from './mouse-brake.ts'
import type { OpenPlace } from './place.ts'
import type { RunRequest, RunSurroundings } from './run-request.ts'
import { usualStrategy } from './strategy.ts'
import { buildStack } from './stack.ts'

/** Roles that never choose an act. */
const NEVER_ACTS: ReadonlySet<Role> = new Set(['embedding', 'evaluation', 'experience'])

/** Whether no model has a say in what is done: plain commands are carried out as they are written. */
const decidesByCommands = (models: ModelsConfig): boolean =>
  ROLES.every((role) => NEVER_ACTS.has(role) || toolOf(role, models).provider === 'offline')

/** The desktop, with its gate, that `wanted` says. */
export function openLocalPlace(
  around: RunSurroundings,
  { continues = null, onDesktop }: Pick<RunRequest, 'continues' | 'onDesktop'>,
): OpenPlace {
  return async ({ folder, config, sink, interactor, state }, run) => {
    const { logger, startProgram, ownWindows } = around
    await using borrowed = new AsyncDisposableStack()
    const desktop = borrowed.use(await openDesktop({ ...around, config }, folder.name, run, continues))
    const rules = await around.rules()
    borrowed.defer(() => rules.endRun(folder.name))
    const written: string[] = []
    borrowed.defer(
      sink.subscribe((event) => {
        if (event.type === 'round_started') written.push(event.request)
        if (event.type === 'question_answered' && event.by === 'person') written.push(event.answer)
      }),
    )
    const personHome = desktop.env['HOME'] ?? homedir()
    const gate = createGate({
      policy: config.safety,
      places: new Places({ homes: [personHome, homedir()], own: [around.home] }),
      requests: () => written,
      plainCommands: decidesByCommands(config.models),
      yesTo: new Set(around.yesTo),
      interactor,
      runId: folder.name,
      rules,
      warn: (message) => sink.emit({ type: 'warning', message }),
    })
    const stack = borrowed.use(
      await buildStack(
        { config, desktop, gate, sink, logger, startProgram, outputFolder: folder.resolve(OUTPUTS) },
        run,
      ),
    )
    // It can be watched and driven, and knows the shell's own windows.
    const { desktopProcess } = stack
    borrowed.use(await lendDesktop({ desktop: desktopProcess, ownWindows, onDesktop, logger }))
    const mouse =
      desktop.kind === 'host' && config.app.pause_on_person
        ? borrowed.use(new MouseBrake({ desktop: desktopProcess, state, run, logger }))
        : null
    if (mouse) borrowed.defer(sink.subscribe((event) => mouse.hear(event)))
    const owned = borrowed.move()
    return {
      dispatcher: stack.dispatcher,
      display: { kind: desktop.kind, name: desktop.name },
      platform: 'linux',
      os: `linux ${release()}`,
      personHome,
      adopted: desktop.adopted,
      usualStrategy: (control) => usualStrategy(stack, control),
      pausedByMouse: () => mouse?.takesBlame() === true,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  }
}
