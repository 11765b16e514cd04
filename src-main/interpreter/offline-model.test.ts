import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTROL_ROLES, CONTROL_STATES, type Control, type WindowInfo } from '../core/desktop.ts'
import { ModelError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'
import {
  appReplySchema,
  evaluationReplySchema,
  hostReplySchema,
  linuxReplySchema,
} from '../models/replies.ts'
import { marker } from '../../src-preload/contract/clause-marker.ts'
import { testWindow } from '../core/testing/desktop.ts'
import { testAction, testAppInput, testStep } from '../models/testing/inputs.ts'
import { createOfflineModel } from './offline-model.ts'
import { Desk, talkAsHost, talkAsLinux } from './testing/desk.ts'

const model = createOfflineModel({ home: '/home/ada' })
const EXAMPLE =
  'open Mousepad, type "naïve café 你好 😀 !@#", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display'

describe.each([
  ['host-app', talkAsHost],
  ['single', talkAsLinux],
])('under the strategy %s', (_, talk) => {
  test('the example of the README is carried out', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: EXAMPLE })
    expect(talked).toMatchObject({ status: 'FINISH', result: '42' })
    expect([...desk.files]).toEqual([['/home/ada/a.txt', 'naïve café 你好 😀 !@#']])
  })

  test('what is not understood fails before anything is done, with the commands that are known', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open Mousepad, make me a sandwich' })
    expect(talked).toMatchObject({ status: 'FAIL', result: expect.stringContaining('“make me a sandwich”') })
    expect(talked.reason).toContain('save [as "PATH"]')
    expect(desk.calls).toEqual([])
  })

  test('several equal controls are a question that lists them, and the answer is acted on', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open form, click OK', answers: ['2'] })
    expect(talked.status).toBe('FINISH')
    expect(talked.questions).toEqual([expect.stringMatching(/1\) button “OK” at .*2\) button “OK” at /)])
    expect(desk.calls.filter((call) => call.startsWith('click_input'))).toHaveLength(1)
  })

  test('an answer that is none of what was listed fails', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open form, click OK', answers: ['the blue one'] })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('the blue one') })
    expect(desk.calls.some((call) => call.startsWith('click_input'))).toBe(false)
  })

  const notes = (says: string | null = 'Delete all 7 notes?') => {
    const desk = new Desk()
    const ask = () => {
      const yes = { role: 'button' as const, name: 'Yes', does: () => desk.close(dialog) }
      const dialog = desk.open('notes', 'Notes', [yes], { kind: 'dialog', modal: true, says })
    }
    desk.open('notes', 'All notes', [
      { role: 'button', name: 'Delete', does: ask },
      { role: 'button', name: 'Delete…', does: ask },
      { role: 'button', name: 'New' },
    ])
    return desk
  }

  test('a message that came with the application stops nothing that is done, and is told', async () => {
    const desk = new Desk()
    desk.open('books', 'My books', [{ role: 'button', name: 'New' }])
    desk.open('books', 'Tip of the day', [{ role: 'button', name: 'Close' }], {
      kind: 'dialog',
      says: 'Did you know?',
    })
    const talked = await talk({ desk, model, request: 'switch to My books, wait 1 s' })
    expect(talked).toMatchObject({ status: 'FINISH' })
  })

  test.each(['click Delete', 'click Delete, wait 1 s', 'click Delete, click New', 'click Delete, type "x"'])(
    'a message that nobody has meant stops “%s”, and is told with its text',
    async (request) => {
      const desk = notes()
      const talked = await talk({ desk, model, request })
      expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('Delete all 7 notes?') })
      expect(desk.calls.filter((call) => /click|type/.test(call))).toEqual(['click_input(Delete)'])
    },
  )

  test('a message whose text can’t be read stops as well', async () => {
    const talked = await talk({ desk: notes(''), model, request: 'click Delete, click New' })
    expect(talked).toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('the dialog “Notes”, whose text can’t be read, is open') as string,
    })
  })

  test.each<[string, string | null]>([
    ['click Delete, click Yes', 'Delete all 7 notes?'],
    ['click Delete, click Yes, click New', 'Delete all 7 notes?'],
    ['click "Delete…"', 'Delete all 7 notes?'],
    ['click "Delete…", wait 1 s', 'Delete all 7 notes?'],
    ['click Delete', null],
  ])('“%s” goes on where the dialog is answered, announced, or no message', async (request, says) => {
    expect(await talk({ desk: notes(says), model, request })).toMatchObject({ status: 'FINISH' })
  })

  test('what no application is called may be a part of the window: “open the site manager”', async () => {
    const desk = new Desk()
    const show = () => void desk.open('transfers', 'Sites', [], { kind: 'dialog', says: null })
    const manager = { role: 'button' as const, name: 'Site Manager', does: show }
    desk.open('transfers', 'Transfers', [manager, { role: 'button', name: 'Quit' }])
    expect(await talk({ desk, model, request: 'open the site manager window' })).toMatchObject({
      status: 'FINISH',
    })
    expect(desk.calls.filter((call) => call.startsWith('click'))).toEqual(['click_input(Site Manager)'])
  })

  test.each<[string, string[]]>([
    ['open the trash', ['launch_application(trash)', 'click_input(Trash)']],
    ['open the stopwatch', ['launch_application(stopwatch)', 'click_input(Stopwatch)']],
    // No part is called so: it is left at the application.
    ['open the wallpaper', ['launch_application(wallpaper)']],
    ['open trash', ['launch_application(trash)']],
  ])('a part of what was started by its keyword: “%s”', async (request, calls) => {
    const desk = new Desk()
    const files = () =>
      desk.open('files', 'Home', [
        { role: 'cell', name: 'Trash' },
        { role: 'cell', name: 'Home' },
        { role: 'tab', name: 'Stopwatch' },
      ])
    for (const keyword of ['trash', 'stopwatch', 'wallpaper']) desk.keywords.set(keyword, files)
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH' })
    expect(desk.calls.filter((call) => /^(?:launch|click)/.test(call))).toEqual(calls)
  })

  test('a part that closes the only window is done, too', async () => {
    const desk = new Desk()
    const leave = { role: 'button' as const, name: 'Exit', does: () => desk.close(window) }
    const window = desk.open('transfers', 'Transfers', [leave])
    expect(await talk({ desk, model, request: 'open the exit' })).toMatchObject({ status: 'FINISH' })
  })

  test.each(['open Site Manager', 'open the application Site Manager'])(
    'what is called as an application is: “%s”',
    async (request) => {
      const desk = new Desk()
      desk.open('transfers', 'Transfers', [{ role: 'button', name: 'Site Manager' }])
      expect(await talk({ desk, model, request })).toMatchObject({
        status: 'FAIL',
        reason: expect.stringContaining('There is no application') as string,
      })
      expect(desk.calls).toEqual(['launch_application(Site Manager)'])
    },
  )

  test('what is neither an application nor in the window fails, and no window is needed for that', async () => {
    const desk = new Desk()
    const talked = () => talk({ desk, model, request: 'open the site manager' })
    expect(await talked()).toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('There is no application') as string,
    })
    desk.open('transfers', 'Transfers', [{ role: 'button', name: 'Quit' }])
    expect(await talked()).toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('No button and no menu item here is called') as string,
    })
    expect(desk.calls.filter((call) => call.startsWith('click'))).toEqual([])
  })

  test('a position needs no question', async () => {
    const desk = new Desk()
    expect(await talk({ desk, model, request: 'open form, click the last OK' })).toMatchObject({
      status: 'FINISH',
      questions: [],
    })
  })

  test('a control that does not come is an error that lists the nearest', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open form, check Wrp everything' })
    expect(talked).toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('Nearest: check box “Wrap lines”'),
    })
    expect(desk.calls.filter((call) => call.startsWith('wait('))).not.toEqual([])
  })

  test('a slip in spelling is let pass', async () => {
    const desk = new Desk()
    expect(
      await talk({ desk, model, request: 'open form, check Warp lines, select Red from Color' }),
    ).toMatchObject({ status: 'FINISH' })
    expect(desk.calls).toEqual(expect.arrayContaining(['set_toggle(Wrap lines)', 'select_item(Colour)']))
  })

  test('an application that is not there ends it with what the launcher says', async () => {
    const talked = await talk({ desk: new Desk(), model, request: 'open moosepad, type "x"' })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('Nearest: mousepad.') })
  })

  test('an act that had another effect than it should ends it with the evidence', async () => {
    const desk = new Desk()
    const effect = (call: string) =>
      call.startsWith('type_text') || call.startsWith('set_edit') ? 'contradicted' : 'confirmed'
    const talked = await talk({ desk, model, request: 'open Mousepad, type "hello", press Ctrl+A', effect })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('The text is “”.') })
    expect(desk.calls).not.toContain('keyboard_input(Ctrl+A)')
  })

  test('what can be repeated without harm is tried once more, a click is not', async () => {
    const desk = new Desk()
    desk.failing.set('set_toggle(Wrap lines)', 'The control does not answer.')
    desk.failing.set('click_input(OK)', 'The control does not answer.')
    const talked = await talk({ desk, model, request: 'open form, check Wrap lines, click the first OK' })
    expect(desk.calls.filter((call) => call === 'set_toggle(Wrap lines)')).toHaveLength(2)
    expect(desk.calls.filter((call) => call === 'click_input(OK)')).toHaveLength(1)
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('does not answer') })
  })

  test('what a person refuses is not tried again', async () => {
    const desk = new Desk()
    const talked = await talk({
      desk,
      model,
      request: 'open form, check Wrap lines',
      refuse: (call) => call === 'set_toggle',
    })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('Refused.') })
  })

  test('several reads become the result, one a line', async () => {
    const desk = new Desk()
    const request = 'open galculator, click 7, read display, click 8, read the display, close galculator'
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH', result: '7\n78' })
    expect(desk.windows).toEqual([])
  })

  test('switching goes back to a window that is open', async () => {
    const desk = new Desk()
    const request =
      'open Mousepad, open galculator, switch to Mousepad, type "x", switch to galculator, click 4, read display'
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH', result: '4' })
    expect(desk.windows.find(({ info }) => info.process_name === 'mousepad')?.parts[1]?.value).toBe('x')
  })

  test('a request without an application is carried out in the active window', async () => {
    const desk = new Desk()
    desk.call('launch_application', { name: 'galculator' })
    expect(await talk({ desk, model, request: 'click 9, read display' })).toMatchObject({
      status: 'FINISH',
      result: '9',
    })
    expect(await talk({ desk: new Desk(), model, request: 'click 9' })).toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('open APP'),
    })
  })

  test.each(['save', 'save, open galculator'])(
    'a document without a file is not saved by “%s”, and the dialog that asks for its name is told',
    async (request) => {
      const desk = new Desk()
      const talked = await talk({ desk, model, request: `open Mousepad, type "new", ${request}` })
      expect(talked.status).toBe('FAIL')
      expect(talked.reason).toContain('Nothing is saved yet: the dialog “Save As” asks for a name')
      expect(desk.calls.filter((call) => call.startsWith('launch'))).toHaveLength(1)
    },
  )

  test('keys that open the dialog are what they are, and the dialog is told', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open Mousepad, type "new", press Ctrl+S' })
    expect(talked.status).toBe('FINISH')
    expect(talked.steps.map(({ comment }) => comment).join(' ')).toContain(
      'Open besides is the dialog “Save As”',
    )
  })

  test('the dialog of a save can be answered by the clauses after it', async () => {
    const desk = new Desk()
    const request = 'open Mousepad, type "new", press Ctrl+S, type "a.txt", click "Save" button'
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH' })
    expect([...desk.files.keys()]).toHaveLength(1)
  })

  test('a file that is there is replaced only through the dialog that asks', async () => {
    const desk = new Desk()
    desk.files.set('/home/ada/a.txt', 'old')
    const talked = await talk({ desk, model, request: 'open Mousepad, type "new", save as "~/a.txt"' })
    expect(talked.status).toBe('FINISH')
    expect(desk.calls).toContain('click_input(Replace)')
    expect(desk.files.get('/home/ada/a.txt')).toBe('new')
  })

  test('the same words assigned twice are done twice', async () => {
    const desk = new Desk()
    const request = 'open galculator, click 7, open galculator, click 7, read display'
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH', result: '7' })
    expect(desk.calls.filter((call) => call === 'click_input(7)')).toHaveLength(2)
  })

  test('the same run is repeated to the letter', async () => {
    const [one, other] = [new Desk(), new Desk()]
    const first = await talk({ desk: one, model, request: EXAMPLE })
    expect(await talk({ desk: other, model, request: EXAMPLE })).toEqual(first)
    expect(other.calls).toEqual(one.calls)
  })

  test('the evaluation says yes of what came off and no of what did not', async () => {
    using run = new RunControl()
    const judge = async (request: string) => {
      const { steps, result } = await talk({ desk: new Desk(), model, request })
      const input = {
        kind: 'evaluation' as const,
        request,
        result,
        trajectory: steps,
        pictures: [],
        tools: [],
      }
      return (await model.ask({ role: 'evaluation', input, schema: evaluationReplySchema }, run)).reply
    }
    expect(await judge(EXAMPLE)).toMatchObject({
      complete: 'yes',
      reason: expect.stringContaining('no model has judged'),
      efficiency: { evaluation: 'yes' },
    })
    expect(await judge('open form, click Nothing')).toMatchObject({
      complete: 'no',
      reason: expect.stringContaining('Nothing'),
    })
  })

  test.each([
    [['open galculator, click 7', 'open galculator, click 8'], 'yes'],
    [['open form, click Nothing', 'open galculator, click 8'], 'no'],
    [['open galculator, click 7', 'open form, click Nothing'], 'no'],
  ])('the evaluation of a conversation of %j says %s', async (requests, complete) => {
    using run = new RunControl()
    const talks = await Promise.all(requests.map((request) => talk({ desk: new Desk(), model, request })))
    const trajectory = talks.flatMap(({ steps }, round) => steps.map((step) => ({ ...step, round })))
    const input = {
      kind: 'evaluation' as const,
      request: '',
      result: null,
      trajectory,
      pictures: [],
      tools: [],
    }
    const { reply } = await model.ask({ role: 'evaluation', input, schema: evaluationReplySchema }, run)
    expect(reply.complete).toBe(complete)
  })
})

describe('whatever is asked, seen and remembered', () => {
  const verbs = fc.constantFrom(
    'open',
    'click',
    'type "x" in',
    'press',
    'read',
    'save as',
    'select',
    'check',
    'close',
    'switch to',
    'scroll down',
    'wait for',
    'set a to',
  )
  const request = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.tuple(verbs, fc.constantFrom('OK', '"a, b"', 'the last field', 'Enter', '7', '"~/x"')))
      .map((all) => all.map((each) => each.join(' ')).join(', ')),
  )
  const control: fc.Arbitrary<Control> = fc.record({
    id: fc.string(), role: fc.constantFrom(...CONTROL_ROLES), name: fc.string({ unit: 'binary' }), value: fc.option(fc.string()), description: fc.option(fc.string()), states: fc.subarray([...CONTROL_STATES]),
    bounds: fc.record({ x: fc.integer(), y: fc.integer(), width: fc.integer(), height: fc.integer() }), window_id: fc.constantFrom('1', '2'), parent: fc.option(fc.string()), depth: fc.nat(), actions: fc.constant<string[]>([]),
  }) // prettier-ignore
  const window: fc.Arbitrary<WindowInfo> = fc.record({
    id: fc.constantFrom('1', '2'), title: fc.string(), process_name: fc.string(), application: fc.string(), pid: fc.option(fc.nat()), bounds: fc.constant({ x: 0, y: 0, width: 1, height: 1 }), active: fc.boolean(), minimized: fc.boolean(),
    kind: fc.constantFrom('normal' as const, 'dialog' as const, 'popup' as const), modal: fc.boolean(), owner: fc.option(fc.string()), says: fc.option(fc.string()), unsaved: fc.boolean(),
  }) // prettier-ignore
  const action: fc.Arbitrary<ActionRecord> = fc.record({
    function: fc.string(), arguments: fc.dictionary(fc.string(), fc.jsonValue()), status: fc.constantFrom('success' as const, 'failure' as const, 'skipped' as const), target: fc.option(fc.string()), result: fc.jsonValue(),
    error: fc.option(fc.string()), effect: fc.constantFrom('confirmed' as const, 'contradicted' as const, null), evidence: fc.option(fc.string()), user_confirm: fc.constantFrom('yes' as const, 'no' as const, null),
  }) // prettier-ignore
  const step: fc.Arbitrary<StepRecord> = fc.record({
    step: fc.nat(), round: fc.nat(), agent: fc.constantFrom('HostAgent', 'AppAgent', 'LinuxAgent'), subtask_index: fc.constantFrom(-1, 0, 1), subtask: fc.option(fc.string()), observation: fc.constant(null), thought: fc.constant(null), plan: fc.constant<string[]>([]),
    status: fc.constantFrom('CONTINUE', 'ASSIGN', 'FINISH'), comment: fc.oneof(fc.string(), fc.constantFrom('clause 1 of 2: a', 'clause 2 of 2 [wait]: b', 'clause 1 of 1 [launch]: c', 'clause 1 of 3 [fill]: d')), result: fc.constant(null), actions: fc.array(action),
  }) // prettier-ignore

  test('a reply fits the schema of its agent, names only ids that are there, and is the same a second time', async () => {
    using run = new RunControl()
    await fc.assert(
      fc.asyncProperty(
        request,
        fc.array(control),
        fc.array(window),
        fc.array(step),
        async (request, controls, windows, history) => {
          const common = {
            request,
            history,
            plan: [],
            blackboard: { questions: [], requests: [], outcomes: [], acts: [] },
            pictures: [],
            tools: [],
            os: '',
            windows,
            previous_subtasks: [],
          }
          const scene = {
            ...common,
            subtask: request,
            host_message: [],
            window: windows[0] ?? null,
            controls,
            difference: null,
            limited: null,
            subtask_index: 0,
          }
          const ask = () =>
            Promise.all([
              model.ask({ role: 'host', input: { kind: 'host', ...common }, schema: hostReplySchema }, run),
              model.ask({ role: 'app', input: { kind: 'app', ...scene }, schema: appReplySchema }, run),
              model.ask({ role: 'linux', input: { kind: 'linux', ...scene }, schema: linuxReplySchema }, run),
            ])
          const [host, app, linux] = await ask()
          expect(await ask()).toEqual([host, app, linux])
          const known = new Set([...controls, ...windows].map(({ id }) => id))
          for (const { arguments: parameters } of [...app.reply.action, ...linux.reply.action, host.reply]) {
            if ('id' in parameters) expect(known).toContain(parameters['id'])
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the model port', () => {
  test('refuses roles of other strategies by name, and embeddings', async () => {
    using run = new RunControl()
    const input = {
      kind: 'host' as const,
      request: '',
      history: [],
      plan: [],
      blackboard: { questions: [], requests: [], outcomes: [], acts: [] },
      pictures: [],
      tools: [],
      os: '',
      windows: [],
      previous_subtasks: [],
    }
    await expect(model.ask({ role: 'subtask_planner', input, schema: hostReplySchema }, run)).rejects.toThrow(
      ModelError,
    )
    await expect(model.ask({ role: 'subtask_planner', input, schema: hostReplySchema }, run)).rejects.toThrow(
      'subtask_planner',
    )
    await expect(model.embed(['a'], run)).rejects.toThrow(ModelError)
  })

  test('costs nothing, wants no pictures, and says that it is offline', async () => {
    using run = new RunControl()
    const input = {
      kind: 'evaluation' as const,
      request: '',
      result: null,
      trajectory: [],
      pictures: [],
      tools: [],
    }
    const { usage, provider } = await model.ask(
      { role: 'evaluation', input, schema: evaluationReplySchema },
      run,
    )
    expect(usage).toEqual({ input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 })
    expect([provider, model.nameOf('host'), model.wantsPictures('app')]).toEqual([
      'offline',
      'offline',
      false,
    ])
  })
})

test('what is not in the chosen window is looked for in the one in front that an act of the same part has opened', async () => {
  const run = new RunControl()
  const main = testWindow({ id: 'main', title: 'Labels', process_name: 'labels', active: false })
  const assistant = testWindow({ id: 'new', title: 'Select Product', process_name: 'labels', active: true })
  const waits = Array.from({ length: 12 }, (_, step) =>
    testStep(step, {
      comment: marker(0, 1, 'wait', 'click Cancel'),
      actions: [testAction('wait', { arguments: { seconds: 0.3 } })],
    }),
  )
  const act = async (before: string[], windows: WindowInfo[]) => {
    const input = testAppInput({
      subtask: 'click Cancel',
      subtask_index: 0,
      history: waits,
      window: main,
      windows,
      windows_before: before,
      controls: [],
    })
    const { reply } = await model.ask({ role: 'app', input, schema: appReplySchema }, run)
    return reply.action.map(({ function: name, arguments: { id } }) => [name, id])
  }
  expect(await act(['main'], [assistant, main])).toEqual([['select_application_window', 'new']])
  expect(await act(['main', 'new'], [assistant, main])).not.toContainEqual([
    'select_application_window',
    'new',
  ])
  const others = { ...assistant, process_name: 'mail' }
  expect(await act(['main'], [others, main])).not.toContainEqual(['select_application_window', 'new'])
})
