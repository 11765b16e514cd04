// Carries out `deskhand mcp`: serves the hands of other programs, which reach it as an MCP server.
import type { CallInput } from '../../../src-preload/contract/calls.ts'
import { serveStdio } from '../../mcp-server/stdio.ts'
import { Brake } from '../brake.ts'
import type { Shell } from '../shell.ts'
import { clientOptions } from '../with-bridge.ts'
import { tell } from '../output/table.ts'

export interface McpOptions {
  display?: CallInput<'open_desktop'>['display']
  /** Listens on loopback instead of using standard input. */
  http?: boolean
  port?: number
}

/** Serves until the client has gone, or until Ctrl+C. Throws BridgeError when it can't begin. */
export async function mcpCommand(
  shell: Shell,
  { display = null, http = false, port }: McpOptions,
): Promise<void> {
  const ended = Promise.withResolvers<void>()
  using brake = new Brake(shell, { live: () => {} })
  brake.attach(() => ended.resolve())
  await using bridge = await shell.openBridge({
    ...clientOptions(shell),
    lasting: http,
    onQuit: () => ended.resolve(),
  })
  if (!http && port === undefined) {
    const { version, stdin: input, stdout: output } = shell
    return await serveStdio(bridge, { display, version }, { input, output, ended: ended.promise })
  }
  const { address, token } = await bridge.call('serve_programs', { port: port ?? 0, display })
  if (brake.pulled) return
  await tell(shell, `Deskhand serves MCP clients at ${address}`)
  await tell(shell, `Token: ${token}`)
  await tell(
    shell,
    'A client of this machine sends it as `Authorization: Bearer TOKEN`. `deskhand config key DESKHAND_MCP_TOKEN` keeps one. Ctrl+C ends it.',
    shell.stderr,
  )
  await ended.promise
}
