// What is known before a plan is made: the search query of the task, what was learned before, what the web says, fused.
import type { MemoryKind } from '../../src-preload/contract/memory.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { MemoryPort } from '../memory/port.ts'
import { block, quote, section } from '../models/render/data.ts'
import { memoryLines } from '../models/render/memories.ts'
import type { ModelPicture } from '../models/input.ts'
import type { PlannerTools } from './tools.ts'

/** Searches the web; null where nothing was found. */
export type Search = (query: string, run: RunControl) => Promise<string | null>

export interface KnowledgeSources {
  tools: PlannerTools
  sink: EventSink
  memories?: MemoryPort
  search?: Search
}

const LONGEST_RESULT = 12_000

/** Nothing here ends a run: a source that fails is a warning, and the plan is made without it. */
export class Knowledge {
  readonly #sources: KnowledgeSources

  #given: number[] = []

  constructor(sources: KnowledgeSources) {
    this.#sources = sources
  }

  /** The instruction itself where no tool makes a query of it. */
  async formulateQuery(Tu: string, screenshot: ModelPicture[], run: RunControl): Promise<string> {
    const { tools } = this.#sources
    if (!tools.has('query_formulator')) return Tu
    const said = await this.#tried('The search query was not formulated', () =>
      tools.call('query_formulator', { str_input: `# Task\n${Tu}`, img_input: screenshot }, run),
    )
    return said?.tool_output ?? Tu
  }

  /** Memories for a task or subtask as lines of a prompt; empty where nothing fits. */
  async remembered(
    about: { request: string; subtask?: string; application?: string; kinds: readonly MemoryKind[] },
    run: RunControl,
  ): Promise<string> {
    const { memories, sink, tools } = this.#sources
    const found = (await this.#tried('The memory was not read', async () => memories?.retrieve(about, run))) ?? []
    if (found.length === 0) return ''
    this.#given.push(...found.map(({ id }) => id))
    const told = found.map(({ id, kind, title, helped, failed }) => ({ id, kind, title, helped, failed }))
    sink.emit({ type: 'remembered', memories: told })
    const lines = block('memory_data', memoryLines(found))
    if (!tools.has('memory_retrival')) return lines
    const task = section('Task', about.subtask ?? about.request)
    const said = await this.#tried('The memories were not condensed', () =>
      tools.call('memory_retrival', { str_input: [...task, ...section('Memories', lines)].join('\n\n') }, run),
    )
    return said ? data(said.tool_output) : lines
  }

  /** Narrative memory and what the web says, as one text; empty where nothing is known. */
  async gather(Tu: string, query: string, run: RunControl): Promise<string> {
    const { search, tools } = this.#sources
    const memory = await this.remembered({ request: Tu, kinds: ['narrative', 'experience', 'demonstration', 'document'] }, run)
    const result = await this.#tried('The web was not searched', async () => search?.(query, run))
    const web = result ? data(result) : ''
    if (memory === '' || web === '' || !tools.has('context_fusion')) return [memory, web].filter(Boolean).join('\n')
    const parts = [...section('Task', Tu), ...section('Memory', memory), ...section('Web', web)]
    const fused = await this.#tried('What is known was not fused', () =>
      tools.call('context_fusion', { str_input: parts.join('\n\n') }, run),
    )
    return fused ? data(fused.tool_output) : [memory, web].join('\n')
  }

  /** What was remembered since the last end has helped, or it has not. */
  ended(outcome: 'helped' | 'failed'): void {
    this.#sources.memories?.followed(this.#given, outcome)
    this.#given = []
  }

  async #tried<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoppedError) throw error
      this.#sources.sink.emit({ type: 'warning', message: `${what}: ${messageOf(error)}` })
      return null
    }
  }
} // prettier-ignore

/** Text from outside, which never instructs. */
const data = (text: string): string => block('memory_data', [quote(text, LONGEST_RESULT)])
