// `npm test`: set-up, lint, unit, desktop and e2e tests. Prints where the time went, and `N passed, N failed` at its end; a lint
// that fails counts as a failure. `npm test -- unit` runs one part, `npm test -- quick` all that needs no desktop.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { environmentFor, root, setUp } from './setup.mjs'

const PROJECTS = {
  unit: ['unit', 'windows'],
  processes: ['processes'],
  desktop: ['desktop'],
  e2e: ['e2e'],
  alone: ['alone'],
  assurance: ['assurance'],
}
const PARTS = ['lint', ...Object.keys(PROJECTS)]
/** Parts that run side by side: what one waits for is time for the others. Short files come last: no core waits for a long one. */
const RUNS = [['lint', 'unit'], ['desktop', 'e2e', 'assurance', 'processes'], ['alone']]
/** Names for several parts. */
const NAMES = { quick: ['lint', 'unit', 'processes'], unit: ['unit', 'processes'] }
const MAX_SLOWEST = 20

const asked = process.argv.slice(2).flatMap((name) => NAMES[name] ?? [name])
const unknown = asked.filter((name) => !PARTS.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. The parts: quick, ${PARTS.join(', ')}.\n`)
  process.exit(1)
}
// Asked for by its name, the assurance is whole; as a part of all tests it is a sample.
if (asked.includes('assurance')) process.env.ASSURANCE = 'whole'
const runs = RUNS.map((parts) => parts.filter((name) => asked.length === 0 || asked.includes(name))).filter(
  (parts) => parts.length > 0,
)

const node = setUp('test')
const bin = (path) => join(root, 'node_modules', path)
const results = join(root, '.runtime', 'results')
/** Programs that tests start over and over are read and compiled once. */
const env = { ...environmentFor(node), NODE_COMPILE_CACHE: join(root, '.runtime', 'compile-cache') }
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
/** Seconds of each part, and of each file and lint. */
const times = []
const slow = []
/** Tests that passed at their second try only, with what the first one said. */
const retried = []
const secondsSince = (start) => (performance.now() - start) / 1000

/** Resolves with whether the program succeeded; `output` is what it printed, unless it was printed at once. */
function run(args, stdio = 'inherit') {
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', stdio, stdio], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/** The longest first: they run side by side. */
const LINTS = {
  'lint and types': [bin('oxlint/bin/oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
  format: [bin('oxfmt/bin/oxfmt'), '--check', '.'],
  'a RunControl for what takes time': [join(root, 'scripts', 'check-run-control.mjs')],
  // Without its cache: that one does not see a change of a DEPS.list.
  floors: [
    bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    'src-main',
    'src-preload',
    'src-renderer',
    'e2e',
    'bench',
    'assurance',
    'examples',
  ],
  'systems behind their port': [join(root, 'scripts', 'check-systems.mjs')],
  'tables that keep their columns': [join(root, 'scripts', 'check-ignored-format.mjs')],
  languages: [join(root, 'scripts', 'check-locales.mjs')],
  'sentences in Chinese': [join(root, 'scripts', 'check-sentences.ts')],
  'nothing unused': [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
}

async function lint() {
  const waiting = Object.entries(LINTS)
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next
      const start = performance.now()
      const { ok, output } = await run(args, 'pipe')
      if (ok) passed++
      else failed++
      slow.push({ seconds: secondsSince(start), name: `lint: ${name}` })
      process.stdout.write(`${ok ? '' : output}${ok ? '✓' : '✗'} ${name}\n`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

async function test(parts) {
  const file = join(results, `${parts.join('-')}.json`)
  const { ok } = await run([
    bin('vitest/vitest.mjs'),
    'run',
    ...parts.flatMap((part) => PROJECTS[part]).flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests',
  ])
  let report = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // No report: the runner itself failed, which `ok` says.
  }
  passed += report.numPassedTests
  failed += report.numFailedTests
  if (!ok && report.numFailedTests === 0) failed++
  for (const { name, startTime, endTime, assertionResults } of report.testResults) {
    const path = relative(root, name)
    slow.push({ seconds: (endTime - startTime) / 1000, name: path })
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0)
        retried.push(`${path} > ${fullName}\n${failureMessages.join('\n')}\n`)
  }
}

/** The Windows driver, where `npm run test:wine` has set up what that needs. */
async function testWine() {
  const { ok, output } = await run([join(root, 'scripts', 'test-wine.mjs')], 'pipe')
  const [, done = 0, wrong = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  passed += Number(done)
  failed += ok ? 0 : Math.max(1, Number(wrong))
  process.stdout.write(output)
}

for (const parts of runs) {
  const start = performance.now()
  const tests = parts.filter((name) => name !== 'lint')
  await Promise.all([parts.includes('lint') && lint(), tests.length > 0 && test(tests)])
  times.push({ seconds: secondsSince(start), name: parts.join(', ') })
}

const isWineSetUp = existsSync(join(root, '.runtime', 'wine', 'prefix', 'system.reg'))
if (asked.length === 0 && isWineSetUp) {
  const start = performance.now()
  await testWine()
  times.push({ seconds: secondsSince(start), name: 'wine' })
}

const table = (rows) =>
  rows.map(({ seconds, name }) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`).join('')
const slowest = slow.toSorted((one, other) => other.seconds - one.seconds).slice(0, MAX_SLOWEST)
process.stdout.write(
  `\nThe ${slowest.length} slowest:\n${table(slowest)}\nWhere the time went:\n${table(times)}`,
)

if (retried.length > 0)
  process.stdout.write(`\nPassed at the second try only: ${retried.length}\n${retried.join('')}`)

if (asked.length === 0 && !isWineSetUp)
  process.stdout.write(
    '\nNot run: the Windows driver. `npm run test:wine` sets up what it needs, or says what is missing.\n',
  )

const line = `${passed} passed, ${failed} failed`
writeFileSync(join(results, 'line.txt'), `${line}\n`)
process.stdout.write(`\n${line}\n`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
