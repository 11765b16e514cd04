// How long after the word to stop the last key arrives, by the witness of an X client outside Deskhand.
import { join } from 'node:path'
import { GlobalState } from '../../src-main/core/global-state.ts'
import { watchInput } from '../../e2e/support/witness.ts'
import { readFile } from 'node:fs/promises'
import { plain, type Figure } from '../measure.ts'
import { act, open, scriptedRun } from '../scripted-run.ts'

const RUNS = 5

async function once(): Promise<{ last: number; ended: number }> {
  let stoppedAt = Number.NaN
  let witness: ReturnType<typeof watchInput> | null = null
  let pressed = 0
  let state: Promise<GlobalState> | null = null
  const end = await scriptedRun({
    onEvent: (event, home) => {
      if (event.type === 'run_started') state = GlobalState.open(join(event.log_path, 'state'))
      if (event.type === 'act_finished' && event.tool_name === 'launch_application') {
        const record = readFile(join(home, 'desktops', `${event.run}.json`), 'utf8')
        void record.then((text) => (witness = watchInput((JSON.parse(text) as { env: Record<string, string> }).env)))
      }
      if (event.type === 'act_started' && event.tool_name === 'keyboard_input' && ++pressed === 15) {
        void state?.then((flags) => {
          stoppedAt = Date.now()
          return flags.setTerminationFlag('terminated')
        })
      }
    },
    reply: (input) => Promise.resolve(input.history.length === 0 ? open('mousepad') : act('keyboard_input', { keys: 'a b c d e f g h' })),
  })
  const ended = Date.now() - stoppedAt
  if (end.status !== 'stopped') throw new Error(`The run ended ${end.status}: ${end.error}`)
  const seen = (witness as ReturnType<typeof watchInput> | null)?.events ?? []
  if (seen.length === 0) throw new Error('The witness saw no key.')
  ;(witness as ReturnType<typeof watchInput> | null)?.[Symbol.dispose]()
  const after = seen.filter((event) => event.kind === 'key press' && event.at > stoppedAt)
  return { last: Math.max(0, ...after.map((event) => event.at - stoppedAt)), ended }
}

export async function* measure(): AsyncGenerator<Figure> {
  const lasts: number[] = []
  for (let index = 0; index < RUNS; index++) lasts.push((await once()).last)
  yield plain('stop.last_key', Math.max(...lasts), 'ms', '<=', 250, RUNS, 'worst of the runs, from writing the flag')
}
