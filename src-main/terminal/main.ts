// The program `deskhand`.
import { constants } from 'node:os'
import process from 'node:process'
import manifest from '../../package.json' with { type: 'json' }
import { runProgram } from './program.ts'
import type { Shell } from './shell.ts'
import { taken } from './output/taken.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let outputLost = false

const interrupted = new Set<() => void>()
const interrupt = () => {
  for (const listener of interrupted) listener()
}
for (const signal of SIGNALS) {
  process.on(signal, () => {
    if (interrupted.size === 0) process.exit(128 + constants.signals[signal])
    interrupt()
  })
}

const shell: Shell = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  version: manifest.version,
  openBridge: async (options) => (await import('../bridge/client.ts')).openBridge(options),
  onInterrupt: (listener) => {
    interrupted.add(listener)
    return () => interrupted.delete(listener)
  },
  exit: (code) => process.exit(code),
}

// Whoever reads our output may stop reading (`deskhand runs | head`): that is no fault. A run that nobody sees any more,
// also because its terminal was closed, is stopped and cleans up.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (interrupted.size === 0) process.exit(error.code === 'EPIPE' ? 0 : 1)
    if (outputLost) return
    outputLost = true
    interrupt()
  })
}

const code = await runProgram(shell, process.argv.slice(2))
// A pipe may still be taking what was written; nothing else keeps the program.
await taken(process.stdout)
process.exit(code)
