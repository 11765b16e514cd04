// Defines what the gate can say of an act. The words are shown to people, stored in rules and used as keys of `config.yaml`.
import { z } from 'zod'
import { SAFETY_CATEGORIES, type SafetyCategory } from './safety-categories.ts'

export * from './safety-categories.ts'

export const safetyCategorySchema = z.enum(SAFETY_CATEGORIES)

/** Categories for which a person is asked each time: no rule covers them. */
export const ALWAYS_ASKED: ReadonlySet<SafetyCategory> = new Set([
  'pay',
  'password',
  'delete',
  'start_programs',
  'secret',
])

/** The scope of a permission: only this act, acts of its kind in this run, or always in this application. */
export const scopeSchema = z.enum(['once', 'run', 'always'])
export type Scope = z.infer<typeof scopeSchema>

/** The scope of a rule that a person gives for an act: the same tool, in the same application, with the same target. */
export const coverageSchema = z.object({
  /** Process name, or the program that a launch starts. */
  application: z.string(),
  /** Tool name. */
  action: z.string(),
  /** The target or argument: a control's name, a command, keys. */
  argument: z.string(),
  /** Whether it covers every act that is not known to be harmless in one window that has no controls to name. */
  whole_window: z.literal(true).optional(),
})
export type Coverage = z.infer<typeof coverageSchema>

export const decisionSchema = z.enum(['allow', 'ask', 'refuse'])
export type Decision = z.infer<typeof decisionSchema>

/** The consequences of an act, in words; `{{file}}` and the like are filled in. */
export const CONSEQUENCE_WORDS = {
  replace_today: 'Replace {{file}} ({{size}}, changed today)?',
  replace_earlier: 'Replace {{file}} ({{size}}, changed {{day}})?',
  replace: 'Replace {{file}}?',
  delete: 'Delete by “{{what}}” in {{where}}?',
  trash: 'Put {{file}} to the trash?',
  displace: 'Give {{file}} another name or folder?',
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

/** Fills in a consequence: `Replace March.pdf (12 KB, changed today)?` */
export const consequenceWords = ({ code, parameters }: Consequence): string =>
  CONSEQUENCE_WORDS[code].replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => parameters[name] ?? '')
