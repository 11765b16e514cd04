// Builds what stands between agents and one desktop: its process, the Computers, the gate and the dispatcher.
import type { Config } from '../../src-preload/contract/config.ts'
import { ComputerManager } from '../computer/computer-manager.ts'
import { CommandRouter } from '../computer/command-router.ts'
import { DesktopProcess } from '../computer/desktop-process.ts'
import { LocalCommandDispatcher } from '../computer/local-dispatcher.ts'
import { MCPServerManager } from '../computer/mcp-server-manager.ts'
import type { ToolConsents } from '../computer/tool-consents.ts'
import { ThreadPool } from '../computer/thread-pool.ts'
import type { StartProgram } from '../core/child-program.ts'
import type { RunDesktop } from './desktops.ts'
import type { DesktopEnvironment } from '../core/desktop.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Secrets } from '../core/secrets.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Gate } from '../safety/gate.ts'
import { describeAct } from '../safety/words.ts'
import { builtInServers } from '../servers/registry.ts'

export interface StackOptions {
  config: Config
  desktop: DesktopEnvironment & Partial<Pick<RunDesktop, 'waiting'>>
  gate: Gate
  sink: EventSink
  logger: Logger
  startProgram?: StartProgram | undefined
  /** The folder for results of tools that are too long for a prompt. */
  outputFolder?: string | undefined
  /** Deskhand's own folder. */
  own?: string | undefined
  /** The keys that headers of foreign servers use. */
  secrets?: Secrets | undefined
  /** The tools of foreign servers that a person has allowed, in all runs. */
  consents?: ToolConsents | undefined
  /** The first id that a control gets. */
  nextId?: number | undefined
}

/** Everything that runs while a desktop is driven; disposing ends all of it. */
export interface Stack extends AsyncDisposable {
  computers: ComputerManager
  dispatcher: LocalCommandDispatcher
  desktopProcess: DesktopProcess
}

export async function buildStack(
  {
    config,
    desktop,
    gate,
    sink,
    logger,
    startProgram,
    outputFolder,
    own,
    nextId,
    consents,
    secrets,
  }: StackOptions,
  run: RunControl,
): Promise<Stack> {
  await using stack = new AsyncDisposableStack()
  const pool = stack.use(new ThreadPool({ logger }))
  const desktopProcess = stack.use(
    await DesktopProcess.start(
      {
        desktop,
        logger,
        applications: config.applications,
        startProgram,
        nextId,
        waiting: desktop.waiting,
      },
      run,
    ),
  )
  const servers = stack.use(
    new MCPServerManager({
      desktop: desktopProcess,
      pool,
      registry: builtInServers(),
      options: {
        env: desktop.env,
        applications: config.applications,
        desktop: desktop.kind,
        outputFolder,
        own,
      },
      logger,
      consents,
      secrets,
    }),
  )
  const computers = new ComputerManager({ config: config.mcp, mcpServerManager: servers, logger })
  const router = new CommandRouter(computers)
  const dispatcher = new LocalCommandDispatcher({
    router,
    gate,
    sink,
    config: config.system,
    logger,
    words: describeAct,
  })
  const owned = stack.move()
  return { computers, dispatcher, desktopProcess, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
