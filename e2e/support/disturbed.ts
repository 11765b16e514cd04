// What a replay has to bear: windows that were moved and made another size, another theme, another font.
import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GlobalState } from '../../src-main/core/global-state.ts'
import type { Place } from './deskhand.ts'
import { desktopOf } from './witness.ts'

const exec = promisify(execFile)

/** Path of a program that starts an application with another theme and another font. */
export async function dressed(where: Place, program: string, theme: string): Promise<string> {
  const path = join(where.home, `${program}.sh`)
  const lines = [
    '#!/bin/sh',
    'mkdir -p "$XDG_CONFIG_HOME/gtk-3.0"',
    `printf '[Settings]\\ngtk-font-name=Monospace 16\\n' > "$XDG_CONFIG_HOME/gtk-3.0/settings.ini"`,
    `GTK_THEME=${theme} exec ${program} "$@"`,
  ]
  await writeFile(path, `${lines.join('\n')}\n`)
  await chmod(path, 0o755)
  return path
}

/** Moves the active window of a run and makes it another size, by another X client, while the run is paused. */
export async function moveWindow(
  where: Place,
  run: string,
  [x, y, width, height]: [number, number, number, number],
) {
  const env = { ...process.env, ...(await desktopOf(where, run)) }
  const state = await GlobalState.open(join(where.data, 'logs', run, 'state'))
  await state.setRunningState('stopped')
  try {
    const { stdout } = await exec('xdotool', ['getactivewindow'], { env })
    const window = stdout.trim()
    const size = ['windowsize', '--sync', window, String(width), String(height)]
    await exec('xdotool', [...size, 'windowmove', '--sync', window, String(x), String(y)], { env })
  } finally {
    await state.setRunningState('running')
  }
}
