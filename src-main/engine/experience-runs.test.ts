// What a run leaves behind on a scripted desktop: by each `save_experience`, and in a model's words where they hold.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { absentInteractor } from '../core/interactor.ts'
import { OpenAIServer, type ReceivedRequest } from '../models/testing/openai-server.ts'
import { plainModel } from '../models/testing/plain-model.ts'
import { ScriptedDesktops, scriptedEngine } from './testing/scripted-engine.ts'
import { scriptedHome } from './testing/scripted-home.ts'

interface Row {
  kind: string
  outcome: string
  key: string
  text: string
  tips: string
  data: string
}

/** What the store holds, read by SQLite alone. */
function learned(data: string): Row[] {
  const path = join(data, 'memory.db')
  if (!existsSync(path)) return []
  const db = new SqliteDatabase(path, { readonly: true })
  try {
    return db.prepare('SELECT * FROM memories ORDER BY id').all() as Row[]
  } finally {
    db.close()
  }
}

const good = (file: string) => `open "${file}", press Ctrl+End, type "omega", press Ctrl+S`
const bad = (file: string) => `open "${file}", press Ctrl+End, click "Nonesuch"`

// Side by side: a run that fails waits for a control that does not come.
test.concurrent.each([
  ['always', 'worked', good, ['worked']],
  ['always', 'failed', bad, ['did_not_work']],
  ['auto', 'worked', good, ['worked']],
  ['auto', 'failed', bad, ['did_not_work']],
  // Nobody is there to be asked, and an unasked answer is no.
  ['ask', 'worked', good, []],
  ['ask', 'failed', bad, []],
  ['always_not', 'worked', good, []],
  ['always_not', 'failed', bad, []],
] as const)('save_experience: %s: of a run that %s', async (when, ends, requestOf, kept) => {
  await using home = await scriptedHome(`system: {save_experience: ${when}}\n`)
  const end = await home.run({ request: requestOf(home.file) })
  expect(end.status, end.error ?? '').toBe(ends === 'worked' ? 'completed' : 'failed')
  expect(home.events.filter(({ type }) => type === 'experience_saved')).toHaveLength(kept.length)
  expect([...new Set(learned(home.data).map(({ outcome }) => outcome))]).toEqual(kept)
})

const modelAt = (baseUrl: string, system: string) =>
  `models:\n  default: {provider: custom, model_name: plain, base_url: "${baseUrl}", visual_mode: false, max_retry: 0}\nsystem: {${system}}\n`

const isOfAgent = ({ system }: ReceivedRequest) => system.includes('execute_command')

/** Writes `omega` behind what a file holds, and saves it: one act a reply. Other roles than the agent's are answered plainly. */
function writing(file: () => string) {
  const acts = () => [
    ['launch_application', { name: file() }],
    ['keyboard_input', { keys: 'Ctrl+End' }],
    ['type_text', { text: 'omega' }],
    ['keyboard_input', { keys: 'Ctrl+S' }],
  ]
  return (request: ReceivedRequest): string => {
    if (!isOfAgent(request)) return plainModel(request)
    const done = request.user.match(/^ {2}\w+\(.*\) → success/gm)?.length ?? 0
    const [name, parameters] = acts()[done] ?? []
    return JSON.stringify({
      observation: '', thought: '', plan: [], status: name ? 'CONTINUE' : 'FINISH', result: null,
      action: name ? [{ function: name, arguments: parameters, status: 'CONTINUE' }] : [],
    }) // prettier-ignore
  }
}

const IS_SUMMARY = /You are given one subtask of a task on a desktop and the acts/

/** Numbers of the acts that the prompt calls verified, and the first quoted name of the first of them. */
function verifiedIn(user: string): { numbers: number[]; name: string } {
  const lines = [...user.matchAll(/^(\d+)\. \[verified\] "(.*)"$/gm)]
  const name = /“([^”]+)”/.exec(lines[0]?.[2] ?? '')?.[1] ?? ''
  return { numbers: lines.map(([, number]) => Number(number)), name }
}

function summarizing(wording: (name: string) => string, file: () => string) {
  const write = writing(file)
  return (request: ReceivedRequest): string => {
    if (!IS_SUMMARY.test(request.system)) return write(request)
    const { numbers, name } = verifiedIn(request.user)
    return JSON.stringify({ worked: [{ acts: numbers.slice(0, 1), words: wording(name) }] })
  }
}

test.each([
  [
    'that says what was verified is kept as tips beside the steps',
    (name: string) => `Begin with “${name}”.`,
    true,
  ],
  [
    'that claims what was not verified is not kept, and the steps are',
    () => 'Press “Send to all” at once.',
    false,
  ],
] as const)('a model’s summary %s', async (_what, wording, kept) => {
  let file = ''
  await using server = await OpenAIServer.start({ reply: summarizing(wording, () => file) })
  await using home = await scriptedHome(modelAt(server.baseUrl, 'save_experience: always'))
  file = home.file
  const end = await home.run({ request: 'write omega behind the word', strategy: 'single' })
  expect(end.status, end.error ?? '').toBe('completed')
  expect(await home.text()).toBe('alpha\nomega')
  const asked = server.requests.filter(({ system }) => IS_SUMMARY.test(system))
  expect(asked).toHaveLength(1)
  expect(verifiedIn(asked[0]?.user ?? '').numbers.length).toBeGreaterThan(0)
  expect(home.events).toContainEqual(expect.objectContaining({ type: 'model_replied', role: 'experience' }))
  const [memory] = learned(home.data)
  expect(memory?.text).toMatch(/^1\. .*\n[^]*keyboard_input.*Ctrl\+S/)
  if (kept)
    expect(memory).toMatchObject({
      tips: expect.stringMatching(/^- Begin with “/),
      data: expect.stringContaining('"summarized_by":"custom/plain"'),
    })
  else expect(memory?.tips).not.toContain('Send')
})

/** Asks which word is meant before it does anything, and goes on once it is told. */
function asking(file: () => string) {
  const write = writing(file)
  return (request: ReceivedRequest): string => {
    if (!isOfAgent(request) || request.user.includes('What the person has said')) return write(request)
    return JSON.stringify({
      observation: '',
      thought: 'It is not said.',
      plan: [],
      status: 'PENDING',
      questions: ['Which word shall be typed?'],
      action: [],
    })
  }
}

test('what a person has answered is kept, told to a like run, and used when the same question comes with nobody there', async () => {
  let file = ''
  await using server = await OpenAIServer.start({ reply: asking(() => file) })
  const config = modelAt(server.baseUrl, 'save_experience: always, eva_session: false')
  await using home = await scriptedHome(config)
  file = home.file
  const request = { request: 'write omega behind the word', strategy: 'single' } as const
  // With nobody there, and nothing known, a question ends the run.
  expect(await home.run(request)).toMatchObject({ status: 'failed', reason: 'unanswered' })
  const withPerson = await home.run({
    ...request,
    interactor: {
      ...absentInteractor,
      questionAsker: () => Promise.resolve({ answer: 'omega, as always', by: 'person' }),
    },
  })
  expect(withPerson.status, withPerson.error ?? '').toBe('completed')
  const answers = learned(home.data).filter(({ kind }) => kind === 'question_answer')
  expect(answers).toMatchObject([{ key: 'Which word shall be typed?', text: 'omega, as always' }])

  server.requests.length = 0
  home.events.length = 0
  const after = await home.run(request)
  expect(after.status, after.error ?? '').toBe('completed')
  const told = server.requests.filter(isOfAgent).map(({ user }) => user)
  expect(told[0]).toMatch(/<memory_data>[^]*Which word shall be typed\?[^]*omega, as always/)
  expect(told.at(-1)).toMatch(/What the person has said[^]*omega, as always/)
  const used = home.events.flatMap((event) => (event.type === 'remembered' ? event.memories : []))
  expect(used).toContainEqual(expect.objectContaining({ kind: 'question_answer' }))

  // Turned off, it is neither told nor used.
  await writeFile(join(home.data, 'config.yaml'), `${config}memory: {use_customization: false}\n`)
  await using off = await scriptedEngine(home.data, new ScriptedDesktops())
  const unasked = { ...request, interactor: absentInteractor, onEvent: () => {} }
  expect(await off.run(unasked)).toMatchObject({ status: 'failed', reason: 'unanswered' })
})
