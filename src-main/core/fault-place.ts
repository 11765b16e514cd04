// Tells where a text can't be read as JSON or YAML. A parser's own words are English, and about its grammar.
import { messageOf } from './errors.ts'

/** Both count from 1. */
interface Place {
  line: number
  column: number
}

/** Returns the place that the error of `JSON.parse` or of the parser for YAML tells; null where it tells none. */
export function faultPlace(error: unknown): Place | null {
  const [, line, column] = /\bline (\d+),? column (\d+)/.exec(messageOf(error)) ?? []
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) }
}
