// Puts off what a program greets with before it was asked for anything: a notice, a tip of the day, an offer that can wait. What asks for a
// decision is left to the person.
import type { Control, ControlRole, WindowInfo } from '../core/desktop.ts'
import { isFrontDialog } from '../matching/dialogs.ts'
import { plainLabel, readableName } from '../matching/label.ts'
import { placeOf } from '../../src-preload/contract/clause-marker.ts'
import type { StepRecord } from '../models/input.ts'
import type { Translate } from '../matching/catalogues.ts'
import { shortName } from './matching.ts'
import { act, call, press, type Move, type Scene } from './moves.ts'
import { goesOn } from './stray-dialog.ts'

/** Answers that decide nothing, as they come back. */
const LATER =
  /^(?:not now|(?:maybe |ask me |remind me )?later|skip(?: for now)?|no,? thanks?|nicht jetzt|später|überspringen|nein,? danke|plus tard|pas maintenant|ahora no|más tarde|omitir|暂不|稍后|以后再说|跳过)$/iu
/** What a notice has as its only answer. */
const NOTED =
  /^(?:ok|okay|close|dismiss|got it|schließen|verstanden|fermer|valider|cerrar|aceptar|确定|关闭|知道了)$/iu
/** The box of what is shown at every start. */
const AT_START =
  /\b(?:show|display)\b.*\b(?:(?:at|on) (?:start-?up|start|launch)|next time)\b|beim (?:start|programmstart)\b.*anzeigen|au démarrage|al (?:iniciar|inicio)|启动时/iu
const LEAVING = /^(?:close|cancel|schließen|abbrechen|fermer|annuler|cerrar|cancelar|关闭|取消)$/iu

/** A first run that leads through the settings can wait, because it comes back or is in a menu. */
const WELCOMES = /\b(?:welcome|willkommen|bienvenue|bienvenid[oa])\b|欢迎/iu
const GOES_ON =
  /^(?:next|forward|continue|weiter|vor|suivant|continuer|siguiente|adelante|下一步|前进|继续)$/iu

const FORM: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'edit',
  'password',
  'combo box',
  'spinner',
  'radio button',
  'list item',
  'tree item',
  'document',
])

/** What an offer that can be declined without a loss would show. */
const OFFERS_TO_READ =
  /\b(?:help|manual|tutorial|tour|guide|introduction|documentation|handbuch|hilfe|einführung|aide|manuel|ayuda|manual|guía)\b|帮助|手册|教程/iu
const DECLINES = /^(?:no|nein|non|否)$/iu

/** How many are put off one after the other. */
const MOST = 3
const LAUNCH = 'launch_application'
/** Acts that bring a window to the front, look or wait, and open nothing. */
const BEFORE: ReadonlySet<string> = new Set([
  'select_application_window',
  'wait',
  'wait_for_control',
  'texts',
])

/**
 * The button that puts a greeting off; null where it asks for more than to be read. `hasDocument`: the application was started with a file, of
 * which a notice may say that it can't be opened.
 */
export function puttingOff(
  dialog: Pick<WindowInfo, 'id' | 'title'>,
  controls: readonly Control[],
  hasDocument = false,
  english: Translate = () => [],
  hasMain = false,
): Control | null {
  const own = controls.filter(({ window_id }) => window_id === dialog.id)
  const buttons = own.filter(({ role, states }) => role === 'button' && !states.includes('disabled'))
  const says = (control: Control, pattern: RegExp): boolean => {
    const name = readableName(control)
    return [plainLabel(name), ...english(name)].some((each) => pattern.test(each))
  }
  const called = (pattern: RegExp): Control | null => {
    const [only, ...others] = buttons.filter((button) => says(button, pattern))
    return only && others.length === 0 ? only : null
  }
  const later = called(LATER)
  if (later) return later
  const isAtStart = own.some((control) => control.role === 'check box' && says(control, AT_START))
  const leads = WELCOMES.test(dialog.title) && called(GOES_ON) !== null
  if (isAtStart || leads) return called(LEAVING)
  const asks = own.some((control) => FORM.has(control.role))
  // A form that comes at the start and can be cancelled (the folders of JuK) takes nothing by that, and can be opened again.
  if (!hasDocument && asks && hasMain && called(AGREED)) return called(CANCELS)
  const offers = own.some(({ role, name, value }) => role === 'text' && offersToRead(value ?? name))
  if (!asks && offers && buttons.length === 2) return called(DECLINES)
  return !hasDocument && buttons.length === 1 && !asks ? called(NOTED) : null
}
const CANCELS = /^(?:cancel|abbrechen|annuler|cancelar|取消)$/iu
/** One question, whose answer “No” is about nothing else: what was not saved is never part of it. */
const offersToRead = (text: string): boolean =>
  OFFERS_TO_READ.test(text) && /[?？]\s*$/u.test(text) && !/sav|recover|restor|delet|remov|erase/iu.test(text)

/** A dialog that asks how to read a file, and proposes it; nothing is changed by reading it so. */
const IMPORTS = /import|导入/iu
const AGREED = /^(?:ok|okay|valider|aceptar|确定)$/iu

/** Whether it asks how to read one of these files, which is named in its title. */
export function asksHowToRead({ title }: Pick<WindowInfo, 'title'>, files: readonly string[]): boolean {
  const isOf = (file: string) => title.includes(file.slice(file.lastIndexOf('/') + 1))
  return IMPORTS.test(title) && files.some((file) => file !== '' && !file.endsWith('/') && isOf(file))
}

/** The button that takes what is proposed for reading the file that the person has just opened: its name is in the title. */
export function takingProposal(
  dialog: Pick<WindowInfo, 'id' | 'title'>,
  controls: readonly Control[],
  files: readonly string[],
): Control | null {
  if (!asksHowToRead(dialog, files)) return null
  const buttons = controls.filter(
    ({ window_id, role, states }) =>
      window_id === dialog.id && role === 'button' && !states.includes('disabled'),
  )
  const called = (pattern: RegExp) =>
    buttons.filter((button) => pattern.test(plainLabel(readableName(button))))
  const [only, ...others] = called(AGREED)
  return only && others.length === 0 && called(LEAVING).length > 0 ? only : null
}

const filesOf = (step: StepRecord | undefined): string[] =>
  step?.actions.flatMap(({ arguments: { name, arguments: given } }) =>
    [name, ...(Array.isArray(given) ? given : [])].filter((each): each is string => typeof each === 'string'),
  ) ?? []

const opensDocument = (step: StepRecord | undefined): boolean =>
  step?.actions.some(
    ({ arguments: { name, arguments: given } }) =>
      (Array.isArray(given) && given.length > 0) || (typeof name === 'string' && /[/\\]/.test(name)),
  ) === true

/** The dialog in front of the application to work in. */
const dialogOf = ({ window, windows }: Scene): WindowInfo | undefined =>
  windows.find(
    (each) =>
      (isFrontDialog(each) || (each.active && each.kind === 'dialog' && each.says !== null)) &&
      (window === null ||
        each.id === window.id ||
        each.owner === window.id ||
        each.process_name === window.process_name),
  )

/**
 * The act that puts off the greeting in front, before a move that it keeps from going on. `history`: all that was done; after any act since
 * the last start of an application a dialog may be what that has opened, and is told.
 */
export function putOff(move: Move, history: readonly StepRecord[], scene: Scene): Move | null {
  const dialog = dialogOf(scene)
  const started = history.findLastIndex(({ actions }) => actions.some((action) => action.function === LAUNCH))
  const since = history.slice(started + 1)
  const greeted = since.filter((step) => placeOf(step)?.phase === 'greet')
  const isFresh = since.every(
    (step) => greeted.includes(step) || step.actions.every((action) => BEFORE.has(action.function)),
  )
  if (!dialog || started < 0 || !isFresh || greeted.length >= MOST) return null
  const isHeld =
    move.do === 'fail' || (move.do === 'act' && (move.phase === 'wait' || !goesOn(move, dialog, scene, KEYS)))
  const proposal = isHeld ? takingProposal(dialog, scene.controls, filesOf(history[started])) : null
  if (proposal)
    return act(
      [press(proposal)],
      `“${dialog.title}” proposes how to read the file, and that is taken.`,
      'greet',
    )
  const button = isHeld
    ? puttingOff(
        dialog,
        scene.controls,
        opensDocument(history[started]),
        scene.english,
        hasMainBehind(dialog, scene),
      )
    : null
  if (!button) return null
  // Escape agrees to nothing, as “OK” may; it is tried first.
  const isNoted = dialog.active && greeted.length === 0 && isOnlyAnswer(button, scene)
  const away = isNoted ? call('keyboard_input', { keys: 'Escape' }) : press(button)
  return act([away], `“${dialog.title}” is no part of it: the ${shortName(button)} puts it off.`, 'greet')
}
/** Whether a dialog has a window of its application behind it, which stays when it is cancelled. */
const hasMainBehind = ({ id, process_name }: WindowInfo, { windows }: Scene): boolean =>
  windows.some((each) => each.id !== id && each.kind === 'normal' && each.process_name === process_name)
const isOnlyAnswer = (button: Control, { controls }: Scene): boolean =>
  !controls.some(
    ({ id, role, window_id, states }) =>
      role === 'button' && window_id === button.window_id && id !== button.id && !states.includes('disabled'),
  )
const KEYS: ReadonlySet<string> = new Set(['keyboard_input'])
