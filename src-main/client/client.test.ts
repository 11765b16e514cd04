import { expect, onTestFinished, test } from 'vitest'
import { bridgeOver } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { fakeProgram, type FakeConnection } from '../mcp-server/testing/fake-program.ts'
import { open } from './client.ts'

type Answers = Parameters<typeof fakeProgram>[0]

function opened(answers: Answers) {
  const listeners = new Set<(push: Push) => void>()
  const connection = fakeProgram({
    watch_run: () => ({ events: [], alive: true, own: true, queue: [] }),
    ...answers,
  }).connect((push) => {
    for (const listener of listeners) listener(push)
  }) as FakeConnection
  const bridge = bridgeOver({
    call: (name, input) => connection.call(name, input),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const openBridge = () => ({
    ...bridge,
    begin: () => Promise.resolve(),
    hangUp: () => {},
    [Symbol.asyncDispose]: () => Promise.resolve(),
  })
  const deskhand = open({ env: {}, openBridge })
  onTestFinished(() => deskhand[Symbol.asyncDispose]())
  return { deskhand, connection }
}

const asks = (program: FakeConnection) =>
  program.tell('r1', {
    type: 'question_asked',
    question: 'q1',
    kind: 'question',
    text: 'Which?',
    choices: [],
    call_id: null,
  } as never)

test('the events of a run are read from the first one on, also after it has ended', async () => {
  const { deskhand } = opened({
    start_run: (_input, program) => {
      setTimeout(() => {
        program.tell('r1', { type: 'warning', message: 'one' } as never)
        program.tell('r1', { type: 'warning', message: 'two' } as never)
        program.end('r1')
      })
      return { run: 'r1' }
    },
  })
  const run = await deskhand.start('open Mousepad')
  expect(await run.ended).toMatchObject({ status: 'completed', error: null })
  for (let times = 0; times < 2; times++) {
    const types: string[] = []
    for await (const event of run.events()) types.push(event.type)
    expect(types).toEqual(['warning', 'warning', 'session_finished'])
  }
  expect(await run.event('warning', ({ message }) => message === 'two')).toMatchObject({ message: 'two' })
  await expect(run.event('round_started')).rejects.toThrow('without the event round_started')
})

test('a question is answered by the program; without an answer nobody is there', async () => {
  for (const given of ['the first', null]) {
    const { deskhand, connection } = opened({
      start_run: (_input, program) => {
        setTimeout(() => asks(program))
        return { run: 'r1' }
      },
      answer_question: (_input, program) => {
        program.end('r1')
        return { accepted: true }
      },
    })
    const run = await deskhand.start({
      request: 'x',
      answer: () => (given === null ? null : { kind: 'question', text: given }),
    })
    await run.ended
    expect(connection.of('start_run')).toMatchObject([{ attended: true }])
    expect(connection.of('answer_question')).toMatchObject([
      { answer: given === null ? { kind: 'nobody' } : { kind: 'question', text: given } },
    ])
  }
})

test('without somebody to answer, the run is told that nobody is there', async () => {
  const { deskhand, connection } = opened({})
  await deskhand.start('x')
  expect(connection.of('start_run')).toMatchObject([{ attended: false, one_shot: true }])
})

test('a run that is over before its name is known has its events and its end', async () => {
  const { deskhand } = opened({
    start_run: (_input, program) => {
      program.tell('r1', { type: 'warning', message: 'early' } as never)
      program.end('r1')
      return { run: 'r1' }
    },
  })
  const run = await deskhand.start('x')
  expect(await run.ended).toMatchObject({ status: 'completed' })
  expect(await run.event('warning')).toMatchObject({ message: 'early' })
})

test('a run that is stopped says so', async () => {
  const { deskhand, connection } = opened({
    start_run: () => ({ run: 'r1' }),
    control_run: (_input, program) => {
      program.end('r1', 'stopped')
      return { run: 'r1' }
    },
  })
  const run = await deskhand.start('wait')
  expect(await run.stop()).toMatchObject({ status: 'stopped' })
  expect(connection.of('control_run')).toEqual([{ run: 'r1', wish: 'stop' }])
})
