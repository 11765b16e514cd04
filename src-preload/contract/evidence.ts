// Defines what can be seen of the effect of an act: each as a code with parameters, with what it says in English.
import { wordsBy, type CodedText, type Words } from './coded-text.ts'

type Seen = Parameters<Words>[0]

const quote = (text: string | undefined): string => `“${text ?? ''}”`

/** Names a control: `the edit “Name”`. */
export const controlWords = ({ role, name }: Seen): string =>
  `the ${role ?? ''}${name ? ` ${quote(name)}` : ''}`

/** Names a window. A dialog without a title has no empty quotes. */
const window = ({ kind, name }: Seen): string => {
  if (kind === 'popup') return 'a pop-up'
  const called = kind === 'dialog' ? 'dialog' : 'window'
  return name ? `the ${called} ${quote(name)}` : `a ${called} without a title`
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const Control = (parameters: Seen): string => capital(controlWords(parameters))
const Window = (parameters: Seen): string => capital(window(parameters))
/** What it was before, so that whoever wants it back can have it. */
const before = ({ was }: Seen): string => (was === undefined ? '' : `, it was ${quote(was)}`)
const isState: Words = (parameters) =>
  `${Control(parameters)} is ${parameters['states'] ?? ''}${parameters['was'] === undefined ? '' : `, it was ${parameters['was']}`}.`
/** Names one file, or the number of several. */
const files = ({ count, name }: Seen): string =>
  count === '1' ? `${quote(name)} is` : `${count ?? ''} files are`
const controls = ({ count }: Seen): string =>
  count === '1' ? 'A control has' : `${count ?? ''} controls have`

/** Ordered by importance, because a person gets only the first that applies. */
const WORDS = {
  file_written: ({ path }) => `The file ${path} was written.`,
  file_not_new: ({ path, said }) =>
    said === undefined
      ? `There is no new file ${path}.`
      : `The application says that it has written ${path}, and there is no such file.`,
  file_asked: ({ path }) => `The file ${path} is not written: a dialog asks first.`,
  file_kept: ({ path }) => `The file ${path} is not written: it is as it was before.`,
  file_empty: ({ path }) => `The file ${path} was written, and there is nothing in it.`,
  file_cut: ({ path }) => `The file ${path} was written, and has only a part of the text that is shown.`,
  wrote_nothing: ({ name }) => `${name || 'The application'} has written nothing to any file.`,
  file_type: ({ value }) => `The type that its dialog has chosen is ${quote(value)}.`,
  asks_first: (parameters) =>
    `${parameters['still'] ? `The window is still there: ${window(parameters)}` : Window(parameters)} asks first${
      parameters['says'] ? `: ${quote(parameters['says'])}` : ''
    }.`,
  crashed: ({ name, how }) => `${name ?? ''} has crashed (${how ?? ''}).`,
  copied: () => 'The application has put something into the clipboard.',
  not_copied: () => 'Nothing was put into the clipboard.',
  only_hidden: ({ names }) => `What was to be removed is still there, and only hidden: ${names ?? ''}.`,
  not_lasting: () => 'It did not last.',
  goes_on: ({ value }) => `The application was still at work: ${quote(value)}.`,
  now: (parameters) => `${Control(parameters)} is now ${quote(parameters['value'])}${before(parameters)}.`,
  retitled: ({ was, value }) => `The title ${quote(was)} is now ${quote(value)}.`,
  has: (parameters) => `${Control(parameters)} has ${quote(parameters['value'])}${before(parameters)}.`,
  opened: (parameters) =>
    `${Window(parameters)} has opened.${parameters['says'] ? ` It says: ${quote(parameters['says'])}.` : ''}`,
  menu_opened: ({ name }) => `A menu or list${name === undefined ? '' : ` with ${quote(name)}`} has opened.`,
  menu_closed: () => 'The menu has closed.',
  closed: (parameters) => `${Window(parameters)} has closed.`,
  ended: ({ name }) => `${name ?? ''} has no window any more.`,
  is_closed: ({ name }) => `The window ${quote(name)} is closed.`,
  still_there: ({ name }) => `The window ${quote(name)} is still there.`,
  selected: isState,
  not_selected: (parameters) => `${Control(parameters)} is not selected.`,
  selected_text: ({ value }) => `Selected is ${quote(value)}.`,
  checked: isState,
  unchecked: isState,
  value: (parameters) => `${Control(parameters)} is ${quote(parameters['value'])}${before(parameters)}.`,
  not_typed: () => 'Not all keys have arrived.',
  same_before: () => 'It had that before.',
  own_way: () => 'It is written in another way than was asked for.',
  more_changed: () => 'The application has changed more than what was typed.',
  changed_typed: () => 'The application has changed what was typed.',
  value_still: ({ value }) => `Its value is still ${value}.`,
  saved_title: ({ name }) => `The title ${quote(name)} no longer says that there is unsaved work.`,
  in_front: (parameters) => `${Window(parameters)} is in front.`,
  maximized: ({ name }) => `The window ${quote(name)} is maximized.`,
  minimized: ({ name }) => `The window ${quote(name)} is minimized.`,
  restored: ({ name }) => `The window ${quote(name)} has its normal size.`,
  came_to_front: ({ name }) => `The window ${quote(name)} has come to the front.`,
  was_in_front: ({ name }) => `The window ${quote(name)} was in front before; no other has opened.`,
  other_in_front: ({ name }) => `${quote(name)} is in front.`,
  none_in_front: () => 'No window is in front.',
  dialog_instead: ({ says }) => `A dialog is in its place.${says ? ` It says: ${quote(says)}` : ''}`,
  no_window_of: ({ name }) => `No window of ${quote(name)} has opened.`,
  only_keyword: ({ name, asked }) => `Whether ${quote(asked)} means ${quote(name)} is not known.`,
  takes_no_files: ({ name, file }) =>
    `Whether ${quote(name)} has opened ${quote(file)} is not known: it is not said to open files.`,
  window_of_whom: ({ name }) => `Whether that is ${quote(name)} is not known.`,
  no_dialog: () => 'No dialog has opened.',
  files_there: (parameters) => `${files(parameters)} in ${quote(parameters['folder'])}.`,
  files_gone: (parameters) => `${files(parameters)} no longer there.`,
  file_missing: ({ path }) => `There is no ${quote(path)}.`,
  file_differs: ({ path, from }) => `${quote(path)} is not as large as ${quote(from)} was.`,
  file_left: ({ path }) => `${quote(path)} is still there.`,
  files_unknown: () => 'It is not known which files were meant.',
  cells_have: ({ range }) => `Read back: ${range ?? ''} has what was written.`,
  cells_formatted: ({ range }) => `Read back: ${range ?? ''} looks as asked.`,
  cells_differ: ({ range, what }) => `Read back: ${what ?? ''} of ${range ?? ''} is not as asked.`,
  cell_has: ({ cell, value }) => `Read back: ${cell ?? ''} has ${quote(value)}.`,
  cell_fails: ({ cell }) => `The formula in ${cell ?? ''} comes to an error.`,
  range_sorted: ({ range, by }) => `Read back: ${range ?? ''} is sorted by ${quote(by)}.`,
  range_unsorted: ({ range, by }) => `Read back: ${range ?? ''} is not sorted by ${quote(by)}.`,
  columns_are: ({ columns }) => `Read back: the columns are ${columns ?? ''}.`,
  phrase_set: ({ value, count }) => `Read back: ${quote(value)} looks as asked (${count ?? ''}×).`,
  phrase_differs: ({ value, count }) =>
    `Read back: ${quote(value)} looks as asked in ${count ?? '0'} places only.`,
  phrase_there: ({ value, count }) => `Read back: ${quote(value)} is there ${count ?? '0'}×.`,
  phrase_behind: ({ value, after }) => `Read back: ${quote(value)} stands behind ${quote(after)}.`,
  phrase_elsewhere: ({ value, after }) => `Read back: ${quote(value)} does not stand behind ${quote(after)}.`,
  table_elsewhere: ({ rows, columns, after }) =>
    `Read back: no such table of ${rows ?? ''} × ${columns ?? ''} stands behind ${quote(after)}.`,
  pages_set: () => 'Read back: the pages look as asked.',
  page_differs: ({ what }) => `Read back: ${what ?? ''} of the pages is not as asked.`,
  contents_there: ({ count }) => `Read back: the table of contents has all ${count ?? ''} headings.`,
  contents_missing: () => 'Read back: there is no table of contents with all headings.',
  table_there: ({ rows, columns }) => `Read back: there is a table of ${rows ?? ''} × ${columns ?? ''}.`,
  table_missing: ({ rows, columns }) =>
    `Read back: there is no table of ${rows ?? ''} × ${columns ?? ''} like it.`,
  slides_there: ({ count }) => `Read back: there are ${count ?? ''} slides, with what was written.`,
  slide_lacks: ({ number, value }) => `Read back: slide ${number ?? ''} lacks ${quote(value)}.`,
  slides_colored: ({ count, color }) =>
    `Read back: the background of ${count ?? ''} slides is ${color ?? ''}.`,
  slide_color: ({ number, color }) => `Read back: the background of slide ${number ?? ''} is ${color ?? ''}.`,
  focus: (parameters) => `${Control(parameters)} has the focus.`,
  focus_elsewhere: (parameters) => `${Control(parameters)} has the focus, not ${parameters['other']}.`,
  focus_unknown: () => 'Which control has the focus is not known.',
  is_open: (parameters) => `${Control(parameters)} is open.`,
  is_shut: (parameters) => `${Control(parameters)} is closed.`,
  not_opened: (parameters) => `${Control(parameters)} has not opened.`,
  for_a_moment: (parameters) => `${Control(parameters)} was ${parameters['states']} for a moment only.`,
  flashes: (parameters) => `${Control(parameters)} only flashes.`,
  scrolled: (parameters) => `${Control(parameters)} is at ${parameters['value']}.`,
  exit_code: ({ value }) => `Its exit code is ${value}.`,
  left_ended: () => 'What it left running was ended with it.',
  moved: ({ count }) => `${count} controls have moved.`,
  appeared: (parameters) => `${controls(parameters)} appeared: ${parameters['names']}.`,
  disappeared: (parameters) => `${controls(parameters)} disappeared: ${parameters['names']}.`,
  states: isState,
  changed: (parameters) => `${Control(parameters)} has changed.`,
  pixels: ({ of }) =>
    of === undefined
      ? 'Only pixels have changed, no control has.'
      : of === 'said'
        ? 'Nothing else looks different.'
        : 'Only what was pressed looks different, nothing else has changed.',
  nothing: () => 'Nothing has changed.',
  no_answer: () => 'The window has not answered in time.',
  changes_nothing: () => 'It changes nothing.',
  password: () => 'A password field is not read back.',
  text_unread: () => 'Its text can’t be read.',
  typed_unread: () => 'What was typed can’t be read back.',
  typed_nowhere: (parameters) =>
    `The keyboard was on ${controlWords(parameters)}, and what was typed is to be seen nowhere.`,
  selection_unread: () => 'What is selected can’t be read.',
  tab_unread: () => 'Which tab is shown is not told.',
  state_unread: (parameters) => `The state of ${controlWords(parameters)} can't be read.`,
  shown_unread: (parameters) => `What ${controlWords(parameters)} shows can't be read.`,
  selected_unread: (parameters) => `Whether ${controlWords(parameters)} is selected can't be read.`,
  not_in_tree: () => 'The control is not in the tree.',
  control_gone: () => 'The control is gone.',
  item_gone: () => 'The item is gone.',
  before_unknown: () => 'The state before the act is not known.',
  unverified: ({ why }) => `It could not be verified: ${why}`,
} as const satisfies Record<string, Words>

export type EvidenceCode = keyof typeof WORDS
export const EVIDENCE_CODES = Object.keys(WORDS) as EvidenceCode[]

export const seen = (code: EvidenceCode, parameters: Record<string, string> = {}): CodedText => ({
  code,
  parameters,
})

/** Says all that was seen, in English. */
export const evidenceWords = (told: readonly CodedText[]): string =>
  told.map((text) => wordsBy(WORDS, text)).join(' ')

/** Makes the parameters of evidence about a control. */
export const controlNamed = (role: string, name: string): Record<string, string> =>
  name === '' ? { role } : { role, name }

/** Returns the most important evidence; null where no code is known. */
export function mostTelling(told: readonly CodedText[]): CodedText | null {
  const known = told.filter(({ code }) => rank(code) >= 0)
  return known.toSorted((one, other) => rank(one.code) - rank(other.code))[0] ?? null
}
const rank = (code: string): number => (EVIDENCE_CODES as readonly string[]).indexOf(code)

/** Returns the files that the acts are known to have written, in order, each once. */
export const writtenFiles = (told: readonly CodedText[]): string[] => [
  ...new Set(
    told.flatMap(({ code, parameters: { path } }) => (code === 'file_written' && path ? [path] : [])),
  ),
]

const UNWRITTEN: ReadonlySet<string> = new Set([
  'file_not_new',
  'file_asked',
  'file_kept',
] satisfies EvidenceCode[])

const TAKES_TEXT: ReadonlySet<string> = new Set(['edit', 'document', 'combo box'])

/** Tells whether a field that had a text is empty now. That alone does not show that the application has taken the text. */
export const isEmptied = ({ code, parameters: { role = '', value, was } }: CodedText): boolean =>
  code === ('now' satisfies EvidenceCode) &&
  TAKES_TEXT.has(role) &&
  value === '' &&
  was !== undefined &&
  was !== ''

/** Tells whether nothing looks different beside the message that is told with it. */
export const isAllThatIsSaid = ({ code, parameters: { of } }: CodedText): boolean =>
  code === ('pixels' satisfies EvidenceCode) && of === 'said'

/** Tells whether the disk was checked, and a file was not written. */
export const isUnwritten = (told: readonly CodedText[] | undefined): boolean =>
  told?.some(({ code }) => UNWRITTEN.has(code)) ?? false
