// Waits in a test until something has come about.
import { expect } from 'vitest'

/** Fails the test after 60 s. */
export const until = async (condition: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((next) => setTimeout(next, 5)))
    if (await condition()) return
  expect.fail('It did not come to that.')
}
