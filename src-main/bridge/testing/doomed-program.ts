// Runs a program with the bridge in it, for tests that kill it: begins a run, queues a request, and says when an act of the run
// waits. Arguments: DESKHAND_HOME, the request, the queued request.
import { createEngine } from '../../engine.ts'
import { createBridge } from '../create-bridge.ts'
import { silentShell } from './shell.ts'
import { MemoryWindow } from './window.ts'

const [home = '', request = '', queued = ''] = process.argv.slice(2)
const engine = await createEngine({ home, env: process.env, printLog: () => {} })
const bridge = createBridge({ engine, shell: silentShell })
const window = new MemoryWindow(bridge)
const { run } = await window.call('start_run', { request })
await window.watch(run)
await window.call('queue_request', { run, request: queued })
await window.until(
  run,
  (view) =>
    view.rounds[0]?.steps
      .at(-1)
      ?.actions.some(({ status, tool_name }) => status === 'acting' && tool_name === 'wait') ?? false,
  90_000,
)
process.stdout.write(`${run}\n`)
