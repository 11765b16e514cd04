// Answers requests from the store, which is opened with the first one, and begun anew where it turns out to be broken.
import { messageOf, UserError } from '../core/errors.ts'
import { isBroken, putAside, withAdvice } from './open.ts'
import {
  MEMORY_CALLS,
  type MemoryAnswer,
  type MemoryCall,
  type MemoryOutput,
  type ParsedMemoryInput,
} from './protocol.ts'
import { Store } from './store.ts'

type Answers = { [C in MemoryCall]: (store: Store, input: ParsedMemoryInput<C>) => MemoryOutput<C> }

const ANSWERS: Answers = {
  save: (store, { records, vectors }) => store.save(records, vectors),
  replaceDocuments: (store, { files, application, records }) =>
    store.replaceDocuments(files, application, records),
  documentFiles: (store, { application }) => store.documentFiles(application),
  search: (store, input) => store.search(input),
  list: (store, input) => store.list(input),
  page: (store, { kinds, after, limit }) => store.page(kinds, after, limit),
  get: (store, { id }) => store.get(id),
  edit: (store, { id, change }) => store.edit(id, definedOf(change)),
  pin: (store, { id, pinned }) => store.pin(id, pinned),
  forget: (store, { ids }) => store.forget(ids),
  used: (store, { ids }) => (store.used(ids), null),
  followed: (store, { ids, outcome }) => (store.followed(ids, outcome), null),
  withoutVector: (store, { model, limit }) => store.withoutVector(model, limit),
  setVectors: (store, { items }) => (store.setVectors(items), null),
}

/** Fields that were left out, not set to nothing. */
const definedOf = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

export class StoreServer implements Disposable {
  readonly #path: string
  #store: Store | null = null
  #notice: string | null = null

  constructor(path: string) {
    this.#path = path
  }

  /** Throws nothing: what can go wrong is an answer. */
  answer(call: string, input: unknown): MemoryAnswer {
    try {
      if (!Object.hasOwn(MEMORY_CALLS, call)) throw new Error(`The memory has no call “${call}”.`)
      const output = this.#mended(() => this.#carryOut(call as MemoryCall, input))
      const notice = this.#notice
      this.#notice = null
      return { state: 'done', output, notice }
    } catch (thrown) {
      const error = withAdvice(thrown, this.#path)
      return { state: 'failed', why: messageOf(error), user: error instanceof UserError }
    }
  }

  [Symbol.dispose](): void {
    this.#store?.[Symbol.dispose]()
    this.#store = null
  }

  #carryOut<C extends MemoryCall>(call: C, input: unknown): MemoryOutput<C> {
    const parsed = MEMORY_CALLS[call].input.parse(input) as ParsedMemoryInput<C>
    return ANSWERS[call](this.#opened(), parsed)
  }

  #opened(): Store {
    if (!this.#store) {
      this.#store = new Store(this.#path)
      this.#notice = this.#store.notice
    }
    return this.#store
  }

  /** A page of the file may turn out to be broken long after it was opened. */
  #mended<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!isBroken(error)) throw error
      this[Symbol.dispose]()
      const aside = putAside(this.#path)
      const result = work()
      this.#notice = `The memory was broken (${messageOf(error)}). It was put aside as ${aside}; a new one is begun.`
      return result
    }
  }
}
