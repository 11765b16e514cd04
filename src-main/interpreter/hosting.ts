// Carries out clauses that choose among applications (open, switch to, close) for the HostAgent, and for the LinuxAgent too.
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { missingCaseError } from '../core/control-flow.ts'
import type { WindowInfo } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import type { Clause, ClauseOf, HostClause } from './clauses.ts'
import { isFileManager } from '../safety/applications.ts'
import { asksHowToRead } from './greetings.ts'
import { act, call, fail, followUp, isAsking, pick, type Move, type Scene } from './moves.ts'
import { partNames, shownNames } from './openings.ts'
import { outcomeOf } from './progress.ts'
import { currentWindow, findWindow, launchedWindow, launchFacts, windowName } from './windows.ts'

export const select = (window: WindowInfo) =>
  call('select_application_window', { id: window.id, name: window.title })

/** How every platform says it, behind the name of the act. */
const NO_APPLICATION = /^There is no application “/

/** How it is said that the window in front has a part of this name: then it is meant, also without an article. */
const HAS_PART = /^There is no application “[^”]*” here, but /

/** How it is said that a window has no such part. */
const NO_PART = /No button and no menu item here is called/

/**
 * The clause that presses a part of the open window, where no application is called so, or where one was started that has it as a keyword
 * only: “the trash” is in the file manager. Null for what is an application.
 */
export function partInstead(clause: HostClause, scene: Scene): ClauseOf<'named item'> | null {
  const { trail, windows } = scene
  const launch = trail.find(({ phase }) => phase === 'launch')
  const outcome = launch ? outcomeOf(launch.step) : null
  if (clause.kind === 'switch') return isNoWindow(clause, scene) ? asPart(clause, true) : null
  const part = asPart(clause, outcome?.ok === false && HAS_PART.test(outcome.reason))
  // Once it is begun, the part itself may have closed the window.
  const isBegun = trail.at(-1)?.phase !== 'launch'
  if (!part || (!isBegun && !currentWindow(windows))) return null
  if (outcome?.ok !== false) return isByKeyword(scene) ? part : null
  return !outcome.refused && NO_APPLICATION.test(outcome.reason) ? part : null
}

const isByKeyword = ({ trail }: Scene): boolean =>
  trail.some(({ phase, step }) => phase === 'launch' && launchFacts(step.actions[0]?.result).byKeyword)

/** Leaves it at the application that was started by a keyword, where its window has no part that is called so. */
export const orLeftAtIt = (move: Move, scene: Scene): Move =>
  move.do === 'fail' && isByKeyword(scene) && NO_PART.test(move.reason) ? { do: 'done' } : move

/** Whether what is switched to can only be a part of the window in front: “switch to Page 2”. Once it is begun, it may have opened such a window. */
export const isNoWindow = (
  { what }: ClauseOf<'switch'>,
  { windows, trail }: Pick<Scene, 'windows' | 'trail'>,
): boolean =>
  trail.some(({ phase }) => phase === 'assign') ||
  (currentWindow(windows) !== null && findWindow(what, windows).found.length === 0)

/** The clause that presses what may be a part of a window; null for any other clause. */
export const asPart = (clause: Clause, isPart = false): ClauseOf<'named item'> | null =>
  clause.kind === 'open' && (clause.mayBePart === true || (isPart && clause.application === null))
    ? { kind: 'named item', names: partNames(clause), opens: true, words: clause.words }
    : clause.kind === 'switch' && isPart
      ? {
          kind: 'named item',
          names: shownNames(clause.what),
          opens: true,
          inSight: true,
          words: clause.words,
        }
      : null

export interface Next {
  /** Whether the window that opens must be selected, because no assignment follows that selects it. */
  selects: boolean
  /** Whether the next clause is done in a window, and so may answer a dialog. */
  isAnswer: boolean
  /** Whether no clause comes next. */
  isLast: boolean
}

export function performOnDesktop(clause: HostClause, scene: Scene, next: Next): Move {
  switch (clause.kind) {
    case 'open':
      return open(clause, scene, next)
    case 'switch':
      return switchTo(clause.what, scene)
    case 'close':
      return close(clause.what, scene, next.isAnswer)
    case 'window state':
      return setState(clause, scene)
    case 'file':
      return withFile(clause, scene)
    default:
      return missingCaseError(clause)
  }
}

/** Returns a path in full; keeps the name of an application. */
function launchName(what: string, home: string): string {
  if (/^~(\/|$)/.test(what)) return resolve(home, `.${what.slice(1)}`)
  return /^\.{1,2}\//.test(what) && !isAbsolute(what) ? resolve(home, what) : what
}

/** The file manager in front, in which a folder is opened that comes next: what was copied there can be pasted there. */
function showingFolders(what: string, { windows, trail }: Scene): string | null {
  const process = currentWindow(windows)?.process_name ?? ''
  const isFolder = /^~\/[^/.]+$/.test(what)
  return isFolder && trail.length === 0 && isFileManager(process) ? process : null
}

function open(clause: Extract<HostClause, { kind: 'open' }>, scene: Scene, next: Next): Move {
  const { what } = clause
  const application = clause.application ?? showingFolders(what, scene)
  const last = scene.trail.at(-1)
  if (last?.phase === 'window') return followUpSelect(scene)
  const launch = scene.trail.find(({ phase }) => phase === 'launch')
  const name = launchName(what, scene.home)
  if (!launch) {
    const parameters = application === null ? { name } : { name: application, arguments: [name] }
    return act([call('launch_application', parameters)], `Open “${name}”.`, 'launch')
  }
  const action = launch.step.actions[0]
  const outcome = outcomeOf(launch.step)
  const opened = launchedWindow(action?.result, name, scene.windows)
  if (!outcome.ok && (outcome.refused || action?.status !== 'success')) return fail(outcome.reason)
  if (!opened) {
    const { says } = launchFacts(action?.result)
    const said = says === null ? '' : ` It has written: “${says}”`
    return fail(`“${application ?? name}” was started, but no window of it has opened.${said}`)
  }
  if (next.isLast && isInstead(opened, name, application) && !asksHowToRead(opened, [name]))
    return fail(insteadOf(opened, action?.result))
  return next.selects
    ? act([select(opened)], `The window ${windowName(opened)} has opened.`, 'window')
    : { do: 'done' }
}

/** The dialog that asks how to read the document of a last clause “open”, which is answered in its application; null for any other. */
export function questionOfDocument(
  clause: HostClause,
  { trail, windows, home }: Pick<Scene, 'trail' | 'windows' | 'home'>,
): WindowInfo | null {
  const launch = trail.find(({ phase }) => phase === 'launch')
  if (clause.kind !== 'open' || !launch) return null
  const outcome = outcomeOf(launch.step)
  if (!outcome.ok && (outcome.refused || launch.step.actions[0]?.status !== 'success')) return null
  const name = launchName(clause.what, home)
  const opened = launchedWindow(launch.step.actions[0]?.result, name, windows)
  return opened?.kind === 'dialog' && asksHowToRead(opened, [name]) ? opened : null
}

/**
 * Whether a dialog is open in the place of what was asked for: any dialog where that is a document, a message box where it is an
 * application. An application whose own window is a dialog has a form in it, or its name as its title.
 */
function isInstead({ kind, says, title }: WindowInfo, name: string, application: string | null): boolean {
  const isDocument = application !== null || /[/.]/.test(name)
  return kind === 'dialog' && (isDocument || (says !== null && !sameLabel(title, name)))
}

function insteadOf({ title }: WindowInfo, result: unknown): string {
  const { says } = launchFacts(result)
  const dialog = title === '' ? 'A dialog without a title' : `The dialog “${title}”`
  const text = says === null ? '' : ` It says: “${says}”`
  return `${dialog} has opened in its place.${text}`
}

function followUpSelect(scene: Scene): Move {
  const last = scene.trail.at(-1)
  const outcome = last ? outcomeOf(last.step) : null
  return outcome?.ok === false ? fail(outcome.reason) : { do: 'done' }
}

function switchTo(what: string, scene: Scene): Move {
  const move = followUp(scene)
  if (move !== 'begin') return move
  return withWindow(what, scene, (window) =>
    act([select(window)], `The window ${windowName(window)} is meant.`),
  )
}

function close(what: string, scene: Scene, isAnswer: boolean): Move {
  const last = scene.trail.at(-1)
  if (last?.phase === 'act') {
    const outcome = outcomeOf(last.step)
    if (outcome.ok) return { do: 'done' }
    // The application asks what to do with unsaved work, and the next clause may be the answer.
    if (
      !outcome.refused &&
      isAsking(scene) &&
      isAnswer &&
      last.step.actions.every(({ status }) => status === 'success')
    )
      return { do: 'done' }
    return fail(outcome.reason)
  }
  return withWindow(what, scene, (window) =>
    act(
      [call('close_application_window', { id: window.id, name: window.title })],
      `The window ${windowName(window)} is meant.`,
    ),
  )
}

function setState({ what, state }: Extract<HostClause, { kind: 'window state' }>, scene: Scene): Move {
  const move = followUp(scene)
  if (move !== 'begin') return move
  return withWindow(what, scene, (window) =>
    act(
      [call('set_window_state', { id: window.id, name: window.title, state })],
      `The window ${windowName(window)} is meant.`,
    ),
  )
}

/** Does something with a file by its path. What is replaced or thrown away, the gate asks about. */
function withFile({ does, path, to }: Extract<HostClause, { kind: 'file' }>, scene: Scene): Move {
  const move = followUp(scene)
  if (move !== 'begin') return move
  const name = to ?? ''
  const { tool, parameters } = {
    make: { tool: 'make_folder', parameters: { path } },
    trash: { tool: 'trash_files', parameters: { files: [path] } },
    copy: { tool: 'copy_files', parameters: { files: [path], to: name } },
    move: { tool: 'move_files', parameters: { files: [path], to: name } },
    // A new name is one beside the old one; a path may be in another folder.
    rename: name.includes('/')
      ? { tool: 'move_files', parameters: { files: [path], to: name } }
      : {
          tool: 'rename_files',
          parameters: { folder: dirname(path), names: [{ from: basename(path), to: name }] },
        },
  }[does]
  return act([call(tool, parameters)], `“${path}” is meant.`)
}

export function withWindow(what: string, scene: Scene, then: (window: WindowInfo) => Move): Move {
  const current = /^(it|this|the)( (window|app|application))?$/i.test(what)
    ? currentWindow(scene.windows)
    : null
  const { found, nearest } = current ? { found: [current], nearest: [] } : findWindow(what, scene.windows)
  const [only] = found
  if (only && found.length === 1) return then(only)
  if (only) {
    return pick(`which window of “${what}” is meant?`, found.map(windowName), scene, (index) => {
      const window = found[index]
      return window ? then(window) : fail('The answer is none of what was listed.')
    })
  }
  const open = nearest.length > 0 ? ` Open are: ${nearest.join(', ')}.` : ' No window is open.'
  return fail(`There is no window of “${what}”.${open}`)
}
