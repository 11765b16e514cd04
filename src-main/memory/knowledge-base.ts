// KnowledgeBase of seed 004: what a manager and a worker know of a request from earlier ones, from documents and from the web, and
// what they leave behind. Inputs and outputs are texts, as in the seed. It has no files of its own: everything is in the one store.
import type { Memory, MemoryKind } from '../../src-preload/contract/memory.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { redact } from '../core/redaction.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Role } from '../models/model.ts'
import type { MemoryStore } from './client.ts'
import type { MemoryPort } from './port.ts'
import type { NewMemory } from './record.ts'
import { titleOf } from './title.ts'

/** The tools that it uses: roles of `models`, under the seed's names. */
export type KnowledgeRole = Extract<
  Role,
  | 'query_formulator'
  | 'memory_retrival'
  | 'context_fusion'
  | 'narrative_summarization'
  | 'episode_summarization'
>

/** Asks the model of a role with a text: the seed's `str_input`. Null where the role has no model. */
export type Think = (role: KnowledgeRole, text: string, run: RunControl) => Promise<string | null>

/** Searches the web; what comes back is data that strangers wrote. Null where no search is set up. */
export type SearchWeb = (query: string, run: RunControl) => Promise<string | null>

export interface KnowledgeBaseOptions {
  store: MemoryStore
  /** Ranks, and keeps to a budget. */
  memories: MemoryPort
  think: Think
  searchWeb?: SearchWeb
  logger: Logger
  /** Name of the run that it learns from. */
  run: string
  /** Masks the passwords that were typed. */
  mask: <T>(value: T) => T
}

/** What a subtask, or a whole task, came to. */
export interface Ended {
  /** Names of the applications that it was done in. */
  applications: readonly string[]
  /** Lines of what was done, oldest first. */
  trajectory: readonly string[]
  worked: boolean
  /** Why it failed. */
  reason?: string | null
}

export class KnowledgeBase {
  readonly #options: KnowledgeBaseOptions
  readonly #queries = new Map<string, Promise<string>>()
  /** Memories that were given, by what they were asked for, until what came of it is known. */
  readonly #given = new Map<string, number[]>()

  constructor(options: KnowledgeBaseOptions) {
    this.#options = options
  }

  /**
   * The question that documents, memories and the web are asked: the model's, else the instruction. `searchQuery` is one that is
   * known already, from the GlobalState; it is taken as it is.
   */
  formulateQuery(instruction: string, searchQuery: string, run: RunControl): Promise<string> {
    if (searchQuery.trim() !== '') return Promise.resolve(searchQuery.trim())
    const known = this.#queries.get(instruction)
    if (known) return known
    const query = this.#think('query_formulator', instruction, run).then((said) => {
      if (said === null) this.#queries.delete(instruction)
      return said?.replace(/^["“]|["”]$/g, '').trim() || instruction
    })
    // Who asks at the same time waits for the same answer; one that failed is asked again.
    this.#queries.set(instruction, query)
    query.catch(() => this.#queries.delete(instruction))
    return query
  }

  /** How like requests went before; an empty text where nothing is known. */
  retrieveNarrativeExperience(instruction: string, run: RunControl): Promise<string> {
    return this.#recall(instruction, null, ['narrative'], run)
  }

  /** How like subtasks were done before; an empty text where nothing is known. */
  retrieveEpisodeExperience(
    instruction: string,
    run: RunControl,
    application: string | null = null,
  ): Promise<string> {
    return this.#recall(instruction, application, ['episodic', 'experience', 'demonstration'], run)
  }

  /** What documents, answers of the person and the web say; an empty text where they say nothing. */
  async retrieveKnowledge(instruction: string, searchQuery: string, run: RunControl): Promise<string> {
    const asked = searchQuery.trim() === '' ? instruction : searchQuery
    const [known, web] = await Promise.all([
      this.#recall(asked, null, ['document', 'question_answer'], run),
      this.#web(asked, run),
    ])
    return [known, web].filter((text) => text !== '').join('\n\n')
  }

  /** One text of what is known; without a model the parts follow one another. An empty text where there is nothing. */
  async knowledgeFusion(
    instruction: string,
    parts: { knowledge: string; narrative: string },
    run: RunControl,
  ): Promise<string> {
    const told = [
      ...(parts.narrative === '' ? [] : [`How like requests went:\n${parts.narrative}`]),
      ...(parts.knowledge === '' ? [] : [`What is known:\n${parts.knowledge}`]),
    ].join('\n\n')
    if (told === '') return ''
    return (await this.#think('context_fusion', `Request: ${instruction}\n\n${told}`, run)) ?? told
  }

  /** After each subtask, the last one too. One that failed is kept as what did not work. */
  async updateEpisodic(request: string, subtask: string, ended: Ended, run: RunControl): Promise<void> {
    this.#followed(subtask, ended.worked)
    if (ended.trajectory.length === 0) return
    const key = `Task:\n${request}\n\nSubtask: ${subtask}`
    await this.#keep('episodic', 'episode_summarization', { key, title: subtask }, ended, run)
  }

  /** Once, after the whole task. What is learned later of the same request takes its place. */
  async updateNarrative(request: string, searchQuery: string, ended: Ended, run: RunControl): Promise<void> {
    this.#followed(request, ended.worked)
    if (searchQuery !== '') this.#followed(searchQuery, ended.worked)
    if (ended.trajectory.length === 0) return
    await this.#keep('narrative', 'narrative_summarization', { key: request, title: request }, ended, run)
  }

  async #keep(
    kind: 'episodic' | 'narrative',
    role: KnowledgeRole,
    named: { key: string; title: string },
    { applications, trajectory, worked, reason = null }: Ended,
    run: RunControl,
  ): Promise<void> {
    const { store, run: name, mask, logger } = this.#options
    const clean = (text: string) => redact(mask(text))
    const failure = worked ? [] : [`This did not work${reason ? `: ${reason}` : '.'}`]
    // A model is told no more than what may be kept.
    const told = clean([named.key, ...failure, ...trajectory].join('\n'))
    const said = await this.#think(role, told, run)
    const record: NewMemory = {
      kind,
      outcome: worked ? 'worked' : 'did_not_work',
      applications: kind === 'episodic' ? [...applications] : [],
      title: titleOf(clean(named.title)),
      key: clean(named.key),
      text: clean(said === null ? [...failure, ...trajectory].join('\n') : [...failure, said].join('\n')),
      source: { run: name, step: null, file: null },
    }
    try {
      await run.race(store.ask('save', { records: [record] }))
    } catch (error) {
      if (error instanceof StoppedError) throw error
      logger.warn(`Nothing was remembered of “${record.title}”: ${messageOf(error)}`)
    }
  }

  async #recall(
    text: string,
    application: string | null,
    kinds: readonly MemoryKind[],
    run: RunControl,
  ): Promise<string> {
    const found = await this.#options.memories.retrieve({ request: text, application, kinds }, run)
    if (found.length === 0) return ''
    this.#given.set(text, [...(this.#given.get(text) ?? []), ...found.map(({ id }) => id)])
    const told = found.map(wordsOf).join('\n\n')
    return (await this.#think('memory_retrival', `Request: ${text}\n\n${told}`, run)) ?? told
  }

  #followed(text: string, worked: boolean): void {
    const ids = this.#given.get(text) ?? []
    this.#given.delete(text)
    this.#options.memories.followed(ids, worked ? 'helped' : 'failed')
  }

  async #web(query: string, run: RunControl): Promise<string> {
    const { searchWeb, logger } = this.#options
    try {
      return (await searchWeb?.(query, run)) ?? ''
    } catch (error) {
      if (error instanceof StoppedError) throw error
      logger.warn(`The web was not searched: ${messageOf(error)}`)
      return ''
    }
  }

  /** A model that fails is no reason to fail: what is known is told as it is. A text that is a failure in disguise is none. */
  async #think(role: KnowledgeRole, text: string, run: RunControl): Promise<string | null> {
    try {
      const said = (await this.#options.think(role, text, run))?.trim() ?? ''
      return said === '' || /^error:/i.test(said) ? null : said
    } catch (error) {
      if (error instanceof StoppedError) throw error
      this.#options.logger.warn(`${role} could not be asked: ${messageOf(error)}`)
      return null
    }
  }
}

function wordsOf({ title, text, tips, outcome, helped, failed, source }: Memory): string {
  const fared = helped + failed === 0 ? '' : ` (helped ${helped} of ${helped + failed})`
  const from = source.file === null ? '' : ` [${source.file}]`
  const head = `${outcome === 'worked' ? '' : 'DID NOT WORK: '}${title}${fared}${from}`
  return [head, text, tips].filter((part) => part !== '').join('\n')
}
