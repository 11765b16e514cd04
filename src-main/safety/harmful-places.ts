// Lists the rules about places and ways out: what an act writes, replaces and reads, and whom it would tell something.
import { basename } from 'node:path'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import { displacedFiles, isAskedToTrash } from './displaced-files.ts'
import type { Facts } from './facts.ts'
import type { Place } from './places.ts'
import {
  changedUnasked,
  filesOf,
  readPlaces,
  replacedByCommand,
  replacedByTool,
  wayOut,
  writtenPlaces,
} from './reach.ts'
import { lostUnasked } from './unasked-losses.ts'
import { fileWords, quoted, shortPlace } from './words.ts'

export interface HarmfulRule {
  name: string
  category: SafetyCategory
  reason: string | ((facts: Facts) => string)
  holds(facts: Facts): boolean
}

export const placeRules: HarmfulRule[] = [
  {
    name: 'file that a command replaces',
    category: 'overwrite',
    reason: (facts) => `${quoted(replacedByCommand(facts) ?? '')} is there already and may be replaced.`,
    holds: (facts) => replacedByCommand(facts) !== null,
  },
  {
    name: 'files that are replaced',
    category: 'overwrite',
    reason: (facts) => `${fileWords(replacedByTool(facts))} would be replaced.`,
    holds: (facts) => facts.act.parameters.replace === true && replacedByTool(facts).length > 0,
  },
  {
    name: 'document that you did not name',
    category: 'overwrite',
    reason: (facts) => `${quoted(changedUnasked(facts) ?? '')} would be changed, which you did not name.`,
    holds: (facts) => changedUnasked(facts) !== null,
  },
  {
    name: 'document that loses its content',
    category: 'overwrite',
    reason: (facts) =>
      `${quoted(lostUnasked(facts) ?? '')} would lose what it holds now, which you did not ask for.`,
    holds: (facts) => lostUnasked(facts) !== null,
  },
  {
    name: 'files to the trash',
    category: 'delete',
    reason: (facts) => `${fileWords(filesOf(facts)?.leaves)} would go to the trash.`,
    holds: (facts) => facts.tool === 'trash_files' && !isAskedToTrash(facts),
  },
  {
    name: 'files that leave their name or folder',
    category: 'delete',
    reason: (facts) =>
      `${fileWords(displacedFiles(facts))} would have another name or folder, which you did not ask for.`,
    holds: (facts) => displacedFiles(facts).length > 0,
  },
  {
    name: 'place that starts programs',
    category: 'start_programs',
    reason: (facts) => {
      const place = guardedPlace(facts)
      const what = place?.startsPrograms ?? place?.secret ?? place?.built ?? ''
      return `It writes “${shortPlace(place?.path ?? '')}”: ${what}.`
    },
    holds: (facts) => guardedPlace(facts) !== undefined,
  },
  {
    name: 'place of secrets',
    category: 'secret',
    reason: (facts) => {
      const place = readPlaces(facts).find(guardsReading(facts))
      return `It reads “${shortPlace(place?.path ?? '')}”: ${place?.own ?? place?.secret ?? ''}.`
    },
    holds: (facts) => readPlaces(facts).some(guardsReading(facts)),
  },
]
const guardedPlace = (facts: Facts): Place | undefined =>
  writtenPlaces(facts).find(
    (place) =>
      ((place.startsPrograms ?? place.secret) !== null &&
        !(isNamedAlone(facts, place) && facts.around.isMeant(place.path))) ||
      (place.built !== null &&
        !facts.around.isMentioned(basename(place.path)) &&
        !facts.around.isCommanded(basename(place.path))),
  )
const guardsReading =
  (facts: Facts) =>
  (place: Place): boolean =>
    (place.own ?? place.secret) !== null && !isNamedAlone(facts, place)
/** A place that is guarded for being hidden alone is not hidden from a person who writes its whole path. */
const isNamedAlone = ({ around }: Facts, place: Place): boolean =>
  place.unlisted &&
  place.own === null &&
  place.startsPrograms === null &&
  place.holds === null &&
  around.isPathNamed(place.path)

export const wayOutRules: HarmfulRule[] = [
  {
    name: 'way out',
    category: 'send',
    reason: (facts) => {
      const way = wayOut(facts)
      return `It would tell ${way?.to ?? ''}, which you did not name: ${quoted(way?.what ?? '')}.`
    },
    holds: (facts) => wayOut(facts) !== null,
  },
  {
    name: 'way out after reading',
    category: 'untrusted_content',
    reason:
      'The run has read what you did not write, and this would send something to a place that you did not name.',
    holds: (facts) => facts.around.tainted && wayOut(facts) !== null,
  },
]
