import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runStarted, sampleRun, target } from '../../src-preload/contract/testing/sample-run.ts'
import { filesBelow } from '../core/folder.ts'
import { RunHistory } from './history/run-history.ts'
import { registerSecret } from '../core/redaction.ts'
import { LogParts, readLog } from './log-parts.ts'
import { FileLog } from './file-log.ts'
import { Journal } from './journal.ts'
import { saveMarkdown } from './markdown.ts'
import { TypedPasswords } from './passwords.ts'
import { readEvents } from './read-journal.ts'
import { RunFolder } from './run-folder.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'passwords-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const typing = (text: string) =>
  ({
    type: 'act_started',
    call_id: 'c1',
    tool_name: 'set_edit_text',
    tool_type: 'action',
    namespace: 'AppUIExecutor',
    parameters: { id: '7', text },
    target: target({ role: 'password', name: 'Password' }),
    words: 'Type a hidden text into password field “Password”',
  }) as const
const warning = (message: string) => ({ type: 'warning', message }) as const

const END = {
  status: 'completed',
  result: null,
  error: null,
  reason: 'finished',
  steps: 1,
  rounds: 1,
  cost: 0,
  log_path: '',
} as const

const contents = async (folder: string): Promise<string> => {
  const texts = await Promise.all((await filesBelow(folder)).map((path) => readFile(path, 'utf8')))
  return texts.join('\n')
}

describe('a password that stands in a request', () => {
  it('is masked from the moment on that it is typed, and everywhere at the end', async () => {
    const secret = 'a"b*c <d> \\ é'
    const folder = await RunFolder.create(home, 'x')
    const passwords = new TypedPasswords()
    {
      using journal = await Journal.open(folder.eventsPath, { run: 'x', passwords })
      journal.emit(runStarted)
      journal.emit({ type: 'round_started', request: `type "${secret}" into Password` })
      journal.emit(typing(secret))
      expect(journal.emit(warning(`the field has ${secret}`))).toMatchObject({
        message: 'the field has [secret]',
      })
      journal.emit({ type: 'session_finished', ...END })
    }
    const log = JSON.stringify({
      prompt: [`type ${secret}`],
      call: JSON.stringify({ text: secret }),
      said: JSON.stringify([JSON.stringify(secret)]),
    })
    await folder.saveFile('request.log', `${log}\n${log}\n`)
    await folder.saveFile('state/tu.json', JSON.stringify({ instruction: secret }))
    await saveMarkdown(folder, { ...END, result: secret })
    await new RunHistory(home).list()
    expect(await readFile(join(home, 'history.db'), 'latin1')).toContain('b*c')
    await passwords.scrub(folder)
    const left = await contents(home)
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), 'b*c', 'b\\*c', '&lt;d&gt;']) {
      expect(left).not.toContain(form)
    }
    expect((await readEvents(folder.eventsPath))[1]).toMatchObject({
      request: 'type "[secret]" into Password',
    })
  })

  it('of many lines is masked also where the parts of request.log cut it', async () => {
    const folder = await RunFolder.create(home, 'x')
    const key = Array.from(
      { length: 60 },
      (_none, at) => `line ${at} of a key that is typed into a field`,
    ).join('\n')
    {
      using log = new FileLog(folder.resolve('request.log'), (value) => value, new LogParts())
      for (const step of [1, 2]) log.write({ step, prompt: [{ content: `Before it.\n${key}\nBehind it.` }] })
      await log.sync()
    }
    expect((await folder.readFile('request.log')).toString()).toContain('{"part":2,')
    const passwords = new TypedPasswords()
    passwords.add(key)
    await passwords.scrub(folder)
    const left = (await folder.readFile('request.log')).toString()
    expect(left).not.toContain('of a key')
    expect(readLog(left)).toEqual(
      [1, 2].map((step) => ({ step, prompt: [{ content: 'Before it.\n[secret]\nBehind it.' }] })),
    )
  })

  it('never makes a record unreadable, whatever word it is', async () => {
    const events = sampleRun()
    const words = events.flatMap((event) => JSON.stringify(event).match(/[\p{L}_]{4,}|\d{4,}/gu) ?? [])
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('password', 'completed', 'person', 'null', ...words), async (word) => {
        const folder = await RunFolder.create(home, 'word')
        const lines = events.map((event) => JSON.stringify(event))
        await folder.saveFile('events.jsonl', `${lines.join('\n')}\n`)
        const passwords = new TypedPasswords()
        passwords.add(word)
        await passwords.scrub(folder)
        const kept = await readEvents(folder.eventsPath)
        expect(kept.map(({ type, seq }) => [type, seq])).toEqual(events.map(({ type, seq }) => [type, seq]))
      }),
      { numRuns: 60 },
    )
  })

  it('is left alone where it is too short to be told from other texts, and files are where nothing was typed', async () => {
    const folder = await RunFolder.create(home, 'x')
    await folder.saveFile('request.log', '{"a":"1 12 123"}\n')
    const passwords = new TypedPasswords()
    passwords.add('123')
    await passwords.scrub(folder)
    expect([passwords.isEmpty, await readFile(folder.resolve('request.log'), 'utf8')]).toEqual([
      true,
      '{"a":"1 12 123"}\n',
    ])
  })
})

describe('a password and a model', () => {
  const passwords = new TypedPasswords()
  passwords.add('hunter2')
  passwords.add('hunter2-longer')

  it('is known to it by a name alone, which its reply may use', () => {
    const told = passwords.maskForModel({ request: 'first hunter2, then hunter2-longer', history: ['x'] })
    expect(told).toEqual({ request: 'first [secret 1], then [secret 2]', history: ['x'] })
    expect(passwords.unmask({ text: '[secret 2]', other: '[secret 7]' })).toEqual({
      text: 'hunter2-longer',
      other: '[secret 7]',
    })
  })

  it('stays out of every reply where the person has given it in secret', () => {
    registerSecret('given-in-secret')
    passwords.add('given-in-secret')
    expect(passwords.maskForModel('given-in-secret')).toBe('[secret 3]')
    expect(passwords.unmask('[secret 3]')).toBe('[secret 3]')
  })

  it('is masked in lines that are no JSON, too', async () => {
    const folder = await RunFolder.create(home, 'broken')
    await folder.saveFile('events.jsonl', '{"half": "hunter2-longer\n')
    await passwords.scrub(folder)
    expect(await contents(folder.path)).not.toContain('hunter2')
  })
})
