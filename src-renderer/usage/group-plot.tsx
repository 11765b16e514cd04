// Plots tokens per model or application as horizontal bars; the table beside it has calls and cost, too.
import { useTranslation } from 'react-i18next'
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { costOf, tokensOf } from './numbers.ts'
import { PlotCard } from './plot-card.tsx'
import type { UsageGroup } from './series.ts'

interface GroupPlotProps {
  title: string
  /** The kind of the groups. */
  heading: string
  groups: readonly UsageGroup[]
}

/** How many groups have a bar; the table has all. */
const MAX_BARS = 6
const TICK = { fill: 'var(--ink-2)', fontSize: 12 }
const cut = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name)

export function GroupPlot({ title, heading, groups }: GroupPlotProps) {
  const { t } = useTranslation()
  if (groups.length === 0) return null
  const nameOf = (group: UsageGroup): string => (group.name === '' ? t('usage.no_application') : group.name)
  const series = [
    { key: 'input', label: t('usage.tokens_in'), colour: 'var(--ink-3)' },
    { key: 'output', label: t('usage.tokens_out'), colour: 'var(--line-strong)' },
  ]
  const data = groups.slice(0, MAX_BARS).map((group) => ({
    name: nameOf(group),
    input: group.input.known ?? 0,
    output: group.output.known ?? 0,
    words: `${tokensOf(t, group.input)} · ${costOf(t, group.cost)}`,
  }))
  const rows = groups.map((group) => ({
    name: nameOf(group),
    cells: [String(group.calls), tokensOf(t, group.input), tokensOf(t, group.output), costOf(t, group.cost)],
  }))
  return (
    <PlotCard
      title={title}
      series={series}
      heading={heading}
      columns={[t('usage.calls'), t('usage.tokens_in'), t('usage.tokens_out'), t('usage.cost')]}
      rows={rows}
    >
      <ResponsiveContainer width="100%" height={Math.max(1, data.length) * 32 + 8}>
        <BarChart
          data={data}
          layout="vertical"
          accessibilityLayer={false}
          margin={{ top: 0, right: 150, bottom: 0, left: 0 }}
        >
          <XAxis type="number" hide />
          <YAxis
            type="category"
            dataKey="name"
            width={150}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            tickFormatter={cut}
            interval={0}
          />
          {series.map((one, index) => (
            <Bar
              key={one.key}
              dataKey={one.key}
              stackId="all"
              fill={one.colour}
              isAnimationActive={false}
              maxBarSize={14}
            >
              {index === series.length - 1 && (
                <LabelList dataKey="words" position="right" fill="var(--ink-2)" fontSize={11} />
              )}
            </Bar>
          ))}
        </BarChart>
      </ResponsiveContainer>
    </PlotCard>
  )
}
