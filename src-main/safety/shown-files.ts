// Finds the files behind what a window shows: the document that is changed or saved there, and what a link or an item opens.
import { statOf } from '../core/stat.ts'
import { isFileManager } from './applications.ts'
import { ITEMS, type Facts } from './facts.ts'
import type { Place } from './places.ts'
import { isProgramFile } from './program-files.ts'

/**
 * Documents that the act saves in their windows, and one that starts programs and is changed: some programs save by themselves. Of plain
 * commands only the first change counts, because no model has put the others together.
 */
export function writtenDocuments(facts: Facts): Place[] {
  const { around } = facts
  const change = around.changedBy(facts)
  const changed =
    change === null || (around.byCommands && !change.isFirst) ? [] : [around.places.at(change.document)]
  return [
    ...around.savedBy(facts).map((path) => asProgram(around.places.at(path), facts)),
    ...changed.filter((place) => (place.own ?? place.startsPrograms) !== null),
  ]
}

/** Whether a question about the act is about what its document starts. */
export const startsByDocument = ({ around, act: { target } }: Facts): boolean =>
  target.document != null && around.places.at(target.document).startsPrograms !== null

/** A file of the person that is marked to be carried out is written like one that a build carries out. */
const asProgram = (place: Place, { around }: Facts): Place => {
  const found = statOf(place.path)
  const isProgram = found?.isFile() && (found.mode & 0o111) !== 0 && isProgramFile(place.path)
  return isProgram && around.isPersons(place.path)
    ? { ...place, built: place.built ?? 'a program or script' }
    : place
}

/** The file that a followed link of a page or a list of files leads to. */
export const linkedFile = ({ pressed, keys, act: { target } }: Facts): string[] =>
  target.address && /^file:/i.test(target.address) && (pressed !== null || keys.includes('enter'))
    ? [target.address]
    : []

/** A name of a file: with an ending, or a key's. “Shadow” and “Cookies” are items of menus. */
const FILE_NAME = /^[^\s/:*?"<>|][^/:*?"<>|\n]{0,200}\.\w{1,12}$|^\.\w[\w.-]*$|^id_\w+$/
/**
 * The file that an opened item of a list, or of a menu, is called after, where nothing tells its folder: a comparison of folders, a side pane,
 * recent documents. It may lie in each folder that the run has opened, and may be a link there.
 */
export const namedItem = ({
  pressed,
  inPage,
  kind,
  dialog,
  window,
  around,
  act: { target },
}: Facts): string[] => {
  const isItem = pressed?.role === 'menu item' || ITEMS.has(pressed?.role ?? 'other')
  if (!pressed || !isItem || inPage || dialog || kind === 'browser' || kind === 'chat') return []
  if (isFileManager(window?.process_name ?? '') && (target.items ?? []).length > 0) return []
  const isName = FILE_NAME.test(pressed.name) || /^(?:~|file:)?\/\S/.test(pressed.name)
  const found = pressed.role === 'menu item' ? [] : around.filesCalled(pressed.name)
  return [...(isName ? [pressed.name] : []), ...found]
}
