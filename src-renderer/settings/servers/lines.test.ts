import { expect, test } from 'vitest'
import { argumentsOf, environmentOf } from './lines.ts'

test('arguments are lines, spaces and all; the environment is NAME=value or refused', () => {
  expect(argumentsOf('-y\n\n a b \n')).toEqual(['-y', ' a b '])
  expect(environmentOf('A=1\n\nB=x=y \n')).toEqual({ A: '1', B: 'x=y ' })
  expect(environmentOf('A=1\nnonsense')).toBeNull()
})
