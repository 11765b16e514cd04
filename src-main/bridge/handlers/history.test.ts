import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CALLS } from '../../../src-preload/contract/calls.ts'
import { sampleRun } from '../../../src-preload/contract/testing/sample-run.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import { createEngine, type Engine } from '../../engine.ts'
import { readRecordedPlan } from '../../replay/plan-file.ts'
import { RunFolder } from '../../recorder/run-folder.ts'
import { uiTree } from '../../servers/desktop/targeting/ui-tree.ts'
import { testCaller } from '../testing/caller.ts'
import { historyHandlers } from './history.ts'
import { planHandlers } from './plans.ts'
import { rulesHandlers } from './rules.ts'

let home: string
let engine: Engine
const deleted: string[] = []
const caller = testCaller()
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'handlers-'))
  engine = await createEngine({ home, env: process.env, printLog: () => {} })
  deleted.length = 0
})
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

const followed: string[] = []
const follow = (plan: string) => {
  followed.push(plan)
  return Promise.resolve('again')
}
const calls = () => ({
  ...historyHandlers({ runs: engine.runs, writesFiles: false, deleted: (run) => deleted.push(run) }),
  ...planHandlers({ home, runs: engine.runs, changed: () => {}, follow }),
})
async function record(name: string, length = sampleRun().length): Promise<RunFolder> {
  const folder = await RunFolder.create(home, name)
  const lines = sampleRun()
    .slice(0, length)
    .map((event) => `${JSON.stringify(event)}\n`)
  await writeFile(folder.eventsPath, lines.join(''))
  return folder
}

test('the history is listed, searched and counted as the contract says', async () => {
  await record('a')
  const { list_runs, search_runs, read_usage } = calls()
  expect(CALLS.list_runs.output.parse(await list_runs({ limit: null }, caller)).runs).toMatchObject([
    { run: 'a' },
  ])
  const { hits } = CALLS.search_runs.output.parse(
    await search_runs({ text: 'galculator', limit: 10 }, caller),
  )
  expect(hits[0]).toMatchObject({ run: 'a', where: 'request' })
  CALLS.read_usage.output.parse(await read_usage({ days: 30 }, caller))
})

test('a window has a report written beside its run, and nowhere else', async () => {
  const folder = await record('a')
  const { write_report } = calls()
  expect(await write_report({ run: 'a', path: null, format: 'html' }, caller)).toEqual({
    path: folder.resolve('report.html'),
  })
  const elsewhere = join(home, 'elsewhere.html')
  await expect(write_report({ run: 'a', path: elsewhere, format: 'html' }, caller)).rejects.toThrow(
    'as a download',
  )
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT')
})

test('a run is exported as a page and as Markdown', async () => {
  await record('a')
  const { export_run } = calls()
  const page = await export_run({ run: 'a', format: 'html' }, caller)
  expect([page.name, page.type, page.content.slice(0, 15)]).toEqual([
    'a.html',
    'text/html',
    '<!doctype html>',
  ])
  const text = await export_run({ run: 'a', format: 'markdown' }, caller)
  expect([text.name, text.content.slice(0, 17)]).toEqual(['a.md', '# Trajectory Data'])
})

test('a run that has ended is deleted, one that goes on is not, one that was interrupted is closed first', async () => {
  await record('ended')
  await record('open', 9)
  const abandoned = await record('abandoned', 9)
  await writeFile(abandoned.resolve('owner.json'), '{"pid":0}')
  const { delete_run } = calls()
  await delete_run({ run: 'ended' }, caller)
  await delete_run({ run: 'abandoned' }, caller)
  await expect(delete_run({ run: 'open' }, caller)).rejects.toThrow(/Terminate it/)
  await expect(delete_run({ run: '../x' }, caller)).rejects.toThrow(/There is no run/)
  expect([deleted, await RunFolder.names(home)]).toEqual([['ended', 'abandoned'], ['open']])
})

test('the controls of a step are those of the tree that was saved with it, of every depth', async () => {
  const folder = await record('a')
  const bounds = { x: 1, y: 2, width: 30, height: 40 }
  const panel = testControl('1', 'Keys', { role: 'group', parent: null })
  const key = testControl('2', '7', { role: 'button', parent: '1', bounds })
  await folder.saveFile('ui_trees/ui_tree_step3.json', JSON.stringify(uiTree(testWindow({}), [panel, key])))
  const { step_controls } = calls()
  const seen = CALLS.step_controls.output.parse(await step_controls({ run: 'a', step: 3 }, caller))
  expect(seen.controls).toMatchObject([
    { id: '1', role: 'group' },
    { id: '2', role: 'button', name: '7', bounds },
  ])
  expect(await step_controls({ run: 'a', step: 4 }, caller)).toEqual({ controls: [] })
})

test('rules are listed, the newest first, and revoked once', async () => {
  const rules = await engine.rules()
  const rule = { category: 'send' as const, application: 'a', action: null, argument: null, run: null }
  const older = await rules.add({ ...rule, since: 1 })
  const newer = await rules.add({ ...rule, run: 'r1', since: 2 })
  const { list_rules, revoke_rule } = rulesHandlers({ data: engine })
  expect(CALLS.list_rules.output.parse(await list_rules({}, caller)).rules).toEqual([newer, older])
  expect(await revoke_rule({ id: older.id }, caller)).toEqual({ revoked: true })
  expect(await revoke_rule({ id: older.id }, caller)).toEqual({ revoked: false })
  expect((await list_rules({}, caller)).rules).toEqual([newer])
})

test('a completed run is recorded as a plan of its name, and done again by it', async () => {
  await record('a')
  const { record_plan, follow_plan } = calls()
  const made = CALLS.record_plan.output.parse(
    await record_plan({ run: 'a', name: null, replace: true }, caller),
  )
  const { path } = made
  expect(path).toBe(join(home, 'plans', 'a.json'))
  expect((await readRecordedPlan(path))?.recorded.acts).toHaveLength(made.acts)
  expect(await follow_plan({ run: 'a' }, caller)).toEqual({ run: 'again' })
  expect(followed).toEqual([path])
  await expect(record_plan({ run: '../a', name: null, replace: true }, caller)).rejects.toThrow(
    'There is no run',
  )
})
