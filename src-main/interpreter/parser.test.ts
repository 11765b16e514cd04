import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRequest } from './parser.ts'
import { quote } from '../../src-preload/contract/quotes.ts'

type Fields = Record<string, unknown>

const clausesOf = (request: string): Fields[] => {
  const { clauses, problem } = parseRequest(request)
  if (!clauses) throw new Error(problem)
  return clauses.map((clause) => {
    const { words, ...fields } = clause
    expect(words).not.toBe('')
    return fields
  })
}
const one = (request: string) => clausesOf(request)[0]

describe('a clause', () => {
  test.each<[string, Fields]>([
    ['open Mousepad', { kind: 'open', what: 'Mousepad', application: null }],
    ['open a terminal', { kind: 'open', what: 'terminal', application: null }],
    ['open ~/a.txt in an editor', { kind: 'open', what: '~/a.txt', application: 'editor' }],
    ['Start the calculator', { kind: 'open', what: 'calculator', application: null, mayBePart: true }],
    ['launch "~/my notes.txt"', { kind: 'open', what: '~/my notes.txt', application: null }],
    ['open "~/a.txt" with Mousepad', { kind: 'open', what: '~/a.txt', application: 'Mousepad' }],
    ['open the file ~/a.txt', { kind: 'open', what: '~/a.txt', application: null }],
    ['open file ~/a.txt in Mousepad', { kind: 'open', what: '~/a.txt', application: 'Mousepad' }],
    [
      'open "~/my notes.txt" using the program Mousepad',
      { kind: 'open', what: '~/my notes.txt', application: 'Mousepad' },
    ],
    ['open Mousepad with the file ~/a.txt', { kind: 'open', what: '~/a.txt', application: 'Mousepad' }],
    ['open Mousepad "~/my notes.txt"', { kind: 'open', what: '~/my notes.txt', application: 'Mousepad' }],
    ['open Files in ~/Documents', { kind: 'open', what: '~/Documents', application: 'Files' }],
    ['open the folder Documents', { kind: 'open', what: '~/Documents', application: null }],
    ['open the folder ~/Documents', { kind: 'open', what: '~/Documents', application: null }],
    [
      'open the page http://localhost:8/a?b=c',
      { kind: 'open', what: 'http://localhost:8/a?b=c', application: null },
    ],
    [
      'open Chromium http://localhost:8/',
      { kind: 'open', what: 'http://localhost:8/', application: 'Chromium' },
    ],
    [
      'open the Web Browser at http://localhost:8/',
      { kind: 'open', what: 'http://localhost:8/', application: 'Web Browser' },
    ],
    ['open the application Text Editor', { kind: 'open', what: 'Text Editor', application: null }],
    ['open File Roller', { kind: 'open', what: 'File Roller', application: null }],
    ['open the file manager', { kind: 'open', what: 'file manager', application: null }],
    ['open IDLE (using Python-3.11)', { kind: 'open', what: 'IDLE (using Python-3.11)', application: null }],
    ['open TeX/Live', { kind: 'open', what: 'TeX/Live', application: null }],
    ['switch to Mousepad', { kind: 'switch', what: 'Mousepad' }],
    ['switch back to the calculator', { kind: 'switch', what: 'calculator' }],
    ['close Mousepad', { kind: 'close', what: 'Mousepad' }],
    ['discard the changes', { kind: 'discard' }],
    ["don't save", { kind: 'discard' }],
    ['undo', { kind: 'press', keys: 'Ctrl+Z', named: true }],
    ['undo the last move', { kind: 'press', keys: 'Ctrl+Z', named: true }],
    ['redo my previous action', { kind: 'command', command: 'redo' }],
    ['sort the lines', { kind: 'named item', names: ['Sort lines', 'Sort the lines', 'Sort'] }],
    ['comment the line', { kind: 'named item', names: ['Comment line', 'Comment the line', 'Comment'] }],
    ['rotate the picture', { kind: 'named item', names: ['Rotate picture', 'Rotate the picture', 'Rotate'] }],
    [
      'convert it to upper case',
      {
        kind: 'named item',
        names: [
          'Convert to upper case',
          'To upper case',
          'Make upper case',
          'Change to upper case',
          'Upper case',
        ],
      },
    ],
    [
      'insert the date and time',
      { kind: 'named item', names: ['Insert date and time', 'New date and time'], lastly: ['Insert'] },
    ],
    ['show the settings', { kind: 'command', command: 'preferences' }],
    ['paste it twice', { kind: 'press', keys: 'Ctrl+V Ctrl+V', named: true }],
    ['type "hello"', { kind: 'type', text: 'hello', into: null }],
    ['type “naïve café 你好 😀 !@#”', { kind: 'type', text: 'naïve café 你好 😀 !@#', into: null }],
    ["type 'it is' into the Name field", { kind: 'type', text: 'it is', into: 'the Name field' }],
    [
      'type "a, and then b; c" in "First, last"',
      { kind: 'type', text: 'a, and then b; c', into: '"First, last"' },
    ],
    ['click OK', { kind: 'click', control: 'OK', button: 'left', double: false }],
    [
      'click on the second "OK" button',
      { kind: 'click', control: 'the second "OK" button', button: 'left', double: false },
    ],
    ['click "*"', { kind: 'click', control: '"*"', button: 'left', double: false }],
    ['click +', { kind: 'click', control: '+', button: 'left', double: false }],
    ['click .', { kind: 'click', control: '.', button: 'left', double: false }],
    ['double-click a.txt', { kind: 'click', control: 'a.txt', button: 'left', double: true }],
    ['right click the list', { kind: 'click', control: 'the list', button: 'right', double: false }],
    ['press Ctrl+S', { kind: 'press', keys: 'Ctrl+S' }],
    ['press ctrl + shift + s', { kind: 'press', keys: 'ctrl+shift+s' }],
    ['press the Enter key', { kind: 'press', keys: 'Enter' }],
    ['press Ctrl++', { kind: 'press', keys: 'Ctrl++' }],
    ['press Down twice', { kind: 'press', keys: 'Down Down' }],
    ['press the Tab key 3 times', { kind: 'press', keys: 'Tab Tab Tab' }],
    ['press 2', { kind: 'press', keys: '2' }],
    ['open the File menu', { kind: 'click', control: 'the File menu', button: 'left', double: false }],
    ['open Main Menu', { kind: 'open', what: 'Main Menu', application: null }],
    ['open menu "Save As"', { kind: 'click', control: 'the "Save As" menu', button: 'left', double: false }],
    ['set the date to 2027-03-14', { kind: 'set', control: 'the date', text: '2027-03-14' }],
    ['set Start to 9:30', { kind: 'set', control: 'Start', text: '9:30' }],
    ['press Ctrl+A Delete', { kind: 'press', keys: 'Ctrl+A Delete' }],
    ['select Red from Colour', { kind: 'select', item: 'Red', from: 'Colour' }],
    ['select "Made in Italy" in "Origin"', { kind: 'select', item: 'Made in Italy', from: '"Origin"' }],
    ['select the second tab', { kind: 'select', item: 'the second tab', from: null }],
    ['check Wrap lines', { kind: 'toggle', control: 'Wrap lines', checked: true }],
    ['turn on "Line numbers"', { kind: 'toggle', control: '"Line numbers"', checked: true }],
    ['switch off dark mode', { kind: 'toggle', control: 'dark mode', checked: false }],
    ['disable the box', { kind: 'toggle', control: 'the box', checked: false }],
    ['uncheck the box', { kind: 'toggle', control: 'the box', checked: false }],
    ['expand Projects', { kind: 'expand', control: 'Projects', wanted: 'expanded' }],
    ['unfold "More options"', { kind: 'expand', control: '"More options"', wanted: 'expanded' }],
    ['collapse the row Inbox', { kind: 'expand', control: 'the row Inbox', wanted: 'collapsed' }],
    ['set Format to A5', { kind: 'set', control: 'Format', text: 'A5' }],
    ['set Country to New Zealand', { kind: 'set', control: 'Country', text: 'New Zealand' }],
    ['set 城市 to 北京', { kind: 'set', control: '城市', text: '北京' }],
    ['clear the Search field', { kind: 'set', control: 'Search field', text: '' }],
    ['set Name to "Ada"', { kind: 'set', control: 'Name', text: 'Ada' }],
    ['set the volume to 30', { kind: 'set', control: 'the volume', text: '30' }],
    ['choose File > Save As…', { kind: 'menu', path: ['File', 'Save As…'] }],
    ['choose Search > Find and Replace', { kind: 'menu', path: ['Search', 'Find and Replace'] }],
    ['open Passwords and Keys', { kind: 'open', what: 'Passwords and Keys', application: null }],
    [
      'click Salt and Pepper and Oil',
      { kind: 'click', control: 'Salt and Pepper and Oil', button: 'left', double: false },
    ],
    ['choose "Find and Replace" > All', { kind: 'menu', path: ['Find and Replace', 'All'] }],
    ['scroll down', { kind: 'scroll', direction: 'down', notches: 3, within: null }],
    ['scroll up 10 in the list', { kind: 'scroll', direction: 'up', notches: 10, within: 'the list' }],
    ['wait 2 seconds', { kind: 'wait', seconds: 2 }],
    ['wait 1,5 s', { kind: 'wait', seconds: 1.5 }],
    ['wait for 1 minute', { kind: 'wait', seconds: 60 }],
    ['wait for the OK button', { kind: 'wait for', control: 'the OK button' }],
    ['wait until Save appears', { kind: 'wait for', control: 'Save' }],
    ['read display', { kind: 'read', control: 'display' }],
    ['save', { kind: 'save', path: null }],
    ['save the file', { kind: 'save', path: null }],
    ['save as "~/a.txt"', { kind: 'save', path: '~/a.txt' }],
    ['save the file as /tmp/a.txt', { kind: 'save', path: '/tmp/a.txt' }],
    ['type hello', { kind: 'type', text: 'hello', into: null }],
    ['type 6 * 7', { kind: 'type', text: '6 * 7', into: null }],
    ['enter Ada Lovelace in the Name field', { kind: 'type', text: 'Ada Lovelace', into: 'the Name field' }],
    ['put "it" into Name', { kind: 'type', text: 'it', into: 'Name' }],
    ['fill in Name with "Ada"', { kind: 'set', control: 'Name', text: 'Ada' }],
    ['set quality to high', { kind: 'set', control: 'quality', text: 'high' }],
    ['press OK', { kind: 'click', control: 'OK', button: 'left', double: false }],
    ['press the Save button', { kind: 'click', control: 'the Save button', button: 'left', double: false }],
    ['press "Entr"', { kind: 'click', control: '"Entr"', button: 'left', double: false }],
    ['hit Enter', { kind: 'press', keys: 'Enter' }],
    ['answer "No"', { kind: 'click', control: '"No"', button: 'left', double: false }],
    ['go to the General tab', { kind: 'click', control: 'the General tab', button: 'left', double: false }],
    ['open the tab 2', { kind: 'click', control: 'the 2 tab', button: 'left', double: false }],
    ['go to Help > About', { kind: 'menu', path: ['Help', 'About'] }],
    ['click the File > New', { kind: 'menu', path: ['File', 'New'] }],
    ['click Next >', { kind: 'click', control: 'Next >', button: 'left', double: false }],
    ['click "A > B"', { kind: 'click', control: '"A > B"', button: 'left', double: false }],
    ['turn Wi-Fi off', { kind: 'toggle', control: 'Wi-Fi', checked: false }],
    ['deactivate "Word wrap"', { kind: 'toggle', control: '"Word wrap"', checked: false }],
    ['wait a moment', { kind: 'wait', seconds: 1 }],
    ['what is the result?', { kind: 'read', control: 'result' }],
    ['save it under ~/a.txt', { kind: 'save', path: '~/a.txt' }],
    ['Please now press Escape', { kind: 'press', keys: 'Escape' }],
  ])('is read: %s', (request, clause) => {
    expect(clausesOf(request)).toEqual([clause])
  })
})

describe('a request', () => {
  test('is split at commas, and, then, semicolons, full stops and new lines', () => {
    const request =
      'open galculator, click 7 and click "*"; click 6 then click =\nread display. Close galculator, and then wait 1 s'
    expect(clausesOf(request).map(({ kind }) => kind)).toEqual([
      'open',
      'click',
      'click',
      'click',
      'click',
      'read',
      'close',
      'wait',
    ])
  })

  test('of the example of the README is understood as a whole', () => {
    const request =
      'open Mousepad, type "naïve café 你好 😀 !@#", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display'
    expect(clausesOf(request)).toHaveLength(9)
  })

  test.each([
    ['open mate-calc, compute 12*12', ['open mate-calc', 'type "12*12"', 'press Enter', 'read display']],
    ['what is 3.5 * (2+1)?', ['open calculator', 'type "3.5 * (2+1)"', 'press Enter', 'read display']],
    ['calculate "12/4"', ['open calculator', 'type "12/4"', 'press Enter', 'read display']],
    ['open galculator, calculate 7 - 5, open mousepad, calculate 7 + 5', null],
    ['open mousepad, calculate 7 + 5', null],
    ['calculate 5', null],
    ['what is 2026-11-27 in the list', null],
  ])('that calculates does so in a calculator: %s', (request, words) => {
    expect(parseRequest(request).clauses?.map((clause) => clause.words) ?? null).toEqual(words)
  })

  test('that is not understood says so with the clause and the commands that are known', () => {
    const { problem } = parseRequest('open Mousepad, frobnicate the "whole, thing"')
    expect(problem).toContain('Not understood: “frobnicate the "whole, thing"”')
    expect(problem).toContain('save [as "PATH"]')
  })

  test.each([
    ['type hello there', 'Put the text into quotes'],
    ['type something', 'Put the text into quotes'],
    ['type the date', 'Put the text into quotes'],
    ['type Ctrl+S', 'Put the text into quotes'],
    ['type Enter', 'Put the text into quotes'],
    ['fill in Name with nothing', 'Put the text into quotes'],
    ['save to Documents', 'Put the text into quotes'],
    ['press Crtl+S', 'click BUTTON'],
    ['press Escpe', 'click BUTTON'],
    ['press any key', 'click BUTTON'],
    ['tell me when it is done', 'Not understood'],
    ['click 7, Delete', 'Not understood'],
    ['set Name to nothing', 'Put the text into quotes'],
    ['set Total to the sum of Price', 'Put the text into quotes'],
    ['type "hello', 'A quote is not closed'],
    ['', 'nothing to do'],
    [' , and ;', 'nothing to do'],
    ['click', 'Not understood'],
    ['"open" Mousepad', 'Not understood'],
    ['make me a sandwich', 'That needs a model'],
    ['click "Delete" only if it is empty', 'What is “only if it is empty” there?'],
    ['click "OK" behind "Other dialog"', 'What is “behind "Other dialog"” there?'],
    ['check "Wrap" unless it is checked', 'unless it is checked'],
    ['type "he said "hi" there"', 'Put the text into quotes'],
    ['type "a" into "Name" of the second form', 'of the second form'],
    ['click Find and replace', 'put the whole name into quotes'],
    ['click Yes, delete it', 'Not understood'],
    ['点击 保存', 'Not understood'],
    ['wait 1000 seconds', 'at most 300'],
  ])('is refused as a whole: %j', (request, why) => {
    expect(parseRequest(request)).toEqual({ clauses: null, problem: expect.stringContaining(why) })
  })

  test('protects whatever is in quotes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('"')),
        (text) => {
          expect(clausesOf(`open A, type "${text}" into Name, press Enter`)).toEqual([
            { kind: 'open', what: 'A', application: null },
            { kind: 'type', text, into: 'Name' },
            { kind: 'press', keys: 'Enter' },
          ])
        },
      ),
    )
  })

  test('is read the same again from the words of its clauses', () => {
    const clause = fc.oneof(
      fc
        .string()
        .filter((text) => !text.includes('”'))
        .map((text) => `type ${quote(text)} into Name`),
      fc.constantFrom(
        'click the second "OK"',
        'choose File > "Find and Replace"',
        'select "a in b" from "c, d"',
        'press Ctrl+S',
      ),
    )
    fc.assert(
      fc.property(fc.array(clause, { minLength: 1 }), (clauses) => {
        const first = parseRequest(clauses.join(', '))
        const again = parseRequest((first.clauses ?? []).map(({ words }) => words).join('\n'))
        expect(again).toEqual(first)
      }),
    )
  })

  test('is read the same again where a text holds every kind of quote', () => {
    const text = `"”»」“ ', click "Delete" '`
    const [clause] = parseRequest(`type ‘${text}’`).clauses ?? []
    expect(clause).toMatchObject({ kind: 'type', text })
    expect(parseRequest(clause!.words).clauses).toEqual([clause])
  })

  test('never makes the parser throw', () => {
    const word = fc.constantFrom(
      'open',
      'type',
      'click',
      '"',
      '“',
      '”',
      "'",
      ',',
      ' and ',
      ' then ',
      ' to ',
      ' in ',
      '>',
      '\n',
      '\uE000',
      '1',
      'x',
      '.',
      '+',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word).map((words) => words.join(' ')),
        ),
        (request) => {
          const { clauses, problem } = parseRequest(request)
          expect(clauses === null).toBe(typeof problem === 'string')
        },
      ),
    )
  })
})

describe('a hundred thousand times', () => {
  test.each([
    ' ',
    '\t',
    "'",
    " '",
    " 'a",
    '"',
    '“',
    "''",
    '.',
    ',',
    ' and ',
    ' in ',
    ' to ',
    '+',
    ' + ',
    '>',
    ' > ',
    'a ',
    '\uE000',
  ])('%j in a request is read at once', (part) => {
    const long = part.repeat(100_000 / part.length)
    for (const request of [
      long,
      `click OK${long}`,
      `open ${long}x`,
      `set a${long}b to "c"`,
      `press "a${long}b"`,
      `switch to "a${long}b"`,
      `click the "a${long}b" button`,
      `wait for ${long}x`,
    ]) {
      const { clauses, problem } = parseRequest(request)
      expect(clauses === null).toBe(typeof problem === 'string')
    }
  })
})

test('signs after a click are further clicks', () => {
  expect(clausesOf('click 7, *, 6 and =').map((clause) => clause['control'])).toEqual(['7', '*', '6', '='])
})

test('a comma between digits belongs to the number', () => {
  expect(one('wait 0,5 seconds')).toEqual({ kind: 'wait', seconds: 0.5 })
})

test.each([
  ['close without saving', 'it'],
  ['close it without saving', 'it'],
  ['quit Mousepad without saving the changes', 'Mousepad'],
])('“%s” is closing, and the answer to its question', (request, what) => {
  expect(parseRequest(request).clauses).toMatchObject([{ kind: 'close', what }, { kind: 'discard' }])
})
