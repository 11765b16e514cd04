import { expect, it } from 'vitest'
import { toldModels, usualChoice } from './strategy.ts'

const model = { nameOf: (role: string) => (role === 'app' || role === 'grounding' ? 'offline' : `m/${role}`) }

it('a run of the planner is told by the models of its tools, any other by those of its agents', () => {
  expect(toldModels('planner', model)).toEqual({
    subtask_planner: 'm/subtask_planner', action_generator: 'm/action_generator', fast_action_generator: 'm/fast_action_generator',
    evaluator: 'm/evaluator', evaluation: 'm/evaluation',
  }) // prettier-ignore
  expect(toldModels('host-app', model)).toMatchObject({ host: 'm/host', app: 'offline', linux: 'm/linux' })
})

it('who works is what the configuration says, unless the request, its platform or its mode says it', () => {
  const config = { request: { strategy: 'single' } } as const
  expect(usualChoice(config, {}, 'normal')).toEqual({ strategy: 'single' })
  expect(usualChoice({ request: { strategy: 'auto' } }, {}, 'normal')).toEqual({})
  expect(usualChoice(config, { strategy: 'planner' }, 'normal')).toEqual({})
  expect(usualChoice(config, { platformOverride: 'windows' }, 'normal')).toEqual({})
  expect(usualChoice(config, {}, 'follower')).toEqual({})
})
