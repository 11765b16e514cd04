// Tells what saves a document to its own file, what closes it without saving, and what copies, by the words and keys of a program.
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

const COPY = /^(copy|cut|kopieren|ausschneiden|copier|couper|copiar|cortar|复制|剪切)$/
const COPY_KEYS = /^(?:(?:ctrl|control|cmd)\+(?:shift\+)?[cx]|ctrl\+insert|shift\+delete)$/i

/** Whether a menu item or button puts what is selected into the clipboard. */
export const isCopyLabel = (label: string): boolean => COPY.test(plainLabel(label))

/** Whether keys put what is selected into the clipboard, perhaps after others (`Ctrl+A Ctrl+C`). */
export const isCopyKeys = (keys: string): boolean => COPY_KEYS.test(keys.trim().split(/\s+/).at(-1) ?? '')
