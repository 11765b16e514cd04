// Shows runs as a table: how they ended, what was asked, when, how long, how many steps, what it cost, and what can be done.
import { useTranslation } from 'react-i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { resultWords, withoutVerdict } from '../../src-preload/contract/words.ts'
import { clock, costText } from '../chat/numbers.ts'
import { AppIcon } from '../ui/app-icon.tsx'
import { useIconsOf } from '../state/app-icons.ts'
import { useNow } from '../state/clock.ts'
import { navigate } from '../state/place.ts'
import { meaningOfRun, wordOfRun } from '../state/status.ts'
import { useSentence } from '../state/sentences.ts'
import { cx } from '../ui/cx.ts'
import { momentWords } from '../ui/days.ts'
import { Dot } from '../ui/dot.tsx'
import { CELL, ListTable, ROOMY, WIDE } from '../ui/list-table.tsx'
import { beginningOf, titleOf } from '../ui/long-text.tsx'
import { placeName } from '../ui/place-name.ts'
import { InterruptedActions, RunActions } from './run-actions.tsx'

export function RunTable({ runs }: { runs: readonly RunSummary[] }) {
  const { t } = useTranslation()
  const now = useNow(false)
  useIconsOf(runs.flatMap(({ applications }) => applications.slice(0, 1)))
  return (
    <ListTable
      label={t('history.list')}
      columns={[
        { name: t('history.result') },
        { name: t('history.request'), className: 'w-full' },
        { name: t('history.when'), className: WIDE },
        { name: t('history.time'), className: cx(ROOMY, 'text-right') },
        { name: t('history.steps'), className: cx(ROOMY, 'text-right') },
        { name: t('history.cost'), className: cx(ROOMY, 'text-right') },
      ]}
      actions={t('history.actions')}
    >
      {runs.map((run) => (
        <RunRow key={run.run} run={run} now={now} />
      ))}
    </ListTable>
  )
}

function RunRow({ run, now }: { run: RunSummary; now: number }) {
  const { t, i18n } = useTranslation()
  return (
    <tr className="border-t border-line">
      <td className={cx(CELL, 'whitespace-nowrap')}>
        <StatusOf run={run} />
        {run.judged && <div className="pl-4 text-xs text-ink-3">{t(`evaluation.${run.judged}`)}</div>}
      </td>
      <td className={cx(CELL, 'max-w-0')}>
        <button
          type="button"
          onClick={() => navigate('run', run.run)}
          className="flex w-full items-center gap-2 rounded-s text-left font-[550] hover:underline"
          title={beginningOf(run.request)}
        >
          <AppIcon application={run.applications[0]} />
          <span className="truncate">{titleOf(run.request) || t('history.no_request')}</span>
        </button>
        <Outcome run={run} />
      </td>
      <td className={cx(CELL, WIDE, 'whitespace-nowrap text-ink-2')}>
        <time dateTime={new Date(run.started_at).toISOString()}>
          {momentWords(run.started_at, now, i18n.language)}
        </time>
        {run.display && (
          <div className="text-xs text-ink-3">{placeName(t, 'history.place', run.display)}</div>
        )}
      </td>
      <td className={cx(CELL, ROOMY, 'text-right text-ink-2')}>{clock(run.ms)}</td>
      <td className={cx(CELL, ROOMY, 'text-right text-ink-2')}>{run.steps}</td>
      <td className={cx(CELL, ROOMY, 'text-right whitespace-nowrap text-ink-2')}>{costText(t, run.cost)}</td>
      <td className="py-1.5 text-right whitespace-nowrap">
        <RunActions run={run} />
      </td>
    </tr>
  )
}

export function StatusOf({ run }: { run: RunSummary }) {
  const { t } = useTranslation()
  const meaning = meaningOfRun(run)
  return (
    <span className="inline-flex items-baseline gap-2">
      <Dot meaning={meaning} alive={meaning === 'agent'} />
      {t(`status.${wordOfRun(run)}`)}
    </span>
  )
}

/** Shows the outcome in one line: the result, or why there is none. */
function Outcome({ run }: { run: RunSummary }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  if (run.status === 'interrupted') {
    return (
      <div className="flex items-center gap-2 text-s text-ink-2">
        <span className="truncate">{t('history.interrupted_note')}</span>
        <InterruptedActions run={run.run} />
      </div>
    )
  }
  const { error, judged } = run
  const words =
    error === null ? resultWords(run.result) : sentence(judged === 'no' ? withoutVerdict(error) : error)
  return words === '' ? null : (
    <div className={cx('truncate text-s', run.status === 'failed' ? 'text-bad' : 'text-ink-2')} title={words}>
      {words}
    </div>
  )
}
