// Draws bars of one or more series on top of one another, one per day. A question mark is over a bar that is known only in part.
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Series } from './plot-card.tsx'

export interface BarRow {
  name: string
  /** By the key of a series. */
  values: Readonly<Record<string, number>>
  /** The words of a series, by its key. */
  words: Readonly<Record<string, string>>
  /** Whether some of it is unknown. */
  unknown: boolean
}

interface BarsProps {
  series: readonly Series[]
  rows: readonly BarRow[]
  axisWords: (value: number) => string
  /** Whether the values are counts, which have no halves. */
  whole?: boolean
}

const TICK = { fill: 'var(--ink-3)', fontSize: 11 }

export function Bars({ series, rows, axisWords, whole = false }: BarsProps) {
  const data = rows.map((row) => ({ ...row.values, name: row.name, row, mark: row.unknown ? '?' : '' }))
  return (
    <ResponsiveContainer width="100%" height={176}>
      <BarChart
        data={data}
        accessibilityLayer={false}
        margin={{ top: 14, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="22%"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={28}
          interval="preserveStartEnd"
        />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={46}
          tickCount={4}
          allowDecimals={!whole}
          tickFormatter={axisWords}
        />
        <Tooltip
          cursor={{ fill: 'var(--sunken)' }}
          isAnimationActive={false}
          content={<BarTip series={series} />}
        />
        {series.map((one, index) => (
          <Bar
            key={one.key}
            dataKey={one.key}
            stackId="all"
            fill={one.colour}
            isAnimationActive={false}
            maxBarSize={28}
          >
            {index === series.length - 1 && (
              <LabelList dataKey="mark" position="top" fill="var(--ink-2)" fontSize={11} fontWeight={650} />
            )}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

interface BarTipProps {
  series: readonly Series[]
  /** Given by the plot. */
  active?: boolean
  payload?: readonly { payload?: { row?: BarRow } }[]
}

function BarTip({ series, active = false, payload }: BarTipProps) {
  const row = payload?.[0]?.payload?.row
  if (!active || row === undefined) return null
  return (
    <div className="rounded-s border border-line bg-raised px-2.5 py-1.5 text-s shadow-lift">
      <div className="font-[550]">{row.name}</div>
      {series.map((one) => (
        <div key={one.key} className="flex items-center gap-1.5 text-ink-2">
          <span aria-hidden className="size-2 rounded-[2px]" style={{ background: one.colour }} />
          {one.label}
          <span className="ml-auto pl-4 text-ink">{row.words[one.key]}</span>
        </div>
      ))}
    </div>
  )
}
