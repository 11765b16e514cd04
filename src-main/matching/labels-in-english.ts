// Tells what an application's labels are called in English, for who judges them by their words.
import type { WindowInfo } from '../core/desktop.ts'
import type { Catalogues, Translate, Words } from './catalogues.ts'
import { plainLabel } from './label.ts'

/** Returns a label and its English names, each with the dots of one that asks for more: “Salva…” is “save…”. */
export function readingsOf(label: string, english: Translate | undefined): string[] {
  const dots = /(?:…|\.\.\.)\s*$/.test(label) ? '…' : ''
  return [label, ...(english?.(label) ?? []).map((name) => name + dots)]
}

/** What a toolkit's own dialogs are answered by. */
const ANSWERS = /^(?:ok|yes|no|cancel|close|open|save|save as|help|apply)$/

export class LabelsInEnglish {
  /** The language that interfaces are in; `''` for English. */
  readonly language: string
  readonly #catalogues: Pick<Catalogues, 'wordsOf'>
  /** Name of a process whose window was seen → what its labels mean. */
  readonly #known = new Map<string, Pick<Words, 'english' | 'isOwn'>>()
  readonly #reading = new Map<string, Promise<void>>()

  constructor(catalogues: Pick<Catalogues, 'wordsOf' | 'language'>) {
    this.#catalogues = catalogues
    this.language = catalogues.language
  }

  /** Reads the catalogues of a window's application before its labels are judged. */
  see({ process_name }: Pick<WindowInfo, 'process_name'>): Promise<void> {
    const reading = this.#reading.get(process_name) ?? this.#read(process_name)
    this.#reading.set(process_name, reading)
    return reading
  }

  async #read(process_name: string): Promise<void> {
    this.#known.set(process_name, await this.#catalogues.wordsOf({ process_name, application: '' }))
  }

  /**
   * Returns the plain English labels that this one may have; none in an English interface, and of an application that was not seen. Where only a
   * toolkit tells, the label itself is one of them, for it may mean another thing: “Avsluta” is “Quit” in GTK, and ends processes elsewhere.
   */
  of(processName: string, label: string): readonly string[] {
    const words = this.#known.get(processName)
    const meant = words?.english(label) ?? []
    const isSure = words?.isOwn === true || meant.every((name) => ANSWERS.test(name))
    return isSure ? meant : [...meant, plainLabel(label)]
  }

  /** Returns the label as it stands there, and in English. */
  readings(processName: string, label: string): string[] {
    return readingsOf(label, this.#known.get(processName)?.english)
  }
}
