// Shows a plot in a box with its heading, its legend and the same numbers as a table.
import { Table, ChartColumn } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'

export interface Series {
  key: string
  label: string
  /** A colour of the tokens, by its meaning. */
  colour: string
}

export interface Row {
  name: string
  cells: readonly string[]
}

interface PlotCardProps {
  title: string
  series: readonly Series[]
  /** Heading of the first column. */
  heading: string
  /** Headings of the other columns; the labels of the series if they are left out. */
  columns?: readonly string[]
  rows: readonly Row[]
  /** Shown below. */
  note?: string | null
  children: ReactNode
}

export function PlotCard({ title, series, heading, columns, rows, note = null, children }: PlotCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const [table, setTable] = useState(false)
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col rounded-m border border-line bg-panel p-4">
      <div className="mb-2 flex min-h-7 items-center gap-4">
        <h2 id={id} className="font-[650]">
          {title}
        </h2>
        {series.length > 1 && !table && <Legend series={series} />}
        <span className="ml-auto">
          <IconButton
            label={`${t(table ? 'usage.as_plot' : 'usage.as_table')}: ${title}`}
            onClick={() => setTable(!table)}
          >
            {table ? <ChartColumn aria-hidden size={15} /> : <Table aria-hidden size={15} />}
          </IconButton>
        </span>
      </div>
      {table ? (
        <NumbersTable
          title={title}
          heading={heading}
          columns={columns ?? series.map((one) => one.label)}
          rows={rows}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of many elements is no <img>
        <div role="img" aria-label={`${title}. ${t('usage.table_has')}`} className="min-h-44">
          {children}
        </div>
      )}
      {note !== null && <p className="mt-2 text-xs text-ink-3">{note}</p>}
    </section>
  )
}

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul className="flex flex-wrap gap-x-3 text-s text-ink-2">
    {series.map((one) => (
      <li key={one.key} className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-2 rounded-[2px]" style={{ background: one.colour }} />
        {one.label}
      </li>
    ))}
  </ul>
)

interface NumbersTableProps {
  title: string
  heading: string
  columns: readonly string[]
  rows: readonly Row[]
}

function NumbersTable({ title, heading, columns, rows }: NumbersTableProps) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section tabIndex={0} aria-label={`${t('usage.as_table')}: ${title}`} className="h-44 overflow-auto">
      <table className="w-full border-collapse text-s">
        <thead className="sticky top-0 bg-panel text-ink-3">
          <tr>
            <th className="py-1 text-left font-[550]">{heading}</th>
            {columns.map((column) => (
              <th key={column} className="py-1 pl-3 text-right font-[550]">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {row.name}
              </th>
              {row.cells.map((cell, index) => (
                <td key={columns[index]} className={cx('py-1 pl-3 text-right text-ink-2')}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
