// Shows the usage: what the runs of some days took and brought, as plots, each of which is a table, too.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import { localTime } from '../../src-preload/contract/words.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Segmented } from '../ui/choice.tsx'
import { Empty } from '../ui/notice.tsx'
import { DayPlots } from './day-plots.tsx'
import { GroupPlot } from './group-plot.tsx'
import { askedAny, daysUpTo, groupsBy } from './series.ts'
import { Totals } from './totals.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

const PERIODS = ['7', '30', '90'] as const
type Period = (typeof PERIODS)[number]

export function UsageView() {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<Period>('30')
  const answer = useAnswer('read_usage', { days: Number(period) })
  const { value } = answer
  return (
    <div className="min-h-0 grow overflow-auto">
      <div className="mx-auto flex min-h-full max-w-280 flex-col px-6 pt-5 pb-12">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-xl font-[650] tracking-[-0.015em]">{t('usage.title')}</h1>
          <Segmented
            className="ml-auto"
            aria-label={t('usage.period')}
            value={period}
            options={PERIODS.map((days) => ({
              value: days,
              label: t('usage.days', { count: Number(days) }),
            }))}
            onChange={setPeriod}
          />
        </div>
        <Unanswered answer={answer} loading={t('usage.loading')} failed={t('usage.failed_to_load')} />
        {value !== null && <Shown usage={value} days={Number(period)} />}
      </div>
    </div>
  )
}

function Shown({ usage, days }: { usage: CallOutput<'read_usage'>; days: number }) {
  const { t } = useTranslation()
  const [today] = useState(() => localTime(new Date()).day)
  const shown = daysUpTo(today, days)
  const first = shown[0] ?? today
  // The answer for a longer period may still be shown while that for a shorter one is loading.
  const models = usage.models.filter((row) => row.day >= first)
  const runs = usage.days.filter((row) => row.day >= first)
  if (usage.days.length === 0 && usage.models.length === 0) {
    return <Empty title={t('usage.empty_title')} text={t('usage.empty_text')} />
  }
  const asked = askedAny(models)
  return (
    <>
      <Totals models={models} runs={runs} />
      <div className="mt-5 grid gap-4 min-[1000px]:grid-cols-2">
        <DayPlots models={models} runs={runs} days={shown} asked={asked} />
        {asked && (
          <>
            <GroupPlot
              title={t('usage.charts.by_model')}
              heading={t('usage.model')}
              groups={groupsBy(models, 'model')}
            />
            <GroupPlot
              title={t('usage.charts.by_application')}
              heading={t('usage.application')}
              groups={groupsBy(models, 'application')}
            />
          </>
        )}
      </div>
      {!asked && <p className="mt-4 text-ink-2">{t('usage.no_calls')}</p>}
    </>
  )
}
