import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-verify-'))
  await mkdir(at('to'))
  await writeFile(at('a'), 'text of a')
  await writeFile(at('b'), 'b')
})
afterEach(() => rm(folder, { recursive: true }))

/** What is verified of a tool that another process carries out: here, of what the test does in its place. */
async function verified(tool_name: string, parameters: Record<string, unknown>, carryOut: () => Promise<unknown>) {
  await using desktop = await scriptedDesktop([scriptedWindow({ title: 'Any', processName: 'any', bounds: { x: 0, y: 0, width: 640, height: 480 } })])
  await desktop.get('resolve_target', { call_id: 'c', tool_name, parameters })
  await carryOut()
  return await desktop.get('verify_effect', { call_id: 'c', within: 0.05 })
} // prettier-ignore

const nothing = () => Promise.resolve()
const cases = (): [string, Record<string, unknown>, () => Promise<unknown>, string][] => [
  ['copy_files', { files: [at('a')], to: at('to') }, () => copyFile(at('a'), at('to/a')), `“a” is in “${at('to')}”.`],
  ['move_files', { files: [at('a')], to: at('c') }, () => rename(at('a'), at('c')), `“c” is in “${folder}”.`],
  ['rename_files', { folder, names: [{ from: 'a', to: 'b' }, { from: 'b', to: 'a' }] }, async () => {
    await rename(at('a'), at('x'))
    await rename(at('b'), at('a'))
    await rename(at('x'), at('b'))
  }, `2 files are in “${folder}”.`],
  ['make_folder', { path: at('to/new') }, () => mkdir(at('to/new')), `“new” is in “${at('to')}”.`],
  ['trash_files', { files: [at('a'), at('b')] }, async () => {
    await rm(at('a'))
    await rm(at('b'))
  }, '2 files are no longer there.'],
  ['copy_files', { files: [at('a')], to: `${at('made')}/` }, async () => {
    await mkdir(at('made'))
    await copyFile(at('a'), at('made/a'))
  }, `“a” is in “${at('made')}”.`],
  ['run_code', { code: '', results: [{ file: 'y', to: `${at('to')}/` }, { file: 'x', to: at('b') }], replace: true }, async () => {
    await writeFile(at('b'), 'other')
    await writeFile(at('to/y'), '')
  }, `2 files are in “${folder}”.`],
] // prettier-ignore

test.each([0, 1, 2, 3, 4, 5, 6])('work with files that is done is confirmed, else contradicted (%i)', async (index) => {
  const [tool, parameters, carryOut, evidence] = cases()[index] ?? []
  if (!tool || !parameters || !carryOut) throw new Error('no case')
  expect(await verified(tool, parameters, nothing)).toMatchObject({ effect: 'contradicted' })
  expect(await verified(tool, parameters, carryOut)).toMatchObject({ effect: 'confirmed', evidence })
}) // prettier-ignore

test('half a copy, and a move that only copied, are contradicted', async () => {
  const parameters = { files: [at('a')], to: at('to') }
  const half = await verified('copy_files', parameters, () => writeFile(at('to/a'), 'text'))
  expect(half).toMatchObject({ effect: 'contradicted', evidence: expect.stringContaining('not as large') })
  await rm(at('to/a'))
  const moved = await verified('move_files', parameters, () => copyFile(at('a'), at('to/a')))
  expect(moved).toEqual({
    effect: 'contradicted',
    evidence: `“${at('a')}” is still there.`,
    told: [{ code: 'file_left', parameters: { path: at('a') } }],
  })
})
