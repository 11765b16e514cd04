import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testCaller } from '../testing/caller.ts'
import { requestHandlers } from './requests.ts'

test('a file that is handed over lies in a folder of its own, whatever its name says', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-attached-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const { keep_attachment: keep } = requestHandlers({ engine: { home, waysToWork: () => [] } })
  const kept = async (name: string) => (await keep({ name, content: 'cG5n' }, testCaller())).path
  const [one, other] = [await kept('../../etc/"passwd"'), await kept('-rf')]
  expect([basename(one), basename(other)]).toEqual(['__.._etc__passwd_', '_rf'])
  for (const path of [one, other]) expect(dirname(dirname(path))).toBe(join(home, 'attachments'))
  expect(await readFile(one, 'utf8')).toBe('png')
})
