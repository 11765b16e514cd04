// Keeps a person's answers to question_asker with the run's experience, and uses them when the same question comes again with
// nobody to ask. It is the seeds' USE_CUSTOMIZATION with its QA_PAIR_FILE, in the one store.
import { messageOf, StoppedError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { redact } from '../core/redaction.ts'
import type { RunControl } from '../core/run-control.ts'
import { PASSWORD_NAME } from '../safety/vocabulary.ts'
import type { Memory } from '../../src-preload/contract/memory.ts'
import type { MemoryStore } from './client.ts'
import type { AnswerPort, PersonAnswer } from './port.ts'
import type { NewMemory } from './record.ts'
import { titleOf } from './title.ts'
import { hasSameWords } from './words.ts'

/** What a question may ask for, beside passwords, that must not be kept. */
const SECRET_NAME =
  /\b(api|access|private|security)[ _-]?(key|code)\b|\btoken\b|credential|密钥|令牌|证件|卡号/i
/** Numbers of cards and accounts. */
const LONG_NUMBER = /(?:\d[ -]?){12,}\d/

/** The most answers that are compared, because similar questions may have been asked often. */
const MAX_CANDIDATES = 50

/** Tells whether an answer is a secret, which is never kept. */
export const isSecretAnswer = (question: string, answer: string): boolean =>
  PASSWORD_NAME.test(question) ||
  SECRET_NAME.test(question) ||
  LONG_NUMBER.test(answer) ||
  redact(answer) !== answer

interface PersonAnswersOptions {
  store: MemoryStore
  logger: Logger
  run: string
  mask: <T>(value: T) => T
}

export class PersonAnswers implements AnswerPort {
  readonly #options: PersonAnswersOptions
  readonly #given: PersonAnswer[] = []

  constructor(options: PersonAnswersOptions) {
    this.#options = options
  }

  given(answer: PersonAnswer): void {
    this.#given.push(answer)
  }

  async earlier(question: string, run: RunControl): Promise<Memory | null> {
    const { store, logger } = this.#options
    try {
      const hits = await run.race(
        store.ask('search', { text: question, kinds: ['question_answer'], limit: MAX_CANDIDATES }),
      )
      // Nobody can see here that another question was meant, so a similar question is not enough.
      const found = hits.map(({ memory }) => memory).find(({ key }) => hasSameWords(key, question)) ?? null
      if (found) await this.#used(found.id, run)
      return found
    } catch (error) {
      if (error instanceof StoppedError) throw error
      logger.warn(`Earlier answers could not be read: ${messageOf(error)}`)
      return null
    }
  }

  /** Notes that an answer was used. The answer is also given where the note can't be written. */
  async #used(id: number, run: RunControl): Promise<void> {
    const { store, logger } = this.#options
    await run.race(store.ask('used', { ids: [id] })).catch((error: unknown) => {
      if (error instanceof StoppedError) throw error
      logger.warn(`That an earlier answer was used could not be written down: ${messageOf(error)}`)
    })
  }

  /** Returns the answers to keep, without those that are, or look like, secrets. */
  records(): NewMemory[] {
    const { run, mask } = this.#options
    return this.#given.flatMap(({ question, answer, request }): NewMemory[] => {
      const told = mask({ question, answer, request })
      if (JSON.stringify(told) !== JSON.stringify({ question, answer, request })) return []
      if (isSecretAnswer(question, answer)) return []
      return [
        {
          kind: 'question_answer',
          title: titleOf(redact(question)),
          key: redact(question),
          text: answer,
          tips: `Asked while doing: ${titleOf(redact(told.request))}`,
          source: { run, step: null, file: null },
          data: { request: redact(told.request) },
        },
      ]
    })
  }
}
