// Asks and informs by the notifications of the desktop, where nobody is at a terminal: a schedule has begun this program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { whyAsked } from '../../../src-preload/contract/words.ts'
import { plain } from '../output/plain.ts'
import type { Asking } from './question-desk.ts'
import type { Speech } from '../shell.ts'

/** The most buttons of a notification. */
const MAX_CHOICES = 3
/** The most characters of its text; systems cut it anyway. */
const MAX_BODY = 400

interface Note {
  title: string
  body: string
  /** Key → the word on its button. */
  actions?: Readonly<Record<string, string>>
  /** Aborted when the answer is no longer needed. */
  signal?: AbortSignal
}

/** Resolves with the key of the pressed button, or null when it is closed. Null at once where this system can't show notifications. */
export type Notify = (note: Note) => Promise<string | null>

export const notifyBySystem =
  (env: NodeJS.ProcessEnv): Notify =>
  async ({ title, body, actions = {}, signal }) => {
    const buttons = Object.entries(actions).map(([key, word]) => `--action=${key}=${word}`)
    const options = ['--app-name=Deskhand', '--icon=deskhand', ...buttons]
    // A notification with buttons stays until it is answered.
    const lasting = buttons.length > 0 ? ['--urgency=critical', '--wait'] : []
    const text = plain(body).slice(0, MAX_BODY)
    const child = spawn('notify-send', [...options, ...lasting, '--', plain(title), text], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      ...(signal ? { signal } : {}),
    })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const done = await once(child, 'close').then(
      () => true,
      () => false,
    )
    const key = printed.trim().split('\n').at(-1) ?? ''
    return done && Object.hasOwn(actions, key) ? key : null
  }

/** Leaves a question unanswered that does not fit a notification (a text, a secret); then the run ends and names the question. */
export function askByNotification(about: string, notify: Notify, speech: Speech): Asking {
  const { say, sentence } = speech
  const nobody = { answer: '', by: 'nobody' } as const
  return {
    waiting: [],
    firstRequest: () => Promise.resolve({ answer: null, by: 'nobody' }),
    newRequest: () => Promise.resolve({ answer: { request: '', complete: true }, by: 'default' }),
    experienceAsker: () => Promise.resolve({ answer: false, by: 'default' }),
    secretAsker: async (question) => {
      await notify({ title: say('terminal.notice.secret', { about }), body: sentence(question) })
      return nobody
    },
    questionAsker: async ({ text }, _index, choices, { signal }) => {
      if (choices.length === 0 || choices.length > MAX_CHOICES) {
        await notify({ title: say('terminal.notice.question', { about }), body: sentence(text) })
        return nobody
      }
      const actions = Object.fromEntries(choices.map((choice, index) => [`choice-${index}`, choice]))
      const key = await notify({ title: about, body: text, actions, signal })
      const answer = choices[Number(key?.replace('choice-', ''))]
      return key === null || answer === undefined ? nobody : { answer, by: 'person' }
    },
    sensitiveStepAsker: async (step, { signal }) => {
      const { window, application } = step.target
      const place = [window, application].filter((part) => part !== null).join(', ')
      const act = speech.act({ tool_name: step.tool_name ?? '', words: step.action, parameters: {} })
      const body = [`${act}${place === '' ? '' : ` (${place})`}`, sentence(whyAsked(step))].join('\n')
      // The safe answer comes first.
      const actions = { refuse: say('terminal.notice.refuse'), allow: say('terminal.notice.allow') }
      const key = await notify({ title: say('terminal.notice.asks', { about }), body, actions, signal })
      const answer = { allow: key === 'allow', scope: 'once', why: null } as const
      return { answer, by: key === null ? 'nobody' : 'person' }
    },
  }
}
