// Carries out `deskhand tools test`: calls each tool of the planner that is set up, and says what came back and what it cost.
import { costWords, durationWords, tokenWords } from '../../../src-preload/contract/words.ts'
import type { ToolTest } from '../../../src-preload/contract/calls/settings.ts'
import { EXIT } from '../exit-code.ts'
import type { Shell, Speech } from '../shell.ts'
import { plain } from '../output/plain.ts'
import { cut, inkFor, roomOf, wrap } from '../output/text.ts'
import { withBridge } from '../with-bridge.ts'

/** Returns 1 when a tool that is set up does not work. */
export async function toolsTestCommand(
  shell: Shell,
  tool_name: string | null,
  options: { json?: boolean },
): Promise<number> {
  const { tests } = await withBridge(shell, (bridge) => bridge.call('test_tool', { tool_name }))
  const speech = await shell.speech()
  const failed = tests.some(({ state }) => state === 'failed')
  const lines = options.json
    ? [JSON.stringify(tests, null, 2)]
    : [...tests.flatMap((test) => linesOf(test, shell, speech)), ...hint(tests).map(speech.sentence)]
  shell.stdout.write(`${lines.join('\n')}\n`)
  return failed ? EXIT.failed : EXIT.completed
}

/** Says how to set up a model, if one is missing. */
const hint = (tests: ToolTest[]): string[] => {
  const missing = tests.find(({ state, tool_name }) => state === 'not set up' && tool_name !== 'websearch')
  return missing
    ? [
        `A model for one: deskhand config set models.${missing.tool_name}.provider openai (and … .model_name); models.default is for all but embedding.`,
      ]
    : []
}

function linesOf(
  { tool_name, model, state, said, usage, ms }: ToolTest,
  shell: Shell,
  speech: Speech,
): string[] {
  const ink = inkFor(shell.stdout, shell.env)
  const marks = { works: ink.good('✓'), failed: ink.bad('✗'), 'not set up': ink.dim('–') }
  const facts = [
    plain(model),
    ...(state === 'not set up' ? [] : [durationWords(ms)]),
    ...spent(usage, speech),
  ]
  const words = plain(speech.translate?.(said) ?? said)
    .replace(/\s+/g, ' ')
    .trim()
  const room = roomOf(shell.stdout)
  // A failure says how to correct it at its end, so it is not cut.
  const told =
    state === 'failed' ? wrap(words, room - 2).map((line) => `  ${line}`) : [cut(`  ${words}`, room)]
  return [
    `${marks[state]} ${tool_name} ${ink.dim(state === 'not set up' ? speech.word(state) : facts.join(' · '))}`,
    ...told.map((line) => ink.dim(line)),
  ]
}

const spent = (usage: ToolTest['usage'], { say }: Speech): string[] =>
  usage === null
    ? []
    : [
        say('terminal.fact.tokens', {
          input: tokenWords(usage.input_tokens),
          output: tokenWords(usage.output_tokens),
        }),
        usage.cost === null ? say('terminal.fact.cost_unknown') : costWords(usage.cost),
      ]
