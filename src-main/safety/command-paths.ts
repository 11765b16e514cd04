// Lists the paths that a command line may name, by its words alone. Rather too many than too few.
import { splitCommandLine } from './command-line.ts'

/** Words of the whole line, however they are quoted: what stands in code or behind an operator counts, too. */
const ROUGH = /[\s;&|()<>`"'{}[\],=]+/

/**
 * Lists every word that may be a path, in the order of the line, each once: words as a shell would pass them on, what follows
 * `=` or `@` in them, what an option has attached, and the pieces of code in quotes.
 */
export function pathsOf(command: string): string[] {
  const words = splitCommandLine(command).words ?? []
  const pieces = words.flatMap((word) => [
    word,
    word.replace(/^-{1,2}[\w-]*=?/, ''),
    word.replace(/^[^=]*=/, ''),
    word.replace(/^[^@]*@/, ''),
    word.replace(/^[^:/]*:/, ''),
  ])
  const rough = command.split(ROUGH).filter((word) => /[/~]|^\./.test(word))
  return [...new Set([...pieces, ...rough])].filter(
    (word) => word !== '' && !word.startsWith('-') && word.length < 4_096,
  )
}
