// Names the words of a rule of the gate: a rule's name is its code, and families of rules share their words.
const FAMILIES = [
  ['word of ', 'word'],
  ['agreement to ', 'agreement'],
  ['command to ', 'command_to'],
  ['command that may ', 'command_may'],
] as const

/** Returns the key of the windows' words for such a rule. */
export const ruleWords = (rule: string): string =>
  FAMILIES.find(([begin]) => rule.startsWith(begin))?.[1] ?? rule
