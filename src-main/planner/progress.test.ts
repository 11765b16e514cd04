import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GlobalState } from '../core/global-state.ts'
import { Progress } from './progress.ts'

let folder = ''
let state: GlobalState
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-progress-'))
  state = await GlobalState.open(join(folder, 'state'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const node = (name: string, info = '') => ({ name, info })

test('the next subtask is the one that the file has first, also where another program has written it there', async () => {
  const progress = new Progress(state)
  await progress.plan([node('Save it')])
  await state.setRemainingSubtasks([node('Open it'), node('Save it')])
  expect([await progress.begin(), await progress.begin(), await progress.begin()]).toEqual([
    node('Open it'),
    node('Save it'),
    null,
  ])
})

test('what remains is not forgotten with its file', async () => {
  const progress = new Progress(state)
  await progress.plan([node('Open it'), node('Save it')])
  await writeFile(state.remainingSubtasksPath, 'broken')
  expect(await progress.begin()).toEqual(node('Open it'))
  expect(await state.getRemainingSubtasks()).toEqual([node('Save it')])
})

test('a subtask that has failed is told as its file says', async () => {
  const progress = new Progress(state)
  await state.setFailedSubtasks([node('Save it', 'the disk is full')])
  expect(await progress.failed(node('Save it'))).toEqual(node('Save it', 'the disk is full'))
  expect(await progress.failed(node('Open it', 'as planned'))).toEqual(node('Open it', 'as planned'))
})
