// Plots runs, time, tokens and cost of each day.
import { useTranslation } from 'react-i18next'
import type { DayRow, UsageRow } from '../../src-preload/contract/calls/history.ts'
import { tokenWords } from '../../src-preload/contract/words.ts'
import { Bars, type BarRow } from './bars.tsx'
import { costOf, shortDay, tokensOf, workWords } from './numbers.ts'
import { PlotCard, type Series } from './plot-card.tsx'
import { runsByDay, usageByDay } from './series.ts'

interface DayPlotsProps {
  models: readonly UsageRow[]
  runs: readonly DayRow[]
  days: readonly string[]
  /** Whether a model was asked; otherwise there are neither tokens nor costs. */
  asked: boolean
}

interface DayPlotProps {
  title: string
  series: readonly Series[]
  rows: readonly BarRow[]
  axisWords: (value: number) => string
  whole?: boolean
  note?: string | null
}

function DayPlot({ title, series, rows, axisWords, whole = false, note = null }: DayPlotProps) {
  const { t } = useTranslation()
  const told = rows.map((row) => ({ name: row.name, cells: series.map((one) => row.words[one.key] ?? '') }))
  return (
    <PlotCard title={title} series={series} heading={t('usage.day')} rows={told.toReversed()} note={note}>
      <Bars series={series} rows={rows} axisWords={axisWords} whole={whole} />
    </PlotCard>
  )
}

export function DayPlots({ models, runs, days, asked }: DayPlotsProps) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const byDay = runsByDay(runs, days)
  const usage = usageByDay(models, days)
  const name = (day: string): string => shortDay(day, language)
  const ended: Series[] = [
    { key: 'completed', label: t('usage.completed'), colour: 'var(--good)' },
    { key: 'unsure', label: t('usage.unsure'), colour: 'var(--you)' },
    { key: 'failed', label: t('usage.failed'), colour: 'var(--bad)' },
    { key: 'stopped', label: t('usage.stopped'), colour: 'var(--line-strong)' },
  ]
  const unknownCost = usage.some((day) => day.cost.unknown > 0)
  return (
    <>
      <DayPlot
        title={t('usage.charts.runs')}
        series={ended}
        whole
        axisWords={String}
        rows={byDay.map(({ day, completed, unsure, failed, stopped }) => ({
          name: name(day),
          values: { completed, unsure, failed, stopped },
          words: {
            completed: String(completed),
            unsure: String(unsure),
            failed: String(failed),
            stopped: String(stopped),
          },
          unknown: false,
        }))}
      />
      <DayPlot
        title={t('usage.charts.time')}
        series={[{ key: 'ms', label: t('usage.time'), colour: 'var(--ink-3)' }]}
        axisWords={(ms) => (ms === 0 ? '0' : workWords(ms, language))}
        rows={byDay.map(({ day, ms }) => ({
          name: name(day),
          values: { ms },
          words: { ms: workWords(ms, language) },
          unknown: false,
        }))}
      />
      {asked && (
        <>
          <DayPlot
            title={t('usage.charts.tokens')}
            series={[
              { key: 'input', label: t('usage.tokens_in'), colour: 'var(--ink-3)' },
              { key: 'output', label: t('usage.tokens_out'), colour: 'var(--line-strong)' },
            ]}
            axisWords={tokenWords}
            rows={usage.map((day) => ({
              name: name(day.name),
              values: { input: day.input.known ?? 0, output: day.output.known ?? 0 },
              words: { input: tokensOf(t, day.input), output: tokensOf(t, day.output) },
              unknown: day.input.unknown > 0 || day.output.unknown > 0,
            }))}
          />
          <DayPlot
            title={t('usage.charts.cost')}
            series={[{ key: 'cost', label: t('usage.cost'), colour: 'var(--ink-3)' }]}
            axisWords={(cost) => (cost === 0 ? '0' : `$${Number(cost.toPrecision(2))}`)}
            note={unknownCost ? t('usage.unknown_days') : null}
            rows={usage.map((day) => ({
              name: name(day.name),
              values: { cost: day.cost.known ?? 0 },
              words: { cost: costOf(t, day.cost) },
              unknown: day.cost.unknown > 0,
            }))}
          />
        </>
      )}
    </>
  )
}
