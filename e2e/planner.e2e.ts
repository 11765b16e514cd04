// The strategy `planner` on real applications, with its models behind a real HTTP service. The judge is never Deskhand.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer, type ReceivedRequest } from '../src-main/models/testing/openai-server.ts'
import { deskhand, place, runIn, startRun, story } from './support/deskhand.ts'
import {
  middleOf,
  plannerConfig,
  plannerModel,
  says,
  workerSees,
  type PlannerScript,
  type WorkerSees,
} from './support/planner-model.ts'

const REQUEST = 'Work out 12 * 34, note the product in ~/note.txt, and enter it in ~/sheet.csv'
const PRODUCT = 'Work out 12 * 34 in the calculator'
const NOTE = 'Write the product into a new text in Mousepad'
const EXPORT = 'Save the text with the Export button'
const KEYS = 'Save the text by keys'
const SHEET = 'Open the sheet in LibreOffice Calc'
const CELL = 'Enter the product below Number'
const SAVED = 'Save the sheet in its own format'

test('six subtasks over three applications: one fails, the plan changes, and the files are right', async () => {
  await using where = await place()
  const note = join(where.home, 'note.txt')
  const sheet = join(where.home, 'sheet.csv')
  await writeFile(sheet, 'Item,Number\nProduct,\n')
  const product = ({ notes }: WorkerSees) => /product is (\d+)/.exec(notes)?.[1] ?? 'unknown'
  /** What is done in a subtask, reply by reply. */
  const work: Record<string, (sees: WorkerSees) => string> = {
    [PRODUCT]: (sees) => {
      const keys = ['1', '2', '*', '3', '4', '='].map((key) => `agent.click("the \\"${key}\\" button")`)
      const display = sees.values.find((value) => /^\d{3,}$/.test(value)) ?? 'not there'
      return (
        [
          'agent.open("galculator")',
          ...keys,
          `agent.save_to_knowledge(["The product is ${display}"])`,
          'agent.done()',
        ][sees.replies] ?? 'agent.fail()'
      )
    },
    [NOTE]: (sees) =>
      ['agent.open("mousepad")', `agent.type(text="Product: ${product(sees)}")`, 'agent.done()'][
        sees.replies
      ] ?? 'agent.fail()',
    // It is not there: the worker hears of that, and gives up.
    [EXPORT]: (sees) =>
      sees.news.includes('was not found') ? 'agent.fail()' : 'agent.click("the \\"Export\\" button")',
    [KEYS]: (sees) =>
      [
        'agent.hotkey(["ctrl", "s"])',
        `agent.type("the \\"Name\\" field", text=${JSON.stringify(note)}, overwrite=True, enter=True)`,
        'agent.done()',
      ][sees.replies] ?? 'agent.fail()',
    [SHEET]: (sees) => {
      if (sees.replies === 0) return `agent.open(${JSON.stringify(sheet)})`
      return sees.screen.includes('button "OK"') ? 'agent.click("the \\"OK\\" button")' : 'agent.done()'
    },
    [CELL]: (sees) =>
      [
        'agent.hotkey(["ctrl", "home"])',
        'agent.hotkey(["down"])',
        'agent.hotkey(["right"])',
        `agent.type(text="${product(sees)}", enter=True)`,
        'agent.done()',
      ][sees.replies] ?? 'agent.fail()',
    [SAVED]: (sees) => {
      if (sees.replies === 0) return 'agent.hotkey(["ctrl", "s"])'
      const keep = /button "([^"]*(?:Keep|Text CSV)[^"]*)"/.exec(sees.screen)?.[1]
      return keep === undefined ? 'agent.done()' : `agent.click("the \\"${keep}\\" button")`
    },
  }
  const script: PlannerScript = {
    // The second plan repeats what is done: it must not be done again.
    plan: ({ done, failed, left }) =>
      failed.length === 0 ? [PRODUCT, NOTE, EXPORT, SHEET, CELL, SAVED] : [...done, KEYS, ...left],
    work: (sees) => work[sees.subtask]?.(sees) ?? `agent.fail()`,
  }
  await using server = await OpenAIServer.start({ reply: plannerModel(script) })
  await where.config(plannerConfig(server.baseUrl, [], 'system:\n  save_experience: always\n'))
  const { code, events, stderr } = await runIn(where, REQUEST, ['--strategy', 'planner', '--max-step', '60'])
  expect(code, `${stderr}\n${story(events)}`).toBe(0)

  expect((await readFile(note, 'utf8')).trimEnd()).toBe('Product: 408')
  expect((await readFile(sheet, 'utf8')).trimEnd()).toBe('Item,Number\nProduct,408')
  const ended = events.flatMap((event) =>
    event.type === 'subtask_finished' ? [[event.subtask, event.status]] : [],
  )
  expect(ended).toEqual([
    [PRODUCT, 'FINISH'],
    [NOTE, 'FINISH'],
    [EXPORT, 'FAIL'],
    [KEYS, 'FINISH'],
    [SHEET, 'FINISH'],
    [CELL, 'FINISH'],
    [SAVED, 'FINISH'],
  ])
  const state = join(where.data, 'logs', events[0]?.run ?? '', 'state')
  const namesIn = async (list: string) =>
    (JSON.parse(await readFile(join(state, list), 'utf8')) as { name: string }[]).map(({ name }) => name)
  expect(await namesIn('completed_subtasks.json')).toEqual([PRODUCT, NOTE, KEYS, SHEET, CELL, SAVED])
  expect([await namesIn('failed_subtasks.json'), await namesIn('remaining_subtasks.json')]).toEqual([
    [EXPORT],
    [],
  ])
  const { events: lines } = await deskhand(where, ['memory', 'list', '--json'])
  const learned = (lines as unknown as { kind: string; title: string }[]).map(
    ({ kind, title }) => `${kind} ${title}`,
  )
  // Nothing was done in the one that failed: its target was not there.
  const episodes = [PRODUCT, NOTE, KEYS, SHEET, CELL, SAVED].map((name) => `episodic ${name}`)
  expect(learned.toSorted()).toEqual([...episodes, `narrative ${REQUEST}`].toSorted())
  const judged = events.flatMap((event) => (event.type === 'evaluator_decided' ? [event.trigger] : []))
  expect(judged.at(-1)).toBe('final')
})

const PANEL = 'Start the panel in xterm'
const BUTTON = 'Press the green button'
const LABEL = 'Press the label FINISH'
const isGreen = (red: number, green: number, blue: number) => green > 120 && red < 60 && blue < 60

test('the same on an application without a tree: a model finds a place on the picture, OCR a label', async () => {
  await using where = await place()
  const written = join(where.home, 'pressed.txt')
  await copyFile(join(import.meta.dirname, 'support/panel.py'), join(where.home, 'panel.py'))
  const work: Record<string, (sees: WorkerSees, picture: string | undefined) => string | Promise<string>> = {
    [PANEL]: async (sees, picture) => {
      if (sees.replies === 0) return 'agent.open("xterm")'
      if (sees.replies === 1) return 'agent.type(text="python3 ~/panel.py ~/pressed.txt", enter=True)'
      return (await middleOf(picture, isGreen)) ? 'agent.done()' : 'agent.wait(0.3)'
    },
    [BUTTON]: (sees) => ['agent.click("the green button")', 'agent.done()'][sees.replies] ?? 'agent.fail()',
    [LABEL]: (sees) => ['agent.click("the label \\"FINISH\\"")', 'agent.done()'][sees.replies] ?? 'agent.fail()',
  } // prettier-ignore
  const asked: string[] = []
  await using server = await OpenAIServer.start({
    reply: plannerModel({
      plan: () => [PANEL, BUTTON, LABEL],
      work: (sees, { pictures }) => work[sees.subtask]?.(sees, pictures.at(-1)) ?? 'agent.fail()',
      more: {
        // It knows colours, and cannot read.
        grounding: async ({ user, pictures }) => {
          asked.push(/^Element: (.*)$/m.exec(user)?.[1] ?? '')
          const found = user.includes('green') ? await middleOf(pictures[0], isGreen) : null
          return found ? `(${Math.round(found.x * 1000)}, ${Math.round(found.y * 1000)})` : 'none'
        },
      },
    }),
  })
  await where.config(
    plannerConfig(
      server.baseUrl,
      ['action_generator', 'grounding'],
      'grounding:\n  space: thousandths\n  languages: [eng]\napplications:\n  xterm: xterm -fa Monospace -fs 18 -geometry 60x14\n',
    ),
  )
  const { code, events, stderr } = await runIn(where, 'Start the panel and press its buttons', [
    '--strategy',
    'planner',
    '--yes-to',
    'run_command',
    '--yes-to',
    'unknown',
  ])
  expect(code, `${stderr}\n${story(events)}`).toBe(0)
  expect(await readFile(written, 'utf8')).toBe('green\nFINISH\n')
  expect(asked).toEqual(['the green button', 'the label "FINISH"'])
  const told = events.filter((event) => event.type === 'model_replied' && event.role === 'grounding')
  expect(told).toHaveLength(2)
})

const FIRST = 'Write A in Mousepad'
const LONG = 'Wait a while'
const SECOND = 'Write B behind it and save the text'

test('a run that was killed goes on: what is done stays done, and the planner is told what may have happened', async () => {
  await using where = await place()
  const file = join(where.home, 'letters.txt')
  const work: Record<string, (sees: WorkerSees) => string> = {
    [FIRST]: (sees) =>
      [
        'agent.open("mousepad")',
        'agent.type(text="A")',
        'agent.save_to_knowledge(["The second letter is B"])',
        'agent.done()',
      ][sees.replies] ?? 'agent.fail()',
    [LONG]: (sees) => ['agent.wait(4)', 'agent.done()'][sees.replies] ?? 'agent.fail()',
    [SECOND]: (sees) =>
      [
        'agent.switch_applications("mousepad")',
        // What it has noted before it was killed.
        `agent.type(text="${/second letter is (\w)/.exec(sees.notes)?.[1] ?? 'nothing'}")`,
        'agent.hotkey(["ctrl", "s"])',
        `agent.type("the \\"Name\\" field", text=${JSON.stringify(file)}, overwrite=True, enter=True)`,
        'agent.done()',
      ][sees.replies] ?? 'agent.fail()',
  }
  await using server = await OpenAIServer.start({
    reply: plannerModel({
      plan: ({ done }) => [FIRST, LONG, SECOND].filter((name) => !done.includes(name)),
      work: (sees) => work[sees.subtask]?.(sees) ?? 'agent.fail()',
    }),
  })
  await where.config(plannerConfig(server.baseUrl))
  const killed = startRun(where, 'Write A and B into ~/letters.txt', ['--strategy', 'planner', '--resumable'])
  const { run } = await killed.event('run_started')
  await killed.event('act_started', ({ tool_name }) => tool_name === 'wait')
  killed.child.kill('SIGKILL')
  await killed.ended
  const before = server.requests.length

  const { code, events, stderr } = await deskhand(where, ['continue', run, '--json'])
  expect(code, `${stderr}\n${story(events)}`).toBe(0)
  expect((await readFile(file, 'utf8')).trimEnd()).toBe('AB')
  expect(events[0]).toMatchObject({ strategy: 'planner', continues: run })
  const planned = server.requests.slice(before).find(({ model }) => model === 'subtask_planner')
  expect(planned?.user).toMatch(/goes on with an interrupted run[^]*may or may not have happened: ".*[Ww]ait/)
  expect(
    events.filter((event) => event.type === 'act_started' && event.tool_name === 'launch_application'),
  ).toEqual([])
})

test('on the fast path one model alone carries a request out: no plan, no memory, no reflection', async () => {
  await using where = await place()
  const file = join(where.home, 'fast.txt')
  const calls = [
    'agent.open("mousepad")',
    'agent.type(text="quick")',
    'agent.hotkey(["ctrl", "s"])',
    `agent.type("the \\"Name\\" field", text=${JSON.stringify(file)}, overwrite=True, enter=True)`,
    'agent.done()',
  ]
  const fast = ({ user }: ReceivedRequest) => says(calls[workerSees(user).replies] ?? 'agent.fail()')
  const reply = plannerModel({
    plan: () => [],
    work: () => 'agent.fail()',
    more: { fast_action_generator: fast },
  })
  await using server = await OpenAIServer.start({ reply })
  await where.config(`${plannerConfig(server.baseUrl, ['fast_action_generator'])}planner:\n  mode: fast\n`)
  const { code, events, stderr } = await runIn(where, 'Write a note', ['--strategy', 'planner'])
  expect(code, `${stderr}\n${story(events)}`).toBe(0)
  expect((await readFile(file, 'utf8')).trimEnd()).toBe('quick')
  const asked = new Set(server.requests.map(({ model }) => model))
  // What “Save As” opened for was settled by the file, so the watcher has nothing to judge.
  expect([...asked].toSorted()).toEqual(['evaluation', 'fast_action_generator'])
})
