// Tells what saves a document to its own file, and what closes it without saving, by the words and keys of a program.
import { plainLabel } from './label.ts'

const SAVE = /^(save|speichern|enregistrer|guardar|保存)$/
/** Words for closing without the changes since the last save, in an application's own question about them; whole words, and signs. */
export const DISCARDING_WORDS = {
  words:
    "don'?t save|do not save|without saving|discard|leave|nicht speichern|ohne (zu )?speichern|verwerfen|ne pas enregistrer|sans enregistrer|abandonner|no guardar|sin guardar|descartar",
  anywhere: '不保存|不存储|放弃|丢弃',
}
const DISCARD = new RegExp(
  `(?<!\\p{L})(?:${DISCARDING_WORDS.words})(?!\\p{L})|${DISCARDING_WORDS.anywhere}`,
  'u',
)
const KEYS = /^(ctrl|control|cmd)\+s$/i

/** Whether a menu item or button means the document's own file; “Save As…” means the dialog. */
export const isSaveLabel = (label: string): boolean =>
  SAVE.test(plainLabel(label)) && !/(…|\.\.\.)\s*$/.test(label)

export const isDiscardLabel = (label: string): boolean => DISCARD.test(plainLabel(label))

export const isSaveKeys = (keys: string): boolean => KEYS.test(keys.trim())
