// Shows a list as a table: runs, memories, devices.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const HEAD = 'py-1.5 pr-4 text-left font-[550] whitespace-nowrap'
export const CELL = 'py-2 pr-4 align-baseline'
/** Classes for a narrow window, which shows only the main columns; the rest is on the row's page. */
export const ROOMY = '@max-[720px]:hidden'
export const WIDE = '@max-[480px]:hidden'

interface ListTableProps {
  /** What is listed, for people who can't see it. */
  label: string
  columns: readonly { name: string; className?: string }[]
  /** The name of the last column, with the actions, which is not visible. */
  actions?: string
  className?: string
  children: ReactNode
}

export function ListTable({ label, columns, actions, className, children }: ListTableProps) {
  return (
    <div className={cx('@container overflow-x-auto rounded-m border border-line bg-panel px-4', className)}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead className="text-s text-ink-3">
          <tr>
            {columns.map(({ name, className: own }) => (
              <th key={name} className={cx(HEAD, own)}>
                {name}
              </th>
            ))}
            {actions !== undefined && (
              <th className="py-1.5">
                <span className="sr-only">{actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
