import { expect, it } from 'vitest'
import { faultsOf, faultsOfRefusals } from './check-sentences.ts'

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

it('of the rest of the program, what it refuses is looked at', () => {
  expect(faultsOfRefusals('x.ts', 'throw new UserError(`Nothing of ${name} is known here.`)')).toEqual([
    'x.ts:1: not known in Chinese: “Nothing of {} is known here.”',
  ])
  expect(faultsOfRefusals('x.ts', "throw new UserError('This server is ending.')")).toEqual([])
  expect(faultsOfRefusals('x.ts', "const prompt = 'Nothing of it is known here.'")).toEqual([])
})
