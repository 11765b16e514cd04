// The questions of a run as elicitations: the client shows them to its person, and only what the person says is an answer.
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { EventOf } from '../../src-preload/contract/events.ts'
import { consequenceWords } from '../../src-preload/contract/safety.ts'
import { whyAsked } from '../../src-preload/contract/words.ts'
import { harmless } from '../models/render/data.ts'

type Asked = EventOf<'question_asked'>

/** Characters of a question. One that is longer is not asked: nobody agrees to what they can't read whole. */
const MAX_QUESTION = 10_000
const ONCE = 'Allow once'
const RUN = 'Allow in this run'
const REFUSE = 'Refuse'
const NOBODY: PersonAnswer = { kind: 'nobody' }

/** What is asked; null for what no form may ask: a secret, what is too long to be read, or what is asked of nobody here. */
export function formOf(asked: Asked): ElicitRequestFormParams | null {
  const form = asked.kind === 'sensitive_step' ? permissionForm(asked) : questionForm(asked)
  return form && form.message.length <= MAX_QUESTION ? form : null
}

function questionForm({ kind, secret, choices, text }: Asked): ElicitRequestFormParams | null {
  if (kind !== 'question' || secret) return null
  return {
    message: line(text),
    requestedSchema: {
      type: 'object',
      properties: {
        answer: { type: 'string', title: 'Answer', ...(choices.length > 0 ? { enum: choices } : {}) },
      },
      required: ['answer'],
    },
  }
}

/** A rule for good is given in Deskhand's own windows alone, where it is listed and revoked. */
function permissionForm({ text, details }: Asked): ElicitRequestFormParams {
  const lines = [
    details?.consequence ? consequenceWords(details.consequence) : null,
    text,
    details ? whyAsked(details) : null,
    details?.control_text ? `Aimed at: ${details.control_text}` : null,
    details?.target.window ? `Window: ${details.target.window}` : null,
  ]
  const scopes = details?.scopes.includes('run') ? [ONCE, RUN] : [ONCE]
  return {
    message: lines.flatMap((words) => (words ? [line(words)] : [])).join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        // Refusing stands first: a form that is sent as it comes up allows nothing.
        decision: { type: 'string', title: 'May it be done?', enum: [REFUSE, ...scopes], default: REFUSE },
        why: { type: 'string', title: 'Why not (optional)', maxLength: 1_000 },
      },
      required: ['decision'],
    },
  }
}

/** The answer that an elicitation gave. Whatever is not a clear yes allows nothing. */
export function answerOf(asked: Asked, { action, content }: ElicitResult): PersonAnswer {
  if (asked.kind === 'sensitive_step') {
    const decision = action === 'accept' ? content?.['decision'] : REFUSE
    const why =
      typeof content?.['why'] === 'string' && content['why'] !== '' ? content['why'].slice(0, 1_000) : null
    const allow = decision === ONCE || decision === RUN
    return {
      kind: 'sensitive_step',
      allow,
      scope: decision === RUN ? 'run' : 'once',
      why: allow ? null : why,
    }
  }
  const answer = content?.['answer']
  if (action !== 'accept' || typeof answer !== 'string') return NOBODY
  if (asked.choices.length > 0 && !asked.choices.includes(answer)) return NOBODY
  return { kind: 'question', text: answer }
}

/** What a window or a file says can make no line of its own, and hide nothing. */
const line = (words: string): string => harmless(words).replaceAll(/\s*[\r\n]+\s*/g, ' ⏎ ')
