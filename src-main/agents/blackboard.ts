// What all agents of a session share: questions and answers, earlier requests, steps done, pictures kept.
import { z } from 'zod'
import type { BlackboardView } from '../models/input.ts'
import { Memory, MemoryItem } from './memory.ts'

/** Keys of a step's record that reach the blackboard's trajectories: the reference's HISTORY_KEYS. */
export const HISTORY_KEYS = ['step', 'subtask', 'action_representation', 'user_confirm'] as const

type Entry = Record<string, unknown> | MemoryItem | string

const dicts = z.array(z.record(z.string(), z.unknown()))
const blackboardSchema = z.object({
  questions: dicts,
  requests: dicts,
  trajectories: dicts,
  screenshots: dicts,
})
export type BlackboardDict = z.infer<typeof blackboardSchema>

const itemOf = (entry: Entry): MemoryItem => {
  if (entry instanceof MemoryItem) return entry
  return new MemoryItem(typeof entry === 'string' ? { text: entry } : entry)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export class Blackboard {
  #questions = new Memory()
  #requests = new Memory()
  #trajectories = new Memory()
  #screenshots = new Memory()

  get questions(): Memory {
    return this.#questions
  }
  get requests(): Memory {
    return this.#requests
  }
  get trajectories(): Memory {
    return this.#trajectories
  }
  get screenshots(): Memory {
    return this.#screenshots
  }

  addQuestions(entry: Entry): void {
    this.#questions.addMemoryItem(itemOf(entry))
  }

  addRequests(entry: Entry): void {
    this.#requests.addMemoryItem(itemOf(entry))
  }

  addTrajectories(entry: Entry): void {
    this.#trajectories.addMemoryItem(itemOf(entry))
  }

  /** `path` is relative to the run folder; the picture itself stays there. */
  addImage(path: string, metadata: Record<string, unknown>): void {
    this.#screenshots.addMemoryItem(new MemoryItem({ image_path: path, metadata }))
  }

  get isEmpty(): boolean {
    return [this.#questions, this.#requests, this.#trajectories, this.#screenshots].every((m) => m.isEmpty)
  }

  clear(): void {
    for (const memory of [this.#questions, this.#requests, this.#trajectories, this.#screenshots])
      memory.clear()
  }

  /** As a prompt needs it. Steps of `round` are left out of the trajectories: the history tells them in full. */
  view(round: number | null = null): BlackboardView {
    const trajectories = this.#trajectories.content.filter(
      (item) => round === null || item.getValue('round_num') !== round,
    )
    return {
      questions: this.#questions.content.map((item) => ({
        question: textOf(item.getValue('question') ?? item.getValue('text')),
        answer: textOf(item.getValue('answer') ?? ''),
      })),
      requests: this.#requests.content.flatMap((item) => Object.values(item.toDict()).map(textOf)),
      trajectories: trajectories.map((item) => item.filter(HISTORY_KEYS)),
    }
  }

  blackboardToDict(): BlackboardDict {
    return {
      questions: this.#questions.toListOfDicts(),
      requests: this.#requests.toListOfDicts(),
      trajectories: this.#trajectories.toListOfDicts(),
      screenshots: this.#screenshots.toListOfDicts(),
    }
  }

  blackboardToJson(): string {
    return JSON.stringify(this.blackboardToDict())
  }

  /** Replaces what is there. Throws a ZodError for what is no blackboard. */
  blackboardFromDict(dict: unknown): void {
    const parsed = blackboardSchema.parse(dict)
    this.#questions = Memory.fromListOfDicts(parsed.questions)
    this.#requests = Memory.fromListOfDicts(parsed.requests)
    this.#trajectories = Memory.fromListOfDicts(parsed.trajectories)
    this.#screenshots = Memory.fromListOfDicts(parsed.screenshots)
  }
}
