import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startDetached } from './start-detached.ts'

test('an application is told the folder in which it runs, not the one of who starts it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'started-'))
  const output = join(folder, 'said')
  const env = { PWD: '/elsewhere', OLDPWD: '/before', KEPT: 'yes' }
  const code = 'console.log(JSON.stringify(process.env), "end")'
  const plan = { application: 'It', command: process.execPath, args: ['-e', code], cwd: folder, env }
  await startDetached({ ...plan, from: process.execPath, configured: false }, output)
  let said = ''
  while (!said.includes('end')) {
    await delay(20)
    said = await readFile(output, 'utf8')
  }
  expect(JSON.parse(said.replace(' end', ''))).toEqual({ PWD: folder, KEPT: 'yes' })
})
