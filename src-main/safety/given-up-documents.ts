// Remembers in which windows the run has given up what a document holds: everything was chosen, and then removed or written over. A save
// there takes it from the file, too, which no Undo brings back once the window is closed. Many editors save by themselves, and nothing tells
// which: where the whole path is known, the act that gives the content up counts as the loss, and its answer covers the save. A picture, a sound
// or a film is written anew as a whole whatever was changed in it, so each save of one gives its content up.
import { basename } from 'node:path'
import { statOf } from '../core/stat.ts'
import { chordsHeld } from '../core/pointer-parameters.ts'
import { isFileManager } from './applications.ts'
import type { ActFacts, Gesture } from './act-facts.ts'
import { chordName, chordsOf, kindsOfChord, type KeyKind } from './keys.ts'
import { labelPattern } from './label-pattern.ts'
import { LessenedTexts } from './lessened-texts.ts'
import { savesAll, savesByAnswer } from './saving.ts'
import { RECORDED_FILE, SAVING } from './vocabulary.ts'

/** What a part of an act does to the content of a document. */
type Step = 'choose much' | 'leave choice' | 'replace choice' | 'replace all' | 'undo' | 'save'

/** Steps that change a text, which many editors save by themselves. */
const SAVED_BY_ITSELF = new Set<Step>(['replace choice', 'replace all'])

interface Held {
  /** The process whose window it is: its dialogs ask about the same document. */
  process: string
  /** The path, or only the name, of the file. */
  document: string | null
  isMuchChosen: boolean
  isGivenUp: boolean
}

const CHOOSES_MUCH = new Set([
  'ctrl+a',
  'ctrl+shift+home',
  'ctrl+shift+end',
  'shift+pageup',
  'shift+pagedown',
])
const REPLACES_CHOICE = new Set<KeyKind>(['delete', 'type', 'space', 'enter', 'paste'])
const REPLACING_CHORDS = new Set(['backspace', 'ctrl+backspace', 'ctrl+x'])
const CHOOSING_ITEM = labelPattern({
  whole: 'select all|alles auswählen|alles markieren|tout sélectionner|seleccionar todo|全选|全部选择',
})
const REPLACING_ITEM = labelPattern({
  words:
    'cut|delete|clear|erase|paste|ausschneiden|löschen|einfügen|couper|supprimer|coller|cortar|eliminar|pegar',
  anywhere: '剪切|删除|清除|粘贴',
})
const UNDOING_ITEM = labelPattern({
  words: 'undo|revert|reload|rückgängig|annuler|deshacer',
  anywhere: '撤销|撤消|还原',
})

/** What is known of files that no target tells. */
interface FilesOfWindows {
  /** Whether a file is as it was before the run. */
  isOfPerson(path: string): boolean
  /** The file that a title names, where its folder is known. */
  fileShownAs(title: string): string | null
  /** The file in which an application keeps a text that it shows. */
  fileKeeping(process: string, text: string): string | null
}

export class GivenUpDocuments {
  /** Id of a window → what is known of the document in it. */
  readonly #windows = new Map<string, Held>()
  /** Path → whether its file was the person's when the run first acted in its window. */
  readonly #persons = new Map<string, boolean>()
  readonly #lessened = new LessenedTexts()
  readonly #files: FilesOfWindows
  readonly #found = new WeakMap<ActFacts, string | null>()
  /** Window and title → the file that keeps its text. */
  readonly #keeping = new Map<string, string | null>()

  constructor(files: FilesOfWindows) {
    this.#files = files
  }

  /** Adds an act that the gate has admitted. `mayLose`: the person has allowed to lose what the file holds. */
  add(facts: ActFacts, mayLose: boolean): void {
    const { window } = facts
    const document = this.#documentOf(facts)
    if (document !== null && !this.#persons.has(document))
      this.#persons.set(document, this.#files.isOfPerson(document))
    const lost = this.lostBySaving(facts)
    if (lost !== null && mayLose) this.#persons.set(lost, false)
    this.#lessened.add(facts, document, lost !== null && mayLose)
    if (window === null) return
    const held = this.#after(facts).held
    if (held.isMuchChosen || held.isGivenUp) this.#windows.set(window.id, held)
    else this.#windows.delete(window.id)
  }

  /** Whether a file was there before the run, also where the run has saved it since. */
  isPersons(path: string): boolean {
    return this.#persons.get(path) ?? this.#files.isOfPerson(path)
  }

  /** The text that the run finds in a text area when it acts there for the first time; null for none. */
  foundText(facts: ActFacts): string | null {
    const text = this.#lessened.foundBy(facts, this.#documentOf(facts)) ?? ''
    return /[\p{L}\p{N}]/u.test(text) ? text : null
  }

  /** The file, by its path or only by its name, whose content the act gives up, or saves without it; null for none. */
  lostBySaving(facts: ActFacts): string | null {
    const document = this.#after(facts).lost
    if (document === null || !this.isPersons(document)) return null
    // A title that is no file's, as “Untitled 1”, has no ending.
    if (!document.startsWith('/')) return /\.\p{L}/u.test(basename(document)) ? document : null
    // A file without content loses nothing.
    const found = statOf(document)
    return found?.isFile() === true && found.size > 0 ? document : null
  }

  /** The file of the window that the act is aimed at: its path where that is known in any way, else only its name. */
  #documentOf(facts: ActFacts): string | null {
    const { window, act } = facts
    const told = act.target.document ?? null
    if (window === null || told?.startsWith('/')) return told
    const known = this.#found.get(facts)
    if (known !== undefined) return known
    const found = this.#files.fileShownAs(window.title) ?? this.#keepingFile(facts) ?? told
    this.#found.set(facts, found)
    return found
  }

  /** The file in which the application keeps the text of its window; it is looked for once for each title of a window. */
  #keepingFile({ window, control, dialog, kind }: ActFacts): string | null {
    const isArea = control?.role === 'document' || control?.states.includes('multiline') === true
    const text = control?.value
    if (window === null || kind !== null || dialog || !isArea || typeof text !== 'string') return null
    const at = `${window.id} ${window.title}`
    const known = this.#keeping.get(at)
    if (known !== undefined) return known
    const found = this.#files.fileKeeping(window.process_name, text)
    this.#keeping.set(at, found)
    return found
  }

  #after(facts: ActFacts): { held: Held; lost: string | null } {
    const { window, dialog } = facts
    const process = window?.process_name ?? ''
    const own = window === null ? undefined : this.#windows.get(window.id)
    const saves = savesAll(facts) || savesByAnswer(facts)
    if (dialog || saves) {
      const asked = [...this.#windows.values()].find((each) => each.process === process && each.isGivenUp)
      return { held: own ?? nothing(process), lost: saves ? (asked?.document ?? null) : null }
    }
    const held = { ...(own ?? nothing(process)), document: this.#documentOf(facts) ?? own?.document ?? null }
    let lost: string | null = null
    const isLessened = this.#lessened.isLessened(facts, held.document)
    if (!LOOKING.has(facts.gesture)) held.isGivenUp ||= isRecorded(held.document)
    for (const step of stepsOf(facts)) {
      const reachesFile =
        step === 'save' || (SAVED_BY_ITSELF.has(step) && held.document?.startsWith('/') === true)
      if (reachesFile && isLessened) lost = held.document
      if (step === 'save') {
        if (held.isGivenUp) lost = held.document
      } else if (step === 'undo') held.isGivenUp = held.isMuchChosen = false
      else {
        const wasGivenUp = held.isGivenUp
        held.isGivenUp ||= step === 'replace all' || (step === 'replace choice' && held.isMuchChosen)
        if (held.isGivenUp && !wasGivenUp && held.document?.startsWith('/')) lost = held.document
        held.isMuchChosen = step === 'choose much'
      }
    }
    return { held, lost }
  }
}

const LOOKING: ReadonlySet<Gesture> = new Set(['observe', 'go to window'])

/** Whether a file is a recording, as a picture is: a program decodes it, and writes all of it anew. */
const isRecorded = (document: string | null): boolean => document !== null && RECORDED_FILE.test(document)

const nothing = (process: string): Held => ({
  process,
  document: null,
  isMuchChosen: false,
  isGivenUp: false,
})

function stepsOf(facts: ActFacts): Step[] {
  const { tool, act, terminal, kind, window, pressed, gesture } = facts
  if (terminal || kind === 'browser' || isFileManager(window?.process_name ?? '')) return []
  if (pressed !== null && gesture !== 'keys') return stepOfItem(pressed.name)
  if (isField(facts)) return facts.keys.includes('save') ? ['save'] : []
  switch (tool) {
    case 'keyboard_input':
      return chordsOf(chordsHeld(act.parameters)).flatMap(stepOfChord)
    case 'set_edit_text':
    case 'type_text':
      // Without that it is put at the end, over what is selected there.
      return [
        act.parameters['clear_current_text'] === true && facts.role !== 'cell'
          ? 'replace all'
          : 'replace choice',
      ]
    case 'select_text':
      return act.parameters['ending_phrase'] ? ['choose much'] : ['leave choice']
    case 'drag_on_coordinates':
      return facts.role === 'document' ? ['choose much'] : ['leave choice']
    case 'click_input':
    case 'click_on_coordinates':
      return facts.held.includes('shift') ? ['choose much'] : ['leave choice']
    default:
      return []
  }
}

/** A field of one line beside the document. */
const isField = ({ role, control }: ActFacts): boolean =>
  role === 'password' ||
  role === 'combo box' ||
  role === 'spinner' ||
  (role === 'edit' && !(control?.states.includes('multiline') ?? false))

function stepOfItem(name: string): Step[] {
  if (SAVING.test(name)) return ['save']
  if (CHOOSING_ITEM.test(name)) return ['choose much']
  if (UNDOING_ITEM.test(name)) return ['undo']
  return REPLACING_ITEM.test(name) ? ['replace choice'] : []
}

function stepOfChord(chord: ReturnType<typeof chordsOf>[number]): Step[] {
  const name = chordName(chord)
  const kinds = kindsOfChord(chord)
  if (kinds.includes('save')) return ['save']
  if (CHOOSES_MUCH.has(name)) return ['choose much']
  if (name === 'ctrl+z') return ['undo']
  if (REPLACING_CHORDS.has(name) || kinds.some((kind) => REPLACES_CHOICE.has(kind))) return ['replace choice']
  // With Shift, the choice goes on from where it began.
  return kinds.includes('caret') && !chord.held.includes('shift') ? ['leave choice'] : []
}
