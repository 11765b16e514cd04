import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const CORES = availableParallelism()
/** One more than there are cores: some of them wait for a file or a timer. */
const COMPUTING = CORES + 1
/**
 * Whoever starts programs or drives a desktop waits for them a part of the time. Four such files at once on two cores kept 9 to 14 threads
 * waiting for a processor (measured on a slow machine), and tests that drive applications fell by that; more are no faster.
 */
const WAITING = CORES + 1
const TEST_FILES = '{src-main,src-preload,src-renderer,bench,e2e,docs,scripts,examples}/**/*.test.{ts,tsx}'
const DESKTOP_FILES = '{src-main,examples,e2e}/**/*.desktop.test.ts'
const E2E_FILES = 'e2e/**/*.e2e.ts'

/**
 * Unit tests that start programs or threads, or change what all files of a process share. Each gets a process of its own.
 * `scripts/testing/pure.ts` keeps the list complete: a file that belongs here fails in the project `unit`.
 */
const PROCESSES = [
  'examples/examples.test.ts',
  'scripts/setup.test.ts',
  'scripts/start.test.ts',
  'src-main/aip/server/server.test.ts',
  'src-main/bridge/batch.test.ts',
  'src-main/bridge/handlers/settings.test.ts',
  'src-main/computer/computer.test.ts',
  'src-main/computer/desktop-process.test.ts',
  'src-main/computer/hostile-server.test.ts',
  'src-main/computer/linked-server.test.ts',
  'src-main/computer/local-dispatcher.test.ts',
  'src-main/computer/mcp-check.test.ts',
  'src-main/computer/thread-pool.test.ts',
  'src-main/config/secrets.test.ts',
  'src-main/core/global-state.test.ts',
  'src-main/core/node-program.test.ts',
  'src-main/core/ownership.test.ts',
  'src-main/engine/command-runs.test.ts',
  'src-main/engine/dry-run.test.ts',
  'src-main/engine/experience-runs.test.ts',
  'src-main/engine/model-runs.test.ts',
  'src-main/engine/operator-runs.test.ts',
  'src-main/memory/client.test.ts',
  'src-main/models/annotate.test.ts',
  'src-main/models/test-model.test.ts',
  'src-main/planner/grounding/create-grounding.test.ts',
  'src-main/planner/grounding/picture-text.test.ts',
  'src-main/ocr/ocr.test.ts',
  'src-main/platform/linux/processes.test.ts',
  'src-main/platform/macos/ax-driver.test.ts',
  'src-main/platform/macos/installed.test.ts',
  'src-main/platform/start-detached.test.ts',
  'src-main/recorder/closing.test.ts',
  'src-main/recorder/history/run-history.test.ts',
  'src-main/recorder/run-folder.test.ts',
  'src-main/servers/bash/bash-executor.test.ts',
  'src-main/servers/command-line/command-line-executor.test.ts',
  'src-main/servers/code/code-executor.test.ts',
  'src-main/terminal/other-systems.test.ts',
  'src-main/terminal/output/taken.test.ts',
]

/** Each takes another thing for Electron: what one has loaded with its own would be used by the next. */
const ELECTRON = 'src-main/electron/**/*.test.ts'

/** They share the libraries, the store and the document: `openWindow` begins anew with each window. */
const WINDOWS = 'src-renderer/**/*.test.tsx'

/** Tests of latencies and of the brake: what else runs beside them would be measured with them. */
const ALONE = ['e2e/app-brake.e2e.ts', 'e2e/brake.e2e.ts', 'e2e/mouse.e2e.ts']

/**
 * What takes longest, first: what is begun last is waited for with one core. Vitest knows it from the last run; a fresh checkout has
 * none, and would go by the size of the files.
 */
const LONGEST = [
  'e2e/accessibility.e2e.ts',
  'e2e/aip.e2e.ts',
  'e2e/toolkits/toolkits.desktop.test.ts',
  'e2e/replay.e2e.ts',
  'e2e/planner.e2e.ts',
  'e2e/robust.e2e.ts',
  'e2e/pages.e2e.ts',
  'e2e/liars.e2e.ts',
  'e2e/app-crash.e2e.ts',
  'assurance/faults.test.ts',
  'assurance/fuzz.test.ts',
  'e2e/applications/commands.e2e.ts',
  'e2e/applications.e2e.ts',
  'src-main/servers/desktop/applications.desktop.test.ts',
  'src-main/platform/linux/linux-platform.desktop.test.ts',
  'e2e/side-by-side.e2e.ts',
  'e2e/page.e2e.ts',
  'e2e/packaging.e2e.ts',
  'e2e/queue.e2e.ts',
  'src-main/bridge/watch-me.desktop.test.ts',
  'assurance/obeying/obeying.test.ts',
  'docs/seeds.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

for (const file of [...PROCESSES, ...ALONE, ...LONGEST])
  if (!existsSync(join(import.meta.dirname, file)))
    throw new Error(`vitest.config.ts names ${file}, which is not there.`)

const shared = {
  // Bounds, not measures: on a busy machine a program may take many seconds to start, and a test many times its usual time.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  environment: 'node',
  pool: 'forks',
  expect: { poll: { timeout: 60_000 } },
} as const
/**
 * Whoever drives foreign programs on a real desktop gets a second try: a thousand such tests meet a race of a program that is not ours in
 * every other run of a busy machine. `npm test` names who needed it, and why. What judges safety and truth has one try: units,
 * the assurance, the brake, and the programs that lie.
 */
const desktops = { ...shared, hookTimeout: 300_000, retry: 1 } as const

export default defineConfig({
  test: {
    globalSetup: 'scripts/testing/temp-folder.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The report holds its style sheet; the windows are tested without theirs.
        plugins: [tailwindcss()],
        test: {
          ...shared,
          css: { include: [/report\.css/] },
          name: 'unit',
          include: [TEST_FILES],
          exclude: [DESKTOP_FILES, WINDOWS, ELECTRON, ...PROCESSES],
          isolate: false,
          setupFiles: ['scripts/testing/pure.ts'],
          maxWorkers: COMPUTING,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'windows',
          include: [WINDOWS],
          isolate: false,
          setupFiles: ['scripts/testing/pure.ts', 'src-renderer/testing/fresh-stores.ts'],
          maxWorkers: COMPUTING,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'processes',
          include: [ELECTRON, ...PROCESSES],
          maxWorkers: WAITING,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...shared,
          name: 'assurance',
          include: ['assurance/**/*.test.ts'],
          // What is left in memory is measured after a collection.
          execArgv: ['--expose-gc'],
          testTimeout: 300_000,
          maxWorkers: WAITING,
          maxConcurrency: CORES + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...desktops,
          name: 'desktop',
          include: [DESKTOP_FILES],
          exclude: ALONE,
          testTimeout: 300_000,
          maxWorkers: WAITING,
          maxConcurrency: CORES,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...desktops,
          name: 'e2e',
          include: [E2E_FILES],
          exclude: ALONE,
          testTimeout: 600_000,
          maxWorkers: WAITING,
          // Of tests of one file that run side by side: each has a desktop with its applications.
          maxConcurrency: CORES,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...desktops,
          name: 'alone',
          retry: 0,
          include: ALONE,
          testTimeout: 600_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
