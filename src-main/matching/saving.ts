// Tells what saves a document to its own file, by the words and keys of a program.
import { plainLabel } from './label.ts'

const SAVE = /^(save|speichern|enregistrer|guardar|保存)$/
const KEYS = /^(ctrl|control|cmd)\+s$/i

/** Whether a menu item or button means the document's own file; “Save As…” means the dialog. */
export const isSaveLabel = (label: string): boolean =>
  SAVE.test(plainLabel(label)) && !/(…|\.\.\.)\s*$/.test(label)

export const isSaveKeys = (keys: string): boolean => KEYS.test(keys.trim())
