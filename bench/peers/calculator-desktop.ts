// A virtual desktop of its own with a calculator on it, for a peer to work on.
import { spawn } from 'node:child_process'
import { configSchema } from '../../src-preload/contract/config.ts'
import type { DesktopEnvironment } from '../../src-main/core/desktop.ts'
import { silentLogger } from '../../src-main/core/logger.ts'
import { RunControl } from '../../src-main/core/run-control.ts'
import { openDesktop } from '../../src-main/engine/desktops.ts'
import { X11Desktop } from '../../src-main/platform/linux/x11/x11-desktop.ts'
import { stringEnvironment } from '../support/bench-desktop.ts'

export interface CalculatorDesktop extends AsyncDisposable {
  env: DesktopEnvironment['env']
  x11: X11Desktop
  run: RunControl
}

/** `home` is where the desktop keeps its record. Resolves when the calculator shows its window. */
export async function openCalculator(home: string): Promise<CalculatorDesktop> {
  await using owned = new AsyncDisposableStack()
  const run = owned.use(new RunControl())
  const config = configSchema.parse({ display: { kind: 'virtual' } })
  const around = { home, env: stringEnvironment(), config, logger: silentLogger }
  const { env } = owned.use(await openDesktop(around, 'bench-peer', run))
  const x11 = owned.use(await X11Desktop.connect(env))
  const application = spawn('galculator', { env, stdio: 'ignore' })
  owned.defer(() => void application.kill())
  const shown = await run.until(async () => ((await x11.windows(run)).length > 0 ? true : null), 20_000)
  if (shown === null) throw new Error('galculator shows no window.')
  const moved = owned.move()
  return { env, x11, run, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}
