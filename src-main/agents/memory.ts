// What an agent remembers of its steps: the seeds' Memory and MemoryItem.

/** One remembered step: free-form values under the keys of the record. */
export class MemoryItem {
  readonly #values: Record<string, unknown>

  constructor(values: Record<string, unknown> = {}) {
    this.#values = { ...values }
  }

  setValue(key: string, value: unknown): void {
    this.#values[key] = value
  }

  addValuesFromDict(values: Record<string, unknown>): void {
    Object.assign(this.#values, values)
  }

  getValue(key: string): unknown {
    return this.#values[key] ?? null
  }

  getValues(keys: readonly string[]): unknown[] {
    return keys.map((key) => this.getValue(key))
  }

  /** The chosen keys that it has, in the order asked for. */
  filter(keys: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      keys.filter((key) => key in this.#values).map((key) => [key, this.#values[key]]),
    )
  }

  toDict(): Record<string, unknown> {
    return { ...this.#values }
  }

  toJson(): string {
    return JSON.stringify(this.#values)
  }

  static fromDict(values: Record<string, unknown>): MemoryItem {
    return new MemoryItem(values)
  }
}

export class Memory {
  readonly #items: MemoryItem[] = []

  get content(): readonly MemoryItem[] {
    return this.#items
  }

  get length(): number {
    return this.#items.length
  }

  get isEmpty(): boolean {
    return this.#items.length === 0
  }

  addMemoryItem(item: MemoryItem): void {
    this.#items.push(item)
  }

  getLatestItem(): MemoryItem | null {
    return this.#items.at(-1) ?? null
  }

  /** Removes the items of one step (their value `step`). */
  deleteMemoryItem(step: number): void {
    const kept = this.#items.filter((item) => item.getValue('step') !== step)
    this.#items.splice(0, this.#items.length, ...kept)
  }

  filterMemoryFromSteps(steps: readonly number[]): Record<string, unknown>[] {
    return this.#items
      .filter((item) => steps.includes(item.getValue('step') as number))
      .map((item) => item.toDict())
  }

  filterMemoryFromKeys(keys: readonly string[]): Record<string, unknown>[] {
    return this.#items.map((item) => item.filter(keys))
  }

  clear(): void {
    this.#items.length = 0
  }

  toListOfDicts(): Record<string, unknown>[] {
    return this.#items.map((item) => item.toDict())
  }

  toJson(): string {
    return JSON.stringify(this.toListOfDicts())
  }

  static fromListOfDicts(dicts: readonly Record<string, unknown>[]): Memory {
    const memory = new Memory()
    for (const dict of dicts) memory.addMemoryItem(MemoryItem.fromDict(dict))
    return memory
  }
}
