// Makes the gate for a desktop of this machine, whether acts are done there or only foreseen.
import { homedir } from 'node:os'
import { cataloguesFor } from '../matching/catalogues.ts'
import { LabelsInEnglish } from '../matching/labels-in-english.ts'
import { ROLES, type Role } from '../models/model.ts'
import { toolOf, type ModelsConfig } from '../models/roles.ts'
import { createGate, type GateOptions } from '../safety/create-gate.ts'
import { dataFolders } from '../safety/kept-notes.ts'
import { Places } from '../safety/places.ts'
import type { RunSurroundings } from './run-request.ts'

/** Roles that never choose an act. */
const NEVER_ACTS: ReadonlySet<Role> = new Set(['embedding', 'evaluation', 'experience'])

/** Tells whether no model takes part in the choice of acts, because plain commands are carried out as written. */
export const decidesByCommands = (models: ModelsConfig): boolean =>
  ROLES.every((role) => NEVER_ACTS.has(role) || toolOf(role, models).provider === 'offline')

/** The folder that `~` means on the desktop. */
export const homeOf = (env: Readonly<Record<string, string | undefined>>): string => env['HOME'] ?? homedir()

interface RunGateOptions extends Pick<
  GateOptions,
  'commands' | 'commandsOfOthers' | 'interactor' | 'requests' | 'runId' | 'warn'
> {
  around: RunSurroundings
  config: RunSurroundings['config']
  /** The environment of the desktop's programs. */
  env: Readonly<Record<string, string | undefined>>
}

export async function runGate({ around, config, env, ...options }: RunGateOptions) {
  const rules = await around.rules()
  const personHome = homeOf(env)
  const gate = createGate({
    ...options,
    labels: new LabelsInEnglish(cataloguesFor(process.env)),
    policy: config.safety,
    dataFolders: dataFolders(env, personHome),
    places: new Places({ homes: [personHome, homedir()], own: [around.home] }),
    yesTo: new Set(around.yesTo),
    rules,
  })
  return { gate, rules }
}
