// Holds what an application says of a file that it has written (“Saved to ~/report.txt”) against the disk.
import { seen } from '../../../../src-preload/contract/evidence.ts'
import type { CodedText } from '../../../../src-preload/contract/coded-text.ts'
import type { ControlRole } from '../../../core/desktop.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import { absolutePath, home, modifiedAt } from '../targeting/files.ts'
import type { Changes } from './changes.ts'

const MESSAGES: ReadonlySet<ControlRole> = new Set(['text', 'status bar', 'group', 'other'])
const WRITTEN =
  /\b(?:saved|written|exported|stored|gespeichert|exportiert|enregistré|exporté|guardado|exportado)(?!\p{L})|已保存|已导出|保存到|导出到/iu
const NOT = /\b(?:not|never|cannot|nicht|pas|no)\b|n[’']t\b|未|没有|无法/iu
/** What may stand behind a path in a sentence. */
const BEHIND = /["'“”’»).,;:!…\s]+$/u

/** Returns the evidence that a file which a new message names is not there; null where none is named, or all are. */
export function saidFile({ changed, appeared }: Changes): CodedText | null {
  for (const element of [...changed.map(({ after }) => after), ...appeared]) {
    const path = MESSAGES.has(element.role) ? missingIn(textOf(element)) : null
    if (path !== null) return seen('file_not_new', { path, said: 'true' })
  }
  return null
}

const textOf = ({ name, value }: PlatformElement): string => value ?? name

/** The path below the home folder that a text says was written, where there is nothing; it may have blanks, or words behind it. */
function missingIn(text: string): string | null {
  if (!WRITTEN.test(text) || NOT.test(text) || /(…|\.\.\.)$/.test(text)) return null
  const at = ['~/', `${home()}/`].map((begin) => text.indexOf(begin)).find((index) => index >= 0)
  if (at === undefined) return null
  const words = text.slice(at).split(' ')
  const readings = words.map((_word, index) =>
    words
      .slice(0, index + 1)
      .join(' ')
      .replace(BEHIND, ''),
  )
  const isThere = (reading: string) => modifiedAt(absolutePath(reading) ?? reading) !== null
  return readings.some(isThere) ? null : (readings[0] ?? null)
}
