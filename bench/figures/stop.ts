// How long after the word to stop the last key arrives, by the witness of an X client outside Deskhand, and how long until
// the session has ended. The word comes in the middle of an act that presses key after key.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watchInput } from '../../e2e/support/witness.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { GlobalState } from '../../src-main/core/global-state.ts'
import { plain, type Figure } from '../measure.ts'
import { act, open, scriptedRun } from '../support/scripted-run.ts'

const RUNS = 5
/** Keys of one act: far more than are pressed until it is stopped. */
const KEYS = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(97 + (index % 26))).join(' ')
/** Keys that the witness has seen when the word comes. */
const SEEN = 30

interface Stopped {
  /** Milliseconds from the word to the last key. */
  lastKey: number
  /** Milliseconds from the word to the end of the session. */
  sessionEnd: number
}

export async function* measure(): AsyncGenerator<Figure> {
  const stops: Stopped[] = []
  for (let index = 0; index < RUNS; index++) stops.push(await stopOnce())
  const worst = (of: (stop: Stopped) => number) => Math.max(...stops.map(of))
  const said = `worst of the runs, from writing the flag in the middle of an act, after ${SEEN} of its 400 keys`
  yield plain(
    'stop.last_key',
    worst(({ lastKey }) => lastKey),
    'ms',
    { most: 250 },
    RUNS,
    said,
  )
  yield plain(
    'stop.session_end',
    worst(({ sessionEnd }) => sessionEnd),
    'ms',
    { most: 250 },
    RUNS,
    said,
  )
}

type Witness = ReturnType<typeof watchInput>

async function stopOnce(): Promise<Stopped> {
  await using owned = new AsyncDisposableStack()
  let stoppedAt = Number.NaN
  let sessionEnd = Number.NaN
  const met: { flags?: Promise<GlobalState>; witness?: Promise<Witness> } = {}

  const pressesOf = ({ events }: Witness) => events.filter(({ kind }) => kind === 'key press')
  const stopAfterKeys = async (watching: Promise<Witness>, state: Promise<GlobalState>) => {
    const [seen, global] = await Promise.all([watching, state])
    const timer = setInterval(() => {
      if (pressesOf(seen).length < SEEN || !Number.isNaN(stoppedAt)) return
      stoppedAt = Date.now()
      global.setTerminationFlag('terminated').catch(() => {})
      clearInterval(timer)
    }, 1)
    owned.defer(() => clearInterval(timer))
  }
  const onEvent = (event: SessionEvent, home: string) => {
    if (event.type === 'run_started') met.flags = GlobalState.open(join(event.log_path, 'state'))
    if (event.type === 'session_finished') sessionEnd = Date.now() - stoppedAt
    if (event.type === 'act_finished' && event.tool_name === 'launch_application') {
      met.witness = watch(home, event.run, owned)
    }
    if (event.type === 'act_started' && event.tool_name === 'keyboard_input' && met.witness && met.flags) {
      stopAfterKeys(met.witness, met.flags).catch(() => {})
    }
  }
  const end = await scriptedRun({
    onEvent,
    async reply({ history }) {
      if (history.length === 0) return open('mousepad')
      await met.witness
      return act('keyboard_input', { keys: KEYS })
    },
  })
  if (end.status !== 'stopped') throw new Error(`The run ended ${end.status}: ${end.error}`)
  const presses = met.witness ? pressesOf(await met.witness) : []
  if (presses.length < SEEN) throw new Error(`The witness saw only ${presses.length} keys.`)
  const after = presses.filter(({ at }) => at > stoppedAt).map(({ at }) => at - stoppedAt)
  return { lastKey: Math.max(0, ...after), sessionEnd }
}

/** An X client outside Deskhand that hears of every key. Milliseconds until it listens are waited for. */
async function watch(home: string, run: string, owned: AsyncDisposableStack): Promise<Witness> {
  const record = JSON.parse(await readFile(join(home, 'desktops', `${run}.json`), 'utf8')) as {
    env: Record<string, string>
  }
  const witness = owned.use(watchInput(record.env))
  await new Promise((resolve) => setTimeout(resolve, 500))
  return witness
}
