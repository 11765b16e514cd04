// Makes the gate for a desktop of this machine, whether acts are done there or only foreseen.
import { homedir } from 'node:os'
import { ROLES, type Role } from '../models/model.ts'
import { toolOf, type ModelsConfig } from '../models/roles.ts'
import { createGate, type GateOptions } from '../safety/create-gate.ts'
import { Places } from '../safety/places.ts'
import type { RunSurroundings } from './run-request.ts'

/** Roles that never choose an act. */
const NEVER_ACTS: ReadonlySet<Role> = new Set(['embedding', 'evaluation', 'experience'])

/** Tells whether no model takes part in the choice of acts, because plain commands are carried out as written. */
export const decidesByCommands = (models: ModelsConfig): boolean =>
  ROLES.every((role) => NEVER_ACTS.has(role) || toolOf(role, models).provider === 'offline')

interface RunGateOptions extends Pick<
  GateOptions,
  'commands' | 'commandsOfOthers' | 'interactor' | 'requests' | 'runId' | 'warn'
> {
  around: RunSurroundings
  config: RunSurroundings['config']
  /** The folder that `~` means on the desktop. */
  personHome: string
}

export async function runGate({ around, config, personHome, ...options }: RunGateOptions) {
  const rules = await around.rules()
  const gate = createGate({
    ...options,
    policy: config.safety,
    places: new Places({ homes: [personHome, homedir()], own: [around.home] }),
    yesTo: new Set(around.yesTo),
    rules,
  })
  return { gate, rules }
}
