// Reads the seeds' files of memory into records, and writes records as such files. What a file has that the store does not know
// is kept with the record and written back.
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { EXCHANGE_FORMATS } from '../../../src-preload/contract/memory.ts'
import type { Memory } from '../../../src-preload/contract/memory.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { faultWordsOf } from '../../../src-preload/contract/issue-words.ts'
import { isSecretAnswer } from '../answers.ts'
import { redacted } from '../experience.ts'
import type { NewMemory } from '../record.ts'
import { titleOf } from '../title.ts'

export const FORMATS = EXCHANGE_FORMATS
export type Format = (typeof FORMATS)[number]

/** The seeds' names of these files. */
export const FILE_NAMES: Record<Format, string> = {
  experience: 'experience.yaml',
  narrative: 'narrative_memory.json',
  episodic: 'episodic_memory.json',
  question_answer: 'qa_pairs.jsonl',
}

/** Most bytes of a file that is read: a larger one was not made by a person. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024

const experienceSchema = z.record(
  z.string(),
  z.looseObject({
    example: z.looseObject({ Plan: z.union([z.string(), z.array(z.unknown())]).nullish() }).nullish(),
    Tips: z.union([z.string(), z.array(z.unknown())]).nullish(),
    request: z.string().nullish(),
    'Sub-task': z.string().nullish(),
    app_list: z.array(z.string()).nullish(),
  }),
)
const answerSchema = z.looseObject({ question: z.string().trim().min(1), answer: z.string().trim().min(1) })
/** The beginning of the text of a memory that failed. */
const FAILED = 'This did not work'
const flatSchema = z.record(z.string(), z.unknown())

/** Says by the name which of the seeds' files this is; null where the name does not say. */
export function formatOf(name: string): Format | null {
  if (/\.ya?ml$/i.test(name)) return 'experience'
  if (/\.jsonl$/i.test(name)) return 'question_answer'
  if (!/\.json$/i.test(name)) return null
  return /narrative/i.test(name) ? 'narrative' : /episod/i.test(name) ? 'episodic' : null
}

/** Null for an answer that looks like a secret. */
type Read = NewMemory | null

const READERS: Record<Format, (text: string, file: string) => Read[]> = {
  experience: readExperience,
  narrative: (text, file) => readFlat('narrative', text, file),
  episodic: (text, file) => readFlat('episodic', text, file),
  question_answer: readAnswers,
}

/** Throws UserError for a file that does not have this form, and imports nothing of it. */
export function readMemories(
  format: Format,
  text: string,
  file: string,
): { records: NewMemory[]; leftOut: number } {
  if (text.trim() === '') throw new UserError(`${file} is empty.`)
  try {
    const read = READERS[format](text, file)
    const records = read.flatMap((memory) => (memory ? [redacted(memory)] : []))
    return { records, leftOut: read.length - records.length }
  } catch (error) {
    if (error instanceof UserError) throw error
    const why = error instanceof z.ZodError ? `${faultWordsOf(error)}.` : messageOf(error)
    throw new UserError(`${file} is no ${FILE_NAMES[format]}: ${why}`)
  }
}

function readExperience(text: string, file: string): NewMemory[] {
  // Aliases are refused, because they can make a small file huge, and none of the seeds' files has any.
  const records = experienceSchema.parse(parse(text, { maxAliasCount: 0 }) ?? {})
  return Object.entries(records).map(([name, record]) => {
    const subtask = record['Sub-task'] ?? record.request ?? ''
    if (subtask.trim() === '') throw new UserError(`${file}: ${name} has neither a request nor a Sub-task.`)
    const example = record.example ?? {}
    return {
      kind: 'experience',
      outcome: example['Outcome'] === 'did_not_work' ? 'did_not_work' : 'worked',
      applications: record.app_list ?? [],
      title: titleOf(subtask),
      key: subtask,
      text: linesOf(example.Plan) || wordsOfExample(example),
      tips: linesOf(record.Tips),
      source: { run: null, step: null, file },
      data: { ...record },
    }
  })
}

/** Reads flat files: narrative maps query → summary, episodic `Task:…Subtask:…` → actions. Lybic's bug stored tuples: the first member counts. */
function readFlat(format: 'narrative' | 'episodic', text: string, file: string): NewMemory[] {
  const entries = Object.entries(flatSchema.parse(JSON.parse(text)))
  return entries.flatMap(([key, value]): NewMemory[] => {
    const said: unknown = Array.isArray(value) ? value[0] : value
    if (typeof said !== 'string') throw new UserError(`${file}: the value of “${titleOf(key)}” is no text.`)
    // The seeds stored a failed call as if it were a summary.
    if (key.trim() === '' || said.trim() === '' || said.startsWith('Error:') || key === 'None') return []
    const title = format === 'narrative' ? key : (/^Subtask: *(.+)$/m.exec(key)?.[1] ?? key)
    return [
      {
        kind: format,
        outcome: said.startsWith(FAILED) ? 'did_not_work' : 'worked',
        applications: [],
        title: titleOf(title),
        key,
        text: said,
        source: { run: null, step: null, file },
      },
    ]
  })
}

/** Reads UFO's QA_PAIR_FILE: a JSON object per line, in the order of the answers. Secrets are left out. */
function readAnswers(text: string, file: string): Read[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const { question, answer, ...data } = answerSchema.parse(JSON.parse(line))
    if (isSecretAnswer(question, answer)) return null
    const source = { run: null, step: null, file }
    return { kind: 'question_answer', title: titleOf(question), key: question, text: answer, source, data }
  })
}

const lineOfAnswer = ({ key, text, data }: Memory): string =>
  JSON.stringify({ ...data, question: key, answer: text })

/** Writes the text of a file in the seeds' form. */
export function writeMemories(format: Format, memories: readonly Memory[]): string {
  if (format === 'question_answer') return memories.map((memory) => `${lineOfAnswer(memory)}\n`).join('')
  if (format !== 'experience') return `${JSON.stringify(flatOf(memories), null, 2)}\n`
  return stringify(
    Object.fromEntries(memories.map((memory, index) => [`example${index}`, experienceRecord(memory)])),
    { lineWidth: 0 },
  )
}

/** Joins all memories of one key: what worked, then what did not, which the file can only tell in words. */
function flatOf(memories: readonly Memory[]): Record<string, string> {
  const order = (outcome: Memory['outcome']) => memories.filter((memory) => memory.outcome === outcome)
  const texts = new Map<string, string[]>()
  for (const { key, text, outcome } of [...order('worked'), ...order('did_not_work')]) {
    const said = outcome === 'worked' || text.startsWith(FAILED) ? text : `${FAILED}.\n${text}`
    texts.set(key, [...(texts.get(key) ?? []), said])
  }
  return Object.fromEntries([...texts].map(([key, said]) => [key, said.join('\n\n')]))
}

function experienceRecord({ key, text, tips, applications, outcome, data, source }: Memory) {
  const example = typeof data['example'] === 'object' && data['example'] !== null ? data['example'] : {}
  return {
    ...data,
    example: {
      Observation: '',
      Thought: '',
      ControlLabel: '',
      ControlText: '',
      Function: '',
      Args: {},
      Status: '',
      Comment: '',
      ...example,
      Plan: text.split('\n'),
      ...(outcome === 'worked' ? {} : { Outcome: outcome }),
    },
    Tips: tips,
    request: typeof data['request'] === 'string' ? data['request'] : key,
    'Sub-task': key,
    app_list: applications,
    ...(source.run === null ? {} : { run: source.run }),
  }
}

const linesOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    : typeof value === 'string'
      ? value
      : ''

/** Puts the one step of UFO's records into words: what was done to which control, and why. */
function wordsOfExample(example: Record<string, unknown>): string {
  const told = ['Thought', 'Function', 'ControlText', 'Args', 'Comment'].flatMap((key) => {
    const value = example[key]
    const text =
      typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
    return text === '' || text === '{}' ? [] : [`${key}: ${text}`]
  })
  return told.join('\n')
}
