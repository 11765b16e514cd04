// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { EventBody, SessionEvent } from '../../src-preload/contract/events.ts'
import { runStarted, sampleRun, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { App } from '../chat/app.tsx'
import { setLanguage } from '../state/i18n.ts'
import { usePlace } from '../state/place.ts'
import type { Answers } from '../testing/memory-wire.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'

type Asked = Extract<EventBody, { type: 'question_asked' }>

/** The sample as far as its sensitive question. */
const ALL = sampleRun('action_step1.png')
const SENSITIVE = ALL.slice(0, ALL.findIndex(({ type }) => type === 'question_asked') + 1)

const asks = (question: Partial<Asked>): SessionEvent[] =>
  streamOf([
    runStarted,
    { type: 'round_started', request: 'open Mousepad' },
    ...stepEvents({}).slice(0, 4),
    {
      type: 'question_asked',
      question: 'q1',
      kind: 'question',
      text: 'Which file?',
      choices: [],
      call_id: null,
      details: null,
      ...question,
    },
  ])

const accepted: Answers = { answer_question: () => ({ accepted: true }) }

/** The main window with the run in it, as far as these events, the last of which it is told later. */
async function openRun(events: SessionEvent[], answers: Answers = accepted, own = true) {
  const run = recordedRun(events.slice(0, -1), { own })
  const { summary } = recordedRun(events)
  const opened = await openWindow(<App />, {
    place: { view: 'run', run: 'sample' },
    runs: [run.summary],
    answers: { watch_run: () => run.watched, ...answers },
  })
  const last = events.at(-1)
  const ask = async () => {
    if (last) await opened.push(run.told(last), { push: 'run', summary })
    await screen.findByRole('region', { name: 'Deskhand asks' })
  }
  return { ...opened, ask, told: run.told }
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('a sensitive step', () => {
  it('says what, where and why, and its safe answer has the focus', async () => {
    const { ask } = await openRun(SENSITIVE)
    await ask()
    const box = screen.getByRole('region', { name: 'Deskhand asks' }).textContent
    expect(box).toContain('Click button “Save” in “Save As”?')
    expect(box).toContain('Asked because it replaces a file. A file of that name is there.')
    expect(document.activeElement).toBe(button('Refuse'))
  })

  it('is said in Chinese, too, before anything else is known of its act', async () => {
    const question = SENSITIVE.at(-1)
    if (question?.type !== 'question_asked' || !question.details) throw new Error('It asks.')
    const { details } = question
    const { ask } = await openRun([
      ...SENSITIVE.slice(0, -1),
      { ...question, details: { ...details, tool_name: 'click_input' } },
    ])
    await ask()
    await act(() => setLanguage('zh'))
    const box = screen.getByRole('region', { name: 'Deskhand 询问' }).textContent
    expect(box).toContain('点击 “Save” · “Save As”')
    expect(box).not.toContain('button')
    await act(() => setLanguage('en'))
  })

  it('is refused by Enter, which acts on what has the focus', async () => {
    const { ask, user, wire } = await openRun(SENSITIVE)
    await ask()
    await user.keyboard('{Enter}')
    expect(wire.sent('answer_question')).toEqual([
      {
        run: 'sample',
        question: 'q-c5',
        answer: { kind: 'sensitive_step', allow: false, scope: 'once', why: null },
      },
    ])
    expect(button('Refuse').disabled).toBe(true)
  })

  it('is allowed as far as the person says, only in ways that the program offers', async () => {
    const offered = SENSITIVE.map((event): SessionEvent => {
      if (event.type !== 'question_asked' || !event.details) return event
      return { ...event, details: { ...event.details, scopes: ['once', 'run'] } }
    })
    const { ask, user, wire } = await openRun(offered)
    await ask()
    expect(screen.queryByRole('button', { name: 'Always here' })).toBeNull()
    await user.keyboard('{Tab}{Tab} ')
    expect(wire.sent('answer_question')).toMatchObject([{ answer: { allow: true, scope: 'run', why: null } }])
  })

  it('can be refused with a reason; Escape leaves the reason first, then refuses', async () => {
    const { ask, user, wire } = await openRun(SENSITIVE)
    await ask()
    await user.click(button('Refuse and say why…'))
    await user.keyboard('Keep it{Escape}')
    expect(wire.sent('answer_question')).toEqual([])
    await user.click(button('Refuse and say why…'))
    await user.keyboard(' Keep the old file {Enter}')
    expect(wire.sent('answer_question')).toMatchObject([
      { answer: { allow: false, why: 'Keep the old file' } },
    ])
  })

  it('stays open when its answer did not reach the program, with the reason that was typed', async () => {
    const { ask, user, wire } = await openRun(SENSITIVE, {
      answer_question: () => {
        throw new Error('The disk is full.')
      },
    })
    await ask()
    await user.click(button('Refuse and say why…'))
    await user.keyboard('Keep it{Enter}')
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /instead/ }).value).toBe('Keep it')
    await user.click(button('Refuse'))
    expect(wire.sent('answer_question')).toHaveLength(2)
  })

  it('that was answered elsewhere says that this answer did nothing, then is one line', async () => {
    const { ask, user, push, told } = await openRun(SENSITIVE, {
      answer_question: () => ({ accepted: false }),
    })
    await ask()
    await user.click(button('Allow once'))
    expect(await screen.findByText(/your answer did nothing/)).toBeTruthy()
    const answered = ALL[SENSITIVE.length]
    if (answered) await push(told(answered))
    expect(await screen.findByText('allowed once')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Deskhand asks' })).toBeNull()
    // Its buttons are gone: the keyboard goes on where the next request is typed.
    const composer = screen.getByRole('textbox', { name: 'Request' })
    await expect.poll(() => document.activeElement).toBe(composer)
  })

  it('of a run that another program carries out can’t be answered here', async () => {
    const { ask } = await openRun(SENSITIVE, accepted, false)
    await ask()
    expect([button('Refuse').disabled, button('Allow once').disabled]).toEqual([true, true])
    expect(screen.getByText(/answer it there/)).toBeTruthy()
    expect(document.activeElement).not.toBe(button('Refuse'))
  })
})

describe('a question of a model', () => {
  it('is answered by the digit of a choice', async () => {
    const { ask, user, wire } = await openRun(asks({ choices: ['a.txt', 'b.txt'] }))
    await ask()
    expect(document.activeElement?.textContent).toContain('a.txt')
    await user.keyboard('3')
    expect(wire.sent('answer_question')).toEqual([])
    await user.keyboard('2')
    expect(wire.sent('answer_question')).toEqual([
      { run: 'sample', question: 'q1', answer: { kind: 'question', text: 'b.txt' } },
    ])
  })

  it('without choices takes a text, and an empty one is not sent', async () => {
    const { ask, user, wire } = await openRun(asks({}))
    await ask()
    await user.keyboard(' {Enter}')
    expect(wire.sent('answer_question')).toEqual([])
    await user.keyboard('c.txt {Enter}')
    expect(wire.sent('answer_question')).toMatchObject([{ answer: { kind: 'question', text: 'c.txt' } }])
  })

  it('after a secret hides it, and sends it as it is', async () => {
    const { ask, user, wire } = await openRun(asks({ text: 'The password?', secret: true }))
    await ask()
    expect(document.activeElement?.getAttribute('type')).toBe('password')
    await user.keyboard(' open sesame {Enter}')
    expect(wire.sent('answer_question')).toMatchObject([{ answer: { text: ' open sesame ' } }])
  })

  it('does not take the focus from who is writing; F8 goes to it', async () => {
    const { ask, user } = await openRun(asks({ choices: ['a.txt', 'b.txt'] }))
    const composer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Request' })
    await user.type(composer, 'then clo')
    await ask()
    await user.keyboard('se it')
    expect([document.activeElement, composer.value]).toEqual([composer, 'then close it'])
    await user.keyboard('{F8}')
    expect(document.activeElement?.textContent).toContain('a.txt')
  })

  it('of another run is shown by F8, wherever the person is', async () => {
    const run = recordedRun(asks({ choices: ['a.txt'] }))
    const { user } = await openWindow(<App />, {
      runs: [run.summary],
      answers: { watch_run: () => run.watched },
    })
    await user.keyboard('{F8}')
    expect(usePlace.getState()).toMatchObject({ view: 'run', run: 'sample' })
    await expect.poll(() => document.activeElement?.textContent).toContain('a.txt')
  })
})

describe('the question at the end', () => {
  it.each([
    ['Remember how this was done?', '{Tab}', false],
    ['Remember what did not work?', '', true],
  ])('%s is answered either way', async (text, keys, save) => {
    const end = asks({ kind: 'experience', text, choices: ['no', 'yes'] })
    const { ask, user, wire } = await openRun(end)
    await ask()
    expect(screen.getByRole('heading', { name: text })).toBeTruthy()
    expect(document.activeElement).toBe(button('Remember'))
    await user.keyboard(`${keys}{Enter}`)
    expect(wire.sent('answer_question')).toMatchObject([{ answer: { kind: 'experience', save } }])
  })
})
