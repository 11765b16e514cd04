import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventBody, TargetSummary } from '../../src-preload/contract/events.ts'
import type { Observation } from '../core/desktop.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { Journal } from '../recorder/journal.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { uiTree } from '../servers/desktop/targeting/ui-tree.ts'
import { findPlan, findRecordedPlan, planPath, readRecordedPlan } from './plan-file.ts'
import { recordedPlanOf, recordRun } from './record.ts'
import { checkSettings } from './replay-options.ts'
import { findByLocator } from './resolving.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deskhand-record-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const WINDOW = testWindow({
  id: '7',
  title: 'Form',
  process_name: 'form',
  bounds: { x: 100, y: 100, width: 200, height: 100 },
})
const CONTROLS = [
  testControl('8', 'Form', { role: 'window', bounds: { x: 100, y: 100, width: 200, height: 100 } }),
  testControl('9', 'Name', { role: 'text', parent: '8', bounds: { x: 110, y: 110, width: 40, height: 20 } }),
  testControl('10', '', { role: 'edit', parent: '8', bounds: { x: 160, y: 110, width: 100, height: 20 } }),
  testControl('11', 'Add', { parent: '8', bounds: { x: 110, y: 150, width: 40, height: 20 } }),
]
const targetOf = (id: string, more: Partial<TargetSummary> = {}): TargetSummary => {
  const control = CONTROLS.find((each) => each.id === id)
  return {
    kind: 'control', application: 'Form', window: 'Form', role: control?.role ?? null, name: control?.name ?? null,
    bounds: control?.bounds ?? null, point: null, ...more,
  } // prettier-ignore
}

const REQUEST = 'fill the form'

interface Done {
  tool: string
  parameters: Record<string, unknown>
  target?: TargetSummary
  status?: 'success' | 'failure'
  effect?: 'confirmed' | 'contradicted'
  result?: unknown
  refused?: boolean
  namespace?: string
  agent?: string
  /** Whether it is the act before once more, which did nothing. */
  again?: boolean
}

/** A run folder with the events, trees and pictures of these acts, one per step. */
async function run(
  acts: Done[],
  {
    status = 'completed',
    trees = true,
    end = null as EventBody[] | null,
    controls = CONTROLS,
    request = REQUEST,
    task = 'demo',
  } = {},
): Promise<RunFolder> {
  const folder = await RunFolder.create(home, task)
  using journal = await Journal.open(folder.eventsPath, { run: folder.name })
  let step = -1
  journal.where = () => ({ round: 0, step })
  journal.emit({ type: 'round_started', request })
  const picture = { path: 'seen.png', width: 200, height: 100, bounds: WINDOW.bounds }
  await folder.saveFile(
    'seen.png',
    await sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  for (const [index, act] of acts.entries()) {
    step = index
    if (trees)
      await folder.saveFile(`ui_trees/ui_tree_step${index}.json`, JSON.stringify(uiTree(WINDOW, controls)))
    const call_id = String(index)
    const target = act.target ?? targetOf('')
    const common = { call_id, tool_name: act.tool }
    const agent = act.agent ?? (act.namespace === 'HostUIExecutor' ? 'HostAgent' : 'AppAgent')
    journal.emit({ type: 'step_started', agent, application: null, subtask: null })
    journal.emit({
      type: 'observed',
      agent,
      window: WINDOW,
      windows: 1,
      controls: 4,
      difference: false,
      picture,
      limited: null,
      ms: 1,
    })
    if (act.again) journal.emit({ type: 'act_repeated', call_id, instead_of: String(index - 1) })
    journal.emit({
      type: 'gate_decided',
      ...common,
      decision: act.refused ? 'refuse' : 'allow',
      categories: [],
      rule: 'r',
      reason: 'not here',
      target,
    })
    if (act.refused) continue
    const namespace = act.namespace ?? 'AppUIExecutor'
    journal.emit({
      type: 'act_started',
      ...common,
      tool_type: 'action',
      namespace,
      parameters: act.parameters,
      target,
      words: `${act.tool} ${index}`,
    })
    journal.emit({
      type: 'act_finished',
      ...common,
      status: act.status ?? 'success',
      result: act.result ?? null,
      error: act.status === 'failure' ? 'It is gone.' : null,
      ms: 1,
    })
    if (act.effect)
      journal.emit({ type: 'effect_verified', call_id, effect: act.effect, evidence: 'Seen.', ms: 1 })
  }
  const finished = {
    status,
    result: null,
    error: null,
    reason: 'finished',
    steps: 1,
    rounds: 1,
    cost: 0,
    log_path: folder.path,
  }
  for (const event of end ?? [{ type: 'session_finished', ...finished } as EventBody]) journal.emit(event)
  await journal.sync()
  return folder
}

const ENDED = { result: null, error: null, reason: 'finished', steps: 1, rounds: 2, cost: 0, log_path: '' }

const click: Done = {
  tool: 'click_input',
  parameters: { id: '11', name: 'Add' },
  target: targetOf('11'),
  effect: 'confirmed',
}
const enter: Done = {
  tool: 'set_edit_text',
  parameters: { id: '10', text: 'Ada' },
  target: targetOf('10'),
  effect: 'confirmed',
}

describe('a finished run becomes a plan', () => {
  test('that says in one line what it does, of all its requests', async () => {
    const end = [
      { type: 'round_started', request: 'press Add\n  then Close ' },
      { type: 'session_finished', status: 'completed', ...ENDED },
    ] as EventBody[]
    const folder = await run([click], { end })
    expect((await recordedPlanOf(folder)).task).toBe('fill the form; press Add; then Close')
  })

  test('whose acts say how each control is found, and have no number of the run', async () => {
    const { recorded, steps, task } = await recordedPlanOf(await run([enter, click]))
    expect(task).toBe('fill the form')
    expect(steps).toEqual(['set_edit_text 0', 'click_input 1'])
    expect(recorded.acts[0]).toMatchObject({
      tool: 'set_edit_text',
      parameters: { text: { value: 'name' } },
      aim: 'id',
      target: {
        role: 'edit',
        name: '',
        label: 'Name',
        path: [{ role: 'window', name: 'Form' }],
        picture: null,
      },
    })
    expect(recorded.values).toEqual({ name: 'Ada' })
    expect(recorded.acts[1]?.parameters).toEqual({ name: 'Add' })
    expect(recorded.acts[1]?.target?.neighbours).toContainEqual({ side: 'above', role: 'text', name: 'Name' })
    const patch = await sharp(Buffer.from(recorded.acts[1]?.target?.picture ?? '', 'base64')).metadata()
    expect([patch.width, patch.height]).toEqual([40, 20])
  })

  test('whose input is not named by a warning that stands beside its field', async () => {
    const controls = CONTROLS.map((control) =>
      control.id === '9' ? { ...control, name: 'Warning: you are root. You may harm your system.' } : control,
    )
    const { recorded } = await recordedPlanOf(await run([enter], { controls }))
    expect(recorded.values).toEqual({ text: 'Ada' })
  })

  test('with every character of a long text', async () => {
    const text = 'line\n'.repeat(60_000)
    const { recorded } = await recordedPlanOf(await run([{ ...enter, parameters: { id: '10', text } }]))
    expect(recorded.values).toEqual({ name: text })
  })

  test('without what failed, was refused or contradicted, or only waited, and says so', async () => {
    const folder = await run([
      { ...click, status: 'failure' },
      { ...click, effect: 'contradicted' },
      { ...click, refused: true },
      { tool: 'wait', parameters: { seconds: 3 } },
      click,
    ])
    const { recorded, steps } = await recordedPlanOf(folder)
    expect(steps).toEqual(['click_input 4'])
    expect(recorded.notes.map((note) => note.slice(0, 40))).toEqual([
      'Left out: click_input: refused (not here)'.slice(0, 40),
      'Left out: “click_input 0”, it failed: It'.slice(0, 40),
      'Left out: “click_input 1”, it did not ha'.slice(0, 40),
    ])
  })

  test('without a word of a try that did nothing and was made once more', async () => {
    const { recorded, steps } = await recordedPlanOf(
      await run([
        { ...click, status: 'failure' },
        { ...click, again: true },
      ]),
    )
    expect(steps).toEqual(['click_input 1'])
    expect(recorded.notes).toEqual([])
  })

  test('with a name for a window that it opens, wherever its number stands', async () => {
    const host = { namespace: 'HostUIExecutor', effect: 'confirmed' as const }
    const { recorded } = await recordedPlanOf(
      await run([
        { ...host, tool: 'launch_application', parameters: { name: 'Form' }, result: { window: WINDOW } },
        {
          ...host,
          tool: 'select_application_window',
          parameters: { id: '7', name: 'Form' },
          result: { window_info: WINDOW },
        },
        click,
      ]),
    )
    expect(recorded.windows).toEqual({ form: { process_name: 'form', title: 'Form' } })
    expect(recorded.acts.map(({ window }) => window)).toEqual(['form', 'form', 'form'])
    expect(recorded.acts[1]?.parameters).toEqual({ id: { window: 'form' } })
  })

  test('of a replay, too: its acts are done with the tools of those that did them first', async () => {
    const folder = await run([
      { ...click, agent: 'ReplayAgent' },
      { ...click, agent: 'ReplayAgent', namespace: 'HostUIExecutor' },
    ])
    const { recorded } = await recordedPlanOf(folder)
    expect(recorded.acts.map(({ agent }) => agent)).toEqual(['AppAgent', 'HostAgent'])
  })

  test('whose secrets are values without a text', async () => {
    const folder = await run([{ ...enter, parameters: { id: '10', text: '[secret]' } }])
    const { recorded } = await recordedPlanOf(folder)
    expect(recorded.values).toEqual({ name: null })
    expect(recorded.notes[0]).toMatch(/secret, which is asked for/)
    expect(() => checkSettings(recorded, { name: 'x' })).toThrow(/is a secret/)
    expect(() => checkSettings(recorded, { town: 'x' })).toThrow(/no value “town”/)
  })

  test('whose click on a point is a click on the same place of what was there', async () => {
    const target = targetOf('11', { kind: 'point', point: { x: 120, y: 165 } })
    const { recorded } = await recordedPlanOf(
      await run([{ tool: 'click_on_coordinates', parameters: { x: 0.1, y: 0.65 }, target }]),
    )
    expect(recorded.acts[0]).toMatchObject({
      aim: 'point',
      offset: { x: 0.25, y: 0.75 },
      target: { name: 'Add' },
    })
  })

  test('whose click on a point, where no tree was kept, has to meet the same control again', async () => {
    const parameters = { x: 0.1, y: 0.65, on: 'desktop' }
    const target = targetOf('11', { kind: 'point', point: { x: 120, y: 165 } })
    const { recorded } = await recordedPlanOf(await run([{ tool: 'click_on_coordinates', parameters, target }], { trees: false }))
    expect(recorded.acts[0]).toMatchObject({ parameters, aim: null, target: { role: 'button', name: 'Add' } })
    expect(recorded.notes).toEqual([expect.stringMatching(/^The tree of “.*” was not kept \(save_ui_tree\): it is clicked only where its point meets/)])
  }) // prettier-ignore

  test('says nothing of a tree for an act that is aimed at no control', async () => {
    const target = targetOf('11', { kind: 'point', point: { x: 120, y: 165 } })
    const { recorded } = await recordedPlanOf(await run([{ tool: 'drag_on_coordinates', parameters: { start_x: 0.1, start_y: 0.1, end_x: 0.2, end_y: 0.2 }, target }], { trees: false }))
    expect(recorded).toMatchObject({ acts: [{ target: null, aim: null }], notes: [] })
  }) // prettier-ignore

  test('of role and name alone where no trees were kept, and says so', async () => {
    const { recorded } = await recordedPlanOf(await run([click], { trees: false }))
    expect(recorded.acts[0]?.target).toMatchObject({ role: 'button', name: 'Add', path: null, picture: null })
    expect(recorded.notes[0]).toMatch(/save_ui_tree/)
  })

  test('of a session that waits for its next request, without ending it; of one that works, or whose request has failed, it is refused', async () => {
    const round = (status: string, error: string | null): EventBody => ({
      type: 'round_finished',
      status,
      result: null,
      error,
      steps: 1,
      cost: 0,
    })
    const waits: EventBody = {
      type: 'question_asked',
      question: 'q',
      kind: 'new_request',
      text: 'What next?',
      choices: [],
      call_id: null,
      details: null,
    }
    const { recorded } = await recordedPlanOf(await run([click], { end: [round('FINISH', null), waits] }))
    expect(recorded.acts).toHaveLength(1)
    const failed = await run([click], { end: [round('FAIL', 'It is gone.'), waits] })
    await expect(recordedPlanOf(failed)).rejects.toThrow(/failed: a replay would end/)
    const works = await run([click], { end: [] })
    await expect(recordedPlanOf(works)).rejects.toThrow(/has not ended/)
  })

  test.each([
    ['failed', [click], /failed/],
    ['stopped', [click], /was stopped/],
    ['completed', [], /did nothing/],
  ])('only when it was completed and did something: %s', async (status, acts, message) => {
    await expect(recordedPlanOf(await run(acts, { status }))).rejects.toThrow(message)
  })
})

describe('a plan file', () => {
  test('is written once, and replaced only where that is wished', async () => {
    const folder = await run([click])
    const path = planPath(home, 'my plan')
    expect(path).toBe(join(home, 'plans', 'my plan.json'))
    await recordRun(folder, { home, path, replace: false })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await expect(recordRun(folder, { home, path, replace: false })).rejects.toThrow(/already/)
    await recordRun(folder, { home, path, replace: true })
    expect(await findPlan(home, 'my plan')).toBe(path)
    expect((await readRecordedPlan(path))?.recorded.acts).toHaveLength(1)
  })

  test('of a name is no file of that name in the folder where one is', async () => {
    const path = planPath(home, 'Report')
    await recordRun(await run([click]), { home, path, replace: false })
    const here = process.cwd()
    const inbox = join(home, 'inbox')
    await mkdir(inbox)
    for (const name of ['Report', 'Other'])
      await writeFile(join(inbox, name), '{"task":"evil","steps":["x"]}')
    try {
      process.chdir(inbox)
      expect(await findPlan(home, 'Report')).toBe(path)
      expect(await findPlan(home, './Report')).toBe(join(inbox, 'Report'))
      expect(await findPlan(home, 'Other')).toBe(join(inbox, 'Other'))
      expect(await findRecordedPlan(home, 'Report')).toBe(path)
      await expect(findRecordedPlan(home, 'Other')).rejects.toThrow(/There is no plan “Other”/)
      await expect(findRecordedPlan(home, './Report')).rejects.toThrow()
    } finally {
      process.chdir(here)
    }
  })

  test('is called as its run, where that has a name', async () => {
    const { path } = await recordRun(await run([click]), { home, path: null, replace: true })
    expect(basename(path)).toBe('demo.json')
  })

  test('is called as the request of its run, which has one', async () => {
    const first = await recordRun(await run([click], { task: '' }), { home, path: null, replace: true })
    expect(basename(first.path)).toBe(`${REQUEST}.json`)
    // Another run of the same request is another plan.
    const other = await run([click], { task: '' })
    const second = await recordRun(other, { home, path: null, replace: true })
    expect(basename(second.path)).toBe(`${REQUEST} 2.json`)
    const moved = join(home, 'plans', 'mine.json')
    await rename(second.path, moved)
    expect(await recordRun(other, { home, path: null, replace: true })).toMatchObject({ path: moved })
  })

  test.each([
    ['Open ~/docs/a.json', 'Open docs a.json'],
    ['“把报告打开”', '把报告打开.json'],
    [`${'word '.repeat(12)}longer`, `${'word '.repeat(12).trim()}.json`],
    ['…', null],
  ])('of “%s” is called %s', async (request, name) => {
    const folder = await run([click], { request, task: '' })
    const { path } = await recordRun(folder, { home, path: null, replace: true })
    expect(basename(path)).toBe(name ?? `${folder.name}.json`)
  })

  test('that is not there is missed with the names of those that are', async () => {
    await expect(findPlan(home, 'other')).rejects.toThrow(/no plan was recorded yet/)
    await recordRun(await run([click]), { home, path: planPath(home, 'my plan'), replace: false })
    await expect(findPlan(home, 'other')).rejects.toThrow(/no recorded plan of that name; there are: my plan/)
    await expect(findPlan(home, join(home, 'none.json'))).rejects.toThrow(/^There is no plan and no folder .*none\.json\.$/)
    await expect(findPlan(home, '')).rejects.toThrow(/no name/)
  }) // prettier-ignore

  test('that can’t be written is a fault with a mend', async () => {
    const folder = await run([click])
    await expect(
      recordRun(folder, { home, path: join(folder.eventsPath, 'x.json'), replace: false }),
    ).rejects.toThrow(/can’t be written: .* Give another place/)
  })

  test('has a name that is no path in disguise', () => {
    for (const name of ['..', '.hidden', '', '~x', 'a\0b'])
      expect(() => planPath(home, name)).toThrow(/no name/)
  })

  test.each([
    [{ version: 2, acts: [] }, /newer Deskhand/],
    [{ version: 1 }, /recorded:/],
    ['nonsense', /recorded:/],
  ])('that can’t be used says why: %j', async (recorded, message) => {
    const path = join(home, 'bad.json')
    await writeFile(path, JSON.stringify({ task: 't', steps: ['one'], recorded }))
    await expect(readRecordedPlan(path)).rejects.toThrow(message)
  })

  test('names what it refers to and does not have', async () => {
    const folder = await run([enter])
    const plan = await recordedPlanOf(folder)
    const path = join(home, 'bad.json')
    const broken = [
      { ...plan, steps: [] },
      { ...plan, recorded: { ...plan.recorded, values: {} } },
      { ...plan, recorded: { ...plan.recorded, windows: {} } },
    ]
    for (const [index, message] of [/belongs to step 0/, /the value “name”/, /the window “form”/].entries()) {
      await writeFile(path, JSON.stringify(broken[index]))
      await expect(readRecordedPlan(path)).rejects.toThrow(message)
    }
  })

  test('that was written by hand has nothing recorded', async () => {
    const path = join(home, 'hand.json')
    await writeFile(path, JSON.stringify({ task: 't', steps: ['one'] }))
    expect(await readRecordedPlan(path)).toBeNull()
  })
})

describe('of two controls that fit alike', () => {
  /** Left a vertical stripe, right a horizontal one, both in another brightness than recorded. */
  const shown = async (dark: string, light: string): Promise<Buffer> =>
    sharp({ create: { width: 200, height: 100, channels: 3, background: light } })
      .composite([
        { input: { create: { width: 10, height: 40, channels: 3, background: dark } }, left: 25, top: 10 },
        { input: { create: { width: 40, height: 10, channels: 3, background: dark } }, left: 110, top: 25 },
      ])
      .png()
      .toBuffer()
  const button = (id: string, x: number) =>
    testControl(id, '', { bounds: { x, y: 10, width: 40, height: 40 } })
  const locator = (picture: string | null) => ({
    role: 'button' as const,
    name: '',
    window: 'Demo',
    path: [],
    order: null,
    label: null,
    neighbours: [],
    picture,
  })
  const observation = async (): Promise<Observation> => ({
    windows: [],
    window: null,
    controls: [button('left', 10), button('right', 110)],
    picture: {
      data: (await shown('#404040', '#a0a0a0')).toString('base64'),
      width: 200,
      height: 100,
      bounds: { x: 0, y: 0, width: 200, height: 100 },
    },
    limited: null,
  })
  const patch = async (left: number): Promise<string> =>
    (
      await sharp(await shown('#000000', '#ffffff'))
        .extract({ left, top: 10, width: 40, height: 40 })
        .png()
        .toBuffer()
    ).toString('base64')

  test('the one that looks as it was recorded is taken, in any brightness', async () => {
    expect(await findByLocator(locator(await patch(10)), await observation())).toMatchObject({ id: 'left' })
    expect(await findByLocator(locator(await patch(110)), await observation())).toMatchObject({ id: 'right' })
  })

  test('none is taken where no picture tells them apart', async () => {
    expect(await findByLocator(locator(null), await observation())).toMatchObject({ kind: 'missing' })
    expect(await findByLocator(locator(await patch(60)), await observation())).toMatchObject({
      kind: 'missing',
    })
  })
})
