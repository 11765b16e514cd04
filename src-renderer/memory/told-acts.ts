// Says what a memory tells of acts as a person does. It is written for a model, with the names of tools (`stepWords` of the memory).
import { isTool, type VerbOf } from '../../src-preload/contract/act-words.ts'
import { effectSchema, type Effect } from '../../src-preload/contract/events.ts'

/** `2. click_input on button “OK”`, also after what says that it did not work. */
const ACT = /^(\d+\. )?(- Didn’t work: )?(\w+)(?: on (.*?))?(?: with (\w+=.*?))?(?: — (.*))?$/s
const ARGUMENTS = /\w+=("(?:[^"\\]|\\.)*"|[^,]+)(?:, |$)/g
/** What stands before the acts of a memory of a failure, and before an act in a summary. */
const FAILED = /^(This did not work|- Didn’t work)(?:\.|: (.*))$/s
const OUTCOME = /^(\w+): (.*)$/s

/** How the language of the window says what stands around the acts. */
export interface ToldWords {
  verbOf: VerbOf
  /** Says a sentence of the program; what is none stays as it is. */
  say: (text: string) => string
  effectOf: (effect: Effect, evidence: string) => string
  /** Says that all (`whole`), or one act, did not work, and why or which. */
  failed: (whole: boolean, what: string) => string
}

/** What is no act stays as it is. */
export function toldActs(text: string, words: ToldWords): string {
  return text
    .split('\n')
    .map((line) => toldLine(line, words))
    .join('\n')
}

function toldLine(line: string, words: ToldWords): string {
  const { verbOf, say, failed } = words
  const [, number = '', vain = '', tool = '', target, given = '', outcome] = ACT.exec(line) ?? []
  if (!isTool(tool)) {
    const [, head, what = ''] = FAILED.exec(line) ?? []
    return head === undefined ? line : failed(head.startsWith('This'), say(what))
  }
  const values = [...given.matchAll(ARGUMENTS)].map(([, value = '']) => value.replace(/^"(.*)"$/s, '“$1”'))
  const parts = [verbOf(tool), ...(target === undefined ? [] : [say(target)]), values.join(', ')]
  const act = parts.filter((part) => part !== '').join(' ')
  const whole = outcome === undefined ? act : `${act} — ${toldOutcome(outcome, vain !== '', words)}`
  return `${number}${vain === '' ? whole : failed(false, whole)}`
}

/** Where it is said before that it did not work, the effect says nothing more. */
function toldOutcome(outcome: string, isVain: boolean, { say, effectOf }: ToldWords): string {
  const [, effect, evidence = ''] = OUTCOME.exec(outcome) ?? []
  const known = effectSchema.safeParse(effect).data
  if (known === undefined) return say(outcome)
  return isVain ? say(evidence) : effectOf(known, say(evidence))
}
