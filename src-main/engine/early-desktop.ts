// Begins the virtual desktop of a run as soon as the command line is known: its programs start while the rest of Deskhand loads.
import { randomUUID } from 'node:crypto'
import type { Config } from '../../src-preload/contract/config.ts'
import { RunControl } from '../core/run-control.ts'
import { prefersVirtual } from '../platform/this-system.ts'
import { EARLY } from '../platform/virtual-desktop.ts'
import { loadConfigWith, type ConfigWishes } from './configuration.ts'
import { startDesktop, type EarlyDesktop, type Surroundings } from './desktops.ts'
import { openProgramLog } from './program-log.ts'

type Around = Pick<ConfigWishes, 'home' | 'display'> &
  Pick<Surroundings, 'env' | 'startProgram'> & { printLog: (line: string) => void }

/**
 * Null where a run would take place on the person's own desktop. Faults are thrown to the run that takes it: so they are told where they
 * are told of every desktop. Throws UserError for a configuration that can't be used.
 */
export async function beginDesktop({ printLog, ...around }: Around): Promise<EarlyDesktop | null> {
  const config = await loadConfigWith(around)
  const { kind } = config.display
  if (kind === 'host' || (kind === 'auto' && !prefersVirtual(around.env))) return null
  const logger = openProgramLog({ home: around.home, config: config.system, print: printLog })
  const life = new RunControl({ name: 'Starting the virtual desktop' })
  const name = `${EARLY}${randomUUID().slice(0, 8)}`
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>()
  const opened = startDesktop({ ...around, config, logger }, name, life, { endsWithOwner: true, onBegun })
  // Loading the rest keeps this thread busy: so it waits until the first programs are started.
  await Promise.race([begun, opened.catch(() => {})])
  let isTaken = false
  const end = async () => {
    isTaken = true
    life.stop()
    const desktop = await opened.catch(() => null)
    desktop?.waiting?.kill()
    await desktop?.[Symbol.asyncDispose]()
    life[Symbol.dispose]()
  }
  return {
    async take(wanted, runId, run) {
      if (isTaken || !isSame(wanted, config)) return null
      isTaken = true
      try {
        const desktop = await run.race(opened)
        await desktop.belongTo(runId)
        life[Symbol.dispose]()
        return desktop
      } catch (error) {
        await end()
        throw error
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (!isTaken) await end()
    },
  }
}

/** Whether a run that wants the one gets it with the other. */
const isSame = (one: Config, other: Config): boolean =>
  JSON.stringify(madeOf(one)) === JSON.stringify(madeOf(other))

const madeOf = ({ display: { width, height, home }, applications }: Config) => ({
  width,
  height,
  home,
  applications,
})
