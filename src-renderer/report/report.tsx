// Draws the report of a run: the run view of the windows as one HTML document that runs no script and loads nothing. The build
// makes a program of it (`out/main/report.mjs`), which the recorder loads.
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, useTranslation } from 'react-i18next'
import en from '../../resources/locales/en.json' with { type: 'json' }
import type { ReportParts } from '../../src-preload/contract/report.ts'
import { nameOf } from '../../src-preload/contract/run-summary.ts'
import type { RunView, StepView } from '../../src-preload/contract/run-view.ts'
import { Fact, Facts, RememberedFacts } from '../chat/facts.tsx'
import { itemsOf } from '../chat/items.ts'
import { RecordedLine } from '../chat/recorded-line.tsx'
import { RunPlan } from '../chat/run-plan.tsx'
import { StepDetails } from '../chat/step-details.tsx'
import { StepHead, StepRail, StepRest } from '../chat/step-line.tsx'
import { marksOf } from '../chat/step-marks.ts'
import { StepPicture } from '../chat/step-picture.tsx'
import { meaningOfRun, shownOf, wordOfRun } from '../state/status.ts'
import { Dot } from '../ui/dot.tsx'
import { Mark } from '../ui/mark.tsx'
import { Empty } from '../ui/notice.tsx'
import { placeName } from '../ui/place-name.ts'
import REPORT_STYLE from './report.css?inline'

export { REPORT_STYLE }

const words = i18next.createInstance()
void words.init({
  lng: 'en',
  initAsync: false,
  resources: {
    en: {
      translation: {
        ...en,
        // The reader of a report may be another person than the one who was asked.
        answered: { ...en.answered, by_person: en.report.by_person },
        end: { ...en.end, stopped: en.report.stopped },
      },
    },
  },
  interpolation: { escapeValue: false },
})
// locales: report.*

// oxlint-disable-next-line no-control-regex -- HTML has no way to hold these
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/** Renders a whole document. Text that the run read on a screen stays plain text in it. */
export const renderReport = (parts: ReportParts): string =>
  `<!doctype html>${renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <Report {...parts} />
    </I18nextProvider>,
  ).replace(INVALID, '\ufffd')}\n`

function Report({ view, pictures, policy }: ReportParts) {
  const { t } = useTranslation()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${nameOf(view) || view.task} · Deskhand`}</title>
        <style dangerouslySetInnerHTML={{ __html: REPORT_STYLE }} />
      </head>
      <body>
        <div className="mx-auto max-w-[1120px] px-8 pt-6 pb-12 max-[820px]:px-4">
          <header className="flex flex-wrap items-center gap-2 text-s text-ink-2">
            <Mark />
            <b className="text-m font-[650] tracking-tight text-ink">Deskhand</b>
            <h1>{t('report.title')}</h1>
            <span className="ml-auto font-mono break-all text-ink-3">{view.task}</span>
          </header>
          <div className="mt-6 flex gap-8 max-[820px]:flex-col">
            <aside className="flex w-70 shrink-0 flex-col gap-4 max-[820px]:w-full min-[820px]:order-last">
              <Facts view={view} now={view.updated_at} ceiling={null}>
                <Fact name={t('report.calls')}>{view.model_calls}</Fact>
              </Facts>
              <RunPlan view={view} />
              <RememberedFacts view={view} />
            </aside>
            <main className="min-w-0 grow">
              <State view={view} />
              <Lines view={view} pictures={pictures} />
            </main>
          </div>
          <About view={view} />
        </div>
        <script type="application/json" id="run" dangerouslySetInnerHTML={{ __html: dataOf(view) }} />
      </body>
    </html>
  )
}

/** Shows how it ended, when, and where. */
function State({ view }: { view: RunView }) {
  const { t } = useTranslation()
  const facts = [
    view.started_at !== null && DATE.format(view.started_at),
    // A device has the same name twice, so it is shown once.
    view.display && [...new Set([placeName(t, 'display', view.display), view.display.name])].join(' '),
  ].filter((fact) => typeof fact === 'string')
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-ink-3">
      <span className="flex items-center gap-2 font-semibold text-ink">
        <Dot meaning={meaningOfRun(shownOf(view))} />
        {t(`status.${wordOfRun(shownOf(view))}`)}
      </span>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <label className="ml-auto flex items-center gap-1.5 print:hidden">
        <input type="checkbox" id="all" />
        {t('report.all')}
      </label>
    </div>
  )
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

function Lines({ view, pictures }: Pick<ReportParts, 'view' | 'pictures'>) {
  const { t } = useTranslation()
  const items = itemsOf(view)
  if (view.rounds.length === 0) return <Empty title={t('report.nothing')} />
  return (
    <ol aria-label={t('chat.conversation')}>
      {items.map((item) => (
        <li key={item.key} className="break-words">
          {item.kind === 'step' ? (
            <Step
              step={item.step}
              error={item.error}
              source={pictures.get(item.step.picture?.path ?? '') ?? null}
            />
          ) : (
            <RecordedLine view={view} item={item} links={false} />
          )}
        </li>
      ))}
    </ol>
  )
}

interface StepProps {
  step: StepView
  /** The error of its request. */
  error: string | null
  /** Its picture as a data URL. */
  source: string | null
}

function Step({ step, error, source }: StepProps) {
  return (
    <StepRail step={step}>
      <details data-step className="group" id={`step-${step.step + 1}`}>
        <summary className="-mx-2 cursor-default list-none rounded-s px-2 py-1 hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <span className="flex items-baseline">
            <StepHead step={step} error={error} />
          </span>
          <StepRest step={step} error={error} />
        </summary>
        <StepDetails step={step} seen={source === null ? null : <Seen step={step} source={source} />} />
      </details>
    </StepRail>
  )
}

function Seen({ step, source }: { step: StepView; source: string }) {
  const { t } = useTranslation()
  if (!step.picture) return null
  const window = step.window?.title || step.window?.process_name || step.application || ''
  return (
    <figure className="w-90 max-w-full">
      <StepPicture
        source={source}
        picture={step.picture}
        targets={marksOf(step)}
        alt={t('step.picture_of', { window })}
        className="max-h-[460px] rounded-s border border-line bg-sunken"
      />
      <figcaption className="mt-1 text-s break-words text-ink-3">{window}</figcaption>
    </figure>
  )
}

function About({ view }: { view: RunView }) {
  const models = Object.entries(view.models).map(([role, model]) => `${role}: ${model}`)
  const facts = [view.run, view.strategy, view.platform, ...models, view.log_path].filter(
    (fact) => fact !== '',
  )
  return (
    <footer className="mt-8 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-s text-ink-3">
      {facts.map((fact) => (
        <span key={fact} className="break-all">
          {fact}
        </span>
      ))}
    </footer>
  )
}

/** Returns the page's data for programs. Nothing in it can end the element or be an HTML character. */
const dataOf = (view: RunView): string =>
  JSON.stringify(view).replace(
    // oxlint-disable-next-line no-control-regex -- they are written as escapes
    /[<>&'\u007f-\u009f\u2028\u2029\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
