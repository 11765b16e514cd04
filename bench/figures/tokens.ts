// What a step of an AppAgent costs in tokens: a whole prompt, against the same with the controls as JSON of the tree, which is what a
// tree dump gives a model; what services know of 40 steps; and the prompt of UFO for the same window.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { configSchema } from '../../src-preload/contract/config.ts'
import type { AppInput, LinuxInput } from '../../src-main/models/input.ts'
import { readPrompt, promptPath } from '../../src-main/models/render/prompts.ts'
import { renderPrompt } from '../../src-main/models/render/render.ts'
import { uiTree } from '../../src-main/servers/desktop/targeting/ui-tree.ts'
import { median, plain, type Figure, type Wants } from '../measure.ts'
import { act, scriptedRun, type Reply } from '../support/scripted-run.ts'
import { cachedTokens, tokensOf } from '../support/token-count.ts'
import { measureTasks } from './tokens-of-tasks.ts'

interface Subject {
  name: string
  /** As the host reads it. */
  request: string
  /** The acts of the steps, in order; the last one ends the run. */
  act: (input: AppInput | LinuxInput, step: number) => Reply
}

const STEPS = 40
/** A folder with the sources of UFO (github.com/microsoft/UFO); without it that figure is left out. */
const UFO = process.env['UFO_CHECKOUT']
const statusAt = (step: number) => (step < STEPS ? 'CONTINUE' : 'FINISH')

const SUBJECTS: Subject[] = [
  {
    name: 'galculator',
    request: 'open galculator, click 7',
    act({ controls }, step) {
      const name = String(step % 10)
      const key = controls.find((control) => control.name === name)
      if (!key) throw new Error(`The calculator has no key ${name}.`)
      return act('click_input', { id: key.id, name }, statusAt(step))
    },
  },
  {
    name: 'libreoffice-calc',
    request: 'open LibreOffice Calc, press Ctrl+Home',
    act: (_input, step) => act('type_text', { text: String(step), enter: true }, statusAt(step)),
  },
]

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  yield* measureTasks(wants)
  for (const subject of SUBJECTS) {
    const names = ['step', 'controls', 'difference', 'cached', 'ufo'].map((what) => `tokens.${what}`)
    if (!names.some(wants) && !names.some((name) => wants(`${name}.${subject.name}`))) continue
    const prompts = await promptsOf(subject)
    const [first] = prompts
    if (!first || prompts.length < STEPS) throw new Error(`${subject.name} had only ${prompts.length} steps.`)
    yield* wholeStep(subject.name, first)
    yield differenceStep(subject.name, prompts)
    yield cachedSteps(subject.name, prompts)
    if (UFO !== undefined) yield await besideUFO(subject.name, first, UFO)
  }
}

function* wholeStep(name: string, prompt: Prompt): Generator<Figure> {
  const step = tokensOf(prompt.system + prompt.user)
  const tree = tokensOf(prompt.tree)
  const controls = tokensOf(prompt.controls)
  const what = `o200k; ${prompt.count} controls`
  const figure = (part: string, value: number, baseline: number, against: string) =>
    plain(`tokens.${part}.${name}`, value, 'tokens', null, 1, `${what}; baseline: ${against}`, baseline)
  yield figure('step', step, step - controls + tree, 'the same with their tree as JSON')
  yield figure('controls', controls, tree, 'their tree as JSON (get_ui_tree)')
}

/** What each prompt has that the one before had not. */
function differenceStep(name: string, prompts: readonly Prompt[]): Figure {
  const fresh = (of: (prompt: Prompt) => string) =>
    pairwise(prompts).map(([before, prompt]) => tokensOf(afterCommon(of(before), of(prompt))))
  const note = `o200k; what of a prompt was not in the one before, median of ${prompts.length} steps; baseline: the same with all controls`
  const [ours, whole] = [fresh(({ user }) => user), fresh(({ userWhole }) => userWhole)].map(median)
  return plain(`tokens.difference.${name}`, ours ?? 0, 'tokens', null, prompts.length, note, whole ?? 0)
}

/** Services charge little for a beginning that they know from the last call. */
function cachedSteps(name: string, prompts: readonly Prompt[]): Figure {
  const texts = prompts.map(({ system, user }) => system + user)
  const shares = pairwise(texts).map(([before, text]) => ({
    cached: cachedTokens(before, text),
    all: tokensOf(text),
  }))
  const sum = (of: (share: { cached: number; all: number }) => number) =>
    shares.reduce((total, share) => total + of(share), 0)
  const least = Math.min(...shares.map(({ cached, all }) => (100 * cached) / all))
  const note = `o200k; of all that ${prompts.length} steps send; least of a single step ${Math.round(least)} %`
  const share = (100 * sum(({ cached }) => cached)) / sum(({ all }) => all)
  return plain(`tokens.cached.${name}`, share, '%', { least: 80 }, prompts.length, note)
}

const pairwise = <T>(all: readonly T[]): [T, T][] =>
  all.slice(1).flatMap((one, index): [T, T][] => {
    const before = all[index]
    return before === undefined ? [] : [[before, one]]
  })

/** UFO tells a control as `id`, `name` and `type`; its examples and its list of calls stand in files beside the template. */
async function besideUFO(name: string, prompt: Prompt, folder: string): Promise<Figure> {
  const file = (path: string) => readFile(join(folder, 'ufo/prompts', path), 'utf8')
  const template = parse(await file('share/base/app_agent.yaml')) as Record<'system' | 'user', string>
  const list = JSON.stringify(prompt.list)
  const theirs = [
    template.system,
    await file('examples/visual/app_agent_example.yaml'),
    await file('share/base/api.yaml'),
    template.user,
    list,
  ]
  const note =
    'o200k; baseline: the template, examples and calls of an AppAgent of UFO as its files have them, with the same controls'
  const value = tokensOf(prompt.system + prompt.user)
  const baseline = theirs.reduce((sum, text) => sum + tokensOf(text), 0)
  return {
    ...plain(`tokens.ufo.${name}`, value, 'tokens', null, 1, note, baseline),
    goal: 'ratio <= 0.25',
    ok: value / baseline <= 0.25,
  }
}

interface Prompt {
  system: string
  user: string
  /** The same step without a difference. */
  userWhole: string
  /** The block of the controls alone. */
  controls: string
  /** The same controls as `get_ui_tree` tells them. */
  tree: string
  count: number
  /** The controls as UFO lists them. */
  list: { id: string; name: string; type: string }[]
}

async function promptsOf(subject: Subject): Promise<Prompt[]> {
  const prompts: Prompt[] = []
  const end = await scriptedRun({
    strategy: 'host-app',
    request: subject.request,
    async reply(input) {
      prompts.push(await promptOf(input))
      return subject.act(input, prompts.length)
    },
  })
  if (end.status !== 'completed') throw new Error(`The run ended ${end.status}: ${end.error}`)
  return prompts
}

async function promptOf(input: AppInput | LinuxInput): Promise<Prompt> {
  const options = {
    prompt: await readPrompt(promptPath(input.kind)),
    historySteps: configSchema.parse({}).system.history_steps,
    pictures: false,
  }
  const { system, user } = renderPrompt(input, options)
  const userWhole = renderPrompt({ ...input, difference: null }, options).user
  const none = renderPrompt({ ...input, difference: null, controls: [] }, options).user
  const { window, controls } = input
  return {
    system,
    user,
    userWhole,
    controls: between(none, userWhole),
    tree: window ? JSON.stringify(uiTree(window, controls)) : '',
    count: controls.length,
    list: controls.map((control) => ({ id: control.id, name: control.name, type: control.role })),
  }
}

/** What of `text` comes after the beginning that it has in common with `before`. */
function afterCommon(before: string, text: string): string {
  let at = 0
  while (at < text.length && text[at] === before[at]) at++
  return text.slice(at)
}

/** What `whole` has in the middle that `without` has not. */
function between(without: string, whole: string): string {
  const tail = afterCommon(without, whole)
  let end = 0
  const longest = Math.min(without.length, tail.length)
  while (end < longest && whole.at(-1 - end) === without.at(-1 - end)) end++
  return tail.slice(0, tail.length - end)
}
