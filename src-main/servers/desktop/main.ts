// Runs the desktop process: one per desktop, started by its keeper with that desktop's environment. It speaks MCP over standard
// input and output; nothing else is written there.
import { drop } from '../../core/control-flow.ts'
import { thisSystem } from '../../platform/this-system.ts'
import { serveDesktop } from './protocol/serve.ts'

const system = thisSystem()
// The modules load while the desktop itself is still starting.
drop(system.load(process.env))

await serveDesktop((run, applications) => {
  const env = Object.fromEntries(Object.entries(process.env).map(([key, value]) => [key, value ?? '']))
  return system.connect(env, run, { applications })
})
