// What a person shows by hand on a real virtual desktop becomes a plan, which then does the same by itself.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'
import type { PersonInput } from '../../src-preload/contract/person-input.ts'
import { createEngine, type Engine } from '../engine.ts'
import { createBridge } from './create-bridge.ts'
import { silentShell } from './testing/shell.ts'
import { MemoryWindow } from './testing/window.ts'

const PROJECT = join(import.meta.dirname, '../..')
const FORM = join(PROJECT, 'e2e/support/form.py')
/** Another accessibility client than Deskhand’s own. */
const WALK = join(PROJECT, 'src-main/platform/linux/atspi/testing/walk.py')
const walkedSchema = z.array(
  z.object({
    role: z.string(),
    name: z.string(),
    x: z.number().default(0),
    y: z.number().default(0),
    width: z.number().default(0),
    height: z.number().default(0),
    text: z.string().nullable(),
    focused: z.boolean(),
  }),
)

type Walked = z.infer<typeof walkedSchema>[number]

let root = ''
let engine: Engine
let window: MemoryWindow
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-watch-me-'))
  await mkdir(join(root, 'home'))
  await mkdir(join(root, 'data'))
  const form = `/usr/bin/python3 ${FORM} ${root}/form.json Add name,code,member`
  await writeFile(
    join(root, 'data/config.yaml'),
    `display:\n  kind: virtual\napplications:\n  Form: ${form}\n`,
  )
  const env = { PATH: process.env['PATH'], HOME: join(root, 'home') }
  engine = await createEngine({ home: join(root, 'data'), env, printLog: () => {} })
  window = new MemoryWindow(createBridge({ engine, shell: silentShell, checkOutput: true }))
})
afterEach(async () => {
  window[Symbol.dispose]()
  await engine[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

/** A person at the desktop of a run that has done its request. */
async function handOn(request: string) {
  const { run } = await window.call('start_run', { request })
  await window.watch(run)
  await window.question(run, 'new_request')
  await window.call('take_over', { run })
  await window.call('watch_hand', { run })
  const record = z
    .object({ env: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(root, 'data/desktops', `${run}.json`), 'utf8')))
  const does = (...inputs: PersonInput[]) => window.call('person_input', { run, inputs })
  const walk = async () => {
    const { stdout } = await promisify(execFile)('/usr/bin/python3', [WALK], {
      env: { ...process.env, ...record.env },
    })
    return walkedSchema.parse(JSON.parse(stdout))
  }
  const where = async (role: string, name: string | RegExp, nth = 0) => {
    const is = (each: Walked) =>
      each.role === role && (typeof name === 'string' ? each.name === name : name.test(each.name))
    let all: Walked[] = []
    let found: Walked | undefined
    // A dialog that has just come may still move: a click at its first place would miss.
    for (let looks = 0, before = ''; looks < 40; looks++) {
      all = await walk()
      found = all.filter(is)[nth]
      const place = found ? `${found.x} ${found.y} ${found.width} ${found.height}` : ''
      if (found && place === before) break
      before = place
    }
    if (!found)
      throw new Error(
        `No ${role} ${String(name)}: ${all.map((each) => `${each.role} ${each.name}`).join(', ')}`,
      )
    return { x: Math.round(found.x + found.width / 2), y: Math.round(found.y + found.height / 2) }
  }
  const button = (
    point: { x: number; y: number },
    named: 'left' | 'right' = 'left',
  ): [PersonInput, PersonInput] => [
    { type: 'button', point, button: named, down: true },
    { type: 'button', point, button: named, down: false },
  ]
  return {
    run,
    does,
    walk,
    where,
    click: async (role: string, name: string | RegExp, nth = 0) =>
      does(...button(await where(role, name, nth))),
    button,
    typesInto: async (is: (field: Walked) => boolean) =>
      (await walk()).some((each) => each.role === 'text' && each.focused && is(each)),
    ends: () => window.call('unwatch_hand', { run }),
  }
}
const keys = (...names: string[]): PersonInput[] =>
  names.flatMap((key) => [
    { type: 'key', key, down: true },
    { type: 'key', key, down: false },
  ])
const typed = (text: string) => keys(...Array.from(text))
const chord = (held: string, key: string): PersonInput[] => [
  { type: 'key', key: held, down: true },
  ...keys(key),
  { type: 'key', key: held, down: false },
]

/** Keeps the plan, and carries it out on a desktop of its own. */
async function again({ object, steps, inputs }: WatchedPlan, set: Record<string, string> = {}) {
  const name = 'shown'
  await window.call('save_plan', {
    name,
    was: null,
    task: 'Do what was shown',
    object,
    close: false,
    steps: steps.map((words) => ({ words, from: null })),
    inputs,
  })
  const { run } = await window.call('start_run', {
    request: null,
    plan: { plan: name, set },
    one_shot: true,
    yes_to: ['unknown'],
  })
  await window.watch(run)
  return window.until(run, ({ finished_at: at, status }) => at !== null || status === 'asking', 90_000)
}
const written = async (path: string) => readFile(path, 'utf8').catch(() => '')

it('a form: corrected text by its label, a box and a button; the password is in no draft, and the plan fills it again', async () => {
  const hand = await handOn('open Form')
  await hand.click('text', /^/)
  await hand.does(...typed('Anx'), ...keys('Backspace'), ...typed('a'))
  // All at once: the tree says later than the keyboard where the focus is.
  await hand.does(...keys('Tab'), ...typed('hunter2'))
  await hand.click('check box', 'Member')
  await hand.click('push button', 'Add')
  await expect.poll(() => written(join(root, 'form.json'))).toContain('hunter2')
  const plan = await hand.ends()
  expect(JSON.stringify(plan)).not.toMatch(/hunt|unter|nter2/)
  expect(plan).toMatchObject({
    object: 'form',
    steps: ['type "{{Name}}" into "Name"', 'press Tab', 'click "Member"', 'click "Add"'],
    inputs: { Name: 'Ana' },
  })
  expect(plan.notes).toContain('password')

  await rm(join(root, 'form.json'))
  const view = await again(plan, { Name: 'Grace' })
  expect(JSON.parse((await written(join(root, 'form.json'))) || 'null'), JSON.stringify(view.rounds)).toEqual(
    {
      name: 'Grace',
      code: '',
      member: true,
    },
  )
})

it('an editor: a menu, a dialog, a chord and a drag; the plan writes the file again', async () => {
  const hand = await handOn('open Mousepad')
  const path = join(root, 'home/note.txt')
  await hand.does(...typed('Dear Ana'))
  const from = await hand.where('text', /^/)
  await hand.does(
    { type: 'button', point: from, button: 'left', down: true },
    { type: 'move', point: { x: from.x + 60, y: from.y } },
    { type: 'button', point: { x: from.x + 60, y: from.y }, button: 'left', down: false },
  )
  await hand.click('menu', 'File')
  await hand.click('menu item', /^Save As/)
  await hand.where('file chooser', /^/)
  await expect.poll(() => hand.typesInto(({ y }) => y < 100)).toBe(true)
  await hand.does(...chord('Control', 'a'), { type: 'text', text: path })
  await hand.click('push button', 'Save')
  await expect.poll(() => written(path)).toContain('Dear Ana')
  await expect.poll(() => hand.typesInto(({ text }) => text?.includes('Dear Ana') ?? false)).toBe(true)
  await hand.does(...typed('!'), ...chord('Control', 's'))
  await expect.poll(() => written(path)).toContain('!')
  const plan = await hand.ends()
  expect(plan).toMatchObject({ object: 'mousepad', notes: ['gesture'] })
  expect(plan.steps).toEqual([
    'type "{{text}}"',
    'choose File > Save As...',
    'press Ctrl+a',
    'type "{{Name}}" into "Name:"',
    'click "Save"',
    'type "{{text 2}}"',
    'press Ctrl+s',
  ])
  expect(plan.inputs).toEqual({ text: 'Dear Ana', Name: path, 'text 2': '!' })

  await rm(path)
  const other = join(root, 'home/other.txt')
  const view = await again(plan, { Name: other, text: 'Dear Grace' })
  expect(await written(other), JSON.stringify(view.rounds, null, 1)).toContain('Dear Grace')
  expect(await written(path)).toBe('')
})

it('two windows: the second is opened and gone back to; a password at a terminal is no text of the plan', async () => {
  const hand = await handOn('open xfce4-terminal, open galculator')
  await hand.click('toggle button', '7')
  await hand.where('terminal', /^/)
  const terminal = (await hand.walk()).find(({ role }) => role === 'terminal')
  if (!terminal) throw new Error('The terminal is not in the tree.')
  // Its corner is not covered.
  await hand.does(...hand.button({ x: terminal.x + 10, y: terminal.y + terminal.height - 10 }))
  await expect
    .poll(async () => (await hand.walk()).some(({ role, focused }) => role === 'terminal' && focused))
    .toBe(true)
  const command = `stty -echo; echo Password:; read it; echo got $it > ${root}/got.txt`
  await hand.does(...typed(command), ...keys('Enter'))
  await expect
    .poll(async () => (await hand.walk()).some(({ text }) => /\nPassword:\s*$/.test(text ?? '')))
    .toBe(true)
  await hand.does(...typed('hunter2'), ...keys('Enter'))
  await expect.poll(() => written(join(root, 'got.txt'))).toContain('hunter2')
  const plan = await hand.ends()
  expect(JSON.stringify(plan)).not.toContain('hunter2')
  expect(plan).toEqual({
    object: 'galculator',
    steps: [
      'click "7"',
      'open "xfce4-terminal"',
      'click "Terminal"',
      'type "{{text}}"',
      'press Enter',
      'type "{{text 2}}"',
      'press Enter',
    ],
    inputs: { text: command, 'text 2': '' },
    notes: ['unseen'],
  })
})
