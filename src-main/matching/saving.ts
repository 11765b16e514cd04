// Tells what saves a document to its own file, and what copies, by the words and keys of a program.
import { plainLabel } from './label.ts'

const SAVE = /^(save|speichern|enregistrer|guardar|保存)$/
const KEYS = /^(ctrl|control|cmd)\+s$/i

/** Whether a menu item or button means the document's own file; “Save As…” means the dialog. */
export const isSaveLabel = (label: string): boolean =>
  SAVE.test(plainLabel(label)) && !/(…|\.\.\.)\s*$/.test(label)

const KEEP = /^(?:save|store|speichern|enregistrer|guardar|保存)(?!\p{L})/u

/** Whether a menu item or button is there to keep what its window has: “Save note”. */
export const isKeepLabel = (label: string): boolean =>
  KEEP.test(plainLabel(label)) && !/(…|\.\.\.)\s*$/.test(label)

export const isSaveKeys = (keys: string): boolean => KEYS.test(keys.trim())

const COPY = /^(copy|cut|kopieren|ausschneiden|copier|couper|copiar|cortar|复制|剪切)$/
const COPY_KEYS = /^(?:(?:ctrl|control|cmd)\+(?:shift\+)?[cx]|ctrl\+insert|shift\+delete)$/i

/** Whether a menu item or button puts what is selected into the clipboard. */
export const isCopyLabel = (label: string): boolean => COPY.test(plainLabel(label))

/** Whether keys put what is selected into the clipboard, perhaps after others (`Ctrl+A Ctrl+C`). */
export const isCopyKeys = (keys: string): boolean => COPY_KEYS.test(keys.trim().split(/\s+/).at(-1) ?? '')
