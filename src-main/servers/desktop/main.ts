// The desktop process: one per desktop, started by its keeper with that desktop's environment. MCP over standard input
// and output; nothing else is written there.
import { ToolError } from '../../core/errors.ts'
import { serveDesktop } from './protocol/serve.ts'

await serveDesktop(async (run, applications) => {
  const env = Object.fromEntries(Object.entries(process.env).map(([key, value]) => [key, value ?? '']))
  switch (process.platform) {
    case 'linux': {
      const { LinuxPlatform } = await import('../../platform/linux/linux-platform.ts')
      return LinuxPlatform.connect(env, run, { applications })
    }
    default:
      throw new ToolError(`There is no desktop driver for ${process.platform} yet.`)
  }
})
