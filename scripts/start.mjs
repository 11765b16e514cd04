#!/usr/bin/env node
// `npm start` and `npx deskhand`: sets up what is missing, then is the `deskhand` command.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environmentFor, root, setUp } from './setup.mjs'

const node = setUp('start')
const child = spawn(node, [join(root, 'out/main/deskhand.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: environmentFor(node),
})
// A terminal sends Ctrl+C to both; the child decides when to end. Signals sent to this process alone are passed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
