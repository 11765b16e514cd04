// A row of the suite says what a person writes, on which application, and how the outcome is seen from outside.
import type { Seen } from './carry-out.ts'

/** `not done`: nothing came of it. `wrong`: something else was done than what was written. */
export type Outcome = 'done' | 'not done' | `wrong: ${string}`
export type Oracle = (seen: Seen) => Outcome | Promise<Outcome>

export interface Row {
  /** What happens, as a sentence about the application. */
  title: string
  /** Program in PATH without which the row is skipped. */
  program: string
  /** What a person writes. `{home}` is the home folder's path. */
  command: string
  oracle: Oracle
  /** Files in the home folder beforehand: path below it → content. */
  files?: Record<string, string | Buffer>
  /** Files that have to be executable. */
  executables?: Record<string, string>
  /** `config.yaml`. */
  config?: string
  /** Further variables, a language for example. */
  env?: Record<string, string>
  /** What the person has allowed beforehand, as `--yes-to` takes it. */
  allows?: readonly string[]
  /** The person must be told that it can't be done, in these words; exit code 0 would be a lie. */
  told?: RegExp
  /** One of the fast ones, which `npm test` carries out. */
  fast?: true
}
