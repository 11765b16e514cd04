// Evaluates a run without a model, by what the record says of each clause. It reads effects, not pictures.
import type { ActionRecord, EvaluationInput, StepRecord } from '../models/input.ts'
import type { EvaluationReply } from '../models/replies.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { VerifiedEffects } from '../../src-preload/contract/events.ts'
import { isClaimedBesideList, isOnlyClaimed } from '../matching/claims.ts'
import { sameLabel } from '../matching/agreement.ts'
import { failureAsked, failureTold } from '../matching/failures.ts'
import { isPatience } from '../../src-preload/contract/clause-marker.ts'
import { isEmptied, writtenFiles, type EvidenceCode } from '../../src-preload/contract/evidence.ts'
import { verifiedEffects } from '../../src-preload/contract/verified-effects.ts'
import { isOngoing } from '../matching/ongoing.ts'
import { plainLabel } from '../matching/label.ts'
import { chordsOf, kindsOfChord, type KeyKind } from '../safety/keys.ts'
import { disprovenByDisk } from './disk-proof.ts'
import { menuCommandOf } from './menu-commands.ts'
import { aimedLabel, chosenLabel, outcomeOf, pressedLabel, wordsOf } from './progress.ts'

const MARKER = /^(clause \d+ of \d+)(?: \[(\w+)\])?: (.*)$/

/** Judges fulfilment by the clauses, quality and efficiency by the effects; the reason says that no model has judged. */
export function judgeRun({ trajectory }: EvaluationInput): EvaluationReply {
  const effects = verifiedEffects(trajectory)
  const { reason, ...rest } = fulfilment(trajectory, effects)
  return {
    ...rest,
    reason: `${reason} ${BY_EFFECTS}`,
    quality: qualityOf(effects),
    efficiency: efficiencyOf(effects),
  }
}

/**
 * Tells the clauses of a run apart; null for a step of none. Their words don't, because a warning of the same act again stands behind
 * them.
 */
function clauseOf({ comment, round, agent, subtask_index: subtask }: StepRecord): string | null {
  const number = MARKER.exec(comment ?? '')?.[1]
  return number === undefined ? null : `${round} ${agent} ${subtask} ${number}`
}

const BY_EFFECTS = 'Judged by effects alone: no model has judged this.'

type Fulfilment = Pick<EvaluationReply, 'complete' | 'reason' | 'sub_scores'>

/**
 * Returns `yes` when the last step of every clause succeeded and the agents finished; `no` when one did not; `unsure` where something
 * speaks against it (`doubtIn`), and where a model did the work, because its steps name no clauses.
 */
function fulfilment(trajectory: StepRecord[], effects: VerifiedEffects): Fulfilment {
  // A session may have carried out several requests, and each must have reached its end.
  const ends = [...new Map(trajectory.map((step) => [step.round, step])).values()]
  if (ends.length === 0) return { complete: 'unsure', reason: 'Nothing was done.', sub_scores: [] }
  const latest = new Map<string, { name: string; assigned: boolean; step: StepRecord }>()
  for (const step of trajectory) {
    const [, , phase, words] = MARKER.exec(step.comment ?? '') ?? []
    const clause = clauseOf(step)
    if (clause === null || step.actions.length === 0) continue
    latest.set(clause, {
      name: latest.get(clause)?.name ?? words ?? clause,
      assigned: phase === 'assign',
      step,
    })
  }
  const scores = [...latest.values()].map(({ name, assigned, step }) => ({
    name,
    assigned,
    outcome: outcomeOf(step),
    waits: isPatience(step),
  }))
  const open = ends.find(({ status }) => status !== 'FINISH')
  // An assigned part is judged clause by clause in the steps that did it. What an unfinished clause has waited for never came.
  const sub_scores = scores
    .filter(({ assigned }) => !assigned)
    .map(({ name, outcome, waits }) => ({
      name,
      evaluation: outcome.ok && !(open && waits) ? ('yes' as const) : ('no' as const),
    }))
  if (open) {
    return { complete: 'no', reason: open.comment ?? `It ended in the state ${open.status}.`, sub_scores }
  }
  for (const [index, { name, outcome }] of scores.entries()) {
    // If a window asked a question before it closed, the next clause has answered it.
    const answered = !outcome.ok && name.startsWith('close ') && index < scores.length - 1
    if (!outcome.ok && !answered) return { complete: 'no', reason: `${name}: ${outcome.reason}`, sub_scores }
  }
  const counts = `${effects.confirmed} of ${effects.acts} acts are confirmed, ${effects.contradicted} contradicted.`
  const told = [...ownCases(trajectory), counts].join('; ')
  const last = [...latest.values()].at(-1)
  const doubt = last ? (unprinted(last, told) ?? doubtIn(trajectory, told)) : null
  if (doubt !== null) return { complete: 'unsure', reason: doubt, sub_scores }
  if (scores.length > 0)
    return { complete: 'yes', reason: `Every clause was carried out; ${told}`, sub_scores }
  const reason = `The agents say that it is done; ${told}`
  return { complete: lastIsContradicted(trajectory) ? 'no' : 'unsure', reason, sub_scores }
}

/** Says which dialog a last clause “print it” has left open; null for any other. “Choose File > Print…” asks for no more. */
function unprinted({ name, step }: { name: string; step: StepRecord }, effects: string): string | null {
  if (menuCommandOf(name) !== 'print') return null
  const isDialog = ({ code, parameters }: CodedText) => code === 'opened' && parameters['kind'] === 'dialog'
  const opened = (step.actions.at(-1)?.told ?? []).find(isDialog)
  return opened
    ? `Every clause was carried out, but nothing is printed before the dialog “${opened.parameters['name'] ?? ''}” is answered; ${effects}`
    : null
}

/** Says what speaks against a record in which every clause was carried out; null where nothing does. */
function doubtIn(trajectory: StepRecord[], effects: string): string | null {
  const lost = lastLost(trajectory)
  if (lost)
    return `Every clause was carried out, but the text of ${wordsOf(lost)} is to be seen nowhere; ${effects}`
  const actions = trajectory.flatMap((step) => step.actions)
  const clauses = trajectory.flatMap((step) => step.actions.map(() => clauseOf(step)))
  for (const [index, action] of actions.entries()) {
    const [before, behind] = [actions.slice(0, index), actions.slice(index + 1)]
    const clause = clauses[index] ?? null
    const sameClause = behind.filter((_, later) => clause !== null && clauses[index + 1 + later] === clause)
    const { effect, told = [] } = action
    // A dialog that was answered may have asked whether to go on.
    const asked = behind.length === 0 ? failureAsked(told) : null
    const message = effect === 'unconfirmed' ? (failureTold(told) ?? asked) : null
    const words = wordsOf(action)
    if (message !== null)
      return `Every clause was carried out, but after ${words} the application says “${message}”; ${effects}`
    const cased = otherCase(action)
    if (cased !== null)
      return `Every clause was carried out, but the text of ${words} has become “${cased}”; ${effects}`
    if (told.some(({ code }) => code === 'file_empty'))
      return `Every clause was carried out, but there is nothing in the file that ${words} has written; ${effects}`
    const still = told.find(({ code }) => code === 'value_still')
    if (still)
      return `Every clause was carried out, but the value of ${words} is still ${still.parameters['value'] ?? ''}; ${effects}`
    // Neither the closed list nor the open one tells what was taken (Chromium's fields with suggestions).
    if (effect === 'unconfirmed' && told.some(({ code }) => code === 'shown_unread'))
      return `Every clause was carried out, but what was chosen by ${words} is not to be seen; ${effects}`
    const aside = told.find(({ code }) => code === 'takes_no_files')
    if (aside)
      return `Every clause was carried out, but whether “${aside.parameters['file'] ?? ''}” was opened is not to be seen: nothing says that ${aside.parameters['name'] ?? ''} opens files; ${effects}`
    const meant = told.find(({ code }) => code === 'only_keyword')
    // A part of its window that is called so was pressed after it.
    const called = meant?.parameters['asked'] ?? ''
    if (meant && !behind.some((later) => sameLabel(aimedLabel(later) ?? '', called)))
      return `Every clause was carried out, but whether “${called}” means ${meant.parameters['name'] ?? ''} is not known; ${effects}`
    if (told.some(({ code }) => code === 'not_copied'))
      return `Every clause was carried out, but ${words} has put nothing into the clipboard; ${effects}`
    const going = behind.length === 0 ? told.find(isOngoing) : undefined
    if (going)
      return `Every clause was carried out, but the application was still at “${going.parameters['value'] ?? ''}” in the end; ${effects}`
    if (isReadAfterAll(action, behind))
      return `Every clause was carried out, but whether ${words} has done anything is not to be seen, and what was read after it may be older; ${effects}`
    if (dragsUnseen(action))
      return `Every clause was carried out, but whether ${words} has moved anything is not to be seen; ${effects}`
    if (pastesUnseen(action))
      return `Every clause was carried out, but whether ${words} has put anything there is not to be seen; ${effects}`
    const disproof = disprovenByDisk(action, before, behind)
    if (disproof !== null) return `Every clause was carried out, but after ${words} ${disproof}; ${effects}`
    if (hasEndedFirst(action))
      return `Every clause was carried out, but the application has ended with ${words}, and whether it has done it is not to be seen; ${effects}`
    // A slow application shows later what it has done.
    const isMuteBehind = behind.every(({ told: later = [] }) => later.every(isMute))
    if (isMuteBehind && isTakenNowhere(action))
      return `Every clause was carried out, but after ${words} the field is empty, and its text is to be seen nowhere; ${effects}`
    if (isMuteBehind && isGoneWithItsText(action, before))
      return `Every clause was carried out, but after ${words} the pop-up that had the text is closed, and nothing else is to be seen; ${effects}`
    // One way to save may do nothing where the next one writes the file.
    if (
      actsUnseen(action, isMuteBehind) &&
      !sameClause.some(({ told: later = [] }) => writtenFiles(later).length > 0)
    )
      return `Every clause was carried out, but whether ${words} has done anything is not to be seen; ${effects}`
  }
  return null
}

/** Whether Enter only closed the pop-up into which a text was put, as the one that looks for a row of a list (GTK). */
const isGoneWithItsText = (
  { function: name, arguments: { keys }, told = [] }: ActionRecord,
  before: ActionRecord[],
): boolean =>
  name === 'keyboard_input' &&
  keys === 'Enter' &&
  /^(?:set_edit_text|type_text)$/.test(before.at(-1)?.function ?? '') &&
  told.length > 0 &&
  told.every(({ code, parameters }) => code === 'closed' && parameters['kind'] === 'popup')

/**
 * Whether a button was clicked of which only the pixels changed, as a tooltip or a frame also does, and the next act reads an answer: a click
 * that was lost leaves an old one there.
 */
function isReadAfterAll(
  { function: name, target, told = [] }: ActionRecord,
  behind: ActionRecord[],
): boolean {
  const next = behind.find((later) => !PATIENT.has(later.function))
  return (
    name === 'click_input' &&
    /^(?:toggle )?button “/.test(target ?? '') &&
    next?.function === 'texts' &&
    told.length > 0 &&
    told.every(({ code }) => code === 'pixels' || code === 'nothing')
  )
}
const PATIENT = new Set(['wait', 'wait_for_control'])

/** Returns what shows the letters that it was given in another case; null for any other. `isOwn`: a field that writes all of them so. */
function recased({
  arguments: { text },
  told = [],
}: ActionRecord): { text: string; shown: string; isOwn: boolean } | null {
  const isOwnWay = told.some(({ code }) => code === 'own_way')
  const { value: shown, role } = told.find(({ code }) => code === 'has')?.parameters ?? {}
  if (!isOwnWay || typeof text !== 'string' || shown === undefined) return null
  const letters = (value: string) => value.replaceAll(/\P{L}/gu, '')
  const isOther =
    letters(shown) !== letters(text) && letters(shown).toLowerCase() === letters(text).toLowerCase()
  const isOwn = role === 'edit' && [shown.toUpperCase(), shown.toLowerCase()].includes(shown)
  return isOther ? { text, shown, isOwn } : null
}

/** Returns what has letters in another case that no field of codes would give them. */
function otherCase(action: ActionRecord): string | null {
  const other = recased(action)
  return other && !other.isOwn ? other.shown : null
}

/** Says which fields write in their own case (codes of countries, number plates), which is no fault. */
const ownCases = (trajectory: StepRecord[]): string[] =>
  trajectory
    .flatMap(({ actions }) => actions)
    .flatMap((action) => {
      const other = recased(action)
      return other?.isOwn ? [`the field writes “${other.text}” as “${other.shown}”`] : []
    })

/** Whether a button that is there to keep or to send something has ended the application, which it does not promise. */
function hasEndedFirst(action: ActionRecord): boolean {
  const { function: name, effect, told = [] } = action
  const label = plainLabel(pressedLabel(action) ?? '')
  const isMeant = name !== 'click_input' || !KEEPS.test(label) || ENDS.test(label)
  return !isMeant && effect !== 'confirmed' && told.some(({ code }) => code === 'ended')
}
const KEEPS =
  /^(?:save|send|submit|post|speichern|senden|enregistrer|envoyer|guardar|enviar|保存|发送|提交)(?!\p{L})/iu
const ENDS =
  /quit|exit|close|finish|leave|log ?out|beend|schließ|fertig|quitter|fermer|terminer|salir|cerrar|terminar|退出|关闭|完成/iu

/** Labels of buttons that take what was typed. */
const TAKES =
  /^(?:add|insert|save|send|submit|post|apply|create|hinzufügen|einfügen|speichern|senden|anwenden|erstellen|ajouter|insérer|enregistrer|envoyer|appliquer|añadir|guardar|enviar|aplicar|添加|插入|保存|发送|提交|应用)(?!\p{L})/iu

/** Whether nothing has changed but that the field of the text is empty after Enter, or a button that takes it. */
function isTakenNowhere(action: ActionRecord): boolean {
  const {
    function: name,
    arguments: { keys, text, enter },
    told = [],
  } = action
  const isEmpty = ({ code, parameters }: CodedText) => code === 'has' && parameters['value'] === ''
  const typesEnter =
    name === 'type_text' && (enter === true || (typeof text === 'string' && text.endsWith('\n')))
  if (typesEnter) return told.length > 0 && told.every((each) => isEmpty(each) || isEmptied(each))
  const presses =
    name === 'keyboard_input'
      ? typeof keys === 'string' && chordsOf(keys).some(({ key }) => key === 'enter' || key === 'return')
      : TAKES.test(plainLabel(pressedLabel(action) ?? ''))
  return presses && told.length > 0 && told.every(isEmptied)
}

/** Keys that may find everything as they leave it: at the end of a text, in a list without a selection, in a folder that is up to date. */
const MAY_DO_NOTHING: ReadonlySet<KeyKind> = new Set(['caret', 'navigate', 'mark', 'pane', 'reload'])
/** Labels that promise a change which is seen. What another button does may be seen nowhere. */
const CHANGES =
  /^(?:paste|undo|redo|delete|remove|new|create|duplicate|insert|add|clear|save|send|submit|apply|play|pause|resume|record|crop|invert|rotate|flip|einfügen|rückgängig|wiederholen|löschen|neu|hinzufügen|speichern|senden|coller|annuler|rétablir|supprimer|nouveau|ajouter|pegar|deshacer|rehacer|eliminar|nuevo|粘贴|撤销|重做|删除|新建|添加|保存|发送)(?!\p{L})/iu

/** Labels of which the change is seen in what was shown before, whatever a message says. What is kept or sent may be seen nowhere. */
const CHANGES_SHOWN =
  /^(?:paste|undo|redo|delete|remove|clear|duplicate|einfügen|rückgängig|wiederholen|löschen|coller|annuler|rétablir|supprimer|pegar|deshacer|rehacer|eliminar|粘贴|撤销|重做|删除)(?!\p{L})/iu

/** Labels of what adds to a list. */
const ADDS =
  /^(?:add|insert|new|create|hinzufügen|einfügen|neu|erstellen|ajouter|insérer|nouveau|créer|añadir|agregar|nuevo|crear|添加|插入|新建|创建)(?!\p{L})/iu

/**
 * Whether an act that is there for its effect (paste, undo, delete, save, a button) has changed nothing: no file, no title, not a pixel but,
 * where nothing has come later either, those of what was pressed, or of a message that says it (“Undone”).
 */
function actsUnseen(action: ActionRecord, isMuteBehind: boolean): boolean {
  const {
    function: name,
    arguments: { keys },
    told = [],
  } = action
  const isNothing = ({ code, parameters }: CodedText) =>
    code === 'nothing' || (isMuteBehind && code === 'pixels' && parameters['of'] === 'pressed')
  const isOnlySaid = isMuteBehind && isOnlyClaimed(told)
  if (told.length === 0 || (!isOnlySaid && !told.every(isNothing))) return false
  if (name === 'keyboard_input')
    return (
      typeof keys === 'string' &&
      chordsOf(keys).some((chord) => kindsOfChord(chord).some((kind) => !MAY_DO_NOTHING.has(kind)))
    )
  // A heading that sorts moves rows, or its own sign.
  if (name === 'click_input' && action.target?.startsWith('header “') === true) return true
  const label = chosenLabel(action)
  if (label === null) return false
  const isInList = isOnlySaid && ADDS.test(plainLabel(label)) && isClaimedBesideList(told)
  return isInList || (isOnlySaid ? CHANGES_SHOWN : CHANGES).test(plainLabel(label))
}

/** Whether something was pasted into a view of items, as of a folder, of which only the pixels have changed: what is put there appears as an item. */
const pastesUnseen = ({ function: name, arguments: { keys }, target, told = [] }: ActionRecord): boolean =>
  name === 'keyboard_input' &&
  typeof keys === 'string' &&
  chordsOf(keys).some((chord) => kindsOfChord(chord).includes('paste')) &&
  /^(?:group|list|tree|image)\b/.test(target ?? '') &&
  told.length > 0 &&
  told.every(({ code }) => code === 'pixels')

/** What lies at another place, or is gone, once it was dragged somewhere; a picture or a text that is edited is drawn or selected in. */
const DRAGGED = /^(?:list item|tree item|row|cell|text|heading|tab|link)\b/
/** Whether an item was dragged and only pixels have changed, as they do in any case: nothing says that it has moved. */
const dragsUnseen = ({ function: name, target, told = [] }: ActionRecord): boolean =>
  name === 'drag_on_coordinates' &&
  DRAGGED.test(target ?? '') &&
  told.length > 0 &&
  told.every(({ code }) => code === 'pixels' || code === 'nothing')

/** Evidence that says of no control what it is now. */
const SILENT: ReadonlySet<string> = new Set<EvidenceCode>([
  'nothing',
  'no_answer',
  'pixels',
  'typed_unread',
  'typed_nowhere',
  'changes_nothing',
])
/** Evidence that does not show a text elsewhere than in the field that it was typed into. */
const isMute = (told: CodedText): boolean =>
  SILENT.has(told.code) || told.code === 'has' || told.code === 'focus' || isEmptied(told)
/** Evidence of a view that is only built anew. */
const REBUILT: ReadonlySet<string> = new Set<EvidenceCode>(['appeared', 'disappeared'])

/**
 * Finds the text of which nothing is to be seen, also after the acts behind it: no control shows it, or not a pixel has changed. Programs
 * that tell of a wrong control with the keyboard show it later (KWordQuiz).
 */
function lastLost(trajectory: StepRecord[]): ActionRecord | undefined {
  const acts = trajectory.flatMap(({ actions }) => actions)
  return acts.find((action, index) => {
    const { function: name, effect, told = [] } = action
    const has = (code: EvidenceCode) => told.some((each) => each.code === code)
    const isUnseen =
      (has('typed_nowhere') && told.every(({ code }) => SILENT.has(code) || REBUILT.has(code))) ||
      (has('typed_unread') && (has('nothing') || has('no_answer'))) ||
      keepsItsName(action)
    // What has changed not a pixel has gone nowhere, whatever is seen of later acts, unless one of them shows the text.
    const isUtterly = has('nothing') && (has('typed_unread') || has('typed_nowhere'))
    const isSilent = (later: ActionRecord) =>
      (later.told ?? []).every(
        (each) => SILENT.has(each.code) || isOfSaving(each, later) || (isUtterly && !showsText(each, action)),
      )
    return (
      name === 'type_text' && effect === 'unconfirmed' && isUnseen && acts.slice(index + 1).every(isSilent)
    )
  })
}

/** Whether evidence has the text that was typed. */
const showsText = ({ parameters }: CodedText, { arguments: { text } }: ActionRecord): boolean =>
  typeof text === 'string' &&
  text.trim() !== '' &&
  Object.values(parameters).some((each) => each.includes(text.trim()))

/** Evidence of how a document is saved, which does not show that the text is in it: menus, the dialog, and the name that was put into its field. */
const isOfSaving = (
  { code, parameters }: CodedText,
  { effect, arguments: { text } }: ActionRecord,
): boolean =>
  ['file_written', 'menu_opened', 'menu_closed'].includes(code) ||
  (effect === 'confirmed' &&
    ((code === 'opened' && parameters['kind'] === 'dialog') ||
      (code === 'has' && parameters['value'] === text)))

/** Whether all that is seen of a typed text is a cell or an item that is called as before, and has nothing of the text. */
function keepsItsName({ arguments: { text }, told = [] }: ActionRecord): boolean {
  return (
    typeof text === 'string' &&
    told.length > 0 &&
    told.every(
      ({ code, parameters: { role = '', name, value } }) =>
        code === 'has' &&
        /cell|item/.test(role) &&
        value !== undefined &&
        value === name &&
        !value.toLowerCase().includes(text.trim().toLowerCase()),
    )
  )
}

const lastIsContradicted = (trajectory: StepRecord[]): boolean =>
  trajectory.flatMap(({ actions }) => actions).at(-1)?.effect === 'contradicted'

function qualityOf({ confirmed, unconfirmed, contradicted }: VerifiedEffects): EvaluationReply['quality'] {
  const told = `${confirmed} effects confirmed, ${unconfirmed} unconfirmed, ${contradicted} contradicted.`
  if (contradicted > 0) return { evaluation: 'no', reason: told }
  // An effect that is only some change, or could not be observed, does not prove that the act was right.
  return { evaluation: confirmed > unconfirmed ? 'yes' : 'unsure', reason: told }
}

function efficiencyOf({ acts, steps, contradicted, undone }: VerifiedEffects): EvaluationReply['efficiency'] {
  const lost = contradicted + undone
  const reason = `${acts} acts in ${steps} steps, ${lost} of them for nothing.`
  if (acts === 0) return { evaluation: 'unsure', reason }
  return { evaluation: lost > 0 ? 'no' : 'yes', reason }
}
