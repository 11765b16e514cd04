import { describe, expect, it } from 'vitest'
import type { PersonInput } from '../../src-preload/contract/person-input.ts'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { outcomeOf, runViewOf, type RunView } from '../../src-preload/contract/run-view.ts'
import {
  refutedRun,
  runStarted,
  sampleRun,
  stepEvents,
  streamOf,
} from '../../src-preload/contract/testing/sample-run.ts'
import { actWords, splitWords } from '../../src-preload/contract/act-words.ts'
import { itemsOf } from './items.ts'
import { clock } from './numbers.ts'
import { PersonHand, pointOn } from './person-hand.ts'
import { planOf } from './plan.ts'
import { hasWords } from './run-search.ts'
import { partAround } from './step-picture.tsx'
import { readableReply } from './streamed.ts'

describe('the lines of a conversation', () => {
  it('are the request, its steps with their questions, and what came of it', () => {
    const lines = itemsOf(runViewOf(sampleRun())).map(({ key }) => key)
    expect(lines).toEqual([
      'round-0',
      'step-0',
      'step-1',
      'step-2',
      'step-3',
      'question-q-c5',
      'result-0',
      'warning-0',
      'end',
    ])
  })

  it('keep their keys while the run grows, and only its last step goes on', () => {
    const events = sampleRun()
    const early = itemsOf(runViewOf(events.slice(0, 20)))
    const late = itemsOf(runViewOf(events))
    const current = early.filter((item) => item.kind === 'step' && item.current)
    expect(late.map(({ key }) => key)).toEqual(expect.arrayContaining(early.map(({ key }) => key)))
    expect(current).toEqual([early.findLast(({ kind }) => kind === 'step')])
  })

  it('leave requests to the composer', () => {
    const asked: EventBody = {
      type: 'question_asked',
      question: 'q',
      kind: 'new_request',
      text: 'What next?',
      choices: [],
      call_id: null,
      details: null,
    }
    expect(itemsOf(runViewOf(streamOf([runStarted, asked])))).toEqual([])
  })
})

describe('the question whether to remember', () => {
  it('comes after the result, whichever step was the last', () => {
    const round: EventBody = { type: 'round_started', request: 'x' }
    const finished: EventBody = {
      type: 'round_finished',
      status: 'FINISH',
      result: '42',
      error: null,
      steps: 1,
      cost: 0,
    }
    const asked: EventBody = {
      type: 'question_asked',
      question: 'q',
      kind: 'experience',
      text: 'Remember?',
      choices: [],
      call_id: null,
      details: null,
    }
    const view = runViewOf(streamOf([runStarted, round, ...stepEvents({}), finished, asked]))
    expect(itemsOf(view).map(({ key }) => key)).toEqual(['round-0', 'result-0', 'question-q'])
  })
})

describe('a request', () => {
  it('that its agents call done is not, where the evaluation says no', () => {
    const done = runViewOf(sampleRun())
    const refuted = runViewOf(refutedRun('There is no file.'))
    const isLastDone = (view: RunView) => view.rounds.map((round) => outcomeOf(round, view) === 'done').at(-1)
    expect([done, refuted].map(isLastDone)).toEqual([true, false])
    // Of several requests the session’s last word is on the last one; those before have their own.
    const several = { ...refuted, rounds: [...done.rounds, ...refuted.rounds] }
    expect(isLastDone(several)).toBe(false)
    expect(outcomeOf(several.rounds[0]!, several)).toBe('done')
  })
})

describe('an act in words', () => {
  const click = { tool_name: 'click_input', words: 'Click button “7” in “galculator”', parameters: {} }

  it('is its verb and what it is aimed at', () => {
    expect(splitWords('Go to “Mousepad”')).toEqual({ verb: 'Go to', rest: '“Mousepad”' })
    expect(actWords(click, null)).toEqual({ verb: 'Click', rest: 'button “7” in “galculator”' })
  })

  it('has the verb of another language and the application’s own names', () => {
    expect(actWords(click, () => '点击')).toEqual({ verb: '点击', rest: '“7” · “galculator”' })
  })

  it('tells in another language all that it tells in English: keys, which click, on or off, where', () => {
    const told = (tool_name: string, words: string, parameters: Record<string, unknown> = {}) => {
      const { verb, rest } = actWords({ tool_name, words, parameters }, (act) => `<${act}>`)
      return `${verb} ${rest}`
    }
    expect(told('keyboard_input', 'Press Ctrl+S in “x”')).toBe('<keyboard_input> Ctrl+S · “x”')
    expect(told('keyboard_input', 'Press Ctrl+S Enter (“File > Save All”) on button “on a” in “x”')).toBe(
      '<keyboard_input> Ctrl+S Enter · “File > Save All” · “on a” · “x”',
    )
    expect(told('keyboard_input', 'Press Ctrl+Q')).toBe('<keyboard_input> Ctrl+Q')
    expect(told('keyboard_input', 'Press hidden keys on password field “Key” in “x”')).toBe(
      '<keyboard_input> ••• · “Key” · “x”',
    )
    expect(told('type_text', 'Type “rm and Enter” and Enter into field “a” in “x”')).toBe(
      '<type_text> “rm and Enter” · Enter · “a” · “x”',
    )
    expect(told('type_text', 'Type “b and Enter” in “x”')).toBe('<type_text> “b and Enter” · “x”')
    expect(told('type_text', 'Type a hidden text and Enter into password field “Key” in “x”')).toBe(
      '<type_text> ••• · Enter · “Key” · “x”',
    )
    expect(told('click_input', 'Double-click row “a.txt” in “x”')).toBe('<double_click> “a.txt” · “x”')
    expect(told('click_on_coordinates', 'Right-click the point (12, -5) in “x”')).toBe(
      '<right_click> (12, -5) · “x”',
    )
    expect(told('drag_on_coordinates', 'Drag from (0.1, 0.25) to (0.5, 0.5) in “x”')).toBe(
      '<drag_on_coordinates> (0.1, 0.25) → (0.5, 0.5) · “x”',
    )
    expect(told('set_toggle', 'Uncheck check box “Checked” in “x”')).toBe('<uncheck> “Checked” · “x”')
    expect(told('set_toggle', 'Check check box “Un” in “x”')).toBe('<check> “Un” · “x”')
    expect(told('set_edit_text', 'Replace the text of field “a” by “b” in “x”')).toBe(
      '<replace_text_of> “a” · “b” · “x”',
    )
    expect(told('set_window_state', 'Maximize “x”')).toBe('<maximize> “x”')
    expect(told('wheel_mouse_input', 'Scroll down in list “a” in “x”')).toBe('<scroll_down> “a” · “x”')
    expect(told('wait', 'Wait 2 s', { seconds: 2 })).toBe('<wait> 2 s')
  })

  it('stays as the program says it when the tool is not known', () => {
    const other = { tool_name: 'mcp_tool', words: 'Use mcp_tool', parameters: {} }
    expect(actWords(other, () => 'never')).toEqual({ verb: 'Use', rest: 'mcp_tool' })
  })
})

describe('a reply that streams in', () => {
  it('is read as far as it has come, never as raw JSON', () => {
    const reply = '{"observation":"A \\"calculator\\"","thought":"Press\\nseven","action":[]}'
    const seen = Array.from({ length: reply.length + 1 }, (_, end) => readableReply(reply.slice(0, end)))
    expect(seen[1]).toBe('')
    expect(seen).toContain('A "calc')
    expect(seen.at(-1)).toBe('Press\nseven')
    expect(seen.every((text) => !/[{}\\]/.test(text))).toBe(true)
  })

  it('is shown as it is when it is no JSON', () => {
    expect(readableReply('I look at it.')).toBe('I look at it.')
  })
})

describe('the plan', () => {
  it('has what is done, what goes on and what comes after it', () => {
    const request: EventBody = { type: 'round_started', request: 'multiply' }
    const done: EventBody = {
      type: 'subtask_finished',
      index: 0,
      subtask: 'Open it',
      status: 'FINISH',
      result: null,
    }
    const step = stepEvents({ subtask: 'Multiply 7 by 6' })
    expect(planOf(runViewOf(streamOf([runStarted, request, done, ...step])))).toEqual([
      { text: 'Open it', state: 'done' },
      { text: 'Multiply 7 by 6', state: 'current' },
      { text: 'Read the display', state: 'next' },
    ])
  })

  it('is fixed when it is first told, and only ticked: it never becomes shorter', () => {
    const request: EventBody = { type: 'round_started', request: 'multiply' }
    const deciding = (plan: string[]) =>
      stepEvents({ subtask: '' }).map((body) => (body.type === 'decided' ? { ...body, plan } : body))
    const plans = [
      ['Open it', 'Press 7', 'Read it'],
      ['Press 7', 'Read it', 'Close it'],
      ['Read it', 'Close it'],
      [],
    ]
    const told = plans.map((_plan, at) =>
      planOf(
        runViewOf(
          streamOf([runStarted, request, ...plans.slice(0, at + 1).flatMap((plan) => deciding(plan))]),
        ),
      ).map(({ text, state }) => `${text}: ${state}`),
    )
    expect(told[0]).toEqual(['Open it: next', 'Press 7: next', 'Read it: next'])
    expect(told[2]).toEqual(['Open it: done', 'Press 7: done', 'Read it: next', 'Close it: next'])
    expect(told[3]).toHaveLength(4)
  })

  it('has no line for a step that names no subtask', () => {
    const request: EventBody = { type: 'round_started', request: 'multiply' }
    const step = stepEvents({ subtask: '' })
    expect(planOf(runViewOf(streamOf([runStarted, request, ...step]))).map(({ text }) => text)).toEqual([
      'Read the display',
    ])
  })
})

describe('the person’s hand', () => {
  const desktop = { x: 100, y: 0, width: 1280, height: 800 }
  const drawn = { left: 10, top: 20, width: 640, height: 400 }

  it('is where the pointer is on the picture, and never outside of the desktop', () => {
    expect(pointOn(desktop, drawn, { clientX: 330, clientY: 220 })).toEqual({ x: 740, y: 400 })
    expect(pointOn(desktop, drawn, { clientX: 9_999, clientY: -5 })).toEqual({ x: 1379, y: 0 })
  })

  it('sends in order, and of moves that follow one another the last', () => {
    const sent: PersonInput[][] = []
    const soon: (() => void)[] = []
    const hand = new PersonHand(
      (inputs) => sent.push(inputs),
      (work) => () => void soon.push(work),
    )
    const at = { x: 1, y: 2 }
    hand.move({ x: 0, y: 0 })
    hand.move(at)
    hand.button(at, 0, true)
    hand.button(at, 4, true)
    hand.wheel(at, 0, 60)
    hand.wheel(at, 0, 60)
    hand.key('a', true)
    expect(sent).toEqual([])
    soon[0]!()
    expect(sent).toEqual([
      [
        { type: 'move', point: at },
        { type: 'button', point: at, button: 'left', down: true },
        { type: 'scroll', point: at, notches: -1, horizontal: false },
        { type: 'key', key: 'a', down: true },
      ],
    ])
  })
})

describe('the picture of a question', () => {
  it('shows the target within the picture, also at its edge', () => {
    const picture = { x: 0, y: 0, width: 1280, height: 800 }
    const part = partAround(picture, { x: 1200, y: 760, width: 60, height: 30 }, 1.4)
    expect(part.x + part.width).toBe(1280)
    expect(part.y + part.height).toBe(800)
    expect(part.x).toBeLessThan(1200)
  })
})

describe('small things', () => {
  it('counts time without a jump in width', () => {
    expect([clock(0), clock(38_400), clock(3_725_000)]).toEqual(['0:00', '0:38', '1:02:05'])
  })

  it('finds all words, whatever their case and accents', () => {
    expect([
      hasWords('Résumé for Ana', 'ana resume'),
      hasWords('导出联系人', '联系'),
      hasWords('Ana', 'ana b'),
    ]).toEqual([true, true, false])
  })
})
