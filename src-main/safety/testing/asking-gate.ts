// A gate of the product for tests, in a home of their own, whose person answers every question alike.
import { join } from 'node:path'
import { configSchema } from '../../../src-preload/contract/config.ts'
import { NO_PERMISSION, type Interactor, type SensitiveStep } from '../../core/interactor.ts'
import { createGate } from '../create-gate.ts'
import type { Gate } from '../gate.ts'
import { Places } from '../places.ts'

/** What is in `home` counts as older than the run. `asked` gets each question, oldest first. */
export function askingGate(
  home: string,
  {
    request,
    commands = [],
    commandsOfOthers = false,
    allows,
  }: { request: string; commands?: readonly string[]; commandsOfOthers?: boolean; allows: boolean },
): { gate: Gate; asked: SensitiveStep[] } {
  const asked: SensitiveStep[] = []
  const interactor: Partial<Interactor> = {
    sensitiveStepAsker: (step) => {
      asked.push(step)
      return Promise.resolve({ answer: { ...NO_PERMISSION, allow: allows }, by: 'person' })
    },
  }
  const gate = createGate({
    policy: configSchema.parse({}).safety,
    interactor: interactor as Interactor,
    runId: 'r1',
    places: new Places({ homes: [home], own: [] }),
    dataFolders: [join(home, '.local/share')],
    requests: () => (commandsOfOthers ? [] : [request]),
    commands: () => commands,
    commandsOfOthers,
    now: () => Date.now() + 60_000,
  })
  return { gate, asked }
}
