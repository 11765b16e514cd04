// Deskhand inside another Node program: a request, its events as they happen, its questions, its end.
//   node examples/client/sum.mjs [REQUEST]
import process from 'node:process'
import { open } from 'deskhand/client'

const [request = 'open galculator, click 7, click "*", click 6, click "=", read display'] =
  process.argv.slice(2)

await using deskhand = open()
const run = await deskhand.start({
  request,
  display: 'virtual',
  // Whoever starts this is asked nothing: what the gate asks about is refused, and the agents are told why.
  answer: (question) =>
    question.kind === 'sensitive_step'
      ? { kind: 'sensitive_step', allow: false, why: 'This example only computes.' }
      : null,
})
for await (const event of run.events()) {
  if (event.type === 'effect_verified') process.stdout.write(`${event.effect}: ${event.evidence}\n`)
}
const { status, outcome, result, error } = await run.ended
process.stdout.write(`${status}, ${outcome}: ${typeof result === 'string' ? result : error}\n`)
process.exitCode = outcome === 'done' ? 0 : 1
