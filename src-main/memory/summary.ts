// Checks a model's words for what a subtask has shown: what worked, what did not, tips. The verified steps stay the truth: what is claimed
// and not shown by them is not kept.
import { z } from 'zod'
import type { ActionRecord } from '../models/input.ts'
import { extractObjects } from '../models/extract.ts'
import { block, quote } from '../models/render/data.ts'
import { stepWords, type Drawn } from './experience.ts'
import type { NewMemory } from './record.ts'

/** Most characters of one claim. */
const MAX_CLAIM_LENGTH = 300
/** Most claims of one summary. */
const MAX_CLAIMS = 8
/** The most acts that the model gets: the newest ones, where there are more. */
const MAX_ACTS = 60
const MAX_LINE_LENGTH = 600

const claim = z.object({
  /** Numbers of the acts that prove the claim. */
  acts: z.array(z.number().int()).min(1),
  words: z.string().trim().min(1).max(MAX_CLAIM_LENGTH),
})
const claims = z.array(claim).max(MAX_CLAIMS).default([])
const summarySchema = z.object({ worked: claims, failed: claims, tips: claims })
type Summary = z.infer<typeof summarySchema>
type Claim = z.infer<typeof claim>

/** Returns the question to the model: the subtask and its acts, each with what was verified of it. */
export function summaryQuestion({ memory, acts }: Drawn): string {
  const request = memory.data?.['whole_request']
  return [
    ...(typeof request === 'string' && request !== '' ? [`Request: ${quote(request, MAX_LINE_LENGTH)}`] : []),
    `Subtask: ${quote(memory.key, MAX_LINE_LENGTH)}`,
    `Applications: ${quote((memory.applications ?? []).join(', '), MAX_LINE_LENGTH)}`,
    memory.outcome === 'worked' ? 'It worked.' : 'It did not work.',
    block(
      'history_data',
      linesOf(acts).map(({ number, line, what }) => `${number}. [${what}] ${quote(line, MAX_LINE_LENGTH)}`),
    ),
  ].join('\n')
}

/** Returns the memory with those claims as its tips that the acts show, or why none can be kept: one that is wrong costs no other. */
export function withSummary(
  { memory, acts }: Drawn,
  reply: string,
  model: string,
): { memory: NewMemory } | { fault: string } {
  const [summary] = extractObjects(reply).flatMap((object) => summarySchema.safeParse(object).data ?? [])
  if (!summary) return { fault: 'it is not in the form that was asked for' }
  const { worked, failed, tips, faults } = shownOf(summary, { memory, acts })
  const lines = [
    ...worked.map(({ words }) => `- ${words}`),
    ...failed.map(({ words }) => `- Didn’t work: ${words}`),
    ...tips.map(({ words }) => `- ${words}`),
  ]
  if (lines.length === 0) return { fault: faults[0] ?? 'it says nothing' }
  // The list of failed attempts stays, unless the summary has its own.
  const before = failed.length === 0 && memory.tips ? [memory.tips] : []
  return {
    memory: {
      ...memory,
      tips: [...lines, ...before].join('\n'),
      data: { ...memory.data, summarized_by: model },
    },
  }
}

type What = 'verified' | 'not verified' | 'failed'
interface Told {
  number: number
  line: string
  what: What
}

const linesOf = (acts: readonly ActionRecord[]): Told[] =>
  acts
    .map((action, index) => ({ number: index + 1, line: stepWords(action, true), what: whatOf(action) }))
    .slice(-MAX_ACTS)

function whatOf({ status, effect }: ActionRecord): What {
  if (status !== 'success' || effect === 'contradicted') return 'failed'
  return effect === 'confirmed' ? 'verified' : 'not verified'
}

/** Keeps the claims that the acts show, and says what is wrong with the others. */
function shownOf(summary: Summary, { memory, acts }: Drawn): Summary & { faults: string[] } {
  const told = new Map(linesOf(acts).map((one) => [one.number, one]))
  const known = `${memory.key} ${memory.title} ${(memory.applications ?? []).join(' ')}`
  const faults: string[] = []
  const check = (one: Claim, fits: (what: What) => boolean): string | null => {
    const shown = one.acts.map((number) => told.get(number))
    if (!shown.every((act) => act !== undefined)) return `“${one.words}” names an act that there is not`
    if (!shown.every(({ what }) => fits(what))) return `“${one.words}” is not what was verified`
    const text = `${known} ${shown.map(({ line }) => line).join(' ')}`
    return strangeIn(one.words, text)
  }
  const kept = (all: readonly Claim[], fits: (what: What) => boolean): Claim[] =>
    all.filter((one) => {
      const fault = check(one, fits)
      if (fault !== null) faults.push(fault)
      return fault === null
    })
  // Where the work has come off, an act of which nothing could be read was a part of it.
  const hasWorked = (what: What): boolean =>
    what === 'verified' || (memory.outcome === 'worked' && what === 'not verified')
  return {
    worked: kept(summary.worked, hasWorked),
    failed: kept(summary.failed, (what) => what === 'failed'),
    tips: kept(summary.tips, () => true),
    faults,
  }
}

/** Key chords, paths and file names, which name a thing even without quotes. */
const NAMES =
  /\b(?:(?:ctrl|control|alt|shift|super|win|cmd|command|option)\s*\+\s*)+(?:[\p{L}\p{N}_]+|\S)|(?<![\w~])(?:~?\/|[a-z]:\\)[\w.\\/-]*\w|\b[\w-]+\.[a-z0-9]{2,5}\b/giu

/** Finds names of controls, windows, keys and files: in quotes, and those that need none. */
const namesIn = (words: string): string[] => [...quotedIn(words), ...(words.match(NAMES) ?? [])]

/** Says what is wrong where words name something that is not in `known`; else null. */
export function strangeIn(words: string, known: string): string | null {
  const strange = namesIn(words).find((name) => !holds(known, name))
  return strange === undefined ? null : `“${strange}” is not in the steps that it names`
}

const quotedIn = (words: string): string[] =>
  [...words.matchAll(/“([^”]+)”|"([^"]+)"|`([^`]+)`|‘([^’]+)’|「([^」]+)」|『([^』]+)』|«([^»]+)»/g)].map(
    ([, ...parts]) => parts.find((part) => part !== undefined) ?? '',
  )

const holds = (text: string, name: string): boolean => plain(text).includes(plain(name))
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // The steps contain texts in JSON form.
    .replaceAll('\\\\', '\\')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\+ ?/g, '+')
    .trim()
