// Stands in for a language model: reads the rendered prompt, finds control ids in it, and answers in JSON as a model would. It
// knows a handful of plain commands and shares no code with `offline`.
import { parsePrompt, type SeenControl, type SeenPrompt, type SeenStep } from './parse-prompt.ts'
import type { ReceivedRequest } from './openai-server.ts'

interface PlainAction {
  function: string
  arguments: Record<string, unknown>
  status: string
}
interface PlainReply {
  thought: string
  status: string
  comment?: string
  action?: PlainAction[]
  result?: unknown
  [key: string]: unknown
}

/** Made for `OpenAIServer.start({ reply: plainModel })`. */
export function plainModel(request: Pick<ReceivedRequest, 'system' | 'user'>): string {
  return plainReply(parsePrompt(request.system, request.user))
}

export function plainReply(seen: SeenPrompt): string {
  if (seen.role === 'evaluation') return JSON.stringify(judged(seen))
  const reply = seen.role === 'host' ? hostReply(seen) : appReply(seen)
  return `I will take the next step.\n\`\`\`json\n${JSON.stringify({ observation: 'as listed', plan: [], ...reply })}\n\`\`\``
}

function judged({ steps, request }: SeenPrompt) {
  const failed = steps.at(-1)?.status === 'FAIL'
  const last = steps.flatMap(({ actions }) => actions).at(-1)
  const complete = !failed && last?.succeeded !== false ? 'yes' : 'no'
  const reason = failed ? 'It was given up.' : `The last act ${last?.succeeded ? 'succeeded' : 'failed'}.`
  return { reason, sub_scores: [{ name: request, evaluation: complete }], complete }
}

const OPEN = /^(?:open|start|launch|switch to) (.+)$/i

/** Cuts at commas, `and`, `then` and line breaks, but not inside quotes. */
export function clausesOf(text: string): string[] {
  const clauses = ['']
  for (const piece of text.match(/"[^"]*"|\s*(?:,|;|\n|\b(?:and|then)\b)+\s*|[^",;\n]/gi) ?? []) {
    if (/^\s*(?:[,;\n]|and\b|then\b)/i.test(piece)) clauses.push('')
    else clauses[clauses.length - 1] += piece
  }
  return clauses.map((clause) => clause.trim()).filter((clause) => clause !== '')
}

const bare = (text: string): string => text.trim().replace(/^"(.*)"$/s, '$1')

/** Assigns one subtask per application: what to open, and what to do there. */
function hostReply(seen: SeenPrompt): PlainReply {
  const parts: { open: string; work: string[] }[] = []
  for (const clause of clausesOf(seen.request)) {
    const open = OPEN.exec(clause)?.[1]
    if (open) parts.push({ open: bare(open), work: [] })
    else if (parts.length > 0) parts.at(-1)?.work.push(clause)
    else return failed(`no application is named before “${clause}”`)
  }
  const lost = seen.earlier.find(({ status }) => status !== 'FINISH')
  if (lost) return failed(`a subtask ended with ${lost.status}`)
  const own = seen.steps.filter(({ agent }) => agent === 'HostAgent')
  const done = own.flatMap(({ actions }) => actions).filter(({ succeeded }) => succeeded)
  const opened = done.filter(({ name }) => name === 'launch_application').length
  let assigned = 0
  for (const [index, { open, work }] of parts.entries()) {
    if (opened <= index) {
      if (own.filter(({ comment }) => comment === `opening ${open}`).length >= 2)
        return failed(`${open} does not open`)
      const call = { function: 'launch_application', arguments: { name: open } }
      return { thought: `${open} is needed`, status: 'CONTINUE', comment: `opening ${open}`, ...call }
    }
    if (work.length === 0 || seen.earlier.length > assigned++) continue
    const window = seen.windows.find(({ title, names }) =>
      [title, ...names].some((name) => isNear(name, open)),
    )
    if (!window)
      return { thought: `${open} has no window yet`, status: 'CONTINUE', comment: 'waiting for the window' }
    const chosen = own.at(-1)?.comment === `choosing ${open}`
    if (!chosen) {
      const call = { function: 'select_application_window', arguments: { id: window.id, name: window.title } }
      return { thought: 'its window is there', status: 'CONTINUE', comment: `choosing ${open}`, ...call }
    }
    return { thought: 'the window is ready', status: 'ASSIGN', current_subtask: work.join(', '), message: [] }
  }
  const result = seen.earlier.map((subtask) => subtask.result).findLast((value) => value !== null)
  return { thought: 'all is done', status: 'FINISH', comment: 'done', result: result ?? 'done' }
}

const isNear = (name: string, wanted: string): boolean => name.toLowerCase().includes(wanted.toLowerCase())

const failed = (comment: string): PlainReply => ({ thought: comment, status: 'FAIL', comment, action: [] })

const act = (name: string, values: Record<string, unknown> = {}): PlainAction => ({
  function: name,
  arguments: values,
  status: 'CONTINUE',
})
const on = ({ id, name }: SeenControl) => ({ id, name })

/** The next acts for a clause; `done` when these are its last ones. */
interface Move {
  actions: PlainAction[]
  done: boolean
}

function appReply(seen: SeenPrompt): PlainReply {
  const clauses = clausesOf(seen.task)
  const own = seen.steps.filter(
    ({ agent, subtask }) => agent !== 'HostAgent' && (seen.subtask === null || subtask === seen.subtask),
  )
  for (let at = Math.max(0, ...own.map(lastDone)); ; at++) {
    const clause = clauses[at]
    if (clause === undefined) {
      const read = own.flatMap(({ actions }) => actions).findLast(({ name }) => name === 'texts')
      return { thought: 'all clauses are done', status: 'FINISH', action: [], result: read?.result ?? null }
    }
    const label = `clause ${at + 1} of ${clauses.length}`
    const tries = own.filter(({ comment }) => comment.startsWith(`${label}:`))
    if (tries.length >= 6) return failed(`${label} can't be done: ${clause}`)
    const clicks = clickRun(seen, clauses.slice(at))
    if (clicks.length > 1) {
      const comment = `clauses ${at + 1}-${at + clicks.length} of ${clauses.length}: done`
      return { thought: 'these are keys in a row', status: 'CONTINUE', comment, action: clicks }
    }
    const move = moveFor(seen, clause, tries)
    if (typeof move === 'string') return failed(move)
    const comment = `${label}: ${move.done ? 'done' : 'on the way'}`
    if (move.actions.length > 0) return { thought: clause, status: 'CONTINUE', comment, action: move.actions }
    // A LinuxAgent observes at every step, so it needs no SCREENSHOT.
    const lookAgain = seen.role === 'app' ? 'SCREENSHOT' : 'CONTINUE'
    if (!move.done) return { thought: clause, status: lookAgain, comment, action: [] }
  }
}

/** Gives the number of the last clause that a step has done, by its own comment and the success of all its acts. */
function lastDone({ comment, actions }: SeenStep): number {
  const [, from, to, state] = /^clauses? (\d+)(?:-(\d+))? of \d+: (done|on the way)/.exec(comment) ?? []
  if (from === undefined) return 0
  const succeeded = state === 'done' && actions.every((action) => action.succeeded)
  return succeeded ? Number(to ?? from) : Number(from) - 1
}

/** Finds clicks in a row on controls that are all visible already. */
function clickRun(seen: SeenPrompt, clauses: string[]): PlainAction[] {
  const run: PlainAction[] = []
  for (const clause of clauses) {
    const wanted = /^click (.+)$/i.exec(clause)?.[1]
    const control = wanted === undefined ? null : found(seen, wanted)
    if (!control || control.role.startsWith('menu')) break
    run.push(act('click_input', on(control)))
  }
  return run
}

function moveFor(seen: SeenPrompt, clause: string, tries: SeenStep[]): Move | string {
  for (const [pattern, move] of MOVES) {
    const match = pattern.exec(clause)
    if (match)
      return move(
        seen,
        match.slice(1).map((group) => group ?? ''),
        tries,
      )
  }
  return `“${clause}” is beyond me`
}

const done = (...actions: PlainAction[]): Move => ({ actions, done: true })
const missing = (wanted: string) => `there is no “${bare(wanted)}”`
const withControl = (
  seen: SeenPrompt,
  wanted: string,
  move: (control: SeenControl) => Move,
): Move | string => {
  const control = found(seen, wanted)
  return control ? move(control) : missing(wanted)
}

const MOVES: [RegExp, (seen: SeenPrompt, groups: string[], tries: SeenStep[]) => Move | string][] = [
  [OPEN, (seen, [name = '']) => openMove(seen, bare(name))],
  [
    /^type (".*")(?: in(?:to)? (.+))?$/is,
    (seen, [text = '', where = '']) => {
      const control = where ? found(seen, where) : writable(seen)
      if (where && !control) return missing(where)
      return done(
        control
          ? act('set_edit_text', { ...on(control), text: bare(text) })
          : act('type_text', { text: bare(text) }),
      )
    },
  ],
  [
    /^click (.+)$/i,
    (seen, [wanted = '']) => withControl(seen, wanted, (control) => done(act('click_input', on(control)))),
  ],
  [/^press (.+)$/i, (_, [keys = '']) => done(act('keyboard_input', { keys: bare(keys) }))],
  [
    /^(un)?check (.+)$/i,
    (seen, [un = '', wanted = '']) =>
      withControl(seen, wanted, (control) => done(act('set_toggle', { ...on(control), checked: un === '' }))),
  ],
  [
    /^set (.+) to (".*")$/is,
    (seen, [wanted = '', text = '']) =>
      withControl(seen, wanted, (control) =>
        done(act('set_edit_text', { ...on(control), text: bare(text), clear_current_text: true })),
      ),
  ],
  [/^choose (.+)$/i, (_, [path = '']) => done(act('choose_menu', { path: path.split('>').map(bare) }))],
  [/^wait (\d+) seconds?$/i, (_, [seconds = '1']) => done(act('wait', { seconds: Number(seconds) }))],
  [
    /^read (.+)$/i,
    (seen, [wanted = '']) => {
      const control = found(seen, wanted) ?? (/^(?:the )?display$/i.test(wanted) ? display(seen) : null)
      return control ? done(act('texts', on(control))) : missing(wanted)
    },
  ],
  [/^save as (".*"|\S+)$/is, (seen, [path = ''], tries) => saveMove(seen, bare(path), tries)],
]

function openMove(seen: SeenPrompt, name: string): Move {
  const window = seen.windows.find(({ title, names }) => [title, ...names].some((text) => isNear(text, name)))
  if (window) return done(act('select_application_window', { id: window.id, name: window.title }))
  const launched = seen.steps.some(({ actions }) =>
    actions.some(({ call, succeeded }) => succeeded && call.startsWith('launch_') && isNear(call, name)),
  )
  return {
    actions: [launched ? act('wait', { seconds: 1 }) : act('launch_application', { name })],
    done: false,
  }
}

/** Opens the dialog by its keys, types the name and confirms; the clause is done when the dialog is gone. */
function saveMove(seen: SeenPrompt, path: string, tries: SeenStep[]): Move {
  const acts = tries.flatMap(({ actions }) => actions)
  const field =
    seen.controls.find(({ role, name }) => role === 'edit' && /\bname\b|^save as/i.test(name)) ??
    (tries.length > 0
      ? seen.controls.find(
          ({ role, states }) =>
            role === 'edit' && states.includes('focused') && !states.includes('multiline'),
        )
      : undefined)
  if (!field) {
    if (acts.some(({ name }) => name === 'set_edit_text')) return { actions: [], done: true }
    return { actions: [act('keyboard_input', { keys: 'Ctrl+Shift+S' })], done: false }
  }
  if (field.value !== path) {
    return {
      actions: [act('set_edit_text', { ...on(field), text: path, clear_current_text: true })],
      done: false,
    }
  }
  // A dialog takes time to close, so it is observed again before the next act.
  if (acts.at(-1)?.name === 'click_input' || acts.at(-1)?.call.includes('"Enter"')) {
    return { actions: [act('wait', { seconds: 1 })], done: false }
  }
  // The last button of that name is the dialog's; the main window may have one, too, and is listed before its dialog.
  const save = seen.controls.findLast(({ role, name }) => role === 'button' && /^_?save$/i.test(name))
  if (!save) return { actions: [act('keyboard_input', { keys: 'Enter', ...on(field) })], done: false }
  return { actions: save.states.includes('disabled') ? [] : [act('click_input', on(save))], done: false }
}

const SAME = [
  ['*', '×', '⋅', '✕'],
  ['/', '÷', '∕'],
  ['-', '−', '–'],
]
const ROLE_WORDS = /^(?:the )?(.+?)(?: (?:button|field|box|check box|checkbox|menu|link|tab|item))?$/i

/**
 * Finds the control of that name, buttons before texts; first an equal name (case, signs and colons do not count), then one with this
 * beginning.
 */
function found({ controls }: SeenPrompt, wanted: string): SeenControl | null {
  const name = bare(ROLE_WORDS.exec(wanted)?.[1] ?? wanted)
  const names = SAME.find((signs) => signs.includes(name)) ?? [name]
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[:…_]|\.{3}$/g, '')
      .trim()
  const usable = controls
    .filter(({ states }) => !states.includes('disabled'))
    .toSorted((a, b) => Number(a.role === 'text') - Number(b.role === 'text'))
  return (
    usable.find((control) => names.some((text) => plain(control.name) === plain(text))) ??
    (name.length > 2 ? usable.find((control) => plain(control.name).startsWith(plain(name))) : undefined) ??
    null
  )
}

const area = ({ width, height }: SeenControl) => width * height

/** Finds the default field for text: the largest one that can be edited. */
function writable({ controls }: SeenPrompt): SeenControl | null {
  const fields = controls.filter(
    ({ role, states }) => (role === 'edit' || role === 'document') && !states.includes('readonly'),
  )
  return fields.toSorted((a, b) => area(b) - area(a))[0] ?? null
}

/** Finds a calculator's display: the largest field, or the largest text that is a number. */
function display({ controls }: SeenPrompt): SeenControl | null {
  const fields = controls.filter(({ role }) => role === 'edit' || role === 'document')
  const numbers = controls.filter(({ role, name, value }) => role === 'text' && /\d/.test(value ?? name))
  return [...fields, ...(fields.length > 0 ? [] : numbers)].toSorted((a, b) => area(b) - area(a))[0] ?? null
}
