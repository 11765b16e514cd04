import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vitest/config'

// Three projects, so that `scripts/test.mjs` can run the slow ones one file at a time: real desktops share two cores.
const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  environment: 'node',
  expect: { poll: { timeout: 10_000 } },
} as const

export default defineConfig({
  test: {
    projects: [
      {
        // The report holds its style sheet; the windows are tested without theirs.
        plugins: [tailwindcss()],
        test: {
          ...shared,
          css: { include: [/report\.css/] },
          name: 'unit',
          include: [
            'src-main/**/*.test.ts',
            'src-preload/**/*.test.ts',
            'src-renderer/**/*.test.{ts,tsx}',
            'e2e/**/*.test.ts',
            'docs/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.desktop.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'desktop',
          include: ['src-main/**/*.desktop.test.ts'],
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
