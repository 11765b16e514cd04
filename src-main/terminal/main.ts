// The program `deskhand`.
import process from 'node:process'
import manifest from '../../package.json' with { type: 'json' }
import { openBridge } from '../bridge/client.ts'
import { startTerminal } from './start.ts'

await startTerminal({
  args: process.argv.slice(2),
  version: manifest.version,
  openBridge,
  exit: (code) => process.exit(code),
})
