// Finds how far an act reaches: the places that it reads and writes, and the addresses that it would send something to.
import { basename, join } from 'node:path'
import { isDocumentTool } from '../core/document-tools.ts'
import { isFolder, isThere, statOf } from '../core/stat.ts'
import { isElsewhere, leadsOut, opensInBar, originOf } from './addresses.ts'
import { connects, isFileManager, plays } from './applications.ts'
import type { ReadingPlace } from './command-effects.ts'
import { filesAddedTo, filesBelow, filesWritten, foldersOf, wholeFolders } from './command-outputs.ts'
import { partsOf } from './command-parts.ts'
import { pathsOf, pathsOfCode } from './command-paths.ts'
import { pathsMeant } from './command-steps.ts'
import {
  commandReads,
  commandText,
  isAddressBar,
  isBrowserChrome,
  isOtherCode,
  launched,
  pastes,
  shellText,
  shownAddress,
} from './conditions.ts'
import { codeWork, RUN_CODE } from './code-work.ts'
import { documentWork, type DocumentWork } from './document-work.ts'
import { ITEMS, once, type Facts } from './facts.ts'
import {
  foreignAddress,
  foreignPlaces,
  replacedByForeign,
  textsIn,
  writtenByForeign,
} from './foreign-tools.ts'
import { isFetching, isIndirect } from './formulas.ts'
import { addressesToLoad, fetchesWhenShown } from './fetching-files.ts'
import { fileWork, isFileTool, type FileWork } from './file-work.ts'
import { labelPattern } from './label-pattern.ts'
import { pastedPlaces, pastesFiles } from './pasted-files.ts'
import { fittingPaths, inFolders, patternsOf } from './place-patterns.ts'
import { PROGRAMS_OF_PROJECT } from './place-table.ts'
import type { Place } from './places.ts'
import { isProgramFile } from './program-files.ts'
import { linkedFile, namedItem, writtenDocuments } from './shown-files.ts'
import {
  CHANGING_FOLDER,
  CHOOSING,
  EXECUTABLE_FILE,
  FOR_ADDRESS,
  LEAVING,
  OPENING,
  SEARCHING,
} from './vocabulary.ts'
import { quoted } from './words.ts'

/** The folder that a command runs in. */
function folderOf({ act, around }: Facts): string | null {
  const { cwd } = act.parameters
  return typeof cwd === 'string' && cwd !== '' ? cwd : around.places.absolute('~')
}

/** Says what a tool of FileExecutor would do; null for another act. */
export const filesOf = once((facts): FileWork | null =>
  facts.gesture === 'files' && isFileTool(facts.tool)
    ? fileWork(facts.tool, facts.act.parameters, facts.around.places.absolute('~') ?? '/')
    : null,
)

/** Says what a tool of DocumentExecutor, or a script, would do; null for another act. */
const documentsOf = once((facts): DocumentWork | null => {
  if (facts.gesture !== 'files') return null
  const home = facts.around.places.absolute('~') ?? '/'
  if (facts.tool === RUN_CODE) return codeWork(facts.act.parameters, home)
  return isDocumentTool(facts.tool) ? documentWork(facts.tool, facts.act.parameters, home) : null
})

/** The folders that a script reads with everything in them. */
const foldersOfCode = (facts: Facts): string[] =>
  facts.tool === RUN_CODE ? (documentsOf(facts)?.reads.filter(isFolder) ?? []) : []

/** Files that a tool for files or documents would replace, if it is allowed to replace any. */
export const replacedByTool = (facts: Facts): string[] =>
  (filesOf(facts)?.replaces ?? documentsOf(facts)?.replaces ?? []).filter(
    (path) => !facts.around.isOwnWork(facts.around.places.at(path).path),
  )

/**
 * A file that a document tool would change without a window, or that the act saves after a tool has changed it in its window, where the
 * person has not named it and the run has not made it.
 */
export const changedUnasked = once((facts): string | null => {
  const { around } = facts
  const changes = documentsOf(facts)?.changes ?? []
  // What a script makes of a file nobody knows before: who wants that names the file, and not only a word of it.
  if (facts.tool === RUN_CODE)
    return (
      changes.find(
        (path) =>
          !around.isOwnWork(around.places.at(path).path) &&
          !(around.isMeant(path) && around.isMentioned(basename(path))),
      ) ?? null
    )
  const saved = around.byCommands ? [] : around.savedAfterTool(facts)
  return [...changes, ...saved].find((path) => around.isPersons(path) && !around.isMeant(path)) ?? null
})

/** The words of a launch, and the values of its options. */
const launchedWords = (facts: Facts): string[] =>
  launched(facts).flatMap((word) => [word, word.replace(/^-{1,2}[\w-]*=/, '')])

/** Folders of the home in which a launch looks for a name without a folder. */
const PERSONAL = ['', 'Desktop', 'Documents', 'Downloads']

/** Gives the whole paths that words of a launch mean. The names of applications are left out. */
function pathsIn(words: readonly string[], { around: { places } }: Facts): string[] {
  const home = places.absolute('~') ?? '/'
  return words.flatMap((word) => {
    if (/[/\\]|^~|^\.|^file:/i.test(word)) return [places.absolute(word, home) ?? word]
    return word === '' ? [] : PERSONAL.map((folder) => join(home, folder, word)).filter(isThere)
  })
}

/** Whether a launch opens a file that is run, by its name or by what lies there. */
export const launchesProgram = (facts: Facts): boolean =>
  launched(facts).some((word) => EXECUTABLE_FILE.test(word)) ||
  pathsIn(launchedWords(facts), facts).some(isProgramFile)

/** Gives what is needed to read a command line: where it runs, and whose the files are that it runs. */
export const readingOf = (facts: Facts): ReadingPlace => ({
  places: facts.around.places,
  folder: folderOf(facts),
  isOfPerson: (path) => facts.around.isOfPerson(path),
})

/** Places that a command names. It could read each of them, and write to each unless it only reads. */
const commandPlaces = once((facts): Place[] => {
  const { places } = facts.around
  const text = commandText(facts)
  const folders = foldersOf(shellText(facts), readingOf(facts))
  const paths = (isOtherCode(facts) ? pathsOfCode(text) : pathsOf(text)).flatMap((path) => patternsOf(path))
  return [...new Set(paths.flatMap((path) => pathsMeant(path, folders, places)))].map((path) => {
    const place = places.at(path)
    // A word alone does not say whether the command changes a program or a file there or only uses it.
    const isUsed =
      /^\/(usr|lib\w*|s?bin|opt|sys|proc|dev)(\/|$)/.test(place.path) ||
      place.startsPrograms === PROGRAMS_OF_PROJECT
    return { ...place, built: null, startsPrograms: isUsed ? null : place.startsPrograms }
  })
})

/** Finds an existing file that a command writes anew; a path that the shell puts together counts, too. */
export const replacedByCommand = once((facts): string | null => {
  if (facts.gesture === 'foreign') return replacedByForeign(facts)
  if (commandReads(facts)) return null
  const written = filesWritten(shellText(facts), readingOf(facts))
  return written.find((path) => /[$`*?[]/.test(path) || (isThere(path) && !isFolder(path))) ?? null
})

/** Words for a folder with all programs' data: files copied over it start programs, and files read from it reveal secrets. */
const ALL_OF_HOME = 'a folder with what all programs keep hidden'
const asWritten = (place: Place): Place =>
  place.holds === null ? place : { ...place, startsPrograms: place.startsPrograms ?? ALL_OF_HOME }
const asRead = (place: Place): Place =>
  place.holds === null ? place : { ...place, secret: place.secret ?? ALL_OF_HOME }

/** Lists folders that the act moves, removes or replaces, with all that is in them. */
export const changedFolders = once((facts): Place[] => {
  const files = filesOf(facts)
  const ofFiles = files
    ? [...files.pairs.filter(({ from }) => isFolder(from)).map(({ to }) => to), ...files.leaves]
    : []
  const ofCommand = commandReads(facts) ? [] : wholeFolders(shellText(facts), readingOf(facts)).moved
  return [...ofFiles, ...ofCommand]
    .flatMap((path) => fittingPaths(path))
    .map((path) => facts.around.places.at(path))
})

/** The folder that stands in a dialog which searches in files, or is put there: what is found in it is shown. */
const searchedFolders = (facts: Facts): string[] =>
  facts.dialog && SEARCHING.test(facts.window?.title ?? '')
    ? [...typedPath(facts), ...(leavesDialog(facts) ? [] : [facts.act.target.opens ?? ''])]
        .map((path) => facts.around.places.absolute(path) ?? path)
        .filter(isFolder)
    : []

/** Folders that the act reads with everything in them. */
const readFolders = (facts: Facts): Place[] => {
  const { places } = facts.around
  const ofFiles = filesOf(facts)?.pairs.map(({ from }) => from) ?? []
  const ofCommand = wholeFolders(shellText(facts), readingOf(facts))
  const told = [...ofCommand.told, ...foldersOfCode(facts), ...searchedFolders(facts)]
  const folders = [...ofFiles, ...ofCommand.read, ...told].map((path) => asRead(places.at(path)))
  const below = [...new Set(told)].flatMap((path) => filesBelow(path).map((name) => join(path, name)))
  return [...folders, ...below.filter((path) => !OF_OTHERS.test(path)).map((path) => places.at(path))]
}

/** Folders of published packages. Keys in them are examples. */
const OF_OTHERS = /\/(node_modules|site-packages|dist-packages)\//

/** Files that the act opens in a file manager: the pressed item, or the chosen ones. */
export const openedItems = ({ pressed, act: { target } }: Facts): string[] =>
  pressed !== null && (ITEMS.has(pressed.role ?? 'other') || OPENING.test(pressed.name))
    ? (target.items ?? [])
    : []

/** The folder of a file manager in which the act adds or renames a file. */
const changedByManager = ({ keys, pressed, gesture, act: { target } }: Facts): string[] =>
  keys.includes('paste') || gesture === 'drag' || (pressed !== null && CHANGING_FOLDER.test(pressed.name))
    ? (target.folders ?? [])
    : []

/** The person's programs and scripts that a command adds to, because they will be run later. */
const changedPrograms = (facts: Facts): Place[] =>
  filesAddedTo(shellText(facts), readingOf(facts))
    .filter((path) => statOf(path)?.isFile() && isProgramFile(path) && facts.around.isOfPerson(path))
    .map((path) => ({ ...facts.around.places.at(path), startsPrograms: 'a program or script' }))

/**
 * The path that is typed into a dialog of which no control is told, as a browser's own for files, or into a field of one line: where a
 * program writes, extracts or records to. Empty for none.
 */
function typedPath(facts: Facts): string[] {
  const { dialog, control, typed, keys, terminal, around, inPage } = facts
  const isPlace = control === null ? dialog : !inPage && !isAddressBar(facts) && takesAddress(facts)
  if (!isPlace || terminal || (typed === null && !keys.includes('enter'))) return []
  const clears = facts.tool === 'set_edit_text' || facts.act.parameters['clear_current_text'] === true
  const before = clears ? '' : around.typedBefore(facts).text
  return [`${before}${typed ?? ''}`, ...(control === null ? [] : [typed ?? control.value ?? ''])]
    .map((text) => text.trim())
    .flatMap((text) => (/^(?:\/|~\/|file:)/i.test(text) ? [text] : besideShown(text, facts)))
}

/** The paths that a relative one means in a dialog of a file manager (“Copy to ../.config”): seen from each folder that it may show. */
function besideShown(text: string, { dialog, window, act, around: { places } }: Facts): string[] {
  if (!dialog || !isFileManager(window?.process_name ?? '') || !/^[^:*?]*\/[^:*?]*$/.test(text)) return []
  const folders = act.target.folders?.length ? act.target.folders : [places.absolute('~') ?? '/']
  return folders.map((folder) => join(folder, text))
}

/** Whether a path that is named there is only read: in a dialog that chooses a file, a search, a program that shows files. */
const onlyReads = ({ window, kind, control, dialog }: Facts): boolean =>
  CHOOSING.test(window?.title ?? '') ||
  SEARCHING.test(control?.name ?? '') ||
  (kind === 'viewer' && !(dialog && isFileManager(window?.process_name ?? '')))

/** Titles of dialogs that write the file they name. */
const WRITING_TITLE = labelPattern({
  words:
    'copy|copying|move|moving|extract|export|convert|write|record|burn|back ?up|compress|archive|create|kopieren|verschieben|entpacken|exportieren|copier|déplacer|extraire|copiar|mover|extraer',
  anywhere: '复制|移动|解压|导出|转换|压缩',
})

/** The existing file that a dialog without a save button of its own replaces (“Copy to”); null where there is none. */
export const replacedByDialog = ({
  act: { target },
  dialog,
  pressed,
  keys,
  window,
}: Facts): string | null => {
  const path = target.opens ?? null
  const agrees = pressed === null ? keys.includes('enter') : !LEAVING.test(pressed.name)
  const writes = dialog && agrees && WRITING_TITLE.test(window?.title ?? '')
  return writes && path !== null && statOf(path)?.isFile() ? path : null
}

/** The file of the person that the act would replace; null for none. What the run itself has saved is nobody's loss. */
export const overwritten = once((facts): string | null => {
  const { around, act } = facts
  const file = act.target.overwrites ?? replacedByDialog(facts)
  return file === null || around.isOwnWork(around.places.at(file).path) ? null : file
})

/** The files that the act saves, in a dialog or by a tool for documents and scripts. */
export const savedFiles = (facts: Facts): string[] =>
  [...(facts.act.target.writes ? [facts.act.target.writes] : []), ...(documentsOf(facts)?.writes ?? [])].map(
    (path) => facts.around.places.at(path).path,
  )

/** Lists places that the act would write, as far as they are known. */
export const writtenPlaces = once((facts): Place[] => {
  const { act, around, pressed } = facts
  const { writes } = act.target
  const leaves = pressed !== null && LEAVING.test(pressed.name)
  const files = filesOf(facts)
  const written = [
    ...(files ? [...files.pairs.map(({ to }) => to), ...files.makes, ...files.leaves] : []),
    ...(documentsOf(facts)?.writes ?? []),
    ...(writes && !leaves ? inFolders(writes, act.target.folders ?? []) : []),
    ...(onlyReads(facts)
      ? []
      : [...typedPath(facts), ...(leaves || !act.target.opens ? [] : [act.target.opens])]),
    ...changedByManager(facts),
  ]
    .map((path) => around.places.at(path))
    .concat(writtenByForeign(facts), writtenDocuments(facts), pastesFiles(facts) ? pastedPlaces(facts) : [])
  const changed = changedFolders(facts).map(asWritten)
  if (commandReads(facts)) return [...written, ...changed]
  const put = filesWritten(shellText(facts), readingOf(facts))
  return [
    ...written,
    ...changed,
    ...changedPrograms(facts),
    ...put.map((path) => asWritten(around.places.at(path))),
    ...commandPlaces(facts),
  ]
})

/** The files that Enter in an address bar shows. */
function shownByBar(facts: Facts): string[] {
  const { keys, typed, around, act } = facts
  if (!isAddressBar(facts) || !keys.includes('enter')) return []
  const there = act.tool.tool_name === 'set_edit_text' ? '' : shownAddress(facts)
  return [there, typed ?? '', `${around.typedBefore(facts).text}${typed ?? ''}`]
    .map((text) => text.trim())
    .filter((text) => /^(?:file:|\/|~\/)/i.test(text))
}

/** What leaves a dialog opens nothing of what stands in it. */
const leavesDialog = ({ pressed }: Facts): boolean => pressed !== null && LEAVING.test(pressed.name)

/** Lists places that the act would read: those that a command names, or that a launch or a dialog opens. */
export const readPlaces = once((facts): Place[] => {
  const { act, around, gesture } = facts
  const opened = [
    ...(gesture === 'launch' ? launchedWords(facts) : []),
    ...(act.target.opens && !leavesDialog(facts) ? [act.target.opens] : []),
    ...openedItems(facts),
    ...typedPath(facts),
    ...shownByBar(facts),
    ...linkedFile(facts),
    ...(filesOf(facts)?.reads ?? []),
    ...(documentsOf(facts)?.reads ?? []),
  ]
  return [
    ...[...pathsIn(opened, facts), ...namedItem(facts)].map((path) => around.places.at(path)),
    ...commandPlaces(facts),
    ...foreignPlaces(facts),
    ...readFolders(facts),
  ]
})

/** Whether a command has a player, which loads what a list names, whatever the list is called. */
const isPlayedByCommand = once(
  (facts): boolean =>
    facts.gesture === 'command' &&
    (partsOf(shellText(facts)) ?? []).some(({ words: [program = ''] }) => plays(basename(program))),
)

/** Files that the act opens: by a launch, in a file manager, by an address, in a dialog, with a player. */
function openedFiles(facts: Facts): string[] {
  const { gesture, keys, typed, act, around } = facts
  if (isPlayedByCommand(facts)) return commandPlaces(facts).map(({ path }) => path)
  const goes = isAddressBar(facts) && keys.includes('enter')
  const words = [
    ...(gesture === 'launch' ? launchedWords(facts) : openedItems(facts)),
    ...(goes ? [typed ?? '', shownAddress(facts)] : []),
    ...(facts.pressed !== null && act.target.address ? [act.target.address] : []),
    // The file in an application's own dialog.
    ...(act.target.opens && !leavesDialog(facts) && (facts.pressed !== null || keys.includes('enter'))
      ? [act.target.opens]
      : []),
  ]
  return gesture === 'launch'
    ? pathsIn(words, facts)
    : words.flatMap((word) => around.places.absolute(word, around.places.absolute('~')) ?? [])
}

/** Whether a file is a page, document or list that the run may have written. Its addresses could send out what the run has read. */
function isPageOfRun(path: string, facts: Facts): boolean {
  const { around, act, gesture, window } = facts
  if (!around.tainted || statOf(path)?.isFile() !== true || around.isOfPerson(path)) return false
  const opener = gesture === 'launch' ? [act.target.program, launched(facts)[0]] : [window?.process_name]
  const isPlayed = isPlayedByCommand(facts) || opener.some((program) => plays(basename(program ?? '')))
  return fetchesWhenShown(path) || addressesToLoad(path, isPlayed).some((address) => !around.isNamed(address))
}

/** The new file that the act puts where others get a copy of it, in folders that the person has not named; null for none. */
function givenToOthers(facts: Facts): { to: string; what: string } | null {
  const { around } = facts
  for (const { path } of writtenPlaces(facts)) {
    const folders = isThere(path) ? null : around.places.sharedBy(path)
    // A mounted folder has its machine and share in its name.
    const names = folders?.flatMap((name) => name.split(/[:=,]/))
    if (names && !names.some((name) => around.isMentioned(name) || around.isCommanded(name)))
      return { to: `whoever shares ${quoted(folders?.[0] ?? '')}`, what: path }
  }
  return null
}

/** Finds what the act would open or send outside of this machine without the person having named it; null when there is nothing. */
export const wayOut = once((facts): { to: string; what: string } | null => {
  const { gesture, typed, kind, around, keys, act, dialog } = facts
  if (gesture === 'launch') {
    const address = launchedWords(facts).find((word) => leadsOut(word) && !around.isNamed(word))
    if (address !== undefined) return { to: originOf(address), what: address }
  }
  const page = openedFiles(facts).find((path) => isPageOfRun(path, facts))
  if (page !== undefined) return { to: 'whoever it fetches from', what: page }
  if (gesture === 'launch') return null
  const told = foreignAddress(facts)
  if (told !== null) return { to: originOf(told), what: told }
  const given = givenToOthers(facts)
  if (given !== null) return given
  const { writes: saved, opens: read } = act.target
  const elsewhere = [saved, read].find((path) => path && isElsewhere(path) && !around.isNamed(path))
  if (elsewhere) return { to: originOf(elsewhere), what: elsewhere }
  // Words of a script are no formulas. What it leaves is opened by an act of its own.
  const formula = isDocumentTool(facts.tool)
    ? textsIn(act.parameters).find((text) => fetchesThere(text, facts))
    : undefined
  if (formula !== undefined) return { to: 'an address in a formula', what: formula }
  const { address: link, page: here } = act.target
  if (link && facts.inPage && (facts.pressed !== null || keys.includes('enter'))) {
    const leaves = leadsOut(link) && originOf(link) !== originOf(here ?? '')
    return leaves && around.tainted && !around.isNamed(link) ? { to: originOf(link), what: link } : null
  }
  const opens = linkOfDocument(facts)
  if (opens !== null && !around.isNamed(opens))
    return { to: leadsOut(opens) ? originOf(opens) : 'an address that is not shown', what: opens }
  if (isAddressBar(facts)) {
    const goes = keys.includes('enter')
    if (!goes) return null
    const there = act.tool.tool_name === 'set_edit_text' ? '' : shownAddress(facts)
    // The typed text replaces the old address, or is added to it.
    const whole = `${around.typedBefore(facts).text}${typed ?? ''}`
    const addresses = typed === null ? [there] : [whole, typed, `${there}${typed}`]
    const leading = addresses.filter((each) => opensInBar(each))
    const address = leading.find((each) => !around.isNamed(each))
    if (address !== undefined) return { to: originOf(address), what: address }
    if (leading.length > 0) return null
    // The browser sends any text that is no address to a search engine.
    const searched = addresses[0] ?? ''
    return around.tainted && !around.isWritten(searched) ? { to: 'a search engine', what: searched } : null
  }
  if (typed !== null && (kind === 'office' || facts.role === 'cell')) {
    const { text: before } = around.typedBefore(facts)
    const whole = [`${before}${typed}`, typed, `${typed}${before}`].find((each) => fetchesThere(each, facts))
    if (whole !== undefined) return { to: 'an address in a formula', what: whole }
  }
  if (act.target.pasted?.fetches && (kind === 'office' || facts.role === 'cell'))
    return { to: 'an address in a formula', what: 'what was copied' }
  if (typed !== null && takesAddress(facts)) {
    const address = `${around.typedBefore(facts).text}${typed}`.trim()
    const isRemote = leadsOut(address) && (isSchemed(address) || isForAddress(facts))
    if (isRemote && !around.isNamed(address)) return { to: originOf(address), what: address }
  }
  const host = connectsTo(facts)
  if (host !== null && !around.isNamed(host)) return { to: originOf(host), what: host }
  // A script of the page receives each typed letter.
  if (kind === 'browser' && !dialog && !isBrowserChrome(facts) && around.tainted) {
    const told = pastes(facts) ? null : `${around.typedBefore(facts).text}${typed ?? ''}`
    // Key by key, a text is the person's while it may still become one. What was begun elsewhere has to be whole.
    const isPersons = (text: string) =>
      around.isWritten(text, facts.text === null) &&
      around.typedElsewhere(facts).every((each) => around.isWritten(each))
    const isOwn = told !== null && (typed === null || around.isDictated(typed) || isPersons(told))
    const page = act.target.page ?? ''
    if (!isOwn && (page === '' || !around.isNamed(page)))
      return { to: leadsOut(page) ? originOf(page) : 'this page', what: told ?? 'what was copied' }
  }
  return null
})

/** Whether a formula of a sheet can fetch, also by what stands in its cells once the run has read something that could be sent so. */
const fetchesThere = (text: string, { around }: Facts): boolean =>
  isFetching(text) || (around.tainted && isIndirect(text) && !around.isWritten(text))

const ADDRESS_IN = /\b(?:https?|ftps?|sftp|smb|davs?|mailto|file):\S+|\bwww\.\S+/i

/**
 * The address that an application opens from a document: a pressed link, which may show another text, or what stands where Control is held
 * in a click; null where it opens none. A cell of a spreadsheet with an address is a link, too.
 */
function linkOfDocument({ kind, dialog, gesture, pressed, held, control, around }: Facts): string | null {
  if (kind === 'browser' || dialog) return null
  const shown = `${control?.value ?? ''} ${control?.name ?? ''}`
  const clicked = held.includes('ctrl') && (gesture === 'activate' || gesture === 'point')
  if (pressed?.role !== 'link') return clicked ? (ADDRESS_IN.exec(shown)?.[0] ?? null) : null
  return around.tainted || held.includes('ctrl') ? (ADDRESS_IN.exec(shown)?.[0] ?? pressed.name) : null
}

/**
 * The host in a field of one line in which Enter is pressed, as in programs that connect; null where there is none. In a dialog it may be the
 * name of a file, and in a file manager, too.
 */
function connectsTo(facts: Facts): string | null {
  const { keys, dialog, typed, control, window, around } = facts
  if (!keys.includes('enter') || dialog || !takesAddress(facts) || isFileManager(window?.process_name ?? ''))
    return null
  const isSearch = SEARCHING.test(`${control?.name ?? ''} ${control?.description ?? ''}`)
  if (isSearch && !connects(window?.process_name ?? '')) return null
  const whole = typed === null ? (control?.value ?? '') : `${around.typedBefore(facts).text}${typed}`
  const host = whole.trim()
  return leadsOut(host) && !host.includes('@') ? host : null
}

/** Whether a text has the scheme of an address, and not the port of a host or the hours of a time before its colon. */
const isSchemed = (text: string): boolean => /^[a-z][a-z0-9+.-]+:(?!\d+$)/i.test(text)

/** Whether a dialog, or the field in it, says that it connects to what is typed there: it needs no scheme then. */
const isForAddress = ({ dialog, control, window }: Facts): boolean =>
  FOR_ADDRESS.test(control?.name ?? '') || (dialog && FOR_ADDRESS.test(window?.title ?? ''))

/** Whether a dialog or a bar for paths takes an address, because it reads pages and network shares like files. */
const takesAddress = ({ kind, role, control }: Facts): boolean =>
  kind !== 'browser' &&
  (role === 'edit' || role === 'combo box') &&
  !(control?.states.includes('multiline') ?? false)
