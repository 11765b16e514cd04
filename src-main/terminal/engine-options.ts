// What every command makes its engine of: where the data is, what its options say, where the log goes.
import { deskhandHome } from '../config/home.ts'
import type { EngineOptions } from './engine-port.ts'
import type { RunCommandOptions } from './options.ts'
import type { Screen } from './output/screen.ts'
import type { Shell } from './shell.ts'

/** A command with a `screen` takes its live line away before the log writes below it. */
export function engineOptions(
  shell: Shell,
  { display, model = {}, yesTo = [] }: Pick<RunCommandOptions, 'display' | 'model' | 'yesTo'> = {},
  screen: Pick<Screen, 'live'> | null = null,
): EngineOptions {
  return {
    home: deskhandHome(shell.env),
    env: shell.env,
    ...(display === undefined ? {} : { display }),
    models: model,
    yesTo,
    printLog: (line) => {
      screen?.live('')
      shell.stderr.write(line)
    },
  }
}
