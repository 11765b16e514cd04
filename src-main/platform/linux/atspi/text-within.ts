// Gathers what all objects within a page, document, list or table say, also what is scrolled out of sight.
import type { RunControl } from '../../../core/run-control.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { AtspiRole, AtspiState, hasState, type StateBits } from './roles.ts'

const MAX_OBJECTS = 4000
const MAX_DEPTH = 40
/** More are asked for one by one, and so many at most: an application may die of listing them (a sheet has 2^31). */
const MAX_LISTED = 500
const MAX_CHILDREN = 1500
const MIN_SHEET_CHILDREN = 200_000
/** Characters of one object. */
const MAX_LENGTH = 100_000
/** Stands in a text for an object within it. */
const OBJECT = '\uFFFC'

/** These stand within a line. */
const INLINE: ReadonlySet<number> = new Set([
  AtspiRole.button,
  AtspiRole.image,
  AtspiRole.label,
  AtspiRole.link,
  AtspiRole.static,
])

interface Said {
  role: number
  text: string
}

/** What a name says of an object of this role: nothing where it is only the name of its class. */
export type NameReader = (name: string, role: number, states: StateBits) => string

/** Null where the object is gone or says nothing. */
export async function textWithin(
  calls: AccessibleCalls,
  root: ObjectRef,
  nameFrom: NameReader,
  run: RunControl,
): Promise<string | null> {
  const states = await run.race(calls.states(root))
  if (!states) return null
  const isWritten = hasState(states, AtspiState.editable)
  const reader = new Reader(calls, isWritten, nameFrom, run)
  const lines = (await reader.read(root, 0))?.text.split('\n') ?? []
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
  return text === '' ? null : text
}

class Reader {
  readonly #calls: AccessibleCalls
  /** Fields of a page are no part of what it says; the paragraphs of a document that is written in are. */
  readonly #isWritten: boolean
  readonly #nameFrom: NameReader
  readonly #run: RunControl
  #left = MAX_OBJECTS

  constructor(calls: AccessibleCalls, isWritten: boolean, nameFrom: NameReader, run: RunControl) {
    this.#calls = calls
    this.#isWritten = isWritten
    this.#nameFrom = nameFrom
    this.#run = run
  }

  async read(ref: ObjectRef, depth: number): Promise<Said | null> {
    this.#run.throwIfStopped()
    if (depth > MAX_DEPTH || this.#left-- <= 0) return null
    const calls = this.#calls
    const [role, states, interfaces] = await Promise.all([
      calls.role(ref),
      calls.states(ref),
      calls.interfaces(ref),
    ])
    if (role === null || !states || interfaces === null || !this.#isTold(role, states)) return null
    const own = interfaces & Has.text ? ((await calls.firstText(ref, MAX_LENGTH)) ?? '') : ''
    if (own.trim() !== '' && !own.includes(OBJECT)) return { role, text: own }
    const within = await this.#within(ref, states, depth)
    if (within.length === 0)
      return {
        role,
        text: own.replaceAll(OBJECT, '') || this.#nameFrom((await calls.name(ref)) ?? '', role, states),
      }
    return {
      role,
      text: own.includes(OBJECT) && role !== AtspiRole.tableRow ? filled(own, within) : joined(role, within),
    }
  }

  #isTold(role: number, states: StateBits): boolean {
    if (role === AtspiRole.password || !hasState(states, AtspiState.visible)) return false
    return this.#isWritten || !hasState(states, AtspiState.editable)
  }

  async #within(ref: ObjectRef, states: StateBits, depth: number): Promise<Said[]> {
    const count = (await this.#calls.childCount(ref)) ?? 0
    if (count <= 0 || count >= MIN_SHEET_CHILDREN) return []
    const isListed = count <= MAX_LISTED && !hasState(states, AtspiState.managesDescendants)
    const refs = isListed
      ? ((await this.#calls.children(ref)) ?? [])
      : await Promise.all(
          [...Array(Math.min(count, MAX_CHILDREN)).keys()].map((index) => this.#calls.childAt(ref, index)),
        )
    const read = await Promise.all(refs.map(async (child) => child && this.read(child, depth + 1)))
    return read.filter((said) => said !== null)
  }
}

/** Puts what objects say in their places in a text. Its own pieces may be told once more, each as an object. */
function filled(text: string, within: readonly Said[]): string {
  const objects = within.filter(({ role }) => role !== AtspiRole.static)
  const pieces = text.split(OBJECT)
  return pieces
    .map((piece, index) => {
      const before = objects[index - 1]
      return before ? `${inPlace(before)}${piece}` : piece
    })
    .join('')
}

const inPlace = ({ role, text }: Said): string => (INLINE.has(role) ? text : `\n${text}\n`)

function joined(role: number, within: readonly Said[]): string {
  const texts = within.map(({ text }) => text)
  return role === AtspiRole.tableRow ? texts.map((text) => text.trim()).join('\t') : texts.join('\n')
}
