// `npm test`: set-up, lint, unit, desktop and e2e tests. Prints `N passed, N failed` at its end; a lint that fails counts
// as a failure. `npm test -- unit` runs one part, `npm test -- lint` only the lint.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor, root, setUp } from './setup.mjs'

const node = setUp('test')
const bin = (path) => join(root, 'node_modules', path)
const wanted = new Set(process.argv.slice(2))
const want = (name) => wanted.size === 0 || wanted.has(name)
const results = join(root, '.runtime', 'results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const run = (args) =>
  spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environmentFor(node) }).status === 0

let passed = 0
let failed = 0

const LINTS = {
  format: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  lint: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'],
  types: [bin('typescript/bin/tsc'), '-p', '.'],
  'types of the windows': [bin('typescript/bin/tsc'), '-p', 'src-renderer'],
  languages: [join(root, 'scripts', 'check-locales.mjs')],
  'a RunControl for what takes time': [join(root, 'scripts', 'check-run-control.mjs')],
  'nothing unused': [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
  floors: [
    bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    'src-main',
    'src-preload',
    'src-renderer',
    'e2e',
    'bench',
  ],
}
if (want('lint')) {
  for (const [name, args] of Object.entries(LINTS)) {
    const ok = run(args)
    process.stdout.write(`${ok ? '✓' : '✗'} ${name}\n`)
    if (ok) passed++
    else failed++
  }
}

for (const project of ['unit', 'desktop', 'e2e']) {
  if (!want(project)) continue
  const file = join(results, `${project}.json`)
  const ok = run([
    bin('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests',
  ])
  let counted = { numPassedTests: 0, numFailedTests: 0 }
  try {
    counted = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // No report: the runner itself failed, which `ok` says.
  }
  passed += counted.numPassedTests
  failed += counted.numFailedTests
  if (!ok && counted.numFailedTests === 0) failed++
}

const line = `${passed} passed, ${failed} failed`
writeFileSync(join(results, 'line.txt'), `${line}\n`)
process.stdout.write(`\n${line}\n`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
