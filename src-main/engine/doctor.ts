// Finds out what works on this machine by trying it, and says how to mend what does not.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../src-preload/contract/config.ts'
import { messageOf } from '../core/errors.ts'
import { bad, good, type Finding } from '../core/finding.ts'
import { makeFolder } from '../core/folder.ts'
import type { RunControl } from '../core/run-control.ts'
import { findVirtualDesktops, thisSystem } from '../platform/this-system.ts'
import { openDesktop, type Surroundings } from './desktops.ts'
import { checkSetUp, type SetUp } from './doctor-setup.ts'
import { closedGate, listWindows, noSink } from './inspect.ts'
import { buildStack } from './stack.ts'

/** Name of the check for the programs that a virtual desktop is made of. */
const PACKAGES = 'system packages'

export type Examined = Surroundings & SetUp

/** Throws StoppedError when it is stopped, and then ends the desktop that it tries. */
export async function examine(examined: Examined, run: RunControl): Promise<Finding[]> {
  const system = await checkSystem(examined.env)
  return [
    good('Node', `version ${process.versions.node}`),
    await checkDataFolder(examined.home),
    ...system,
    findVirtualDesktops() === null
      ? await tryDesktop('your own desktop', 'host', examined, run)
      : system.some(({ name, ok }) => name === PACKAGES && !ok)
        ? bad('virtual desktop', 'not tried', 'Install the packages first.')
        : await tryDesktop('virtual desktop', 'virtual', examined, run),
    ...(await run.race(checkSetUp(examined))),
  ]
}

async function checkSystem(env: Record<string, string>): Promise<Finding[]> {
  try {
    return await thisSystem().checks(env)
  } catch (error) {
    return [bad('system', messageOf(error), 'See the message.')]
  }
}

async function checkDataFolder(home: string): Promise<Finding> {
  const probe = join(home, `.probe-${process.pid}`)
  try {
    makeFolder(home)
    await writeFile(probe, '')
    await rm(probe)
    return good('data folder', home)
  } catch (error) {
    return bad(
      'data folder',
      `${home}: ${messageOf(error)}`,
      'Set DESKHAND_HOME to a folder that you may write.',
    )
  }
}

/** Opens a desktop, looks at it through the desktop process, and ends it if it is virtual. */
async function tryDesktop(
  name: string,
  kind: 'host' | 'virtual',
  { home, env, config, logger, startProgram }: Examined,
  whole: RunControl,
): Promise<Finding> {
  using run = whole.child({ timeoutMs: 30_000, name: `Trying a ${kind} desktop` })
  const wanted: Config = { ...config, display: { ...config.display, kind } }
  try {
    await using desktop = await openDesktop(
      { home, env, config: wanted, logger, startProgram },
      `doctor-${process.pid}`,
      run,
    )
    await using stack = await buildStack(
      { config, desktop, gate: closedGate, sink: noSink, logger, startProgram },
      run,
    )
    const seen = `seen (${(await listWindows(stack, run)).length} windows)`
    return good(name, kind === 'host' ? seen : `started as ${desktop.name}, ${seen} and ended`)
  } catch (error) {
    whole.throwIfStopped()
    return bad(
      name,
      messageOf(error),
      `See the message; \`deskhand run … --display ${kind}\` will fail the same way.`,
    )
  }
}
