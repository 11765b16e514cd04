// Runs the program `deskhand`.
import process from 'node:process'
import manifest from '../../package.json' with { type: 'json' }
import { startTerminal } from './start.ts'

await startTerminal({
  args: process.argv.slice(2),
  version: manifest.version,
  // Loaded by the first call: help needs none of it.
  openBridge: async (options) => (await import('../bridge/client.ts')).openBridge(options),
  exit: (code) => process.exit(code),
})
