import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { PersonAnswers } from './answers.ts'
import type { MemoryStore } from './client.ts'
import { InProcessMemory } from './testing/in-process.ts'

let home: string
let store: InProcessMemory
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-answers-'))
  store = new InProcessMemory(join(home, 'memory.db'))
})
afterEach(() => {
  store[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})
const answersOf = (from: MemoryStore, mask = <T>(value: T): T => value) =>
  new PersonAnswers({ store: from, logger: silentLogger, run: 'r', mask })
const request = 'Save the report'

describe('what a person has answered', () => {
  it('is found by the same question, also in other case and punctuation, and by no other', async () => {
    const answers = answersOf(store)
    answers.given({ question: 'Into which folder shall the report go?', answer: '~/reports', request })
    await store.ask('save', { records: answers.records() })
    const earlier = async (question: string) => (await answers.earlier(question, new RunControl()))?.text
    expect(await earlier('into which folder shall the report go')).toBe('~/reports')
    expect(await earlier('Into which folder shall the letter go?')).toBeUndefined()
    expect(await earlier('Shall the report go into a folder?')).toBeUndefined()
    expect(await store.ask('get', { id: 1 })).toMatchObject({ used: 1 })
  })

  it('is found also where it can’t be written down that it was used', async () => {
    const answers = answersOf({
      ask: (call, input) =>
        call === 'used' ? Promise.reject(new Error('The disk is full.')) : store.ask(call, input),
    })
    answers.given({ question: 'Into which folder?', answer: '~/reports', request })
    await store.ask('save', { records: answers.records() })
    expect(await answers.earlier('Into which folder?', new RunControl())).toMatchObject({ text: '~/reports' })
  })

  it('is not the answer to a long question that asks for something else in one word', async () => {
    const asked = (month: string) =>
      `There are twelve workbooks in the folder of the reports; which of them shall be opened, filled in and sent for ${month}?`
    const answers = answersOf(store)
    for (const month of ['March', 'May']) {
      answers.given({ question: asked(month), answer: `${month}.ods`, request })
    }
    await store.ask('save', { records: answers.records() })
    const earlier = async (question: string) => (await answers.earlier(question, new RunControl()))?.text
    expect(await earlier(asked('March'))).toBe('March.ods')
    expect(await earlier(asked('May'))).toBe('May.ods')
    expect(await earlier(asked('April'))).toBeUndefined()
    expect(await earlier(`${asked('March')} Not`)).toBeUndefined()
  })

  it('the newest answer to a question takes the place of the one before', async () => {
    for (const answer of ['~/a', '~/b']) {
      const answers = answersOf(store)
      answers.given({ question: 'Which folder?', answer, request })
      await store.ask('save', { records: answers.records() })
    }
    expect((await answersOf(store).earlier('Which folder?', new RunControl()))?.text).toBe('~/b')
  })

  it.each([
    ['a password', 'What is the password of the share?', 'hunter2'],
    ['a PIN', '请输入验证码？', '4711'],
    ['a key of a service', 'Which API key shall I use?', 'abc'],
    ['what looks like a key', 'What shall I paste?', 'sk-proj-abcdefghijklmnopqrstuv'],
    ['the number of a card', 'Which card?', '4111 1111 1111 1111'],
    ['what was typed as a password in this run', 'What now?', 'type geheim'],
  ])('%s is not kept at all', (_what, question, answer) => {
    const mask = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('geheim', '•••')) as T
    const answers = answersOf(store, mask)
    answers.given({ question, answer, request })
    expect(answers.records()).toEqual([])
  })

  it('a memory that can’t be read gives no answer', async () => {
    const broken: MemoryStore = { ask: () => Promise.reject(new Error('broken')) }
    expect(await answersOf(broken).earlier('Which folder?', new RunControl())).toBeNull()
  })
})
