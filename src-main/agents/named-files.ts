// Finds a file that a request names by its whole path and that is not there in the end: a window may have written another one.
import { join } from 'node:path'
import type { AgentDependencies } from './dependencies.ts'
import { KEPT, partsOf, type RequestPart } from './request-parts.ts'

/** Verbs after which a named path may be gone, and questions that may be about one that never was. */
const MAY_BE_GONE =
  /\b(?:delet|remov|mov(?:e|ing)|renam|trash|cut|empt|eras|clear|extract|unpack|unzip|archiv|missing|exists?|whether|lösch|verschieb|entfern|benenn|supprim|déplac|renomm|borra|mueve|elimin|renombr)|删|移|重命名|是否/iu
/** A whole path, of more than one name where it begins at the root. */
const WHOLE_PATH = /^(?:~\/[^/]|\/[^/]+\/)/u
/** Signs that stand for another text. */
const PLACEHOLDER = /[<>{}$*?[\]]/u

/** Returns a sentence; null where all that is named is there, may be gone, or can't be looked for from here. */
export function whatIsNotThere(
  request: string,
  { home, isMissing }: Pick<AgentDependencies, 'home' | 'isMissing'>,
): string | null {
  if (home === undefined || isMissing === undefined || MAY_BE_GONE.test(request)) return null
  const isThere = (path: string) => !isMissing(path.startsWith('~/') ? join(home, path.slice(2)) : path)
  const missing = partsOf(request)
    .flatMap(pathsOf)
    .find((path) => !longerOnes(path, request).some(isThere))
  return missing === undefined ? null : `There is nothing at “${missing}”, which the request names.`
}

/** A path and what follows it word by word: without quotes, a name with blanks ends anywhere (`~/My Documents/a.txt`). */
function longerOnes(path: string, request: string): string[] {
  const words = request
    .slice(request.indexOf(path) + path.length)
    .split(/(?=\s)/u)
    .slice(0, MAX_WORDS)
  return [path, ...words.map((_, index) => bare(path + words.slice(0, index + 1).join('')))]
}
const MAX_WORDS = 12
const bare = (path: string): string => path.replace(/[.,"'”’»`]+$/u, '')

const pathsOf = ({ files, names, doing }: RequestPart): string[] =>
  (doing === null ? [] : [...files, ...(KEPT.test(doing) ? names : [])])
    .map(bare)
    .filter((each) => WHOLE_PATH.test(each) && !PLACEHOLDER.test(each))
