// Keeps rules that a person has given: "for this run", "always here". They are stored, listed, revocable, and never for paying,
// passwords, deleting, what starts programs, or secrets (`ALWAYS_ASKED`).
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import {
  ALWAYS_ASKED,
  safetyCategorySchema,
  type Coverage,
  type SafetyCategory,
} from '../../src-preload/contract/safety.ts'
import { writeFileAtomically, withFileLock } from '../core/atomic-file.ts'
import { UserError } from '../core/errors.ts'
import { isSigned, sign, signaturePath } from './signature.ts'

export const standingRuleSchema = z.object({
  id: z.string(),
  category: safetyCategorySchema,
  /** Process name. The rule applies only to it. */
  application: z.string().min(1),
  /** Tool name; null for every act of the category. */
  action: z.string().nullable().default(null),
  /** The target or argument as `coverage.ts` describes it; null for any. */
  argument: z.string().nullable().default(null),
  /** The run that the rule is for; null for always. */
  run: z.string().nullable(),
  /** Milliseconds since 1970. */
  since: z.number(),
})
export type StandingRule = z.infer<typeof standingRuleSchema>

export interface StandingRules {
  list(): StandingRule[]
  /** Throws UserError for a category that no rule may cover. */
  add(rule: Omit<StandingRule, 'id'>): Promise<StandingRule>
  /** False when there is no such rule. */
  revoke(id: string): Promise<boolean>
  /** Drops the rules that were for this run alone. */
  endRun(run: string): void
}

/** Tells whether a rule covers an act. Of `act` it needs only the application where a rule names no action and no argument. */
export const covers = (
  rules: StandingRule[],
  category: SafetyCategory,
  act: Pick<Coverage, 'application'> & Partial<Coverage>,
  runId: string,
): boolean =>
  !ALWAYS_ASKED.has(category) &&
  act.application !== '' &&
  rules.some(
    (rule) =>
      rule.category === category &&
      rule.application === act.application &&
      (rule.action === null || rule.action === act.action) &&
      (rule.argument === null || rule.argument === act.argument) &&
      (rule.run === null || rule.run === runId),
  )

function made(rule: Omit<StandingRule, 'id'>): StandingRule {
  if (ALWAYS_ASKED.has(rule.category)) {
    throw new UserError(`A rule can’t cover ${rule.category}: it is asked each time.`)
  }
  return standingRuleSchema.parse({ ...rule, id: crypto.randomUUID() })
}

/** Makes rules that last as long as the process. */
export function createMemoryRules(): StandingRules {
  let rules: StandingRule[] = []
  return {
    list: () => [...rules],
    add: async (rule) => {
      const added = made(rule)
      rules.push(added)
      return added
    },
    revoke: async (id) => {
      const before = rules.length
      rules = rules.filter((rule) => rule.id !== id)
      return rules.length < before
    },
    endRun: (run) => {
      rules = rules.filter((rule) => rule.run !== run)
    },
  }
}

/**
 * Keeps rules in a signed file of mode 600: ignores what Deskhand did not write itself, and puts it aside with the next
 * change. Keeps a rule "for a run" in memory only. A file that can't be read is an error, never an empty list that would be
 * written over it. A rule that another program gives or revokes counts from the next act on.
 */
export async function openRulesFile(
  path: string,
  warn: (message: string) => void = () => {},
): Promise<StandingRules> {
  const memory = createMemoryRules()
  let stored = await readRules(path, warn)
  let seen = stampOf(path)
  const current = (): StandingRule[] => {
    const stamp = stampOf(path)
    if (stamp !== seen) {
      stored = existsSync(path) ? parseRules(path, readFileSync(path, 'utf8'), warn) : []
      seen = stamp
    }
    return stored
  }
  const change = (edit: (rules: StandingRule[]) => StandingRule[]) =>
    withFileLock(path, async () => {
      await putAsideUnsigned(path)
      stored = edit(await readRules(path, warn))
      const content = `${JSON.stringify(stored, null, 2)}\n`
      await writeFileAtomically(path, content, 0o600)
      await sign(path, content)
      seen = stampOf(path)
    })
  return {
    list: () => [...current(), ...memory.list()],
    add: async (rule) => {
      if (rule.run !== null) return memory.add(rule)
      const added = made(rule)
      await change((rules) => [...rules, added])
      return added
    },
    revoke: async (id) => {
      if (await memory.revoke(id)) return true
      if (!current().some((rule) => rule.id === id)) return false
      await change((rules) => rules.filter((rule) => rule.id !== id))
      return true
    },
    endRun: (run) => memory.endRun(run),
  }
}

/** Changes with each write to the file or its signature. */
const stampOf = (path: string): string =>
  [path, signaturePath(path)]
    .map((each) => {
      const found = statSync(each, { bigint: true, throwIfNoEntry: false })
      return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : ''
    })
    .join(' | ')

/** Moves a file that another program wrote aside, so that it stays readable. */
async function putAsideUnsigned(path: string): Promise<void> {
  const content = await readFile(path, 'utf8').catch(() => null)
  if (content !== null && !isSigned(path, content)) await rename(path, `${path}.unsigned`)
}

async function readRules(path: string, warn: (message: string) => void): Promise<StandingRule[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return parseRules(path, text, warn)
}

function parseRules(path: string, text: string, warn: (message: string) => void): StandingRule[] {
  try {
    const rules = z.array(standingRuleSchema).parse(JSON.parse(text))
    if (isSigned(path, text)) return rules
    if (rules.length > 0)
      warn(
        `${path} was not written by Deskhand: its rules are not taken up. Give the permissions again when you are asked.`,
      )
    return []
  } catch {
    throw new UserError(`${path} can’t be read as rules. Mend it, or move it away to start without rules.`)
  }
}
