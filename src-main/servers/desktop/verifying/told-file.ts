// Holds what an application says of a file that it has written (“Saved to ~/report.txt”) against the disk.
import { join } from 'node:path'
import { seen, type EvidenceCode } from '../../../../src-preload/contract/evidence.ts'
import type { CodedText } from '../../../../src-preload/contract/coded-text.ts'
import type { ControlRole } from '../../../core/desktop.ts'
import type { Platform, PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { filesSince, isCutIn } from './fresh-files.ts'
import { absolutePath, home, isWrittenSince, modifiedAt, sizeOf } from '../targeting/files.ts'
import { kindOfProcess } from '../../../safety/applications.ts'
import type { Changes } from './changes.ts'

const MESSAGES: ReadonlySet<ControlRole> = new Set(['text', 'status bar', 'group', 'other'])
const WRITTEN =
  /\b(?:saved|written|exported|stored|gespeichert|exportiert|enregistré|exporté|guardado|exportado)(?!\p{L})|已保存|已导出|保存到|导出到/iu
const NOT = /\b(?:not|never|cannot|nicht|pas|no)\b|n[’']t\b|未|没有|无法/iu
/** What may stand behind a path in a sentence. */
const BEHIND = /["'“”’»).,;:!…\s]+$/u

/**
 * Returns the evidence that a file which a new message or dialog names was not written by the act, or is empty; null where none is named, or
 * each is new. `told`: the other evidence, with the texts of dialogs that have opened.
 */
export function saidFile(
  { changed, appeared }: Changes,
  told: readonly CodedText[],
  { began, saves, view }: Pick<ActMemory, 'began' | 'saves' | 'view'>,
): CodedText | null {
  const messages = [...changed.map(({ after }) => after), ...appeared].filter(({ role }) =>
    MESSAGES.has(role),
  )
  const dialogs = told.flatMap(({ code, parameters: { says } }) => (code === OPENED && says ? [says] : []))
  for (const text of [...messages.map(textOf), ...dialogs]) {
    const readings = filesIn(text)
    const path = readings.find((each) => modifiedAt(each) !== null)
    if (path === undefined && readings[0] !== undefined)
      return seen('file_not_new', { path: readings[0], said: 'true' })
    // What the act saves is judged by itself, and a folder stays as old as it is.
    const size = path === undefined || path === saves?.path ? null : sizeOf(path)
    if (path === undefined || size === null) continue
    if (!isWrittenSince(path, began)) return seen('file_kept', { path })
    if (size === 0 && view?.elements.some(hasText)) return seen('file_empty', { path })
    if (isCutIn(path, view?.elements ?? [])) return seen('file_cut', { path })
  }
  return null
}

/** Counts what an application has written to files; null for a browser, whose pages keep it elsewhere, and where that is not told. */
export const writtenBy = (platform: Platform, window: PlatformWindow | null): number | null =>
  window === null || window.pid === null || kindOfProcess(window.processName) === 'browser'
    ? null
    : (platform.bytesWritten?.(window.pid) ?? null)

/**
 * Returns the evidence that an application which says that it has saved has written nothing to any file, or only a part of what it shows;
 * null where it does not say so, or has. `written`: what it has written so far.
 */
export function saidInVain(
  told: readonly CodedText[],
  act: Pick<ActMemory, 'written' | 'target' | 'began' | 'view'>,
  written: number | null,
): CodedText | null {
  if (act.written === null || written === null) return null
  const said = told.flatMap(({ code, parameters: { names, value, says } }) =>
    SAYS.has(code) ? [names ?? says ?? value ?? ''] : [],
  )
  if (!said.some((text) => WRITTEN.test(text) && !NOT.test(text))) return null
  // The kernel counts what a toolkit keeps for itself, too.
  const fresh = act.written === written ? [] : filesSince(home(), act.began, OWN_DATA())
  if (fresh?.length === 0) return seen('wrote_nothing', { name: act.target.window?.application ?? '' })
  const cut = fresh?.find((path) => isCutIn(path, act.view?.elements ?? []))
  return cut === undefined ? null : seen('file_cut', { path: cut })
}
/** Where Deskhand keeps the record of the run, unless it was told otherwise. */
const OWN_DATA = (): string => join(home(), '.local', 'share', 'deskhand')
const SAYS: ReadonlySet<string> = new Set<EvidenceCode>(['now', 'appeared', 'opened'])

const OPENED: EvidenceCode = 'opened'
const FIELDS: ReadonlySet<ControlRole> = new Set(['edit', 'document'])
const hasText = ({ role, value }: PlatformElement): boolean => FIELDS.has(role) && (value ?? '').trim() !== ''

const textOf = ({ name, value }: PlatformElement): string => value ?? name

/** The ways to read the path below the home folder that a text says was written; it may have blanks, or words behind it. */
function filesIn(text: string): string[] {
  if (!WRITTEN.test(text) || NOT.test(text) || /(…|\.\.\.)$/.test(text)) return []
  const at = ['~/', `${home()}/`].map((begin) => text.indexOf(begin)).find((index) => index >= 0)
  if (at === undefined) return []
  const words = text.slice(at).split(' ')
  return words.map((_word, index) => {
    const reading = words
      .slice(0, index + 1)
      .join(' ')
      .replace(BEHIND, '')
    return absolutePath(reading) ?? reading
  })
}
