// Installs the peers that a figure measures beside Deskhand. They are no dependencies of the project: npm fetches them when they are asked for.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The peers as published, with the versions that were measured. */
const PACKAGES = {
  '@ui-tars/sdk': '1.2.3',
  '@computer-use/nut-js': '4.2.0',
  'computer-use-mcp': '1.8.0',
  // The kit of UI-TARS imports it without naming it.
  uuid: '11.1.0',
}
const FOLDER = join(import.meta.dirname, '../../.runtime/peers')

/** Gives the folder whose `node_modules` has the peers. Throws an Error that says what to do where they can't be had. */
export function installPeers(): string {
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES }, null, 2)
  const done = join(FOLDER, `${Object.values(PACKAGES).join('-')}.done`)
  if (existsSync(done)) return FOLDER
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), wanted)
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0)
    throw new Error('npm could not fetch the peers. They need a network; the other figures do not.')
  writeFileSync(done, '')
  return FOLDER
}
