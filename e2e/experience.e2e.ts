// What a run leaves behind: in a model's words where they hold, what failed as what did not work, and what the person has answered.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { OpenAIServer, type ReceivedRequest } from '../src-main/models/testing/openai-server.ts'
import { plainModel } from '../src-main/models/testing/plain-model.ts'
import { deskhand, place, story, type Place } from './support/deskhand.ts'
import { openInBrowser, skipFirstStart, startPage } from './support/page.ts'

const GOOD = 'open galculator, click 7, click "*", click 6, click "=", read display'
const BAD = 'open galculator, click 7, click "Nonesuch"'
/** Milliseconds that a request may take. */
const A_REQUEST = 90_000

const carryOut = (where: Place, request: string, ...more: string[]) =>
  deskhand(where, ['run', request, '--display', 'virtual', '--json', ...more])

interface Row {
  kind: string
  outcome: string
  key: string
  text: string
  tips: string
  data: string
}

/** What the store holds, read by SQLite alone. */
async function learned({ data }: Place): Promise<Row[]> {
  const path = join(data, 'memory.db')
  if (!existsSync(path)) return []
  const db = new SqliteDatabase(path, { readonly: true })
  try {
    return db.prepare('SELECT * FROM memories ORDER BY id').all() as Row[]
  } finally {
    db.close()
  }
}

test('a person who is asked has the last word, also on what did not work', async () => {
  await using where = await place()
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  await using opened = await openInBrowser(program.address)
  const { page, faults } = opened
  await skipFirstStart(page)
  const question = page.getByRole('region', { name: 'Deskhand asks' })
  const request = async (text: string) => {
    await page.getByRole('button', { name: /^New request/ }).click()
    await page.getByRole('textbox', { name: 'Request' }).fill(text)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Finish', exact: true }).click({ timeout: A_REQUEST })
    await question.waitFor({ timeout: A_REQUEST })
  }
  await request(BAD)
  expect(await question.innerText()).toContain('Remember what did not work?')
  await question.getByRole('button', { name: 'Don’t remember' }).click()
  await page.getByText('The session has failed: it is judged incomplete.').waitFor()
  expect(await learned(where)).toEqual([])
  await request(BAD)
  await question.getByRole('button', { name: 'Remember', exact: true }).click()
  await page.getByText('The session has failed: it is judged incomplete.').waitFor()
  const memories = await learned(where)
  expect(memories.length).toBeGreaterThan(0)
  for (const { outcome, text } of memories) {
    expect(outcome).toBe('did_not_work')
    expect(text).toMatch(/did not work/)
  }
  expect(faults).toEqual([])
}, 240_000)

const IS_SUMMARY = /You are given one subtask of a task on a desktop and the acts/

/** Numbers of the acts that the prompt calls verified, and the first quoted name of the first of them. */
function verifiedIn(user: string): { numbers: number[]; name: string } {
  const lines = [...user.matchAll(/^(\d+)\. \[verified\] "(.*)"$/gm)]
  const name = /“([^”]+)”/.exec(lines[0]?.[2] ?? '')?.[1] ?? ''
  return { numbers: lines.map(([, number]) => Number(number)), name }
}

function summarizing(wording: (name: string) => string) {
  return (request: ReceivedRequest): string => {
    if (!IS_SUMMARY.test(request.system)) return plainModel(request)
    const { numbers, name } = verifiedIn(request.user)
    return JSON.stringify({ worked: [{ acts: numbers.slice(0, 1), words: wording(name) }] })
  }
}
const modelAt = (baseUrl: string, system: string) =>
  `models:\n  default: {provider: custom, model_name: plain, base_url: "${baseUrl}", visual_mode: false, max_retry: 0}\nsystem: {${system}}\napp: {first_start_done: true}\n`

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
] as const)(
  'a model’s summary %s',
  async (_what, wording, kept) => {
    await using server = await OpenAIServer.start({ reply: summarizing(wording) })
    await using where = await place()
    await where.config(modelAt(server.baseUrl, 'save_experience: always'))
    const done = await carryOut(where, GOOD, '--strategy', 'single')
    expect(done.code, `${done.stderr}\n${story(done.events)}`).toBe(0)
    const asked = server.requests.filter(({ system }) => IS_SUMMARY.test(system))
    expect(asked).toHaveLength(1)
    expect(verifiedIn(asked[0]?.user ?? '').numbers.length).toBeGreaterThan(0)
    expect(done.events).toContainEqual(expect.objectContaining({ type: 'model_replied', role: 'experience' }))
    const [memory] = await learned(where)
    expect(memory?.text).toMatch(/^1\. .*\n[^]*click_input on toggle button “7”/)
    if (kept)
      expect(memory).toMatchObject({
        tips: expect.stringMatching(/^- Begin with “/),
        data: expect.stringContaining('"summarized_by":"custom/plain"'),
      })
    else expect(memory?.tips).not.toContain('Send')
  },
  120_000,
)

/** Asks which digit is meant before it does anything, and goes on once it is told. */
function asking(request: ReceivedRequest): string {
  const agent = /You are (?:the )?(\w+)/.exec(request.system)?.[1]
  if ((agent !== 'LinuxAgent' && agent !== 'AppAgent') || request.user.includes('What the person has said'))
    return plainModel(request)
  return JSON.stringify({
    observation: '',
    thought: 'It is not said.',
    plan: [],
    status: 'PENDING',
    questions: ['Which digit shall be pressed?'],
    action: [],
  })
}

test('what a person has answered is kept, told to a like run, and used when the same question comes with nobody there', async () => {
  await using server = await OpenAIServer.start({ reply: asking })
  await using where = await place()
  await where.config(modelAt(server.baseUrl, 'save_experience: ask, eva_session: false'))
  const line = ['--strategy', 'single'] as const
  // With nobody there, and nothing known, a question ends the run.
  const before = await carryOut(where, GOOD, ...line)
  expect(before.code, story(before.events)).toBe(4)

  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  await using opened = await openInBrowser(program.address)
  const { page } = opened
  await page.getByRole('textbox', { name: 'Request' }).fill(GOOD)
  await page.keyboard.press('Enter')
  const question = page.getByRole('region', { name: 'Deskhand asks' })
  await question.getByText('Which digit shall be pressed?').waitFor({ timeout: A_REQUEST })
  await question.getByRole('textbox').fill('seven, as always')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Result' }).waitFor({ timeout: A_REQUEST })
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await question.getByRole('button', { name: 'Remember', exact: true }).click({ timeout: A_REQUEST })
  await page.getByText('The session has ended.').waitFor()
  const answers = (await learned(where)).filter(({ kind }) => kind === 'question_answer')
  expect(answers).toMatchObject([{ key: 'Which digit shall be pressed?', text: 'seven, as always' }])

  server.requests.length = 0
  const after = await carryOut(where, GOOD, ...line)
  expect(after.code, `${after.stderr}\n${story(after.events)}`).toBe(0)
  expect(after.last?.result).toBe('42')
  const told = server.requests.map(({ user }) => user)
  expect(told[0]).toMatch(/<memory_data>[^]*Which digit shall be pressed\?[^]*seven, as always/)
  expect(told.at(-1)).toMatch(/What the person has said[^]*seven, as always/)
  const used = after.events.filter((event) => event.type === 'remembered').flatMap(({ memories }) => memories)
  expect(used).toContainEqual(expect.objectContaining({ kind: 'question_answer' }))

  // Turned off, it is neither told nor used.
  await where.config(`${modelAt(server.baseUrl, 'eva_session: false')}memory: {use_customization: false}\n`)
  const off = await carryOut(where, GOOD, ...line)
  expect(off.code).toBe(4)
}, 240_000)
