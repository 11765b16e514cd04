// Shows the numbers of the whole period, side by side.
import { useTranslation } from 'react-i18next'
import type { DayRow, UsageRow } from '../../src-preload/contract/calls/history.ts'
import { costOf, tokensOf, workWords } from './numbers.ts'
import { successOf, totalOf } from './series.ts'

interface TotalsProps {
  models: readonly UsageRow[]
  runs: readonly DayRow[]
}

export function Totals({ models, runs }: TotalsProps) {
  const { t, i18n } = useTranslation()
  const add = (of: (row: DayRow) => number): number => runs.reduce((sum, row) => sum + of(row), 0)
  const total = totalOf(models)
  const success = successOf(runs)
  const number = (value: number): string => new Intl.NumberFormat(i18n.language).format(value)
  const facts = [
    [t('usage.runs'), number(add((row) => row.completed + row.unsure + row.failed + row.stopped)), null],
    [
      t('usage.success'),
      success === null
        ? t('usage.none')
        : new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(success),
      t('usage.success_help'),
    ],
    [
      t('usage.time'),
      workWords(
        add((row) => row.ms),
        i18n.language,
      ),
      null,
    ],
    [t('usage.steps'), number(add((row) => row.steps)), null],
    [
      t('usage.tokens'),
      `${tokensOf(t, total.input)} · ${tokensOf(t, total.output)}`,
      total.input.unknown > 0 ? t('usage.unknown_tokens', { count: total.input.unknown }) : t('usage.in_out'),
    ],
    [
      t('usage.cost'),
      costOf(t, total.cost),
      total.cost.unknown > 0 ? t('usage.unknown_calls', { count: total.cost.unknown }) : null,
    ],
  ] as const
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-m border border-line bg-line min-[720px]:grid-cols-3 min-[1150px]:grid-cols-6">
      {facts.map(([name, value, note]) => (
        <div key={name} className="min-h-18 bg-panel px-3 py-2">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="text-l font-[600]">{value}</dd>
          {note !== null && <dd className="text-xs text-ink-3">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
