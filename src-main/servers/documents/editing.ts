// Carries out a change of a document, saves it where that is wanted, and judges it by what is then read back: from the file, opened anew,
// or from the window's document where nothing was saved.
import type { EffectReport } from '../../core/desktop.ts'
import { ToolError } from '../../core/errors.ts'
import { evidenceWords, seen } from '../../../src-preload/contract/evidence.ts'
import {
  asOneStep,
  extensionOf,
  loadAgain,
  openDocument,
  saveInPlace,
  type DocumentKind,
  type OpenDocument,
} from './document.ts'
import type { OfficePlace } from './office.ts'

export type Told = ReturnType<typeof seen>

/** What a change gives back, and how it is recognized in the document. */
export interface Change {
  result: Record<string, unknown>
  /** Reads it back. `holds` is null where that can’t be told; `isPlain`: the file keeps values only, no formulas or formats. */
  check(document: OpenDocument, isPlain: boolean): Promise<{ holds: boolean | null; told: Told }>
}

export interface EditRequest {
  /** Absolute; null for the document in front. */
  path: string | null
  /** Null: a file is saved, a document in a window is left to its person. */
  save: boolean | null
  kind: DocumentKind
  /** Whether a file that is not there yet is made. */
  makes?: boolean
  /** As Undo names it. */
  name: string
}

const KIND_WORDS: Record<DocumentKind, string> = {
  text: 'a text document',
  sheet: 'a spreadsheet',
  slides: 'a presentation',
}

export async function edit(
  { path, save, kind, makes = false, name }: EditRequest,
  place: OfficePlace,
  work: (document: OpenDocument) => Promise<Change>,
): Promise<Record<string, unknown>> {
  let isSaved = false
  let judged: Awaited<ReturnType<Change['check']>>
  let changed: Change
  let file: string | null
  {
    await using document = await openDocument(path, place, makes ? kind : null)
    if (document.kind !== kind)
      throw new ToolError(
        `${document.path ?? 'The document'} is ${KIND_WORDS[document.kind]}: this tool is for ${KIND_WORDS[kind]}.`,
      )
    const isToSave = save ?? !document.isShown
    if (path === null && isToSave && document.path !== null) throw notNamed(document.path)
    changed = await asOneStep(document, name, () => work(document))
    judged = await changed.check(document, false)
    file = document.path
    if (isToSave) {
      await saveInPlace(document)
      isSaved = true
    }
  }
  if (isSaved && file !== null && judged.holds === true) {
    await using again = await loadAgain(file, place)
    judged = await changed.check(again, extensionOf(file) === 'csv')
  }
  return {
    document: file ?? 'the document in front, which has no file yet',
    saved: isSaved,
    ...changed.result,
    ...verdict(judged.holds, [
      judged.told,
      ...(isSaved && file !== null ? [seen('file_written', { path: file })] : []),
    ]),
  }
}

/** The part of a result that says what was read back. */
export function verdict(holds: boolean | null, told: Told[]): { verified: EffectReport } {
  const effect = holds === null ? 'unconfirmed' : holds ? 'confirmed' : 'contradicted'
  return { verified: { effect, evidence: evidenceWords(told), told } }
}

/** The gate judges the file that an act names, and knows no other: the person may have to be asked. */
export const notNamed = (path: string): ToolError =>
  new ToolError(`Nothing was done: ${path} is only saved where you name it (path).`)
