// `npm run bench [-- NAME …]`: sets up, then measures. One line of JSON per figure on standard output.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environmentFor, root, setUp } from './setup.mjs'

const node = setUp('test')
const child = spawn(node, ['--expose-gc', join(root, 'bench/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environmentFor(node),
})
child.on('exit', (code) => process.exit(code ?? 1))
