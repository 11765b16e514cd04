// Makes the gate of what goes on on a desktop of this machine, whether it is done or only foreseen.
import { homedir } from 'node:os'
import { ROLES, type Role } from '../models/model.ts'
import { toolOf, type ModelsConfig } from '../models/roles.ts'
import { createGate, type GateOptions } from '../safety/create-gate.ts'
import { Places } from '../safety/places.ts'
import type { RunSurroundings } from './run-request.ts'

/** Roles that never choose an act. */
const NEVER_ACTS: ReadonlySet<Role> = new Set(['embedding', 'evaluation', 'experience'])

/** Whether no model has a say in what is done: plain commands are carried out as they are written. */
export const decidesByCommands = (models: ModelsConfig): boolean =>
  ROLES.every((role) => NEVER_ACTS.has(role) || toolOf(role, models).provider === 'offline')

interface RunGateOptions extends Pick<GateOptions, 'interactor' | 'requests' | 'runId' | 'warn'> {
  around: RunSurroundings
  config: RunSurroundings['config']
  /** What `~` means on the desktop. */
  personHome: string
  /** The requests are a person's own words. */
  byPerson: boolean
}

export async function runGate({ around, config, personHome, byPerson, ...options }: RunGateOptions) {
  const rules = await around.rules()
  const gate = createGate({
    ...options,
    policy: config.safety,
    places: new Places({ homes: [personHome, homedir()], own: [around.home] }),
    plainCommands: byPerson && decidesByCommands(config.models),
    yesTo: new Set(around.yesTo),
    rules,
  })
  return { gate, rules }
}
