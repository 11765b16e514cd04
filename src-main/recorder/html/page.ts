// `deskhand report`: a run as one HTML file that needs no network and runs no script.
import { createHash } from 'node:crypto'
import {
  effectCounts,
  rememberedOf,
  stepsOf,
  workedMs,
  type EvaluationView,
  type RoundView,
  type RunView,
} from '../../../src-preload/contract/run-view.ts'
import {
  costWords,
  durationWords,
  notDoneWords,
  rememberedWords,
  resultWords,
  tokenWords,
} from '../../../src-preload/contract/words.ts'
import { judgementsOf, verifiedWords } from '../../../src-preload/contract/evaluation-words.ts'
import { markup, Markup, type Content } from './markup.ts'
import { overviewRows, questionBox, stepCard } from './step.ts'
import { REPORT_STYLE } from './style.ts'

const hash = createHash('sha256').update(REPORT_STYLE).digest('base64')
/** Its hash covers every character between the tags. */
const STYLE = new Markup(`<style>${REPORT_STYLE}</style>`)
/** Nothing is loaded, nothing runs; the one style sheet is named by its hash. */
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`

const STATUS_CLASS: Record<RunView['status'], string> = {
  waiting: 'quiet',
  running: 'agent',
  asking: 'you',
  paused: 'you',
  stopping: 'you',
  completed: 'good',
  failed: 'bad',
  stopped: 'you',
}

/** `pictures`: path in the run folder → data URL. The page is a whole document. */
export function renderReport(view: RunView, pictures: ReadonlyMap<string, string>): string {
  const title = view.rounds[0]?.request ?? view.task
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · Deskhand</title>
        ${STYLE}
      </head>
      <body>
        <div class="page">
          <div class="bar">
            ${LOGO}<b>Deskhand</b><span>report of a run</span><span class="task">${view.task}</span>
          </div>
          ${lead(view)} ${facts(view)} <section>${outcome(view)}</section>
          ${view.rounds.map((round) => roundSection(round, view, pictures))} ${remaining(view)} ${foot(view)}
        </div>
      </body>
    </html>
`.text
}

const LOGO = markup`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
  <rect width="24" height="24" rx="7" fill="var(--ink)" />
  <path d="M7 6.2l10.4 5-4.6 1.3-1.9 4.5z" fill="var(--panel)" />
  <path
    d="M14.6 16.4l1.5 1.6 3-3.4"
    fill="none"
    stroke="var(--tick)"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`

function lead(view: RunView): Markup {
  const first = view.rounds[0]
  const agents = [...new Set(stepsOf(view).map((step) => step.agent))].join(' → ')
  const reason =
    view.reason !== null && view.reason !== 'finished' && view.reason !== view.status
      ? ` (${view.reason})`
      : ''
  const details = [
    view.started_at === null ? null : timeWords(view.started_at),
    view.rounds.length > 1 ? `${view.rounds.length} rounds` : null,
    agents === '' ? null : agents,
    view.display ? `${view.display.kind} desktop ${view.display.name}` : null,
    view.continues === null ? null : `goes on with ${view.continues}`,
  ]
  return markup`<div class="lead">
    <h1>${first?.request ?? 'The run ended before its first request'}</h1>
    <div class="meta">
      <span class="state ${STATUS_CLASS[view.status]}">${view.status}${reason}</span>
${details.filter((detail) => detail !== null).map((detail) => markup`<span>${detail}</span>`)}
    </div>
  </div>`
}

const timeWords = (time: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(time)

function facts(view: RunView): Markup {
  const effects = effectCounts(view)
  const took = workedMs(view)
  const cells: [string, string][] = [
    ['Time', durationWords(took)],
    ['Steps · acts verified', `${stepsOf(view).length} · ${effects.confirmed} of ${effects.acts}`],
    [
      'Model calls · tokens',
      `${view.model_calls} · ${tokenWords(view.tokens.input)} in, ${tokenWords(view.tokens.output)} out`,
    ],
    ['Cost', costWords(view.cost)],
  ]
  return markup`<dl class="facts">
    ${cells.map(
      ([name, value]) =>
        markup`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** What came of it, what went wrong, and what the evaluation says. */
function outcome(view: RunView): Content {
  const result = resultWords(view.result)
  const remembered = rememberedOf(view)
  // The evaluation that follows says itself why it is a no.
  const error = view.evaluation && view.error === notDoneWords(view.evaluation.reason) ? null : view.error
  return [
    result !== '' &&
      result !== view.error &&
      markup`<div class="box"><span class="label">Result</span><span class="said">${result}</span></div>`,
    error !== null &&
      markup`<div class="box bad-box">
        <span class="label">Why it ended</span><span class="said">${error}</span>
      </div>`,
    view.evaluation && evaluationBox(view.evaluation),
    remembered.length > 0 &&
      markup`<div class="box">
        <span class="label">Remembered</span>
        <ul class="notes">
          ${remembered.map((one) => markup`<li>${rememberedWords(one)}</li>`)}
        </ul>
      </div>`,
    view.warnings.length > 0 &&
      markup`<div class="box">
        <span class="label">Warnings</span>
        <ul class="notes">
          ${view.warnings.map((warning) => markup`<li>${warning}</li>`)}
        </ul>
      </div>`,
  ]
}

function evaluationBox(found: EvaluationView): Markup {
  const word = {
    yes: markup`<b class="good">✓ done</b>`,
    no: markup`<b class="bad">✗ not done</b>`,
    unsure: markup`<b class="you">? unsure</b>`,
  }[found.complete]
  const scores = found.sub_scores.map(
    (score) =>
      markup`<tr>
        <td>${score.name}</td>
        <td>${score.evaluation}</td>
      </tr>`,
  )
  return markup`<div class="box">
    <span class="label">Evaluation of the ${found.level}</span>
<span>${word} <span class="small">${found.reason}</span></span>
${judgementsOf(found).map(
  ([name, { evaluation, reason }]) => markup`<span class="small">${name}: ${evaluation}. ${reason}</span>`,
)}
${found.effects && markup`<span class="small">Verified: ${verifiedWords(found.effects)}</span>`}
${
  scores.length > 0 &&
  markup`<table>
        ${scores}
      </table>`
}
  </div>`
}

function roundSection(round: RoundView, view: RunView, pictures: ReadonlyMap<string, string>): Markup {
  const several = view.rounds.length > 1
  const inStep = (step: number) =>
    view.questions.filter(
      (asked) => asked.step === step && asked.round === round.round && asked.kind !== 'experience',
    )
  const result = several ? resultWords(round.result) : ''
  return markup`<section>
      ${
        several &&
        markup`<div class="round-head">
          <span class="label">Round ${round.round + 1}</span>
          <p>${round.request}</p>
        </div>`
      }
      <h2>What was done</h2>
      <ol class="overview">
        ${overview(round)}
      </ol>
      ${result !== '' && markup`<div class="box"><span class="label">Result</span><span class="said">${result}</span></div>`}
      ${several && round.error !== null && markup`<div class="box bad-box">${round.error}</div>`}
      ${round.evaluation && evaluationBox(round.evaluation)}
    </section>
    <section>
      <h2>Step by step</h2>
      ${round.steps.map((step) => stepCard(step, inStep(step.step), (step.picture && pictures.get(step.picture.path)) ?? null))}
    </section>`
}

/** The acts of a round under the subtask that they were for. */
function overview(round: RoundView): Content {
  if (round.steps.length === 0) return markup`<li class="part">No step was taken.</li>`
  let subtask: string | null = null
  return round.steps.map((step) => {
    const changed = step.subtask !== null && step.subtask !== subtask && step.subtask !== round.request
    if (step.subtask !== null) subtask = step.subtask
    return [changed && markup`<li class="part">${step.subtask}</li>`, overviewRows(step)]
  })
}

/** Questions that belong to no step. */
function remaining(view: RunView): Content {
  const asked = view.questions.filter(
    (question) =>
      question.step === null && question.kind !== 'first_request' && question.kind !== 'new_request',
  )
  return (
    asked.length > 0 &&
    markup`<section>
      <h2>Asked</h2>
      ${asked.map(questionBox)}
    </section>`
  )
}

function foot(view: RunView): Markup {
  const models = Object.entries(view.models).map(([role, model]) => `${role}: ${model}`)
  const lines = [view.run, view.strategy, view.platform, ...models, view.log_path]
  return markup`<footer>
    ${lines.filter((line) => line !== '').map((line) => markup`<span>${line}</span>`)}
  </footer>`
}
