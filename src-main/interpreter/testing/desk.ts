// Simulates a desktop in memory with three applications, and the loop of the agents around it: a whole conversation without
// either.
import type { Control, ControlRole, ControlState, WindowInfo } from '../../core/desktop.ts'
import { RunControl } from '../../core/run-control.ts'
import type { ActionRecord, AppInput, HostInput, StepRecord, SubtaskRecord } from '../../models/input.ts'
import type { Model } from '../../models/model.ts'
import { appReplySchema, hostReplySchema, linuxReplySchema } from '../../models/replies.ts'

interface Part {
  role: ControlRole
  name: string
  value?: string | null
  description?: string
  states?: ControlState[]
  does?: () => void
}

export interface DeskWindow {
  info: WindowInfo
  parts: (Part & { id: string })[]
}

export class Desk {
  readonly windows: DeskWindow[] = []
  readonly files = new Map<string, string>()
  /** Every call, as `tool(name or text)`. */
  readonly calls: string[] = []
  /** Calls that fail, once each, with this error. */
  readonly failing = new Map<string, string>()
  /** Applications that have a word as their keyword only, and what opens when they are started by it. */
  readonly keywords = new Map<string, () => DeskWindow>()
  chosen: string | null = null
  #next = 1

  open(process: string, title: string, parts: Part[], more: Partial<WindowInfo> = {}): DeskWindow {
    for (const { info } of this.windows) info.active = false
    const id = `w${this.#next++}`
    const info: WindowInfo = {
      id, title, process_name: process, application: process, pid: process.length, bounds: { x: 0, y: 0, width: 600, height: 400 },
      active: true, minimized: false, kind: 'normal', modal: false, owner: null, says: null, unsaved: false, ...more,
    } // prettier-ignore
    const window: DeskWindow = { info, parts: parts.map((part) => ({ ...part, id: String(this.#next++) })) }
    this.windows.unshift(window)
    return window
  }

  close(window: DeskWindow): void {
    this.windows.splice(this.windows.indexOf(window), 1)
    const [top] = this.windows
    if (top) top.info.active = true
  }

  /** Returns the controls of the chosen window and of the dialogs of its application. */
  get controls(): Control[] {
    const main = this.windows.find(({ info }) => info.id === this.chosen)
    const shown = this.windows.filter(({ info }) => main && info.process_name === main.info.process_name)
    return shown.flatMap(({ info, parts }) =>
      parts.map((part, index) => ({
        id: part.id, role: part.role, name: part.name, value: part.value ?? null, description: part.description ?? null,
        states: part.states ?? [], bounds: { x: (index % 4) * 60, y: 40 + Math.floor(index / 4) * 40, width: part.role === 'edit' ? 300 : 50, height: 30 },
        window_id: info.id, parent: null, depth: 1, actions: [],
      })),
    ) // prettier-ignore
  }

  #part(id: unknown): (Part & { id: string }) | undefined {
    return this.windows.flatMap(({ parts }) => parts).find((part) => part.id === id)
  }

  /** Carries out one tool call as the desktop process would. Throws the failure of the tool. */
  call(name: string, p: Record<string, unknown>): unknown {
    const about =
      p['keys'] ?? p['text'] ?? p['path'] ?? p['seconds'] ?? this.#part(p['id'])?.name ?? p['name'] ?? ''
    const line = `${name}(${Array.isArray(about) ? about.join(' > ') : typeof about === 'string' || typeof about === 'number' ? about : ''})`
    this.calls.push(line)
    const error = this.failing.get(line)
    if (error !== undefined) {
      this.failing.delete(line)
      throw new Error(error)
    }
    const part = this.#part(p['id'])
    switch (name) {
      case 'launch_application': {
        const start = APPLICATIONS[String(p['name']).toLowerCase()]
        const byKeyword = this.keywords.get(String(p['name']))
        const window = start ? start(this) : byKeyword?.()
        if (!window) throw new Error(`There is no application “${String(p['name'])}”. Nearest: mousepad.`)
        const { pid, application } = window.info
        return { application, pid, window: window.info, ...(!start && { byKeyword: true }) }
      }
      case 'select_application_window': {
        const window = this.windows.find(({ info }) => info.id === p['id'])
        if (!window) throw new Error('There is no such window.')
        for (const { info } of this.windows) info.active = info.id === p['id']
        this.chosen = window.info.id
        return { process_name: window.info.process_name, root_name: '', window_info: window.info }
      }
      case 'close_application_window': {
        const window = this.windows.find(({ info }) => info.id === p['id'])
        if (window) this.close(window)
        return 'Asked to close.'
      }
      case 'click_input':
        if (!part) throw new Error('There is no such control.')
        part.does?.()
        return 'Clicked.'
      case 'set_edit_text':
        if (!part) throw new Error('There is no such control.')
        part.value =
          p['clear_current_text'] === true ? String(p['text']) : `${part.value ?? ''}${String(p['text'])}`
        return 'Typed.'
      case 'type_text': {
        const focused = this.windows
          .flatMap(({ parts }) => parts)
          .find(({ states }) => states?.includes('focused'))
        if (focused) focused.value = `${focused.value ?? ''}${String(p['text'])}`
        return 'Typed.'
      }
      case 'keyboard_input':
        if (p['keys'] === 'Ctrl+Shift+S') openSaveDialog(this)
        if (p['keys'] === 'Ctrl+S' && this.windows[0]?.info.title.startsWith('Untitled')) openSaveDialog(this)
        return 'Pressed.'
      case 'texts':
        return part?.value ?? part?.name ?? ''
      default:
        return 'Done.'
    }
  }
}

function openSaveDialog(desk: Desk): void {
  const main = desk.windows.find(({ info }) => info.id === desk.chosen)
  const editor = main?.parts.find(({ role }) => role === 'document')
  if (!main || !editor) return
  const write = () => {
    const path = dialog.parts[1]?.value ?? ''
    desk.files.set(path, editor.value ?? '')
    desk.close(dialog)
    main.info.title = `${path} - Mousepad`
  }
  const dialog = desk.open(
    main.info.process_name,
    'Save As',
    [
      { role: 'text', name: 'Name:' },
      { role: 'edit', name: '', value: '', states: ['focused'] },
      { role: 'button', name: 'Cancel' },
      {
        role: 'button',
        name: 'Save',
        does: () => {
          const path = dialog.parts[1]?.value ?? ''
          if (!desk.files.has(path)) return write()
          const question = desk.open(
            main.info.process_name,
            'Question',
            [
              { role: 'text', name: `A file named “${path}” already exists. Do you want to replace it?` },
              { role: 'button', name: 'Cancel' },
              { role: 'button', name: 'Replace', does: () => (desk.close(question), write()) },
            ],
            { kind: 'dialog', modal: true },
          )
        },
      },
    ],
    { kind: 'dialog', modal: true },
  )
}

const APPLICATIONS: Record<string, (desk: Desk) => DeskWindow> = {
  mousepad: (desk) =>
    desk.open('mousepad', 'Untitled 1 - Mousepad', [
      { role: 'menu', name: 'File' },
      { role: 'document', name: '', value: '', states: ['editable', 'multiline'] },
    ]),
  galculator: (desk) => {
    let entered = ''
    const display: Part = { role: 'edit', name: '', value: '0', states: ['multiline', 'readonly'] }
    const key = (name: string): Part => ({
      role: 'toggle button',
      name,
      does: () => {
        const shown = window.parts[0]
        entered = name === '=' ? String(product(entered)) : entered + name
        if (shown) shown.value = entered
      },
    })
    const window = desk.open('galculator', 'galculator', [
      display,
      ...['7', '8', '9', '*', '4', '5', '6', '-', '='].map(key),
    ])
    return window
  },
  form: (desk) =>
    desk.open('form', 'Form', [
      { role: 'button', name: 'OK' },
      { role: 'button', name: 'OK' },
      { role: 'check box', name: 'Wrap lines', states: ['unchecked'] },
      { role: 'combo box', name: 'Colour' },
    ]),
}

const product = (text: string): number =>
  text.split('*').reduce((result, factor) => result * Number(factor), 1)

export interface Conversation {
  status: string
  result: unknown
  reason: string | null
  steps: StepRecord[]
  questions: string[]
}

interface Talk {
  desk: Desk
  model: Model
  request: string
  /** Answers to questions, in order. */
  answers?: string[]
  /** Returns the effect of each call; the default is `confirmed`. */
  effect?: (call: string) => ActionRecord['effect']
  refuse?: (call: string) => boolean
}

/** Talks with the strategy `host-app`: a HostAgent assigns to an AppAgent, as in agents/. */
export const talkAsHost = (talk: Talk): Promise<Conversation> => converse(talk, 'host')
/** Talks with the strategy `single`. */
export const talkAsLinux = (talk: Talk): Promise<Conversation> => converse(talk, 'linux')

const MOST_STEPS = 60

async function converse(talk: Talk, first: 'host' | 'linux'): Promise<Conversation> {
  const { desk, model, request } = talk
  using run = new RunControl()
  const steps: StepRecord[] = []
  const subtasks: SubtaskRecord[] = []
  const asked: { question: string; answer: string }[] = []
  let role: 'host' | 'app' | 'linux' = first
  let subtask = request
  for (let number = 0; number < MOST_STEPS; number++) {
    const common = {
      request, history: [...steps], plan: [], blackboard: { questions: [...asked], requests: [], outcomes: [], acts: [] }, pictures: [], tools: [],
      os: 'test', windows: desk.windows.map(({ info }) => ({ ...info })), previous_subtasks: [...subtasks],
    } // prettier-ignore
    const scene = {
      ...common,
      subtask,
      host_message: [],
      window: desk.windows.find(({ info }) => info.id === desk.chosen)?.info ?? null,
      controls: desk.controls,
      difference: null,
      limited: null,
      subtask_index: subtasks.length,
    }
    const reply = await replyOf(model, role, common, scene, run)
    const step: StepRecord = {
      step: number, round: 0, agent: { host: 'HostAgent', app: 'AppAgent', linux: 'LinuxAgent' }[role], subtask_index: role === 'host' ? -1 : subtasks.length,
      subtask: role === 'app' ? subtask : null, observation: null, thought: reply.thought, plan: reply.plan, status: reply.status, comment: reply.comment, result: reply.result, actions: [],
    } // prettier-ignore
    steps.push(step)
    for (const action of reply.actions) {
      const record = carryOut(talk, action, step.actions)
      step.actions.push(record)
    }
    if (reply.status === 'PENDING') {
      for (const question of reply.questions) asked.push({ question, answer: talk.answers?.shift() ?? '' })
    } else if (reply.status === 'ASSIGN' && step.actions.every(({ status }) => status === 'success')) {
      subtask = reply.subtask ?? ''
      role = 'app'
    } else if (reply.status === 'FINISH' || reply.status === 'FAIL') {
      if (role !== 'app') {
        return {
          status: reply.status,
          result: reply.result,
          reason: reply.comment,
          steps,
          questions: asked.map(({ question }) => question),
        }
      }
      subtasks.push({ subtask, status: reply.status, result: reply.result })
      role = 'host'
    }
  }
  throw new Error(`No end after ${MOST_STEPS} steps: ${steps.map(({ comment }) => comment).join(' | ')}`)
}

function carryOut(
  talk: Talk,
  action: { function: string; arguments: Record<string, unknown> },
  before: ActionRecord[],
): ActionRecord {
  const record: ActionRecord = {
    ...action,
    status: 'success',
    target: null,
    result: null,
    error: null,
    effect: null,
    evidence: null,
    user_confirm: null,
  }
  if (before.some(({ status, effect }) => status !== 'success' || effect === 'contradicted')) {
    return { ...record, status: 'skipped', error: 'Not done.' }
  }
  if (talk.refuse?.(action.function))
    return { ...record, status: 'failure', error: 'Refused.', user_confirm: 'no' }
  try {
    record.result = talk.desk.call(action.function, action.arguments)
  } catch (error) {
    return { ...record, status: 'failure', error: (error as Error).message }
  }
  const effect = talk.effect ? talk.effect(talk.desk.calls.at(-1) ?? '') : 'confirmed'
  return { ...record, effect, evidence: effect === 'contradicted' ? 'The text is “”.' : null }
}

async function replyOf(
  model: Model,
  role: 'host' | 'app' | 'linux',
  common: Omit<HostInput, 'kind'>,
  scene: Omit<AppInput, 'kind'>,
  run: RunControl,
) {
  if (role === 'host') {
    const { reply } = await model.ask(
      { role, input: { kind: 'host', ...common }, schema: hostReplySchema },
      run,
    )
    const { status, thought, plan, comment, result, questions, current_subtask: subtask } = reply
    const actions = reply.function ? [{ function: reply.function, arguments: reply.arguments }] : []
    return { status: status as string, thought, plan, comment, result, questions, subtask, actions }
  }
  const { reply } =
    role === 'app'
      ? await model.ask({ role, input: { kind: 'app', ...scene }, schema: appReplySchema }, run)
      : await model.ask({ role, input: { kind: 'linux', ...scene }, schema: linuxReplySchema }, run)
  const { thought, plan, comment, result, questions } = reply
  const status = reply.action.at(-1)?.status ?? reply.status ?? 'CONTINUE'
  return {
    status: status as string,
    thought,
    plan,
    comment,
    result,
    questions,
    subtask: null,
    actions: reply.action,
  }
}
