import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testCaller } from '../testing/caller.ts'
import { labelHandlers } from './labels.ts'

test('names and pins of runs are kept, also those that are given at once, and taken back', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-labels-'))
  onTestFinished(() => rm(home, { recursive: true }))
  let told = 0
  const { list_labels: list, label_run: label } = labelHandlers({ home, changed: () => told++ })
  const labels = async () => (await list({}, testCaller())).labels
  expect(await labels()).toEqual({})
  await Promise.all([
    label({ run: 'a', title: 'The sum', pinned: false }, testCaller()),
    label({ run: 'b', title: null, pinned: true }, testCaller()),
  ])
  const both = { a: { title: 'The sum', pinned: false }, b: { title: null, pinned: true } }
  expect([await labels(), JSON.parse(await readFile(join(home, 'labels.json'), 'utf8')), told]).toEqual([
    both,
    both,
    2,
  ])
  await label({ run: 'b', title: null, pinned: false }, testCaller())
  expect(await labels()).toEqual({ a: both.a })
  await writeFile(join(home, 'labels.json'), '{ half')
  expect(await labels()).toEqual({})
})
