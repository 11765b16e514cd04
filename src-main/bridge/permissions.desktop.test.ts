// Permissions that reach further than one act, given in a window, on a real application.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEngine, type Engine } from '../engine.ts'
import { createBridge } from './create-bridge.ts'
import { silentShell } from './testing/shell.ts'
import { MemoryWindow } from './testing/window.ts'

let root = ''
let engine: Engine
let window: MemoryWindow
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-permissions-'))
  await mkdir(join(root, 'home'))
  await mkdir(join(root, 'data'))
  await writeFile(join(root, 'data/config.yaml'), 'display:\n  kind: virtual\n')
  const env = { PATH: process.env['PATH'], HOME: join(root, 'home') }
  engine = await createEngine({ home: join(root, 'data'), env, printLog: () => {} })
  window = new MemoryWindow(createBridge({ engine, shell: silentShell, checkOutput: true }))
})
afterEach(async () => {
  window[Symbol.dispose]()
  await engine[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

const begin = async (request: string) => {
  const { run } = await window.call('start_run', { request, one_shot: true })
  await window.watch(run)
  return run
}
const sensitive = (run: string) => window.view(run).questions.filter(({ kind }) => kind === 'sensitive_step')

it('a permission for always is listed, spares the question the next time, and asks again once it was revoked', async () => {
  const path = join(root, 'home/note.txt')
  await writeFile(path, 'old')
  const request = (text: string) => `open Mousepad, type "${text}", save as "${path}"`
  const first = await begin(request('one'))
  for (let last = ''; ;) {
    const next = await window.until(
      first,
      (view) =>
        typeof view.rounds[0]?.status === 'string' ||
        view.questions.some(
          ({ kind, answer, question }) => kind === 'sensitive_step' && answer === null && question !== last,
        ),
      90_000,
    )
    const open = next.questions.findLast(({ kind, answer }) => kind === 'sensitive_step' && answer === null)
    if (!open) break
    last = open.question
    expect(open.details).toMatchObject({ scopes: ['once', 'run', 'always'], categories: ['overwrite'] })
    await window.call('answer_question', {
      run: first,
      question: open.question,
      answer: { kind: 'sensitive_step', allow: true, scope: 'always' },
    })
  }
  expect(await readFile(path, 'utf8')).toContain('one')
  expect(sensitive(first).map(({ scope, by }) => [scope, by])).toContainEqual(['always', 'person'])
  const { rules } = await window.call('list_rules', {})
  expect(rules.length).toBeGreaterThan(0)
  expect(
    rules.every(
      ({ category, application, run }) =>
        category === 'overwrite' && application === 'mousepad' && run === null,
    ),
  ).toBe(true)

  const second = await begin(request('two'))
  await window.until(second, (view) => view.finished_at !== null || view.status === 'asking', 90_000)
  expect(sensitive(second)).toEqual([])
  expect(await readFile(path, 'utf8')).toContain('two')

  for (const { id } of rules) await window.call('revoke_rule', { id })
  const third = await begin(request('three'))
  const { question } = await window.question(third, 'sensitive_step')
  await window.call('answer_question', {
    run: third,
    question,
    answer: { kind: 'sensitive_step', allow: false, why: 'Keep what is there' },
  })
  const refused = await window.until(third, (view) => view.rounds[0]?.status === 'FAIL', 90_000)
  expect(refused.rounds[0]?.steps.at(-1)?.error ?? refused.rounds[0]?.error).toBeTruthy()
  const acts = refused.rounds[0]?.steps.flatMap(({ actions }) => actions) ?? []
  expect(acts.find(({ error }) => error?.includes('Keep what is there'))).toBeDefined()
  expect(await readFile(path, 'utf8')).toContain('two')
})
