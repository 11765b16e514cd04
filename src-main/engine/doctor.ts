// What works on this machine, found out by doing it, and how to mend what does not.
import { accessSync, constants, existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Config } from '../../src-preload/contract/config.ts'
import { messageOf } from '../core/errors.ts'
import { makeFolder } from '../core/folder.ts'
import type { RunControl } from '../core/run-control.ts'
import { hostDesktop } from '../platform/linux/host-desktop.ts'
import { missingBridges } from '../platform/linux/toolkit-bridges.ts'
import { openDesktop, type Surroundings } from './desktops.ts'
import { checkSetUp, type SetUp } from './doctor-setup.ts'
import { bad, good, type Finding } from './finding.ts'
import { closedGate, listWindows, noSink } from './inspect.ts'
import { buildStack } from './stack.ts'

export type Examined = Surroundings & SetUp

/** Programs that a virtual desktop is made of → the Debian package that has each. */
const PROGRAMS = { Xvfb: 'xvfb', openbox: 'openbox', xauth: 'xauth', 'dbus-daemon': 'dbus', xclip: 'xclip' }
const ACCESSIBILITY = [
  '/usr/libexec/at-spi-bus-launcher',
  '/usr/lib/at-spi2-core/at-spi-bus-launcher',
  '/usr/lib/at-spi-bus-launcher',
]

/** Throws StoppedError when it is stopped; the desktop that it tries is ended then. */
export async function examine(examined: Examined, run: RunControl): Promise<Finding[]> {
  const packages = checkPackages(examined.env)
  return [
    good('Node', `version ${process.versions.node}`),
    await checkDataFolder(examined.home),
    packages,
    checkToolkits(),
    checkHost(examined.env),
    packages.ok
      ? await checkVirtual(examined, run)
      : bad('virtual desktop', 'not tried', 'Install the packages first.'),
    ...(await run.race(checkSetUp(examined))),
  ]
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

function checkPackages(env: Record<string, string>): Finding {
  const folders = (env['PATH'] ?? '').split(delimiter)
  const isThere = (program: string) =>
    folders.some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  const missing = Object.entries(PROGRAMS).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  if (!ACCESSIBILITY.some((path) => existsSync(path))) missing.push('at-spi2-core')
  return missing.length === 0
    ? good('system packages', 'all there')
    : bad('system packages', `missing: ${missing.join(', ')}`, `sudo apt-get install ${missing.join(' ')}`)
}

function checkToolkits(): Finding {
  const missing = missingBridges()
  if (missing.length === 0) return good('toolkits', 'all that are installed can show their controls')
  const packages = missing.flatMap((each) => each.packages)
  const names = missing.map(({ toolkit }) => toolkit).join(', ')
  return bad('toolkits', `${names}: controls can’t be seen`, `sudo apt-get install ${packages.join(' ')}`)
}

function checkHost(env: Record<string, string>): Finding {
  try {
    return good('your own desktop', `X11 display ${hostDesktop(env).name}`)
  } catch (error) {
    return bad('your own desktop', 'can not be driven', messageOf(error))
  }
}

/** Starts one, looks at it through the desktop process, and ends it. */
async function checkVirtual(
  { home, env, config, logger, startProgram }: Examined,
  whole: RunControl,
): Promise<Finding> {
  using run = whole.child({ timeoutMs: 30_000, name: 'Trying a virtual desktop' })
  const virtual: Config = { ...config, display: { ...config.display, kind: 'virtual' } }
  try {
    await using desktop = await openDesktop(
      { home, env, config: virtual, logger, startProgram },
      `doctor-${process.pid}`,
      run,
    )
    await using stack = await buildStack(
      { config, desktop, gate: closedGate, sink: noSink, logger, startProgram },
      run,
    )
    const windows = await listWindows(stack, run)
    return good('virtual desktop', `started as ${desktop.name}, seen (${windows.length} windows) and ended`)
  } catch (error) {
    whole.throwIfStopped()
    return bad(
      'virtual desktop',
      messageOf(error),
      'See the message; `deskhand run … --display virtual` will fail the same way.',
    )
  }
}
