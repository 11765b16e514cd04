// Rules that a person has given: "for this run", "always here". Stored, listed, revocable; never for paying, passwords
// or deleting.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { safetyCategorySchema, type SafetyCategory } from '../../src-preload/contract/safety.ts'
import { writeFileAtomically, withFileLock } from '../core/atomic-file.ts'
import { UserError } from '../core/errors.ts'

const NEVER: ReadonlySet<SafetyCategory> = new Set(['pay', 'password', 'delete'])

export const standingRuleSchema = z.object({
  id: z.string(),
  category: safetyCategorySchema,
  /** Process name; the rule holds only there. */
  application: z.string().min(1),
  /** The run it is for; null for always. */
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
}

export const covers = (
  rules: StandingRule[],
  category: SafetyCategory,
  application: string,
  runId: string,
): boolean =>
  !NEVER.has(category) &&
  application !== '' &&
  rules.some(
    (rule) =>
      rule.category === category &&
      rule.application === application &&
      (rule.run === null || rule.run === runId),
  )

function made(rule: Omit<StandingRule, 'id'>): StandingRule {
  if (NEVER.has(rule.category)) {
    throw new UserError(`A rule can’t cover ${rule.category}: it is asked each time.`)
  }
  return standingRuleSchema.parse({ ...rule, id: crypto.randomUUID() })
}

/** Rules that end with the process. */
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
  }
}

/**
 * Rules in a file of mode 600. One "for a run" is kept in memory only. A file that can't be read is an error, never an
 * empty list that would be written over it.
 */
export async function openRulesFile(path: string): Promise<StandingRules> {
  const memory = createMemoryRules()
  let stored = await readRules(path)
  const change = (edit: (rules: StandingRule[]) => StandingRule[]) =>
    withFileLock(path, async () => {
      stored = edit(await readRules(path))
      await writeFileAtomically(path, `${JSON.stringify(stored, null, 2)}\n`, 0o600)
    })
  return {
    list: () => [...stored, ...memory.list()],
    add: async (rule) => {
      if (rule.run !== null) return memory.add(rule)
      const added = made(rule)
      await change((rules) => [...rules, added])
      return added
    },
    revoke: async (id) => {
      if (await memory.revoke(id)) return true
      if (!stored.some((rule) => rule.id === id)) return false
      await change((rules) => rules.filter((rule) => rule.id !== id))
      return true
    },
  }
}

async function readRules(path: string): Promise<StandingRule[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  try {
    return z.array(standingRuleSchema).parse(JSON.parse(text))
  } catch {
    throw new UserError(`${path} can’t be read as rules. Mend it, or move it away to start without rules.`)
  }
}
