// Carries out `deskhand web`: shows the same windows in a browser of this machine.
import { Brake } from '../brake.ts'
import type { RunCommandOptions } from '../options.ts'
import type { Shell } from '../shell.ts'
import { clientOptions } from '../with-bridge.ts'
import { tell } from '../output/table.ts'

export interface WebCommandOptions extends Pick<RunCommandOptions, 'display'> {
  port?: number
  open?: boolean
}

/** Serves until Ctrl+C, or until a page ends it. Throws BridgeError when it can't begin. */
export async function webCommand(
  shell: Shell,
  { port = 0, open = false, display }: WebCommandOptions,
): Promise<void> {
  const ended = Promise.withResolvers<void>()
  using brake = new Brake(shell, { live: () => {} })
  brake.attach(() => ended.resolve())
  await using bridge = await shell.openBridge({
    ...clientOptions(shell),
    ...(display === undefined ? {} : { display }),
    lenient: true,
    lasting: true,
    onQuit: () => ended.resolve(),
  })
  const { address, not_opened: why } = await bridge.call('open_page', { port, open })
  if (brake.pulled) return
  await tell(shell, `Deskhand is open at ${address}`)
  await tell(
    shell,
    'Only browsers of this machine reach it, with this address. Ctrl+C ends it.',
    shell.stderr,
  )
  if (why !== null) await tell(shell, `${why} Open the address yourself.`, shell.stderr)
  await ended.promise
}
