// HighlightTextSpan and HoldAndPress through the planner on real applications. The judge is the file on disk.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { place, runIn, story } from './support/deskhand.ts'
import { plannerConfig, plannerModel, type WorkerSees } from './support/planner-model.ts'

const LETTER = 'Dear Sir,\nthe quick brown fox 你好 jumps\nover the lazy dog.\nKind regards\nThe end\n'

/** Carries the calls out in one subtask, one after the other, and saves; gives the file as it is then. */
async function worked(calls: string[]): Promise<{ text: string; told: string; news: string[] }> {
  await using where = await place()
  const file = join(where.home, 'letter.txt')
  await writeFile(file, LETTER)
  const all = [`agent.open(${JSON.stringify(file)})`, ...calls, 'agent.hotkey(["ctrl", "s"])', 'agent.done()']
  const news: string[] = []
  const work = (sees: WorkerSees) => {
    news.push(sees.news)
    return all[sees.replies] ?? 'agent.fail()'
  }
  await using server = await OpenAIServer.start({
    reply: plannerModel({ plan: () => ['Edit the letter'], work }),
  })
  await where.config(plannerConfig(server.baseUrl))
  const { code, events, stderr } = await runIn(where, 'Edit the letter', ['--strategy', 'planner'])
  const told = `${stderr}\n${story(events)}`
  expect(code, told).toBe(0)
  return { text: await readFile(file, 'utf8'), told, news }
}

test('a span over two lines is selected by its phrases and cut out', async () => {
  const { text, told } = await worked([
    'agent.highlight_text_span("brown fox", "lazy")',
    'agent.hotkey(["ctrl", "x"])',
  ])
  expect(told).toContain('confirmed: Selected is “brown fox 你好 jumps over the lazy”')
  expect(text, told).toBe('Dear Sir,\nthe quick  dog.\nKind regards\nThe end\n')
})

test('a phrase that stands there more than once is told to the worker, which says more of it', async () => {
  const { text, told, news } = await worked([
    'agent.highlight_text_span("the", "quick")',
    'agent.highlight_text_span("the quick", "quick")',
    'agent.hotkey(["ctrl", "x"])',
  ])
  expect(news.join('\n')).toMatch(/“the” stands there \d times: .*the quick brown fox.*Give more of the text/)
  expect(text, told).toBe('Dear Sir,\n brown fox 你好 jumps\nover the lazy dog.\nKind regards\nThe end\n')
})

test('keys that are held while others are pressed mark a line, which is cut out', async () => {
  const { text, told } = await worked([
    'agent.hotkey(["ctrl", "home"])',
    'agent.hold_and_press(["shift"], ["down", "down"])',
    'agent.hotkey(["ctrl", "x"])',
  ])
  expect(text, told).toBe('over the lazy dog.\nKind regards\nThe end\n')
})
