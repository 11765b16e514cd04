import { expect, test } from 'vitest'
import type { Role } from '../models/model.ts'
import { waysToWork } from './ways.ts'

const having = (...roles: Role[]) => ({
  nameOf: (role: Role) => (roles.includes(role) ? 'openai/gpt' : 'offline'),
})
const able = (...roles: Role[]) =>
  waysToWork(having(...roles), 'normal')
    .filter(({ missing }) => missing.length === 0)
    .map(({ strategy, mode }) => `${strategy} ${mode}`)

test('plain commands are read by the host and by one agent; the rest names the roles that it lacks', () => {
  expect(able()).toEqual(['host-app normal', 'single normal'])
  expect(waysToWork(having(), 'fast').map(({ missing }) => missing)).toEqual([
    [],
    [],
    ['fast_action_generator'],
    ['operator'],
    ['operator', 'host'],
  ])
})

test('an operator delegated to needs a host that thinks, too', () => {
  expect(able('operator')).toContain('operator normal')
  expect(able('operator')).not.toContain('host-app normal_operator')
  expect(able('operator', 'host')).toContain('host-app normal_operator')
})
