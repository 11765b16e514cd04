import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { UserError } from '../../core/errors.ts'
import { InProcessMemory } from '../testing/in-process.ts'
import { exportFile, exportText, importFiles, importTexts } from './exchange.ts'

let home: string
let store: InProcessMemory
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-exchange-'))
  store = new InProcessMemory(join(home, 'memory.db'))
})
afterEach(() => {
  store[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})
function file(name: string, content: string | Uint8Array): string {
  const path = join(home, name)
  writeFileSync(path, content)
  return path
}
const total = async () =>
  (await store.ask('list', { search: '', kind: null, application: null, offset: 0, limit: 1 })).total

/** As UFO writes it. */
const UFO = `example0:
  example:
    Observation: Word is open.
    Thought: I click File.
    ControlLabel: '12'
    ControlText: File
    Function: click_input
    Args: {button: left, double: false}
    Status: CONTINUE
    Plan: |-
      (1) Click File
      (2) Click Save
    Comment: ''
  Tips: "- Click File first\\n- Then Save"
  request: Save the document
  Sub-task: Save the document in Word
  app_list:
  - WINWORD.EXE
`

describe('experience.yaml', () => {
  it('of UFO is read, and written back with everything that it had', async () => {
    const [imported] = await importFiles(store, [file('experience.yaml', UFO)])
    expect(imported).toMatchObject({ added: 1, merged: 0 })
    expect(await store.ask('get', { id: 1 })).toMatchObject({
      kind: 'experience',
      applications: ['WINWORD.EXE'],
      key: 'Save the document in Word',
      text: '(1) Click File\n(2) Click Save',
      tips: '- Click File first\n- Then Save',
    })
    const written = parse((await exportText(store, 'experience')).text) as unknown
    const before = parse(UFO) as { example0: { example: object } }
    expect(written).toEqual({
      example0: {
        ...before.example0,
        example: { ...before.example0.example, Plan: ['(1) Click File', '(2) Click Save'] },
      },
    })
  })

  it('comes back as it went out', async () => {
    await importFiles(store, [file('experience.yaml', UFO)])
    const { text } = await exportText(store, 'experience')
    const [again] = await importFiles(store, [file('again.yaml', text)])
    expect(again).toMatchObject({ added: 0, merged: 1 })
    expect((await exportText(store, 'experience')).text).toBe(text)
  })
})

describe('narrative and episodic files', () => {
  it('of Lybic are read, its tuples and its stored failures too, and written back', async () => {
    const narrative = {
      'How to open Finder?': 'Click it.',
      'How to quit?': ['Press Cmd+Q', [1, 2], 0.1],
      broken: 'Error: quota',
      None: 'None',
    }
    const key = 'Task:\nHow to open Finder?\n\nSubtask: Open Finder\nSubtask Instruction: Click the icon'
    await importFiles(store, [
      file('narrative_memory.json', JSON.stringify(narrative)),
      file(
        'episodic_memory.json',
        JSON.stringify({ [key]: 'Action: click\nGrounded Action: agent.click("x")' }),
      ),
    ])
    expect(JSON.parse((await exportText(store, 'narrative')).text)).toEqual({
      'How to open Finder?': 'Click it.',
      'How to quit?': 'Press Cmd+Q',
    })
    expect(JSON.parse((await exportText(store, 'episodic')).text)).toEqual({
      [key]: 'Action: click\nGrounded Action: agent.click("x")',
    })
    expect((await store.ask('page', { kinds: ['episodic'], after: 0, limit: 9 }))[0]?.title).toBe(
      'Open Finder',
    )
  })
})

describe('narrative of several outcomes', () => {
  const known = (key: string, outcome: 'worked' | 'did_not_work', text: string) => ({
    kind: 'narrative' as const,
    title: key,
    key,
    outcome,
    text,
  })

  it('goes out whole, what failed in words, and comes back as what it was', async () => {
    const records = [
      known('export it', 'did_not_work', '1. Export: did not work'),
      known('export it', 'worked', '1. File, Export'),
      known('print it', 'did_not_work', 'This did not work: no printer\n1. Print'),
    ]
    await store.ask('save', { records })
    const { text, count } = await exportText(store, 'narrative')
    expect(count).toBe(3)
    expect(JSON.parse(text)).toEqual({
      'export it': '1. File, Export\n\nThis did not work.\n1. Export: did not work',
      'print it': 'This did not work: no printer\n1. Print',
    })
    await store.ask('forget', { ids: [1, 2, 3] })
    await importFiles(store, [file('narrative_memory.json', text)])
    const back = await store.ask('page', { kinds: ['narrative'], after: 0, limit: 9 })
    expect(back.map(({ key, outcome }) => [key, outcome])).toEqual([['export it', 'worked'], ['print it', 'did_not_work']])
  }) // prettier-ignore
})

it.each(['experience.yaml', 'narrative_memory.json', 'episodic_memory.json'])(
  'what looks like a secret in %s stays out',
  async (name) => {
    const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789'
    const record = {
      request: 'send it',
      'Sub-task': 'send it',
      Tips: `Type ${key}`,
      example: { Args: { text: key } },
    }
    await importFiles(store, [
      file(name, JSON.stringify(name.endsWith('yaml') ? { example0: record } : { 'send it': `Type ${key}` })),
    ])
    const all = await store.ask('page', {
      kinds: ['experience', 'narrative', 'episodic'],
      after: 0,
      limit: 9,
    })
    expect(all).toHaveLength(1)
    expect(JSON.stringify(all)).not.toContain('abcdefghijklmnop')
  },
)

describe('answers of the person', () => {
  it('are read line by line as UFO writes them, without secrets, and written back', async () => {
    const lines = [
      '{"question":"Which folder?","answer":"~/reports","request":"save the report"}',
      '',
      '{"question":"Which key?","answer":"sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"}',
      '{"question":"What is the password of the share?","answer":"hunter2"}',
    ]
    expect(await importFiles(store, [file('qa_pairs.jsonl', lines.join('\n'))])).toMatchObject([
      { format: 'question_answer', added: 1, merged: 0, leftOut: 2 },
    ])
    expect(await store.ask('get', { id: 1 })).toMatchObject({
      kind: 'question_answer',
      key: 'Which folder?',
      text: '~/reports',
    })
    const { text } = await exportText(store, 'question_answer')
    expect(text.split('\n')[0]).toBe(
      '{"request":"save the report","question":"Which folder?","answer":"~/reports"}',
    )
    expect(text.split('\n')).toHaveLength(2)
    const [again] = await importFiles(store, [file('again.jsonl', text)])
    expect(again).toMatchObject({ added: 0, merged: 1 })
  })
})

describe('a bad file', () => {
  it.each([
    ['experience.yaml', 'example0: [1, 2]', /is no experience\.yaml/],
    ['experience.yaml', 'example0: {Tips: x}', /neither a request nor a Sub-task/],
    ['experience.yaml', 'a: &a [x]\nb: [*a, *a]', /is no experience\.yaml/],
    ['experience.yaml', 'a: {{{', /is no experience\.yaml/],
    ['narrative_memory.json', '{"a": 1}', /is no text/],
    ['episodic_memory.json', '["a"]', /is no episodic_memory\.json/],
    ['narrative_memory.json', '{"a": "b"', /is no narrative_memory\.json/],
    ['qa_pairs.jsonl', '{"question":"a","answer":"b"}\n{"question":"a"', /is no qa_pairs\.jsonl/],
    ['qa_pairs.jsonl', '{"question":"a"}', /is no qa_pairs\.jsonl/],
    [
      'memories.json',
      '{}',
      /does not say what it is\. Call it .*: experience\.yaml, narrative_memory\.json, /,
    ],
  ])('%s with %s is refused, and nothing of the others is imported', async (name, content, message) => {
    const good = file('experience-good.yaml', UFO)
    await expect(importFiles(store, [good, file(name, content)])).rejects.toThrow(message)
    await expect(importFiles(store, [good, file(name, content)])).rejects.toBeInstanceOf(UserError)
    expect(await total()).toBe(0)
  })

  it('that is no text, or not there, is said so', async () => {
    const taking = (name: string, ...bytes: number[]) =>
      importFiles(store, [file(name, Uint8Array.from(bytes))])
    await expect(taking('latin.yaml', 0x4d, 0xfc, 0x6c)).rejects.toThrow(/UTF-8/)
    await expect(taking('a.yaml', 0x89, 0x50, 0x4e, 0x47, 0)).rejects.toThrow(/a picture, a PDF/)
    await expect(taking('empty.yaml')).rejects.toThrow(/empty\.yaml is empty/)
    await expect(importTexts(store, [{ name: 'qa_pairs.jsonl', text: '\n' }])).rejects.toThrow(/is empty/)
    await expect(importFiles(store, [join(home, 'none.yaml')])).rejects.toThrow(/no file/)
  })
})

describe('a file to be written', () => {
  const toFile = (path: string, replace = false) => exportFile(store, 'narrative', path, { replace })

  it('is not replaced unless the person says so', async () => {
    const there = file('narrative_memory.json', 'mine')
    await expect(toFile(there)).rejects.toThrow(
      `${there} is there already. Name another file with --out, or replace it with --force.`,
    )
    expect(readFileSync(there, 'utf8')).toBe('mine')
    expect(await toFile(there, true)).toBe(0)
    expect(JSON.parse(readFileSync(there, 'utf8'))).toEqual({})
  })

  it('that can not be written is named, with no trace of the try', async () => {
    await expect(toFile(join(home, 'none/x.json'))).rejects.toThrow(
      new UserError(
        `${join(home, 'none/x.json')} can't be written: ENOENT: no such file or directory. Name another file with --out.`,
      ),
    )
    await expect(toFile(home, true)).rejects.toThrow(`${home} is a folder. Name a file in it with --out.`)
    expect(readdirSync(home).filter((name) => !name.startsWith('memory.db'))).toEqual([])
  })
})
