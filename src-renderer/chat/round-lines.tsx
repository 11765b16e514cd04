// What frames the steps of a round: the request, and what came of it.
import { Ban, CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  outcomeOf,
  type EvaluationView,
  type RoundView,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import { durationWords, resultWords, untoldError } from '../../src-preload/contract/words.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { Button } from '../ui/button.tsx'
import { costText, timeOfDay } from './numbers.ts'
import { MarkdownText } from './markdown.tsx'
import { Rail } from './rail.tsx'

export function RequestLine({ round, number, view }: { round: RoundView; number: number; view: RunView }) {
  const { t, i18n } = useTranslation()
  const agents = [...new Set(round.steps.map((step) => step.agent))].join(' → ')
  const applications = [...new Set(round.steps.map((step) => step.application))].filter(
    (name) => name !== null,
  )
  return (
    <div className={number > 1 ? 'pt-6 pb-3' : 'pb-3'}>
      <h2 className="text-l font-[550] tracking-[-0.006em] whitespace-pre-wrap break-words">
        {round.request}
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

/** A number or a word is the answer itself; a longer text is read as one. */
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
  /** Whether links in it can be opened. */
  links: boolean
}

export function ResultLine({ round, view, links }: ResultLineProps) {
  const { t } = useTranslation()
  const outcome = outcomeOf(round, view)
  const stopped = view.status === 'stopped' || view.stopping
  const told = resultWords(round.result)
  const result = told === round.error ? '' : told
  const look = outcome === 'done' ? 'good' : outcome === 'unsure' ? 'unsure' : stopped ? 'stopped' : 'bad'
  const [Icon, colour] = LOOKS[look]
  return (
    <Rail
      bad={look === 'bad'}
      {...(look === 'unsure' ? { look: 'you' as const } : {})}
      icon={<Icon size={11} />}
    >
      <section aria-label={t('round.result')} className="py-1">
        <div className="flex items-baseline gap-2 text-s">
          <span className={`font-[550] ${colour}`}>{t(`round.${look}`)}</span>
          <span className="text-ink-3">
            {[
              t('numbers.steps', { count: round.steps.length }),
              round.ms === null ? null : durationWords(round.ms),
              round.cost === 0
                ? null
                : round.cost === null
                  ? t('numbers.cost_unknown')
                  : costText(t, round.cost),
            ]
              .filter((fact) => fact !== null)
              .join(' · ')}
          </span>
        </div>
        {result !== '' && (
          <div className={isShort(result) ? 'mt-0.5 text-xl font-semibold' : 'mt-1'} data-result>
            <MarkdownText text={result} links={links} />
          </div>
        )}
        {round.error !== null && (
          <p className="mt-1 whitespace-pre-wrap break-words text-bad">{round.error}</p>
        )}
        {round.evaluation && <Evaluation evaluation={round.evaluation} />}
      </section>
    </Rail>
  )
}

const MARKS = { yes: '✓', no: '✗', unsure: '?' } as const
const COLOURS = { yes: 'text-good', no: 'text-bad', unsure: 'text-you' } as const
const marksOf = (word: string) => (word === 'yes' || word === 'no' ? word : 'unsure')

export function Evaluation({ evaluation }: { evaluation: EvaluationView }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2 text-s text-ink-2">
      <span className={`font-[550] ${COLOURS[evaluation.complete]}`}>
        {MARKS[evaluation.complete]} {t(`evaluation.${evaluation.complete}`)}
      </span>{' '}
      {evaluation.reason}
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
              {judged.reason}
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

export const WarningLine = ({ message }: { message: string }) => (
  <Rail look="you" icon={<TriangleAlert size={10} />}>
    <p className="py-1 text-s text-ink-2">{message}</p>
  </Rail>
)

const howEnded = ({ status, reason }: RunView) =>
  status === 'failed' && reason === 'finished' ? 'judged' : (reason ?? 'finished')

/** How the session ended, where the rounds have not said it. */
export function EndLine({ view }: { view: RunView }) {
  const { t } = useTranslation()
  const error = untoldError(view)
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-3 text-s text-ink-3">
      {view.evaluation && <Evaluation evaluation={view.evaluation} />}
      <span>
        {t(`end.${howEnded(view)}`)}
        {view.experience > 0 && ` · ${t('end.experience', { count: view.experience })}`}
      </span>
      {error !== null && view.reason !== 'stopped' && (
        <span className="whitespace-pre-wrap text-bad">{error}</span>
      )}
    </div>
  )
}

/** A run whose program is gone in the middle of it. */
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
