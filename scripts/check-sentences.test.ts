import { expect, it } from 'vitest'
import { faultsOf } from './check-sentences.ts'

it('a sentence of the terminal that Chinese does not know, or that is written past its language, is found', () => {
  const source = (text: string) => `shell.stdout.write(${text})`
  expect(faultsOf('x.ts', 'throw userFault(`Nothing of ${name} is known here.`)')).toEqual([
    'x.ts:1: not known in Chinese: “Nothing of {} is known here.”',
  ])
  expect(faultsOf('x.ts', source("'No window is open on this desktop.'"))).toEqual([
    'x.ts:1: written in English alone; `tell` says it: “No window is open on this desktop.”',
  ])
  expect(faultsOf('x.ts', "tell(shell, 'No window is open on this desktop.')")).toEqual([])
  expect(faultsOf('x.ts', source('`${name}: ${state}`'))).toEqual([])
})

it('of the interpreter whole sentences are looked at, and of the rest of the program what it refuses', () => {
  const whole = (source: string) => faultsOf('x.ts', source, 'whole')
  expect(whole("fail('Nothing of it ' + 'is known here.')")).toEqual([
    'x.ts:1: not known in Chinese: “Nothing of it is known here.”',
  ])
  expect(whole("const words = 'nothing of it is known'")).toEqual([])
  const refused = (source: string) => faultsOf('x.ts', source, 'refusals')
  expect(refused('throw new UserError(`Nothing of ${name} is known here.`)')).toEqual([
    'x.ts:1: not known in Chinese: “Nothing of {} is known here.”',
  ])
  expect(refused("throw new ToolError('Nothing of it is known here.')")).toHaveLength(1)
  expect(refused("throw new UserError('This server is ending.')")).toEqual([])
  expect(refused("const prompt = 'Nothing of it is known here.'")).toEqual([])
})
