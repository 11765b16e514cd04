// Finds out what an act in a dialog would answer: the button that Enter presses, the file that is saved, the question.
import type { RunControl } from '../../../core/run-control.ts'
import type { Platform, PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { absolutePath, isAddress, existingFile, fileIn, folderAt } from './files.ts'
import { foldersOfPath } from './dialog-folders.ts'
import { short } from './names.ts'
import { ITEMS } from '../../../safety/facts.ts'
import type { DesktopState } from '../state.ts'
import { saveDialog } from './window-traits.ts'

export interface DialogFacts {
  defaultButton: string | null
  /** The existing file that would be overwritten: its path, or its name where the folder is only shown as a list. */
  overwrites: string | null
  /** Path of the file that saving writes; null where it is unknown. */
  saves: string | null
  /** The path, or only the name, of the file that saving writes, whether it exists or not; null where nothing is saved. */
  writes: string | null
  /** The folders that it may be written to, where only its name is known. */
  folders: string[]
  /** The files and folders that are chosen in a dialog for files. */
  items: string[]
  /** The path in a dialog that does not save; null where there is none. */
  opens: string | null
  /** The text of a message box; null for any other window. */
  question: string | null
  /** Whether that message box has one button only. */
  onlyAnswer: boolean
}

const NONE: DialogFacts = {
  defaultButton: null,
  overwrites: null,
  saves: null,
  writes: null,
  folders: [],
  items: [],
  opens: null,
  question: null,
  onlyAnswer: false,
}

/** Describes a dialog. With `typed`, the act enters that text first; with `byKey`, it presses Enter instead of the control. */
export async function dialogFacts(
  state: DesktopState,
  window: PlatformWindow,
  element: PlatformElement | null,
  { typed, byKey }: { typed: string; byKey: boolean },
  run: RunControl,
): Promise<DialogFacts> {
  if (window.kind === 'popup') return NONE
  await state.labels.see({ process_name: window.processName })
  if (window.kind !== 'dialog' && !window.modal && saveDialog(window, [], state.labels) === null) return NONE
  const { elements } = await state.platform.tree(window, { max: 500 }, run)
  const inside = elements.filter((each) => isInside(each, window))
  const defaultButton = inside.find((each) => each.states.includes('default'))?.name ?? null
  const question = questionOf(inside)
  const onlyAnswer = question !== null && inside.filter(answers).length === 1
  const dialog = saveDialog(window, inside, state.labels)
  const otherButton = element?.role === 'button' && dialog?.button?.ref !== element.ref
  const saves = dialog !== null && (byKey ? !otherButton : element?.ref === dialog.button?.ref)
  const items = question === null ? chosenFiles(inside, element, typed) : []
  if (!saves) return { ...NONE, defaultButton, question, onlyAnswer, items, opens: pathIn(inside, typed) }
  const written = typed === '' && dialog.name ? await textIn(state, dialog.name, run) : typed
  const name = written.trim()
  const folder = shownFolder(inside)
  const path = absolutePath(name, folder)
  return {
    defaultButton,
    question,
    onlyAnswer,
    overwrites: existingFile(name) ?? (folder && fileIn(folder, name)) ?? listedFile(inside, name),
    saves: path,
    // The gate knows whose home `~` stands for.
    writes: name.startsWith('~') ? name : (path ?? (name === '' ? null : name)),
    folders: path === null && name !== '' ? foldersOfPath(inside) : [],
    items,
    opens: null,
  }
}

/** Finds a path in the typed text, or in a field of the dialog. */
function pathIn(inside: PlatformElement[], typed: string): string | null {
  const fields = inside.filter(({ role }) => role === 'edit' || role === 'combo box')
  const texts = [typed, ...fields.map(({ value }) => value ?? '')].map((text) => text.trim())
  return texts.find((text) => /^(\/|~\/|file:|\\\\)/i.test(text) || isAddress(text)) ?? null
}

/** The item that is pressed, or those that are chosen or named, in the folder that the dialog shows. */
function chosenFiles(inside: PlatformElement[], element: PlatformElement | null, typed: string): string[] {
  const listed = inside.filter(({ role }) => ITEMS.has(role))
  if (listed.length === 0) return []
  const fields = inside.filter(({ role }) => role === 'edit').map(({ value }) => value ?? '')
  const chosen = listed.filter(({ states }) => states.includes('selected')).map(({ name }) => name)
  const pressed = element && ITEMS.has(element.role) ? [element.name] : null
  const names = (pressed ?? [typed, ...fields, ...chosen])
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const shown = shownFolder(inside)
  const folders = shown === null ? foldersOfPath(inside) : [shown]
  return [...new Set(names.flatMap((name) => folders.flatMap((folder) => fileIn(folder, name) ?? [])))]
}

const textIn = async (state: DesktopState, element: PlatformElement, run: RunControl): Promise<string> =>
  (await state.platform.text(element.ref, run)) ?? element.value ?? ''

/** The folder of a file dialog, where the dialog shows its whole path (Qt does). */
function shownFolder(inside: PlatformElement[]): string | null {
  for (const { role, name, value } of inside) {
    if (role !== 'combo box' && role !== 'edit') continue
    const folder = folderAt(value ?? '') ?? folderAt(name)
    if (folder !== null) return folder
  }
  return null
}

/** Finds a file of that name in the list of a file dialog. */
function listedFile(inside: PlatformElement[], name: string): string | null {
  const isListed = inside.some(
    (each) => /^(cell|list item|tree item|row|image)$/.test(each.role) && each.name.trim() === name,
  )
  return name !== '' && isListed ? name : null
}

/** Roles that a message box does not have. */
const FORM = /^(edit|document|password|combo box|spinner|slider|list|table|tree|tab list|web page)$/
const MAX_QUESTION_LENGTH = 600

/** Whether a dialog is answered by it, or told to do more. “Do not show this again” is not, as long as it is off. */
const answers = ({ role, states }: PlatformElement): boolean =>
  /^(button|toggle button|link|radio button|switch|menu|list item)$/.test(role) ||
  (role === 'check box' && !states.includes('unchecked'))

/** The most controls of a dialog to read for its text. A message box has few. */
const MAX_SAID = 100
/** The most milliseconds for this, because the window is reported without the text, too. */
const SAID_MS = 500

/** Reads the text of a message box, empty where that shows none that can be read; null for another window, and where it can't be read in time. */
export async function textOfDialog(
  platform: Pick<Platform, 'tree'>,
  window: PlatformWindow,
  run: RunControl,
): Promise<string | null> {
  if (window.minimized || window.kind === 'popup' || (window.kind !== 'dialog' && !window.modal)) return null
  using reading = run.child({ timeoutMs: SAID_MS, name: 'Reading a dialog' })
  try {
    const { elements } = await reading.race(platform.tree(window, { max: MAX_SAID }, reading))
    const inside = elements.filter((each) => isInside(each, window))
    return questionOf(inside) ?? (hasOnlyAnswers(inside) ? '' : null)
  } catch (error) {
    if (run.stopped) throw error
    return null
  }
}

/** The most buttons of a message box. */
const MAX_ANSWERS = 3

/** Whether it has a few buttons and nothing else: some toolkits (Lazarus) tell nothing of the text beside them. */
function hasOnlyAnswers(inside: PlatformElement[]): boolean {
  const within = inside.filter(({ role }) => role !== 'window' && role !== 'dialog')
  return within.length > 0 && within.length <= MAX_ANSWERS && within.every(({ role }) => role === 'button')
}

const questionOf = (inside: PlatformElement[]): string | null =>
  inside.some(({ role }) => FORM.test(role)) ? null : textOf(inside)

function textOf(inside: PlatformElement[]): string | null {
  const texts = inside.filter(({ role }) => role === 'text' || role === 'heading')
  const said = texts.map(({ name, value }) => (name === '' ? (value ?? '') : name))
  return said.length === 0 ? null : short(said.join(' '), MAX_QUESTION_LENGTH)
}

/** Whether an element is the dialog's own, because the tree also has the other windows of the application. */
const isInside = (element: PlatformElement, window: PlatformWindow): boolean =>
  element.window === null || element.window === window.handle

/** Reads all text of a dialog; empty where it has none. */
export async function dialogText(
  state: DesktopState,
  window: PlatformWindow,
  run: RunControl,
): Promise<string> {
  const { elements } = await state.platform.tree(window, { max: 500 }, run)
  return textOf(elements.filter((each) => isInside(each, window))) ?? ''
}
