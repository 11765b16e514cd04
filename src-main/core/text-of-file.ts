// Reads the bytes of a person's file as text, and says in words why a file is none.
import { fileText, type NoText } from '../../src-preload/contract/file-text.ts'
import { UserError } from './errors.ts'

const WORDS: Readonly<Record<NoText, (path: string) => string>> = {
  empty: (path) => `${path} is empty.`,
  no_text: (path) => `${path} is no text: it is a picture, a PDF or something else.`,
  encoding: (path) => `${path} is no text in UTF-8. Save it as UTF-8 first.`,
}

/** Throws UserError, which names the path. */
export function textOfFile(bytes: Uint8Array, path: string): string {
  const { text, fault } = fileText(bytes)
  if (fault === null) return text
  throw new UserError(WORDS[fault](path))
}
