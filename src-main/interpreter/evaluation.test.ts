import { expect, test } from 'vitest'
import { seen } from '../../src-preload/contract/evidence.ts'
import type { ActionRecord, EvaluationInput } from '../models/input.ts'
import { testAction, testStep } from '../models/testing/inputs.ts'
import { judgeRun } from './evaluation.ts'

test('what it counts are acts: neither what it read, nor what was left out behind an act without its effect', () => {
  const leftOut = testAction('click_input', { status: 'skipped', effect: null })
  const actions = [testAction('click_input', { effect: 'contradicted' }), leftOut, leftOut]
  const trajectory = [
    testStep(0, { actions }),
    testStep(1, {
      actions: [testAction('click_input'), testAction('texts', { effect: null })],
      status: 'FINISH',
    }),
  ]
  const input: EvaluationInput = {
    kind: 'evaluation',
    request: 'compute',
    result: 42,
    trajectory,
    pictures: [],
    tools: [],
  }
  const { reason, efficiency } = judgeRun(input)
  expect(reason).toContain('1 of 2 acts are confirmed, 1 contradicted.')
  expect(efficiency).toEqual({ evaluation: 'no', reason: '2 acts in 2 steps, 1 of them for nothing.' })
})

test('a clause that came off another way is done, whatever warning its steps before had', () => {
  const missed = testAction('click_input', {
    status: 'failure',
    effect: null,
    error: 'There is no control 5.',
  })
  const clause = 'save as "~/a.txt"'
  const judged = judgeRun({
    kind: 'evaluation',
    request: clause,
    result: null,
    trajectory: [
      testStep(0, { actions: [missed], comment: `clause 1 of 1 [menu]: ${clause}` }),
      testStep(1, {
        actions: [missed],
        comment: `clause 1 of 1 [menu]: ${clause} Warning: time 3 of the same.`,
      }),
      testStep(2, { actions: [testAction('keyboard_input')], comment: `clause 1 of 1 [keys]: ${clause}` }),
      testStep(3, { status: 'FINISH' }),
    ],
    pictures: [],
    tools: [],
  })
  expect(judged).toMatchObject({ complete: 'yes', sub_scores: [{ name: clause, evaluation: 'yes' }] })
})

test('a file that was written with nothing in it makes “unsure”', () => {
  const told = [{ code: 'file_empty', parameters: { path: '/home/ada/a.txt' } }] as never
  const saved = testAction('keyboard_input', { effect: 'unconfirmed', told })
  const judged = judgeRun({
    kind: 'evaluation',
    request: 'save',
    result: null,
    trajectory: [
      testStep(0, { actions: [saved], comment: 'clause 1 of 1: save' }),
      testStep(1, { status: 'FINISH' }),
    ],
    pictures: [],
    tools: [],
  })
  expect(judged).toMatchObject({
    complete: 'unsure',
    reason: expect.stringContaining('nothing in the file') as string,
  })
})

test('a clause whose control never came has not been carried out, though the waiting for it has', () => {
  const waited = testStep(0, {
    actions: [testAction('wait')],
    comment: 'clause 1 of 1 [wait]: click Nonsense',
  })
  const judge = (status: string) =>
    judgeRun({
      kind: 'evaluation',
      request: 'click Nonsense',
      result: null,
      trajectory: [waited, testStep(1, { status })],
      pictures: [],
      tools: [],
    })
  const score = (evaluation: string) => [{ name: 'click Nonsense', evaluation }]
  expect(judge('FAIL')).toMatchObject({ complete: 'no', sub_scores: score('no') })
  expect(judge('FINISH')).toMatchObject({ complete: 'yes', sub_scores: score('yes') })
})

test('a text that has changed nothing is not in what was saved after it, by whatever menu and dialog', () => {
  const told = (code: string, parameters: Record<string, string> = {}) => [{ code, parameters }] as never
  const path = '/home/ada/d.odg'
  const judged = judgeRun({
    kind: 'evaluation',
    request: 'type "Hello", save as "~/d.odg"',
    result: null,
    trajectory: [
      testStep(0, {
        comment: 'clause 1 of 2: type "Hello"',
        actions: [
          testAction('type_text', {
            effect: 'unconfirmed',
            told: [
              { code: 'typed_unread', parameters: {} },
              { code: 'nothing', parameters: {} },
            ] as never,
          }),
        ],
      }),
      testStep(1, {
        comment: 'clause 2 of 2: save as "~/d.odg"',
        actions: [
          testAction('click_input', { effect: 'confirmed', told: told('menu_opened') }),
          testAction('click_input', {
            effect: 'confirmed',
            told: told('opened', { kind: 'dialog', name: 'Save' }),
          }),
          testAction('set_edit_text', {
            effect: 'confirmed',
            arguments: { text: path },
            told: told('has', { role: 'edit', name: 'Name:', value: path }),
          }),
          testAction('click_input', { effect: 'confirmed', told: told('file_written', { path }) }),
        ],
      }),
      testStep(2, { status: 'FINISH' }),
    ],
    pictures: [],
    tools: [],
  })
  expect(judged.complete).toBe('unsure')
})

test.each([
  ['typed_nowhere', 'pixels', [], 'unsure'],
  ['typed_nowhere', 'appeared', [], 'unsure'],
  ['typed_unread', 'nothing', ['pixels'], 'unsure'],
  ['typed_nowhere', 'pixels', ['no_answer'], 'unsure'],
  ['typed_unread', 'no_answer', ['no_answer'], 'unsure'],
  // Not a pixel has changed by it, so that what a later act shows is that act's.
  ['typed_unread', 'nothing', ['appeared', 'closed'], 'unsure'],
  ['typed_unread', 'pixels', [], 'yes'],
  // What is typed on a control that only seems to have the keyboard is seen after the next act.
  ['typed_nowhere', 'pixels', ['appeared'], 'yes'],
] as const)(
  'a text of which the evidence is “%s” and “%s”, then %j, makes “%s”',
  (first, second, then, complete) => {
    const toldOf = (...codes: string[]) => codes.map((code) => ({ code, parameters: {} })) as never
    const typed = testAction('type_text', {
      effect: 'unconfirmed',
      target: 'cell “Welcome”',
      told: toldOf(first, second),
    })
    const pressed = testAction('keyboard_input', { effect: 'unconfirmed', told: toldOf(...then) })
    const judged = judgeRun({
      kind: 'evaluation',
      request: 'type "milk"',
      result: null,
      trajectory: [
        testStep(0, { actions: [typed, pressed], comment: 'clause 1 of 1: type "milk"' }),
        testStep(1, { status: 'FINISH' }),
      ],
      pictures: [],
      tools: [],
    })
    expect(judged.complete).toBe(complete)
    expect(judged.reason.includes('type_text on cell “Welcome” is to be seen nowhere')).toBe(
      complete === 'unsure',
    )
  },
)

const EMPTIED = seen('now', { role: 'edit', name: 'Message', value: '', was: 'hello' })

test.each<[string, Partial<ActionRecord>, string]>([
  [
    'a message of a failure',
    { told: [seen('appeared', { count: '1', names: 'text “Not saved: read-only”' })] },
    '“Not saved: read-only”',
  ],
  [
    'a dialog that tells of a failure, and is left',
    { told: [seen('opened', { kind: 'dialog', says: 'It could not be saved.' })] },
    '“It could not be saved.”',
  ],
  [
    'a heading by which nothing was sorted',
    { function: 'click_input', effect: 'unconfirmed', target: 'header “Total”', told: [seen('nothing')] },
    'click_input on header “Total” has done anything is not to be seen',
  ],
  [
    'an application that is still at work in the end',
    { told: [seen('now', { role: 'text', value: 'Sending…', was: 'Ready' })] },
    'was still at “Sending…”',
  ],
  [
    'a choice of a list that tells nowhere what it has',
    {
      function: 'select_item',
      effect: 'unconfirmed',
      told: [seen('shown_unread', { role: 'combo box', name: 'City' })],
    },
    'is not to be seen',
  ],
  [
    'a value beyond its range',
    { function: 'set_edit_text', told: [seen('value_still', { value: '10' })] },
    'is still 10',
  ],
  [
    'a text that has become another case in a document',
    {
      function: 'set_edit_text',
      arguments: { text: 'abc' },
      told: [seen('has', { role: 'document', value: 'ABC' }), seen('own_way')],
    },
    'has become “ABC”',
  ],
  [
    'a text of which a field has changed some letters',
    {
      function: 'set_edit_text',
      arguments: { text: 'abc' },
      told: [seen('has', { role: 'edit', value: 'Abc' }), seen('own_way')],
    },
    'has become “Abc”',
  ],
  [
    'Enter that only empties its field',
    { function: 'keyboard_input', arguments: { keys: 'Enter' }, told: [EMPTIED] },
    'is to be seen nowhere',
  ],
  [
    'a line that was typed with its end, and is gone',
    {
      function: 'type_text',
      arguments: { text: 'hello\n' },
      told: [seen('has', { role: 'edit', value: '' })],
    },
    'is to be seen nowhere',
  ],
  [
    'a button that only empties the field',
    { target: 'button “Add”', told: [EMPTIED] },
    'is to be seen nowhere',
  ],
  [
    'a save that leaves the file as it was, under a title that told of unsaved work',
    {
      function: 'keyboard_input',
      arguments: { keys: 'Ctrl+S' },
      told: [
        seen('file_kept', { path: '/home/ada/a.txt', unsaved: 'true' }),
        seen('now', { role: 'text', value: 'Saved', was: 'Ready' }),
      ],
    },
    '/home/ada/a.txt is not written',
  ],
  [
    'keys that save, and nothing changes',
    { function: 'keyboard_input', arguments: { keys: 'Ctrl+S' }, told: [seen('nothing')] },
    'keyboard_input has done anything',
  ],
  [
    'a paste, and nothing changes',
    { function: 'keyboard_input', arguments: { keys: 'Ctrl+V' }, told: [seen('nothing')] },
    'has done anything',
  ],
  [
    'undoing, and nothing changes',
    { function: 'choose_menu', arguments: { path: ['Edit', 'Undo'] }, told: [seen('nothing')] },
    'has done anything',
  ],
  [
    'a file that the application says it has written',
    {
      told: [
        seen('file_not_new', { path: '~/a.txt', said: 'true' }),
        seen('now', { role: 'text', value: 'Saved' }),
      ],
    },
    'there is no such file',
  ],
  [
    'a button that sends, and the application has ended',
    { target: 'button “Send”', told: [seen('closed', { kind: 'normal' }), seen('ended', { name: 'Mail' })] },
    'the application has ended with',
  ],
  [
    'a button, and nothing else looks different',
    { target: 'button “Undo”', told: [seen('pixels', { of: 'pressed' })] },
    'has done anything',
  ],
  [
    'a message that it is undone, and nothing else looks different',
    {
      target: 'button “Undo”',
      told: [seen('now', { role: 'text', name: 'Ready', value: 'Undone' }), seen('pixels', { of: 'said' })],
    },
    'has done anything',
  ],
  [
    'a message of a page that is made anew, and nothing else looks different',
    {
      target: 'button “Delete”',
      told: [
        seen('appeared', { count: '1', names: 'text “Deleted”' }),
        seen('disappeared', { count: '1', names: 'text “Ready”' }),
        seen('pixels', { of: 'said' }),
      ],
    },
    'has done anything',
  ],
  [
    'a message that it is added, and a list looks as before',
    {
      target: 'button “Add”',
      told: [
        seen('now', { role: 'edit', name: 'Name', value: '', was: 'Ada' }),
        seen('now', { role: 'text', name: 'Ready', value: 'Added Ada' }),
        seen('pixels', { of: 'said', beside: 'list' }),
      ],
    },
    'has done anything',
  ],
  [
    'a button, and nothing changes',
    { target: 'button “Send”', told: [seen('nothing')] },
    'has done anything',
  ],
  [
    'a button of a player, and nothing changes',
    { target: 'button “Play”', told: [seen('nothing')] },
    'has done anything',
  ],
  [
    'a file for an application that opens none',
    { function: 'launch_application', told: [seen('takes_no_files', { name: 'Commander', file: 'box' })] },
    'whether “box” was opened is not to be seen',
  ],
  [
    'the start of what is only a keyword of an open application',
    {
      function: 'launch_application',
      told: [
        seen('was_in_front', { name: 'Clocks' }),
        seen('only_keyword', { name: 'Clocks', asked: 'stopwatch' }),
      ],
    },
    'whether “stopwatch” means Clocks is not known',
  ],
  [
    'a copy that reaches no clipboard',
    {
      function: 'keyboard_input',
      arguments: { keys: 'Ctrl+C' },
      told: [seen('not_copied'), seen('nothing')],
    },
    'put nothing into the clipboard',
  ],
])('%s makes it unsure', (_what, more, reason) => {
  const clause = (action: ActionRecord) => ({
    actions: [action],
    comment: 'clause 1 of 1: do it',
    status: 'FINISH',
  })
  const judged = (action: ActionRecord) =>
    judgeRun({
      kind: 'evaluation',
      request: 'do it',
      result: null,
      trajectory: [testStep(0, clause(action))],
      pictures: [],
      tools: [],
    })
  const act = testAction('click_input', { effect: 'unconfirmed', ...more })
  expect(judged(act)).toMatchObject({ complete: 'unsure', reason: expect.stringContaining(reason) })
  expect(judged({ ...act, told: [seen('pixels')] })).toMatchObject({ complete: 'yes' })
})

test.each([
  ['list item “Docs”', 'pixels', 'unsure'],
  ['list item “Docs”', 'appeared', 'yes'],
  ['image “Drawing”', 'pixels', 'yes'],
] as const)('what was dragged, %s, with the evidence “%s” makes it %s', (target, code, complete) => {
  const action = testAction('drag_on_coordinates', { effect: 'unconfirmed', target, told: [seen(code)] })
  const step = testStep(0, { actions: [action], comment: 'clause 1 of 1: drag it', status: 'FINISH' })
  const judged = judgeRun({
    kind: 'evaluation',
    request: 'drag it',
    result: null,
    trajectory: [step],
    pictures: [],
    tools: [],
  })
  expect(judged.complete).toBe(complete)
})

test.each([
  ['group “Icon View”', 'pixels', 'unsure'],
  ['group “Icon View”', 'has', 'yes'],
  ['document “Letter”', 'pixels', 'yes'],
] as const)('what was pasted into %s with the evidence “%s” makes it %s', (target, code, complete) => {
  const pasted = testAction('keyboard_input', {
    effect: 'unconfirmed',
    arguments: { keys: 'Ctrl+V' },
    target,
    told: [seen(code)],
  })
  const judged = judgeRun({
    kind: 'evaluation',
    request: 'paste',
    result: null,
    trajectory: [testStep(0, { actions: [pasted], comment: 'clause 1 of 1: paste', status: 'FINISH' })],
    pictures: [],
    tools: [],
  })
  expect(judged.complete).toBe(complete)
})

test.each([
  ['print it', 'dialog', 'unsure'],
  ['choose "File > Print…"', 'dialog', 'yes'],
  ['print it', 'normal', 'yes'],
])('%s that has opened a window of kind %s is %s', (words, kind, complete) => {
  const told = [seen('opened', { kind, name: 'Print' })]
  const action = testAction('click_input', { effect: 'confirmed', told })
  const step = testStep(0, { actions: [action], comment: `clause 1 of 1: ${words}`, status: 'FINISH' })
  const input = { kind: 'evaluation', request: words, result: null, pictures: [], tools: [] } as const
  expect(judgeRun({ ...input, pictures: [], tools: [], trajectory: [step] })).toMatchObject({ complete })
})

test.each<[string, Partial<ActionRecord>]>([
  ...['Ctrl+End', 'Down', 'Escape', 'Ctrl+A', 'F5'].map((keys): [string, Partial<ActionRecord>] => [
    keys,
    { function: 'keyboard_input', arguments: { keys } },
  ]),
  ['a button that promises no change', { target: 'button “Behind”' }],
  ['such a menu item', { function: 'choose_menu', arguments: { path: ['View', '100 %'] } }],
])('%s may leave everything as it is', (_what, more) => {
  const action = testAction('click_input', { effect: 'unconfirmed', told: [seen('nothing')], ...more })
  const { complete } = judgeRun({
    kind: 'evaluation',
    request: 'do it',
    result: null,
    trajectory: [testStep(0, { actions: [action], comment: 'clause 1 of 1: do it', status: 'FINISH' })],
    pictures: [],
    tools: [],
  })
  expect(complete).toBe('yes')
})

const verdictOn = (...actions: ActionRecord[]) =>
  judgeRun({
    kind: 'evaluation',
    request: 'do it',
    result: null,
    trajectory: [testStep(0, { actions, comment: 'clause 1 of 1: do it', status: 'FINISH' })],
    pictures: [],
    tools: [],
  })

test('a way to save that did nothing counts no more where its own clause wrote the file by another way', () => {
  const keys = testAction('keyboard_input', {
    effect: 'unconfirmed',
    arguments: { keys: 'Ctrl+Shift+S' },
    told: [seen('nothing')],
  })
  const saved = testAction('click_input', { told: [seen('file_written', { path: '/home/ada/a.txt' })] })
  const judged = (second: string) =>
    judgeRun({
      kind: 'evaluation',
      request: 'do it',
      result: null,
      trajectory: [
        testStep(0, { actions: [keys], comment: 'clause 1 of 2 [item]: do it' }),
        testStep(1, { actions: [saved], comment: second, status: 'FINISH' }),
      ],
      pictures: [],
      tools: [],
    }).complete
  expect(judged('clause 1 of 2: do it')).toBe('yes')
  expect(judged('clause 2 of 2: save as "~/a.txt"')).toBe('unsure')
})

test('a field that writes capitals has taken the text, and it is told how', () => {
  const typed = testAction('set_edit_text', {
    effect: 'unconfirmed',
    arguments: { text: 'de' },
    told: [seen('has', { role: 'edit', value: 'DE' }), seen('own_way')],
  })
  const judged = verdictOn(typed)
  expect(judged).toMatchObject({
    complete: 'yes',
    reason: expect.stringContaining('the field writes “de” as “DE”'),
  })
})

test.each<[string, ...Partial<ActionRecord>[]]>([
  [
    'Enter after which a line has come',
    {
      arguments: { keys: 'Enter' },
      told: [EMPTIED, seen('appeared', { count: '1', names: 'list item “hello”' })],
    },
  ],
  [
    'a dialog that asks, and is answered',
    { told: [seen('opened', { kind: 'dialog', says: 'Your changes are not saved. Save them?' })] },
    { function: 'click_input', target: 'button “Yes”', told: [seen('closed', { kind: 'dialog' })] },
  ],
  ...['Saved', 'Loading dock', 'Sending a letter to Bob and Ada'].map(
    (value): [string, Partial<ActionRecord>] => [
      `the message “${value}”`,
      {
        function: 'click_input',
        told: [seen('now', { role: value === 'Loading dock' ? 'list item' : 'text', value, was: '' })],
      },
    ],
  ),
  ['Escape', { arguments: { keys: 'Escape' }, told: [EMPTIED] }],
  ...['OK', 'Create', 'Save and Quit', 'Submit and finish', 'Close'].map(
    (name): [string, Partial<ActionRecord>] => [
      `“${name}” that ends the application`,
      { function: 'click_input', target: `button “${name}”`, told: [seen('ended', { name: 'Form' })] },
    ],
  ),
  [
    'a file that a dialog’s name has not become',
    { function: 'click_input', target: 'button “Save”', told: [seen('file_not_new', { path: '/a' })] },
  ],
  ['a button that clears', { function: 'click_input', target: 'button “Clear”', told: [EMPTIED] }],
  [
    'a button whose effect is seen later',
    { function: 'click_input', target: 'button “Add”', told: [seen('pixels', { of: 'pressed' })] },
    { told: [seen('appeared', { count: '1', names: 'row “1”' })] },
  ],
  [
    'a count that is undone',
    {
      function: 'click_input',
      target: 'button “Undo”',
      told: [seen('now', { role: 'text', value: '4 items', was: '5 items' }), seen('pixels', { of: 'said' })],
    },
  ],
  [
    'a message that it is added, and no list that would show it',
    {
      function: 'click_input',
      target: 'button “Add”',
      told: [seen('now', { role: 'text', value: 'Added Ada' }), seen('pixels', { of: 'said' })],
    },
  ],
  [
    'a message that it is saved',
    {
      function: 'click_input',
      target: 'button “Save”',
      told: [seen('now', { role: 'text', value: 'Successfully saved' }), seen('pixels', { of: 'said' })],
    },
  ],
  [
    'Enter whose line comes later',
    { arguments: { keys: 'Enter' }, told: [EMPTIED] },
    { told: [seen('appeared', { count: '1', names: 'list item “hello”' })] },
  ],
  [
    'a program that has nothing to write, since nothing was changed',
    { arguments: { keys: 'Ctrl+S' }, told: [seen('wrote_nothing', { name: 'Notes' })] },
  ],
  [
    'a file that nobody has changed',
    { arguments: { keys: 'Ctrl+S' }, told: [seen('file_kept', { path: '/a' })] },
  ],
  [
    'a file that is written once its dialog is answered',
    { arguments: { keys: 'Ctrl+S' }, told: [seen('file_kept', { path: '/a', unsaved: 'true' })] },
    { effect: 'confirmed', told: [seen('file_written', { path: '/a' })] },
  ],
])('%s leaves no doubt', (_what, ...acts) => {
  const actions = acts.map((more) => testAction('keyboard_input', { effect: 'unconfirmed', ...more }))
  expect(verdictOn(...actions).complete).toBe('yes')
})

test.each([
  ['only a part of the text', seen('file_cut', { path: '/home/ada/a.txt' })],
  ['only hidden', seen('only_hidden', { names: 'row “Grace”' })],
])('what was saved or removed, and is %s, is unsure', (reason, told) => {
  const act = testAction('click_input', { target: 'button “Go”', effect: 'unconfirmed', told: [told] })
  expect(verdictOn(act)).toMatchObject({
    complete: 'unsure',
    reason: expect.stringContaining(reason) as string,
  })
})

test('a text that is only said to be saved, and no file is written, is unsure', () => {
  const edit = testAction('set_edit_text', { told: [seen('has', { role: 'edit', value: 'Hello' })] })
  const told = [seen('now', { role: 'text', value: 'Saved' }), seen('wrote_nothing', { name: 'Notes' })]
  const save = testAction('click_input', { target: 'button “Save”', effect: 'unconfirmed', told })
  expect(verdictOn(edit, save)).toMatchObject({
    complete: 'unsure',
    reason: expect.stringContaining('it has written nothing to any file') as string,
  })
})

test.each([
  ['Welten', 'World', 'unsure'],
  ['Wor', 'World', 'yes'],
  ['Welten', 'Welten', 'yes'],
])(
  'a text “%s” on a cell “World” that has “%s” afterwards and is saved makes “%s”',
  (text, value, complete) => {
    const told = [seen('has', { role: 'cell', name: 'World', value })]
    const typed = testAction('type_text', { arguments: { text }, effect: 'unconfirmed', told })
    const saved = testAction('keyboard_input', {
      arguments: { keys: 'Ctrl+S' },
      told: [seen('file_written', { path: '/home/ada/de.po' })],
    })
    const judged = judgeRun({
      kind: 'evaluation',
      request: 'type and save',
      result: null,
      trajectory: [
        testStep(0, { actions: [typed], comment: 'clause 1 of 2: type' }),
        testStep(1, { actions: [saved], comment: 'clause 2 of 2: save it' }),
        testStep(2, { status: 'FINISH' }),
      ],
      pictures: [],
      tools: [],
    })
    expect(judged).toMatchObject({ complete })
  },
)

test.each([
  ['button “9”', 'pixels', 'texts', 'unsure'],
  ['toggle button “9”', 'nothing', 'texts', 'unsure'],
  ['button “9”', 'now', 'texts', 'yes'],
  ['button “9”', 'pixels', 'click_input', 'yes'],
  ['tab “Nine”', 'pixels', 'texts', 'yes'],
] as const)(
  'an answer after a click on a %s of which “%s” was seen: %s, %s',
  (target, code, next, complete) => {
    const told = [{ code, parameters: { role: 'edit', name: '', value: '9' } }] as never
    const clicked = testAction('click_input', { effect: 'unconfirmed', target, told })
    const read = testAction(next, { target: 'field “”' })
    const judged = judgeRun({
      kind: 'evaluation',
      request: 'click 9, read display',
      result: '0',
      trajectory: [
        testStep(0, { actions: [clicked], comment: 'clause 1 of 2: click 9' }),
        testStep(1, { actions: [testAction('wait')], comment: 'clause 2 of 2 [wait]: read display' }),
        testStep(2, { actions: [read], comment: 'clause 2 of 2: read display' }),
        testStep(3, { status: 'FINISH' }),
      ],
      pictures: [],
      tools: [],
    })
    expect(judged.complete).toBe(complete)
  },
)

test.each([
  ['set_edit_text', 'popup', 'unsure'],
  ['set_edit_text', 'dialog', 'yes'],
  ['click_input', 'popup', 'yes'],
] as const)('after %s, Enter that only closes a %s: %s', (first, kind, complete) => {
  const told = [seen('closed', { kind, name: 'Rhythmbox' })]
  const entered = testAction('keyboard_input', { effect: 'unconfirmed', arguments: { keys: 'Enter' }, told })
  const put = testAction(first, { effect: 'confirmed', told: [seen('has', { role: 'edit', value: 'love' })] })
  const judged = judgeRun({
    kind: 'evaluation',
    request: 'search for "love"',
    result: null,
    trajectory: [
      testStep(0, { actions: [put, entered], comment: 'clause 1 of 1: search for "love"' }),
      testStep(1, { status: 'FINISH' }),
    ],
    pictures: [],
    tools: [],
  })
  expect(judged.complete).toBe(complete)
})
