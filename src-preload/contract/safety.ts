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

export const decisionSchema = z.enum(['allow', 'ask', 'refuse'])
export type Decision = z.infer<typeof decisionSchema>
