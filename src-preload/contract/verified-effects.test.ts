import { expect, test } from 'vitest'
import { verifiedEffects } from './verified-effects.ts'

const act = (status: string, effect: 'confirmed' | 'contradicted' | null = null) => ({ status, effect })

test('an act is what has a verdict or came to nothing: what reads, and what was left out, is none', () => {
  const steps = [
    { actions: [act('success', 'confirmed'), act('success', 'contradicted'), act('skipped')] },
    { actions: [act('success'), act('failure'), act('acting'), act('waiting')] },
  ]
  expect(verifiedEffects(steps)).toEqual({
    steps: 2,
    acts: 3,
    confirmed: 1,
    unconfirmed: 0,
    contradicted: 1,
    undone: 1,
  })
})
