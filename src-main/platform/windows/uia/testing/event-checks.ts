// Checks of what applications tell of their changes, against the mock server.
import assert from 'node:assert/strict'
import { watchPictures } from '../../../picture-watch.ts'
import type { loadMock } from './mock-automation.ts'
import type { Check, Desk } from './slow-checks.ts'

/** Milliseconds that an event may take, and in which none has to come. */
const TOLD_MS = 2000
const SILENT_MS = 300
/** Listeners of the whole desktop (focus, windows that open), and of one window (structure, properties). */
const LISTENERS = { everywhere: 2, window: 2 } as const
const BLANK = { rgba: Buffer.alloc(4), width: 1, height: 1, bounds: {} as never }

export const eventChecks = (mock: ReturnType<typeof loadMock>): Check[] => {
  const all = LISTENERS.everywhere + LISTENERS.window
  const listeners = (count: number, { run }: Desk) =>
    run.until(() => (mock.listeners() === count ? true : null), TOLD_MS, 10)
  return [
    {
      title: 'hears at once of structure, properties, the keyboard and new windows, which no picture shows',
      async check({ provider, run, open }) {
        const { window } = await open('standard')
        const told = await provider.heed(window, run)
        assert.equal(mock.listeners(), all)
        for (const what of ['structure', 'property', 'focus', 'opened'] as const) {
          await using watch = await watchPictures(() => Promise.resolve(BLANK), told)
          assert.equal(watch.lastChange(), null)
          const began = performance.now()
          mock.emit(what, window)
          const at = await run.until(() => watch.lastChange(), TOLD_MS, 5)
          assert(at !== null && at >= began, `It hears of ${what}.`)
        }
      },
    },
    {
      title: 'listens to the window of the last watch only, and asks no window twice',
      async check(desk) {
        const { provider, run, open } = desk
        const [one, other] = [(await open('standard')).window, (await open('big')).window]
        const told = await provider.heed(one, run)
        await provider.heed(other, run)
        await provider.heed(other, run)
        assert(await listeners(all, desk), `It has ${mock.listeners()} listeners.`)
        const before = told()
        mock.emit('structure', one)
        await run.sleep(SILENT_MS)
        assert.equal(told(), before)
        mock.emit('structure', other)
        assert(await run.until(() => (told() === before ? null : true), TOLD_MS, 5))
      },
    },
    {
      title: 'listens no longer to what changes for ever, and reads on meanwhile',
      async check(desk) {
        const { provider, run, open } = desk
        const { window } = await open('standard')
        await provider.heed(window, run)
        mock.emit('property', window, 5000)
        assert.equal((await provider.tree(window, 500, run))?.limited, null)
        assert(await listeners(LISTENERS.everywhere, desk), `It has ${mock.listeners()} listeners.`)
        await provider.heed(window, run)
        assert.equal(mock.listeners(), LISTENERS.everywhere)
      },
    },
    {
      title: 'does without events of a window that is gone or does not answer',
      async check({ provider, run, open }) {
        const { window } = await open('standard')
        mock.close(true)
        try {
          assert.equal((await provider.heed(window, run))(), null)
        } finally {
          mock.close(false)
        }
        mock.hang(true)
        try {
          const began = performance.now()
          await provider.heed(mock.window('hanging'), run)
          assert(performance.now() - began < TOLD_MS)
        } finally {
          mock.hang(false)
        }
      },
    },
  ]
}
