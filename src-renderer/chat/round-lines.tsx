// Shows what frames the steps of a round: the request, and its outcome.
import { Ban, CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isOfLastRequest, judgementOf } from '../../src-preload/contract/run-outcome.ts'
import {
  outcomeOf,
  type EvaluationView,
  type RoundView,
  type RunView,
  type StepView,
} from '../../src-preload/contract/run-view.ts'
import {
  durationWords,
  fileNameOf,
  reasonOf,
  STOPPED_BY_USER,
  untoldError,
} from '../../src-preload/contract/words.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { inChinese } from '../../src-preload/contract/sentences.ts'
import { useKnownSentence, useSentence } from '../state/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { LongText } from '../ui/long-text.tsx'
import { WithCommands } from '../ui/with-commands.tsx'
import { costText, timeOfDay } from './numbers.ts'
import { MarkdownText } from './markdown.tsx'
import { answerOf, checkedOf, filesOf } from './outcome-words.ts'
import { Rail } from './rail.tsx'
import { RunEnd } from './run-end.tsx'
import { useSaidOf } from './step-said.ts'

export function RequestLine({ round, number, view }: { round: RoundView; number: number; view: RunView }) {
  const { t, i18n } = useTranslation()
  const agents = [...new Set(round.steps.map((step) => step.agent))].join(' → ')
  const applications = [...new Set(round.steps.map((step) => step.application))].filter(
    (name) => name !== null,
  )
  return (
    <div className={number > 1 ? 'pt-6 pb-3' : 'pb-3'}>
      <h2 className="text-l font-[550] tracking-[-0.006em] whitespace-pre-wrap break-words">
        <LongText text={round.request} />
      </h2>
      <div className="mt-1 flex flex-wrap gap-x-3 text-s text-ink-3">
        <span>{timeOfDay(round.started_at, i18n.language)}</span>
        {(number > 1 || view.rounds.length > 1) && <span>{t('round.number', { number })}</span>}
        {agents !== '' && (
          <span>
            {agents}
            {applications.length > 0 && ` (${applications.join(', ')})`}
          </span>
        )}
        {view.continues !== null && number === 1 && (
          <span>{t('round.continues', { run: view.continues })}</span>
        )}
      </div>
    </div>
  )
}

/** Tells whether a result is short: a number or a word is the answer itself; a longer text is shown as a text. */
const isShort = (result: string) => result.length <= 40 && !result.includes('\n')

const LOOKS = {
  good: [CircleCheck, 'text-good'],
  unsure: [CircleHelp, 'text-you'],
  bad: [CircleX, 'text-bad'],
  stopped: [Ban, 'text-ink-2'],
} as const

interface ResultLineProps {
  round: RoundView
  view: RunView
  /** Steps that are no acts and are shown in the details. */
  folded: readonly StepView[]
  /** Whether its links can be opened, and the result can be used. */
  links: boolean
}

export function ResultLine({ round, view, folded, links }: ResultLineProps) {
  const { t, i18n } = useTranslation()
  const known = useKnownSentence()
  const outcome = outcomeOf(round, view)
  const judged = judgementOf(round, view)
  const stopped = view.status === 'stopped' || view.stopping
  const result = answerOf(round)
  const look = outcome === 'done' ? 'good' : outcome === 'unsure' ? 'unsure' : stopped ? 'stopped' : 'bad'
  const [Icon, colour] = LOOKS[look]
  const files = filesOf(round)
  const { confirmed, acts } = checkedOf(round)
  const { reason, more } = reasonOf(round.error === STOPPED_BY_USER ? '' : (round.error ?? ''))
  // What the program says in English alone is in the details of other languages.
  const failed = i18n.language === 'en' ? reason : (inChinese(reason) ?? '')
  const further = [failed === '' ? reason : '', more].filter((text) => text !== '').join('\n')
  return (
    <Rail
      bad={look === 'bad'}
      {...(look === 'unsure' ? { look: 'you' as const } : {})}
      icon={<Icon size={11} />}
    >
      <section
        aria-label={
          view.rounds.length < 2
            ? t('round.result')
            : t('round.result_of', { number: view.rounds.indexOf(round) + 1 })
        }
        className="py-1"
      >
        <div className={`font-[550] ${colour}`}>
          {look === 'good' && files.length > 0
            ? t('outcome.saved', { names: files.map(fileNameOf).join(t('composer.comma')) })
            : t(`round.${look}`)}
        </div>
        {result !== '' && (
          <div className={isShort(result) ? 'mt-0.5 text-xl font-semibold' : 'mt-1'} data-result>
            <MarkdownText text={result} links={links} />
          </div>
        )}
        {failed !== '' && <p className="mt-1 break-words text-bad">{failed}</p>}
        <p className="mt-0.5 text-s text-ink-3">
          {[
            acts === 0 ? null : t('outcome.checked', { confirmed, acts }),
            round.ms === null ? null : durationWords(round.ms),
            round.cost === 0 || round.status === null
              ? null
              : round.cost === null
                ? t('numbers.cost_unknown')
                : costText(t, round.cost),
          ]
            .filter((fact) => fact !== null)
            .join(' · ')}
        </p>
        {(judged !== null || folded.length > 0 || further !== '') && (
          <Details>
            {further !== '' && (
              <p lang={failed === '' ? 'en' : undefined} className="whitespace-pre-wrap break-words">
                {known(further)}
              </p>
            )}
            {judged && <Evaluation evaluation={judged} />}
            <Folded steps={folded} />
          </Details>
        )}
        {links && <RunEnd round={round} view={view} done={outcome === 'done'} />}
      </section>
    </Rail>
  )
}

/** Shows details that a person reads only in doubt. */
const Details = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <Disclosure className="text-s" summary={t('outcome.details')}>
      <div className="flex flex-col gap-2 pb-1 pl-5 text-ink-2">{children}</div>
    </Disclosure>
  )
}

/** Shows the agents' words that came without an act. */
function Folded({ steps }: { steps: readonly StepView[] }) {
  const { t } = useTranslation()
  const saidOf = useSaidOf()
  if (steps.length === 0) return null
  return (
    <ul aria-label={t('outcome.said')}>
      {steps.map((step) => (
        <li key={step.step} className="flex gap-3">
          <span className="min-w-0 grow break-words">{saidOf(step) ?? t('step.no_act')}</span>
          <span className="shrink-0 text-ink-3">{t('step.number', { number: step.step + 1 })}</span>
        </li>
      ))}
    </ul>
  )
}

const MARKS = { yes: '✓', no: '✗', unsure: '?' } as const
const COLOURS = { yes: 'text-good', no: 'text-bad', unsure: 'text-you' } as const
const marksOf = (word: string) => (word === 'yes' || word === 'no' ? word : 'unsure')

export function Evaluation({ evaluation }: { evaluation: EvaluationView }) {
  const { t } = useTranslation()
  // A model judges in words of its own, which stay as they are.
  const known = useKnownSentence()
  return (
    <div className="mt-2 text-s text-ink-2">
      <span className={`font-[550] ${COLOURS[evaluation.complete]}`}>
        {MARKS[evaluation.complete]} {t(`evaluation.${evaluation.complete}`)}
      </span>{' '}
      {known(evaluation.reason)}
      {evaluation.sub_scores.length > 0 && (
        <ul className="mt-1">
          {evaluation.sub_scores.map(({ name, evaluation: word }) => (
            <li key={name} className="flex gap-1.5">
              <span aria-hidden className={COLOURS[marksOf(word)]}>
                {MARKS[marksOf(word)]}
              </span>
              <span className="sr-only">{t(`evaluation.${marksOf(word)}`)}</span>
              {name}
            </li>
          ))}
        </ul>
      )}
      {(['quality', 'efficiency'] as const).map((side) => {
        const judged = evaluation[side]
        return (
          judged && (
            <p key={side} className="mt-1">
              <span className="text-ink-3">{t(`evaluation.${side}`)}</span>{' '}
              <span aria-hidden className={COLOURS[judged.evaluation]}>
                {MARKS[judged.evaluation]}
              </span>{' '}
              <span className="sr-only">{t(`evaluation.${judged.evaluation}`)}</span>
              {known(judged.reason)}
            </p>
          )
        )
      })}
      {evaluation.effects && (
        <p className="mt-1 text-ink-3">{t('evaluation.effects', { ...evaluation.effects })}</p>
      )}
    </div>
  )
}

export function WarningLine({ message }: { message: string }) {
  const sentence = useSentence()
  return (
    <Rail look="you" icon={<TriangleAlert size={10} />}>
      <p className="py-1 text-s text-ink-2">
        <WithCommands text={sentence(message)} />
      </p>
    </Rail>
  )
}

/** An error or a stop is not said again under the result that has said it. */
const howEnded = (view: RunView) => {
  const { status, reason, rounds } = view
  if (status === 'failed' && reason === 'finished') return 'judged'
  const isSaid = reason === 'stopped' || (reason === 'error' && untoldError(view) === null)
  return isSaid && rounds.length > 0 ? 'finished' : (reason ?? 'finished')
}

/** Shows how the session ended, unless the rounds have shown it. */
export function EndLine({ view }: { view: RunView }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const error = untoldError(view)
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-3 text-s text-ink-3">
      {view.evaluation && !isOfLastRequest(view) && (
        <Details>
          <Evaluation evaluation={view.evaluation} />
        </Details>
      )}
      <span>
        {t(`end.${howEnded(view)}`)}
        {view.experience > 0 && ` · ${t('end.experience', { count: view.experience })}`}
      </span>
      {error !== null && view.reason !== 'stopped' && (
        <span className="whitespace-pre-wrap text-bad">
          <WithCommands text={sentence(error)} />
        </span>
      )}
    </div>
  )
}

/** Shows that the program of a run has ended in the middle of the run. */
export function InterruptedBox({ run }: { run: string }) {
  const { t } = useTranslation()
  const go = async () => {
    const begun = await ask('continue_run', { run })
    if (begun) navigate('run', begun.run)
  }
  return (
    <div className="my-2 rounded-m border border-you-line bg-you-soft p-4">
      <h3 className="font-[650]">{t('interrupted.title')}</h3>
      <p className="mt-0.5 max-w-[62ch] text-ink-2">{t('interrupted.text')}</p>
      <div className="mt-3 flex gap-2">
        <Button onClick={() => void go()}>{t('interrupted.continue')}</Button>
        <Button look="quiet" onClick={() => void ask('close_run', { run })}>
          {t('interrupted.close')}
        </Button>
      </div>
    </div>
  )
}
