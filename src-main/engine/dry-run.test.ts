import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { absentInteractor } from '../core/interactor.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { scriptedElement, ScriptedPlatform, scriptedWindow } from '../platform/testing/scripted.ts'
import type { PlannedAct, RecordedPlan } from '../replay/plan-file.ts'
import { createGate } from '../safety/create-gate.ts'
import { foreseenWords } from '../../src-preload/contract/foreseen-words.ts'
import { dryRun, foreseeable, opinionOf, ownWordsOf, type Foreseeable } from './dry-run.ts'
import { noSink, readTree } from './inspect.ts'
import { buildStack, type Stack } from './stack.ts'
import { startsOn } from './testing/scripted-engine.ts'

const config = configSchema.parse({ models: { default: { provider: 'offline', model_name: 'offline' } } })

const editor = () =>
  scriptedWindow({
    title: 'Notes',
    processName: 'editor',
    active: true,
    elements: [
      scriptedElement('document', 'Text', { value: 'alpha', states: ['focused'] }),
      scriptedElement('button', 'Count'),
      scriptedElement('button', 'Delete everything'),
    ],
  })
const other = () =>
  scriptedWindow({ title: 'Other', processName: 'other', elements: [scriptedElement('button', 'Stay')] })

describe('a dry run', () => {
  let platform: ScriptedPlatform
  let stack: Stack
  let run: RunControl
  let before = ''
  let written: string[] = []
  const state = () => JSON.stringify(platform.shown)

  beforeEach(async () => {
    platform = new ScriptedPlatform([editor(), other()])
    platform.launch = () => Promise.reject(new Error('Something was launched.'))
    run = new RunControl({})
    written = []
    const gate = createGate({
      policy: config.safety,
      interactor: absentInteractor,
      runId: 'look',
      commands: () => written,
      requests: () => written,
    })
    const desktop = { kind: 'virtual' as const, name: ':99', env: {} }
    stack = await buildStack(
      {
        config,
        desktop,
        gate: opinionOf(gate),
        sink: noSink,
        logger: silentLogger,
        startProgram: startsOn(platform),
      },
      run,
    )
    before = state()
  })

  afterEach(async () => {
    expect([platform.events, platform.actions]).toEqual([[], []])
    expect(state()).toBe(before)
    await stack[Symbol.asyncDispose]()
    run[Symbol.dispose]()
  })

  const tell = async (what: Foreseeable) => {
    const steps = await dryRun(what, stack, '/home/ann', run)
    return steps.map((step) => ({ ...step, reason: step.reasons.map(foreseenWords).join(' ') }))
  }
  const commands = async (request: string) => {
    written.push(request)
    return tell(await foreseeable({ request, plan: null }, config, '/home/ann'))
  }

  test('says of what menus may have, and of files, what can be said now', async () => {
    const steps = await commands('create the folder "~/New", make it bold')
    expect(steps).toMatchObject([
      { outcome: 'would_do', acts: [{ tool_name: 'make_folder' }] },
      { outcome: 'cannot', reason: expect.stringContaining('No menu can be read here.') },
    ])
  })

  test('names the control that is there now, and does nothing to it', async () => {
    expect(await commands('click Count')).toMatchObject([
      {
        words: 'click Count',
        outcome: 'would_do',
        acts: [{ control: { role: 'button', name: 'Count', window: 'Notes' }, asks: null }],
      },
    ])
  })

  test('tells what a person would be asked, and asks nobody', async () => {
    const [step] = await commands('click "Delete everything"')
    expect(step).toMatchObject({ outcome: 'would_do', acts: [{ asks: { categories: ['delete'] } }] })
  })

  test('says that a control which is not there can’t be clicked', async () => {
    const [step] = await commands('click Nowhere')
    expect(step).toMatchObject({ outcome: 'cannot', acts: [] })
    expect(step?.reason).toContain('“Nowhere”')
  })

  test('says of a window that is not open yet only that it would be looked for', async () => {
    const steps = await commands('open galculator, click Count, press Ctrl+S')
    expect(steps.map(({ outcome }) => outcome)).toEqual(['would_do', 'later', 'later'])
    expect(steps[1]).toMatchObject({
      acts: [],
      reason: 'The control would be looked for once “galculator” is open.',
    })
  })

  test('says of what an earlier step may bring about that it would be looked for again', async () => {
    const [, step] = await commands('click Count, click Nowhere')
    expect(step).toMatchObject({ outcome: 'later', reason: expect.stringContaining('“click Count” is done') })
  })

  test('does not say where keys go that an earlier step may have moved', async () => {
    const [, step] = await commands('click Count, press Enter')
    expect(step).toMatchObject({ outcome: 'later', acts: [] })
  })

  test('does not say what would be typed into a cell before the cell has the keyboard', async () => {
    const window = platform.shown[0]
    window?.elements.push(scriptedElement('cell', 'B2', { window: window.handle }))
    before = state()
    const [step] = await commands('type "5" into B2')
    expect(step).toMatchObject({ outcome: 'later', acts: [{ control: { role: 'cell', name: 'B2' } }] })
  })

  test('looks into the window that is switched to, without bringing it to the front', async () => {
    expect(await commands('switch to Other, click Stay')).toMatchObject([
      { outcome: 'would_do' },
      { outcome: 'would_do', acts: [{ control: { name: 'Stay', window: 'Other' } }] },
    ])
  })

  test('does not say where keys go in a window that is not in front', async () => {
    const [, step] = await commands('switch to Other, press Escape')
    expect(step).toMatchObject({
      outcome: 'later',
      reason: 'What has the keyboard is known once “Other” is in front.',
    })
  })

  test('speaks of no other window where one that is opened before may be meant', async () => {
    const steps = await commands('open other, close other')
    expect(steps.map(({ outcome }) => outcome)).toEqual(['would_do', 'later'])
  })

  test('tells which of several controls would be asked about', async () => {
    platform.shown[0]?.elements.push(scriptedElement('button', 'Count', { window: platform.shown[0].handle }))
    for (const [index, element] of (platform.shown[0]?.elements ?? []).entries())
      element.bounds = { ...element.bounds, x: 10, y: 10 + 50 * index, width: 80, height: 30 }
    before = state()
    const [step] = await commands('click Count')
    expect(step).toMatchObject({
      outcome: 'would_do',
      reason: expect.stringMatching(/^Would ask: .*which “Count”/),
    })
  })

  test('follows a recorded plan up to what it opens', async () => {
    const act = (more: Partial<PlannedAct>): PlannedAct => ({
      step: 0,
      agent: 'AppAgent',
      tool: 'click_input',
      namespace: 'AppUIExecutor',
      parameters: {},
      target: null,
      aim: 'id',
      offset: null,
      window: 'notes',
      effect: 'confirmed',
      ...more,
    })
    const target = (name: string) => ({
      role: 'button' as const,
      name,
      window: 'Notes',
      path: null,
      order: null,
      label: null,
      neighbours: [],
      picture: null,
    })
    const host = { agent: 'HostAgent', namespace: 'HostUIExecutor', aim: null }
    const plan: RecordedPlan = {
      task: 'Count',
      steps: ['Click “Gone”', 'Click “Count”', 'Open “calc”', 'Click “7”'],
      object: '',
      close: false,
      recorded: {
        version: 1,
        run: 'r',
        at: '',
        notes: [],
        values: {},
        windows: {
          notes: { process_name: 'editor', title: 'Notes' },
          calc: { process_name: 'calc', title: 'Calculator' },
        },
        acts: [
          act({ target: target('Gone') }),
          act({ step: 1, target: target('Count') }),
          act({ ...host, step: 2, tool: 'launch_application', parameters: { name: 'calc' }, window: 'calc' }),
          act({ step: 3, target: target('7'), window: 'calc' }),
        ],
      },
    }
    const steps = await tell({ kind: 'plan', plan, isOwn: true, set: {} })
    expect(steps.map(({ outcome }) => outcome)).toEqual(['cannot', 'would_do', 'would_do', 'later'])
    expect(steps[1]?.acts[0]?.control).toEqual({ role: 'button', name: 'Count', window: 'Notes' })
    expect(steps[3]?.reason).toBe('It would be looked for once “Calculator” is open.')

    // What goes where the keyboard is has no window of its own: what is in front now is not what will be.
    const typed = act({ step: 1, tool: 'type_text', parameters: { text: 'seven' }, aim: null, window: null })
    const opened = { ...host, tool: 'launch_application', parameters: { name: 'calc' }, window: null }
    const acts = [act(opened), typed, { ...typed, step: 2, namespace: null }]
    const later = await tell({
      kind: 'plan',
      plan: {
        ...plan,
        steps: ['Open “calc”', 'Type “seven”', 'Type “seven”'],
        recorded: { ...plan.recorded, acts },
      },
      isOwn: true,
      set: {},
    })
    for (const step of later.slice(1)) expect(step).toMatchObject({ outcome: 'later', acts: [] })
    expect(later).toHaveLength(3)
    expect(later[1]?.reason).toBe('It would be looked for once “calc” is open.')
  })

  describe('of a plan that a person has written', () => {
    let folder = ''
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'plans-'))
    })
    afterEach(() => rm(folder, { recursive: true, force: true }))
    const foreseenPlan = async (plan: Record<string, unknown>, set: Record<string, string> = {}) => {
      const path = join(folder, 'plan.json')
      await writeFile(path, JSON.stringify({ task: 'Count', ...plan }))
      return foreseeable({ request: null, plan: { path, set } }, config, '/home/ann')
    }

    test('says of each step, with the texts of this time, what its commands would do', async () => {
      const plan = {
        steps: ['click "{{what}}", press Enter', 'make it nice', 'click Nowhere'],
        inputs: { what: '' },
      }
      const what = await foreseenPlan(plan, { what: 'Count' })
      const steps = await tell(what)
      expect(steps.map(({ words, outcome }) => [words, outcome])).toEqual([
        ['click "Count", press Enter', 'later'],
        ['make it nice', 'cannot'],
        ['click Nowhere', 'later'],
      ])
      expect(steps[0]?.acts[0]?.control).toEqual({ role: 'button', name: 'Count', window: 'Notes' })
      expect(steps[1]?.reason).toMatch(/^Not understood: “make it nice”\. Say: set CONTROL/)
      // Nobody here has written it, so its words allow nothing.
      expect(ownWordsOf(what)).toEqual([])
    })

    test('begins with what the plan opens, and refuses one without steps', async () => {
      const steps = await tell(await foreseenPlan({ object: 'galculator', steps: ['click Count'] }))
      expect(steps.map(({ outcome }) => outcome)).toEqual(['would_do', 'later'])
      await expect(foreseenPlan({ steps: [] })).rejects.toThrow(/no steps/)
    })
  })

  test('refuses what a model decides, and what is not understood', async () => {
    const withModel = configSchema.parse({ models: { default: { provider: 'openai', model_name: 'm' } } })
    await expect(foreseeable({ request: 'click Count', plan: null }, withModel, '/home/ann')).rejects.toThrow(
      /A model decides/,
    )
    await expect(commands('make it nice')).rejects.toThrow(/Not understood/)
  })

  test('reads the controls of a window by its name, as `tree` does', async () => {
    const { controls } = await readTree(stack, 'Other', run)
    expect(controls.map(({ name }) => name)).toEqual(['Stay'])
  })
})
