// Says which acts save a document, which may save several, and which change what a document holds.
import type { ControlRole } from '../core/desktop.ts'
import type { ActFacts } from './act-facts.ts'
import { isFileManager } from './applications.ts'
import { labelPattern } from './label-pattern.ts'
import { CLOSING, DISCARDING, LEAVING, SAVING } from './vocabulary.ts'

/** Any label that speaks of saving, except what asks for a new name first. */
const SAVES = labelPattern({
  words:
    'save(?! (?:\\w+ )?(?:as|a copy|copy)\\b)|speichern(?! (?:unter|als)\\b)|enregistrer(?! sous\\b)|guardar(?! como\\b)|salva(?! con\\b)|сохранить(?! как)',
  anywhere: '(?:保存|存储)(?!为|副本)',
})
/** A question about unsaved work. */
export const ABOUT_SAVING =
  /(?<!\p{L})(?:sav(?:e|ed|ing)|unsaved|gespeichert|speichern|enregistr\p{L}*|guard(?:ar|ado|ados))(?!\p{L})|保存|存储/iu

/** Whether it saves the document in front, by key, menu or button. */
export const savesFront = ({ keys, pressed, dialog }: ActFacts): boolean =>
  keys.includes('save') || (!dialog && pressed !== null && SAVING.test(pressed.name))

/** Whether it may save every document of the application: “Save All”. */
export const savesAll = ({ pressed, dialog }: ActFacts): boolean =>
  !dialog &&
  pressed !== null &&
  SAVES.test(pressed.name) &&
  !DISCARDING.test(pressed.name) &&
  !SAVING.test(pressed.name)

/** Whether it answers an application's question about unsaved work by saving, where no dialog tells the file. */
export function savesByAnswer({ pressed, dialog, keys, window, act: { target } }: ActFacts): boolean {
  const isQuestion = typeof target.question === 'string'
  if (target.writes || !(dialog || isQuestion)) return false
  const isAsked = ABOUT_SAVING.test(`${window?.title ?? ''} ${target.question ?? ''}`)
  if (pressed === null) return isAsked && keys.includes('enter')
  const { name } = pressed
  if ([DISCARDING, LEAVING, CLOSING].some((words) => words.test(name))) return false
  return SAVING.test(name) || SAVES.test(name) || (isAsked && isQuestion && pressed.role === 'button')
}

/** Roles of the text, sheet or canvas of a document. Some toolkits tell of none. */
const HOLDS_DOCUMENT = new Set<ControlRole>([
  'document',
  'other',
  'cell',
  'table',
  'web page',
  'text',
  'group',
])
const CHANGING_KEY = /^(type|space|enter|paste|edit|delete)$/
const CHANGING_ITEM = labelPattern({
  words:
    'cut|delete|clear|erase|paste|insert|duplicate|ausschneiden|löschen|einfügen|couper|supprimer|coller|insérer|cortar|eliminar|pegar|insertar',
  anywhere: '剪切|删除|清除|粘贴|插入',
})

/** Whether it changes what the document in front holds, which some programs save by themselves. */
export function changesDocument(facts: ActFacts): boolean {
  const { terminal, kind, window, dialog, pressed, gesture, keys, role, control } = facts
  if (terminal || dialog || kind === 'browser' || isFileManager(window?.process_name ?? '')) return false
  if (gesture === 'activate') return pressed?.role === 'menu item' && CHANGING_ITEM.test(pressed.name)
  if (gesture !== 'enter text' && gesture !== 'keys') return false
  const isText = role === 'edit' && (control?.states.includes('multiline') ?? false)
  return (role === null || isText || HOLDS_DOCUMENT.has(role)) && keys.some((key) => CHANGING_KEY.test(key))
}
