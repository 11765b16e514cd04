// A command through the dispatcher (lookup, schema check, gate, events, thread pool) to a tool in a worker thread, against
// the bare links to such a worker.
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { configSchema } from '../../src-preload/contract/config.ts'
import { CommandRouter } from '../../src-main/computer/command-router.ts'
import { ComputerManager } from '../../src-main/computer/computer-manager.ts'
import { LocalCommandDispatcher } from '../../src-main/computer/local-dispatcher.ts'
import { MemorySink, ODD_TOOLS, serverConfig, testServers } from '../../src-main/computer/testing/doubles.ts'
import type { LinkRequest } from '../../src-main/computer/worker.ts'
import { programPath } from '../../src-main/core/entry.ts'
import type { EventSink } from '../../src-main/core/event-sink.ts'
import type { Interactor } from '../../src-main/core/interactor.ts'
import { silentLogger } from '../../src-main/core/logger.ts'
import { RunControl } from '../../src-main/core/run-control.ts'
import { MessagePortTransport } from '../../src-main/core/worker-transport.ts'
import { Journal } from '../../src-main/recorder/journal.ts'
import { createGate } from '../../src-main/safety/create-gate.ts'
import { describeAct } from '../../src-main/safety/words.ts'
import { fromPairs, median, pairsOf, plain, timed, type Figure } from '../measure.ts'

const CALLS = 400
const PARAMETERS = { a: 2, b: 3 }

const asked = (): never => {
  throw new Error('The gate has asked a person.')
}
/** Nothing here may need a person. */
const nobody: Interactor = {
  firstRequest: asked,
  newRequest: asked,
  experienceAsker: asked,
  questionAsker: asked,
  secretAsker: asked,
  sensitiveStepAsker: asked,
}

export async function* measure(): AsyncGenerator<Figure> {
  const times = await measureInTurn()
  const against = (baseline: readonly number[]) => pairsOf(times.dispatch, baseline)
  yield fromPairs(
    'dispatch.kept_link',
    against(times.kept),
    { most: 2 },
    'baseline: a kept link to such a worker, nothing around it',
  )
  yield fromPairs(
    'dispatch.fresh_link',
    against(times.fresh),
    { most: 1 },
    'baseline: a fresh link for each call',
  )
  yield fromPairs(
    'dispatch.journaled',
    pairsOf(
      times.journaled,
      times.kept.map((ms, index) => ms + (times.sync[index] ?? Number.NaN)),
    ),
    { most: 2 },
    'as in a run, each call written down and synced; baseline: a kept link, and one append with fdatasync',
  )
  yield plain(
    'dispatch.journal_sync',
    median(times.sync),
    'ms',
    null,
    times.sync.length,
    'what the journal adds before each act: append and fdatasync',
  )
}

const WAYS = ['dispatch', 'journaled', 'kept', 'fresh', 'sync'] as const
type Way = (typeof WAYS)[number]

/** The ways take turns, so that they meet the same machine. */
async function measureInTurn(): Promise<Record<Way, number[]>> {
  await using owned = new AsyncDisposableStack()
  const ways: Record<Way, () => Promise<unknown>> = {
    dispatch: throughDispatcher(owned, new MemorySink()),
    journaled: throughDispatcher(owned, await journalOf(owned)),
    ...(await bareLinks(owned)),
    sync: await journalSync(owned),
  }
  const times: Record<Way, number[]> = { dispatch: [], journaled: [], kept: [], fresh: [], sync: [] }
  for (let round = -Math.ceil(CALLS / 5); round < CALLS; round++) {
    // Each comes after each other one equally often: what follows a wait for the disk meets cooler caches.
    const order = round % 2 === 0 ? WAYS : WAYS.toReversed()
    const first = Math.abs(round) % WAYS.length
    for (const way of [...order.slice(first), ...order.slice(0, first)]) {
      const ms = await timed(ways[way])
      if (round >= 0) times[way].push(ms)
    }
  }
  return times
}

/** The product's own path, with the gate of a run. A tool that the gate does not know is the dearest: every rule is tried. */
function throughDispatcher(owned: AsyncDisposableStack, sink: EventSink) {
  const servers = owned.use(testServers())
  const run = owned.use(new RunControl())
  const config = configSchema.parse({})
  const dispatcher = new LocalCommandDispatcher({
    router: new CommandRouter(
      new ComputerManager({
        config: {
          AppAgent: { default: { data_collection: [], action: [serverConfig({ namespace: 'OddTools' })] } },
        },
        mcpServerManager: servers.manager,
        logger: silentLogger,
      }),
    ),
    gate: createGate({
      policy: config.safety,
      yesTo: new Set(['unknown']),
      interactor: nobody,
      runId: 'bench',
    }),
    sink,
    config: config.system,
    logger: silentLogger,
    words: describeAct,
  })
  const route = { agent_name: 'AppAgent', process_name: '', root_name: '' }
  return async () => {
    const [result] = await dispatcher.executeCommands(
      [{ tool_name: 'add', parameters: PARAMETERS, tool_type: 'action' }],
      { route },
      run,
    )
    if (result?.result !== 5) throw new Error(`The dispatcher answered ${JSON.stringify(result)}.`)
  }
}

/** Each way has a thread of its own: one that has just been busy answers faster. */
async function bareLinks(owned: AsyncDisposableStack) {
  const add = (client: Client) => client.callTool({ name: 'add', arguments: PARAMETERS })
  const keptLink = await linkTo(startWorker(owned))
  owned.defer(() => keptLink.close())
  const worker = startWorker(owned)
  return {
    kept: () => add(keptLink),
    fresh: async () => {
      const client = await linkTo(worker)
      await add(client)
      await client.close()
    },
  }
}

function startWorker(owned: AsyncDisposableStack): Worker {
  const worker = new Worker(programPath('worker', 'computer/worker.ts'), { execArgv: [] })
  owned.defer(async () => void (await worker.terminate()))
  return worker
}

let links = 0

async function linkTo(worker: Worker): Promise<Client> {
  const { port1, port2 } = new MessageChannel()
  const options = { env: {}, applications: {}, desktop: 'virtual' as const }
  const spec = { namespace: 'OddTools', module: ODD_TOOLS, options }
  const request: LinkRequest = { link: links++, spec, port: port2 }
  worker.postMessage(request, [port2])
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(new MessagePortTransport(port1))
  return client
}

async function folderFor(owned: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  owned.defer(() => rm(folder, { recursive: true }))
  return folder
}

async function journalOf(owned: AsyncDisposableStack): Promise<Journal> {
  const path = join(await folderFor(owned), 'events.jsonl')
  return owned.use(await Journal.open(path, { run: 'bench' }))
}

async function journalSync(owned: AsyncDisposableStack) {
  const folder = await folderFor(owned)
  const file = owned.use(await open(join(folder, 'events.jsonl'), 'a'))
  const line = `${JSON.stringify({ type: 'act_started', parameters: PARAMETERS, words: 'add'.repeat(40) })}\n`
  return async () => {
    await file.appendFile(line)
    await file.datasync()
  }
}
