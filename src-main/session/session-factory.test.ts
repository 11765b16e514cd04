import { expect, test } from 'vitest'
import { chosenStrategy } from './session-factory.ts'

const strategyOf = (platformOverride: string, mode: string): string | null => {
  try {
    return chosenStrategy({ platformOverride, mode })
  } catch {
    return null
  }
}

// The table of the reference: platform × mode. Null: refused.
test.each([
  ['windows', 'normal', 'host-app'],
  ['windows', 'service', 'host-app'],
  ['windows', 'follower', 'host-app'],
  ['windows', 'batch_normal', 'host-app'],
  ['windows', 'operator', 'operator'],
  ['windows', 'normal_operator', 'host-app'],
  ['linux', 'normal', 'single'],
  ['linux', 'service', 'single'],
  ['linux', 'follower', null],
  ['linux', 'batch_normal', null],
  ['linux', 'operator', null],
  // There a LinuxSession like any other; here nobody would delegate.
  ['linux', 'normal_operator', null],
  ['constructor', 'normal', null],
])('on %s the mode %s is carried out by the strategy %s', (platform, mode, strategy) => {
  expect(strategyOf(platform, mode)).toBe(strategy)
})

test('what does not go together is refused with the whole table', () => {
  expect(() => chosenStrategy({ platformOverride: 'linux', mode: 'operator' })).toThrow(
    /“operator” does not work with the strategy “single”\. There are: normal \(.*\), .*, operator \(operator\), .*service/,
  )
})
