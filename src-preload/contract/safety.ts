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

/** What agreeing to a category in advance lets through. */
export const CATEGORY_COVERS: Record<SafetyCategory, string> = {
  send: 'forms and buttons of pages, messages, addresses that you did not name',
  delete: 'what removes files, mails or text that may not come back',
  overwrite: 'replacing files that are there',
  pay: 'buying, ordering, transfers',
  install: 'installing, updating and removing software',
  run_command: 'commands and programs, but not what they delete or send',
  start_programs: 'writing where programs are started from: start-up files, menus, services, hooks',
  secret: 'reading keys, passwords, browser data and hidden files',
  close_unsaved: 'closing work that may not be saved',
  change_setting: 'settings of the system and of applications',
  upload: 'giving files to pages',
  password: 'typing into password fields',
  other_application: 'acts outside of the chosen application',
  untrusted_content: 'telling an address that you did not name what the run has read',
  unknown: 'what no rule knows; never what is known to be in another category',
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

/** What would come of an act, in words; `{{file}}` and the like are filled in. */
export const CONSEQUENCE_WORDS = {
  replace_today: 'Replace {{file}} ({{size}}, changed today)?',
  replace_earlier: 'Replace {{file}} ({{size}}, changed {{day}})?',
  replace: 'Replace {{file}}?',
  delete: 'Delete by “{{what}}” in {{where}}?',
  trash: 'Put {{file}} to the trash?',
  delete_command: 'Delete by the command “{{command}}”?',
  send_fields: 'Send {{count}} fields to {{to}}?',
  send: 'Send by “{{what}}” to {{to}}?',
  tell: 'Tell {{to}}, which you did not name: “{{what}}”?',
  pay: 'Pay or order at {{where}}?',
  run: 'Run “{{command}}”?',
  write_start: 'Write {{file}}, where programs are started from?',
  read_secret: 'Read {{file}}, which may be secret?',
  password: 'Type a password for {{where}}?',
  upload: 'Upload {{file}} to {{where}}?',
  install: 'Install or remove software: {{what}}?',
  close_unsaved: 'Close {{where}} without saving?',
  change_setting: 'Change the setting “{{what}}” in {{where}}?',
  other_application: 'Act in {{where}}, which was not chosen?',
} as const
const consequenceCodes = Object.keys(CONSEQUENCE_WORDS) as (keyof typeof CONSEQUENCE_WORDS)[]

export const consequenceSchema = z.object({
  code: z.enum(consequenceCodes),
  parameters: z.record(z.string(), z.string()),
})
export type Consequence = z.infer<typeof consequenceSchema>

/** `Replace March.pdf (12 KB, changed today)?` */
export const consequenceWords = ({ code, parameters }: Consequence): string =>
  CONSEQUENCE_WORDS[code].replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => parameters[name] ?? '')
