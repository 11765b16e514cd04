// Defines the KnowledgeBase of seed 004: what a Manager and a Worker know of a request from earlier ones, from documents and from
// the web, and what they leave behind. Inputs and outputs are texts, as in the seed. All of it is in the one store.
import type { MemoryKind } from '../../src-preload/contract/memory.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import { redact } from '../core/redaction.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ModelPicture } from '../models/input.ts'
import type { Role } from '../models/model.ts'
import { block, quote, section } from '../models/render/data.ts'
import { memoryLines } from '../models/render/memories.ts'
import type { Verdict } from './experience.ts'
import type { MemoryPort, MemoryQuery } from './port.ts'
import type { NewMemory } from './record.ts'
import { strangeIn } from './summary.ts'
import { titleOf } from './title.ts'

/** The tools that the KnowledgeBase uses: roles of `models`, under the seed's names. */
export type KnowledgeRole = Extract<
  Role,
  | 'query_formulator'
  | 'memory_retrival'
  | 'context_fusion'
  | 'narrative_summarization'
  | 'episode_summarization'
>

/** Asks the model of a role: the seed's `str_input` and `img_input`. Null where the role has no model. */
export type Think = (
  role: KnowledgeRole,
  text: string,
  run: RunControl,
  pictures?: ModelPicture[],
) => Promise<string | null>

/** Searches the web. Returns a marked block of text that strangers wrote. Null where no search is set up. */
export type SearchWeb = (query: string, run: RunControl) => Promise<string | null>

/** How a run is remembered. */
export interface Keeping {
  /** Name of the run that the memory comes from. */
  run: string
  /**
   * `at once`: as soon as something has ended whose worth no later verdict can change. `at the end`: when `save` is called, if it ever is.
   */
  when: 'at once' | 'at the end'
  /** Returns how many memories were made or brought up to date. */
  save(records: NewMemory[], run: RunControl): Promise<number>
  /** Masks the passwords that were typed. */
  mask: <T>(value: T) => T
}

export interface KnowledgeBaseOptions {
  think: Think
  sink: EventSink
  /** Ranks memories and keeps to a budget; without it nothing is remembered. */
  memories?: MemoryPort | undefined
  /** Gets the cost of embedding a question. */
  paid?: MemoryQuery['paid']
  searchWeb?: SearchWeb | undefined
  /** Without it nothing is kept. */
  keeping?: Keeping | undefined
}

/** The outcome of a subtask, or of a whole task. */
export interface Ended {
  /** Names of the applications that were used. */
  applications: readonly string[]
  /** Descriptions of the acts, oldest first. */
  trajectory: readonly string[]
  worked: boolean
  /** Why it failed. */
  reason?: string | null
  /** Whether the effect of each act was confirmed; then the verdict on the whole changes nothing. */
  proven?: boolean
}

interface Learned {
  kind: 'episodic' | 'narrative'
  role: KnowledgeRole
  key: string
  title: string
  ended: Ended
}

const MAX_ANSWER_LENGTH = 12_000
const MAX_LINE_LENGTH = 1000

/** Never ends a run: a failing source causes a warning, and the work goes on without it. */
export class KnowledgeBase {
  readonly #options: KnowledgeBaseOptions
  readonly #queries = new Map<string, Promise<string>>()
  /** The given memories, by the text for which they were found, until its outcome is known. */
  readonly #given = new Map<string, number[]>()
  /** Memories that are kept only when the run is over and judged, and `save` is called. */
  #held: Learned[] = []
  /** How many of each kind there were. */
  readonly #learned = { episodic: 0, narrative: 0 }
  #saved = 0

  constructor(options: KnowledgeBaseOptions) {
    this.#options = options
  }

  /**
   * Returns the question to documents, memories and the web: the model's, else the instruction. A known `searchQuery`, from the
   * GlobalState, is used unchanged.
   */
  formulateQuery(
    instruction: string,
    searchQuery: string,
    run: RunControl,
    screenshot: ModelPicture[] = [],
  ): Promise<string> {
    if (searchQuery.trim() !== '') return Promise.resolve(searchQuery.trim())
    // Memories are found by the instruction itself; only a web search needs a question.
    if (!this.#options.searchWeb) return Promise.resolve(instruction)
    const known = this.#queries.get(instruction)
    if (known) return known
    const asked = section('Task', instruction).join('\n')
    const query = this.#think('query_formulator', asked, run, screenshot).then((said) => {
      if (said === null) this.#queries.delete(instruction)
      return said?.replace(/^["“]|["”]$/g, '').trim() || instruction
    })
    // Concurrent calls wait for the same answer; after a failure the model is asked again.
    this.#queries.set(instruction, query)
    query.catch(() => this.#queries.delete(instruction))
    return query
  }

  /** Returns how similar requests went before, as a block of data; an empty text where nothing is known. */
  retrieveNarrativeExperience(instruction: string, run: RunControl): Promise<string> {
    return this.#recall(instruction, [], ['narrative', 'experience', 'demonstration'], run)
  }

  /** Returns how similar subtasks were done before, as a block of data; an empty text where nothing is known. */
  retrieveEpisodeExperience(
    instruction: string,
    run: RunControl,
    applications: readonly string[] = [],
  ): Promise<string> {
    return this.#recall(
      instruction,
      applications,
      ['episodic', 'experience', 'demonstration', 'document'],
      run,
    )
  }

  /** Returns what documents, the person's answers and the web say, as blocks of data; an empty text where they say nothing. */
  async retrieveKnowledge(instruction: string, searchQuery: string, run: RunControl): Promise<string> {
    const asked = searchQuery.trim() === '' ? instruction : searchQuery
    const [known, web] = await Promise.all([
      this.#recall(asked, [], ['document', 'question_answer'], run),
      this.#web(asked, run),
    ])
    return [known, web].filter((text) => text !== '').join('\n\n')
  }

  /** Makes one text of all sources; without a model they follow one another. An empty text where there is nothing. */
  async knowledgeFusion(
    instruction: string,
    parts: { knowledge: string; narrative: string },
    run: RunControl,
  ): Promise<string> {
    const known = [parts.narrative, parts.knowledge].filter((text) => text !== '')
    // A single source needs no fusion.
    if (known.length < 2) return known.join('')
    const asked = [
      ...section('Task', instruction),
      ...section('Memory', parts.narrative),
      ...section('Knowledge', parts.knowledge),
    ].join('\n\n')
    const fused = await this.#think('context_fusion', asked, run)
    return fused === null ? known.join('\n\n') : data(fused)
  }

  /** Must be called after each subtask, also the last one. A failed subtask is kept as what did not work. */
  async updateEpisodic(request: string, subtask: string, ended: Ended, run: RunControl): Promise<void> {
    this.#followed(subtask, ended.worked)
    const key = `Task:\n${request}\n\nSubtask: ${subtask}`
    await this.#learn({ kind: 'episodic', role: 'episode_summarization', key, title: subtask, ended }, run)
  }

  /** Must be called once, after the whole task. A later memory of the same request replaces it. */
  async updateNarrative(request: string, searchQuery: string, ended: Ended, run: RunControl): Promise<void> {
    this.#followed(request, ended.worked)
    if (searchQuery !== '') this.#followed(searchQuery, ended.worked)
    await this.#learn(
      { kind: 'narrative', role: 'narrative_summarization', key: request, title: request, ended },
      run,
    )
  }

  /** Saves the memories that were held until now. Returns how many memories this run has made in all. Throws what the store throws. */
  async save(verdict: Verdict | null, run: RunControl): Promise<number> {
    const { keeping } = this.#options
    const held = this.#held.flatMap((learned) => this.#judged(learned, verdict))
    this.#held = []
    for (const learned of held) if (keeping) await this.#keep(learned, keeping, run)
    return this.#saved
  }

  async #learn(learned: Learned, run: RunControl): Promise<void> {
    const { keeping, sink } = this.#options
    if (!keeping || learned.ended.trajectory.length === 0) return
    this.#learned[learned.kind]++
    if (keeping.when === 'at the end' || mayBeJudgedOtherwise(learned)) {
      this.#held.push(learned)
      return
    }
    try {
      await this.#keep(learned, keeping, run)
    } catch (error) {
      if (error instanceof StoppedError) throw error
      const title = titleOf(redact(keeping.mask(learned.title)))
      sink.emit({ type: 'warning', message: `Nothing was remembered of “${title}”: ${messageOf(error)}` })
    }
  }

  /** If the whole has failed, the only memory of its kind has failed; one of several is dropped, unless its acts are confirmed. */
  #judged(learned: Learned, verdict: Verdict | null): Learned[] {
    const { kind, ended } = learned
    if (verdict?.complete !== 'no' || !ended.worked) return [learned]
    if (this.#learned[kind] === 1)
      return [{ ...learned, ended: { ...ended, worked: false, reason: verdict.reason } }]
    return mayBeJudgedOtherwise(learned) ? [] : [learned]
  }

  async #keep({ kind, role, key, title, ended }: Learned, keeping: Keeping, run: RunControl): Promise<void> {
    const { applications, trajectory, worked, reason = null } = ended
    const clean = (text: string) => redact(keeping.mask(text))
    const failure = worked ? [] : [`This did not work${reason ? `: ${reason}` : '.'}`]
    // The model gets only what may be kept.
    const done = block(
      'history_data',
      [...failure, ...trajectory].map((line) => quote(line, MAX_LINE_LENGTH)),
    )
    const told = clean([...section('Task', key), ...section('What was done', done)].join('\n\n'))
    const known = clean([key, ...failure, ...trajectory].join('\n'))
    const said = this.#bornOut(await this.#think(role, told, run), known, clean(title))
    const record: NewMemory = {
      kind,
      outcome: worked ? 'worked' : 'did_not_work',
      applications: kind === 'episodic' ? [...applications] : [],
      title: titleOf(clean(title)),
      key: clean(key),
      text: clean([...failure, ...(said === null ? trajectory : [said])].join('\n')),
      source: { run: keeping.run, step: null, file: null },
    }
    this.#saved += await keeping.save([record], run)
  }

  /** Drops a summary that names something which the steps do not contain, because the steps are the truth. */
  #bornOut(said: string | null, known: string, title: string): string | null {
    const fault = said === null ? null : strangeIn(said, known)
    if (fault === null) return said
    const message = `The summary of “${titleOf(title)}” is not kept: ${fault}.`
    this.#options.sink.emit({ type: 'warning', message })
    return null
  }

  async #recall(
    text: string,
    applications: readonly string[],
    kinds: readonly MemoryKind[],
    run: RunControl,
  ): Promise<string> {
    const { memories, sink, paid } = this.#options
    const query = { request: text, applications, kinds, ...(paid ? { paid } : {}) }
    const found =
      (await this.#tried('The memory was not read', async () => memories?.retrieve(query, run))) ?? []
    if (found.length === 0) return ''
    this.#given.set(text, [...(this.#given.get(text) ?? []), ...found.map(({ id }) => id)])
    const told = found.map(({ id, kind, title, helped, failed }) => ({ id, kind, title, helped, failed }))
    sink.emit({ type: 'remembered', memories: told })
    const lines = block('memory_data', memoryLines(found))
    const asked = [...section('Task', text), ...section('Memories', lines)].join('\n\n')
    const said = await this.#think('memory_retrival', asked, run)
    if (said === null) return lines
    return /^none\W*$/i.test(said) ? '' : data(said)
  }

  #followed(text: string, worked: boolean): void {
    const ids = this.#given.get(text) ?? []
    this.#given.delete(text)
    this.#options.memories?.followed(ids, worked ? 'helped' : 'failed')
  }

  async #web(query: string, run: RunControl): Promise<string> {
    const { searchWeb } = this.#options
    return (await this.#tried('The web was not searched', async () => searchWeb?.(query, run))) ?? ''
  }

  /** Asks a model; null where it fails, or answers with an error message: then the input is used unchanged. */
  async #think(
    role: KnowledgeRole,
    text: string,
    run: RunControl,
    pictures: ModelPicture[] = [],
  ): Promise<string | null> {
    const asked = () => this.#options.think(role, text, run, pictures)
    const said = (await this.#tried(`${role} could not be asked`, asked))?.trim() ?? ''
    return said === '' || /^error:/i.test(said) ? null : said
  }

  async #tried<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoppedError) throw error
      this.#options.sink.emit({ type: 'warning', message: `${what}: ${messageOf(error)}` })
      return null
    }
  }
}

/** Tells whether the verdict on the whole can change this: a whole request, or a subtask whose acts are not all confirmed. */
const mayBeJudgedOtherwise = ({ kind, ended }: Learned): boolean =>
  ended.worked && (kind === 'narrative' || ended.proven !== true)

/** Marks text from memories or the web, also after a model has worked on it, as data that never instructs. */
const data = (text: string): string => block('memory_data', [quote(text, MAX_ANSWER_LENGTH)])
