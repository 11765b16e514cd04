// What the evaluation of a session decides, and where it is written.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appReply, hostReply } from '../agents/testing/scripted.ts'
import { ModelError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { SessionFactory } from './session-factory.ts'
import { person, verdict, FINISH, oneRequest, useWorld } from './testing/world.ts'

const world = useWorld()

describe('the evaluation of a session', () => {
  it('evaluates every round where eva_round is set, and is unsure where the evaluation fails', async () => {
    const { factory, journal } = await world({
      scripts: [FINISH],
      system: { eva_round: true },
      evaluate: () => Promise.reject(new ModelError('no judge')),
    })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end.status).toBe('completed')
    expect(journal.of('warning').filter((event) => event.message.includes('no judge'))).toHaveLength(2)
    expect(journal.of('evaluated')).toMatchObject([
      { level: 'round', complete: 'unsure', reason: 'The round could not be evaluated: no judge' },
      { level: 'session', complete: 'unsure' },
    ])
  })

  it('fails where the evaluation says no, whatever the agents say; what they brought is kept', async () => {
    const { factory, journal } = await world({
      scripts: oneRequest,
      evaluate: () => Promise.resolve({ ...verdict, complete: 'no', reason: 'No 7 is shown.' }),
    })
    const end = await factory
      .createSession({ id: 's', task: 'test', request: 'press 7' })
      .run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'finished' })
    expect(end.error).toBe('The evaluation says no: No 7 is shown.')
    expect(end.result).toBe(journal.of('round_finished')[0]?.result)
    expect(end.result).not.toBeNull()
  })

  it('goes by no evaluation of an earlier request where the last one could not be judged', async () => {
    let judged = 0
    const { factory, journal } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two'),
      system: { eva_round: true, eva_session: false },
      evaluate: () =>
        judged++ === 0
          ? Promise.resolve({ ...verdict, complete: 'no' })
          : Promise.reject(new ModelError('no judge')),
    })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', rounds: 2, error: null })
    expect(journal.of('evaluated').map(({ complete }) => complete)).toEqual(['no', 'unsure'])
  })

  it('keeps the no of an earlier request where the last one could not be judged', async () => {
    let judged = 0
    const { factory } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two'),
      evaluate: () =>
        judged++ === 0
          ? Promise.resolve({ ...verdict, complete: 'no', reason: 'No 7 is shown.' })
          : Promise.reject(new ModelError('no judge')),
    })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', error: 'The evaluation says no: No 7 is shown.' })
  })

  it('is told each request with its own result and steps, what came before, and what the person has answered', async () => {
    const told: unknown[] = []
    const { dependencies, journal } = await world({
      scripts: [
        hostReply('PENDING', { questions: ['Which one?'] }),
        hostReply('FINISH', { result: 'the first' }),
        hostReply('FINISH', { result: 'the second' }),
      ],
      interactor: {
        ...person('two'),
        questionAsker: () => Promise.resolve({ answer: 'the left one', by: 'person' }),
      },
    })
    dependencies.evaluate = ({ result, questions, earlier, trajectory }) => {
      told.push({ result, questions, earlier, rounds: trajectory.map(({ round }) => round) })
      return Promise.resolve(verdict)
    }
    const session = new SessionFactory(dependencies).createSession({ id: 's', task: 'test', request: 'one' })
    await session.run(new RunControl())
    const questions = [{ question: 'Which one?', answer: 'the left one' }]
    expect(told).toEqual([
      { result: 'the first', questions, earlier: [], rounds: [0, 0] },
      {
        result: 'the second',
        questions,
        earlier: [{ request: 'one', status: 'FINISH', result: 'the first', subtasks: [] }],
        rounds: [1],
      },
    ])
    expect(journal.of('evaluated')).toHaveLength(2)
  })

  it('fails in the end where one of its requests was judged as not done', async () => {
    let judged = 0
    const { factory, journal } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two'),
      evaluate: () =>
        Promise.resolve(judged++ === 0 ? { ...verdict, complete: 'no', reason: 'No 7 is shown.' } : verdict),
    })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(journal.of('evaluated').map(({ complete }) => complete)).toEqual(['no', 'yes'])
    expect(end).toMatchObject({ status: 'failed', error: 'The evaluation says no: No 7 is shown.' })
  })

  it('completes where the evaluation is unsure', async () => {
    const { factory } = await world({
      scripts: oneRequest,
      evaluate: () => Promise.resolve({ ...verdict, complete: 'unsure' }),
    })
    const end = await factory
      .createSession({ id: 's', task: 'test', request: 'press 7' })
      .run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', error: null })
  })

  it('write the verdict on the session into evaluation.log', async () => {
    const { factory, folder } = await world({ scripts: [FINISH] })
    await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    const lines = (await readFile(join(folder.path, 'evaluation.log'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'evaluation_result', level: 'session', request: 'x', complete: 'yes', reason: 'done' },
    ])
  })

  it('write beside the verdict what was verified, which no model has a say in', async () => {
    const { factory, desktop, folder, journal } = await world({
      scripts: [
        ...oneRequest.slice(0, 2),
        appReply('CONTINUE', [['click_input', { id: '7', name: '7' }]]),
        appReply('FINISH', []),
        FINISH,
      ],
    })
    desktop.effects = { click_input: { effect: 'contradicted', evidence: 'The display is empty.' } }
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    const line = JSON.parse(await readFile(join(folder.path, 'evaluation.log'), 'utf8')) as unknown
    const effects = { contradicted: 1, undone: 0 }
    expect(line).toMatchObject({ complete: 'yes', quality: { evaluation: 'yes' }, efficiency: null, effects })
    expect(journal.of('evaluated')).toMatchObject([{ complete: 'yes', effects }])
  })
})
