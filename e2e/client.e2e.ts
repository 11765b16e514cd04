// `deskhand/client` as other programs have it: the built module, by the name that package.json exports.
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { place, withoutDesktop } from './support/deskhand.ts'

const exec = promisify(execFile)
const root = resolve(import.meta.dirname, '..')

test('the example starts a request, hears its effects and is given its result', async () => {
  await using where = await place()
  const env = { ...withoutDesktop(process.env), HOME: where.home, DESKHAND_HOME: where.data }
  const { stdout } = await exec(process.execPath, ['examples/client/sum.mjs'], { cwd: root, env })
  expect(stdout).toMatch(/^confirmed: .*galculator.* has opened\./)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('completed, done: 42')
})

test('a question is asked of the program, and its refusal holds', async () => {
  await using where = await place()
  const path = join(where.home, 'note.txt')
  await writeFile(path, 'old')
  const env = { ...withoutDesktop(process.env), HOME: where.home, DESKHAND_HOME: where.data }
  const request = `open Mousepad, type "new", save as "${path}"`
  const refused = exec(process.execPath, ['examples/client/sum.mjs', request], { cwd: root, env })
  await expect(refused).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('failed') })
})
