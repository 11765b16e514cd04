// `deskhand web`: the same windows in a browser of this machine.
import { deskhandHome } from '../../config/home.ts'
import { messageOf } from '../../core/errors.ts'
import { Brake } from '../brake.ts'
import type { RunCommandOptions } from '../options.ts'
import type { Shell } from '../shell.ts'

export interface WebCommandOptions extends Pick<RunCommandOptions, 'display'> {
  port?: number
  open?: boolean
}

/** Serves until Ctrl+C, or until a page ends it. Throws UserError when it can't begin. */
export async function webCommand(
  shell: Shell,
  { port = 0, open = false, display }: WebCommandOptions,
  version: string,
): Promise<void> {
  const ended = Promise.withResolvers<void>()
  using brake = new Brake(shell, { live: () => {} })
  brake.attach(() => ended.resolve())
  await using web = await shell.startWeb({
    home: deskhandHome(shell.env),
    env: shell.env,
    ...(display === undefined ? {} : { display }),
    printLog: (line) => shell.stderr.write(line),
    port,
    version,
    onQuit: () => ended.resolve(),
  })
  if (brake.pulled) return
  shell.stdout.write(`Deskhand is open at ${web.address}\n`)
  shell.stderr.write('Only browsers of this machine reach it, with this address. Ctrl+C ends it.\n')
  if (open) {
    const opening = shell.openOutside(web.addressForOnce())
    await opening.catch((error: unknown) =>
      shell.stderr.write(`${messageOf(error)} Open the address yourself.\n`),
    )
  }
  await ended.promise
}
