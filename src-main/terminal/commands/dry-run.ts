// Carries out `--dry-run` of `deskhand run` and `follow`: says what each step would do, and does nothing.
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import { foreseenWords } from '../../../src-preload/contract/foreseen-words.ts'
import { count } from '../../../src-preload/contract/words.ts'
import { EXIT } from '../exit-code.ts'
import type { RunCommandOptions } from '../options.ts'
import { plain } from '../output/plain.ts'
import { inkFor } from '../output/text.ts'
import type { Shell } from '../shell.ts'
import { withBridge } from '../with-bridge.ts'

type Step = CallOutput<'dry_run'>['steps'][number]
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
    shell.stderr.write(
      'A dry run is of plain commands and recorded plans: leave out --strategy and --mode.\n',
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
  const steps = foreseen.flatMap((each) => each.steps)
  const fails = steps.some(({ outcome }) => outcome === 'cannot')
  const lines = json
    ? steps.map((step) => JSON.stringify(step))
    : foreseen.flatMap(({ name, steps: own }) => [
        ...(name === null ? [] : [inkFor(shell.stdout, shell.env).strong(plain(name))]),
        ...own.flatMap((step, index) => linesOf(shell, step, index + 1)),
        summaryOf(own),
      ])
  shell.stdout.write(`${lines.join('\n')}\n`)
  return fails ? EXIT.failed : EXIT.completed
}

function linesOf(shell: Shell, { words, outcome, acts, reasons }: Step, number: number): string[] {
  const ink = inkFor(shell.stdout, shell.env)
  const mark = { would_do: ink.good('✓'), later: ink.dim('…'), cannot: ink.bad('✗') }[outcome]
  const told = acts.flatMap((act) => [
    `Would do: ${act.words}`,
    ...(act.asks
      ? [
          `Would ask: ${act.asks.reason}${act.asks.categories.length > 0 ? ` (${act.asks.categories.join(', ')})` : ''}`,
        ]
      : []),
  ])
  const details = [...told, ...reasons.map(foreseenWords)]
  return [`${mark} ${number}. ${plain(words)}`, ...details.map((detail) => `     ${plain(detail)}`)]
}

function summaryOf(steps: readonly Step[]): string {
  const number = (outcome: Step['outcome']) => steps.filter((step) => step.outcome === outcome).length
  const first = steps.findIndex(({ outcome }) => outcome === 'cannot')
  const later = number('later')
  const rest = later === 0 ? '' : `, ${later} would be looked for later`
  const end = first < 0 ? '' : ` It would stop at step ${first + 1}.`
  return `Nothing was done. ${number('would_do')} of ${count(steps.length, 'step')} can be done now${rest}.${end}`
}
