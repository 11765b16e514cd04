// Says what a tool reaches whose server the person has added. Nobody here knows what it does, but it is told each of its arguments: a path may be
// read, and written where the tool's name does not say that it only reads; an address hears what stands in it.
import { statOf } from '../core/stat.ts'
import { leadsOut } from './addresses.ts'
import { isOwnServer, type Facts } from './facts.ts'
import { labelPattern } from './label-pattern.ts'
import type { Place } from './places.ts'
import { HARMFUL_WORDS } from './vocabulary.ts'
import { PROGRAMS_OF_PROJECT } from './place-table.ts'

export const isForeignTool = ({ act: { tool } }: Facts): boolean => !isOwnServer(tool.namespace)

/** `delete_file`, `deleteFile` and `delete-file` in words. */
export const toolWords = (tool: string): string =>
  tool
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

const READS = labelPattern({
  words:
    'get|read|list|search|find|fetch|query|look|lookup|show|describe|count|check|view|stat|info|inspect|browse|open|load|watch',
})
const WRITES = labelPattern({
  words:
    'write|save|edit|put|replace|overwrite|append|insert|patch|modify|update|set|export|move|rename|copy|create',
})

/** Whether the person has put the server where tools only look. */
export const isForLooking = ({ act: { tool } }: Facts): boolean => tool.tool_type === 'data_collection'

/** Whether a tool only looks, as far as its name says: `get_status`, and not `find_and_replace`. */
function onlyLooks(facts: Facts): boolean {
  const name = toolWords(facts.tool)
  const acts = WRITES.test(name) || HARMFUL_WORDS.some(([, words]) => words.test(name))
  return isForLooking(facts) || (READS.test(name) && !acts)
}

/** Whether the name of a tool says that it writes. */
const writes = (facts: Facts): boolean => !isForLooking(facts) && WRITES.test(toolWords(facts.tool))

/** The texts in a value, however deep. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Characters above which a text is no path. */
const MAX_PATH = 4_096

/** The places that the arguments of the tool name, whole or within a text. */
export function foreignPlaces(facts: Facts): Place[] {
  if (!isForeignTool(facts)) return []
  const { places } = facts.around
  const words = textsIn(facts.act.parameters).flatMap((text) => [
    ...(text.length < MAX_PATH ? [text.trim()] : []),
    ...text.split(/[\s'"`;|&<>(),=]+/),
  ])
  const paths = words.filter((word) => /^(?:[/~.]|file:|[a-z]:[/\\])/i.test(word) || /[/\\]/.test(word))
  return [...new Set(paths)]
    .filter((word) => word.length < MAX_PATH && !leadsOut(word))
    .map((word) => places.at(places.absolute(word, places.absolute('~')) ?? word))
}

/** The places that the tool may write. Of a program or a file of a project the arguments do not say whether it is only used. */
export const writtenByForeign = (facts: Facts): Place[] =>
  onlyLooks(facts)
    ? []
    : foreignPlaces(facts).map((place) => ({
        ...place,
        built: null,
        startsPrograms:
          /^\/(usr|lib\w*|s?bin|opt|sys|proc|dev)(\/|$)/.test(place.path) ||
          place.startsPrograms === PROGRAMS_OF_PROJECT
            ? null
            : place.startsPrograms,
      }))

/** A file of the person that the tool may replace, and that they do not mean; null for none. */
export function replacedByForeign(facts: Facts): string | null {
  const { around } = facts
  if (!isForeignTool(facts) || !writes(facts)) return null
  const found = foreignPlaces(facts).find(
    ({ path }) => statOf(path)?.isFile() === true && !around.isMeant(path) && !around.isOwnWork(path),
  )
  return found?.path ?? null
}

/** An address in the arguments that the person has not named; null for none. */
export function foreignAddress(facts: Facts): string | null {
  if (!isForeignTool(facts)) return null
  const words = textsIn(facts.act.parameters).flatMap((text) => text.split(/[\s'"`<>()]+/))
  return words.find((word) => leadsOut(word) && !facts.around.isNamed(word)) ?? null
}
