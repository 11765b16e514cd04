// Deskhand used by another Node program: it starts `deskhand run REQUEST --json` and reads one event per line.
//   node examples/other-program/ask-deskhand.mjs REQUEST [COMMAND …]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Carries out a request and returns what came of it. `command` is how Deskhand is started; `onEvent` is told of each event
 * (`src-preload/contract/events.ts` has them all). Throws where Deskhand ends before the run does.
 */
export async function askDeskhand(request, { command, onEvent }) {
  const [program, ...first] = command
  const args = [...first, 'run', request, '--display', 'virtual', '--json']
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  let last = null
  for await (const line of createInterface({ input: child.stdout })) {
    last = JSON.parse(line)
    onEvent(last)
  }
  const [exitCode] = await closed
  if (last?.type !== 'session_finished') throw new Error(`Deskhand ended with exit code ${exitCode}.`)
  return { exitCode, status: last.status, result: last.result, error: last.error, folder: last.log_path }
}

const [request = 'open galculator, click 7, read display', ...command] = process.argv.slice(2)
const { exitCode, status, result, error } = await askDeskhand(request, {
  command: command.length > 0 ? command : ['npx', 'deskhand'],
  onEvent(event) {
    if (event.type === 'effect_verified') process.stdout.write(`${event.effect}: ${event.evidence}\n`)
  },
})
process.stdout.write(`${status}: ${result ?? error}\n`)
process.exitCode = exitCode
