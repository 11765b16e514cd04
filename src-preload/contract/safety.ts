// What the gate can say of an act. The words are shown to people, stored in rules and used as keys of `config.yaml`.
import { z } from 'zod'

/** Kinds of acts that can't be undone or reach beyond the chosen application. `unknown` is what no rule knows to be harmless. */
export const SAFETY_CATEGORIES = [
  'send',
  'delete',
  'overwrite',
  'pay',
  'install',
  'run_command',
  'close_unsaved',
  'change_setting',
  'upload',
  'password',
  'other_application',
  'untrusted_content',
  'unknown',
] as const

export const safetyCategorySchema = z.enum(SAFETY_CATEGORIES)
export type SafetyCategory = z.infer<typeof safetyCategorySchema>

/** What is said of an act of a category. */
export const CATEGORY_WORDS: Record<SafetyCategory, string> = {
  send: 'it sends something',
  delete: 'it deletes something',
  overwrite: 'it replaces a file',
  pay: 'it pays or orders',
  install: 'it installs software',
  run_command: 'it runs a command',
  close_unsaved: 'it closes work that is not saved',
  change_setting: 'it changes a setting',
  upload: 'it uploads something',
  password: 'it types into a password field',
  other_application: 'it is outside of the chosen application',
  untrusted_content: 'it follows what was read on the screen',
  unknown: 'it is not known to be harmless',
}

export const decisionSchema = z.enum(['allow', 'ask', 'refuse'])
export type Decision = z.infer<typeof decisionSchema>
