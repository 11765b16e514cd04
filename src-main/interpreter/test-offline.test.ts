import { expect, test } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { testOffline } from './test-offline.ts'

test('the test of a model asks the interpreter of plain commands, too, which is never given a picture', async () => {
  expect(await testOffline(new RunControl())).toEqual({
    reachable: true,
    text: true,
    picture: null,
    json_schema: true,
    ms: expect.any(Number),
    error: null,
  })
})
