// Says which system packages are missing, which toolkits hide their controls, and whether there is an X11 desktop.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { bad, good, type Finding } from '../../core/finding.ts'
import type { Environment } from '../operating-system.ts'
import { hostDesktop } from './host-desktop.ts'
import { sandbox } from './sandbox.ts'
import { missingBridges } from './toolkit-bridges.ts'

/** Programs that a virtual desktop is made of → the Debian package that has each. */
const PROGRAMS = { Xvfb: 'xvfb', openbox: 'openbox', xauth: 'xauth', 'dbus-daemon': 'dbus', xclip: 'xclip' }
const ACCESSIBILITY = [
  '/usr/libexec/at-spi-bus-launcher',
  '/usr/lib/at-spi2-core/at-spi-bus-launcher',
  '/usr/lib/at-spi-bus-launcher',
]

export const checkLinux = async (env: Environment): Promise<Finding[]> => [
  checkPackages(env),
  checkToolkits(),
  checkHost(env),
  await checkSandbox(),
]

function checkPackages(env: Environment): Finding {
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

async function checkSandbox(): Promise<Finding> {
  const fault = await sandbox.fault()
  return fault === null
    ? good('scripts', 'agents can run them in a sandbox')
    : bad('scripts', `agents can’t run any: ${fault.detail}`, fault.mend)
}

function checkHost(env: Environment): Finding {
  try {
    return good('your own desktop', `X11 display ${hostDesktop(env).name}`)
  } catch (error) {
    return bad('your own desktop', 'can not be driven', messageOf(error))
  }
}
