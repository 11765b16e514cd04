import { describe, expect, it, test } from 'vitest'
import { chosenStrategy, parseStrategy } from './session-factory.ts'
import { useWorld } from './testing/world.ts'

const world = useWorld()

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

describe('the factory', () => {
  it('keeps the meaning of platform_override', async () => {
    const { factory } = await world({ scripts: [] })
    const typeOf = (platformOverride: string) =>
      factory.createSession({ id: 's', task: 't', platformOverride }).sessionType
    expect([typeOf('windows'), typeOf('Linux')]).toEqual(['Session', 'LinuxSession'])
  })

  it('refuses what does not exist and what is still to come, by name', async () => {
    const { factory } = await world({ scripts: [] })
    expect(() => factory.createSession({ id: 's', task: 't', mode: 'fast' })).toThrow(
      'There is no mode “fast”',
    )
    expect(() => factory.createSession({ id: 's', task: 't', platformOverride: 'amiga' })).toThrow(
      'There is no platform “amiga”',
    )
    expect(() => parseStrategy('fast')).toThrow('There is no strategy “fast”')
    expect(parseStrategy('single')).toBe('single')
  })

  it('refuses a mode and a strategy that do not go together, and lists what does', async () => {
    const { factory } = await world({ scripts: [] })
    const refused = { id: 's', task: 't', mode: 'follower', platformOverride: 'linux' }
    expect(() => factory.createSession(refused)).toThrow(
      /“follower” does not work with the strategy “single”.*normal \(host-app, single, planner, operator\).*follower \(host-app\)/,
    )
    expect(chosenStrategy({ mode: 'batch_normal' })).toBe('host-app')
    expect(chosenStrategy({ mode: 'normal' })).toBeNull()
  })

  it.each(['follower', 'batch_normal'])('the mode %s needs a plan', async (mode) => {
    const { factory } = await world({ scripts: [] })
    expect(() => factory.createSession({ id: 's', task: 't', mode })).toThrow('none was given')
  })
})
