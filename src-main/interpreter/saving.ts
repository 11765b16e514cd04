// Carries out `save as "PATH"` in the steps of its dialog: opens it, fills in the path, presses Save, answers what it asks.
import { basename, extname, relative, resolve } from 'node:path'
import type { Control, WindowInfo } from '../core/desktop.ts'
import { isUnwritten, writtenFiles } from '../../src-preload/contract/evidence.ts'
import { dialogWords } from '../matching/dialogs.ts'
import { namesFile, typesNamed } from '../matching/file-names.ts'
import { Label, readableName } from '../matching/label.ts'
import { shortName } from './matching.ts'
import {
  act,
  behindDialog,
  call,
  fail,
  on,
  press,
  put,
  waitOr,
  withoutMissed,
  type Move,
  type Scene,
} from './moves.ts'
import type { Phase } from '../../src-preload/contract/clause-marker.ts'
import { isSaid } from './in-english.ts'
import { outcomeOf } from './progress.ts'
import { menusOf, waitForMenu } from './menus.ts'
import { chooseSaveAs, isNoItem, openNextMenu } from './save-menus.ts'

const called = (name: string): string => new Label(name).bare

const SAVE_BUTTON = /^(save|save as|export|ok|speichern|enregistrer|保存|导出|确定)$/
const SAVES = /^(save|speichern|enregistrer|保存)$/
const SAVE_TITLE = /save|export|speichern|enregistrer|保存|另存|导出/i
const NAME_FIELD = /name|datei|fichier|文件名|名称/i
const REPLACE = /^(replace|overwrite|yes|ersetzen|[üu]berschreiben|ja|remplacer|oui|替换|覆盖|是)$/
/** Says by itself what “Yes” says only beside its question. */
const OVERWRITE = /^(?:replace|overwrite)$/
const REPLACING = /exist|replace|overwrite|ersetzen|[üu]berschreib|remplac|已存在|替换|覆盖/i
/** LibreOffice and others ask whether a foreign format is really meant; the path has said so. */
/** Beside the button for the program's own format, “Keep” is enough; elsewhere it may be of a file that has changed. */
const KEEP_FORMAT = /^(keep .*format|use .+ format)[!！]?$/
const KEEP = /^keep[!！]?$/
const OWN_FORMAT = /\bodf\b|\bopendocument\b|default format/
const OPTIONS_TITLE = /export|options|filter|import|csv|导出|选项/i
const EXPORT_OPTIONS = /export|\bpdf\b|导出/i
const LEFT_AS_THEY_ARE = 'The options are left as they are.'
const OK = /^(ok|export|save|确定|导出|保存)$/

const CANCEL = /^(cancel|abbrechen|annuler|取消)$/
/** Matches a warning that the file's encoding lacks some characters of the text. */
const LOSING = /unicode[^.]*(lost|verloren|perdus)|丢失/i
const ENCODING = /encoding|codierung|kodierung|codage|编码/i
/** Matches UTF-8 without a byte order mark, because the one with a mark is another encoding. */
const UNICODE = /utf-?8(?!.*(bom|signatur))/i
/** Names of applications for a document without a file. Glade and Drawing say that alone, with no name of their own behind it. */
const NO_FILE =
  /^[*•●\s]*(?:(?:untitled|document|unbenannt|dokument|sans titre|sans nom|无标题|未命名|文档)\s?\d*\s+[-–—]\s|(?:unsaved(?: (?:file|document|image|drawing))?|ungespeicherte?s?(?: (?:datei|dokument|bild))?|未保存(?:的?文件)?)\s?\d*(?:\s+[-–—]\s|$))/i

/** The most questions of a dialog that are answered before the clause fails. */
const FOLLOW_UPS = 6

/** Saves the document to its own file. One that has none is not saved: a dialog asks for its name. */
export function save(scene: Scene): Move {
  const last = scene.trail.at(-1)
  if (!last)
    return (
      behindDialog(scene) ?? besideDialog(scene) ?? act([pressKeys('Ctrl+S')], 'Save by the keys.', 'keys')
    )
  const keep = last.phase === 'settle' ? undefined : keepsFormat(questionAfter(scene, null)?.buttons ?? [])
  if (keep) return act([press(keep)], 'The document keeps the format of its file.', 'settle')
  const outcome = outcomeOf(last.step)
  if (!outcome.ok) return fail(outcome.reason)
  const asking = saveDialog(scene)
  return asking
    ? fail(`Nothing is saved yet: the dialog “${asking.title}” asks for a name. Say: save as "PATH".`)
    : { do: 'done' }
}

/** Saves the document where a dialog for searching that stays open beside it has the keyboard. */
function besideDialog({ window, windows, controls }: Scene): Move | null {
  const isAside = windows.some(
    ({ id, active, kind, modal }) => active && kind === 'dialog' && !modal && id !== window?.id,
  )
  const texts = controls.filter(
    ({ role, states, window_id }) =>
      window_id === window?.id && (role === 'document' || (role === 'edit' && states.includes('multiline'))),
  )
  const written = texts.filter(({ states }) => !states.includes('readonly'))
  const [document, ...others] = written.length > 0 ? written : texts
  if (!isAside || !document) return null
  if (others.length > 0) return fail('Beside the open dialog are several texts. Close the dialog first.')
  return act([call('keyboard_input', { keys: 'Ctrl+S', ...on(document) })], 'Save by the keys.', 'keys')
}

export function saveAs(written: string, current: Scene): Move {
  const scene = { ...current, trail: withoutMissed(current.trail) }
  const path = expand(written, scene.home)
  const last = scene.trail.at(-1)
  const failed = last?.step.actions.find(({ status }) => status === 'failure')
  if (last) {
    const outcome = outcomeOf(last.step)
    if (!outcome.ok && outcome.refused) return fail(outcome.reason)
    // The screen shows the outcome of keys and clicks, so only a failed call ends the clause, and only after the other way was tried.
    if (failed && last.phase === 'menu' && hasNoFile(scene)) return saveFirst()
    const mayFail = last.phase === 'fill' || last.phase === 'keys' || last.phase === 'type'
    const isOther = last.phase === 'menu' && scene.trail.every(({ phase }) => phase !== 'keys')
    if (failed && !mayFail && !isOther) return fail(outcome.ok ? 'It failed.' : outcome.reason)
  }
  const did = (phase: Phase) => scene.trail.some((each) => each.phase === phase)
  const filled = did('fill') || did('again')
  const dialog = saveDialog(scene)

  if (filled) {
    // A dialog that has come meanwhile (a tip of the day) asks nothing about a file that is written.
    if (last && writtenFiles(last.step.actions.flatMap(({ told }) => told ?? [])).includes(path))
      return { do: 'done' }
    const question = questionAfter(scene, dialog)
    if (question) return answerFor(question, scene)
    if (last?.phase === 'encode' || (did('encode') && !did('again'))) return encode(dialog, path, scene)
    if (!dialog) return settled(path, scene)
    if (!did('again') && fillFailed(scene)) return fillByKeys(dialog, path)
    const below = did('again') ? null : belowItsFolder(path, scene)
    if (below !== null)
      return act(fill(dialog, below), `“${dialog.title}” takes names below its folder.`, 'again')
    const waiting = waitOr(scene, `The dialog “${dialog.title}” is still open after saving.`)
    if (waiting.do === 'act' || did('press') || dialog.name.value !== path) return waiting
    // GTK's list of names takes the click when it opens late.
    return act([press(dialog.button)], 'The click did not reach the button.', 'press')
  }
  if (dialog) {
    const type = did('type') ? null : otherType(dialog, path, scene)
    if (type) {
      const item = `*${extname(path).toLowerCase()}`
      return act(
        [call('select_item', { id: type.id, name: item })],
        `The ${shortName(type)} is set to another type of file.`,
        'type',
      )
    }
    return act(fill(dialog, path), `The dialog “${dialog.title}” is there.`, 'fill')
  }
  const options = did('settle') ? null : optionsFirst(scene)
  if (options) return options
  const behind = behindDialog(scene)
  if (behind && scene.trail.every(({ phase }) => phase === 'wait')) return behind
  const inMenu = did('item') || did('plain')
  const item = inMenu ? null : chooseSaveAs(scene)
  if (item) return item
  if (!did('keys') && !did('plain')) {
    // The menus come first, because the keys may mean something else: Geany saves all files by them.
    const menu = inMenu || failed ? null : (waitForMenu(scene) ?? openNextMenu(scene))
    if (menu) return menu
    const isPressed = scene.trail.some(({ phase, step }) => phase === 'item' && !isNoItem(step))
    if (!isPressed && did('menu') && hasNoFile(scene)) return saveFirst()
    // Where menus say what there is, keys that none of them tells mean something else: Texmaker writes a command by them.
    if (!isPressed && menusOf(scene).length > 0)
      return failed ? fail(failed.error ?? 'It failed.') : waitOr(scene, 'No menu here has “Save As”.')
    if (!isPressed) return openByKeys(scene)
  }
  const waiting = waitOr(scene, 'No dialog for saving has opened.')
  // Keys that mean something else here may have opened a message, which no menu can be reached behind.
  if (waiting.do === 'act' || did('plain')) return waiting.do === 'fail' ? (behind ?? waiting) : waiting
  if (behind) return behind
  if (did('menu')) return hasNoFile(scene) ? saveFirst() : waiting
  return act(
    [call('choose_menu', { path: ['File', 'Save As…'] })],
    'The keys did not open it; the menu may.',
    'menu',
  )
}

/** Goes on from the options of an export, which some ask for before the file; null where no such dialog is open. */
function optionsFirst(scene: Scene): Move | null {
  const asked = questionAfter(scene, null)
  const ok = asked?.buttons.find(({ name }) => isSaid(OK, name, scene))
  return asked && ok && isSaid(EXPORT_OPTIONS, asked.title, scene)
    ? act([press(ok)], LEFT_AS_THEY_ARE, 'settle')
    : null
}

const pressKeys = (keys: string) => call('keyboard_input', { keys })

const openByKeys = ({ window }: Scene): Move =>
  act([pressKeys(saveKeys(window))], 'Open the dialog by its keys.', 'keys')

const hasNoFile = ({ window, windows }: Scene): boolean =>
  NO_FILE.test((windows.find(({ id }) => id === window?.id) ?? window)?.title ?? '')

/** Not every application has a key or a menu that can be read; all ask for the file of a document that has none. */
const saveFirst = (): Move =>
  act([pressKeys('Ctrl+S')], 'The document has no file yet: saving asks for one.', 'plain')

const saveKeys = (window: WindowInfo | null): string =>
  /chrom|firefox|brave|edge/i.test(window?.process_name ?? '') ? 'Ctrl+S' : 'Ctrl+Shift+S'

export const expand = (path: string, home: string): string => resolve(home, path.replace(/^~(?=\/|$)/, home))

type Surroundings = Pick<Scene, 'window' | 'windows' | 'controls' | 'english'>

interface Dialog {
  id: string
  title: string
  name: Control
  button: Control
}

/** Lists the chosen application's windows without its main one, the topmost first. */
function dialogsOf({ windows, window }: Surroundings): WindowInfo[] {
  const own = windows.filter(
    (each) =>
      window === null ||
      each.process_name === window.process_name ||
      each.pid === window.pid ||
      each.owner === window.id ||
      each.process_name.startsWith('xdg-desktop-por'),
  )
  return own.filter(({ kind, modal, owner }) => kind === 'dialog' || modal || owner !== null)
}

const inside = (controls: readonly Control[], id: string): Control[] =>
  controls.filter(({ window_id }) => window_id === id)

/** Finds the save dialog by its parts (a field for a name and a button that saves), and by its title if it has one. */
export function saveDialog(scene: Surroundings): Dialog | null {
  for (const { id, title } of dialogsOf(scene)) {
    const parts = inside(scene.controls, id)
    const button = parts.find(({ role, name }) => role === 'button' && isSaid(SAVE_BUTTON, name, scene))
    const fields = parts.filter(
      ({ role, states }) => role === 'edit' || (role === 'combo box' && states.includes('editable')),
    )
    const name =
      fields.find((field) => isSaid(NAME_FIELD, readableName(field), scene)) ??
      fields.find(({ states }) => states.includes('focused')) ??
      fields[0]
    if (
      button &&
      name &&
      (isSaid(SAVE_TITLE, title, scene) || isSaid(SAVES, button.name, scene)) &&
      !isOptions(title, parts, scene)
    ) {
      return { id, title, name, button }
    }
  }
  return null
}

/** Tells whether a dialog asks for options; LibreOffice's “Export Text File” has fields, too, but none for a name. */
const isOptions = (title: string, parts: Control[], scene: Surroundings): boolean =>
  isSaid(OPTIONS_TITLE, title, scene) &&
  !parts.some((part) => part.role === 'edit' && isSaid(NAME_FIELD, readableName(part), scene)) &&
  !parts.some(({ role }) => role === 'table' || role === 'tree' || role === 'list')

/**
 * Finds the choice of file types if it is set to other types than the path's, because the application would write that type, or append it
 * to the name.
 */
function otherType({ id }: Dialog, path: string, { controls, window }: Scene): Control | null {
  // LibreOffice takes the type from the file name's extension.
  if (window?.process_name === 'soffice') return null
  const wanted = extname(path).slice(1).toLowerCase()
  const isOther = ({ role, value, name }: Control) => {
    const types = role === 'combo box' ? typesNamed(value ?? name) : []
    return types.length > 0 && !types.includes(wanted)
  }
  return wanted === '' ? null : (inside(controls, id).find(isOther) ?? null)
}

interface Question {
  title: string
  says: string | null
  parts: Control[]
  buttons: Control[]
}

/** Finds a dialog that has opened after the path was entered. */
function questionAfter(scene: Scene, dialog: Dialog | null): Question | null {
  for (const { id, title, says } of dialogsOf(scene)) {
    if (id === dialog?.id) continue
    const parts = inside(scene.controls, id)
    const buttons = parts.filter(({ role }) => role === 'button')
    if (
      buttons.some(({ name }) => isSaid(REPLACE, name, scene) || isSaid(OK, name, scene)) ||
      keepsFormat(buttons)
    )
      return { title, says, parts, buttons }
  }
  // On some desktops GTK asks inside the save dialog's own window.
  return null
}

/**
 * Lists the buttons that keep the format of the path. In any language they equal the button for the program's own format, except for the
 * format: “Word 2007-Format verwenden!” beside “ODF-Format verwenden!”.
 */
function keeping(buttons: readonly Control[]): Control[] {
  const own = buttons.find(({ name }) => OWN_FORMAT.test(called(name)))
  const words = own ? called(own.name).replace(OWN_FORMAT, ' ').match(WORD) : null
  return buttons.filter((button) => {
    const name = called(button.name)
    if (button === own || OWN_FORMAT.test(name)) return false
    return (
      KEEP_FORMAT.test(name) ||
      (own !== undefined && KEEP.test(name)) ||
      (words?.some((word) => name.includes(word)) ?? false)
    )
  })
}
const WORD = /\p{Script=Han}{2,}|(?!\p{Script=Han})\p{L}{3,}/gu

function keepsFormat(buttons: readonly Control[]): Control | undefined {
  const keeps = keeping(buttons)
  return keeps.find(({ states }) => states.includes('default')) ?? keeps[0]
}

function answerFor({ title, says, parts, buttons }: Question, scene: Scene): Move {
  if (scene.trail.filter(({ phase }) => phase === 'settle').length >= FOLLOW_UPS)
    return fail(`“${title}” asks again and again.`)
  const answer = (button: Control, why: string) => act([press(button)], why, 'settle')
  const keep = keepsFormat(buttons)
  if (keep) return answer(keep, 'The format that the path names is meant.')
  const text = [title, says ?? '', ...parts.map(({ name, value }) => `${name} ${value ?? ''}`)].join(' ')
  const cancel = buttons.find(({ name }) => isSaid(CANCEL, name, scene))
  if (cancel && LOSING.test(text) && !scene.trail.some(({ phase }) => phase === 'encode'))
    return act([press(cancel)], 'The text would lose characters.', 'encode')
  const replace = buttons.find(({ name }) => isSaid(REPLACE, name, scene))
  // The gate asks whether a file may be replaced, before this button is pressed.
  const isReplaced = replace && (REPLACING.test(text) || isSaid(OVERWRITE, replace.name, scene))
  if (isReplaced) return answer(replace, 'The file is there already.')
  const ok = buttons.find(({ name }) => isSaid(OK, name, scene))
  if (ok && isSaid(OPTIONS_TITLE, title, scene)) return answer(ok, LEFT_AS_THEY_ARE)
  const what = dialogWords({ title, says })
  // A message that can only be taken note of does not keep the file from being written.
  if (ok && buttons.length === 1) return answer(ok, `It stops for ${what}.`)
  return fail(
    `“Save as” can’t answer ${what}. Its buttons: ${buttons.map(({ name }) => `“${name}”`).join(', ')}.`,
  )
}

/** Gives the file an encoding with all characters, once the dialog is open again: opens the list, chooses, saves. */
function encode(dialog: Dialog | null, path: string, scene: Scene): Move {
  if (!dialog) return waitOr(scene, 'The dialog for saving has not come back.')
  const unicode = scene.controls.find(({ role, name }) => role === 'list item' && UNICODE.test(name))
  if (unicode) {
    return act([press(unicode), ...fill(dialog, path)], 'This encoding has all characters.', 'again')
  }
  const encoding = inside(scene.controls, dialog.id).find(
    (part) => part.role === 'combo box' && ENCODING.test(readableName(part)),
  )
  const none = `The dialog “${dialog.title}” offers no encoding that has all characters.`
  if (!encoding) return fail(none)
  const opened = scene.trail.filter(({ phase }) => phase === 'encode').length > 1
  return opened ? waitOr(scene, none) : act([press(encoding)], 'Another encoding is needed.', 'encode')
}

const fill = ({ name, button }: Dialog, text: string) => [put(name, text), press(button)]

/**
 * Says how a dialog wants the path that puts its own folder before whatever it is given, as its message has told: `/home/me//home/me/a.png`.
 * Null where it said no such thing, or where the path is not below that folder.
 */
function belowItsFolder(path: string, { trail }: Scene): string | null {
  for (const { phase, step } of trail) {
    const said = phase === 'settle' ? (step.thought ?? '') : ''
    for (let at = said.indexOf(path); at > 0; at = said.indexOf(path, at + 1)) {
      const folder = /(?:^|[\s“"'])(\/.*?)\/*$/.exec(said.slice(0, at))?.[1]
      const inside = folder === undefined ? '..' : relative(folder, path)
      if (!inside.startsWith('..')) return inside
    }
  }
  return null
}

const fillFailed = ({ trail }: Scene): boolean => {
  const fill = trail.findLast(({ phase }) => phase === 'fill')
  return fill !== undefined && !outcomeOf(fill.step).ok
}

function fillByKeys({ name, button, title }: Dialog, path: string): Move {
  return act(
    [press(name), pressKeys('Ctrl+A'), call('type_text', { text: path }), press(button)],
    `The field of “${title}” did not take the path; type it.`,
    'again',
  )
}

/**
 * Tells whether the file is saved: it exists, or the title has its whole name (“letter.txt” is not “letter.txt.odt”); if neither is known,
 * no dialog has come back for a while.
 */
function settled(path: string, scene: Scene): Move {
  const last = scene.trail
    .flatMap(({ step }) => step.actions)
    .filter(({ effect }) => effect !== null)
    .at(-1)
  const titles = scene.windows.map(({ title }) => title)
  const isIn = (name: string) => titles.some((title) => namesFile(title, name))
  const isMissing = isUnwritten(last?.told)
  const bare = basename(path, extname(path))
  if (isIn(basename(path)) || (!isMissing && bare.length > 1 && isIn(bare))) return { do: 'done' }
  const waiting = waitOr(scene, '')
  if (waiting.do === 'act') return waiting
  const noted = scene.trail.flatMap(({ phase, step }) => (phase === 'settle' ? [` ${step.thought}`] : []))
  return isMissing
    ? fail(`${path} was not written. ${last?.evidence ?? ''}${noted.join('')}`)
    : { do: 'done' }
}
