// The strategy `planner` on real applications, with its models behind a real HTTP service. The judge is never Deskhand.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { deskhand, place, story } from './support/deskhand.ts'
import {
  middleOf,
  plannerConfig,
  plannerModel,
  type PlannerScript,
  type WorkerSees,
} from './support/planner-model.ts'

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
      return ['agent.open("galculator")', ...keys, `agent.save_to_knowledge(["The product is ${display}"])`, 'agent.done()'][sees.replies] ?? 'agent.fail()'
    },
    [NOTE]: (sees) => ['agent.open("mousepad")', `agent.type(text="Product: ${product(sees)}")`, 'agent.done()'][sees.replies] ?? 'agent.fail()',
    // It is not there: the worker hears of that, and gives up.
    [EXPORT]: (sees) => (sees.news.includes('was not found') ? 'agent.fail()' : 'agent.click("the \\"Export\\" button")'),
    [KEYS]: (sees) => [
      'agent.hotkey(["ctrl", "s"])',
      `agent.type("the \\"Name\\" field", text=${JSON.stringify(note)}, overwrite=True, enter=True)`,
      'agent.done()',
    ][sees.replies] ?? 'agent.fail()',
    [SHEET]: (sees) => {
      if (sees.replies === 0) return `agent.open(${JSON.stringify(sheet)})`
      return sees.screen.includes('button "OK"') ? 'agent.click("the \\"OK\\" button")' : 'agent.done()'
    },
    [CELL]: (sees) => [
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
  } // prettier-ignore
  const script: PlannerScript = {
    // The second plan repeats what is done: it must not be done again.
    plan: ({ done, failed, left }) =>
      failed.length === 0 ? [PRODUCT, NOTE, EXPORT, SHEET, CELL, SAVED] : [...done, KEYS, ...left],
    work: (sees) => work[sees.subtask]?.(sees) ?? `agent.fail()`,
  }
  await using server = await OpenAIServer.start({ reply: plannerModel(script) })
  await where.config(plannerConfig(server.baseUrl))
  const { code, events, stderr } = await deskhand(where, [
    'run',
    'Work out 12 * 34, note the product in ~/note.txt, and enter it in ~/sheet.csv',
    '--display', 'virtual', '--strategy', 'planner', '--json', '--max-step', '60',
  ]) // prettier-ignore
  expect(code, `${stderr}\n${story(events)}`).toBe(0)

  expect((await readFile(note, 'utf8')).trimEnd()).toBe('Product: 408')
  expect((await readFile(sheet, 'utf8')).trimEnd()).toBe('Item,Number\nProduct,408')
  const ended = events.flatMap((event) => (event.type === 'subtask_finished' ? [[event.subtask, event.status]] : [])) // prettier-ignore
  expect(ended).toEqual([
    [PRODUCT, 'FINISH'], [NOTE, 'FINISH'], [EXPORT, 'FAIL'], [KEYS, 'FINISH'], [SHEET, 'FINISH'], [CELL, 'FINISH'], [SAVED, 'FINISH'],
  ]) // prettier-ignore
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
  const { code, events, stderr } = await deskhand(where, [
    'run', 'Start the panel and press its buttons',
    '--display', 'virtual', '--strategy', 'planner', '--json', '--yes-to', 'run_command', '--yes-to', 'unknown',
  ]) // prettier-ignore
  expect(code, `${stderr}\n${story(events)}`).toBe(0)
  expect(await readFile(written, 'utf8')).toBe('green\nFINISH\n')
  expect(asked).toEqual(['the green button', 'the label "FINISH"'])
})
