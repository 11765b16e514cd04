import { defineConfig } from 'vitest/config'

// Three projects, so that `scripts/test.mjs` can run the slow ones one file at a time: real desktops share two cores.
const shared = { testTimeout: 30_000, hookTimeout: 60_000, environment: 'node' } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'src-main/**/*.test.ts',
            'src-preload/**/*.test.ts',
            'src-renderer/**/*.test.{ts,tsx}',
            'e2e/**/*.test.ts',
            'docs/**/*.test.ts',
            'examples/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.desktop.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'desktop',
          include: ['src-main/**/*.desktop.test.ts', 'examples/**/*.desktop.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
