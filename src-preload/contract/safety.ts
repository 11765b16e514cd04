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
  'start_programs',
  'secret',
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
  start_programs: 'it writes where programs are started from',
  secret: 'it reads what may be secret',
  close_unsaved: 'it closes work that is not saved',
  change_setting: 'it changes a setting',
  upload: 'it uploads something',
  password: 'it types into a password field',
  other_application: 'it is outside of the chosen application',
  untrusted_content: 'it follows what was read on the screen',
  unknown: 'it is not known to be harmless',
}

/** Asked each time: no rule that a person gives covers these. */
export const ALWAYS_ASKED: ReadonlySet<SafetyCategory> = new Set([
  'pay',
  'password',
  'delete',
  'start_programs',
  'secret',
])

/** How far a permission reaches: this act alone, acts of its kind in this run, or always in this application. */
export const scopeSchema = z.enum(['once', 'run', 'always'])
export type Scope = z.infer<typeof scopeSchema>

/** What a rule that a person gives for an act holds for: the same tool, in the same application, aimed at the same thing. */
export const coverageSchema = z.object({
  /** Process name, or the program that a launch starts. */
  application: z.string(),
  /** Tool name. */
  action: z.string(),
  /** What it is aimed at or given: a control's name, a command, keys. */
  argument: z.string(),
  /** All that is not known to be harmless in one window, which tells no control. */
  whole_window: z.literal(true).optional(),
})
export type Coverage = z.infer<typeof coverageSchema>

export const decisionSchema = z.enum(['allow', 'ask', 'refuse'])
export type Decision = z.infer<typeof decisionSchema>
