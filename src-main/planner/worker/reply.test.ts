import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENT_FUNCTIONS, signatureOf, type Intent } from './agent-api.ts'
import { CallFault } from '../../models/call-lexer.ts'
import { testTool } from '../../models/testing/inputs.ts'
import { parseWorkerPlan } from './reply.ts'

const plan = (call: string) =>
  `(Previous action verification)\nIt worked.\n\n(Screenshot Analysis)\nA window.\n\n(Next Action)\nGo on.\n\n(Grounded Action)\n\`\`\`python\n${call}\n\`\`\`\n`
const intentIn = (call: string) => parseWorkerPlan(plan(call)).intent
const faultIn = (reply: string): string => {
  try {
    return `no fault: ${JSON.stringify(parseWorkerPlan(reply).intent)}`
  } catch (error) {
    if (error instanceof CallFault) return error.message
    throw error
  }
}
const click = (description: string, more: Record<string, unknown> = {}) => ({
  type: 'Click',
  fields: { element_description: description, num_clicks: 1, button_type: 'left', hold_keys: [], ...more },
  wanted: [{ field: 'xy', description, by: 'element' }],
})
const typed = (text: string, where: string | null = null, more: Record<string, unknown> = {}) => ({
  type: 'TypeText',
  fields: { text, element_description: where ?? '', overwrite: false, enter: false, ...more },
  wanted: where === null ? [] : [{ field: 'xy', description: where, by: 'element' }],
})

describe('a worker’s reply', () => {
  it('has the four sections of the seed’s examples', () => {
    const reply =
      '(Previous action verification)\nThe previous action was to open Spotlight Search.\n\n(Screenshot Analysis)\nThe Dock is visible.\n\n(Next Action)\nClick the Maps application icon in the dock to open it.\n\n(Grounded Action)\n```python\nagent.click("The Maps application icon in the dock, which is a blue icon with a white map symbol", 1, "left")\n```'
    expect(parseWorkerPlan(reply)).toEqual({
      verification: 'The previous action was to open Spotlight Search.',
      analysis: 'The Dock is visible.',
      next_action: 'Click the Maps application icon in the dock to open it.',
      grounded_action:
        'agent.click("The Maps application icon in the dock, which is a blue icon with a white map symbol", 1, "left")',
      intent: click('The Maps application icon in the dock, which is a blue icon with a white map symbol'),
      done: null,
      further: [],
    })
  })

  it('may say with its last action that the subtask is done then, with an answer', () => {
    const { intent, done } = parseWorkerPlan(plan('agent.click("Save")\nagent.done("42")'))
    expect([intent.type, done?.type, done?.fields]).toEqual(['Click', 'Done', { return_value: '42' }])
  })

  it.each([
    ['on lines of their own', plan('agent.click("A")\nagent.type(text="b")\nagent.done("42")')],
    ['on one line', plan('agent.click("A"); agent.type(text="b"); agent.done("42")')],
    [
      'in blocks',
      `${plan('agent.click("A")')}\n\`\`\`python\nagent.type(text="b")\nagent.done("42")\n\`\`\``,
    ],
  ])('may have several calls, %s', (_, reply) => {
    const { intent, done, further } = parseWorkerPlan(reply)
    expect([intent, done]).toEqual([click('A'), null])
    expect(further).toEqual([
      {
        grounded_action: 'agent.type(text="b")',
        intent: typed('b'),
        done: { type: 'Done', fields: { return_value: '42' }, wanted: [] },
      },
    ])
  })

  it('is read from its last “Grounded Action”, and without any from the call alone', () => {
    const twice = `(Grounded Action)\n\`\`\`python\nagent.fail()\n\`\`\`\n${plan('agent.done()')}`
    expect(parseWorkerPlan(twice).intent.type).toBe('Done')
    expect(parseWorkerPlan('agent.done()').intent.type).toBe('Done')
  })

  it('may type text that looks like a heading, a fence or a call', () => {
    const text = '(Grounded Action)\nagent.fail()'
    expect(intentIn(`agent.type(text="""${text}""")`)).toEqual(typed(text))
    expect(intentIn('agent.type(text="done, fail or wait")')).toEqual(typed('done, fail or wait'))
  })
})

describe('the worst argument forms', () => {
  it.each<[string, string, unknown]>([
    ['single quotes', "agent.click('OK')", click('OK')],
    ['an apostrophe inside of double quotes', `agent.click("the person's name")`, click("the person's name")],
    ['an escaped apostrophe', String.raw`agent.click('the person\'s name')`, click("the person's name")],
    ['escaped double quotes', String.raw`agent.click("the \"OK\" button")`, click('the "OK" button')],
    ['triple quotes', 'agent.click("""the OK button""")', click('the OK button')],
    ['typographic quotes', 'agent.click(“the OK button”)', click('the OK button')],
    ['Chinese quotes', 'agent.click(「确定」)', click('确定')],
    [
      'brackets inside of the text',
      'agent.click("the button (blue) [1] {2}")',
      click('the button (blue) [1] {2}'),
    ],
    ['an open bracket inside of the text', 'agent.click("smile :( here")', click('smile :( here')],
    ['a comma and an equals sign inside', 'agent.click("a, b=c")', click('a, b=c')],
    ['a hash inside of the text', 'agent.click("channel #general")', click('channel #general')],
    [
      'new lines between arguments',
      'agent.click(\n  "OK",\n  2,\n  "right",\n)',
      click('OK', { num_clicks: 2, button_type: 'right' }),
    ],
    ['a comment behind it', 'agent.click("OK")  # press it', click('OK')],
    ['a comment between', 'agent.click("OK", # the button\n 1)', click('OK')],
    ['a comment above it', '# press OK\nagent.click("OK")', click('OK')],
    ['keywords alone', 'agent.click(element_description="OK", num_clicks=2)', click('OK', { num_clicks: 2 })],
    [
      'keywords in any order',
      'agent.click(button_type="right", element_description="OK")',
      click('OK', { button_type: 'right' }),
    ],
    [
      'blanks around the equals sign',
      'agent.click(element_description = "OK" , num_clicks = 1)',
      click('OK'),
    ],
    ['a comma at the end', 'agent.click("OK", 1, "left",)', click('OK')],
    ['a number in quotes', 'agent.click("OK", "2")', click('OK', { num_clicks: 2 })],
    ['a conversion', 'agent.click("OK", int(2))', click('OK', { num_clicks: 2 })],
    ['an enumeration', 'agent.click("OK", 1, MouseButton.RIGHT)', click('OK', { button_type: 'right' })],
    ['a button in capitals', 'agent.click("OK", 1, "LEFT")', click('OK')],
    [
      'a button as a later generation counts it',
      'agent.click("OK", button=2)',
      click('OK', { button_type: 'right' }),
    ],
    [
      'keys to hold',
      'agent.click("file", 1, "left", ["ctrl", "shift"])',
      click('file', { hold_keys: ['ctrl', 'shift'] }),
    ],
    ['None for a list', 'agent.click("file", hold_keys=None)', click('file')],
    ['texts side by side', 'agent.click("the " "OK" \' button\')', click('the OK button')],
    ['texts with a plus', 'agent.click("the " + "OK")', click('the OK')],
    ['brackets around the text', 'agent.click(("OK"))', click('OK')],
    ['a raw text', String.raw`agent.type(text=r"C:\new\table")`, typed(String.raw`C:\new\table`)],
    ['a text that only looks formatted', 'agent.type(text=f"plain")', typed('plain')],
    ['escapes', String.raw`agent.type(text="a\tb\nc\u00e9\x41\\")`, typed('a\tb\ncéA\\')],
    ['an escape that is none', String.raw`agent.type(text="50\% off")`, typed(String.raw`50\% off`)],
    ['a new line within single quotes', 'agent.type(text="first\nsecond")', typed('first\nsecond')],
    ['emoji and Chinese', 'agent.type(text="你好 👋🏽")', typed('你好 👋🏽')],
    ['one text alone for type', 'agent.type("hi")', typed('hi')],
    ['both texts for type', 'agent.type("the name field", "Ana")', typed('Ana', 'the name field')],
    [
      'type with everything',
      'agent.type(element_description="name", text="Ana", overwrite=True, enter=true)',
      typed('Ana', 'name', { overwrite: true, enter: true }),
    ],
    ['None for the element', 'agent.type(None, "Ana")', typed('Ana')],
    [
      'an empty list of keys in any quotes',
      "agent.hotkey(['ctrl','alt','delete'])",
      { type: 'Hotkey', fields: { keys: ['ctrl', 'alt', 'delete'] }, wanted: [] },
    ],
    [
      'keys as a tuple',
      'agent.hotkey(("ctrl", "s"))',
      { type: 'Hotkey', fields: { keys: ['ctrl', 's'] }, wanted: [] },
    ],
    [
      'keys as one text',
      'agent.hotkey("ctrl+s")',
      { type: 'Hotkey', fields: { keys: ['ctrl', 's'] }, wanted: [] },
    ],
    [
      'hold and press',
      'agent.hold_and_press(hold_keys=["shift"], press_keys=["down", "down"])',
      { type: 'HoldAndPress', fields: { hold_keys: ['shift'], press_keys: ['down', 'down'] }, wanted: [] },
    ],
    [
      'ends of a drag in the order of writing',
      'agent.drag_and_drop(ending_description="B", starting_description="A")',
      {
        type: 'Drag',
        fields: { starting_description: 'A', ending_description: 'B', hold_keys: [] },
        wanted: [
          { field: 'start', description: 'A', by: 'element' },
          { field: 'end', description: 'B', by: 'element' },
        ],
      },
    ],
    [
      'a span by keywords',
      'agent.highlight_text_span(starting_phrase="One", ending_phrase="2024")',
      {
        type: 'HighlightTextSpan',
        fields: { starting_phrase: 'One', ending_phrase: '2024' },
        wanted: [
          { field: 'start', description: 'One', by: 'first word' },
          { field: 'end', description: '2024', by: 'last word' },
        ],
      },
    ],
    [
      'a negative number',
      'agent.scroll("the list", -5)',
      {
        type: 'Scroll',
        fields: { element_description: 'the list', clicks: -5, vertical: true },
        wanted: [{ field: 'xy', description: 'the list', by: 'element' }],
      },
    ],
    [
      'a scroll to the side',
      'agent.scroll("the list", clicks=+3, vertical=False)',
      {
        type: 'Scroll',
        fields: { element_description: 'the list', clicks: 3, vertical: false },
        wanted: [{ field: 'xy', description: 'the list', by: 'element' }],
      },
    ],
    [
      'a decimal number without a zero',
      'agent.wait(.5)',
      { type: 'Wait', fields: { seconds: 0.5 }, wanted: [] },
    ],
    [
      'a conversion of a text',
      'agent.wait(float("1.5"))',
      { type: 'Wait', fields: { seconds: 1.5 }, wanted: [] },
    ],
    [
      'a list of notes',
      'agent.save_to_knowledge(["a", "b"])',
      { type: 'SaveToKnowledge', fields: { text: ['a', 'b'] }, wanted: [] },
    ],
    [
      'one note',
      'agent.save_to_knowledge("a")',
      { type: 'SaveToKnowledge', fields: { text: ['a'] }, wanted: [] },
    ],
    [
      'a dictionary as the result',
      'agent.done(return_value={"sum": 42, "ok": True})',
      { type: 'Done', fields: { return_value: { sum: 42, ok: true } }, wanted: [] },
    ],
    ['done without anything', 'agent.done()', { type: 'Done', fields: { return_value: null }, wanted: [] }],
    [
      'fail with a reason',
      'agent.fail("no such file")',
      { type: 'Fail', fields: {}, wanted: [], said: 'no such file' },
    ],
    ...(
      [
        ['ctrl++', ['ctrl', '+']],
        ['ctrl + +', ['ctrl', '+']],
        ['+', ['+']],
        ['ctrl + shift+s', ['ctrl', 'shift', 's']],
        ['ctrl s', ['ctrl', 's']],
      ] as const
    ).map(([written, keys]): [string, string, Intent] => [
      `the keys ${written}`,
      `agent.hotkey("${written}")`,
      { type: 'Hotkey', fields: { keys: [...keys] }, wanted: [] },
    ]),
    ['a word for a call', 'DONE', { type: 'Done', fields: { return_value: null }, wanted: [] }],
    ['an assignment', 'result = agent.click("OK")', click('OK')],
    ['a return', 'return agent.click("OK")', click('OK')],
    ['no agent', 'click("OK")', click('OK')],
    ['a semicolon behind it', 'agent.click("OK");', click('OK')],
    ['a double click of a later generation', 'agent.doubleclick("file")', click('file', { num_clicks: 2 })],
  ])('%s', (_what, call, intent) => {
    const found = intentIn(call)
    expect({ ...found, fields: { ...found.fields } }).toEqual(intent)
  })

  it.each<[string, string, RegExp]>([
    ['no call', 'I am not sure what to do.', /no call in the reply/],
    ['an empty reply', '', /no call in the reply/],
    ['thirty-one calls', plan('agent.click("A")\n'.repeat(31)), /31 calls.*or a few/s],
    ['done before an action', plan('agent.done()\nagent.click("A")'), /2 calls/],
    ['done and failed', plan('agent.fail("no")\nagent.done()'), /2 calls/],
    [
      'very many calls',
      plan('agent.done()\n'.repeat(5000)),
      /^There are 5000 calls: [^]{400,500}… Reply with a call/,
    ],
    [
      'a description without an end',
      plan(`agent.click('${'"a" '.repeat(25_000)}')`),
      /^element_description must be a text in quotes, of 1000 characters at most; it is [^]{0,300}$/,
    ],
    [
      'a number that is none',
      plan('agent.scroll("the list", None)'),
      /clicks must be a whole number; it is None/,
    ],
    [
      'a flag for a number',
      plan('agent.scroll("the list", True)'),
      /clicks must be a whole number; it is True/,
    ],
    ['nothing for a number', plan('agent.wait("")'), /seconds must be seconds, at most 600; it is ""/],
    ['a list for a number', plan('agent.wait([])'), /seconds must be seconds/],
    [
      'keys of which one is missing',
      plan('agent.hotkey("ctrl+")'),
      /keys must be a list of key names.*it is "ctrl\+"/,
    ],
    [
      'a long value of the wrong kind',
      plan(`agent.hotkey({"keys": "${'x'.repeat(10_000)}"})`),
      /^keys must be[^]{0,400}$/,
    ],
    // Models that find no end: what is read of them takes no time.
    ['an endless row of marks', '~'.repeat(100_000), /no call in the reply/],
    ['endless blank lines', `(${'\n'.repeat(100_000)}`, /no call in the reply/],
    ['endless fences', '```\n~~~~\n'.repeat(10_000), /no call in the reply/],
    ['a function that does not exist', plan('agent.clik("A")'), /no agent\.clik\. Did you mean agent\.click/],
    ['a function of the machine', plan('agent.__class__("A")'), /no agent\.__class__/],
    ['a missing argument', plan('agent.click()'), /element_description is missing/],
    ['an argument too many', plan('agent.wait(1, 2)'), /at most 1 argument/],
    ['an argument that does not exist', plan('agent.click("A", xy=[1, 2])'), /no argument xy/],
    [
      'an argument given twice',
      plan('agent.click("A", element_description="B")'),
      /element_description is given twice/,
    ],
    [
      'an argument without a name behind one',
      plan('agent.click(element_description="A", 2)'),
      /can’t follow/,
    ],
    [
      'a wrong kind of value',
      plan('agent.click("A", "two")'),
      /num_clicks must be a whole number; it is "two"/,
    ],
    ['a button that does not exist', plan('agent.click("A", 1, "side")'), /button_type must be/],
    ['a text without its end', plan('agent.click("the OK button)'), /has no end/],
    ['a call without its end', plan('agent.click("OK"'), /no end/],
    ['a name instead of a text', plan('agent.click(ok_button)'), /ok_button is not known here/],
    ['a call inside of the call', plan('agent.click(find("OK"))'), /find\(…\) can’t be used/],
    ['a calculation', plan('agent.wait(1 + 2)'), /no calculation/],
    ['a formatted text', plan('agent.type(text=f"Hello {name}")'), /can’t be filled in/],
    ['an index', plan('agent.type(text=names[0])'), /names is not known here/],
    ['stars', plan('agent.click(*arguments)'), /with \* can’t be used/],
    ['a comparison', plan('agent.click(a == b)'), /comparison/],
    ['a mention without a call', 'Use agent.click to press it.', /agent\.click is not called/],
    ['nothing to type', plan('agent.type()'), /needs the text/],
    ['a wait without an end', plan('agent.wait(1e999)'), /no number/],
    ['a wait of a week', plan('agent.wait(604800)'), /at most 600/],
    ['lists without an end', plan(`agent.hotkey(${'['.repeat(100)}`), /nested too deeply/],
  ])('%s comes back with a useful message', (_what, reply, message) => {
    expect(faultIn(reply)).toMatch(message)
  })

  it('runs nothing and never crashes, whatever the reply is', () => {
    const piece = fc.constantFrom(
      'agent.', 'click', '(', ')', '"', "'", '"""', ',', '=', '[', ']', '{', '}', '\\', '\n', '#', '```', '```python\n',
      'True', 'None', '-1', '1e9', 'element_description', '(Grounded Action)', 'f"{x}"', '__import__("os").system("x")', '。', ' ',
    ) // prettier-ignore
    const random = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string(),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(random, fc.boolean(), (text, fenced) => {
        expect(faultIn(fenced ? plan(`agent.click(${text})`) : text)).toBeTypeOf('string')
      }),
      { numRuns: 10_000 },
    )
  })

  it('gives back every text that Python would quote', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => text !== ''),
        (text) => {
          expect(intentIn(`agent.type(text=${JSON.stringify(text)})`).fields['text']).toBe(text)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

it('tells each function with its parameters and defaults', () => {
  expect(AGENT_FUNCTIONS.map(signatureOf)).toContain(
    'agent.click(element_description, num_clicks=1, button_type="left", hold_keys=[])',
  )
  expect(signatureOf('highlight_text_span')).toBe('agent.highlight_text_span(starting_phrase, ending_phrase)')
})

describe('a call of a tool', () => {
  const tools = [
    testTool('set_cells(range: string, values: array, path: string="")', 'Writes cells.', 'DocumentExecutor'),
  ]
  const read = (call: string) => parseWorkerPlan(plan(call), tools).intent
  const called = (given: Record<string, unknown>) => ({
    type: 'Tool',
    fields: { name: 'set_cells', arguments: given },
    wanted: [],
  })

  it('gives its arguments by name, whatever texts they hold', () => {
    expect(read('agent.set_cells(range="A1", values=[["Total", "=SUM(B2:B4)"], [1, None]])')).toEqual(
      called({
        range: 'A1',
        values: [
          ['Total', '=SUM(B2:B4)'],
          [1, null],
        ],
      }),
    )
    expect(read('agent.set_cells("A1", [["agent.done()"]])')).toEqual(
      called({ range: 'A1', values: [['agent.done()']] }),
    )
    const code = 'for row in rows:\n    agent.click("x")'
    expect(read(`agent.set_cells(range="""${code}""", values=[])`)).toEqual(
      called({ range: code, values: [] }),
    )
  })

  it('tells how it is written where it can not be read, and what it is called', () => {
    const fault = (call: string) => {
      try {
        return JSON.stringify(read(call))
      } catch (error) {
        return error instanceof CallFault ? error.message : String(error)
      }
    }
    expect(fault('agent.set_cell(range="A1")')).toContain('Did you mean agent.set_cells(range: string')
    expect(fault('agent.set_cells("A1", range="B1")')).toContain('name each argument once')
    expect(fault('agent.set_cells("A1", [], "x", "y")')).toContain('name each argument once')
    // Without the tool there is no such call.
    expect(faultIn(plan('agent.set_cells("A1", [])'))).toContain('There is no agent.set_cells')
  })
})
