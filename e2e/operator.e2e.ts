// A computer-use model behind a real HTTP service on loopback, in both ways of speaking. It finds its places in the pictures
// that it is sent; what it has done is told by the file on the disk.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  ResponsesServer,
  type ReceivedTurn,
  type ScriptedTurn,
} from '../src-main/models/operator/testing/responses-server.ts'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { deskhand, place, runIn, startRun, story, type Place } from './support/deskhand.ts'
import { centreOf, stillText, type Box } from './support/seen-text.ts'
import { EXIT } from '../src-main/terminal/exit-code.ts'

/** No model is set up to judge: what a computer-use model says that it did is not proof. */
const UNJUDGED = EXIT.unsure

const REQUEST = 'replace the word in word.txt by omega'

async function withWord(where: Place): Promise<string> {
  const file = join(where.home, 'word.txt')
  await writeFile(file, 'alpha\n')
  return file
}

/** `more` are further lines of the model’s entry, then further sections. */
const useOperator = (where: Place, baseUrl: string, entry: string[], more = '') =>
  where.config(`models:
  operator:
    provider: custom
    base_url: ${baseUrl}
    max_retry: 1
${entry.map((line) => `    ${line}\n`).join('')}${more}`)

const PREVIEW = ['model_name: computer-use-preview', 'picture_size: 640']

const run = (where: Place, args: string[]) => runIn(where, REQUEST, args)

/** Waits until there is a text to be seen, and it stands still. */
function whenSeen(): (pictures: Buffer[], then: (text: Box) => ScriptedTurn) => Promise<ScriptedTurn> {
  const textIn = stillText()
  return async (pictures, then) => {
    const picture = pictures.at(-1)
    const text = picture ? await textIn(picture) : null
    return text ? then(text) : { act: { type: 'wait' } }
  }
}

/** Opens the file, marks its word with a double click, types over it, saves, and says so. */
function replacesWord(file: string): (turn: ReceivedTurn) => Promise<ScriptedTurn> {
  let clicked = false
  const seen = whenSeen()
  const rest: ScriptedTurn[] = [
    { act: { type: 'type', text: 'omega' } },
    { act: { type: 'keypress', keys: ['CTRL', 'S'] } },
    { say: 'The word is omega now.' },
  ]
  return async ({ index, pictures }) => {
    if (index === 0) return { call: 'launch_application', with: { name: 'mousepad', arguments: [file] } }
    if (clicked) return rest.shift() ?? { say: 'There is no more to do.' }
    return seen(pictures, (text) => {
      clicked = true
      return { act: { type: 'double_click', ...centreOf(text) } }
    })
  }
}

test('a model of the Responses API does a task alone, in a smaller picture than the screen', async () => {
  await using where = await place()
  const file = await withWord(where)
  await using server = await ResponsesServer.start({ reply: replacesWord(file) })
  const prices = 'prices:\n  custom/computer-use-preview: { input: 0.003, output: 0.012 }\n'
  await useOperator(where, server.baseUrl, PREVIEW, prices)
  const { code, last, events, stderr } = await run(where, ['--mode', 'operator'])
  expect(code, `${stderr}\n${story(events)}`).toBe(UNJUDGED)
  expect(last).toMatchObject({ status: 'completed', result: 'The word is omega now.' })
  expect(await readFile(file, 'utf8')).toBe('omega\n')
  // Each turn is paid: 1000 tokens in, 50 out.
  expect(last?.cost).toBeCloseTo(server.turns.length * 0.0036, 6)
  const [begun] = events.filter((event) => event.type === 'run_started')
  expect(begun).toMatchObject({
    session_type: 'OpenAIOperatorSession',
    mode: 'operator',
    strategy: 'operator',
  })
  // Every act went the way of all acts: judged with its target, done, verified.
  const judged = events.flatMap((event) => (event.type === 'gate_decided' ? [event] : []))
  expect(judged.find(({ tool_name }) => tool_name === 'click_on_coordinates')?.target).toMatchObject({
    window: expect.stringContaining('word.txt') as string,
  })
})

test('a model that speaks UI-TARS text does the same', async () => {
  await using where = await place()
  const file = await withWord(where)
  let clicked = false
  const textIn = stillText()
  const rest = ["type(content='omega')", "hotkey(key='ctrl s')", "finished(content='It is omega.')"]
  await using server = await OpenAIServer.start({
    reply: async ({ index, pictures }) => {
      const say = (action: string) => `Thought: Next.\nAction: ${action}`
      // The first reply can’t be read, and is asked for again.
      if (index === 0) return 'I will open it.'
      if (index === 1) return say(`launch_application(name='mousepad', arguments=['${file}'])`)
      if (clicked) return say(rest.shift() ?? 'finished()')
      const text = await textIn(Buffer.from(pictures.at(-1)?.replace(/^[^,]*,/, '') ?? '', 'base64'))
      if (!text) return say('wait()')
      clicked = true
      const { x, y } = centreOf(text)
      return say(`left_double(start_box='<|box_start|>(${x},${y})<|box_end|>')`)
    },
  })
  await useOperator(where, server.baseUrl, ['model_name: UI-TARS-1.5-7B', 'picture_size: 700'])
  const { code, last, events, stderr } = await run(where, ['--strategy', 'operator'])
  expect(code, `${stderr}\n${story(events)}`).toBe(UNJUDGED)
  expect(last?.result).toBe('It is omega.')
  expect(await readFile(file, 'utf8')).toBe('omega\n')
})

test('normal_operator: the host opens the application, the operator works in it and hands back', async () => {
  await using where = await place()
  const file = await withWord(where)
  const says = (status: string, more: Record<string, unknown> = {}) =>
    JSON.stringify({ observation: 'o', thought: 't', status, plan: [], ...more })
  await using host = await OpenAIServer.start({
    reply: ({ index, user }) => {
      if (index === 0)
        return says('CONTINUE', { function: 'launch_application', arguments: { name: 'mousepad', arguments: [file] } })
      if (!user.includes('omega now'))
        return says('ASSIGN', { current_subtask: 'Replace the word by omega and save.', message: ['Double-click the word.'] })
      return says('FINISH', { result: 'done by the operator' })
    },
  }) // prettier-ignore
  const script = replacesWord(file)
  await using server = await ResponsesServer.start({
    // It is open already.
    reply: (turn) => script({ ...turn, index: turn.index + 1 }),
  })
  const more = `  host:
    provider: custom
    model_name: plain
    base_url: ${host.baseUrl}
    visual_mode: false
`
  await useOperator(where, server.baseUrl, PREVIEW, more)
  const { code, last, events, stderr } = await run(where, ['--mode', 'normal_operator'])
  expect(code, `${stderr}\n${story(events)}`).toBe(UNJUDGED)
  expect(last?.result).toBe('done by the operator')
  expect(await readFile(file, 'utf8')).toBe('omega\n')
  expect(server.turns[0]?.texts.join()).toMatch(
    /# Subtask\nReplace the word[^]*# Tips\n- "Double-click the word\."/,
  )
  const switched = events.flatMap((event) =>
    event.type === 'agent_switched' ? [`${event.from} → ${event.to}`] : [],
  )
  expect(switched).toEqual([
    'HostAgent → OpenAIOperator/mousepad/mousepad',
    'OpenAIOperator/mousepad/mousepad → HostAgent',
  ])
})

test('a run that was killed goes on on its own desktop: a new conversation that knows what was done, nothing twice', async () => {
  await using where = await place()
  const file = await withWord(where)
  const before = replacesWord(file)
  let killed = false
  const rest: ScriptedTurn[] = [{ act: { type: 'keypress', keys: ['CTRL', 'S'] } }, { say: 'It is saved.' }]
  await using server = await ResponsesServer.start({
    reply: async (turn) => {
      if (killed) return rest.shift() ?? { say: 'There is no more to do.' }
      const next = await before(turn)
      return 'act' in next && next.act['type'] === 'keypress' ? { act: { type: 'wait' } } : next
    },
  })
  await useOperator(where, server.baseUrl, PREVIEW)
  const first = startRun(where, REQUEST, ['--resumable', '--mode', 'operator'])
  const { run: name } = await first.event('run_started')
  const { call_id } = await first.event('act_started', ({ tool_name }) => tool_name === 'type_text')
  await first.event('effect_verified', (event) => event.call_id === call_id)
  await first.event('act_started', ({ tool_name, call_id: id }) => tool_name === 'wait' && id !== call_id)
  killed = true
  const asked = server.turns.length
  first.child.kill('SIGKILL')
  await first.ended

  const { code, last, events } = await deskhand(where, ['continue', name, '--json'])
  expect(code, story(events)).toBe(UNJUDGED)
  expect(last?.result).toBe('It is saved.')
  expect(await readFile(file, 'utf8')).toBe('omega\n')
  expect(events[0]).toMatchObject({ continues: name, mode: 'operator', strategy: 'operator' })
  const again = server.turns[asked]
  expect(again?.body.previous_response_id).toBeUndefined()
  expect(again?.texts.join()).toMatch(
    /# This goes on with an interrupted run\n[^]*# Steps so far\n[^]*type_text\(text="omega"/,
  )
  const done = events.flatMap((event) => (event.type === 'act_started' ? [event.tool_name] : []))
  expect(done).toEqual(['keyboard_input'])
})
