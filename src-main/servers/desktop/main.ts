// The desktop process: one per desktop, started by its keeper with that desktop's environment. MCP over standard input
// and output; nothing else is written there.
import { thisSystem } from '../../platform/this-system.ts'
import { serveDesktop } from './protocol/serve.ts'

await serveDesktop((run, applications) => {
  const env = Object.fromEntries(Object.entries(process.env).map(([key, value]) => [key, value ?? '']))
  return thisSystem().connect(env, run, { applications })
})
