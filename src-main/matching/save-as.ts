// Knows “Save As…” by its words: with it, applications ask for a file's name.
import { Label } from './label.ts'

/** With at most one word between: “Save map as”. */
const SAVE_AS =
  /^(?:save (?:\p{L}+ )?as|(?:\p{L}+ )?speichern (?:unter|als)|enregistrer (?:\p{L}+ )?sous|guardar (?:\p{L}+ )?como|salvar (?:\p{L}+ )?como|salva (?:\p{L}+ )?con nome|opslaan als|zapisz jako|另存为|另存為|名前を付けて保存|다른 이름으로 저장)$/u
/** What is saved so is not the document: “Save copy as”. */
const OTHER = /\b(?:copy|selection|kopie|auswahl|copie|copia)\b/

/** Tells whether a label saves the document under another name. */
export function isSaveAs(label: string): boolean {
  const name = new Label(label).bare
  return SAVE_AS.test(name) && !OTHER.test(name)
}
