// Carries out `--dry-run` of `deskhand run` and `follow`: says what each step would do, and does nothing.
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import { foreseenWords } from '../../../src-preload/contract/foreseen-words.ts'
import { EXIT } from '../exit-code.ts'
import type { RunCommandOptions } from '../options.ts'
import { plain } from '../output/plain.ts'
import { inkFor } from '../output/text.ts'
import type { Shell, Speech } from '../shell.ts'
import { withBridge } from '../with-bridge.ts'
import { tell } from '../output/table.ts'
import type { CodedText } from '../../../src-preload/contract/coded-text.ts'

type Step = CallOutput<'dry_run'>['steps'][number]
type Asks = NonNullable<Step['acts'][number]['asks']>
type DryRunOptions = Pick<
  RunCommandOptions,
  'display' | 'strategy' | 'mode' | 'model' | 'yesTo' | 'json' | 'task'
> & {
  set?: Record<string, string>
}

/** Returns 1 where a step can’t be done. Throws BridgeError for a request whose acts can’t be forecast. */
export async function dryRunCommand(
  shell: Shell,
  what: { request: string } | { plan: string },
  { display, strategy, mode = 'normal', model = {}, yesTo = [], json = false, task, set = {} }: DryRunOptions,
): Promise<number> {
  if (strategy === 'planner' || strategy === 'operator' || mode !== 'normal') {
    await tell(
      shell,
      'A dry run is of plain commands and plans: leave out --strategy and --mode.',
      shell.stderr,
    )
    return EXIT.usage
  }
  const wishes = { display: display ?? null, models: model, yes_to: yesTo }
  const foreseen = await withBridge(shell, async (bridge) => {
    if ('request' in what) {
      const { steps } = await bridge.call('dry_run', { ...wishes, request: what.request })
      return [{ name: null, steps }]
    }
    const { folder, plans } = await bridge.call('find_plans', { plan: what.plan, task: task ?? null })
    const all: { name: string | null; steps: Step[] }[] = []
    for (const { task: name, path: plan } of plans) {
      const { steps } = await bridge.call('dry_run', { ...wishes, request: null, plan: { plan, set } })
      all.push({ name: folder ? name : null, steps })
    }
    return all
  })
  const speech = await shell.speech()
  const steps = foreseen.flatMap((each) => each.steps)
  const fails = steps.some(({ outcome }) => outcome === 'cannot')
  const lines = json
    ? steps.map((step) => JSON.stringify(step))
    : foreseen.flatMap(({ name, steps: own }) => [
        ...(name === null ? [] : [inkFor(shell.stdout, shell.env).strong(plain(name))]),
        ...own.flatMap((step, index) => linesOf(shell, speech, step, index + 1)),
        summaryOf(own, speech),
      ])
  shell.stdout.write(`${lines.join('\n')}\n`)
  return fails ? EXIT.failed : EXIT.completed
}

function linesOf(
  shell: Shell,
  speech: Speech,
  { words, outcome, acts, reasons }: Step,
  number: number,
): string[] {
  const ink = inkFor(shell.stdout, shell.env)
  const { say } = speech
  const mark = { would_do: ink.good('✓'), later: ink.dim('…'), cannot: ink.bad('✗') }[outcome]
  const told = acts.flatMap(({ asks, ...act }) => [
    say('terminal.dry.would_do', { act: speech.act({ ...act, parameters: {} }) }),
    ...(asks ? [say('terminal.dry.would_ask', { why: whyAsked(asks, speech) })] : []),
  ])
  const details = [...told, ...reasons.map((reason) => reasonWords(reason, speech))]
  return [`${mark} ${number}. ${plain(words)}`, ...details.map((detail) => `     ${plain(detail)}`)]
}

// locales: categories.*
const whyAsked = ({ reason, categories }: Asks, { say, sentence }: Speech): string =>
  [sentence(reason), ...categories.map((name) => `(${say(`categories.${name}`)})`)].join(' ')

// locales: dry.why.*
const reasonWords = (reason: CodedText, { say, translate, sentence }: Speech): string =>
  translate === null
    ? foreseenWords(reason)
    : say(`dry.why.${reason.code}`, {
        ...reason.parameters,
        problem: sentence(reason.parameters['problem'] ?? ''),
      })

function summaryOf(steps: readonly Step[], { say }: Speech): string {
  const number = (outcome: Step['outcome']) => String(steps.filter((step) => step.outcome === outcome).length)
  const first = steps.findIndex(({ outcome }) => outcome === 'cannot')
  const count = String(steps.length)
  const parts = [say('terminal.dry.now', { ready: number('would_do'), count })]
  if (number('later') !== '0') parts.push(say('terminal.dry.later', { number: number('later') }))
  if (first >= 0) parts.push(say('terminal.dry.stops', { step: String(first + 1) }))
  return parts.join(' ')
}
