// Says what a memory tells of acts as a person does. It is written for a model, with the names of tools (`stepWords` of the memory).
import { isTool, type VerbOf } from '../../src-preload/contract/act-words.ts'

/** `2. click_input on button “OK”`, also after what says that it did not work. */
const ACT = /^(\d+\. )?(- Didn’t work: )?(\w+)(?: on (.*?))?(?: with (\w+=.*?))?( — .*)?$/s
const ARGUMENTS = /\w+=("(?:[^"\\]|\\.)*"|[^,]+)(?:, |$)/g

/** `say`: what the program says in the language of the window; what is no act stays as it is. */
export function toldActs(text: string, verbOf: VerbOf, say: (text: string) => string): string {
  return text
    .split('\n')
    .map((line) => {
      const [, number = '', vain = '', tool = '', target, given = '', outcome = ''] = ACT.exec(line) ?? []
      if (!isTool(tool)) return line
      const values = [...given.matchAll(ARGUMENTS)].map(([, value = '']) =>
        value.replace(/^"(.*)"$/s, '“$1”'),
      )
      const parts = [verbOf(tool), ...(target === undefined ? [] : [say(target)]), values.join(', ')]
      return `${number}${vain}${parts.filter((part) => part !== '').join(' ')}${outcome}`
    })
    .join('\n')
}
