// Makes the pictures of docs/screens from a real run: `node scripts/screens.mjs` after `npm test` has set everything up.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentFor, root, setUp } from './setup.mjs'

const REQUEST =
  'open Mousepad, type "naïve café 你好 😀 !@#", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display'

const node = setUp('test')
const folder = mkdtempSync(join(tmpdir(), 'deskhand-screens-'))
const home = join(folder, 'home')
mkdirSync(home)
const env = { ...environmentFor(node), HOME: home, DESKHAND_HOME: join(folder, 'data') }
const deskhand = (...args) =>
  execFileSync(node, [join(root, 'out/main/deskhand.mjs'), ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
try {
  deskhand('run', REQUEST, '--display', 'virtual', '--task', 'first-request')
  deskhand('report', 'first-request')
  const run = join(folder, 'data', 'logs', readdirSync(join(folder, 'data', 'logs'))[0])
  mkdirSync(join(root, 'docs/screens'), { recursive: true })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  execFileSync('chromium', [
    '--headless', ...sandbox, '--disable-gpu', '--no-first-run', '--disable-background-networking', '--hide-scrollbars',
    '--force-device-scale-factor=1.5', `--user-data-dir=${join(folder, 'chromium')}`, '--window-size=1100,1330',
    `--screenshot=${join(root, 'docs/screens/report.png')}`, `file://${join(run, 'report.html')}`,
  ], { stdio: 'ignore' }) // prettier-ignore
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
