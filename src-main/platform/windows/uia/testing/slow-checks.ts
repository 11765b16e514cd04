// Checks of applications that answer slowly or not at all, against the mock server.
import assert from 'node:assert/strict'
import type { RunControl } from '../../../../core/run-control.ts'
import type { PlatformElement } from '../../../platform.ts'
import { reportFigure } from '../../testing/report.ts'
import type { UiaProvider } from '../uia-provider.ts'
import type { loadMock, SCENARIOS } from './mock-automation.ts'

export interface Desk {
  provider: UiaProvider
  run: RunControl
  /** Opens a window and reads its tree. */
  open: (scenario: (typeof SCENARIOS)[number], max?: number) => Promise<Opened>
}
interface Opened {
  window: bigint
  elements: PlatformElement[]
  limited: string | null
  ref: (name: string) => string
  named: (name: string) => PlatformElement
}

export interface Check {
  title: string
  check: (desk: Desk) => Promise<void>
}

interface SlowChecksOptions {
  mock: ReturnType<typeof loadMock>
  /** The most controls of a tree. */
  max: number
  /** Milliseconds after which nothing may still be under way. */
  settlesMs: number
  /** Where figures are told. */
  file: string
}

export const slowChecks = ({ mock, max, settlesMs, file }: SlowChecksOptions): Check[] => [
  {
    title: 'goes level by level where the whole tree is slow, and does so at once the next time',
    async check({ open, provider, run }) {
      const { elements, window } = await open('slow')
      assert.equal(elements.length, 10)
      const asked = mock.wholeAsked()
      assert.equal((await provider.tree(window, max, run))?.elements.length, 10)
      assert.equal(mock.wholeAsked(), asked)
    },
  },
  {
    title: 'asks a slow list of 10,000 for its beginning only, and still reaches what comes after it',
    async check({ open }) {
      const { elements, limited } = await open('slow list')
      assert(elements.length < 300)
      assert.match(limited ?? '', /more than 200 entries/)
      assert(elements.some(({ name }) => name === 'last'))
    },
  },
  {
    title: 'does not wait for an application that hangs, and says so',
    async check({ open }) {
      const began = performance.now()
      const { limited } = await open('hung')
      assert(performance.now() - began < 7000)
      assert.match(limited ?? '', /too slowly/)
    },
  },
  {
    title:
      'reads other windows while one hangs, does not ask that one again, and reads it whole once it answers',
    async check({ open, provider, run }) {
      const window = mock.window('hanging')
      const took = async (what: () => Promise<unknown>) => {
        const began = performance.now()
        await what()
        return performance.now() - began
      }
      mock.hang(true)
      try {
        assert.match((await provider.tree(window, max, run))?.limited ?? '', /too slowly/)
        for (let times = 0; times < 3; times++) {
          assert((await took(() => provider.tree(window, max, run))) < 100)
          assert.equal((await open('standard')).limited, null)
        }
      } finally {
        mock.hang(false)
      }
      const whole = async () => {
        const tree = await provider.tree(window, max, run)
        return tree?.elements.length === 10 && tree.limited === null ? true : null
      }
      const ms = await took(async () => assert(await run.until(whole, settlesMs, 10)))
      reportFigure(file, `back from a window that hung: ${ms.toFixed(0)} ms`)
      assert(ms < 500)
      const asked = mock.wholeAsked()
      await provider.tree(window, max, run)
      assert.equal(mock.wholeAsked(), asked + 1, 'It does not count as slow.')
    },
  },
]
