// The program `deskhand`.
import { once } from 'node:events'
import process from 'node:process'
import manifest from '../../package.json' with { type: 'json' }
import { runProgram } from './program.ts'
import type { Shell } from './shell.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const shell: Shell = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  createEngine: async (options) => (await import('../engine.ts')).createEngine(options),
  onInterrupt: (listener) => {
    for (const signal of SIGNALS) process.on(signal, listener)
    return () => {
      for (const signal of SIGNALS) process.off(signal, listener)
    }
  },
  exit: (code) => process.exit(code),
}

// Whoever reads our output may stop reading (`deskhand runs | head`): that is no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
}

const code = await runProgram(shell, process.argv.slice(2), manifest.version)
// A pipe may still be taking what was written; nothing else keeps the program.
if (process.stdout.writableLength > 0) await once(process.stdout, 'drain')
process.exit(code)
