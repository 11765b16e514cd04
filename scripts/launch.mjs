// Starts a program in the place of this one: it has our terminal, our signals reach it, and it decides when to end.
import { spawn } from 'node:child_process'

/** Resolves with how it ended and how long it lived, in milliseconds. */
export function launch(command, args, env) {
  const started = performance.now()
  const child = spawn(command, args, { stdio: 'inherit', env })
  // A terminal sends Ctrl+C to both; the child decides when to end. Signals sent to this process alone are passed on.
  const stay = () => {}
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', stay)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, pass)
  return new Promise((resolve) => {
    const end = (code, signal) => {
      process.off('SIGINT', stay)
      for (const name of ['SIGTERM', 'SIGHUP']) process.off(name, pass)
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 143), signal, ms: performance.now() - started })
    }
    child.on('error', (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`)
      end(1, null)
    })
    child.on('exit', end)
  })
}
