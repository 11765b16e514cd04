// One step of the report: what was seen, thought, done, and what came of it.
import type { ActionView, QuestionView, StepView } from '../../../src-preload/contract/run-view.ts'
import {
  answerWords,
  costWords,
  count,
  durationWords,
  evidenceOf,
  judgedWords,
  markOf,
  resultWords,
  tokenWords,
  whyAsked,
  type Mark,
} from '../../../src-preload/contract/words.ts'
import { markup, type Content, type Markup } from './markup.ts'
import { markedPicture } from './picture.ts'

const MARK_CLASS: Record<Mark, string> = { '✓': 'good', '?': 'you', '✗': 'bad', '–': 'quiet', '·': 'quiet' }
const MARK_TITLE: Record<Mark, string> = {
  '✓': 'confirmed',
  '?': 'not confirmed',
  '✗': 'failed or contradicted',
  '–': 'skipped',
  '·': 'not finished',
}

export const stepId = (step: StepView): string => `step-${step.step + 1}`

const markSpan = (mark: Mark) =>
  markup`<span class="mark ${MARK_CLASS[mark]}" title="${MARK_TITLE[mark]}">${mark}</span>`

/** `Click button “7”` with its first word strong. */
function wordsSpan(words: string): Markup {
  const space = words.indexOf(' ')
  const [verb, rest] = space < 0 ? [words, ''] : [words.slice(0, space), words.slice(space)]
  return markup`<span class="words"><b>${verb}</b>${rest}</span>`
}

/** The lines of a step in the overview: one per act, or what it decided where it did not act. */
export function overviewRows(step: StepView): Markup[] {
  const row = (mark: Mark, words: Markup, proof: string, ms: number | null) => markup`<li>
    <a href="#${stepId(step)}" class="row">
      ${markSpan(mark)}${words}
      <span class="proof ${MARK_CLASS[mark]}">${proof}</span>
      <span class="time">${ms === null ? '' : durationWords(ms)}</span>
    </a>
  </li>`
  if (step.actions.length === 0) {
    const said = step.comment ?? step.subtask ?? step.thought ?? 'no act'
    return [
      row(
        step.error === null ? '·' : '✗',
        markup`<span class="words">${said}</span>`,
        step.error === said ? '' : (step.error ?? ''),
        step.ms,
      ),
    ]
  }
  const single = step.actions.length === 1
  return step.actions.map((action) =>
    row(markOf(action), wordsSpan(action.words), evidenceOf(action), single ? step.ms : action.ms),
  )
}

export function stepCard(step: StepView, questions: QuestionView[], source: string | null): Markup {
  const skipped = step.actions.length > 0 ? step.decided.slice(step.actions.length) : []
  const time = step.ms === null ? 'not finished' : durationWords(step.ms)
  const where = step.application ?? step.window?.title ?? null
  return markup`<article class="step${source === null ? ' plain' : ''}" id="${stepId(step)}">
    <div class="tell">
      <header>
        <h3>Step ${step.step + 1}</h3>
        <span>${step.agent}</span>
        ${where !== null && markup`<span>${where}</span>`}
        <span class="time">${time}</span>
      </header>
      ${paragraph(step.observation, 'Saw')} ${paragraph(step.thought, 'Thought')}
      ${
        step.actions.length > 0 &&
        markup`<ul class="acts">
          ${step.actions.map(actItem)}
          ${skipped.map(skippedItem)}
        </ul>`
      }
      ${step.actions.length === 0 && paragraph(step.comment, 'Said')} ${questions.map(questionBox)}
      ${untold(step)} ${step.judged.map((judged) => paragraph(judgedWords(judged), 'Judged'))}
      ${rawCalls(step)}
    </div>
    ${source !== null && markup`<figure class="seen">${markedPicture(step, source)}${caption(step)}</figure>`}
    ${underline(step)}
  </article>`
}

/** The fault of a step, where none of its acts has told it. */
const untold = (step: StepView): Content =>
  step.error !== null &&
  step.actions.every((action) => action.error !== step.error) &&
  markup`<div class="box bad-box">${step.error}</div>`

const paragraph = (text: string | null, label: string): Content =>
  text !== null &&
  text.trim() !== '' &&
  markup`<div>
    <div class="label">${label}</div>
    <p class="thought">${text}</p>
  </div>`

function actItem(action: ActionView): Markup {
  const mark = markOf(action)
  const proof = evidenceOf(action)
  const gate = action.gate
  return markup`<li>
    ${markSpan(mark)}
    <div>
      ${wordsSpan(action.words)}
      ${proof !== '' && markup`<div class="proof ${MARK_CLASS[mark]}">${proof}</div>`}
      ${gate !== null && gate.categories.length > 0 && markup`<div class="gate">${gate.categories.join(', ').replaceAll('_', ' ')}: ${gate.reason} <span class="quiet">(rule ${gate.rule}: ${gate.decision})</span></div>`}
    </div>
  </li>`
}

const skippedItem = (action: { function: string }): Markup =>
  markup`<li>${markSpan('–')}<span class="words">${action.function}, skipped</span></li>`

export function questionBox(asked: QuestionView): Markup {
  const by = {
    person: 'a person',
    default: 'nobody was asked; the default',
    rule: 'a rule',
    nobody: 'nobody was there',
  }
  const answer = `${answerWords(asked)}${asked.by === null ? '' : ` — ${by[asked.by]}`}`
  const waited =
    asked.waited_ms === null || asked.waited_ms < 1000 ? '' : `, after ${durationWords(asked.waited_ms)}`
  const why = asked.details && `Asked because ${whyAsked(asked.details)} (rule ${asked.details.rule})`
  return markup`<div class="box you-box">
    <b>${asked.text}</b>
    ${why !== null && markup`<small>${why}</small>`}
    <small>${answer}${waited}</small>
  </div>`
}

function rawCalls(step: StepView): Content {
  if (step.actions.length === 0) return null
  const calls = step.actions.map((action) => {
    const result = resultWords(action.result)
    return markup`<pre>
${action.tool_name} ${JSON.stringify(action.parameters, null, 1)}${result === '' ? '' : `\n→ ${result.slice(0, 20_000)}`}</pre>`
  })
  return markup`<details>
    <summary>${count(step.actions.length, 'call')} as sent</summary>
    ${calls}
  </details>`
}

const caption = (step: StepView): Content =>
  step.window !== null &&
  markup`<figcaption>${step.window.title === '' ? step.window.process_name : step.window.title}</figcaption>`

function underline(step: StepView): Content {
  const usage = step.model?.usage
  const facts: (string | null)[] = [
    `saw ${count(step.controls, 'control')}`,
    step.limited,
    step.model ? `${step.model.name} ${durationWords(step.model.ms)}` : null,
    usage && (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0) > 0
      ? `${tokenWords(usage.input_tokens)} tokens in · ${tokenWords(usage.output_tokens)} out`
      : null,
    usage && usage.cached_tokens !== null && usage.cached_tokens > 0 && usage.input_tokens
      ? `${Math.round((100 * usage.cached_tokens) / usage.input_tokens)} % cached`
      : null,
    step.cost === 0 ? null : costWords(step.cost),
    ...Object.entries(step.times).map(
      ([phase, ms]) => `${phase} ${ms < 100 ? `${Math.round(ms)} ms` : durationWords(ms)}`,
    ),
  ]
  return markup`<div class="under">
    ${facts.filter((fact) => fact !== null).map((fact) => markup`<span>${fact}</span>`)}
  </div>`
}
