import { expect, it } from 'vitest'
import { startNodeProgram } from './node-program.ts'

it('sending to a program that has ended does not wait for ever', async () => {
  const program = startNodeProgram({
    program: '/nowhere/there-is-no-such-program.mjs',
    args: [],
    env: {},
    name: 'nowhere',
    onLine: () => {},
  })
  expect(await program.gone).toEqual({ inOrder: false, how: 'exit code 1' })
  const sent = program.transport.send({ jsonrpc: '2.0', method: 'hello' }).then(() => 'sent')
  expect(await sent).toBe('sent')
})
