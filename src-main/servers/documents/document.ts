// Opens a document, in the window that shows it or without one, and saves it: for every tool of DocumentExecutor.
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readFileSync } from 'node:fs'
import { ToolError } from '../../core/errors.ts'
import { isFolder, isThere, statOf } from '../../core/stat.ts'
import { hiddenOffice, openOffice, type OfficePlace } from './office.ts'
import { properties, type OfficeBridge, type UnoObject } from './uno/bridge.ts'
import { Reference, Typed } from './uno/wire.ts'

export type DocumentKind = 'text' | 'sheet' | 'slides'

/** A document that is worked on. Dispose it to close what was opened for it. */
export interface OpenDocument extends AsyncDisposable {
  bridge: OfficeBridge
  model: UnoObject
  kind: DocumentKind
  /** Null for one that has no file yet. */
  path: string | null
  /** Whether it is in a window. */
  isShown: boolean
}

const SERVICES: [DocumentKind, string][] = [
  ['sheet', 'com.sun.star.sheet.SpreadsheetDocument'],
  ['slides', 'com.sun.star.presentation.PresentationDocument'],
  ['text', 'com.sun.star.text.GenericTextDocument'],
]
const FACTORIES: Record<DocumentKind, string> = {
  text: 'private:factory/swriter',
  sheet: 'private:factory/scalc',
  slides: 'private:factory/simpress',
}

/** The office's name of each format. What is only exported never becomes the document of a window. */
export const FORMATS: Record<DocumentKind, Record<string, { filter: string; exported?: true }>> = {
  text: {
    odt: { filter: 'writer8' },
    docx: { filter: 'MS Word 2007 XML' },
    doc: { filter: 'MS Word 97' },
    rtf: { filter: 'Rich Text Format' },
    txt: { filter: 'Text (encoded)', exported: true },
    html: { filter: 'HTML (StarWriter)', exported: true },
    pdf: { filter: 'writer_pdf_Export', exported: true },
  },
  sheet: {
    ods: { filter: 'calc8' },
    xlsx: { filter: 'Calc MS Excel 2007 XML' },
    xls: { filter: 'MS Excel 97' },
    csv: { filter: 'Text - txt - csv (StarCalc)', exported: true },
    html: { filter: 'HTML (StarCalc)', exported: true },
    pdf: { filter: 'calc_pdf_Export', exported: true },
  },
  slides: {
    odp: { filter: 'impress8' },
    pptx: { filter: 'Impress MS PowerPoint 2007 XML' },
    ppt: { filter: 'MS PowerPoint 97' },
    pdf: { filter: 'impress_pdf_Export', exported: true },
    png: { filter: 'impress_png_Export', exported: true },
  },
}

export const extensionOf = (path: string): string => extname(path).slice(1).toLowerCase()
const KINDS = Object.keys(FORMATS) as DocumentKind[]
/** The kinds of documents that a file of this name can be. */
const kindsOf = (path: string): DocumentKind[] => KINDS.filter((kind) => extensionOf(path) in FORMATS[kind])

/**
 * Opens the file, in the window that shows it where there is one; without a path, the document in front. `make` says what a file that is
 * not there yet becomes.
 */
export async function openDocument(
  path: string | null,
  place: OfficePlace,
  make: DocumentKind | null = null,
): Promise<OpenDocument> {
  const shown = await openOffice(place)
  if (shown) {
    const found = await shownDocument(shown, path)
    if (found) return found
    shown[Symbol.dispose]()
  }
  if (path === null)
    throw new ToolError(
      'No document is open in LibreOffice on this desktop. Name a file (path), or open one.',
    )
  if (isFolder(path)) throw new ToolError(`${path} is a folder.`)
  if (!isThere(path) && make === null) throw new ToolError(`There is no file ${path}.`)
  if (!isThere(path) && !kindsOf(path).some((kind) => kind === make))
    throw new ToolError(`${path} can’t be made: its name has to end in ${endingsOf(make ?? 'text')}.`)
  if (isThere(path) && kindsOf(path).length === 0)
    throw new ToolError(`${path} is no text, sheet or presentation that is known here.`)
  return loadHidden(path, place, isThere(path) ? null : make)
}

const endingsOf = (kind: DocumentKind): string =>
  Object.keys(FORMATS[kind])
    .map((ending) => `.${ending}`)
    .join(', ')

/** Loads a file without a window: no macro of it runs, and nothing that it links to is fetched. */
async function loadHidden(
  path: string,
  place: OfficePlace,
  make: DocumentKind | null,
): Promise<OpenDocument> {
  const bridge = await hiddenOffice(place)
  try {
    const desktop = await bridge.service('com.sun.star.frame.Desktop')
    const url = make === null ? pathToFileURL(path).href : FACTORIES[make]
    const csv = extensionOf(path) === 'csv' && make === null ? csvOptions(path) : {}
    const how = properties({ Hidden: true, MacroExecutionMode: 0, UpdateDocMode: 0, ...csv })
    const model = await desktop.find('loadComponentFromURL', url, '_blank', 0, how)
    if (!model) throw new ToolError(`LibreOffice can’t read ${path}.`)
    const close = () => model.value('close', true).catch(() => null)
    const kind = await kindOf(model)
    if (kind === null) {
      await close()
      throw new ToolError(`${path} is no text, sheet or presentation.`)
    }
    return {
      bridge,
      model,
      kind,
      path,
      isShown: false,
      [Symbol.asyncDispose]: async () => {
        await close()
        bridge[Symbol.dispose]()
      },
    }
  } catch (error) {
    bridge[Symbol.dispose]()
    throw error
  }
}

/** Reads a file anew from the disk, for judging what was saved. */
export const loadAgain = (path: string, place: OfficePlace): Promise<OpenDocument> =>
  loadHidden(path, place, null)

async function shownDocument(bridge: OfficeBridge, path: string | null): Promise<OpenDocument | null> {
  const desktop = await bridge.service('com.sun.star.frame.Desktop')
  const model =
    path === null ? await desktop.find('getCurrentComponent') : await componentOf(desktop, bridge, path)
  const kind = model ? await kindOf(model) : null
  if (!model || kind === null) return null
  return {
    bridge,
    model,
    kind,
    path: await pathOf(model),
    isShown: true,
    [Symbol.asyncDispose]: () => {
      bridge[Symbol.dispose]()
      return Promise.resolve()
    },
  }
}

async function componentOf(
  desktop: UnoObject,
  bridge: OfficeBridge,
  path: string,
): Promise<UnoObject | null> {
  const all = await (await desktop.object('getComponents')).object('createEnumeration')
  while ((await all.value('hasMoreElements')) === true) {
    const next = await all.value('nextElement')
    const model = next instanceof Reference ? await bridge.wrap(next) : null
    if (model && (await pathOf(model)) === path) return model
  }
  return null
}

async function pathOf(model: UnoObject): Promise<string | null> {
  const url = await model.value('getURL').catch(() => '')
  return typeof url === 'string' && url.startsWith('file:') ? fileURLToPath(url) : null
}

async function kindOf(model: UnoObject): Promise<DocumentKind | null> {
  for (const [kind, service] of SERVICES) {
    if ((await model.value('supportsService', service).catch(() => false)) === true) return kind
  }
  return null
}

/** Says how the fields of a CSV file are parted, as its first lines have them; it is read as UTF-8. */
function csvOptions(path: string): Record<string, unknown> {
  const beginning = readFileSync(path).subarray(0, 4000).toString('utf8')
  const counted = [',', ';', '\t'].map((mark) => ({ mark, times: beginning.split(mark).length }))
  const [most] = counted.toSorted((a, b) => b.times - a.times)
  return {
    FilterName: 'Text - txt - csv (StarCalc)',
    FilterOptions: `${(most?.mark ?? ',').charCodeAt(0)},34,76,1,,0,false,true`,
  }
}

/** Saves to the document's own file. Throws where it has none. */
export async function saveInPlace(document: OpenDocument): Promise<void> {
  const { model, path, isShown, kind } = document
  if (path === null) throw new ToolError('The document has no file yet: save_as gives it one.')
  const before = statOf(path)?.mtimeMs ?? null
  if (isShown) await model.value('store')
  else await storeTo(document, path, FORMATS[kind][extensionOf(path)]?.filter ?? '')
  const after = statOf(path)?.mtimeMs ?? null
  if (after === null) throw new ToolError(`${path} was not written.`)
  if (after === before && isShown && (await model.value('isModified')) === true)
    throw new ToolError(`${path} was not written: the application still asks, or it is read-only.`)
}

/** Writes the document to a file in a format of its kind; the document itself stays where it is. */
export async function storeTo(
  { model }: OpenDocument,
  path: string,
  filter: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const csv = extensionOf(path) === 'csv' ? { FilterOptions: '44,34,76,1,,0,false,true,false' } : {}
  const text = extensionOf(path) === 'txt' ? { FilterOptions: 'UTF8,LF' } : {}
  const how = properties({ FilterName: filter, Overwrite: true, ...csv, ...text, ...more })
  await model.value('storeToURL', pathToFileURL(path).href, how)
}

/** Does the work as one step of the window's Undo. */
export async function asOneStep<T>(
  { model, isShown }: OpenDocument,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!isShown) return work()
  const undo = await model.find('getUndoManager').catch(() => null)
  await undo?.value('enterUndoContext', name)
  try {
    return await work()
  } finally {
    await undo?.value('leaveUndoContext')
  }
}

/**
 * Shows a range or object of the document as selected in its window. Returns whether that is selected then; null where it can’t be
 * told.
 */
export async function select(document: OpenDocument, what: UnoObject): Promise<boolean | null> {
  if (!document.isShown)
    throw new ToolError('Nothing can be selected in a document without a window. Open it first.')
  const controller = await document.model.object('getCurrentController')
  if ((await controller.value('select', new Typed(what.reference.type, what.reference))) === false)
    return false
  const [wanted, now] = [await markOf(what), await selectedMark(document)]
  return wanted === null || now === null ? null : wanted === now
}

/** Tells one range of a document from others: its address in a sheet, its text elsewhere. Null for what has neither. */
async function markOf(range: UnoObject): Promise<string | null> {
  const address = await range.value('getRangeAddress').catch(() => null)
  if (address !== null) return JSON.stringify(address)
  const text = await range.value('getString').catch(() => null)
  return typeof text === 'string' ? text : null
}

async function selectedMark({ model, bridge }: OpenDocument): Promise<string | null> {
  const selection = await model.find('getCurrentSelection').catch(() => null)
  if (!selection) return null
  const count = await selection.value('getCount').catch(() => null)
  if (count === null) return markOf(selection)
  const first = count === 1 ? await selection.value('getByIndex', 0) : null
  return first instanceof Reference ? markOf(await bridge.wrap(first)) : null
}
