// How long a command takes through the dispatcher, against the bare link to the same worker, in one run.
import { MessageChannel, Worker } from 'node:worker_threads'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../../core/entry.ts'
import { silentLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { MessagePortTransport } from '../../core/worker-transport.ts'
import { CommandRouter } from '../command-router.ts'
import { ComputerManager } from '../computer-manager.ts'
import { LocalCommandDispatcher } from '../local-dispatcher.ts'
import type { LinkRequest } from '../worker.ts'
import { MemorySink, ODD_TOOLS, serverConfig, TestGate, testServers } from './doubles.ts'

/** Medians in milliseconds of one call of a tool that adds two numbers. */
export interface DispatchFigures {
  /** Lookup, schema check, gate, events, thread pool, tool. */
  dispatch: number
  /** A kept client of the SDK on the same worker, and nothing around it. */
  keptLink: number
  /** A new link with its handshake for each call. */
  freshLink: number
  /** An append to a file with fdatasync: what the journal adds before each act. */
  sync: number
  calls: number
}

const NAMES = ['dispatch', 'keptLink', 'freshLink', 'sync'] as const

/** The ways take turns, so that they meet the same machine. */
export async function measureDispatch(calls = 300): Promise<DispatchFigures> {
  await using servers = testServers()
  const computers = new ComputerManager({
    config: {
      AppAgent: { default: { data_collection: [], action: [serverConfig({ namespace: 'OddTools' })] } },
    },
    mcpServerManager: servers.manager,
    logger: silentLogger,
  })
  const dispatcher = new LocalCommandDispatcher({
    router: new CommandRouter(computers),
    gate: new TestGate(),
    sink: new MemorySink(),
    config: { tool_timeout: 60, slow_tool: 60 },
    logger: silentLogger,
    words: (toolName) => toolName,
  })
  const run = new RunControl()
  const route = { agent_name: 'AppAgent', process_name: '', root_name: '' }
  const parameters = { a: 2, b: 3 }
  const dispatch = async () => {
    const [result] = await dispatcher.executeCommands(
      [{ tool_name: 'add', parameters, tool_type: 'action' }],
      { route },
      run,
    )
    if (result?.result !== 5) throw new Error(`The dispatcher answered ${JSON.stringify(result)}.`)
  }

  const worker = new Worker(programPath('worker', 'computer/worker.ts'), { execArgv: [] })
  const spec = {
    namespace: 'OddTools',
    module: ODD_TOOLS,
    options: { env: {}, applications: {}, desktop: 'virtual' as const },
  }
  let links = 0
  const link = async () => {
    const { port1, port2 } = new MessageChannel()
    const request: LinkRequest = { link: links++, spec, port: port2 }
    worker.postMessage(request, [port2])
    const client = new Client({ name: 'bench', version: '1' })
    await client.connect(new MessagePortTransport(port1))
    return client
  }
  const add = (client: Client) => client.callTool({ name: 'add', arguments: parameters })
  const kept = await link()
  const fresh = async () => {
    const client = await link()
    await add(client)
    await client.close()
  }

  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  const file = await open(join(folder, 'events.jsonl'), 'a')
  const line = `${JSON.stringify({ type: 'act_started', parameters, words: 'add'.repeat(40) })}\n`
  const sync = async () => {
    await file.appendFile(line)
    await file.datasync()
  }

  try {
    const ways = { dispatch, keptLink: () => add(kept), freshLink: fresh, sync }
    const times = {
      dispatch: [] as number[],
      keptLink: [] as number[],
      freshLink: [] as number[],
      sync: [] as number[],
    }
    const warmUp = Math.ceil(calls / 5)
    for (let round = -warmUp; round < calls; round++) {
      // Each comes after each other one equally often: what follows a wait for the disk meets cooler caches.
      const order = round % 2 === 0 ? NAMES : NAMES.toReversed()
      for (const name of [...order.slice(Math.abs(round) % 4), ...order.slice(0, Math.abs(round) % 4)]) {
        const started = performance.now()
        await ways[name]()
        if (round >= 0) times[name].push(performance.now() - started)
      }
    }
    return {
      dispatch: median(times.dispatch),
      keptLink: median(times.keptLink),
      freshLink: median(times.freshLink),
      sync: median(times.sync),
      calls,
    }
  } finally {
    await kept.close()
    await worker.terminate()
    await file.close()
    await rm(folder, { recursive: true })
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
