// Starts a program in the place of this one: it has our terminal, our signals reach it, and it decides when to end.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Resolves with how it ended and how long it lived, in milliseconds. */
export function launch(command, args, env) {
  const started = performance.now()
  const child = spawn(command, args, { stdio: 'inherit', env })
  // Whoever ends this process means the child, which decides when to end. A terminal sends Ctrl+C to both, as npm does: the
  // child takes what comes at once as one wish.
  const pass = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)
  return new Promise((resolve) => {
    const end = (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass)
      resolve({ code: code ?? 128 + constants.signals[signal], signal, ms: performance.now() - started })
    }
    child.on('error', (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`)
      end(1, null)
    })
    child.on('exit', end)
  })
}

/**
 * Is a program of Node from here on, and ends as it does. Where the Node that runs is the one to use, no second one is started,
 * which would leave this one waiting beside it for as long as the program runs.
 */
export async function become(node, program, args, env) {
  if (node !== process.execPath) process.exit((await launch(node, [program, ...args], env)).code)
  Object.assign(process.env, env)
  process.argv = [node, program, ...args]
  await import(pathToFileURL(program).href)
}
