// Masks the passwords that a run has typed. A password in a request was recorded before it was known to be one: it is masked in
// the events from then on, and in all files at the end of the run.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sessionEventSchema, type SessionEvent } from '../../src-preload/contract/events.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { filesBelow } from '../core/folder.ts'
import { MASK, redactKnown } from '../core/redaction.ts'
import { HistoryIndexFile } from './history/history-index.ts'
import { LogParts, readLog, REQUEST_LOG } from './log-parts.ts'
import type { RunFolder } from './run-folder.ts'

/** The least characters of a masked password: shorter ones occur in other texts by chance. */
const MIN_LENGTH = 4
const JSON_LINES = /\.(jsonl|log)$/
const JSON_FILE = /\.json$/
const TEXT_FILE = /\.(md|html|xml|txt)$/
/** Matches a possible word of a fixed list, as far as the value alone can show. */
const WORD = /^[A-Za-z][A-Za-z0-9_.-]*$/

export class TypedPasswords {
  readonly #known = new Set<string>()

  /** Must be called with a text that goes into a password field, or is marked as a password. */
  add(text: string): void {
    if (text.trim().length >= MIN_LENGTH) this.#known.add(text)
  }

  get isEmpty(): boolean {
    return this.#known.size === 0
  }

  /** Masks every password in the texts of a value; keys of records stay. */
  mask<T>(value: T): T {
    return this.isEmpty ? value : (this.#masked(value, false) as T)
  }

  /** Masks for a model: each password gets a name of its own, which a reply may use. */
  maskForModel<T>(value: T): T {
    return this.isEmpty ? value : (this.#masked(value, false, nameOf) as T)
  }

  /** Replaces such names in a reply by their passwords. Secret answers of a person stay out of every reply. */
  unmask<T>(value: T): T {
    if (this.isEmpty) return value
    const known = [...this.#known]
    const put = (text: string) =>
      text.replace(NAME, (name, number: string) => {
        const secret = known[Number(number) - 1]
        return secret === undefined || redactKnown(secret) !== secret ? name : secret
      })
    return mapTexts(value, put) as T
  }

  /** Masks an event. A password may be a word with a meaning in events (`password`); then only longer texts are masked. */
  maskEvent(event: SessionEvent): SessionEvent {
    if (this.isEmpty) return event
    for (const sparesWords of [false, true]) {
      const parsed = sessionEventSchema.safeParse(this.#masked(event, sparesWords))
      if (parsed.success) return parsed.data
    }
    return event
  }

  /** Masks passwords in all files of a run. A line that would no longer be valid stays as it was. */
  async scrub(folder: RunFolder): Promise<void> {
    if (this.isEmpty) return
    for (const path of await filesBelow(folder.path)) {
      const scrub = this.#scrubberOf(basename(path))
      if (!scrub) continue
      const before = await readFile(path, 'utf8').catch(() => '')
      const after = scrub(before)
      if (after !== before) await writeFileAtomically(path, after, 0o600)
    }
    // The history may have been listed, and so indexed, since the end of the run.
    await new HistoryIndexFile(join(folder.path, '../..')).forget(folder.name)
  }

  #scrubberOf(name: string): ((text: string) => string) | null {
    if (name === REQUEST_LOG) return (text) => this.#scrubParts(text)
    if (JSON_LINES.test(name)) {
      const isEvents = name === 'events.jsonl'
      return (text) =>
        text
          .split('\n')
          .map((line) => this.#scrubJson(line, isEvents))
          .join('\n')
    }
    if (JSON_FILE.test(name)) return (text) => this.#scrubJson(text, false)
    return TEXT_FILE.test(name) ? (text) => this.#maskText(text, escapesOf) : null
  }

  /** Masks whole values, not their parts, because a part may end in the middle of a password. */
  #scrubParts(text: string): string {
    const values = readLog(text)
    const masked = values.map((value) => this.#masked(value, false))
    if (JSON.stringify(masked) === JSON.stringify(values)) return text
    const parts = new LogParts()
    return masked
      .flatMap((value) => parts.linesOf(value))
      .map((line) => `${line}\n`)
      .join('')
  }

  #scrubJson(text: string, isEvent: boolean): string {
    try {
      const value = JSON.parse(text) as unknown
      const masked = isEvent ? this.maskEvent(value as SessionEvent) : this.#masked(value, false)
      return JSON.stringify(masked) === JSON.stringify(value) ? text : JSON.stringify(masked)
    } catch {
      return this.#maskText(text, escapesOf)
    }
  }

  #masked(value: unknown, sparesWords: boolean, maskOf?: (index: number) => string): unknown {
    return mapTexts(value, (text) =>
      sparesWords && WORD.test(text) ? text : this.#maskText(text, quotedForms, maskOf),
    )
  }

  #maskText(
    text: string,
    formsOf: (secret: string) => string[],
    maskOf: (index: number) => string = () => MASK,
  ): string {
    let result = text
    // The longest secret comes first, because it may contain another one.
    const secrets = [...this.#known].map((secret, index) => ({ secret, mask: maskOf(index) }))
    for (const { secret, mask } of secrets.toSorted((a, b) => b.secret.length - a.secret.length)) {
      for (const form of formsOf(secret)) result = result.replaceAll(form, mask)
    }
    return result
  }
}

const NAME = /\[secret (\d{1,3})\]/g
const nameOf = (index: number): string => `[secret ${index + 1}]`

/** Changes each text of a value; keys of records stay. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Returns the secret itself, and its form in JSON within a text: in a quoted call, or a reply of a model. */
function quotedForms(secret: string): string[] {
  const once = inJson(secret)
  return [...new Set([inJson(once), once, secret])]
}

/** Returns the forms of a text in Markdown, HTML and JSON within them. */
function escapesOf(secret: string): string[] {
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const attribute = html.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  const markdown = html.replace(/([\\`*_[\]|#!~])/g, '\\$1')
  return [...new Set([...quotedForms(secret), markdown, attribute, html])]
}
