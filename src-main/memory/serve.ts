// Answers requests from the store. It is opened with the first request, and begun anew where it turns out to be broken.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CallHandlers } from '../core/call-table.ts'
import { messageOf } from '../core/errors.ts'
import { isBroken, putAside, withAdvice } from './open.ts'
import { MEMORY_CALLS, type MemoryCall, type MemoryOutput, type ParsedMemoryInput } from './protocol.ts'
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

/** Leaves out fields that are undefined, so that they don't overwrite others. */
const definedOf = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

export class StoreServer implements Disposable {
  readonly #path: string
  readonly #onNotice: (notice: string) => void
  #store: Store | null = null

  /** `onNotice` gets notices for the person, such as that a broken store was put aside. */
  constructor(path: string, onNotice: (notice: string) => void = () => {}) {
    this.#path = path
    this.#onNotice = onNotice
  }

  get handlers(): CallHandlers<typeof MEMORY_CALLS> {
    const answers = Object.keys(MEMORY_CALLS).map((call) => [
      call,
      async (input: ParsedMemoryInput<MemoryCall>) => {
        // Each of many requests is answered before the next one begins, because the work blocks the process.
        await nextTurn()
        return this.answer(call as MemoryCall, input)
      },
    ])
    return Object.fromEntries(answers) as CallHandlers<typeof MEMORY_CALLS>
  }

  /** Throws UserError for a fault that a person can correct. */
  answer<C extends MemoryCall>(call: C, input: ParsedMemoryInput<C>): MemoryOutput<C> {
    try {
      return this.#mended(() => ANSWERS[call](this.#opened(), input))
    } catch (error) {
      throw withAdvice(error, this.#path)
    }
  }

  [Symbol.dispose](): void {
    this.#store?.[Symbol.dispose]()
    this.#store = null
  }

  #opened(): Store {
    if (!this.#store) {
      this.#store = new Store(this.#path)
      if (this.#store.notice !== null) this.#onNotice(this.#store.notice)
    }
    return this.#store
  }

  /** Starts the store anew when a page of the file turns out to be broken, which may happen long after it was opened. */
  #mended<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!isBroken(error)) throw error
      this[Symbol.dispose]()
      const aside = putAside(this.#path)
      const result = work()
      this.#onNotice(
        `The memory was broken (${messageOf(error)}). It was put aside as ${aside}; a new one is begun.`,
      )
      return result
    }
  }
}
