// Puts the questions of a run as elicitations: the client shows them to its person, and only what the person says is an answer.
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { EventOf } from '../../src-preload/contract/events.ts'
import { consequenceWords } from '../../src-preload/contract/safety.ts'
import { whyAsked } from '../../src-preload/contract/words.ts'
import { harmless } from '../models/render/data.ts'

type Asked = EventOf<'question_asked'>

/** The most characters of a question. A longer one is not asked, because nobody can agree to a text that they can't read whole. */
const MAX_QUESTION = 10_000
const ONCE = 'Allow once'
const RUN = 'Allow in this run'
const REFUSE = 'Refuse'
const NOBODY: PersonAnswer = { kind: 'nobody' }

/** Makes the form of a question; null for a question that no form may ask: for a secret, too long to be read, or not asked here. */
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

/** Makes the form for a permission. A standing rule can be given only in Deskhand's own windows, which list and revoke it. */
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
        // The refusal comes first, so that a form that is sent unchanged allows nothing.
        decision: { type: 'string', title: 'May it be done?', enum: [REFUSE, ...scopes], default: REFUSE },
        why: { type: 'string', title: 'Why not (optional)', maxLength: 1_000 },
      },
      required: ['decision'],
    },
  }
}

/** Reads the answer of an elicitation. Anything but a clear yes allows nothing. */
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

/** Keeps texts of a window or a file on one line, so that they can't hide anything. */
const line = (words: string): string => harmless(words).replaceAll(/\s*[\r\n]+\s*/g, ' ⏎ ')
