#!/usr/bin/env node
// `npm start`: sets up what is missing, then is the app; where Electron or a screen is missing, a page for a browser.
// With arguments it is the `deskhand` command.
import { join } from 'node:path'
import { ensureElectron, hasScreen } from './electron.mjs'
import { become, launch } from './launch.mjs'
import { environmentFor, root, setUp } from './setup.mjs'

/** Milliseconds within which an Electron that can't run on this machine has given up. */
const GIVES_UP_WITHIN_MS = 10_000

const node = setUp('start')
const env = environmentFor(node)
const program = join(root, 'out/main/deskhand.mjs')
const args = process.argv.slice(2)
await become(node, program, args.length > 0 ? args : await openPage(), env)

/** Is the app where it can be, and does not return; else the arguments that open a page instead. */
async function openPage() {
  const screen = hasScreen()
  const { binary, why } = ensureElectron(node, screen)
  let reason = [why, screen ? null : 'there is no screen here'].filter(Boolean).join(', and ')
  if (reason === '') {
    const { ELECTRON_RUN_AS_NODE: _unset, ...own } = env
    const { code, signal, ms } = await launch(binary, [root], own)
    if ((code === 0 && !signal) || ms > GIVES_UP_WITHIN_MS) process.exit(code)
    reason = `Electron gave up (${signal ?? `exit code ${code}`}), for a reason that it says above`
  }
  process.stderr.write(`No window of its own: ${reason}. Deskhand opens as a page, with a virtual desktop.\n`)
  return ['web', '--display', 'virtual', ...(screen ? ['--open'] : [])]
}
