// Says what would come of an act, before anything else of it: the file that is replaced, who gets the data, what is run.
import { basename } from 'node:path'
import type { Consequence, SafetyCategory } from '../../src-preload/contract/safety.ts'
import { localTime } from '../../src-preload/contract/words.ts'
import { statOf } from '../core/stat.ts'
import { originOf } from './addresses.ts'
import { commandText, launched } from './conditions.ts'
import { displacedFiles } from './displaced-files.ts'
import type { Facts } from './facts.ts'
import {
  changedUnasked,
  replacedByTool,
  filesOf,
  readPlaces,
  replacedByCommand,
  wayOut,
  writtenPlaces,
} from './reach.ts'
import { lostUnasked } from './unasked-losses.ts'
import { short, shortPlace } from './words.ts'

/** Categories in order of gravity. The person reads the gravest one. */
const GRAVEST: readonly SafetyCategory[] = [
  'start_programs', 'secret', 'password', 'pay', 'delete', 'overwrite', 'install', 'run_command', 'upload', 'send',
  'untrusted_content', 'close_unsaved', 'change_setting', 'other_application',
] // prettier-ignore

/** Gives what the act would cause; null where only the act itself is known. */
export function consequenceOf(
  facts: Facts,
  categories: readonly SafetyCategory[],
  now: number,
): Consequence | null {
  const { act, window, pressed, name } = facts
  const started = writtenPlaces(facts).find(({ startsPrograms }) => startsPrograms !== null)
  // A command that names a secret counts as writing there, too. Unless it writes to a place that starts programs, the question speaks of
  // the secret.
  const category = GRAVEST.find(
    (each) => categories.includes(each) && (each !== 'start_programs' || started !== undefined),
  )
  const what = short(pressed?.name || name)
  const where = window === null ? '' : short(window.title || window.application)
  const page = shortPlace(originOf(act.target.page ?? ''))
  switch (category) {
    case 'start_programs':
      return about('write_start', { file: fileOf(started?.path) })
    case 'secret':
      return about('read_secret', {
        file: fileOf(readPlaces(facts).find(({ own, secret }) => (own ?? secret) !== null)?.path),
      })
    case 'password':
      return about('password', { where: page || where })
    case 'pay':
      return about('pay', { where: page || where })
    case 'delete': {
      const command = commandText(facts)
      const trashed = facts.tool === 'trash_files' ? (filesOf(facts)?.leaves ?? []) : []
      if (trashed.length > 0) return about('trash', { file: filesWords(trashed) })
      const displaced = displacedFiles(facts)
      if (displaced.length > 0) return about('displace', { file: filesWords(displaced) })
      return command === ''
        ? about('delete', { what, where })
        : about('delete_command', { command: short(command) })
    }
    case 'overwrite':
      return replacing(
        act.target.overwrites
          ? [act.target.overwrites]
          : [
              changedUnasked(facts) ?? [],
              lostUnasked(facts) ?? [],
              replacedByTool(facts),
              replacedByCommand(facts) ?? [],
            ].flat(),
        now,
      )
    case 'install':
      return about('install', { what: what || short(launched(facts).join(' ')) || short(commandText(facts)) })
    case 'run_command':
      return about('run', {
        command: short(commandText(facts) || launched(facts).join(' ') || facts.text || what),
      })
    case 'upload':
      return about('upload', { file: fileOf(act.target.opens ?? undefined) || what, where: page || where })
    case 'send':
    case 'untrusted_content': {
      const way = wayOut(facts)
      if (way !== null) return about('tell', { to: shortPlace(way.to), what: short(way.what) })
      const { fields } = act.target
      if (page !== '' && fields) return about('send_fields', { count: String(fields), to: page })
      return about('send', { what, to: page || where })
    }
    case 'close_unsaved':
      return about('close_unsaved', { where })
    case 'change_setting':
      return about('change_setting', { what, where })
    case 'other_application':
      return about('other_application', { where })
    default:
      return null
  }
}

/** Gives null where a parameter is unknown, because a question with a gap says less than the act. */
function about(code: Consequence['code'], parameters: Record<string, string>): Consequence | null {
  return Object.values(parameters).some((value) => value === '') ? null : { code, parameters }
}

const fileOf = (path: string | undefined): string => (path === undefined ? '' : shortPlace(path))

/** `March.pdf`; `March.pdf and 2 more`. */
const filesWords = (paths: readonly string[]): string =>
  `${shortPlace(basename(paths[0] ?? ''))}${paths.length > 1 ? ` and ${paths.length - 1} more` : ''}`

function replacing(paths: readonly string[], now: number): Consequence | null {
  const [path = ''] = paths
  if (path === '') return null
  const file = filesWords(paths)
  const found = paths.length > 1 ? null : statOf(path)
  if (!found?.isFile()) return about('replace', { file })
  const day = localTime(found.mtime).day
  const size = sizeWords(found.size)
  return day === localTime(new Date(now)).day
    ? about('replace_today', { file, size })
    : about('replace_earlier', { file, size, day })
}

/** `12 KB`. */
function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
