// Runs the program `deskhand`.
import process from 'node:process'
import manifest from '../../package.json' with { type: 'json' }
import { startTerminal } from './start.ts'

await startTerminal({
  args: process.argv.slice(2),
  version: manifest.version,
  // The bridge is loaded by the first call, because help does not need it.
  openBridge: async (options) => (await import('../bridge/client.ts')).openBridge(options),
  exit: (code) => process.exit(code),
})
