import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../models/input.ts'
import type { Drawn } from './experience.ts'
import { summaryQuestion, withSummary } from './summary.ts'

const act = (name: string, target: string, more: Partial<ActionRecord> = {}): ActionRecord => ({
  function: name,
  arguments: {},
  status: 'success',
  target,
  result: null,
  error: null,
  effect: 'confirmed',
  evidence: 'a window opened',
  user_confirm: null,
  ...more,
})
const DRAWN: Drawn = {
  memory: {
    kind: 'experience',
    outcome: 'worked',
    applications: ['mousepad'],
    title: 'Save the note',
    key: 'Save the note',
    text: '1. click_input on menu item “Save As…”\n2. click_input on button “Save”',
    tips: '- Didn’t work: keyboard_input',
    data: { whole_request: 'Write a note and save it' },
  },
  acts: [
    act('click_input', 'menu item “Save As…”'),
    act('keyboard_input', 'text “Name”', { effect: 'contradicted', evidence: 'no window closed' }),
    act('click_input', 'button “Save”'),
    act('wheel_mouse_input', 'list “Files”', { effect: 'unconfirmed' }),
  ],
}
const summarized = (reply: unknown) => withSummary(DRAWN, JSON.stringify(reply), 'custom/m')

describe('a model’s summary of a subtask', () => {
  it('is asked with every act and what was verified of it, as data', () => {
    expect(summaryQuestion(DRAWN)).toMatch(
      /Save the note[^]*It worked\.\n<history_data>\n1\. \[verified\] "click_input on menu item “Save As…” — confirmed: a window opened"\n2\. \[failed\][^]*4\. \[not verified\]/,
    )
  })

  it('that says what was verified becomes the tips; the steps stay the text', () => {
    const made = summarized({
      worked: [{ acts: [1, 3], words: 'Choose “Save As…”, then press “Save”.' }],
      failed: [{ acts: [2], words: 'A key in “Name” did not save.' }],
      tips: [{ acts: [4], words: '“Files” may be scrolled.' }],
    })
    expect(made).toEqual({
      memory: {
        ...DRAWN.memory,
        tips: '- Choose “Save As…”, then press “Save”.\n- Didn’t work: A key in “Name” did not save.\n- “Files” may be scrolled.',
        data: { ...DRAWN.memory.data, summarized_by: 'custom/m' },
      },
    })
  })

  it('may name keys and files that the acts have, in its own spelling', () => {
    const acts = [
      act('keyboard_input', 'window “Note”', { arguments: { keys: 'ctrl+s', text: '~/notes/Note.txt' } }),
    ]
    for (const words of [
      'Press Ctrl + S, and/or Enter, e.g. for Note.txt in ~/notes.',
      'Save it (Ctrl+S), or press “Ctrl+S”: Ctrl+S!',
    ]) {
      const made = withSummary({ ...DRAWN, acts }, JSON.stringify({ worked: [{ acts: [1], words }] }), 'm')
      expect(made).toMatchObject({ memory: { tips: expect.stringContaining(words) } })
    }
  })

  it('may name a path of Windows, and not one that no step has', () => {
    const acts = [act('keyboard_input', 'window “Note”', { arguments: { text: 'C:\\notes\\a b.txt' } })]
    const made = (words: string) =>
      withSummary({ ...DRAWN, acts }, JSON.stringify({ worked: [{ acts: [1], words }] }), 'm')
    expect(made('Type “C:\\notes\\a b.txt”.')).toHaveProperty('memory')
    expect(made('Open C:\\notes first.')).toHaveProperty('memory')
    expect(made('Open C:\\other first.')).toMatchObject({ fault: expect.stringMatching(/C:\\other/) })
  })

  it('that leaves out what was tried in vain does not make it forgotten', () => {
    const made = summarized({ worked: [{ acts: [1], words: 'Choose “Save As…”.' }] })
    expect(made).toMatchObject({ memory: { tips: '- Choose “Save As…”.\n- Didn’t work: keyboard_input' } })
  })

  it.each([
    [
      'that an act worked which failed',
      { worked: [{ acts: [1, 2], words: 'Press a key.' }] },
      /not what was verified/,
    ],
    [
      'that an act failed which worked',
      { failed: [{ acts: [3], words: '“Save” does nothing.' }] },
      /not what was verified/,
    ],
    ['an act that there is not', { tips: [{ acts: [9], words: 'Wait.' }] }, /there is not/],
    [
      'a control that the acts do not have',
      { worked: [{ acts: [3], words: 'Press “Send”.' }] },
      /“Send” is not in the steps/,
    ],
    [
      'a control of another act',
      { worked: [{ acts: [1], words: 'Press `Save`… then “Files”.' }] },
      /“Files” is not in/,
    ],
    [
      'keys that were not pressed, without quotes',
      { worked: [{ acts: [3], words: 'Press Ctrl + Shift + S at once.' }] },
      /“Ctrl \+ Shift \+ S” is not in/,
    ],
    ['a file that was not named', { tips: [{ acts: [3], words: 'Open ~/notes/secret first.' }] }, /secret/],
    ['a file of another name', { tips: [{ acts: [3], words: 'It becomes note.txt then.' }] }, /“note\.txt”/],
    ['nothing', { worked: [] }, /says nothing/],
    ['something without an act', { worked: [{ acts: [], words: 'It is easy.' }] }, /not in the form/],
    ['something at length', { tips: [{ acts: [1], words: 'x'.repeat(301) }] }, /not in the form/],
  ])('that claims %s is not kept', (_what, reply, fault) => {
    expect(summarized(reply)).toEqual({ fault: expect.stringMatching(fault) })
  })

  it('may tell of an act of which nothing could be read only where the work came off', () => {
    const reply = JSON.stringify({ worked: [{ acts: [4], words: 'Scroll “Files”.' }] })
    expect(withSummary(DRAWN, reply, 'm')).toMatchObject({
      memory: { tips: expect.stringContaining('Scroll') },
    })
    const failed: Drawn = { ...DRAWN, memory: { ...DRAWN.memory, outcome: 'did_not_work' } }
    expect(withSummary(failed, reply, 'm')).toEqual({ fault: expect.stringMatching(/not what was verified/) })
  })

  it('loses the claim that is wrong, and keeps the others', () => {
    const made = summarized({
      worked: [
        { acts: [3], words: 'Press “Send”.' },
        { acts: [1], words: 'Choose “Save As…”.' },
      ],
      tips: [{ acts: [9], words: 'Wait.' }],
    })
    expect(made).toMatchObject({ memory: { tips: '- Choose “Save As…”.\n- Didn’t work: keyboard_input' } })
  })

  it('that is no JSON is not kept', () => {
    expect(withSummary(DRAWN, 'It went well.', 'm')).toEqual({ fault: expect.stringMatching(/form/) })
  })
})
