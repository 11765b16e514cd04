// What is remembered of a session, and when the person is asked.
import { describe, expect, it } from 'vitest'
import type { SystemConfig } from '../../src-preload/contract/config.ts'
import { appReply, hostReply, type Script } from '../agents/testing/scripted.ts'
import { ModelError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import type { EvaluationReply } from '../models/replies.ts'
import { oneRequest, person, select, useWorld, verdict, type World } from './testing/world.ts'

const world = useWorld()

describe('the experience of a session', () => {
  it('remembers what worked when the person wants it', async () => {
    const { factory, journal, remembered } = await world({
      scripts: oneRequest,
      system: { save_experience: 'ask' },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(journal.of('experience_saved')).toHaveLength(1)
    expect(remembered).toMatchObject([
      {
        kind: 'experience',
        outcome: 'worked',
        title: 'press 7',
        applications: ['calculator'],
        text: '1. click_input on button “7”',
      },
    ])
  })

  it('remembers of a run that failed what did not work, where everything is remembered', async () => {
    const failing: Script[] = [
      hostReply('CONTINUE', select),
      hostReply('ASSIGN', { current_subtask: 'press 9' }),
      appReply('FAIL', [['click_input', { id: '7', name: '7' }]], { comment: 'There is no 9.' }),
      hostReply('FAIL', { comment: 'It has no 9.' }),
    ]
    const { factory, remembered } = await world({ scripts: failing, system: { save_experience: 'always' } })
    await factory.createSession({ id: 's', task: 'test', request: 'press 9' }).run(new RunControl())
    expect(remembered).toMatchObject([{ outcome: 'did_not_work', title: 'press 9' }])
    expect(remembered[0]?.text).toContain('There is no 9.')
  })

  it.each<[SystemConfig['save_experience'], EvaluationReply['complete'], boolean, number]>([
    ['always', 'no', false, 1],
    ['auto', 'yes', false, 1],
    ['auto', 'no', false, 1],
    ['auto', 'unsure', true, 0],
    ['ask', 'no', true, 1],
    ['ask', 'no', false, 0],
    ['ask', 'yes', false, 0],
    ['always_not', 'yes', true, 0],
  ])(
    'save_experience: %s, judged %s, with the answer %s, saves %d times',
    async (save_experience, complete, answer, times) => {
      const { factory, journal } = await world({
        scripts: oneRequest,
        system: { save_experience },
        interactor: { ...person(), experienceAsker: () => Promise.resolve({ answer, by: 'person' }) },
        evaluate: () => Promise.resolve({ ...verdict, complete }),
      })
      await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
      expect(journal.of('experience_saved')).toHaveLength(times)
      const asked = journal.of('question_asked').filter((event) => event.kind === 'experience')
      expect(asked).toHaveLength(save_experience === 'ask' ? 1 : 0)
      const told = complete === 'no' ? 'Remember what did not work?' : 'Remember how this was done?'
      for (const { text } of asked) expect(text).toBe(told)
    },
  )

  it.each<[SystemConfig['save_experience'], number]>([
    ['always', 1],
    ['auto', 1],
    ['ask', 1],
    ['always_not', 0],
  ])('save_experience: %s keeps of a run that failed what did not work', async (save_experience, times) => {
    const { factory, journal, remembered } = await world({
      scripts: oneRequest,
      system: { save_experience, max_step: 1 },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(journal.of('experience_saved')).toHaveLength(times)
    expect(remembered.map(({ outcome }) => outcome)).not.toContain('worked')
  })

  it.each<[string, Partial<World>, string | null]>([
    ['judged, as it was judged', { evaluate: () => Promise.resolve({ ...verdict, complete: 'no' }) }, 'no'],
    ['cut short by a limit, that it failed', { system: { max_step: 1 } }, 'no'],
    ['broken off by an error, nothing', { scripts: [new ModelError('No service.')] }, null],
    ['not judged, nothing', { system: { eva_session: false } }, null],
  ])('tells the memories of a run that was %s', async (_what, more, told) => {
    const { factory, settled } = await world({ scripts: oneRequest, ...more })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(settled).toEqual([told])
  })

  it('asks nobody to remember where nothing was done', async () => {
    const { dependencies, factory, journal } = await world({
      scripts: oneRequest,
      system: { save_experience: 'ask' },
    })
    dependencies.hasExperience = () => false
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(journal.of('question_asked').filter(({ kind }) => kind === 'experience')).toEqual([])
  })
})
