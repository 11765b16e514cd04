// The desktop process: one per desktop, started by its keeper with that desktop's environment. MCP over standard input
// and output; nothing else is written there.
import { ToolError } from '../../core/errors.ts'
import { serveDesktop } from './protocol/serve.ts'

/** Loaded while the desktop itself is still being started. */
const driver = process.platform === 'linux' ? import('../../platform/linux/linux-platform.ts') : null

await serveDesktop(async (run, applications) => {
  const env = Object.fromEntries(Object.entries(process.env).map(([key, value]) => [key, value ?? '']))
  if (!driver) throw new ToolError(`There is no desktop driver for ${process.platform} yet.`)
  const { LinuxPlatform } = await driver
  return LinuxPlatform.connect(env, run, { applications })
})
