// Starts the `deskhand` command as a program: its signals, its streams and its end.
import { constants } from 'node:os'
import process from 'node:process'
import { taken } from './output/taken.ts'
import { runProgram } from './program.ts'
import type { Shell } from './shell.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface StartOptions {
  /** Without the program's own name. */
  args: string[]
  version: string
  openBridge: Shell['openBridge']
  exit: (code: number) => void
}

/** Carries out one command line and ends the program. */
export async function startTerminal({ args, version, openBridge, exit }: StartOptions): Promise<void> {
  let outputLost = false
  const interrupted = new Set<() => void>()
  const interrupt = () => {
    for (const listener of interrupted) listener()
  }
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (interrupted.size === 0) exit(128 + constants.signals[signal])
      interrupt()
    })
  }
  // The reader of our output may stop reading (`deskhand runs | head`), which is no fault. A run that nobody sees any more, also because
  // its terminal was closed, is stopped and cleans up.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (interrupted.size === 0) exit(error.code === 'EPIPE' ? 0 : 1)
      if (outputLost) return
      outputLost = true
      interrupt()
    })
  }
  outliveTerminal(process.stdin, () => {
    if (interrupted.size === 0) exit(128 + constants.signals.SIGHUP)
    interrupt()
  })
  const code = await runProgram(
    {
      env: process.env,
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      version,
      openBridge,
      onInterrupt: (listener) => {
        interrupted.add(listener)
        return () => interrupted.delete(listener)
      },
      exit,
    },
    args,
  )
  // A pipe may not have taken all output yet, and nothing else keeps the program alive.
  await taken(process.stdout)
  exit(code)
}

/**
 * Tells of a terminal that is closed while a question waits in it. It has no mode any more, and the reader of the answer, which would give it
 * its old one back, must not end the program before the run is cleaned up.
 */
function outliveTerminal(stdin: typeof process.stdin, closed: () => void): void {
  stdin.on('error', closed)
  if (!stdin.isTTY) return
  const setRawMode = stdin.setRawMode.bind(stdin)
  stdin.setRawMode = (mode) => {
    try {
      return setRawMode(mode)
    } catch {
      return stdin
    }
  }
}
