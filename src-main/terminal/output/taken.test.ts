import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// As much as the system keeps for the reader and a little more, which does not fill the program's own buffer.
const PROGRAM = `
import { taken } from ${JSON.stringify(join(import.meta.dirname, 'taken.ts'))}
let length = 0
for (; process.stdout.writableLength === 0; length += 1_000) process.stdout.write('x'.repeat(1_000))
process.stderr.write(String(length))
await taken(process.stdout)
process.exit(3)
`

test('a program whose reader is slow ends with its own exit code, and nothing of its output is lost', async () => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM])
  const [written] = (await once(child.stderr, 'data')) as [Buffer]
  let length = 0
  child.stdout.on('data', (data: Buffer) => (length += data.length))
  const [code] = (await once(child, 'close')) as [number]
  expect([code, length]).toEqual([3, Number(written)])
})
