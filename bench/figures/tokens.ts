// What a step of an AppAgent costs in tokens: the fixed part, whole prompts, and prompts that send a difference; against
// the same with the controls as JSON of the tree, which is what a tree dump gives a model.
import { configSchema } from '../../src-preload/contract/config.ts'
import type { AppInput, LinuxInput } from '../../src-main/models/input.ts'
import { readPrompt, promptPath } from '../../src-main/models/render/prompts.ts'
import { renderPrompt } from '../../src-main/models/render/render.ts'
import { uiTree } from '../../src-main/servers/desktop/targeting/ui-tree.ts'
import { plain, type Figure, type Wants } from '../measure.ts'
import { act, scriptedRun, type Reply } from '../support/scripted-run.ts'

/** No tokenizer is a dependency. English prose and JSON take 3.8 to 4.5 characters a token; this is on the safe side. */
const CHARACTERS_PER_TOKEN = 3.3
const HOW = `tokens as characters / ${CHARACTERS_PER_TOKEN}`

const tokens = (text: string): number => Math.round(text.length / CHARACTERS_PER_TOKEN)

interface Subject {
  name: string
  /** As the host reads it. */
  request: string
  /** The acts of the steps, in order; the last one ends the run. */
  act: (input: AppInput | LinuxInput, step: number) => Reply
}

/**
 * Steps whose prompts are looked at: the first tells all controls, the second what has changed, and these controls in another
 * place, so that only the third finds them cached.
 */
const STEPS = 3
const statusAt = (step: number) => (step < STEPS ? 'CONTINUE' : 'FINISH')

const SUBJECTS: Subject[] = [
  {
    name: 'galculator',
    request: 'open galculator, click 7',
    act({ controls }, step) {
      const name = String(step)
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
  let fixed: number | null = null
  for (const subject of SUBJECTS) {
    const names = ['fixed', 'step', 'controls', 'difference'].map((what) => `tokens.${what}`)
    if (!names.some(wants) && !names.some((name) => wants(`${name}.${subject.name}`))) continue
    const prompts = await promptsOf(subject)
    const [first, second, third] = prompts
    if (!first || !second || !third) throw new Error(`${subject.name} had only ${prompts.length} steps.`)
    if (fixed === null) {
      fixed = tokens(first.system)
      const note = `${HOW}; system text, ${first.tools} tools as the servers list them, reply form`
      yield plain('tokens.fixed', fixed, 'tokens', { most: 2500 }, 1, note)
    }
    yield* wholeStep(subject.name, first)
    if (third.difference) yield differenceStep(subject.name, second, third)
  }
}

function* wholeStep(name: string, prompt: Prompt): Generator<Figure> {
  const step = tokens(prompt.system + prompt.user)
  const tree = tokens(prompt.tree)
  const controls = tokens(prompt.controls)
  const what = `${HOW}; ${prompt.count} controls`
  const figure = (part: string, value: number, baseline: number, against: string) =>
    plain(`tokens.${part}.${name}`, value, 'tokens', null, 1, `${what}; baseline: ${against}`, baseline)
  yield figure('step', step, step - controls + tree, 'the same with their tree as JSON')
  yield figure('controls', controls, tree, 'their tree as JSON (get_ui_tree)')
}

/** Services charge little for a beginning that they know from the last call; what is left is what the step costs. */
function differenceStep(name: string, before: Prompt, prompt: Prompt): Figure {
  const fresh = tokens(afterCommon(before.user, prompt.user))
  const freshWhole = tokens(afterCommon(before.userWhole, prompt.userWhole))
  const whole = [prompt.user, prompt.userWhole].map((user) => tokens(prompt.system + user)).join(' and ')
  const note =
    `${HOW}; what of the prompt was not in the one before; baseline: the same step with all its controls; ` +
    `whole prompts: ${whole}`
  return plain(`tokens.difference.${name}`, fresh, 'tokens', null, 1, note, freshWhole)
}

interface Prompt {
  system: string
  user: string
  /** The same step without a difference. */
  userWhole: string
  difference: boolean
  /** The block of the controls alone. */
  controls: string
  /** The same controls as `get_ui_tree` tells them. */
  tree: string
  count: number
  tools: number
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
    difference: input.difference !== null,
    controls: between(none, userWhole),
    tree: window ? JSON.stringify(uiTree(window, controls)) : '',
    count: controls.length,
    tools: input.tools.length,
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
