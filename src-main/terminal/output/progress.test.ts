import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../../src-preload/contract/events.ts'
import {
  evaluatorDecided,
  runStarted,
  stepEvents,
  streamOf,
} from '../../../src-preload/contract/testing/sample-run.ts'
import { UNSAVED_QUESTION } from '../../../src-preload/contract/program-questions.ts'
import { notDoneWords } from '../../../src-preload/contract/words.ts'
import { configSchema } from '../../../src-preload/contract/config.ts'
import { FakeBridge } from '../testing/fake-bridge.ts'
import { Progress } from './progress.ts'
import { speechFor } from './speech.ts'
import { Screen } from './screen.ts'
import { finished, MemoryOutput } from '../testing/fake-shell.ts'
import { colourless } from './text.ts'

/** What stands in the changing line after these events. */
function liveAfter(...bodies: EventBody[]): string {
  const output = new MemoryOutput()
  output.isTTY = true
  const events = streamOf(bodies)
  const now = () => (events.at(-1)?.ts ?? 0) + 700
  using progress = new Progress(new Screen(output), colourless, undefined, now)
  for (const event of events) progress.show(event)
  // Above it stand lines that stay.
  const isLive = /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/u
  const last = output.shown.at(-1) ?? ''
  return isLive.test(last) ? last.replace(/^[^\p{L}]+/u, '') : ''
}

const round: EventBody = { type: 'round_started', request: 'do it' }
const step = stepEvents({
  thought: 'The key 7 is there.',
  acts: [{ call: 'c1', tool: 'click_input', words: 'Click button “7”' }],
})
const until = (type: EventBody['type']) => step.slice(0, step.findIndex((body) => body.type === type) + 1)
const question: EventBody = {
  type: 'question_asked',
  question: 'q',
  kind: 'question',
  text: 'Which?',
  choices: [],
  call_id: null,
  details: null,
}

describe('the changing line of a run', () => {
  it('says which step goes on, what it does, and since when', () => {
    expect([
      liveAfter(runStarted),
      liveAfter(runStarted, round, ...until('step_started')),
      liveAfter(runStarted, round, ...until('observed')),
      liveAfter(runStarted, round, ...until('act_started')),
      liveAfter(runStarted, round, ...until('act_finished')),
    ]).toEqual([
      'Starting… · 0.7 s',
      'step 1 · looks at galculator · 1.3 s',
      'step 1 · decides · 1.6 s',
      'step 1 · Click button “7” · 2.8 s',
      'step 1 · checks what happened · 3.1 s',
    ])
  })

  it('says that the result is checked, once its request is done', () => {
    const done: EventBody = {
      type: 'round_finished',
      status: 'completed',
      result: null,
      error: null,
    } as EventBody
    expect(liveAfter(runStarted, round, ...step, done)).toMatch(/^Checking the result… · /)
  })

  it('is not there while a question is open, while the run is paused, and at the end', () => {
    const started = [runStarted, round, ...until('step_started')]
    expect([
      liveAfter(...started, question),
      liveAfter(...started, { type: 'paused', by: 'person' }),
      liveAfter(...started, finished()),
    ]).toEqual(['', '', ''])
  })
})

it('prints what the evaluator decided as a line of its own', () => {
  const output = new MemoryOutput()
  using progress = new Progress(new Screen(output), colourless)
  for (const event of streamOf([runStarted, round, ...step, evaluatorDecided])) progress.show(event)
  expect(output.text.split('\n')).toContain('◇ Evaluator: plan again – The menu was not there.')
})

it('tells what was done before a question about a later act of the same reply, once', () => {
  const output = new MemoryOutput()
  using progress = new Progress(new Screen(output), colourless)
  const two = stepEvents({
    acts: [
      { call: 'c1', tool: 'click_input', words: 'Click button “7”', effect: 'confirmed' },
      { call: 'c2', tool: 'click_input', words: 'Click button “Send”', effect: 'confirmed' },
    ],
  })
  const second = two.findIndex((body) => body.type === 'act_started' && body.call_id === 'c2')
  const events = streamOf([runStarted, round, ...two.toSpliced(second, 0, { ...question, call_id: 'c2' })])
  const printed = (word: string) => output.text.split('\n').filter((line) => line.includes(word)).length
  for (const event of events) {
    progress.show(event)
    if (event.type === 'question_asked') expect([printed('“7”'), printed('“Send”')]).toEqual([1, 0])
  }
  expect([printed('“7”'), printed('“Send”')]).toEqual([1, 1])
})

it.each([
  [
    'that the evaluation says no of: once, by the evaluation',
    'No 7 is shown.',
    notDoneWords('No 7 is shown.'),
    1,
  ],
  ['that failed by itself: beside the evaluation', 'No 7 is shown.', 'The service is down.', 2],
])('says why of a run %s', (_, reason, error, times) => {
  const output = new MemoryOutput()
  using progress = new Progress(new Screen(output), colourless)
  const judged: EventBody = {
    type: 'evaluated',
    level: 'session',
    complete: 'no',
    reason,
    sub_scores: [],
    quality: null,
    efficiency: null,
    cost: 0,
    effects: { steps: 1, acts: 1, confirmed: 1, unconfirmed: 0, contradicted: 0, undone: 0 },
  }
  const end = finished({ status: 'failed', error })
  for (const event of streamOf([runStarted, round, ...step, judged, end])) progress.show(event)
  expect(output.text).toContain('✗ not done No 7 is shown.')
  expect(output.text).toContain('Failed in ')
  expect(output.text.split('\n').filter((line) => line.startsWith('✗'))).toHaveLength(times)
})

it('tells an error once that one agent hands to the next, and that the evaluation quotes', () => {
  const output = new MemoryOutput()
  using progress = new Progress(new Screen(output), colourless)
  const error = 'There is no control “Nonesuch”.'
  const judged: EventBody = {
    type: 'evaluated',
    level: 'session',
    complete: 'no',
    reason: `${error} Judged by effects alone.`,
    sub_scores: [],
    quality: null,
    efficiency: null,
    cost: 0,
    effects: { steps: 2, acts: 0, confirmed: 0, unconfirmed: 0, contradicted: 0, undone: 0 },
  }
  const events: EventBody[] = [
    ...stepEvents({ agent: 'AppAgent', status: 'FAIL', error }),
    ...stepEvents({ agent: 'HostAgent', status: 'FAIL', error }),
    { type: 'round_finished', status: 'FAIL', result: null, error, steps: 2, cost: 0 },
    judged,
    finished({ status: 'failed', error }),
  ]
  for (const event of streamOf([runStarted, round, ...events])) progress.show(event)
  expect(output.text.split(error)).toHaveLength(2)
  expect(output.text).toContain('✗ not done Judged by effects alone.')
})

it('tells that an idle session has given its desktop back, and which one it has then', () => {
  const output = new MemoryOutput()
  using progress = new Progress(new Screen(output), colourless, undefined, () => 0)
  const renewed: EventBody = { type: 'desktop_renewed', display: { kind: 'virtual', name: ':207' } }
  for (const event of streamOf([runStarted, round, ...step, { type: 'desktop_given_back' }, renewed]))
    progress.show(event)
  expect(output.text).toContain('The virtual desktop was closed while nobody asked for anything.')
  expect(output.text).toContain('A new virtual desktop: :207.')
})

describe('the header of a run', () => {
  const headerOf = (models: Record<string, string>): string => {
    const output = new MemoryOutput()
    using progress = new Progress(new Screen(output), colourless)
    for (const event of streamOf([{ ...runStarted, models } as EventBody, round])) progress.show(event)
    return output.text
  }

  it('names the services that are asked, and plain commands only where nothing else is set up', () => {
    expect(headerOf({ app: 'openai/gpt-x', memory: 'offline' })).not.toContain('offline')
    expect(headerOf({ app: 'offline' })).toContain('offline')
  })
})

describe('in Chinese', () => {
  const act: EventBody[] = stepEvents({
    acts: [{ call: 'c1', tool: 'click_input', words: 'Click button “7” in “galculator”' }],
  })
  const failed = finished({
    status: 'failed',
    error: 'click "x": There is no control “x” in “galculator”. Nearest: button “7”, menu “File”.',
  })

  it('a run is told by the words of the windows, and what was quoted stays', async () => {
    const output = new MemoryOutput()
    const bridge = new FakeBridge({ read_config: () => ({ values: configSchema.parse({}) }) as never })
    const speech = await speechFor({ LANG: 'zh_CN.UTF-8' }, bridge)
    using progress = new Progress(new Screen(output), colourless, speech, () => 0)
    for (const event of streamOf([runStarted, round, ...act, failed])) progress.show(event)
    expect(output.text).toContain('虚拟桌面 :101')
    expect(output.text).toContain('点击 “7” · “galculator”')
    expect(output.text).toContain('✗ click "x"：“galculator”中没有“x”。最接近的：按钮“7”、菜单“File”。')
  })

  it('what is remembered, judged and healed is told in Chinese, and the reason of a failure before what can be said', async () => {
    const output = new MemoryOutput()
    output.columns = 100
    const bridge = new FakeBridge({ read_config: () => ({ values: configSchema.parse({}) }) as never })
    const speech = await speechFor({ LANG: 'zh_CN.UTF-8' }, bridge)
    using progress = new Progress(new Screen(output), colourless, speech, () => 0)
    const memory = { id: 1, kind: 'experience' as const, title: 'Export', helped: 3, failed: 1 }
    const events: EventBody[] = [
      runStarted,
      round,
      { type: 'remembered', memories: [memory] },
      {
        type: 'evaluator_decided',
        trigger: 'periodic',
        decision: 'replan',
        reason: '',
        by: 'rule',
        subtask: 'x',
      },
      { type: 'plan_updated', path: '/p.json', steps: 2 },
      finished({ status: 'failed', error: 'Not understood: “sing”.\nPut the text into quotes.' }),
    ]
    for (const event of streamOf(events)) progress.show(event)
    const lines = output.text.split('\n')
    expect(lines).toContain('↺ 使用了一条经验：“Export” · 4 次中有 3 次有用')
    expect(lines.find((line) => line.startsWith('◇'))).toBe('◇ 按规则： 重新计划')
    expect(lines).toContain('↻ 2 个修复后的步骤现在在 /p.json 中。')
    expect(lines.slice(lines.indexOf('✗ 无法理解：“sing”。')).slice(0, 2)).toEqual([
      '✗ 无法理解：“sing”。',
      '  请把文本放进引号。',
    ])
  })

  it('a question of the program that nobody answers is told by its code, with its answer', async () => {
    const output = new MemoryOutput()
    output.columns = 120
    const bridge = new FakeBridge({ read_config: () => ({ values: configSchema.parse({}) }) as never })
    const speech = await speechFor({ LANG: 'zh_CN.UTF-8' }, bridge)
    using progress = new Progress(new Screen(output), colourless, speech, () => 0)
    const { code, discard } = UNSAVED_QUESTION
    const asked: EventBody = {
      ...question,
      text: 'Not saved: “a.txt”. The virtual desktop ends with this session. What shall become of it?',
      told: { code, parameters: { windows: '“a.txt”' } },
    }
    const answered: EventBody = {
      type: 'question_answered',
      question: 'q',
      kind: 'question',
      answer: discard,
      by: 'nobody',
      scope: null,
      why: null,
    }
    for (const event of streamOf([runStarted, round, asked, answered])) progress.show(event)
    const line = output.text.split('\n').find((one) => one.startsWith('!'))
    expect(line).toMatch(/^! 未保存：“a\.txt”/)
    expect(line).toContain(speech.say('questions.unsaved_work.discard'))
  })

  it('a wait for a control that is not there yet is no line, but one that was asked for is', () => {
    const output = new MemoryOutput()
    using progress = new Progress(new Screen(output), colourless)
    const wait = (comment: string, words: string) =>
      stepEvents({ comment, acts: [{ call: words, tool: 'wait', words }] })
    const events = [
      ...wait('clause 1 of 2 [wait]: click 7', 'Wait 0.3 s'),
      ...wait('clause 2 of 2: wait 3 seconds', 'Wait 3 s'),
    ]
    for (const event of streamOf([runStarted, round, ...events])) progress.show(event)
    expect(output.text).not.toContain('Wait 0.3 s')
    expect(output.text).toContain('Wait 3 s')
  })

  it.each([
    ['system', { LC_ALL: 'C.UTF-8', LANG: 'zh_CN.UTF-8' }, 'In English'],
    ['en', { LANG: 'zh_CN.UTF-8' }, 'In English'],
    ['zh', { LANG: 'C' }, '（英文）'],
    ['system', { LANG: 'zh_TW.UTF-8' }, '（英文）'],
  ] as const)('the setting %s and %o decide', async (language, env, words) => {
    const bridge = new FakeBridge({
      read_config: () => ({ values: configSchema.parse({ app: { language } }) }) as never,
    })
    const { say } = await speechFor(env, bridge)
    expect(say('common.in_english', { text: '' })).toContain(words)
  })
})
