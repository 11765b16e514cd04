// Saves a document under another name or in another format, and says by the file itself whether it was written.
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import { isFolder, isThere, statOf } from '../../core/stat.ts'
import { needsItsName, savedAs, saveWork } from '../../safety/document-work.ts'
import type { Places } from '../../safety/places.ts'
import {
  extensionOf,
  FORMATS,
  openDocument,
  storeTo,
  type DocumentKind,
  type OpenDocument,
} from './document.ts'
import { beginningOf } from '../file-beginning.ts'
import { notNamed, verdict } from './editing.ts'
import type { OfficePlace } from './office.ts'
import { pdfPages } from './reading.ts'
import { properties } from './uno/bridge.ts'

/** The endings that the reference's three servers take where none is given. */
const USUAL: Record<DocumentKind, string> = { text: '.pdf', sheet: '.csv', slides: '.pptx' }
/** How files of these endings begin; of the others nothing is known. */
const BEGINNINGS: [RegExp, string][] = [
  [/^(odt|ods|odp|docx|xlsx|pptx)$/, 'PK'],
  [/^pdf$/, '%PDF'],
  [/^png$/, '\u0089PNG'],
  [/^rtf$/, '{\\rtf'],
]

export interface SaveRequest {
  /** Absolute; null for the document in front. Alone, one where no file is yet is the new file. */
  path: string | null
  parameters: Record<string, unknown>
  replace: boolean
  /** Only the slide that is shown, or the first. */
  currentSlideOnly: boolean
  places: Places
}

export async function saveAs(
  { path, parameters, replace, currentSlideOnly, places }: SaveRequest,
  place: OfficePlace,
  home: string,
) {
  const { source, to: named } = saveWork(parameters, path, home)
  await using document = await openDocument(source, place)
  const to = named ?? savedAs(parameters, document.path, home, USUAL[document.kind])
  if (to === null) throw new ToolError('Say where to: file_dir and file_name.')
  if (named === null && needsItsName(to, places)) throw notNamed(to)
  const known = FORMATS[document.kind]
  const format = known[extensionOf(to)]
  if (!format)
    throw new ToolError(
      `This document can’t be saved as .${extensionOf(to)}: it can be ${Object.keys(known).join(', ')}.`,
    )
  if (!isFolder(dirname(to))) throw new ToolError(`There is no folder ${dirname(to)}. make_folder makes it.`)
  if (isFolder(to)) throw new ToolError(`${to} is a folder.`)
  if (isThere(to) && !replace)
    throw new ToolError(`${to} is there already. Nothing was saved; replace=true replaces it.`)
  const before = statOf(to)?.mtimeMs ?? null
  if (currentSlideOnly) await storeOneSlide(document, to, format.filter)
  else if (document.isShown && !format.exported && source === null) {
    // The window's document becomes the new file, as its own “Save As” does it.
    const how = properties({ FilterName: format.filter, Overwrite: true })
    await document.model.value('storeAsURL', pathToFileURL(to).href, how)
  } else await storeTo(document, to, format.filter)
  const fault = await faultOf(to, before)
  return {
    document: document.path ?? 'the document in front',
    saved_as: to,
    ...(fault === null ? verdict(true, [seen('file_written', { path: to })]) : verdict(false, [fault])),
  }
}

/** Keeps one slide of a copy, so that the document itself stays whole. */
async function storeOneSlide(document: OpenDocument, to: string, filter: string): Promise<void> {
  if (document.kind !== 'slides') throw new ToolError('current_slide_only is for presentations.')
  const pages = await document.model.object('getDrawPages')
  const shown = document.isShown
    ? await (await document.model.object('getCurrentController')).object('getCurrentPage')
    : await pages.object('getByIndex', 0)
  const number = Number(await shown.get('Number'))
  if (extensionOf(to) === 'pdf') {
    const FilterData = properties({ PageRange: String(number) })
    return storeTo(document, to, filter, { FilterData })
  }
  if (extensionOf(to) === 'png') return storeTo(document, to, filter)
  throw new ToolError('One slide can be saved as .pdf or .png.')
}

async function faultOf(path: string, before: number | null) {
  const found = statOf(path)
  if (!found?.isFile() || found.size === 0) return seen('file_not_new', { path })
  if (found.mtimeMs === before) return seen('file_kept', { path })
  const [, beginning] = BEGINNINGS.find(([endings]) => endings.test(extensionOf(path))) ?? []
  if (beginning !== undefined && (await beginningOf(path, beginning.length)).toString('latin1') !== beginning)
    return seen('file_not_new', { path })
  if (extensionOf(path) === 'pdf' && (await pdfPages(path)).length === 0)
    return seen('file_not_new', { path })
  return null
}
