// Lists the rules of the gate that go by words: those of a control, and those of the question that it agrees to.
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { ControlRole } from '../core/desktop.ts'
import type { Facts } from './facts.ts'
import { isForLooking, toolWords } from './foreign-tools.ts'
import type { HarmfulRule } from './harmful-places.ts'
import {
  isAgreement,
  leavesUnsaved,
  namedWords,
  onlyComputes,
  questionOf,
  replacesText,
  takesNote,
} from './conditions.ts'
import {
  asksWhatToReplace,
  asksWhereToExtract,
  isOfDocumentMenu,
  isOfViewMenu,
  menusOf,
  opensDialog,
  submenusOf,
  withoutEmpty,
} from './menus.ts'
import { isMentionedChoice, isPageHarmless } from './page-answers.ts'
import type { LabelPattern } from './label-pattern.ts'
import { COMMENTING, ERASER, ERASING, HARMFUL_WORDS, harmInQuestion, MEANINGS } from './vocabulary.ts'
import { quoted } from './words.ts'

export const wordRules: HarmfulRule[] = HARMFUL_WORDS.map(([category, words]) => ({
  name: `word of ${category}`,
  category,
  reason: (facts) => `${quoted(wordsFor(category, facts))} sounds like ${MEANINGS[category] ?? category}.`,
  holds: (facts) =>
    !onlyComputes(facts) && !isOnlyUnsaved(category, facts) && words.test(wordsFor(category, facts)),
}))

/** Categories that count for the name of a page's field. A field is named after its content (Email, Comment), so only other words count. */
const NO_FIELD = new Set<SafetyCategory>(['delete', 'pay', 'install'])
/** Categories of acts that no menu of what is shown offers. */
const NAMES_A_VIEW = new Set<SafetyCategory>(['pay', 'send', 'install', 'upload'])
/** Categories of acts that no menu of a document offers: “Apply Layer Mask”, “Update Index”, “Order by Date”. */
const NO_DOCUMENT_DOES = new Set<SafetyCategory>(['pay', 'install', 'change_setting'])
const SWITCHED: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'toggle button',
  'radio button',
  'check box',
])
const OF_OFFICE: Partial<Record<SafetyCategory, LabelPattern>> = { delete: ERASING, send: COMMENTING }
/** The name, and that with its menu before it: Gnumeric has “Rows” in a menu “Delete”. */
const officeNames = (facts: Facts): string[] => [facts.name, `${menusOf(facts).at(-1) ?? ''} ${facts.name}`]
const wordsFor = (category: SafetyCategory, facts: Facts): string =>
  facts.gesture === 'foreign'
    ? isForLooking(facts)
      ? ''
      : toolWords(facts.tool)
    : wordsOfControl(category, facts)

const wordsOfControl = (category: SafetyCategory, facts: Facts): string =>
  facts.inPage && facts.gesture === 'point' && NO_FIELD.has(category)
    ? facts.name
    : isPageHarmless(facts) ||
        (category === 'overwrite' &&
          (replacesText(facts) ||
            opensDialog(facts.name) ||
            asksWhatToReplace(facts) ||
            asksWhereToExtract(facts))) ||
        // What an office program erases in a document, it takes back, and a comment there is sent to nobody.
        (facts.kind === 'office' &&
          !facts.dialog &&
          officeNames(facts).some((name) => OF_OFFICE[category]?.test(name))) ||
        (category === 'delete' &&
          facts.role !== null &&
          SWITCHED.has(facts.role) &&
          ERASER.test(facts.name)) ||
        // A box like “Send me news” only notes the wish; a button sends it later.
        (category === 'send' && isMentionedChoice(facts)) ||
        // “View > Transfer queue”: what is shown there is called after what it is about.
        (NAMES_A_VIEW.has(category) && isOfViewMenu(facts)) ||
        (NO_DOCUMENT_DOES.has(category) && isOfDocumentMenu(facts))
      ? ''
      : [withoutEmpty(namedWords(facts), facts), ...submenusOf(facts)]
          .filter((name) => name !== '')
          .join(' – ')

/** “Discard” of an application's question about unsaved work says by other words that this work is lost. */
const isOnlyUnsaved = (category: SafetyCategory, facts: Facts): boolean =>
  category === 'delete' && leavesUnsaved(facts)

/** What even a message with one button may say that it does when it is closed. */
const LOSES = new Set<SafetyCategory>(['delete', 'overwrite', 'close_unsaved', 'pay'])

/** Rules for OK to a question, which does what the question proposes. */
export const agreementRules: HarmfulRule[] = HARMFUL_WORDS.map(([category]) => ({
  name: `agreement to ${category}`,
  category,
  reason: (facts) => `It agrees to ${quoted(questionOf(facts))}.`,
  holds: (facts) =>
    !onlyComputes(facts) &&
    isAgreement(facts) &&
    !isOnlyUnsaved(category, facts) &&
    !(takesNote(facts) && !LOSES.has(category)) &&
    harmInQuestion(category, questionOf(facts)),
}))
