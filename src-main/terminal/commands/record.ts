// Carries out `deskhand record`: makes a plan of a finished run, which `deskhand follow` replays without a model.
import { count } from '../../../src-preload/contract/words.ts'
import type { Shell } from '../shell.ts'
import { plain } from '../output/plain.ts'
import { tell } from '../output/table.ts'
import { withBridge } from '../with-bridge.ts'

/** Takes in `run` a finished run, null for the newest. `name` is a name among the plans, or a path. */
export async function recordCommand(
  shell: Shell,
  run: string | null,
  name: string,
  options: { replace?: boolean },
): Promise<void> {
  const wanted = { run, name, replace: options.replace === true }
  const made = await withBridge(shell, (bridge) => bridge.call('record_plan', wanted))
  const { path, acts, texts, secrets, notes } = made
  const lines = [
    `${count(acts, 'act')} of the run “${made.run}”.`,
    ...(texts.length > 0 ? [`Typed texts that --set can change: ${texts.join(', ')}.`] : []),
    ...(secrets.length > 0 ? [`Secrets that are asked for at each replay: ${secrets.join(', ')}.`] : []),
    ...notes.map((note) => `! ${note}`),
    `Replay it with: deskhand follow ${/[\s'"]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : name}`,
  ]
  shell.stdout.write(`${plain(path)}\n`)
  for (const line of lines) await tell(shell, plain(line))
}
